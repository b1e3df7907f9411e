"""What a list shows of a kept match: enough to recognize it and to draw its board without a replay.

A summary is kept beside its match and follows from it, except for the name and the wall clock's
times. Statistics are about thousands of matches, so each summary has how its calls turned out as a
text that is parsed only when it is needed: ``word=12,3 kind:2100,1500``, with how often a word was
right and wrong, and the times of right calls of a kind in milliseconds.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from spieltisch.games import catalog
from spieltisch.play.codec import clean_name, is_controller, linkable
from spieltisch.play.match import Match
from spieltisch.table import CLOCK, Outcome, RecordError, Seat, Setup, TimedCall
from spieltisch.table.codec import codec, parse, read_whole
from spieltisch.table.json_text import compact
from spieltisch.table.marks import COUNT, OPTIONAL, Between, Matching, MisfitError, Then

MatchId: TypeAlias = str
"""The name under which a match is kept: ID_LENGTH small letters and digits. No rule knows it."""

FEW_BRACKETS = 50
"""A text with more may be nested so deeply that only parse_json reads it safely."""

HALF = re.compile(r"[\ud800-\udfff]")
"""Half a character, which only parse_json refuses."""

LAST_MOMENT = 8_640_000_000_000_000
"""The last millisecond since 1970 that JavaScript has a date for."""

ID_LENGTH = 12
MAX_SUMMARY_LENGTH = 1_000_000
"""Letters of a summary: the position of a match that is over has all positions before it."""

MATCH_ID = Matching(re.compile(f"[a-z0-9]{{{ID_LENGTH}}}"), "is no match's")
MOMENT = Between(0, LAST_MOMENT)


def _playable(setup: Setup) -> Setup:
    """The set-up of a match that this program can play, with players fit to be shown."""
    catalog.game_of(setup.game).info.check(setup)
    for player in setup.players:
        if not is_controller(setup, player.controller):
            raise RecordError(f"{str(player.controller)!r} acts for no seat of {setup.game}")
    return linkable(setup)


def _figures(text: str) -> str:
    parse_figures(text)
    return text


@dataclass(frozen=True)
class Summary:
    """A kept match in a list."""

    id: Annotated[MatchId, MATCH_ID]
    setup: Annotated[Setup, Then(_playable)]
    name: Annotated[str, Then(clean_name)]
    """What a person called it; empty if nobody did."""
    begun_ms: Annotated[int, MOMENT]
    """When it began, in milliseconds since 1970."""
    played_ms: Annotated[int, MOMENT]
    """When it was last played."""
    length: Annotated[int, COUNT]
    """How many turns count."""
    lasted_ms: Annotated[int, COUNT]
    """How long after the beginning the last of them was played, by the match's clock."""
    board: str
    """The text of the position after them, see shown_board."""
    awaits: tuple[Seat, ...]
    """The seats that may act there, in order, without the clock."""
    outcome: Outcome | None
    helps: Annotated[int, COUNT] = 0
    calls: Annotated[str, Then(_figures)] = ""
    """The figures of people's calls if the match is over, see the module."""
    here: Annotated[frozenset[Seat], OPTIONAL] = frozenset()

    def check(self) -> None:
        """Raise ValueError for seats that the match does not have."""
        setup, outcome = self.setup, self.outcome
        setup.check_seats(self.awaits, "awaits")
        setup.check_seats(self.here, "here")
        if outcome is not None:
            setup.check_seats(outcome.winners, "outcome.winners")
            if outcome.scores is not None and len(outcome.scores) != setup.seats:
                why = f"has {len(outcome.scores)} for {setup.seats} seats"
                raise MisfitError(why, "outcome.scores")

    @property
    def people(self) -> frozenset[Seat]:
        return self.setup.people | self.here

    @property
    def own_seat(self) -> Seat | None:
        """The seat of the one person who plays; None if several do, on whatever device, or none."""
        people = self.setup.people
        return min(people) if len(people) == 1 else None


SUMMARY = codec(Summary, ignores_more=True)


def is_match_id(text: str) -> bool:
    """Whether a match may be kept under this name."""
    return MATCH_ID.pattern.fullmatch(text) is not None


