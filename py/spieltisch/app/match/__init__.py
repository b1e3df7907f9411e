"""The screen with a match on it."""
