"""Shows at once that a shout was heard; who was first is drawn when it is known."""

from typing import Any

from spieltisch.app.match.messages import Shout
from spieltisch.app.message import Message
from spieltisch.play.timing import Call


class ShoutMarks:
    """The marks on the buttons of the shouts that are held."""

    def __init__(self, root: Any) -> None:
        """The root is the document, or the node that holds another page of ours."""
        self._root = root
        self._held: tuple[Call, ...] = ()
        self._marked: list[Any] = []

    def follow(self, message: Message, held: tuple[Call, ...]) -> None:
        """Mark a shout that has just been held; remove the marks when no call is held any more."""
        if not held:
            for node in self._marked:
                node.removeAttribute("data-heard")
            self._marked.clear()
        elif isinstance(message, Shout) and len(held) > len(self._held):
            self._mark(message)
        self._held = held

    def _mark(self, shout: Shout) -> None:
        name = f'[data-shout="{shout.word}"][data-seat="{shout.seat}"]'
        node = self._root.querySelector(name)
        if node:
            node.dataset.heard = ""
            self._marked.append(node)
