"""What is kept is to stay: a browser short of room, or of patience, may throw it away unasked."""

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
        """There is something worth keeping now. Some browsers ask the person: never again."""
        manager = getattr(self._window.navigator, "storage", None)
        if not manager or self._storage.read(ASKED) is not None:
            return
        with suppress(StorageError):
            self._storage.write(ASKED, "1")
            manager.persist()
