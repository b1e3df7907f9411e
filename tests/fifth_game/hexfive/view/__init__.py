"""How a person sees, hears and presses it."""
