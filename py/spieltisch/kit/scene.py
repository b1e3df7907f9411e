"""What a board is drawn from, and what every game's view can do.

Positions are ``Any`` here: a view is given only the scenes of its own game's matches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from functools import lru_cache
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from spieltisch.kit.marks import Place
from spieltisch.kit.markup import Markup, Value
from spieltisch.kit.names import NOBODY, Names
from spieltisch.kit.rulebook import RuleSection, read_rulebook
from spieltisch.kit.words import ENGLISH, Words
from spieltisch.table import (
    Choice,
    Clock,
    Event,
    Fact,
    Gate,
    Outcome,
    Position,
    Seat,
    Setup,
    Solitaire,
    Tie,
    TimedCall,
    Turn,
)
from spieltisch.table.text_files import read_beside


@dataclass(frozen=True)
class HelpModel:
    """What a person was told on request."""

    step: int
    """How much was told. To somebody alone: 1 there is a way on, 2 which card, 3 which move; 0 only
    whether there is one. Against others: 1 what to look at, 2 which action."""
    is_lost: bool
    """Whether there is no way on any more."""
    cards: tuple[Any, ...] = ()
    """The cards that the way on matches."""
    moves: tuple[str, ...] = ()
    """The moves that match them, or the action, as texts."""
    turn: Turn | None = None
    """Against others, the action and what it would bring about."""
    is_awaited: bool = False
    """Whether the help is still being looked for."""
    is_undecided: bool = False
    """Whether it takes too long to find out if there is a way on."""
    warning: tuple[Fact, ...] = ()
    """What threatens there, as far as it is proved."""

    @property
    def action(self) -> Any:
        """The action, once it is told; before, None."""
        return self.turn.action if self.turn is not None and self.step > 1 else None


class Worker(StrEnum):
    """The state of the bots' worker; if none can be started, the page itself thinks."""

    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


class Others(Enum):
    """How far people on other devices are who have to be ready as well."""

    MISSING = auto()
    """Somebody is not connected."""
    ASKED = auto()
    """People here have not yet said that they are ready."""
    AWAITED = auto()
    """They have."""
    SEATED = auto()
    """Nobody plays here: this screen is the table."""
    WATCHED = auto()
    """People here only watch, or have no seat yet."""


class Role(Enum):
    """What a screen is where all who play have devices of their own."""

    TABLE = auto()
    """All who play see it."""
    SEAT = auto()
    """It is one of those devices."""


class PhotoFinish(NamedTuple):
    """Two people have called hardly one after the other."""

    number: int
    """Of which turn the first call is."""
    seats: tuple[Seat, ...]
    """Who called, the fastest first."""
    ms: int
    """By how much that one was faster."""


Theme: TypeAlias = Literal["light", "dark"]

MOST_RECENT = 3
"""How many of the last turns are shown with what they brought about."""


@dataclass(frozen=True)
class BoardSettings:
    """What a person has chosen about boards; every board gets it with its scene."""

    has_place_names: bool = False
    """Whether a board also writes the names of places that would be in the way of people who do not
    need them."""
    has_tab_stops: bool = False
    """Whether Tab goes to every place that may be pressed rather than to one."""


