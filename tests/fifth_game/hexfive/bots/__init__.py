"""How a computer plays it."""
