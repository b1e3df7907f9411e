"""Playing with people elsewhere: by link and live."""
