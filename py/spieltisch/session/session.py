"""One person's side of the table: settings, matches, and what is on screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from spieltisch.play.match import Match
from spieltisch.play.timing import Call
from spieltisch.session.effects import Effect
from spieltisch.session.keys import Slot
from spieltisch.session.notice import Notice
from spieltisch.session.progress import Progress
from spieltisch.session.runs import Runs
from spieltisch.session.screens.key_test import KeyTestScreen
from spieltisch.session.screens.lesson.state import LessonScreen
from spieltisch.session.screens.table.state import TableScreen
from spieltisch.session.settings import Settings
from spieltisch.table import Setup


@dataclass(frozen=True)
class StartScreen:
    """The menu: what can be continued is told by the matches."""


@dataclass(frozen=True)
class RulesScreen:
    """The rules of a game."""

    game: str


@dataclass(frozen=True)
class SetupScreen:
    """Attributes:
    setup: the match being set up: without a seed, with all its players, its start empty where
        chance deals. Its options may hold some that only another variant knows: they count again
        when that one is chosen.
    draws_seats: whether lots are drawn, when the match starts, for who sits where.
    """

    setup: Setup
    draws_seats: bool = False


@dataclass(frozen=True)
class SettingsScreen:
    """Attributes:
    binding: the slot that the next key is for; None while no key is waited for.
    """

    binding: Slot | None = None


Screen: TypeAlias = (
    StartScreen
    | SetupScreen
    | TableScreen
    | LessonScreen
    | RulesScreen
    | SettingsScreen
    | KeyTestScreen
)
"""What is on screen. Leaving a screen drops its state, so nothing of it is in the way elsewhere."""


@dataclass(frozen=True)
class Device:
    """What is known of the browser that the page runs in.

    Attributes:
        worker: how the bots' worker is; see WorkerChanged.
        key_labels: what is printed on keys, by code, as the keyboard tells.
        hidden_since_ms: since when nobody sees the page, by its clock; None while it is seen.
        runs: the best runs of those who play alone.
        progress: how far somebody has come with the lessons.
    """

    worker: str = "starting"
    key_labels: Mapping[str, str] = field(default_factory=dict)
    hidden_since_ms: float | None = None
    runs: Runs = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)


@dataclass(frozen=True)
class Session:
    """Attributes:
    settings: what was chosen for the site.
    matches: the match of each game, by name; one game's match does not end another's.
    notice: what is to be read, on whatever screen.
    screen: what is on screen.
    device: the browser.
    """

    settings: Settings = field(default_factory=Settings)
    matches: Mapping[str, Match] = field(default_factory=dict)
    notice: Notice | None = None
    screen: Screen = field(default_factory=StartScreen)
    device: Device = field(default_factory=Device)

    @property
    def table(self) -> TableScreen | None:
        """The table, if it is on screen."""
        return self.screen if isinstance(self.screen, TableScreen) else None

    @property
    def lesson(self) -> LessonScreen | None:
        """The lesson, if one is on screen."""
        return self.screen if isinstance(self.screen, LessonScreen) else None

    @property
    def board(self) -> TableScreen | LessonScreen | None:
        """The screen, if it has a board to play on."""
        return self.table or self.lesson

    @property
    def match(self) -> Match | None:
        """The match on screen, with what is tried out in its place; a lesson's is one as well."""
        if self.lesson is not None:
            return self.lesson.match
        if not isinstance(self.screen, TableScreen):
            return None
        variation = self.screen.variation
        return variation.match if variation is not None else self.matches[self.screen.game]

    @property
    def kept_match(self) -> Match | None:
        """The match on the table itself, whatever is tried out in its place."""
        return self.matches[self.screen.game] if isinstance(self.screen, TableScreen) else None

    @property
    def looked_at(self) -> Match | None:
        """The match on screen, as it was at the moment that is looked at."""
        table, match = self.table, self.match
        return match if table is None or match is None else table.looked_at(match)

    @property
    def next_wake_ms(self) -> float | None:
        """When the session wants a ``Wake``, by the page's clock; None for never."""
        if self.lesson is not None:
            return self.lesson.wake_ms
        table, match = self.table, self.match
        if table is None or match is None or table.replacement is not None:
            return None
        return table.timing.next_wake_ms(match)

    @property
    def calls_held(self) -> tuple[Call, ...]:
        """The calls of which it is still open who was first; nothing is drawn until then."""
        return self.screen.timing.held if isinstance(self.screen, TableScreen) else ()

    def with_match(self, match: Match) -> Self:
        """The session with a game's match replaced."""
        return replace(self, matches={**self.matches, match.setup.game: match})

    def with_table(self, table: TableScreen, match: Match) -> Self:
        """The session with another state of the match on the table, or of what is tried out in
        its place."""
        table = table.for_match(match)
        if table.variation is None:
            return self.with_match(match).on(table)
        variation = table.variation.with_match(match, self.matches[table.game])
        return self.on(replace(table, variation=variation))

    def on(self, screen: Screen) -> Self:
        """The session with another screen, or the same in another state."""
        return replace(self, screen=screen)


Result: TypeAlias = tuple[Session, tuple[Effect, ...]]
