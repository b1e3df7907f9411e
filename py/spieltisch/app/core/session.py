"""One person's side of the table: settings, matches, what is on screen, and the match that is
there."""

from collections.abc import Mapping
from dataclasses import field, replace
from string import ascii_lowercase, digits
from typing import Self, TypeAlias, TypeVar

from spieltisch.app.core.damage import Damage
from spieltisch.app.core.dates import UTC, Day, Zone, day_of, number_of
from spieltisch.app.core.deletion import Deletion
from spieltisch.app.core.effects import Effect
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.core.library import Library
from spieltisch.app.core.live import IS_UP, Hosting, Live, Meeting, meeting_of
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.messages import HostState, OfflineState, Permission
from spieltisch.app.core.news import Aside, ScreenState, StartScreen
from spieltisch.app.core.notice import Notice, Standstill
from spieltisch.app.core.settings import Settings
from spieltisch.app.core.table import CHUNK, MOST_TRIED, TableScreen, Tried
from spieltisch.app.core.waits import OpenKept, Wait
from spieltisch.kit.scene import Worker
from spieltisch.kit.words import LANGUAGES
from spieltisch.live.codes import Room, parse_room
from spieltisch.play.codec import LinkError, format_setup
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import AskBot
from spieltisch.play.puzzle import Puzzle
from spieltisch.play.summary import ID_LENGTH, MatchId
from spieltisch.play.timing import Call, speed_for, stay_ms
from spieltisch.table import Setup

S = TypeVar("S", bound=ScreenState)

DIGITS = digits + ascii_lowercase
"""The characters that ids are made of."""

LAST_WALL_MS = number_of(Day(9999, 12, 31)) * 86_400_000
"""Days have years of four digits, and it may be later by some hours where a person is."""


MOST_TURNS = 500
"""How many turns are held of the matches before the latest one: each takes some kilobytes."""


ANY_RELAY = "wss:"
"""How a policy says that any relay may be asked."""


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
    """The address of the page, or of a site that has it, which links to send begin with."""
    is_one_file: bool = False
    """Whether the page is one file with all of the game in it, and lies on no host."""
    can_connect: bool = True
    """Whether the browser can connect to others directly."""
    relays: str = ""
    """Which relays the page's policy lets it ask, as its owner has it: ``wss:`` for any, the
    addresses of some, with blanks between, or none."""
    site_relay: str = ""
    """The relay that the site's file names, once it was read."""
    site_servers: str = ""
    """The STUN and TURN servers that it names, a line each."""
    notifies: Permission | None = None
    """Whether the browser may notify people; None where it cannot."""
    is_still: bool = False
    """Whether nothing is to move on the page."""
    megabytes: int = 0
    """How much is kept of the game for play without a network; 0 if it cannot be."""
    offline: OfflineState | None = None
    """Whether it is; None while that is not known."""
    build: str = ""
    """The id of the build that the page is of; empty if it is served as it is in the sources."""
    host: HostState = HostState.SAME
    """What the host had when a part of the page was missing last."""

    @property
    def can_keep_game(self) -> bool:
        return self.megabytes > 0 and self.offline is not OfflineState.UNABLE

    @property
    def east_minutes(self) -> int:
        """How far local time is ahead of UTC in these days."""
        return self.zone.east_at(round(self.zero_ms))

    @property
    def is_owners(self) -> bool:
        """Whether the site's owner has named a relay."""
        return bool(self.relays)

    @property
    def takes_any_relay(self) -> bool:
        """Whether the owner lets people name one of their own, too."""
        return self.relays == ANY_RELAY

    def may_ask(self, relay: str) -> bool:
        """Whether the page's policy lets it ask a relay."""
        host = f"wss://{relay.partition('/')[0]}"
        return bool(relay) and (self.takes_any_relay or host in self.relays.split())


class Visit(Frozen):
    """What lasts from the opening of the page until it is closed."""

    id: str = "00000000"
    """The beginning of all ids that are given in this visit: letters and digits drawn when the page
    was opened, so that no other visit has the same."""
    count: int = 0
    is_whole: bool = True
    """Whether the Python is here that a start does without (``LATE`` in screens.py)."""
    is_read: bool = True
    """Whether the session was told of all that is kept, or that it cannot be read."""
    packs: Mapping[str, tuple[Puzzle, ...]] = field(default_factory=dict)
    """The puzzles that have been fetched, by game."""
    languages: frozenset[str] = frozenset(LANGUAGES)
    """Those whose words are here."""
    is_newer_told: bool = False
    """Whether the person was told that the host has another build by now."""
    imports: int = 0
    """How many imports there have been."""


