"""How well the bots play, measured: `python -m lab.ladder` or `make -f lab/Makefile ladder`."""
