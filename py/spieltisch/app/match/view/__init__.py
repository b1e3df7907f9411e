"""What the screen with a match looks like."""
