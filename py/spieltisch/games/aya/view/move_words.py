"""AYA's list of moves: who did what, and what came of it, in a few words."""

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import word
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.track import LEFT, Move
from spieltisch.games.aya.view.sentences import mark, told_event
from spieltisch.kit.names import Names
from spieltisch.kit.words import Words
from spieltisch.table import Turn


def move_words(turn: Turn, names: Names, words: Words) -> str:
    """A turn as the list of moves tells it; the clock's turns name the seat that was too slow."""
    event = told_event(turn)
    move = turn.action
    is_yours = event.seat == names.you
    return _pattern(turn, event, words, is_yours=is_yours).format(
        name=names.called(event.seat, words),
        word=word(turn.before, duties.OYE),
        move=_short_move(move, words) if len(move) == 2 else "",
        n=event.count,
    )


def _pattern(turn: Turn, event: AyaEvent, words: Words, *, is_yours: bool) -> str:
    match mark(event):
        case "aya":
            return words.gettext("{name}: AYA!")
        case "oye":
            return words.gettext("{name}: {word}!")
        case "refuting":
            return words.gettext("{name}: I see one!")
        case "exceptional":
            return words.gettext("{name}: exceptional move")
        case "moved":
            return words.gettext("{name}: {move}, first of two")
        case "matched":
            return words.ngettext(
                "{name}: {move}: {n} card", "{name}: {move}: {n} cards", event.count
            )
        case "missed" if event.has_expired:
            return words.gettext("{name}: out of time")
        case "missed" if turn.action == duties.STOP:
            return words.gettext("You stop") if is_yours else words.gettext("{name}: stops")
        case "refuted":
            return words.gettext("{name}: {move}: {word} refuted")
        case "conceded":
            to_you = words.gettext("You see none either")
            return to_you if is_yours else words.gettext("{name}: sees none either")
        case "stood":
            return words.gettext("{name}: {word} stands")
    return words.gettext("{name}: {move}: no match")


def _short_move(move: Move, words: Words) -> str:
    pattern = words.gettext("{n} left") if move[1] == LEFT else words.gettext("{n} right")
    return pattern.format(n=move[0])
