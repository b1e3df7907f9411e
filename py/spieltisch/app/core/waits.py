"""What is not here yet, and what is done once it is: a long match that is being replayed, what
storage has, files of the site, the Python of screens that come late.

All of it is data. A ``Wait`` says what is needed, whose it is and which message follows; nothing
else in the house remembers that something is to come.
"""

from enum import Enum, auto
from typing import Any

from spieltisch.app.core.message import Frozen, Message, TimedMessage
from spieltisch.app.core.news import ScreenState
from spieltisch.games import catalog
from spieltisch.kit.frame import link_button
from spieltisch.kit.markup import Child
from spieltisch.kit.words import Words
from spieltisch.play.match import Match, StoredMatch
from spieltisch.play.record_link import LinkedMatch, LinkReplay
from spieltisch.play.replaying import LongWork, Replay
from spieltisch.play.summary import MatchId

IS_LONG = 400
"""With so many turns a person has to wait, and is told how long."""


class Owner(Enum):
    """Whose a wait is."""

    PERSON = auto()
    """A person's, on the screen that is shown: it is told, can be stopped, and ends as that screen
    is left. Who asks for something else waits for that alone."""
    FILES = auto()
    """A person's as well, who gives or saves files meanwhile: each is taken, and none twice."""
    SCREEN = auto()
    """The screen's that is shown: it ends as that is left. Nobody is told."""
    LINE = auto()
    """The connection's to others: it ends with that. One that is long is told."""
    CHOICE = auto()
    """A person's who has chosen what counts on every screen, as a language: it is told and can be
    stopped, and goes on whatever is shown. The last choice alone counts."""
    LIBRARY = auto()
    """That of what is kept, whatever is shown. Nobody is told."""
    PAGE = auto()
    """The page's own, whatever is shown. Nobody is told."""

    @property
    def is_persons(self) -> bool:
        """Whether somebody waits who is told of it, and can stop it."""
        return self in (Owner.PERSON, Owner.FILES, Owner.CHOICE)

    @property
    def is_of_screen(self) -> bool:
        """Whether it ends as the screen is left."""
        return self in (Owner.PERSON, Owner.FILES, Owner.SCREEN)


class Need(Frozen, is_kind=True):
    """What is missing."""

    @property
    def node_id(self) -> str:
        """The node that says so."""
        return "late-told"

    def heading(self, words: Words) -> str | None:
        """The heading of the screen that waits for it, if it has one of its own."""
        return None

    @property
    def has_own_ways(self) -> bool:
        """Whether its links lead back to where it is wanted."""
        return False

    def links(self, words: Words) -> tuple[Child, ...]:
        """Where a person may go meanwhile."""
        return (link_button(words.gettext("All games"), "#/", "is-quiet"),)

    def told(self, words: Words) -> str:
        """What a person is told who waits for it."""
        return words.gettext("Fetching …")

    def missing(self, words: Words) -> str:
        """What a person is told if it cannot be had."""
        return words.gettext("This could not be fetched. Check that you are online, and try again.")


class Replaying(Need):
    """Work that the page does itself, a little at a time: ``ReadOn`` goes on with it."""

    work: LongWork[Any]

    def told(self, words: Words) -> str:
        return words.gettext("Reading the game …")


class Stored(Need):
    """What storage has under a key; the answer is a text, or None if there is nothing."""

    store: str
    key: str

    def told(self, words: Words) -> str:
        return words.gettext("Reading the game …")


class PuzzlePack(Need):
    """A game's puzzles, as text."""

    game: str

    @property
    def node_id(self) -> str:
        return "puzzle-told"

    def heading(self, words: Words) -> str:
        return words("{game}: puzzles", game=catalog.game_of(self.game).info.title)

    def told(self, words: Words) -> str:
        return words.gettext("Fetching the puzzles …")

    def missing(self, words: Words) -> str:
        return words.gettext(
            "The puzzles could not be fetched. Check that you are online, and try again."
        )


