"""The rules: pure, without browser, clock, chance or translated text."""
