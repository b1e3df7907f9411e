"""The screen on which a puzzle is solved."""
