"""Measures, always as ratios: the speed of machines differs, and of one machine from run to run."""
