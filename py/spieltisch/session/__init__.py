"""A person's side of a match, pure: ``update(session, message) -> (session, effects)``."""