@dataclass(frozen=True)
class Scene:
    """One picture of a match."""

    position: Any
    choice: Choice[Any] | None = None
    """What the person is choosing; None where no person may act."""
    cursor: str | None = None
    """The site that the keyboard is on; it is the board's one tab stop."""
    names: Names = NOBODY
    """The players' names, seat 1 first, and which of them is spoken to."""
    levels: tuple[int | None, ...] = ()
    """How strong the bots of the house are, seat 1 first; None where anybody else sits, and empty
    where nobody asks."""
    words: Words = ENGLISH
    settings: BoardSettings = BoardSettings()
    viewer: Seat = 1
    """The seat from whose side the board is seen."""
    thinker: Worker | None = None
    """The state of the bots' worker while a bot thinks; None while none does."""
    is_picture: bool = False
    """Whether the board is only looked at: no names, no buttons, no tab stop."""
    is_moving: bool | None = None
    """In a picture of a film, whether the pieces of the last turn are still on their way: then what
    it has brought about is not seen yet. In no other picture does anything move: None."""
    focus: frozenset[str] = frozenset()
    """In a picture, the sites that it is about: a board may draw only the part with them; empty for
    all of it."""
    lit: frozenset[str] = frozenset()
    """The sites that a lesson's task names; a board shows their names, too."""
    marks: tuple[str, ...] = ()
    """The rings and arrows that a study has there (``kit/marks.py``)."""
    turns: Sequence[Turn] = ()
    """The turns that led here, as far as they are told, without those of the table; the latest
    last."""
    said: Turn | None = None
    """The turn that led here, if it is one of the table and not of the game."""
    announced: int | None = None
    """Within how many more actions the bot that acted last will have won; None if it has not seen
    its win."""
    people: frozenset[Seat] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)
    """What is printed on the keys that are bound, by seat and word: ``2:<word>``."""
    in_vain: str | None = None
    """The token that was pressed last, if it led nowhere."""
    clock: Clock | None = None
    tie: Tie | None = None
    """The last decision about who was first, if lots were drawn."""
    help: HelpModel | None = None
    solitaires: tuple[Solitaire, ...] = ()
    """The best solitaires of a player who is alone, the best one first."""
    gate: Gate | None = None
    """What holds time back in a race until everybody is ready."""
    others: Others | None = None
    """None where nobody on another device has to be ready."""
    can_pause: bool = False
    """Whether the match is a race that goes on, so that it can be paused."""
    asked: int = 0
    """How many steps on the board is asked the same again, or back if negative."""
    is_exercise: bool = False
    """Whether it is a lesson's or a puzzle's board: what helps stands beside it."""
    role: Role | None = None
    verdict: str = ""
    """By how much the last call was first, where several devices had called; else empty."""
    lead_ms: int | None = None
    """The same in milliseconds, where no lot was drawn."""
    finish: PhotoFinish | None = None
    """The one that is seen now."""
    is_spoken: bool = False
    """Whether sentences are said and not seen: then nothing is told in notation as well."""
    is_edited: bool = False
    """Whether the position is set up by hand: it may be an impossible one, and every site can be
    pressed, also one where a match has none any more."""

    @property
    def last(self) -> Turn | None:
        return self.turns[-1] if self.turns else None

    @property
    def recent(self) -> Sequence[Turn]:
        """The last few turns, which are shown with what they brought about; the latest last."""
        return self.turns[-MOST_RECENT:]

    @property
    def ply(self) -> int:
        return len(self.turns)

    @property
    def advised(self) -> Event | None:
        """The first event of the action that a hint advises; None without one."""
        turn = self.help.turn if self.help is not None else None
        return turn.events[0] if turn is not None else None

    @property
    def hinted(self) -> tuple[str | None, str | None]:
        """Where that action starts, and where it ends; None for what is not told yet, or has no
        place."""
        sites = self.advised.sites if self.advised is not None else ()
        is_told = self.help is not None and self.help.action is not None
        return (sites[0], sites[-1] if is_told else None) if sites else (None, None)


def played_on(scene: Scene, game: str, text: str, label: str) -> dict[str, Value]:
    """The attributes that make a drawing a board to play on rather than a picture of one: its text
    in the game's notation, and a label that says what it is and how its places are reached.

    A toolbar is what screen readers (Orca, NVDA) name on entering, leave with a word, and hand all
    keys to by themselves; in an ``application`` they keep arrows and letters to themselves.
    """
    seats = sorted(seat for seat in scene.position.active_seats if seat > 0)
    return {
        "id": "board",
        "data-game": game,
        "data-position": text,
        "data-active-seat": " ".join(map(str, seats)) or None,
        "role": "toolbar",
        "aria-roledescription": scene.words.gettext("board"),
        "aria-label": label,
        # At first alone: later it would be read at each change, beside what is said of it.
        "aria-describedby": None if scene.turns else "hint",
    }


def site_button(
    scene: Scene,
    site: str,
    label: str | None,
    stop: str,
    *,
    is_target: bool = False,
    is_chosen: bool = False,
) -> dict[str, Value]:
    """The attributes that make a part of a board a button. Tab goes to the one site ``stop``, and,
    for people who have no arrow keys, to all that may be pressed."""
    is_stop = site == stop or (scene.settings.has_tab_stops and (is_target or is_chosen))
    return {
        "id": f"site-{site}",
        "data-site": site,
        "data-target": is_target,
        "role": "button",
        "tabindex": 0 if is_stop else -1,
        "aria-label": label,
        # Never absent: else the node changes its kind on choosing, and is announced anew, empty.
        "aria-pressed": "true" if is_chosen else "false",
    }


