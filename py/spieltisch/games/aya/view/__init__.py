"""AYA as a person sees and hears it."""
