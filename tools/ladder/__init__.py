"""How well the bots play, measured: `python -m tools.ladder` or `make ladder`."""
