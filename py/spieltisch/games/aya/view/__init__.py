"""AYA as it is seen and heard."""
