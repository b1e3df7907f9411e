"""What the table says of turns and of ends: its own are told here, all others by the game."""

from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView
from spieltisch.kit.words import Words
from spieltisch.table import FlagFall, Outcome, Seat, TableAction, TableEnd, Turn


def outcome_sentence(view: GameView, outcome: Outcome, names: Names, words: Words) -> str:
    """Who won and why."""
    match outcome.reason:
        case TableEnd.TIME:
            return _won_on_time(outcome, names, words)
        case TableEnd.RESIGNED:
            return _resigned(outcome, names, words)
        case TableEnd.AGREED:
            return words.gettext("Draw agreed.")
    return view.outcome_sentence(outcome, names, words)


def _won_on_time(outcome: Outcome, names: Names, words: Words) -> str:
    if len(names) == 2 and len(outcome.winners) == 1:
        winner = min(outcome.winners)
        loser = names[2 - winner]
        if names.you is not None and names.you != winner:
            return words.gettext("You are out of time, and {name} wins.").format(
                name=names[winner - 1]
            )
        to_you = words.gettext("You win: {loser} is out of time.")
        return names.told(winner, to_you, words.gettext("{name} wins on time."), loser=loser)
    winners = [names.called(seat, words) for seat in sorted(outcome.winners)]
    if names.you in outcome.winners and len(winners) == 1:
        return words.gettext("You win on time.")
    told = words.ngettext("{names} wins on time.", "{names} win on time.", len(winners))
    return told.format(names=words.gettext(" and ").join(winners))


def _resigned(outcome: Outcome, names: Names, words: Words) -> str:
    if not outcome.winners:
        return names.told(1, words.gettext("You gave up."), words.gettext("{name} gave up."))
    winner = min(outcome.winners)
    if len(names) > 2:
        # Somebody was out before: the outcome does not say which of the others has resigned.
        to_you = words.gettext("You win by resignation.")
        return names.told(winner, to_you, words.gettext("{name} wins by resignation."))
    loser: Seat = 3 - winner
    if names.you == loser:
        return words.gettext("You resigned. {name} wins.").format(name=names[winner - 1])
    to_you = words.gettext("{loser} resigned. You win.")
    of_other = words.gettext("{loser} resigned. {name} wins.")
    return names.told(winner, to_you, of_other, loser=names[loser - 1])


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
