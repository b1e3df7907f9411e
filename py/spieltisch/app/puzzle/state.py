"""The state of the puzzle on screen."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Self, TypeAlias

from spieltisch.app.board.exercise import FAILED, OPEN, Exercise, Question
from spieltisch.app.core.message import Frozen, TimedMessage
from spieltisch.app.core.news import InExercise
from spieltisch.app.core.table import Help
from spieltisch.app.core.waits import Follow
from spieltisch.app.keeping.puzzle_log import own_log, skill_log
from spieltisch.app.puzzle.contest import Contest
from spieltisch.app.puzzle.wanted import ALL, PuzzleFilter
from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.mistake import WIN, Mistake
from spieltisch.play.puzzle import Continuation, Puzzle
from spieltisch.play.reasons import UNEXPLAINED, Explanation, reason_for
from spieltisch.table import HUMAN, AnyPosition, Bot, Clock, Player, Refutation, Setup

if TYPE_CHECKING:
    # It comes late (LATE in app/screens.py).
    from spieltisch.play.dealing import Dealing


class OfPack(Frozen):
    """A puzzle of its game's pack."""

    wanted: PuzzleFilter = ALL
    """Which puzzles come one after another."""


class OfDay(Frozen):
    """The puzzle of a day, which is in the pack, too."""

    day: str
    """The day, as text."""


class InContest(Frozen):
    """A puzzle of a run, or a duel, where no hints can be had."""

    contest: Contest


class OwnMistake(Frozen):
    """A mistake of the person's own."""

    mistake: Mistake


class SentMistake(Frozen):
    """The mistake of somebody who has sent it: nothing of it is kept, and what was played is told
    only after a try."""

    mistake: Mistake


class FromCards(Frozen):
    """A puzzle that was dealt from own cards."""

    deal: str
    """What was dealt, as its game writes it."""
    cards: str
    """The deck from which that was dealt, as a start."""


class OfSkill(Frozen):
    """A puzzle of the game's own skill, made from its name."""

    day: str = ""
    """The day, as text, if it is that day's; else empty."""


Source: TypeAlias = OfPack | OfDay | InContest | OwnMistake | SentMistake | FromCards | OfSkill

FROM_PACK = OfPack()


