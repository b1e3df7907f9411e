"""What the table says of its own: of turns, ends and clocks that no game knows of. All else the
games tell."""

from spieltisch.app.match.clocks import SeatClocks
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.sentences import pause_button, ready_button
from spieltisch.kit.words import Words
from spieltisch.table import FlagFall, Outcome, Seat, TableAction, TableEnd, Turn


def outcome_sentence(view: GameView, outcome: Outcome, names: Names, words: Words) -> str:
    """Who won and why."""
    winner = min(outcome.winners, default=0)
    loser: Seat = 3 - winner
    match outcome.reason:
        case TableEnd.AGREED:
            return words.gettext("Draw agreed.")
        case TableEnd.TIME if len(names) == 2 and len(outcome.winners) == 1:
            if names.you == loser:
                told = words.gettext("You are out of time, and {name} wins.")
                return told.format(name=names[winner - 1])
            to_you = words.gettext("You win: {loser} is out of time.")
            of_other = words.gettext("{name} wins on time.")
            return names.told(winner, to_you, of_other, loser=names[loser - 1])
        case TableEnd.TIME:
            winners = [names.called(seat, words) for seat in sorted(outcome.winners)]
            if names.you in outcome.winners and len(winners) == 1:
                return words.gettext("You win on time.")
            told = words.ngettext("{names} wins on time.", "{names} win on time.", len(winners))
            return told.format(names=words.gettext(" and ").join(winners))
        case TableEnd.RESIGNED if not winner:
            return names.told(1, words.gettext("You gave up."), words.gettext("{name} gave up."))
        case TableEnd.RESIGNED if len(names) > 2:
            # Somebody was out before: the outcome does not say which of the others has resigned.
            to_you = words.gettext("You win by resignation.")
            return names.told(winner, to_you, words.gettext("{name} wins by resignation."))
        case TableEnd.RESIGNED if names.you == loser:
            told = words.gettext("You resigned. {name} wins.")
            return told.format(name=names[winner - 1])
        case TableEnd.RESIGNED:
            to_you = words.gettext("{loser} resigned. You win.")
            of_other = words.gettext("{loser} resigned. {name} wins.")
            return names.told(winner, to_you, of_other, loser=names[loser - 1])
    return view.outcome_sentence(outcome, names, words)


def action_sentence(view: GameView, turn: Turn, names: Names, words: Words) -> str:
    match turn.action:
        case FlagFall(seat):
            to_you = words.gettext("Your time has run out.")
            return names.told(seat, to_you, words.gettext("{name}'s time has run out."))
        case TableAction.RESIGN if len(names) == 1:
            told = words.gettext("You give up."), words.gettext("{name} gives up.")
        case TableAction.RESIGN:
            told = words.gettext("You resign."), words.gettext("{name} resigns.")
        case TableAction.OFFER:
            told = words.gettext("You offer a draw."), words.gettext("{name} offers a draw.")
        case TableAction.ACCEPT:
            told = words.gettext("You accept the draw."), words.gettext("{name} accepts the draw.")
        case TableAction.DECLINE:
            told = (
                words.gettext("You decline the draw."),
                words.gettext("{name} declines the draw."),
            )
        case _:
            return view.action_sentence(turn, names, words)
    return names.told(turn.seat, *told)


def move_words(view: GameView, turn: Turn, names: Names, words: Words) -> str:
    """A turn as the list of moves tells it."""
    if turn.is_tables:
        return action_sentence(view, turn, names, words)
    return view.move_words(turn, names, words)


# ---------------------------------------------------------------- clocks


TENTHS_MS = 10_000
"""Below this the tenths of a second are shown, too."""

RUNNING = "seat-clock is-running"
"""The class of the clock that runs; the shell counts it down."""

KEY = "c"
"""The key with which a person asks for the clocks."""


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
            "class": RUNNING if is_running else "seat-clock",
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
    minutes, seconds = divmod(-int(-left_ms // 1000), 60)
    if not minutes:
        to_you = words.ngettext("You have {n} second.", "You have {n} seconds.", seconds)
        of_other = words.ngettext("{name} has {n} second.", "{name} has {n} seconds.", seconds)
        return names.told(seat, to_you, of_other, n=seconds)
    if not seconds:
        to_you = words.ngettext("You have {n} minute.", "You have {n} minutes.", minutes)
        of_other = words.ngettext("{name} has {n} minute.", "{name} has {n} minutes.", minutes)
        return names.told(seat, to_you, of_other, n=minutes)
    to_you = words.gettext("You have {minutes} min {seconds} s.")
    of_other = words.gettext("{name} has {minutes} min {seconds} s.")
    return names.told(seat, to_you, of_other, minutes=minutes, seconds=seconds)
