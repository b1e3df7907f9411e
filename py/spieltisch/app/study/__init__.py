"""Where a match or a position is studied: a tree of variations, with comments and glyphs."""
