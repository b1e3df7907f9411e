"""The laboratory: what was measured, proved and tried for the game, and is no part of it."""
