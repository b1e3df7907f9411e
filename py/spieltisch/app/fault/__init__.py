"""What a person is told when the page itself fails."""
