"""A person's side, pure: ``update(session, message) -> (session, effects)``."""
