"""Hexfive, whole: the folder to copy for a game of your own."""
