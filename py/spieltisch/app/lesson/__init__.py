"""The screen with a lesson."""
