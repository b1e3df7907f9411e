"""Where any position of a game is set up by hand."""
