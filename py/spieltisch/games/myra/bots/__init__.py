"""How it is played by a computer."""
