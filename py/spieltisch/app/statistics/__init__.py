"""What a person's matches add up to."""
