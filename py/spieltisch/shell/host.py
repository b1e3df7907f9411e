"""The page, as the parts of the shell that send messages see it."""

from typing import Protocol

from spieltisch.app.message import Message
from spieltisch.app.session import Session


class MessageHost(Protocol):
    """The page that messages go to."""

    @property
    def session(self) -> Session: ...

    def send(self, message: Message, *, shows: bool = True) -> None:
        """Let a message change the session."""

    def show_now(self) -> None:
        """Show what messages have come to that were not shown one by one."""
