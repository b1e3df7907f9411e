"""Starts the page."""

from pyscript import create_named_worker, window
from pyscript.js_modules.failure import failed
from pyscript.js_modules.morph import morph


async def start_worker(count: int) -> object:
    """Start the bots' worker: it inherits the page's configuration, and so its Python."""
    return await create_named_worker("py/bot_worker.py", f"bots-{count}")


try:
    from spieltisch.shell.app import start

    start(window, morph, start_worker)
except Exception as error:
    failed(f"{type(error).__name__}: {error}")
    raise
