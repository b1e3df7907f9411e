"""One person's side of the table: settings, matches, what is on screen, and the match that is
there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, digits
from typing import Any, Self, TypeAlias

from spieltisch.app.damaged.state import Damage
from spieltisch.app.dates import UTC, Day, Zone, day_of, number_of
from spieltisch.app.deck.decks import Decks
from spieltisch.app.editor.state import EditorScreen
from spieltisch.app.effects import Effect
from spieltisch.app.exercise.state import Exercise
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.lesson.state import Progress
from spieltisch.app.library import Library, Runs
from spieltisch.app.match.state import (
    CHUNK,
    MOST_TRIED,
    AwaitedMatch,
    TableScreen,
    Tried,
    format_variation,
)
from spieltisch.app.message import Frozen
from spieltisch.app.messages import OfflineState, Permission
from spieltisch.app.news import ScreenState
from spieltisch.app.notice import Notice
from spieltisch.app.puzzle.log import PuzzleLog
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.settings.settings import Settings
from spieltisch.app.start.state import StartScreen
from spieltisch.app.study.studies import Studies
from spieltisch.app.together.messages import KnownLine, KnownRoom
from spieltisch.app.together.state import Hosting, Live
from spieltisch.app.workshop.bots import Bots, PlayedSeries
from spieltisch.kit.scene import Worker
from spieltisch.play.codec import format_setup
from spieltisch.play.importing import Import
from spieltisch.play.match import Match
from spieltisch.play.puzzle import Puzzle
from spieltisch.play.replaying import Wait
from spieltisch.play.summary import ID_LENGTH, MatchId
from spieltisch.play.timing import Call, speed_for, stay_ms
from spieltisch.table import Setup

DIGITS = digits + ascii_lowercase
"""The characters that ids are made of."""

LAST_WALL_MS = number_of(Day(9999, 12, 31)) * 86_400_000
"""Days have years of four digits, and it may be later by some hours where a person is."""


class Device(Frozen):
    """What is known of the browser that the page runs in."""

    worker: Worker = Worker.STARTING
    key_labels: Mapping[str, str] = field(default_factory=dict)
    """What is printed on keys, by code, as the browser tells."""
    hidden_since_ms: float | None = None
    """Since when nobody sees the page, by its clock; None while it is seen."""
    secret: str = "0" * 32
    """What nobody else knows, drawn when the page was opened: 32 hexadecimal digits. The secrets by
    which hosts know this device are made of it."""
    zero_ms: float = 0.0
    """When the page's clock stood at 0, in milliseconds since 1970."""
    zone: Zone = UTC
    """How far local time is ahead of UTC, from moment to moment."""
    site: str = ""
    """The page's address, which links to send begin with."""
    can_connect: bool = True
    """Whether the browser can connect to others directly."""
    has_relays: bool = False
    """Whether this is the page whose policy lets it ask relays."""
    notifies: Permission | None = None
    """Whether the browser may notify people; None where it cannot."""
    is_still: bool = False
    """Whether nothing is to move on the page."""
    megabytes: int = 0
    """How much is kept of the game for play without a network; 0 if it cannot be."""
    offline: OfflineState | None = None
    """Whether it is; None while that is not known."""

    @property
    def can_keep_game(self) -> bool:
        return self.megabytes > 0 and self.offline is not OfflineState.UNABLE

    @property
    def east_minutes(self) -> int:
        """How far local time is ahead of UTC in these days."""
        return self.zone.east_at(round(self.zero_ms))


class Kept(Frozen):
    """What is kept beside matches and settings."""

    runs: Runs = field(default_factory=dict)
    progress: Progress = field(default_factory=Progress)
    puzzles: PuzzleLog = field(default_factory=PuzzleLog)
    bots: Bots = field(default_factory=Bots)
    decks: Decks = field(default_factory=Decks)
    studies: Studies = field(default_factory=Studies)
    series: PlayedSeries = field(default_factory=PlayedSeries)


class Visit(Frozen):
    """What lasts from the opening of the page until it is closed."""

    id: str = "00000000"
    """The beginning of all ids that are given in this visit: letters and digits drawn when the page
    was opened, so that no other visit has the same."""
    count: int = 0
    packs: Mapping[str, tuple[Puzzle, ...]] = field(default_factory=dict)
    """The puzzles that have been fetched, by game."""


class Reading(Frozen):
    """A long match that is being replayed, see reading.py."""

    key: str
    """What it is for: a later reading for the same takes its place."""
    replay: Wait[Any]
    then: "Callable[[Session], Result]"
    """What happens once it has been replayed; raises LinkError or SetupError as the address that
    led to the match would."""