class PuzzleScreen(Exercise, kw_only=True):
    """One puzzle on a board of its own."""

    puzzle: Puzzle
    today: str
    """The day on which it came on screen, as text."""
    source: Source = FROM_PACK
    """Where it comes from."""
    begun_ms: float = 0.0
    """When it came on screen, by the page's clock."""
    took_ms: float | None = None
    """How long it took until it was first solved; None before that."""
    node: int = 0
    """The node of its solution at which the person's next action is judged."""
    past: int = 0
    """How many of the turns led to the position."""
    right: int = 0
    """How many of the turns led to the position, or belong to the solution."""
    trace: str = ""
    """What has been done about it, see app/keeping/puzzle_log.py."""
    help: Help | None = None
    """What has been told about the person's next action; None for nothing."""
    is_judged: bool = False
    """Whether the bots have still to judge the person's last action."""
    reason: Explanation = UNEXPLAINED
    """Why the person's last action is right or wrong, or the one that was shown last."""
    refutation: Refutation | None = None
    """The best answer to the wrong action, where no reason has been proved; None as long as that is
    not known."""
    refuted: int = 0
    """After how many turns that answer comes."""
    is_shown: bool = False
    """Whether its solution is being played, or has been."""
    is_counted: bool = False
    is_practice: bool = False
    """Whether it has been solved before on this board: nothing counts any more."""
    gained: tuple[int, int] | None = None
    """The rating after the attempt, and by how much it changed; None before that, and if the puzzle
    had been attempted before."""

    @property
    def may_ask_bots(self) -> bool:
        return self.match.game.search_bots is not None

    @classmethod
    def at(
        cls,
        puzzle: Puzzle,
        today: str,
        source: Source = FROM_PACK,
        before: Exercise | None = None,
    ) -> Self:
        """A puzzle as it begins, perhaps after something else on a board."""
        match, news = match_of(puzzle), before.news if before is not None else None
        seat, game = puzzle.seat, puzzle.game
        screen = cls(
            game=game,
            match=match,
            seat=seat,
            puzzle=puzzle,
            today=today,
            source=source,
            past=len(match.turns),
            right=len(match.turns),
            news=news,
        )
        return screen.choosing().saying(InExercise.SET)

    @property
    def contest(self) -> Contest | None:
        """The contest that it belongs to."""
        return self.source.contest if isinstance(self.source, InContest) else None

    @property
    def mistake(self) -> Mistake | None:
        """Which mistake it is, a person's own or somebody else's."""
        source = self.source
        return source.mistake if isinstance(source, OwnMistake | SentMistake) else None

    @property
    def is_sent(self) -> bool:
        return isinstance(self.source, SentMistake)

    @property
    def is_from_cards(self) -> bool:
        return isinstance(self.source, FromCards)

    @property
    def is_todays(self) -> bool:
        """Whether it is the puzzle of the day on which it came on screen."""
        return self.day == self.today

    @property
    def day(self) -> str:
        """The day, as text, of which it is the puzzle; empty for none."""
        return self.source.day if isinstance(self.source, OfDay | OfSkill) else ""

    @property
    def is_of_skill(self) -> bool:
        return isinstance(self.source, OfSkill)

    @property
    def is_at_a_glance(self) -> bool:
        """Whether one is to see if there is anything to do: then a hint, or how many moves it
        takes, would be the answer."""
        puzzles = self.match.game.puzzles
        skill = None if puzzles is None else puzzles.skill
        return skill is not None and self.puzzle.goal == skill.goal

    @property
    def has_hints(self) -> bool:
        return self.contest is None and not self.is_at_a_glance

    @property
    def log_name(self) -> str:
        """Under which name attempts are kept."""
        if self.is_of_skill:
            return skill_log(self.game)
        return own_log(self.game) if self.is_from_cards else self.game

    @property
    def wins_in(self) -> int:
        """In a puzzle that somebody has made of a position, within how many moves one wins; else
        0."""
        is_made = self.mistake is not None and self.puzzle.goal == WIN
        return self.puzzle.moves if is_made else 0

    @property
    def accepted(self) -> Mapping[str, Continuation]:
        """The right actions at the current node, by their texts; the first is the one to tell."""
        return self.puzzle.solution[self.node]

    @property
    def has_past(self) -> bool:
        """Whether one can look at what has led to the position: until something is done."""
        return bool(self.match.turns) and not self.trace and self.mistake is None

    @property
    def is_past_shown(self) -> bool:
        """Whether one of the positions is looked at that have led here."""
        return not self.match.is_at_end

    def looking_at(self, number: int) -> Self:
        """The puzzle with the position after so many turns on screen; the last is to be solved."""
        last = len(self.match.turns)
        screen = replace(self, match=self.match.show(min(max(0, number), last)), choice=None)
        screen = screen.saying(InExercise.REPLIED)
        return screen if screen.is_past_shown else screen.choosing()

    @property
    def next_wake_ms(self) -> float | None:
        """When the next thing happens, by the page's clock: the end of the time that a contest has
        is one, too."""
        runs = self.contest is not None and self.contest.held_ms is None
        until_ms = self.contest.until_ms if self.contest is not None and runs else None
        return min((ms for ms in (self.wake_ms, until_ms) if ms is not None), default=None)

    @property
    def is_asking(self) -> bool:
        """Whether the bots are wanted now: to judge what was done, or to answer what was wrong."""
        match = self.match
        if (
            self.contest is not None
            or match.game.search_bots is None
            or match.is_over
            or self.wake_ms is not None
        ):
            return False
        is_known = self.refutation is not None or bool(self.reason.answer)
        is_wrong = self.state == FAILED and not self.is_shown and not is_known
        return self.is_judged or (is_wrong and self.seat not in match.position.active_seats)

    @property
    def question(self) -> Question | None:
        """With as much thought as a review's."""
        bots = self.match.game.search_bots
        if bots is None or not self.is_asking:
            return None
        return Question(self.puzzle.id, bots.review_nodes)

    def going_on(self, at_ms: float) -> Self:
        """The puzzle after a turn: a reply is to come, or else the person goes on."""
        screen = self.awaiting(at_ms)
        if screen.state != OPEN or screen.is_judged:
            return screen
        screen = replace(screen, right=len(screen.match.turns))
        return screen.choosing() if screen.wake_ms is None else screen

    def explained(self, accepted: Collection[str]) -> Self:
        """The puzzle with the reason why the last action is right or wrong, which was the seat's,
        given the texts of the right ones."""
        turns = tuple(self.match.turns[self.past :])
        before = sum(turn.seat == self.seat for turn in turns) - 1
        goal, moves = self.puzzle.goal, max(1, self.puzzle.moves - before)
        found = reason_for(self.match.game, turns, goal=goal, moves=moves, accepted=accepted)
        return replace(self, reason=found)

    def taken_back(self) -> Self:
        """The puzzle, taken back to where all was right."""
        match = self.match.show(self.right)
        match = replace(match, turns=match.turns.cut(self.right))
        again = replace(self, match=match, state=OPEN, help=None, is_shown=False)
        again = replace(again, is_judged=False, refutation=None, reason=UNEXPLAINED)
        return replace(again, replies=(), wake_ms=None).choosing().saying(InExercise.SET)

    def begun_again(self) -> Self:
        """The puzzle from its beginning, after it was solved."""
        again = type(self).at(self.puzzle, self.today, self.source, self)
        return replace(
            again,
            cursor=self.cursor,
            took_ms=self.took_ms,
            is_practice=True,
        )


