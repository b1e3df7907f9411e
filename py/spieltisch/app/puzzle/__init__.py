"""The screen with a puzzle."""
