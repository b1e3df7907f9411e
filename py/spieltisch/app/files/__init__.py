"""Matches from files, and into one."""
