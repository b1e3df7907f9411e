"""A person at the keyboard who sees nothing: knows what the live region says, and the names of what
the keyboard is on. Without a browser, so that a whole match takes a second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

from spieltisch.app.board import clocks
from spieltisch.app.board.messages import Point, Press, Shout, Wake
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.kit.markup import whole
from spieltisch.table import Seat
from tests.unit.markup_check import Node, read
from tests.unit.whole_step import whole_step

MOST_PLACES = 200
"""No board has more."""

LIVE = re.compile(r'<p id="live-[01]" role="status">(.*?)</p>')

_read = lru_cache(maxsize=8)(read)
"""A page is asked for several times; two people have a page each."""


@dataclass
class Ear:
    """Attributes:
    session: the page's.
    now_ms: the page's clock.
    site: where the keyboard is on the board; empty elsewhere.
    heard: all that the live region has said.
    """

    session: Session = field(default_factory=Session)
    now_ms: float = 0.0
    site: str = ""
    heard: list[str] = field(default_factory=list)
    _markup: str = ""
    _regions: tuple[str, str] = ("", "")

    def follow(self, link: str) -> None:
        """Open a link."""
        self.send(Navigate(link, 0.0))

    @property
    def said(self) -> str:
        """What was said last."""
        return self.heard[-1] if self.heard else ""

    @property
    def page(self) -> Node:
        """The page as it is now."""
        return _read(self._markup)

    @property
    def label(self) -> str:
        """What is read out of where the keyboard is."""
        return self.page.one("id", f"site-{self.site}").attributes["aria-label"] or ""

    def come_to_the_board(self) -> None:
        """Press Tab until a place on the board is read out."""
        places = [node for node in self.page.all("data-site") if node.attributes["tabindex"] == "0"]
        self.site = places[0].attributes["data-site"] or ""

    def key(self, key: str, *, has_shift: bool = False) -> str:
        """Press a key on the board; gives what is said then."""
        self.now_ms += 1
        if key == "Enter":
            self.send(Press(self.site, self.now_ms))
            return self.said
        steps = board_key(
            self.session, self.site, key, self.now_ms, has_shift=has_shift, is_again=False
        )
        for step in steps or ():
            if isinstance(step, Focus):
                self.site = step.node_id.removeprefix("site-")
                self.send(Point(self.site))
            else:
                self.send(step)
        return self.said

    def move(self, can_go: str, can_land: str) -> tuple[str, str]:
        """Go from place to place by arrows until a name that is read out says that something on it
        can go, and then where it can land; gives both places."""
        ends = []
        for wanted in (can_go, can_land):
            for _ in range(MOST_PLACES):
                if wanted in self.label:
                    break
                self.key("ArrowRight")
            ends.append(self.label.partition(",")[0])
            self.key("Enter")
        return (ends[0], ends[1])

    def space(self) -> str:
        """Press the space bar where it is for the match."""
        message = clocks.key_message(self.session, " ", self.now_ms)
        assert message is not None
        self.send(message)
        return self.said

    def shout(self, seat: Seat, word: str) -> str:
        """Press a seat's key."""
        self.now_ms += 1
        self.send(Shout(seat, word, self.now_ms, self.now_ms))
        return self.said

    def wait(self) -> bool:
        """Let time pass until something may happen; whether there is anything to wait for."""
        wanted_ms = self.session.next_wake_ms
        if wanted_ms is None:
            return False
        self.now_ms = max(self.now_ms, wanted_ms)
        self.send(Wake(self.now_ms))
        return True

    def send(self, message: Message) -> None:
        """Something happens; what is said about it is heard."""
        session, _ = whole_step(self.session, message)
        self.hear(session)

    def hear(self, session: Session) -> None:
        """The page has become another one: what is new in the live region is heard."""
        self.session = session
        self._markup, before, self._regions = whole(page_of(self.session)), self._regions, ("", "")
        first, second = (unescape(told) for told in LIVE.findall(self._markup))
        self._regions = (first, second)
        pairs = zip(self._regions, before, strict=True)
        self.heard += [told for told, earlier in pairs if told not in ("", earlier)]
