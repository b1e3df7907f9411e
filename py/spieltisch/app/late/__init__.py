"""The wait for what a start does without."""
