"""Playing live with people on other devices: what a session knows of it, and what it does."""
