"""Starts the page."""

from pyscript import window
from pyscript.js_modules.morph import morph
from spieltisch.shell.app import start

start(window, morph)
