"""What the table says of its own: of turns, ends and clocks that no game knows of. All else the
games tell."""

import re
from collections.abc import Iterator
from dataclasses import replace

from spieltisch.app.board.clocks import SeatClocks
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.sentences import pause_button, ready_button
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import ENGLISH, Words
from spieltisch.play.match import Match
from spieltisch.table import FlagFall, Outcome, Seat, TableAction, TableEnd, Turn, parse_typed

TOLD = read_told(__name__)


def outcome_sentence(view: GameView, outcome: Outcome, names: Names, words: Words) -> str:
    """Who won and why."""
    tell, how, winners = Teller(TOLD, names, words), outcome.reason, sorted(outcome.winners)
    winner: Seat = min(winners, default=0)
    match how:
        case TableEnd.AGREED:
            return tell(f"ended.{how}")
        case TableEnd.TIME if len(names) != 2 or len(winners) != 1:
            told = words.listed(names.told(seat, words) for seat in winners)
            seat = winner if len(winners) == 1 else 0
            return tell(f"ended.{how}-of-several", seat, n=len(winners), names=told)
        case TableEnd.RESIGNED if not winner:
            return tell("ended.given-up", 1)
        case TableEnd.RESIGNED if len(names) > 2:
            # Somebody was out before: the outcome does not say which of the others has resigned.
            return tell(f"ended.{how}-of-several", winner)
        case TableEnd.TIME | TableEnd.RESIGNED:
            return tell(f"ended.{how}", winner, 3 - winner, loser=names[2 - winner])
    return view.outcome_sentence(outcome, names, words)


def action_sentence(view: GameView, turn: Turn, names: Names, words: Words) -> str:
    if not turn.is_tables:
        return view.action_sentence(turn, names, words)
    tell, action = Teller(TOLD, names, words), turn.action
    if isinstance(action, FlagFall):
        return tell("turn.flag-fall", action.seat)
    gives_up = action is TableAction.RESIGN and len(names) == 1
    return tell("turn.give-up" if gives_up else f"turn.{action}", turn.seat)


def typed_question(match: Match, text: str) -> str:
    """The letter that asks about the board, if no action but that was typed: so whoever's screen
    reader keeps letters to itself can ask, too. Empty if it was not."""
    key = text.strip().casefold()
    if key not in match.game.view.questions(ENGLISH):
        return ""
    try:
        parse_typed(match.rules, text)
    except ValueError:
        return key
    return ""


WHOLE_TENTHS = 87
"""Of a whole answer at once: as long as a track takes, which nobody wants in parts."""
MOST_TENTHS = 58
"""Of a part of a longer one, as what says how it goes on takes up to another 1.3 seconds."""

_SPOKEN = re.compile(r"[^\W\d](?:['’]?[^\W\d])*+|\d")
"""A word as it is spoken: the name of a pit, such as ``b4``, is two, and ``25`` is, too."""

WORD_TENTHS, STOP_TENTHS, LETTER_TENTHS = 2.2, 2.4, 0.25
DIGIT_LETTERS = 5
"""What a word takes, a stop after one, and each letter, at the speed with which Orca begins. A list
of pits is mostly stops. Of 3,842 answers in five languages, as eSpeak says them, three then took
longer than eight seconds, 8.8 at most; of 1,500 that were cut by their words alone it was 455."""


def answer_part(view: GameView, scene: Scene, key: str, step: int) -> str:
    """The answer to a letter; of a long one a part, and the same letter tells the next, where the
    game has no steps of its own."""
    whole = view.answer(scene, key)
    if view.answer(replace(scene, asked=1), key) != whole:
        return view.answer(replace(scene, asked=step), key)
    parts = parts_of(whole)
    at = step % len(parts)
    part = parts[at]
    if at == len(parts) - 1:
        return part
    told = re.sub("[,;]$", ".", part)
    return scene.words("{told} {key} goes on.", told=told, key=key.upper())


