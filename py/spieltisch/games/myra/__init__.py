"""Myra, by Michael Winkelmann: a hexagon, queens and soldiers (docs/rules.md, Myra)."""
