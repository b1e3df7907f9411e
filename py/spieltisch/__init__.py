"""Spieltisch: tabletop games played in any browser, their rules written in Python."""
