"""What lessons and puzzles share: something to do on a board of which no match is kept."""
