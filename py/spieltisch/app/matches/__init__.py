"""The list of the kept matches."""