def match_of(puzzle: Puzzle) -> Match:
    """A puzzle's position as a match: the one who solves it is its only person."""
    seats = range(1, puzzle.setup.seats + 1)
    players = tuple(Player("", HUMAN if seat == puzzle.seat else Bot(1)) for seat in seats)
    setup = replace(puzzle.setup, players=players)
    game = catalog.game_of(puzzle.game)
    position = game.rules.parse_position(puzzle.position)
    past = () if game.puzzles is None else game.puzzles.past(position)
    return _led_to(setup, position, past) or Match(setup, position)


def _led_to(setup: Setup, position: AnyPosition, past: Sequence[AnyPosition]) -> Match | None:
    """The match that has led to a position through these; None if none has, or if not all can be
    stepped through."""
    if not past:
        return None
    match = Match(setup, past[0])
    for goal in map(match.rules.format_board, (*past[1:], position)):
        if match.position.outcome is not None:
            return None
        (seat,) = match.position.active_seats
        actions = match.position.legal_actions(seat)
        after = ((match.position.apply(seat, action), action) for action in actions)
        found = (action for then, action in after if match.rules.format_board(then) == goal)
        action = next(found, None)
        if action is None:
            return None
        match = match.play(seat, action)
    return match if match.position == position else None


class TakeDeal(Follow, TimedMessage):
    """The deals have been gone through."""

    work: "Dealing"
    code: str
    at_ms: float
    is_after: bool
    """Whether it comes after another puzzle."""


def contest_clock(screen: PuzzleScreen | None) -> Clock | None:
    """The clock of a contest, without an end if it counts up; None where none runs or it stands."""
    contest = screen.contest if screen is not None else None
    if contest is None or contest.is_calm or contest.held_ms is not None:
        return None
    return Clock(contest.kind, contest.begun_ms, contest.until_ms or inf)
