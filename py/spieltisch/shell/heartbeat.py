"""Answers the page when it asks whether Python is alive (static/boot/heartbeat.js)."""

import asyncio
from typing import Any

from spieltisch.shell.dom import proxy

ASKED = "spieltisch:ping"
"""The event by which the page asks: its detail is a function that is the answer."""


class Heartbeat:
    """Answers by way of the loop, on which all depends that is not a press."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def listen(self) -> None:
        self._window.addEventListener(ASKED, proxy(_answer))


def _answer(event: Any) -> None:
    answer = event.detail
    asyncio.get_event_loop().call_soon(lambda: answer())
