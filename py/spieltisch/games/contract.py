"""A game as a record of capabilities; one that a game lacks is None.

It is here and not in table/ because a view is about scenes and markup, of which table/ knows
nothing.
"""

from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from importlib import import_module
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from spieltisch.kit.markup import Markup
from spieltisch.kit.scene import Editor, GameView, Scene, Theme
from spieltisch.kit.words import Words
from spieltisch.search.game import SearchGame
from spieltisch.table import Fact, GameInfo, Position, Rules, Seat, Setup, TimedCall, Turn
from spieltisch.table.lesson import Course

MOST_PIXELS = 100_000
"""No drawing is wider."""

P = TypeVar("P", bound=Position[Any])
A = TypeVar("A")


def late(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported at the first call, as no start needs it.

    >>> late("math", "gcd")(12, 18)
    6
    """
    return lambda *given: getattr(import_module(module), name)(*given)


@dataclass(frozen=True)
class SearchBots:
    """Bots that look ahead, on the page in a worker; they give hints and evaluations, too."""

    search_for: Callable[[Any], SearchGame[Any, Any]]
    """What the game provides for the search of a position."""
    levels: tuple[int, ...]
    """The weakest first."""
    review_nodes: int
    """How many nodes each position of a review is searched for."""


class Reaction(NamedTuple):
    """What a bot will do if nobody acts before it."""

    delay_ms: float
    """How long after the position came up."""
    action: Any
    """A legal action of its seat."""


class Sighting(NamedTuple):
    """What a bot that a person has written says it sees."""

    call: str
    """The word to call where words are called."""
    moves: tuple[str, ...]
    """The moves that show it, the next first; empty if there is nothing to show."""
    delay_ms: float
    """How long it takes to see it, or to play the next move."""


@dataclass(frozen=True)
class ReactionBots:
    """Bots that react at once, each in its own time: for games in which the faster one acts."""

    react: Callable[[Any, Seat, int, Random], Reaction | None]
    """What a seat will do in a position that it observes, at a level and with random numbers; None
    if it has nothing to do."""
    levels: tuple[int, ...]
    """The weakest first."""
    act_on: Callable[[Any, Seat, Sighting], Reaction | None]
    """What a seat does that sees something; None if it has nothing to do."""
    goes_on_looking: Callable[[Any, Any], bool]
    """Whether what a seat was about to do in a position still holds in the next one."""
    chance: Callable[[Any, Seat], float] = lambda position, seat: 0.5
    """A seat's chance to win from a position that it observes, 0 to 1, as far as it can be counted
    at a glance."""


@dataclass(frozen=True)
class Shouts:
    """Words that every seat may call, by a key or a button of its own."""

    words: tuple[str, ...]
    """The words as tokens, the one for "yes, there is" first."""
    keys: Mapping[str, tuple[str, ...]]
    """By word, the places on the keyboard (``event.code``) of each seat's key, seat 1 first."""
    reserved: frozenset[str]
    """Keys that play on the board, so that no word can be on them."""
    meaning: Callable[[Any, Seat, str], Any]
    """The legal action that a seat's word stands for in a position; None for nothing."""
    label: Callable[[str], str]
    """A word as it is written on keys, whatever the edition."""
    is_heard: Callable[[Any], bool]
    """Whether words mean anything in a position."""
    is_race: Callable[[Setup], bool]
    """Whether people act against a clock in matches of a set-up: then nothing is taken back."""
    timed_calls: Callable[[Iterable[Turn]], tuple[TimedCall, ...]]
    """The calls of a match, judged, given its turns from the first on, the table's among them."""
    kinds: tuple[str, ...]
    """What a right call can be about, the easiest to see first."""


@dataclass(frozen=True)
class Advice:
    """The next step of a way to clear everything."""

    cards: tuple[Any, ...]
    """What it clears, as the game's view knows it."""
    actions: tuple[Any, ...]
    """The actions that are still to be played for it."""


@dataclass(frozen=True)
class Undecided:
    """Whether everything can be cleared takes too long to find out."""


@dataclass(frozen=True)
class Solver:
    """Finds a way to the end for a person who plays alone, and says which runs can be compared."""

    category: Callable[[Setup], str | None]
    """The name of the runs that a match of this set-up is compared with, unique among all games;
    None if it is not played alone."""
    total: Callable[[Setup], int]
    advise: Callable[[Any], Advice | Undecided | None]
    """The next step; None if not everything can be cleared any more. Soon there, whatever the
    position: a page waits for it."""


@dataclass(frozen=True)
class DailyDuel:
    """What everybody is dealt alike on a day, to be cleared alone against the clock."""

    setup: Setup
    """Of a game that is played alone; its seed is the number of the day."""
    rolled: Callable[[Any, Any], str]
    """A sign for what an action does from a position, which gives nothing away."""


class Spot(Protocol):
    """A position of which one is to see at a glance what can be done, and all that is right in
    it."""

    @property
    def position(self) -> str:
        """Its text."""

    @property
    def nodes(self) -> Sequence[Mapping[str, int | None]]:
        """At each moment that may come the right actions, each with the number of the next moment;
        None where it is solved."""

    @property
    def effort(self) -> int:
        """How much has to be looked at."""


@dataclass(frozen=True)
class Skill:
    """What a game asks of the eye, trained with positions of which nothing is shipped."""

    goal: str
    """The goal of its puzzles."""
    setup: Setup
    """Of what its positions are."""
    made: Callable[[int, Random], Spot]
    """A position of a band (play/puzzle.py), drawn by chance: always the same by the same numbers,
    as links and days lead to it."""
    why: Callable[[Sequence[Turn], bool], Sequence[Fact]]
    """Why the last turn is right, or wrong, as facts that are certain, if there are any; all turns
    since the position are given."""


@dataclass(frozen=True)
class Puzzles:
    """What the game's puzzles are about; the puzzles are in a pack that is fetched when it is
    wanted (docs/puzzles.md).
    """

    goals: tuple[str, ...]
    """The goals that a puzzle may have."""
    themes: tuple[str, ...] = ()
    """The themes that a puzzle may have."""
    former_themes: Mapping[str, str] = field(default_factory=dict)
    """Themes that links may name which were sent before, and into which each has gone."""
    horizon: int = 0
    """If the goal is to hold out, the other side must have no forced win within so many moves after
    a right action, and must have one after every wrong action."""
    sees_losses: bool = False
    """Whether the game's search gives every move after which the other side wins at once the value
    of a loss in two plies."""
    future: Callable[[Any], Hashable] = lambda position: position
    """A key that is equal for positions from which play goes on alike."""
    past: Callable[[Any], Sequence[Any]] = lambda _: ()
    """The positions before one, the oldest first and each without a past of its own, as far as the
    rules remember them."""
    duel: DailyDuel | None = None
    """The duel of the day, if the game has one."""
    skill: Skill | None = None
    """A skill of its own that can be trained, if the game has one."""
    why: Callable[[Sequence[Turn], Callable[[], Any]], Sequence[Fact]] = lambda *_: ()
    """What the last turn of a puzzle does, a right one, as facts that are certain, if there are
    any; all turns since its position are given. What is called gives the other side's action that
    would win after most of the other actions, its threat; None if there is none."""
    warn: Callable[[Any, Callable[[], Any]], Sequence[Fact]] = lambda *_: ()
    """What threatens whoever is to act in a position, for hints. What is called gives the other
    side's threat, as in ``why``."""
    missed: Callable[[Sequence[Turn]], Sequence[Fact]] = lambda _: ()
    """Why the last turn failed, a wrong one, once it is taken back."""
    why_not: Callable[[Sequence[Turn], Any, int, bool], Sequence[Fact]] = lambda *_: ()
    """Why the last turn fails, a wrong one. Of the other side's answer, None if there is none,
    within how many of its own actions it wins if the last is true; else within how many more
    actions the goal, to win, can't be reached any more (play/reasons.py)."""


@dataclass(frozen=True)
class OwnCards:
    """What people may type in who have the game's cards at home, to be dealt in the place of this
    site's. A deck is a text, a word a card; each word has parts that can be pressed."""

    usual: str
    """This site's."""
    blank: str
    """A card to begin with."""
    parts: tuple[str, ...]
    """What can be pressed on a card."""
    pressed: Callable[[str, str], str]
    """A card after a press on a part."""
    part_words: Callable[[str, str, Words], str]
    """A part of a card in words, as it is now."""
    is_on: Callable[[str, str], bool]
    """Whether a part of a card is as a press on a blank card makes it."""
    part_picture: Callable[[str, str], Markup | None]
    """A part of a card as a drawing; None for one that is told in words."""
    picture: Callable[[str, Words], Markup]
    """A card as a drawing, or as text if it is none."""
    told: Callable[[str, Words], str]
    """A card in words."""
    words_of: Callable[[str], list[str]]
    """The cards of a deck as a person has typed or pasted it, a word each."""
    is_card: Callable[[str], bool]
    """Whether a word is a card."""
    flaws: Callable[[str], Sequence[Fact]]
    """What is wrong with a deck: card by card, then with all of them."""
    start_of: Callable[[str], str]
    """A deck, or the cards of a start, as a start from which to deal; equal for equal decks. Raises
    SetupError."""
    is_undealt: Callable[[str], bool]
    """Whether a start is nothing but a deck."""
    is_dealt: Callable[[str], bool]
    """Whether a start has other cards than this site's."""
    solitaire: Setup
    """What one person plays alone with them."""
    deal: Callable[[str, Random], Generator[None, None, str | None]]
    """Deals something to be cleared from a start with own cards, as text and step by step; None if
    nothing came of it. Raises SetupError."""
    dealt: Callable[[str], tuple[Setup, str, str]]
    """The set-up of such a deal, its position as text, and the deck as a start. Raises
    ValueError."""
    themes: Callable[[Setup, str, Sequence[str], Collection[str]], tuple[str, ...]]
    """The themes of what a deal leads to, in the order of the game's ``puzzles``, given its set-up,
    its position as text, a line that clears it and all first actions that are right."""
    efforts: tuple[int, ...]
    """The effort of the hardest puzzle in each band of the game's pack but the last."""


class Arrays(NamedTuple, Generic[P, A]):
    """A game in numbers, for programs that learn it."""

    actions: Sequence[A]
    """All actions that any match may have, in an order that never changes: the number of one is its
    index."""
    shape: tuple[int, ...]
    """That of an observation."""
    observe: Callable[[P, Seat], bytes]
    """What a seat observes, as numbers from 0 to 255 in an array of that shape, the last index
    changing fastest. It is seen from the seat: its own things come first. Raises ValueError for
    what is no seat of the match."""


class BotIdea(Enum):
    """What a step of the course for writers of bots is about, where it is not about points."""

    PLAYING = auto()
    """The bot plays without a mistake in its file."""
    WINNING = auto()
    """It wins whenever it can at once."""
    GUARDING = auto()
    """It lets nobody win at once where that could be helped."""


@dataclass(frozen=True)
class BotSkill:
    """What a game has its bots show, turn by turn, beside the ideas of all games."""

    told: str
    """The goal, in English, as ``gettext_noop`` marks it; and so of the other."""
    wrong: str
    """What is told of a turn that does not show it."""
    look: Callable[[Turn, int], bool | None]
    """Whether a turn of the bot's shows it, so many milliseconds after the turn before; None if it
    was not asked for."""
    enough: int = 0
    """So often it must have been shown."""


@dataclass(frozen=True)
class BotGoal:
    """What a bot is to show against a bot of the house."""

    rival: str
    """Its name."""
    matches: int
    points: int = 0
    idea: BotIdea | BotSkill | None = None
    """What is looked at beside the points, or instead of them."""
    within: int = 0
    """By so many actions of its own each match has to be over; 0 for any number."""


@dataclass(frozen=True)
class BotField:
    """What a bot can ask, of which a step has need."""

    code: str
    told: str
    """In English, as ``gettext_noop`` marks it."""
    shown: Callable[[Any], object] | None = None
    """What it is in a position."""


@dataclass(frozen=True)
class BotStep:
    """A step of the course for writers of bots: one idea, and what shows that a bot has it."""

    goal: BotGoal
    hint: str
    """Its idea, in English, as ``gettext_noop`` marks it."""
    fields: tuple[BotField, ...] = ()


@dataclass(frozen=True)
class BotCourse:
    """The steps that lead to a bot of one's own, the first of which is done by any file that plays.
    The worked solution of each of the others is a file in examples/."""

    steps: tuple[BotStep, ...]
    ways_on: tuple[str, str, str]
    """What those can do next who have done them, in English, as ``gettext_noop`` marks it."""
    version: int = 0
    """Another one if the game had other steps in a release, or the usual goals, so that what was
    done of those does not count."""
    may_win: Callable[[Any, Seat], Iterable[Any]] | None = None
    """The actions of a seat in a position among which all are that win at once, where a game knows
    them sooner than by trying each."""


@dataclass(frozen=True)
class GameOf(Generic[P, A]):
    """A game, whose positions and actions are of these types."""

    info: GameInfo
    rules: Rules[P, A]
    view: GameView
    bots: SearchBots | ReactionBots | None = None
    shouts: Shouts | None = None
    solver: Solver | None = None
    """Helps a person who plays alone."""
    lessons: Course | None = None
    puzzles: Puzzles | None = None
    editor: Editor | None = None
    own_cards: OwnCards | None = None
    bot_course: Callable[[], BotCourse] | None = None
    asked: tuple[str, ...] = ()
    """What bots ask its positions for, as code: some of what ``position``, ``seat`` and ``action``
    have that no other game's do."""
    arrays: Callable[[], Arrays[P, A]] | None = None
    """Gives the game in numbers, made when it is first asked for."""

    def begin(self, seed: int, setup: Setup | None = None) -> P:
        """The first position as a seed deals it, of a set-up or else with every default; raises
        SetupError."""
        chosen = self.info.default_setup() if setup is None else setup
        self.info.check(chosen)
        start = self.rules.deal(chosen, Random(seed).shuffle)
        return self.rules.initial_position(replace(chosen, seed=seed, start=start))

    def drawing(
        self, position: Any, viewer: Seat = 1, theme: Theme = "light", width: int = 480
    ) -> str:
        """A position as a whole SVG file: the board as the page draws it, seen from a seat, so many
        pixels wide; raises ValueError for another theme, or no width."""
        if theme not in get_args(Theme):
            raise ValueError(f"{theme!r} is no theme; choose from {', '.join(get_args(Theme))}")
        if not 1 <= width <= MOST_PIXELS:
            raise ValueError(f"a drawing is 1 to {MOST_PIXELS} pixels wide")
        # Late: no start needs it.
        from spieltisch.kit.standalone import standalone

        board = self.view.board(Scene(position=position, viewer=viewer, is_picture=True))
        return standalone(board, self.view.paint(), type(self.view).__module__, theme, width)

    @property
    def search_bots(self) -> SearchBots | None:
        """The bots if they look ahead: then there are hints, evaluations and reviews."""
        return self.bots if isinstance(self.bots, SearchBots) else None

    @property
    def reaction_bots(self) -> ReactionBots | None:
        """The bots if they react."""
        return self.bots if isinstance(self.bots, ReactionBots) else None


Game: TypeAlias = GameOf[Any, Any]
"""Any game."""
