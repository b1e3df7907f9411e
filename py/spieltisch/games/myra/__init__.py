"""Myra, by Michael Winkelmann: a hexagon, queens and soldiers (rules.md, section 3)."""
