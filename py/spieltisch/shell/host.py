"""The page, as the parts of the shell that send messages see it."""

from typing import Protocol

from spieltisch.app.core.effects import Focus
from spieltisch.app.core.message import Message
from spieltisch.app.core.session import Session


class MessageHost(Protocol):
    """A page: it takes messages, moves the focus, and hands things to the browser."""

    @property
    def session(self) -> Session: ...

    def send(self, message: Message, *, shows: bool = True) -> None:
        """Let a message change the session."""

    def show_now(self) -> None:
        """Draw the page after messages that were sent with ``shows=False``."""

    def load_again(self) -> None:
        """Load the page anew, where it is."""

    def carry_out(self, effect: Focus) -> None:
        """Move the focus."""

    def give(self, what: str, arg: str) -> None:
        """Do what the shell does by itself; see ``Give``."""
