"""What every screen is built on: messages, the session, effects, waits, notices, addresses."""
