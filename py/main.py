"""Starts the page."""

from types import SimpleNamespace

from pyscript import create_named_worker, window
from pyscript.js_modules.page import catalogues, failed, fetchLate, kept, patch, zone


async def start_worker(count: int) -> SimpleNamespace:
    """Start the bots' worker: it inherits the page's configuration, and so its Python."""
    name, script = f"bots-{count}", address_of(window, "py/bot_worker.py")
    # PyScript would wait for ever for a worker whose script cannot be fetched.
    answer = await window.fetch(script)
    if not answer.ok:
        raise OSError(f"{script}: {answer.status}")
    worker = await create_named_worker(script, name)
    # PyScript exposes only the worker's own functions; its script element can terminate it.
    node = window.document.querySelector(f"script[name={name}]")
    return SimpleNamespace(
        think=worker.think, stop=worker.stop, ping=worker.ping, terminate=node.xworker.terminate
    )


try:
    from spieltisch.shell.app import App
    from spieltisch.shell.site_files import address_of

    App(window, patch, kept, catalogues, zone, start_worker, fetchLate).start()
except Exception as error:
    failed(f"{type(error).__name__}: {error}")
    raise
