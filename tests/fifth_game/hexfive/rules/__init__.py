"""What may be done and what comes of it: pure, without chance, clock or translated text."""
