"""The form in which a match is set up."""
