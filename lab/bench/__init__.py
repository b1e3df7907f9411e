"""What the engine and the page bear, measured: ``make -f lab/Makefile bench``."""
