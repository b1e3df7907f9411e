"""Damaged entries of storage: set aside, listed in the settings, saved as a file or deleted."""
