"""All puzzles of a game: by day, by theme and by level."""
