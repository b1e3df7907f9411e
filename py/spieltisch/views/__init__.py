"""Pure functions that draw what a screen shows as SVG or HTML text."""