def parts_of(told: str) -> list[str]:
    """A text in parts that are not long, each of whole sentences where they are not long either.

    >>> parts_of("One. Two.")
    ['One. Two.']
    >>> [len(part.split()) for part in parts_of("Two words; " * 24)]
    [12, 12, 12, 12]
    >>> [len(part.split()) for part in parts_of("Pits: " + "a1, " * 24)]
    [7, 6, 6, 6]
    """
    told = told.strip()
    if _tenths_of(told) <= WHOLE_TENTHS:
        return [told]
    parts = [""]
    for piece in _pieces_of(told):
        longer = f"{parts[-1]} {piece}".strip()
        if _tenths_of(longer) <= MOST_TENTHS or not parts[-1]:
            parts[-1] = longer
        else:
            parts.append(piece)
    return parts


def _pieces_of(told: str) -> Iterator[str]:
    """What stays whole: what a stop ends or, where that is too long at once, a comma."""
    for piece in re.split(r"(?<=[.;]) ", told):
        if _tenths_of(piece) <= MOST_TENTHS:
            yield piece
        else:
            yield from re.split(r"(?<=,) ", piece)


def _tenths_of(told: str) -> float:
    """About how many tenths of a second a voice takes."""
    words, stops = _SPOKEN.findall(told), len(re.findall("[.,:;]", told))
    letters = sum(DIGIT_LETTERS if word.isdigit() else len(word) for word in words)
    return WORD_TENTHS * len(words) + STOP_TENTHS * stops + LETTER_TENTHS * letters


def move_words(view: GameView, turn: Turn, names: Names, words: Words) -> str:
    """A turn as the list of moves tells it."""
    if turn.is_tables:
        return action_sentence(view, turn, names, words)
    return view.move_words(turn, names, words)


# ---------------------------------------------------------------- clocks


TENTHS_MS = 10_000
"""Below this the tenths of a second are shown, too."""

RUNNING, STANDING = "seat-clock is-running", "seat-clock"
"""The class of the clock that runs; the shell counts it down."""


def clock_text(left_ms: float) -> str:
    """What a clock shows: ``1:02:03``, ``5:00`` or, with little time left, ``9.4``.

    Whole seconds are rounded up, so that 0 is the end; tenths are cut.
    """
    if left_ms < TENTHS_MS:
        tenths = max(0, int(left_ms)) // 100
        return f"{tenths // 10}.{tenths % 10}"
    seconds = -int(-left_ms // 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def elapsed_text(ms: float) -> str:
    """What a clock shows that counts up, in whole seconds: ``2:31``."""
    minutes, seconds = divmod(max(0, int(ms)) // 1000, 60)
    return f"{minutes}:{seconds:02}"


def seat_clock(words: Words, clocks: SeatClocks, seat: Seat) -> Markup:
    """The clock beside the name of a seat. Screen readers are silent about it while it runs: their
    users ask by a key, or are told when little is left."""
    left_ms, is_running = clocks.left_ms[seat - 1], clocks.running == seat
    return el(
        "span",
        {
            "id": f"clock-{seat}",
            "class": RUNNING if is_running else STANDING,
            "role": "timer",
            "aria-live": "off",
            "aria-label": words.gettext("Time left"),
        },
        clock_text(left_ms),
    )


def clock_row(scene: Scene) -> Markup:
    """The button that stops the clocks, or lets them run again, and the countdown before that."""
    part = ready_button(scene) or pause_button(scene)
    count = scene.gate.count if scene.gate is not None else 0
    return region("div#clock-row.clock-row", el("b.clock-count", count) if count else None, part)


def clocks_text(words: Words, names: Names, clocks: SeatClocks, *, is_short: bool = False) -> str:
    """How much time everybody has, to be spoken: the seat whose clock runs comes first, and is the
    only one when little is left (``is_short``)."""
    seats = sorted(range(1, len(names) + 1), key=lambda seat: seat != clocks.running)
    if is_short:
        seats = seats[:1]
    return " ".join(_left_text(words, names, seat, clocks.left_ms[seat - 1]) for seat in seats)


def _left_text(words: Words, names: Names, seat: Seat, left_ms: float) -> str:
    tell, (minutes, seconds) = Teller(TOLD, names, words), divmod(-int(-left_ms // 1000), 60)
    if not minutes:
        return tell("left.seconds", seat, n=seconds)
    if not seconds:
        return tell("left.minutes", seat, n=minutes)
    return tell("left.both", seat, minutes=minutes, seconds=seconds)