class Heard(Frozen):
    """A session at the moment of its latest news, which are put into words when they are drawn.
    What becomes otherwise later, such as what a computer does, is not said again."""

    session: "Session"


class FailedBot(Frozen):
    """A bot of the person's own has failed at the table: nothing goes on before it is asked again,
    or something else happens."""

    notice: Standstill
    asked: AskBot
    """What it was asked."""
    is_on_board: bool = False
    """Whether the board tells it, as the notice was put away or another one has come."""


class Session(Frozen):
    settings: Settings = field(default_factory=Settings)
    matches: Mapping[MatchId, Match] = field(default_factory=dict)
    """The latest matches of this visit, with all their turns; the one that was changed or opened
    last is the last."""
    library: Library = field(default_factory=Library)
    kept: Kept = field(default_factory=Kept)
    damage: Damage = field(default_factory=Damage)
    """Which entries of storage cannot be read."""
    notice: Notice | None = None
    """What the person is told, whatever screen is shown, unless a bot of theirs has failed."""
    failed: FailedBot | None = None
    deletions: tuple[Deletion, ...] = ()
    """What was deleted and can be brought back, the latest last, which is told beside all else."""
    screen: ScreenState = field(default_factory=StartScreen)
    aside: Aside | None = None
    address: str = ""
    """Where the page has been led last, and arrived."""
    waits: tuple[Wait, ...] = ()
    """What is not here yet, see waits.py."""
    undrawn: tuple[MatchId, int] = ("", 0)
    """A match, and how many of its first moves the list does not show yet, see DRAWN_AT_ONCE."""
    known_lines: tuple[KnownLine, ...] = ()
    """The lines of this tab whose other ends may still wait, after it was loaded anew."""
    live: Live | None = None
    """Who is connected to play live; None for nobody."""
    device: Device = field(default_factory=Device)
    visit: Visit = field(default_factory=Visit)
    heard: Heard | None = None
    """What is to be heard of the board; None for nothing."""
    heard_count: int = 0
    tried: Tried = field(default_factory=dict)
    """What is tried out in matches, also in those that are not on screen; and how the tasks of
    studies went, by their ids."""

    def on_screen(self, kind: type[S]) -> S | None:
        """The state of the screen that is shown, if it is of that kind."""
        return self.screen if isinstance(self.screen, kind) else None

    @property
    def table(self) -> TableScreen | None:
        return self.on_screen(TableScreen)

    @property
    def live_match(self) -> Match | None:
        """The match that is played live, if this visit has it: a guest waits for the host's."""
        match_id = None if self.live is None else self.live.match_id
        return None if match_id is None else self.matches.get(match_id)

    @property
    def awaited(self) -> MatchId | None:
        """The kept match that comes on the table as soon as it has been read."""
        wanted = (one.then for one in self.waits)
        return next((one.match_id for one in wanted if isinstance(one, OpenKept)), None)

    @property
    def is_drawing(self) -> bool:
        """Whether the list of moves on screen is still to be completed."""
        match_id, left = self.undrawn
        return left >= CHUNK and self.table is not None and self.table.match_id == match_id

    @property
    def match(self) -> Match | None:
        """The match on screen; an exercise has one, too."""
        return self.screen.match_in(self.matches)

    @property
    def shown_notice(self) -> Notice | None:
        """The notice that the person sees."""
        failed = self.failed
        return self.notice if failed is None or failed.is_on_board else failed.notice

    @property
    def notice_on_board(self) -> Standstill | None:
        """Why the match on screen stands still, where no notice says so."""
        failed = self.failed
        return failed.notice if failed is not None and failed.is_on_board else None

    @property
    def home(self) -> TableScreen | None:
        """The table, also while something else is tried out in its match."""
        beneath = self.screen.beneath
        return beneath if isinstance(beneath, TableScreen) else None

    @property
    def claimed(self) -> tuple[MatchId, ...]:
        """The matches that no other tab is to play: the one on the table, and the one that is
        played live from here, whatever is on screen."""
        on_table = None if self.home is None else self.home.match_id
        live = None if self.live is None else self.live.match_id
        return tuple(one for one in dict.fromkeys((on_table, live)) if one is not None)

    @property
    def servers(self) -> str:
        """The STUN and TURN servers to be asked, a line each: what a person has named, else what
        the site's file names."""
        return self.settings.stun or self.device.site_servers

    @property
    def room_here(self) -> Room | None:
        """Where the others of the match on the table are found again."""
        try:
            return None if self.kept_match is None else parse_room(self.kept_match.room.link)
        except LinkError:
            return None

    @property
    def leads_room(self) -> bool:
        """Whether this device has led the match on the table there."""
        return self.kept_match is not None and self.kept_match.room.is_host

    @property
    def may_enter_room(self) -> bool:
        """Whether they are, and the page's policy lets it go there."""
        room = self.room_here
        return room is not None and self.device.may_ask(room.relay)

    @property
    def kept_match(self) -> Match | None:
        """The match on the table, also while something else is tried out in it."""
        return None if self.home is None else self.matches[self.home.match_id]

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
        elif self.live is not None and self.live.guest.is_held:
            wanted.append(self.live.guest.proof_by_ms or 0.0)
        return min((ms for ms in wanted if ms is not None), default=None)

    @property
    def board_wake_ms(self) -> float | None:
        """When the next thing happens on the board, by the page's clock; None for never."""
        table, match = self.table, self.match
        if table is None or match is None:
            return self.screen.next_wake_ms
        if table.playback_ms is not None:
            speed = speed_for(match, self.settings.playback)
            return table.playback_ms + stay_ms(match, table.looked_at(match).shown, speed)
        return None if table.is_elsewhere else table.timing.next_wake_ms(match)

    @property
    def peers(self) -> str:
        """The value of ``<html data-peers>``."""
        if self.live is None:
            return "none"
        home = self.home
        is_coming = home is not None and home.is_elsewhere and home.match_id == self.live.match_id
        # Nothing can be played here until the tab that had the match has let it go.
        return "waiting" if is_coming and self.live.state in IS_UP else self.live.state

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
        held, turns = {match_id: match}, 0
        others = [(one, other) for one, other in self.matches.items() if one != match_id]
        for one, other in reversed(others):
            turns += len(other.turns) + 1
            if turns <= MOST_TURNS or not self._can_let_go(one):
                held[one] = other
        return replace(self, matches=dict(reversed(held.items())))

    def _can_let_go(self, match_id: MatchId) -> bool:
        """Whether a match is found again though this visit has it no more: in storage, or by the
        link that has begun it."""
        if match_id in (self.home and self.home.match_id, self.live and self.live.match_id):
            return False
        return match_id in self.library.summaries or not self.matches[match_id].turns

    def with_table(self, table: TableScreen, match: Match, *, is_said: bool = False) -> Self:
        """The session with another state of the match on the table, see
        ``TableScreen.for_match``."""
        return self.with_match(table.match_id, match).on(table.for_match(match, is_said=is_said))

    def on(self, screen: ScreenState) -> Self:
        """The session with another screen, or another state of the same. Nobody waits any more for
        what was wanted on a screen that is left."""
        waits = self.waits
        if waits and screen.subject != self.screen.subject:
            waits = tuple(one for one in waits if not one.owner.is_of_screen)
        return replace(self, screen=screen, waits=waits)

    def noting_tried(self, match_id: MatchId, text: str) -> Self:
        """The session with what is tried out in a match of this visit noted as text; what is tried
        out in others stays noted."""
        session = self.forgetting_tried(match_id)
        name = match_id if match_id in self.library.summaries else self._link_of(match_id)
        return session.noting(name, text)

    def noting(self, name: str, text: str) -> Self:
        """The session with a note by that name, for as long as the tab is open; without one for
        an empty text."""
        others = [(one, kept) for one, kept in self.tried.items() if one != name]
        if not text:
            return replace(self, tried=dict(others))
        return replace(self, tried={**dict(others[1 - MOST_TRIED :]), name: text})

    def forgetting_tried(self, match_id: MatchId) -> Self:
        """The session once nothing is tried out any more in a match of this visit."""
        names = (match_id, self._link_of(match_id))
        left = {one: text for one, text in self.tried.items() if one not in names}
        return self if len(left) == len(self.tried) else replace(self, tried=left)

    def tried_in(self, match_id: MatchId) -> str | None:
        """What is tried out in a match of this visit, as text."""
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

    @classmethod
    def table_of(cls, session: Session, table: TableScreen) -> Self:
        return cls(session, table, session.matches[table.match_id])

    @classmethod
    def of(cls, session: Session) -> Self | None:
        """What is on the table, if it is on screen."""
        table = session.table
        return None if table is None else cls.table_of(session, table)

    @property
    def seen(self) -> Match:
        return self.table.looked_at(self.match)

    @property
    def meeting(self) -> Meeting:
        """All that a match sees of live play."""
        return meeting_of(self.session.live, self.table.match_id, self.match)

    def on(self, table: TableScreen) -> Self:
        return type(self)(self.session.on(table), table, self.match)

    def after(self, session: Session) -> Self:
        """What is on the table after something has happened there."""
        # Playing never leaves the table.
        assert session.table is not None
        return self.table_of(session, session.table)
