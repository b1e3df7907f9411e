"""Spieltisch: tabletop games played in any browser, their rules written in Python."""

__version__ = "0.1.0"
