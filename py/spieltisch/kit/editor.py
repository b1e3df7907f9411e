"""What a game offers whose positions can be set up by hand."""

from collections.abc import Sequence
from typing import Any, Protocol

from spieltisch.kit.markup import Markup
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Setup


class Editor(Protocol):
    """How any position of a game is set up by hand.

    A *draft* is a set-up whose start is being set up: it can be drawn, but a match may perhaps not
    begin with it. Functions that change a draft give its new start. Pieces are named by tokens;
    the empty one takes away what lies on a site.
    """

    options: tuple[str, ...] = ()
    """The options of a set-up that change what lies on the board."""

    def pieces(self, draft: Setup) -> tuple[str, ...]:
        """What can be put on the board."""

    def piece(self, piece: str, names: Names, words: Words) -> tuple[str, Markup]:
        """A piece in words, and its drawing."""

    def put(self, draft: Setup, piece: str, site: str) -> str:
        """A piece is put on a site. Where there is no such site, nothing changes."""

    def carried(self, draft: Setup, origin: str, goal: str) -> str:
        """What lies on a site goes to another one, if there are such sites."""

    def emptied(self, draft: Setup) -> str:
        """All that can be taken away is gone."""

    def read(self, draft: Setup, text: str) -> Setup:
        """The draft for a position's text, with what a start cannot have, such as a past, left
        out; raises ValueError for what is no such text."""

    def text(self, draft: Setup) -> str:
        """The position as text, which ``read`` takes."""
        return draft.start

    def position(self, draft: Setup) -> Any:
        """What is drawn, by ``GameView.board`` with ``Scene.is_edited``."""

    def site_text(self, scene: Scene, site: str) -> str:
        """What lies on a site, in words; empty for what is none."""

    def flaws(self, draft: Setup, names: Names, words: Words) -> Sequence[str]:
        """Why a match cannot begin with it, in sentences; empty if it can."""

    def implied(self, draft: Setup) -> tuple[tuple[str, str], ...]:
        """The options of a set-up that follow from its start, and their values."""
        return ()

    def turn(self, draft: Setup) -> Seat | None:
        """Whose turn it is; None where that cannot be chosen."""
        return None

    def with_turn(self, draft: Setup, seat: Seat) -> str:
        return draft.start

    def reserves(self, draft: Setup) -> Sequence[int]:
        """How many pieces each seat has beside the board, where it may have some."""
        return ()

    def with_reserve(self, draft: Setup, seat: Seat, count: int) -> str:
        return draft.start
