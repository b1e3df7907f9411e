"""Starts the page."""

from pyscript import window
from pyscript.js_modules.failure import failed
from pyscript.js_modules.morph import morph

try:
    from spieltisch.shell.app import start

    start(window, morph)
except Exception as error:
    failed(f"{type(error).__name__}: {error}")
    raise
