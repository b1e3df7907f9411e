"""The settings, and the test of the keyboard."""
