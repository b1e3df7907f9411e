"""A screen that no other room knows: a tally to count points with."""
