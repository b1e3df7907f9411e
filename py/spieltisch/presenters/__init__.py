"""Pure functions from a session to what a screen shows."""