LEG_MS = 170
"""How long a piece takes from one stop to the next."""

GLOW_MS = 420

BEAT_MS = 200
"""How long nothing moves after the glows, so that the eye finds what flies off next."""

FLIGHT_MS = 400

LIGHT_MS = 250
"""How long one of the lights takes that show how a match has ended."""


@dataclass(frozen=True)
class Motion:
    """A piece that travels: the node it is drawn as now, and the way it came."""

    piece: str
    """The value of the node's ``data-piece``."""
    offsets: tuple[tuple[float, float], ...]
    """Points in board units, relative to where the piece is now; the last is (0, 0)."""
    turns: tuple[float, ...] = ()
    """How far it is turned at each point, in degrees; empty for a piece that does not roll."""


@dataclass(frozen=True)
class Glow:
    """What lights up once the pieces of a turn have settled."""

    mark: str
    """The value of the node's ``data-after``."""


@dataclass(frozen=True)
class Flight:
    """What flies off once all glows are over, such as a card to the seat that has won it."""

    mark: str
    """The value of the node's ``data-after``."""
    goal: str
    """The id of the node that it flies to; empty if it leaves the table."""


@dataclass(frozen=True)
class Light:
    """What lights up, one after another and each with a tone, once a match is over: what has ended
    it."""

    mark: str
    """The value of the node's ``data-after``."""


@dataclass(frozen=True)
class OptionWords:
    """A set-up option in a person's language."""

    label: str
    choices: Mapping[str, str]
    notes: Mapping[str, str] = field(default_factory=dict)
    """More about some of the choices, in a few words."""


@dataclass(frozen=True)
class Preset:
    """Several options chosen at once, under one name: its label, and the values by option."""

    label: str
    values: Mapping[str, str]


@runtime_checkable
class TableView(Protocol):
    """What a view adds if its board is the whole table: the seats, their cards, what happened."""

    def status(self, scene: Scene) -> str:
        """Who is to do what, in a few words."""

    def presets(self, words: Words) -> Mapping[str, tuple[str, Sequence[Preset]]]:
        """Choices at set-up that stand for several options: a label and its presets, by name."""


@dataclass(frozen=True)
class GoalWords:
    """The goal of a puzzle, in words."""

    task: str
    """A sentence with ``{side}`` for the side that is to reach it and ``{n}`` for how many of its
    own actions that takes."""
    answer: str
    """What is said to an action that does not lead there."""
    note: str = ""
    """What makes it hard, in a sentence that is told before anything was done; ``{horizon}`` is
    how many moves ahead the puzzle was proved."""
    solved: str = ""
    """What was reached, where the board does not show it."""


class SkillWords(NamedTuple):
    """A game's own skill (``Puzzles.skill``) in words."""

    title: str
    rules: str
    """What is asked, and how one answers."""


class JudgedCall(NamedTuple):
    """A call of a match that is over, in words."""

    word: str
    verdict: str
    """Whether it was right, in a few words."""
    told: str
    """What could have been called, in a sentence."""
    drawing: Markup
    """What could have been called, drawn."""


