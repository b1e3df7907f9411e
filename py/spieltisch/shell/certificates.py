"""The certificate of spare lines. The browser keeps it, so that a page that was loaded anew can
prove to the other end that it is the one before."""

from collections.abc import Callable
from typing import Any

from spieltisch.shell.dom import proxy, to_js

STORE, OWN = "certificates", "own"

FRESH_MS = 2 * 86_400_000.0
"""One that is valid for less than this is made anew; browsers make them for thirty days."""


class Certificates:
    """Where the browser lets nothing be kept, there are none, and so no spare lines."""

    def __init__(self, window: Any, place: str) -> None:
        self._window = window
        self._name = f"{place}-lines"
        self._found: Any = None

    def give(self, then: Callable[[Any], None]) -> None:
        """Give the certificate, as soon as it is there."""
        if not getattr(self._window.RTCPeerConnection, "generateCertificate", None):
            return
        if self._found is not None:
            then(self._found)
            return
        try:
            request = self._window.indexedDB.open(self._name, 1)
        except Exception:
            return

        def begin(*_: Any) -> None:
            request.result.createObjectStore(STORE)

        def look(*_: Any) -> None:
            database = request.result
            kept = database.transaction(STORE).objectStore(STORE).get(OWN)

            def found(*_: Any) -> None:
                until_ms = getattr(kept.result, "expires", 0.0)
                if until_ms > self._window.Date.now() + FRESH_MS:
                    self._found = kept.result
                    then(self._found)
                else:
                    self._make(database, then)

            kept.addEventListener("success", proxy(found))

        request.addEventListener("upgradeneeded", proxy(begin))
        request.addEventListener("success", proxy(look))

    def _make(self, database: Any, then: Callable[[Any], None]) -> None:
        kind = to_js(self._window, {"name": "ECDSA", "namedCurve": "P-256"})

        def made(certificate: Any) -> None:
            writing = database.transaction(STORE, "readwrite")
            writing.objectStore(STORE).put(certificate, OWN)
            self._found = certificate
            then(certificate)

        nothing = proxy(lambda *_: None)
        self._window.RTCPeerConnection.generateCertificate(kind).then(proxy(made), nothing)