@dataclass(frozen=True, eq=False)
class Heard:
    """A session at the moment of its latest news, which are put into words when they are drawn.
    What becomes otherwise later, such as what a computer does, is not said again."""

    session: "Session"


class Session(Frozen):
    settings: Settings = field(default_factory=Settings)
    matches: Mapping[MatchId, Match] = field(default_factory=dict)
    """The matches of this visit; the one that was changed or opened last is the last."""
    library: Library = field(default_factory=Library)
    kept: Kept = field(default_factory=Kept)
    damage: Damage = field(default_factory=Damage)
    """Which entries of storage cannot be read."""
    notice: Notice | None = None
    """What the person is told, whatever screen is shown."""
    screen: ScreenState = field(default_factory=StartScreen)
    readings: tuple[Reading, ...] = ()
    """The long matches that are being replayed, the first of them now."""
    undrawn: tuple[MatchId, int] = ("", 0)
    """A match, and how many of its first moves the list does not show yet, see AT_ONCE."""
    known_lines: tuple[KnownLine, ...] = ()
    """The lines of this tab whose other ends may still wait, after it was loaded anew."""
    known_room: KnownRoom | None = None
    """The room at a relay in which this tab was before it was loaded anew."""
    live: Live | None = None
    """Who is connected to play live; None for nobody."""
    device: Device = field(default_factory=Device)
    visit: Visit = field(default_factory=Visit)
    heard: Heard | None = field(default=None, compare=False)
    """What is to be heard of the board; None for nothing."""
    heard_count: int = 0
    tried: Tried = field(default_factory=dict)
    """What is tried out in matches, also in those that are not on screen."""

    @property
    def table(self) -> TableScreen | None:
        return self.screen if isinstance(self.screen, TableScreen) else None

    @property
    def awaited(self) -> MatchId | None:
        """The kept match that comes on the table as soon as it has been read."""
        return self.screen.match_id if isinstance(self.screen, AwaitedMatch) else None

    @property
    def puzzle(self) -> PuzzleScreen | None:
        return self.screen if isinstance(self.screen, PuzzleScreen) else None

    @property
    def exercise(self) -> Exercise | None:
        return self.screen if isinstance(self.screen, Exercise) else None

    @property
    def editor(self) -> EditorScreen | None:
        return self.screen if isinstance(self.screen, EditorScreen) else None

    @property
    def board(self) -> TableScreen | Exercise | None:
        return self.table or self.exercise

    @property
    def is_drawing(self) -> bool:
        """Whether the list of moves on screen is still to be completed."""
        match_id, left = self.undrawn
        return left >= CHUNK and self.table is not None and self.table.match_id == match_id

    @property
    def match(self) -> Match | None:
        """The match on screen, or the variation in its place; an exercise has a match, too."""
        screen = self.screen
        if not isinstance(screen, TableScreen):
            return None if self.exercise is None else self.exercise.match
        return self.matches[screen.match_id] if screen.variation is None else screen.variation.match

    @property
    def room_here(self) -> KnownRoom | None:
        """The room in which this tab was for the match on the table."""
        known, table = self.known_room, self.table
        if known is None or table is None or not self.device.has_relays:
            return None
        return known if known.match_id == table.match_id else None

    @property
    def kept_match(self) -> Match | None:
        """The match on the table itself, even if a variation is shown in its place."""
        return self.matches[self.screen.match_id] if isinstance(self.screen, TableScreen) else None

    @property
    def importing(self) -> Import | None:
        """The import, if more of it can be read now."""
        job = self.screen.job if isinstance(self.screen, ImportScreen) else None
        return None if job is None or job.is_over or job.is_waiting else job

    @property
    def looked_at(self) -> Match | None:
        table, match = self.table, self.match
        return match if table is None or match is None else table.looked_at(match)

    @property
    def next_wake_ms(self) -> float | None:
        """When the session wants a ``Wake``, by the page's clock; None for never."""
        wanted = [self.board_wake_ms]
        if isinstance(self.live, Hosting):
            wanted.append(self.live.ping_ms)
        return min((ms for ms in wanted if ms is not None), default=None)

    @property
    def board_wake_ms(self) -> float | None:
        """When the next thing happens on the board, by the page's clock; None for never."""
        if self.exercise is not None:
            return self.exercise.next_wake_ms
        table, match = self.table, self.match
        if table is None or match is None:
            return None
        if table.playback_ms is not None:
            speed = speed_for(match, self.settings.playback)
            return table.playback_ms + stay_ms(match, table.looked_at(match).shown, speed)
        return None if table.is_elsewhere else table.timing.next_wake_ms(match)

    @property
    def calls_held(self) -> tuple[Call, ...]:
        """The calls held until it is decided who was first; nothing is drawn before that."""
        return self.screen.timing.held if isinstance(self.screen, TableScreen) else ()

    def last_setup(self, game: str) -> Setup | None:
        """The set-up of the last match of a game; None if none has been played."""
        opened = [match.setup for match in self.matches.values() if match.setup.game == game]
        if opened:
            return opened[-1]
        kept = self.library.latest(game)
        return None if kept is None else kept.setup

    def wall_ms(self, at_ms: float) -> int:
        """A moment of the page's clock in milliseconds since 1970, at the latest when calendars
        end: a device's clock may say anything."""
        return min(max(0, round(self.device.zero_ms + at_ms)), LAST_WALL_MS)

    def day(self, at_ms: float) -> str:
        """The day of the calendar at a moment of the page's clock, as text."""
        return str(day_of(self.device.zone.day(self.wall_ms(at_ms))))

    def with_new_id(self) -> tuple[Self, MatchId]:
        """The session with one more id given, and that id, which no match has yet."""
        visit, left, number = self.visit, self.visit.count, ""
        for _ in range(ID_LENGTH - len(visit.id)):
            left, digit = divmod(left, len(DIGITS))
            number = DIGITS[digit] + number
        return replace(self, visit=replace(visit, count=visit.count + 1)), visit.id + number

    def with_match(self, match_id: MatchId, match: Match) -> Self:
        others = {one: other for one, other in self.matches.items() if one != match_id}
        return replace(self, matches={**others, match_id: match})

    def with_table(self, table: TableScreen, match: Match, *, is_said: bool = False) -> Self:
        """The session with another state of the match on the table, or of the variation in its
        place, see ``TableScreen.for_match``."""
        table = table.for_match(match, is_said=is_said)
        if table.variation is None:
            return self.with_match(table.match_id, match).on(table)
        variation = table.variation.with_match(match, self.matches[table.match_id])
        return self.on(replace(table, variation=variation))

    def on(self, screen: ScreenState) -> Self:
        return replace(self, screen=screen, tried=self._tried_on(screen))

    def _tried_on(self, screen: ScreenState) -> Tried:
        """What is tried out in matches with that screen on: a table has its match's variation, or
        none; on other screens all stay as they were left."""
        if not isinstance(screen, TableScreen) or not (self.tried or screen.variation):
            return self.tried
        before, match_id = self.table, screen.match_id
        if before and before.match_id == match_id and before.variation is screen.variation:
            return self.tried
        link = self._link_of(match_id)
        others = {one: text for one, text in self.tried.items() if one not in (match_id, link)}
        if screen.variation is None:
            return others
        name = match_id if match_id in self.library.summaries else link
        latest = list(others.items())[1 - MOST_TRIED :]
        return {**dict(latest), name: format_variation(screen.variation)}

    def tried_in(self, match_id: MatchId) -> str | None:
        """The variation that was left in a match of this visit, as text."""
        return self.tried.get(match_id) or self.tried.get(self._link_of(match_id))

    def _link_of(self, match_id: MatchId) -> str:
        """The link by which a match is known that is not kept."""
        setup = self.matches[match_id].setup
        return f"{setup.game}?{format_setup(setup)}"


Result: TypeAlias = tuple[Session, tuple[Effect, ...]]


class At(Frozen):
    session: Session
    table: TableScreen
    match: Match
    """The match, or the variation in its place."""

    @classmethod
    def table_of(cls, session: Session, table: TableScreen) -> Self:
        variation = table.variation
        match = session.matches[table.match_id] if variation is None else variation.match
        return cls(session, table, match)

    @classmethod
    def of(cls, session: Session) -> Self | None:
        """What is on the table, if it is on screen."""
        table = session.table
        return None if table is None else cls.table_of(session, table)

    @property
    def played(self) -> Match:
        """The match itself, even if a variation is shown in its place."""
        return self.session.matches[self.table.match_id]

    @property
    def seen(self) -> Match:
        return self.table.looked_at(self.match)

    def on(self, table: TableScreen) -> Self:
        return type(self)(self.session.on(table), table, self.match)

    def after(self, session: Session) -> Self:
        """What is on the table after something has happened there."""
        # Playing never leaves the table.
        assert session.table is not None
        return self.table_of(session, session.table)
