"""The relay that a person, or the site's owner, has named (static/relay/): fetched and asked only
while it is wanted. Lines that go over it are handed on, and are as any others from then on."""

import asyncio
from collections.abc import Callable
from typing import Any

from spieltisch.app.core.live import Hosting, Live, LiveState, Visiting, goes_over_relay
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import OwnersFile
from spieltisch.app.together.messages import (
    CarryLine,
    LiveMessage,
    NoLineComes,
    RelayHeard,
)
from spieltisch.live.codes import LineNumber, Room
from spieltisch.live.host import NOBODY
from spieltisch.shell.dom import proxy
from spieltisch.shell.site_files import LateScript, Take, text_of

SCRIPT = "static/relay/begin.js"
LOADED = "spieltisch:relay"

DIRECT_MS = 10_000
"""So long after the host was heard a guest waits for a direct line, before the match goes over the
relay."""

SITE_FILE = "live.json"
FILE_LIMIT_S = 10.0
"""A host that has not sent the site's file by then is taken to be out of reach."""


class RelayEnd:
    """Follows the session into a room and out of it."""

    def __init__(
        self,
        window: Any,
        send: Callable[[LiveMessage], None],
        carry: Callable[[LineNumber, Any], None],
        take: Take,
    ) -> None:
        """``carry`` is given each line that goes over the relay, with its channel."""
        self._window = window
        self._send = send
        self._carry = carry
        self._take = take
        unreachable = RelayHeard("unreachable")
        self._script = LateScript(window, SCRIPT, LOADED, self._begin, lambda: send(unreachable))
        self._relay: Any = None
        self._wanted: tuple[Room, bool] | None = None
        self._asks = False
        """Whether a line over the relay has been asked for, and has not come."""
        self._waiting: Any = None
        """The timer that runs while a direct line is tried."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._trouble: tuple[LiveState, bool] = ("connected", False)
        """How the lines were doing, and whether this device had moved."""
        window.addEventListener("online", proxy(self._check))
        window.document.addEventListener("visibilitychange", proxy(self._check_if_seen))

    def follow(self, session: Session) -> None:
        """Be where the session wants to be: a guest who is connected directly needs no relay."""
        live = session.live
        at, is_host = None if live is None else live.relay, isinstance(live, Hosting)
        is_direct = isinstance(live, Visiting) and live.guest.is_open
        is_needed = at is not None and not (is_direct and live and not goes_over_relay(live))
        wanted = (at.room, is_host) if at is not None and is_needed else None
        if wanted != self._wanted:
            self._wanted = wanted
            if self._relay is not None:
                self._relay.close()
                self._relay, self._asks = None, False
            if at is not None and is_needed and at.state != "calling":
                self._send(RelayHeard("calling"))
            self._begin()
        self._follow_line(live)
        trouble: tuple[LiveState, bool] = (
            ("connected", False) if live is None else (live.state, live.has_moved)
        )
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble[0] not in ("connected", "waiting") or trouble[1]:
                # The device may be in another network, where its connection to the relay is dead.
                self._check()

    def _follow_line(self, live: Live | None) -> None:
        """Ask for a line over the relay, once the session does, which it does after a while."""
        at = live.relay if isinstance(live, Visiting) and not live.guest.is_open else None
        is_tried = at is not None and at.heard is not None and not at.asks
        if is_tried and self._waiting is None:
            late = proxy(lambda *_: self._send(NoLineComes()))
            self._waiting = self._window.setTimeout(late, DIRECT_MS)
        elif not is_tried and self._waiting is not None:
            self._window.clearTimeout(self._waiting)
            self._waiting = None
        asks = at is not None and at.asks and self._relay is not None
        if asks and not self._asks and isinstance(live, Visiting):
            self._relay.ask("-" if live.line == NOBODY else str(live.line))
        self._asks = asks

    def carry(self, effect: CarryLine) -> None:
        """Answer a guest who asks for a line over the relay."""
        if self._relay is not None:
            self._relay.carry(effect.line, effect.asked)

    def read_file(self, need: OwnersFile) -> None:
        """Read what the site's owner has named."""
        task = asyncio.ensure_future(self._read_file(need))
        # Else it may be gone before it is done.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_file(self, need: OwnersFile) -> None:
        self._take(need, await text_of(self._window, SITE_FILE, FILE_LIMIT_S))

    def _check(self, *_: Any) -> None:
        if self._relay is not None:
            self._relay.check()

    def _check_if_seen(self, *_: Any) -> None:
        """A page that was hidden may have slept."""
        if self._window.document.visibilityState != "hidden":
            self._check()

    def say(self, text: str) -> None:
        if self._relay is not None:
            self._relay.say(text)

    def _begin(self) -> None:
        if self._wanted is None or self._relay is not None:
            return
        if self._script.handed is None:
            self._script.load()
            return
        room, is_host = self._wanted
        hear = proxy(lambda text: self._send(RelayHeard(text=text)))
        tell = proxy(lambda state: self._send(RelayHeard(state)))
        give = proxy(lambda number, channel: self._carry(int(number), channel))
        self._relay = self._script.handed.new(
            f"wss://{room.relay}", room.secret, is_host, hear, tell, give
        )
