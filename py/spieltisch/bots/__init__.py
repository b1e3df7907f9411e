"""Who plays when nobody sits there: bots, which see what their seat sees."""
