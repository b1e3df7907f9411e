"""The relay that a person has named (static/relay/): fetched and asked only while it is wanted."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from spieltisch.app.session import Session
from spieltisch.app.together.messages import KNOWN_ROOM, KnownRoom, RelayTold, format_known_room
from spieltisch.app.together.state import Hosting, Visiting
from spieltisch.live.codes import Room, format_room
from spieltisch.shell.dom import proxy
from spieltisch.shell.site_files import LateScript
from spieltisch.shell.storage import Storage, StorageError

SCRIPT = "static/relay/begin.js"
LOADED = "spieltisch:relay"


class RelayEnd:
    """Follows the session into a room and out of it."""

    def __init__(self, window: Any, send: Callable[[RelayTold], None], tab: Storage) -> None:
        self._window = window
        self._send = send
        self._tab = tab
        unreachable = RelayTold("unreachable")
        self._script = LateScript(window, SCRIPT, LOADED, self._begin, lambda: send(unreachable))
        self._relay: Any = None
        self._wanted: tuple[Room, bool] | None = None
        self._known: KnownRoom | None = None

    def follow(self, session: Session) -> None:
        """Be where the session wants to be: a guest who is connected needs no relay."""
        live = session.live
        at, is_host = None if live is None else live.relay, isinstance(live, Hosting)
        if live is not None and at is not None and live.match_id:
            known = KnownRoom(live.match_id, is_host, format_room(at.room))
            if known != self._known:
                self._note(known)
        elif live is None and self._known is not None:
            self._note(None)
        is_needed = at is not None and not (isinstance(live, Visiting) and live.guest.is_open)
        wanted = (at.room, is_host) if at is not None and is_needed else None
        if wanted != self._wanted:
            self._wanted = wanted
            if self._relay is not None:
                self._relay.close()
                self._relay = None
            if at is not None and is_needed and at.state != "calling":
                self._send(RelayTold("calling"))
            self._begin()

    def say(self, text: str) -> None:
        if self._relay is not None:
            self._relay.say(text)

    def _note(self, known: KnownRoom | None) -> None:
        self._known = known
        # Without room for it, people who load the page anew open the link again.
        with suppress(StorageError):
            if known is None:
                self._tab.erase(KNOWN_ROOM)
            else:
                self._tab.write(KNOWN_ROOM, format_known_room(known))

    def _begin(self) -> None:
        if self._wanted is None or self._relay is not None:
            return
        if self._script.handed is None:
            self._script.load()
            return
        room, is_host = self._wanted
        hear = proxy(lambda text: self._send(RelayTold(text=text)))
        tell = proxy(lambda state: self._send(RelayTold(state)))
        self._relay = self._script.handed.new(
            f"wss://{room.relay}", room.secret, is_host, hear, tell
        )
