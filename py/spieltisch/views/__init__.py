"""Pure functions from what is to be shown to SVG or HTML text."""
