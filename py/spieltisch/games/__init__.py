"""The games, a folder each, and what they have in common: what a game is, and which there are."""