class GameView(Protocol):
    """One game as a person sees and hears it. All functions are pure.

    A view inherits from here the functions for what its game does not have: paint, keys and buttons
    of its own, a start to be arranged, reasons. It has fixed words as data (TextView), or functions
    that give them.
    """

    rulebook: ClassVar[tuple[RuleSection, ...]] = ()
    fixed_words: ClassVar[Mapping[str, Any]] = {}

    def __hash__(self) -> int:
        """A view has no state, so its type is enough; caches use views as keys."""
        return hash(type(self))

    def board(self, scene: Scene) -> Markup:
        """The board as ``svg[data-game][data-position]``, every site a ``[data-site]``."""

    def paint(self) -> Markup:
        """The gradients and patterns that its drawings refer to, for the page's one ``defs``; their
        ids are the game's own."""
        return Markup("")

    def places(self, position: Any) -> Mapping[str, Place]:
        """Where marks are drawn, by site; empty for a board that draws none."""
        return {}

    def neighbour(self, scene: Scene, site: str, key: str) -> str | None:
        """The site a key leads to from a site (``ArrowLeft``, ``Home``, ...); None if to none."""

    def token_of(self, scene: Scene, site: str, key: str) -> str | None:
        """The token of the choice that a key presses while a site has the focus; None for none.

        Enter and the space bar press the site itself, without being asked about here.
        """
        return None

    def questions(self, words: Words) -> Mapping[str, str]:
        """The letter keys with which a listening person asks about the board: key to meaning."""
        return _translated(self.fixed_words["questions"], words)

    def answer(self, scene: Scene, key: str) -> str:
        """The answer to a question, for the site that the keyboard is on."""

    def keys(self, words: Words) -> Mapping[str, str]:
        """What the other keys do on the board, for the list of keys: the keys' names to meaning.

        Enter, the space bar, Escape and what works everywhere need not be told.
        """
        return _translated(self.fixed_words["keys"], words)

    def controls(self, scene: Scene) -> Markup | None:
        """Buttons (``data-token``) for what is not chosen on the board itself.

        None for a game whose board is enough. Else buttons to go back and, if the choice could be
        played as it is, to play it are added beside them.
        """
        return None

    def goal(self, scene: Scene) -> str:
        """What everybody wants, in a line, for a table at which nothing has happened yet."""
        return self.tagline(scene.words)

    def hint(self, scene: Scene) -> str:
        """What can be done now, or why what was chosen cannot, in a sentence or two."""

    def why_not(self, scene: Scene, token: str) -> str | None:
        """Why what a person pressed leads nowhere, in a sentence; None where there is nothing to
        explain, as when a piece is let go, or where the hint says it."""
        return None

    def before_race(self, scene: Scene) -> str:
        """What keys to know before a race, for those who listen; empty in games without one."""
        return ""

    def action_sentence(self, turn: Turn, names: Names, words: Words) -> str:
        """What was played, to be spoken and shown."""

    def action_words(self, turn: Turn, words: Words) -> str:
        """An action in words, as it stands within a sentence; as it is written where that reads as
        language."""
        return turn.entry.action

    def move_words(self, turn: Turn, names: Names, words: Words) -> str:
        """A turn as the list of moves tells it, with who did it and what came of it, beside the
        notation; empty where the notation says it all."""
        return ""

    def call_kinds(self, words: Words) -> Mapping[str, str]:
        """What a right call can be about, by kind (``Shouts.kinds``); nothing for a game without
        calls."""
        return _translated(self.fixed_words.get("call_kinds", {}), words)

    def judged_call(self, call: TimedCall, turn: Turn, words: Words) -> JudgedCall:
        """What a call that was made with a turn was worth, in a game with calls."""
        return JudgedCall(call.word, "", "", Markup(""))

    def solitaire_words(self, category: str, words: Words) -> str:
        """What a solitaire of a category (``Solver.category``) was about; empty for a category of
        another game."""
        return ""

    def goal_words(self, goal: str, position: Position[Any], words: Words) -> GoalWords | None:
        """A goal that only this game's puzzles have, in a position; None for one that games
        share."""
        return None

    def skill_words(self, words: Words) -> SkillWords | None:
        """The skill that the game trains; None for a game without."""
        return None

    def glance(self, scene: Scene) -> str:
        """All that is to be seen in a position of that skill, for those who listen."""
        return ""

    def left_sentence(self, scene: Scene) -> str:
        """What was not reached in a puzzle that somebody plays alone; empty where there is another
        side, whose answer tells it."""
        return ""

    def refutation_sentence(
        self, turn: Turn, wins_in: int | None, names: Names, words: Words
    ) -> str:
        """What the best answer to a mistake does to the seat that made it, in a whole sentence that
        names the answer; empty where the game has nothing of its own to tell. The turn is the
        answer, which was not played; ``wins_in`` says within how many moves its seat is proved to
        win, if it is."""
        return ""

    def theme_words(self, words: Words) -> Mapping[str, str]:
        """What the game's puzzles are about, by theme."""
        return _translated(self.fixed_words.get("themes", {}), words)

    def outcome_sentence(self, outcome: Outcome, names: Names, words: Words) -> str:
        """Who won and why."""

    def motions(self, turn: Turn) -> tuple[Motion, ...]:
        """The pieces that travel when an action is shown."""

    def after_motions(self, turn: Turn) -> tuple[Glow | Flight | Light, ...]:
        """What glows, flies off or lights up once the pieces of a turn have settled."""
        return ()

    def seen_ms(self, turn: Turn) -> float:
        """How long it takes to show all motions, glows and flights of a turn."""
        legs = max((len(motion.offsets) - 1 for motion in self.motions(turn)), default=0)
        parts = [part for part in self.after_motions(turn) if not isinstance(part, Light)]
        flight_ms = BEAT_MS + FLIGHT_MS if any(isinstance(part, Flight) for part in parts) else 0
        return LEG_MS * legs + (GLOW_MS if parts else 0) + flight_ms

    def seat_name(self, seat: Seat, words: Words) -> str:
        """What a seat is called: a colour, a number."""

    def side_words(self, seat: Seat, words: Words) -> str:
        """The same within the task of a puzzle, where some languages name the pieces of a side:
        *juegan las oscuras*."""
        return self.seat_name(seat, words)

    def seat_note(self, scene: Scene, seat: Seat) -> str:
        """What there is to know of a seat beside its name, in a few words; may be empty."""

    def seat_badge(self, seat: Seat) -> Markup:
        """A small drawing of the seat's piece, for lists of players."""

    def falling(self, seat: Seat) -> Sequence[Markup]:
        """What rains down when the seat has won: its pieces."""
        return (self.seat_badge(seat),)

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        """The set-up options' labels, by option name."""
        options = self.fixed_words["options"].items()
        return {name: _option_words(option, words) for name, option in options}

    def start_words(self, words: Words) -> OptionWords | None:
        """The label and choices (``random``, ``arranged``) of the start; None if never arranged."""
        start = self.fixed_words.get("start")
        return _option_words(start, words) if start is not None else None

    def arranger(self, start: str, words: Words) -> Markup | None:
        """The start as a board to be arranged by hand; None where a game has no such thing."""
        return None

    def start_flaw(self, start: str, words: Words) -> str:
        """What an arranged start still lacks, in a sentence; empty where that cannot be told."""
        return ""

    def variant_picture(self, variant: str) -> Markup | None:
        """A small drawing of what a variant is about, for the choice among them; None where words
        are enough."""
        return None

    def picture_position(self) -> Any:
        """A position worth looking at, for the menu."""

    def tagline(self, words: Words) -> str:
        """The game in a sentence, for the menu."""
        tagline: str = self.fixed_words["tagline"]
        return words.gettext(tagline)

    def rules(self, words: Words) -> tuple[RuleSection, ...]:
        """The rules in short sections, every rule with a picture where one can be drawn."""
        return tuple(section.translated(words) for section in self.rulebook)


