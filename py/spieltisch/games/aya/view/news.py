"""What has just happened at AYA's table, who called, what matched; and its list of moves."""

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import word
from spieltisch.games.aya.rules.duties import AYA, OYE, Attempt
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.matches import CardMatch, matches
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import LEFT, Move
from spieltisch.games.aya.view import sentences
from spieltisch.games.aya.view.cards import lit
from spieltisch.games.aya.view.sentences import mark, told_event
from spieltisch.games.aya.view.track import small_track
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import JudgedCall, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Run, TimedCall, Turn

MOST_OVERLOOKED = 2
"""So many of the matches that nobody has seen are shown."""

MARKS = {"missed": "failed", "stood": "stands"}
"""The page's names for some kinds of events; for others, see ``sentences.mark``."""


def told_turns(scene: Scene) -> tuple[Turn, ...]:
    """The turns to tell: the last one, and before an exceptional move the one that led to it."""
    told: list[Turn] = []
    for turn in reversed(scene.recent):
        told.insert(0, turn)
        if not sentences.is_exceptional(sentences.told_event(turn)):
            break
    return tuple(told[-2:])


def just_matched(scene: Scene) -> tuple[OpenCard, ...]:
    return sentences.told_event(scene.last).cards if scene.last is not None else ()


def news(scene: Scene) -> Markup:
    told = told_turns(scene)
    return region(
        "div#news.news",
        [
            _told(scene, turn, number)
            for number, turn in enumerate(told, start=scene.ply - len(told) + 1)
        ],
        _best_runs(scene) if scene.position.outcome or not scene.ply else None,
    )


def _told(scene: Scene, turn: Turn, number: int) -> Markup:
    """A turn; its number makes it a new node in place of the last one, see ``markup.anew``."""
    event = sentences.told_event(turn)
    mark = MARKS.get(event.kind, sentences.mark(event))
    words = scene.words
    is_fresh = turn is scene.last and event.kind == "called"
    tie = sentences.tie_text(scene) if turn is scene.last else ""
    tie = tie or (scene.verdict if is_fresh else "")
    return el(
        "div",
        {"id": f"news-{number}", "class": f"news-item is-{mark}", "data-event": mark},
        el("p", sentences.event_sentence(turn, event, scene.names, words)),
        el("p.news-tie", tie) if tie else None,
        lit(event.cards, words) if event.cards else None,
        _overlooked(scene, turn, event) if event.overlooked else None,
    )


def _overlooked(scene: Scene, turn: Turn, event: AyaEvent) -> Markup:
    """The matches that nobody has seen, on the track as it was when the OYE was called."""
    track, duty = turn.before.track, turn.before.duty
    if isinstance(duty, Attempt) and duty.demonstration:
        track = duty.demonstration.track
    return el(
        "ul.missed",
        [
            _overlooked_match(scene.words, track, match)
            for match in event.overlooked[:MOST_OVERLOOKED]
        ],
    )


def judged_call(call: TimedCall, turn: Turn, words: Words) -> JudgedCall:
    """What a call was worth, with the matches that there were."""
    found, track = matches(turn.before)[:MOST_OVERLOOKED], turn.before.track
    verdicts = {
        (AYA, True): words.gettext("match shown"),
        (AYA, False): words.gettext("no match shown"),
        (OYE, True): words.gettext("right, there was none"),
        (OYE, False): words.gettext("wrong, there was a match"),
    }
    none = words.gettext("No card could be matched.")
    told = words.gettext("Possible: {moves}.").format(
        moves="; ".join(sentences.moves_text(match.moves, words) for match in found)
    )
    return JudgedCall(
        word(turn.before, call.word),
        verdicts[call.word, call.is_right],
        told if found else none,
        el("ul.missed", [_overlooked_match(words, track, match) for match in found])
        if found
        else el("p.turning-told", none),
    )


def _overlooked_match(words: Words, track: str, match: CardMatch) -> Markup:
    return el(
        "li.missed-match",
        small_track(track, match.moves[0]),
        el("span.missed-moves", sentences.moves_text(match.moves, words)),
        lit(match.cards, words),
    )


def _best_runs(scene: Scene) -> Markup | None:
    """The best runs with as many cards, by the same rule book."""
    if not scene.runs:
        return None
    words = scene.words
    return el(
        "div.runs",
        el("h2", words.gettext("Best runs")),
        el("ol", [el("li", run_text(run, words)) for run in scene.runs]),
    )


def run_text(run: Run, words: Words) -> str:
    seconds = round(run.ms / 1000)
    told = [
        words.gettext("all cleared")
        if not run.left
        else words.ngettext("{n} card left", "{n} cards left", run.left).format(n=run.left),
        f"{seconds // 60}:{seconds % 60:02}",
    ]
    if run.helps:
        told.append(words.ngettext("{n} assist", "{n} assists", run.helps).format(n=run.helps))
    return ", ".join(told)


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
