"""The rules of a game."""