def summary_of(
    match: Match, match_id: MatchId, *, begun_ms: int, played_ms: int, name: str = ""
) -> Summary:
    """The summary of a match as it is now; arguments as the attributes of Summary."""
    position, last, calls = match.position, match.last_turn, ""
    if position.outcome is not None:
        # Counted once, at the end of a match: statistics are about thousands.
        calls = format_figures(figures_of(one for one in match.calls if match.is_human(one.seat)))
    return Summary(
        id=match_id,
        setup=match.setup,
        name=name,
        begun_ms=begun_ms,
        played_ms=played_ms,
        length=match.shown,
        lasted_ms=0 if last is None else last.at_ms,
        board=shown_board(match),
        awaits=tuple(sorted(position.active_seats - {CLOCK})),
        outcome=position.outcome,
        helps=match.helps,
        calls=calls,
        here=match.here,
    )


def shown_board(match: Match) -> str:
    """The position that lists draw and know a match by, as text. If the match is over, the past is
    included, as the outcome may follow from it; otherwise the text does not grow with the match."""
    rules, position = match.rules, match.position
    is_whole = position.outcome is not None or rules.draws_whole
    return rules.format_position(position) if is_whole else rules.format_board(position)


def format_summary(summary: Summary) -> str:
    return compact(SUMMARY.write(summary))


def parse_summary(text: str) -> Summary:
    """The inverse of format_summary; raises ValueError."""
    # Only we write summaries, and a start reads thousands: use the faster parser if it is safe.
    is_shallow = text.count("[") + text.count("{") <= FEW_BRACKETS
    if not is_shallow or "\\u" in text or HALF.search(text):
        return parse(text, MAX_SUMMARY_LENGTH, SUMMARY, "the summary")
    try:
        value = json.loads(text)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    return read_whole(value, SUMMARY, "the summary")


# No count and no time has more digits; longer ones no screen could divide.
_FIELD = re.compile("([a-z-]+)([=:])([0-9]{1,16}(?:,[0-9]{1,16})*)")


@dataclass(frozen=True)
class CallFigures:
    verdicts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By word, how often it was called rightly and wrongly."""
    times_ms: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By what they were about (``Shouts.kinds``), how long right calls took."""


def figures_of(calls: Iterable[TimedCall]) -> CallFigures:
    right: dict[str, int] = defaultdict(int)
    wrong: dict[str, int] = defaultdict(int)
    times_ms: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for call in calls:
        (right if call.is_right else wrong)[call.word] += 1
        if call.is_right and call.ms is not None:
            times_ms[call.kind] += (call.ms,)
    words = sorted(right.keys() | wrong.keys())
    return CallFigures({word: (right[word], wrong[word]) for word in words}, dict(times_ms))


def format_figures(figures: CallFigures) -> str:
    """The figures as text; empty if nothing was called."""
    verdicts = [f"{word}={right},{wrong}" for word, (right, wrong) in figures.verdicts.items()]
    times = [f"{kind}:{','.join(map(str, times))}" for kind, times in figures.times_ms.items()]
    return " ".join(verdicts + times)


def parse_figures(text: str) -> CallFigures:
    """The inverse of format_figures; raises ValueError.

    >>> figures = parse_figures("aya=12,3 dark:2100,1500")
    >>> figures.verdicts["aya"], figures.times_ms["dark"]
    ((12, 3), (2100, 1500))
    >>> format_figures(figures)
    'aya=12,3 dark:2100,1500'
    """
    verdicts: dict[str, tuple[int, int]] = {}
    times_ms: dict[str, tuple[int, ...]] = {}
    for part in text.split(" ") if text else ():
        found = _FIELD.fullmatch(part)
        numbers = tuple(map(int, found[3].split(","))) if found else ()
        if found and found[2] == ":":
            times_ms[found[1]] = numbers
        elif found and len(numbers) == 2:
            verdicts[found[1]] = (numbers[0], numbers[1])
        else:
            raise ValueError(f"{part!r} is no figure of calls")
    return CallFigures(verdicts, times_ms)
