"""Measures, always as ratios: a machine's speed is nobody's business, and never the same."""
