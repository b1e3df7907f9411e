"""Where people write bots of their own, and let them play."""
