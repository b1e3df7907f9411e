"""Persistent storage: without it a browser may delete what is kept, for lack of room or after some
time."""

from contextlib import suppress
from typing import Any

from spieltisch.shell.storage import Storage, StorageError

ASKED = "asked-to-persist"


class Persistence:
    """Asks the browser, once, not to throw away what the page keeps."""

    def __init__(self, window: Any, storage: Storage) -> None:
        self._window = window
        self._storage = storage

    def ask(self) -> None:
        """Ask, as something is worth keeping now; never again, as some browsers ask the person."""
        manager = getattr(self._window.navigator, "storage", None)
        if not manager or self._storage.read(ASKED) is not None:
            return
        with suppress(StorageError):
            self._storage.write(ASKED, "1")
            manager.persist()
