"""The screen on which a game is taught."""
