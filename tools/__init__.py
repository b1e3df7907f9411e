"""Builds the site, serves it, checks and measures it."""
