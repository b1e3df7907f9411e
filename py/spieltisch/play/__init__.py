"""A match being played: its turns, its time, and bots that take part."""