@lru_cache
def as_table(view: GameView) -> TableView | None:
    """A view whose board is the whole table. Cached: every picture asks, and the check against a
    protocol is slow."""
    return view if isinstance(view, TableView) else None


def layout_of(view: GameView, scene: Scene) -> tuple[str, ...]:
    """What a page's layout depends on, of its board (`kit.frame.page`): whether it is a ``board``
    or the ``whole`` table, and whether several people sit at this device (``shared``)."""
    is_shared = len(scene.people) > 1 and scene.role is not Role.TABLE
    kind = "board" if as_table(view) is None else "whole"
    return (kind, "shared") if is_shared else (kind,)


class TextView(GameView):
    """A view with its rules in ``rulebook.toml``, and its fixed words, in English, in
    ``words.toml``: ``tagline``, ``questions``, ``keys``, ``themes``, ``call_kinds``, the
    ``options`` and the ``start``. What a game lacks is left out.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.rulebook = read_rulebook(cls.__module__)
        cls.fixed_words = read_beside(cls.__module__, "words.toml")


def _translated(texts: Mapping[str, str], words: Words) -> dict[str, str]:
    return {name: words.gettext(text) for name, text in texts.items()}


def _option_words(option: Mapping[str, Any], words: Words) -> OptionWords:
    label, choices, notes = option["label"], option["choices"], option.get("notes", {})
    return OptionWords(words.gettext(label), _translated(choices, words), _translated(notes, words))


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
        out; raises ValueError for what is no such text, a FlawError where it can tell which part
        of it is wrong."""

    def meant(self, draft: Setup, text: str) -> str:
        """The text that ``read`` takes for one as people type it, in whatever case and order; what
        it leaves out stays as it is in the draft. One that cannot be meant is refused by it."""
        return text

    def text(self, draft: Setup) -> str:
        """The position as text, which ``read`` takes."""
        return draft.start

    def position(self, draft: Setup) -> Any:
        """What is drawn, by ``GameView.board`` with ``Scene.is_edited``."""

    def site_text(self, scene: Scene, site: str) -> str:
        """What lies on a site, in words; empty for what is none."""

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