class AllRead(Need):
    """That the session was told of all that is kept, or that it cannot be read."""

    def told(self, words: Words) -> str:
        return words.gettext("Reading what is saved on this device …")


class Written(Need):
    """That storage has all it was given so far, or has told of which matches it has not."""

    job: int = 0
    """Which import waits for it: an answer that an earlier one has asked for is too early."""


class OwnersFile(Need):
    """What the site's owner has named for play with people elsewhere, as text."""


class Examples(Need):
    """The examples of bots, as text."""


class Modules(Need):
    """The Python of screens that a start does without; the answer is whether it is there."""


class Catalogue(Need):
    """The words of a language; the answer is whether they are there."""

    language: str


class HostBuild(Need):
    """Which build of the site its host has by now, by its id; None if it cannot be reached."""


class Came(TimedMessage):
    """The answer to a ``Fetch``. One that nobody waits for is dropped."""

    need: Need
    value: str | bool | None
    at_ms: float

    @property
    def misses_part(self) -> bool:
        return isinstance(self.need, PuzzlePack | Modules | Catalogue) and not self.value


class Wait(Frozen):
    need: Need
    owner: Owner
    then: Message | None
    """What follows once it is there; None where it is enough that it is."""
    is_told: bool = False
    """Whether it has taken so long that the person is told."""
    is_missing: bool = False
    """Whether it could not be had, so that the person may try again."""

    @property
    def is_long(self) -> bool:
        """Whether the person is told at once, and of how many turns."""
        return isinstance(self.need, Replaying) and self.need.work.total >= IS_LONG


class WaitScreen(ScreenState):
    """Where the address leads is not here yet; the wait is in ``Session.waits``."""

    back: str
    """The address of what was on screen before; empty for none."""


# ---------------------------------------------------------------- what follows


class Found(Frozen):
    """A match as storage had it."""

    kept: StoredMatch | None = None
    replay: Replay | None = None
    why: str = ""
    """Why it cannot be read; empty if it can."""

    def match(self) -> Match | None:
        """The match, once its turns are replayed; None if it is kept no more. Raises ValueError if
        it is damaged."""
        if self.why:
            raise ValueError(self.why)
        if self.kept is None or self.replay is None:
            return None
        return self.kept.match(self.replay)


class Follow(Message, is_kind=True):
    """What only follows upon a wait."""

    @property
    def about(self) -> object:
        return ""


class WithMatch(Follow):
    """What is done with a kept match once it is read."""

    match_id: MatchId
    found: Found | None = None
    """None before that."""

    @property
    def about(self) -> object:
        return self.match_id


class OpenKept(WithMatch):
    """A person wants the match on the table."""

    sent: LinkedMatch | None = None
    """The match as a link or a host has brought it, if one has."""
    is_told: bool = False
    """Whether it was a host: what it tells counts no more once it is left."""


class ComeHome(WithMatch):
    """This tab plays the match on the table from now on, as another tab has left it."""


class ReadAgain(WithMatch):
    """Another tab has changed a match that is shown here, or played live."""


class MakeSummary(WithMatch):
    """A summary that cannot be read is made anew from its match."""

    told: str = ""
    """Its text; empty if there is none."""
    flaw: str = ""
    """Why it cannot be read."""


class WithText(Follow):
    """What is done with a text as it is."""

    key: str = ""
    """Under which storage has it; empty for a file of the site."""
    text: str | None = None
    """None before it has come, and if there is none."""

    @property
    def about(self) -> object:
        return self.key


class Compare(WithText):
    """An import finds out which kept matches began like one of its own: one after the other."""

    number: int = 0
    """Which of them it is."""


class EndImport(Follow):
    """Storage has what an import has taken: only now is it told as over."""


class OpenLinked(Follow, TimedMessage):
    """A link with a match, all of whose turns have been played, leads to it."""

    link: LinkReplay
    at_ms: float
