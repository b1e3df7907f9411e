"""What has just happened at AYA's table: who called, what, and how much time is left; what came of
it; and the list of moves.

A call is shown in a place of its own (``#call``), which is always there so that nothing moves when
somebody calls, and on the track's rim, which takes the caller's colour and drains with the clock.
"""

from collections.abc import Sequence
from math import ceil

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import meaning, word
from spieltisch.games.aya.rules.duties import AYA, CONCEDE, OYE, REFUTE, STOP, Attempt, Oye
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.matches import CardMatch, matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import LEFT
from spieltisch.games.aya.view import sentences
from spieltisch.games.aya.view.cards import lit
from spieltisch.games.aya.view.sentences import mark, told_event
from spieltisch.games.aya.view.track import small_track
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Flight, Glow, JudgedCall, Scene
from spieltisch.kit.sentences import pause_button, ready_button, seconds
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Solitaire, TimedCall, Turn

ZONE_GLOW = "zone-glow"
"""What glows once the balls of a match have settled; see ``rim``."""


def caller(position: AyaPosition) -> Seat | None:
    """The seat whose call the table waits for; None while nobody has called."""
    duty = sentences.still_owed(position)
    if isinstance(duty, Oye):
        return duty.caller
    if isinstance(duty, Attempt) and position.variant.is_timed:
        return duty.seat
    return None


def board_class(scene: Scene) -> str:
    """Class names for the whole table: lit for a call, veiled while nobody plays."""
    seat = caller(scene.position)
    if scene.gate is not None:
        return f" is-gated is-{scene.gate.reason}"
    if seat is not None:
        return f" is-called is-seat-{seat}"
    return " is-telling" if _told_caller(scene) is not None else ""


def _told_caller(scene: Scene) -> Seat | None:
    """Whose call the last turn has decided; until that turn has been seen, the call stays."""
    last = scene.last
    if last is None or scene.gate is not None or not isinstance(last.before.duty, Attempt):
        return None
    return caller(last.before)


def call(scene: Scene) -> Markup:
    """The place for calls, for "ready?", for the countdown and for Pause."""
    seat, told = caller(scene.position), _told_caller(scene)
    kinds, words, ready = ["call"], None, ready_button(scene)
    if seat is not None and scene.gate is None:
        kinds += [f"is-seat-{seat}"] + ["has-lead"] * (_lead_ms(scene) is not None)
        words = _called(scene, scene.ply, seat, scene.position)
    elif told is not None and scene.last is not None:
        # For the eye alone and as long as the last turn moves: the same node as before that turn,
        # so that it does not come up once more.
        words = _called(scene, scene.ply - 1, told, scene.last.before, is_past=True)
    kinds += ["has-words"] * (words is not None) + ["has-ready"] * (ready is not None)
    return region(
        "div#call",
        {"class": " ".join(kinds)},
        words,
        _finish(scene),
        _number(scene),
        ready or pause_button(scene),
    )


def _lead_ms(scene: Scene) -> int | None:
    """By how much the last call was first, where others had called, too: a photo finish."""
    last = scene.last
    return scene.lead_ms if last is not None and told_event(last).kind == "called" else None


def _called(
    scene: Scene, ply: int, seat: Seat, position: AyaPosition, *, is_past: bool = False
) -> Markup:
    """Who has called, and what; where there is little room the name is cut, not the call."""
    name = scene.words("{name}:", name=scene.names.told(seat, scene.words))
    kind = f"call-words was-called is-seat-{seat}" if is_past else "call-words"
    ms = None if is_past else _lead_ms(scene)
    lead = None if ms is None else join(" ", el("small", _by(ms, scene.words)))
    return el(
        "p",
        {"id": f"called-{ply}", "class": kind, "aria-hidden": "true" if is_past else None},
        el("span.call-name", name),
        " ",
        el("b", call_words(position, scene.words)),
        lead,
    )


def _by(ms: int, words: Words) -> str:
    return words("{time} ahead", time=seconds(words, ms))


def _finish(scene: Scene) -> Markup | None:
    """A photo finish, large and for a moment: who was first, and by how much. For the eye alone:
    those who listen are told in a sentence."""
    finish = scene.finish
    if finish is None:
        return None
    name = scene.names.told(finish.seats[0], scene.words)
    kind = f"photo-finish is-seat-{finish.seats[0]}"
    return el(
        "p",
        {"id": f"finish-{finish.number}", "class": kind, "aria-hidden": "true"},
        el("span.call-name", f"{name},"),
        " ",
        el("b", _by(finish.ms, scene.words)),
    )


def call_words(position: AyaPosition, words: Words) -> str:
    """What the caller says."""
    duty = position.duty
    if isinstance(duty, Attempt) and duty.demonstration is not None:
        return words.gettext("I see one!")
    if isinstance(duty, Attempt) and duty.is_second:
        return words.gettext("Second move!")
    return word(position, OYE if isinstance(duty, Oye) else AYA) + "!"


def _number(scene: Scene) -> Markup | None:
    """The seconds left of the countdown or of a clock; the shell counts a clock's down."""
    words, clock, gate = scene.words, scene.clock, scene.gate
    if gate is not None:
        if not gate.count:
            return None
        return el("p.call-count", {"id": f"count-{gate.count}"}, gate.count)
    if clock is None:
        return None
    labels = {"move": words.gettext("Time to move"), "refute": words.gettext("Time to refute")}
    kind, label = f"call-seconds is-{clock.name}", labels[clock.name]
    shape = {"id": f"seconds-{scene.ply}", "class": kind, "role": "timer", "aria-label": label}
    return el("span", {**shape}, ceil((clock.until_ms - clock.from_ms) / 1000))


def rim(scene: Scene, frame: Markup, zone: Markup) -> Markup:
    """What a call or a match draws on the track, whose outline is ``frame``; ``zone`` is the play
    zone's."""
    seat, drawn = caller(scene.position), []
    if seat is not None and scene.gate is None:
        drawn.append(el("g.rim-ground", frame))
        drawn.append(el("g", {"class": f"rim-clock is-seat-{seat}"}, frame))
    if scene.last is not None and told_event(scene.last).kind in ("matched", "refuted"):
        glow = {"id": f"{ZONE_GLOW}-{scene.ply}", "class": ZONE_GLOW, "data-after": ZONE_GLOW}
        drawn.append(el("g", {**glow}, zone))
    return region("g#rim.rim", {"aria-hidden": "true"}, drawn)


def shout_words(position: AyaPosition, seat: Seat, shout: str, words: Words) -> str:
    """What a seat's button says: what pressing it means at this moment."""
    texts = {
        REFUTE: words.gettext("I see one"),
        CONCEDE: words.gettext("I see none"),
        STOP: words.gettext("I stop"),
    }
    return texts.get(meaning(position, seat, shout) or "", word(position, shout))


def after_motions(turn: Turn) -> tuple[Glow | Flight, ...]:
    """What follows a match once the balls have settled: the zone glows, then the cards leave.
    Cards that only refute an OYE stay where they are."""
    event = told_event(turn)
    if event.kind not in ("matched", "refuted"):
        return ()
    if event.kind == "refuted":
        return (Glow(ZONE_GLOW),)
    flights = (Flight(f"gone-{c.pile}-{c.place}", _goal(turn, event.seat, c)) for c in event.cards)
    return (Glow(ZONE_GLOW), *flights)


def _goal(turn: Turn, seat: Seat, card: OpenCard) -> str:
    """Where a card goes that a seat has matched (docs/rules.md, AYA, under each variant): under its
    pile, which lies open; to the number of those that it has won; or out of the game."""
    variant = turn.before.variant
    if variant.keeps_piles:
        return f"hand-{seat}" if card.owner in (turn.seat, None) else ""
    return f"scored-{seat}" if variant.shows_won else ""


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
    turns, words, solitaires = told_turns(scene), scene.words, None
    first = scene.ply - len(turns) + 1
    told = [_told(scene, turn, number) for number, turn in enumerate(turns, start=first)]
    if scene.solitaires and (scene.position.outcome or not scene.ply):
        # The best ones with as many cards, by the same rule book.
        listed = [el("li", solitaire_text(solitaire, words)) for solitaire in scene.solitaires]
        solitaires = el("div.runs", el("h2", words.gettext("Best runs")), el("ol", listed))
    return region("div#news.news", told, solitaires)


def _told(scene: Scene, turn: Turn, number: int) -> Markup:
    """A turn; its number makes it a new node in place of the last one, see ``markup.anew``."""
    event = sentences.told_event(turn)
    mark = MARKS.get(event.kind, sentences.mark(event))
    words = scene.words
    is_fresh = turn is scene.last and event.kind == "called"
    tie = sentences.tie_text(scene) if turn is scene.last else ""
    tie = tie or (scene.verdict if is_fresh else "")
    # The track as it was when an OYE was called.
    track, duty = turn.before.track, turn.before.duty
    if isinstance(duty, Attempt) and duty.demonstration:
        track = duty.demonstration.track
    return el(
        "div",
        {"id": f"news-{number}", "class": f"news-item is-{mark}", "data-event": mark},
        el("p", sentences.event_sentence(turn, event, scene.names, words)),
        el("p.news-tie", tie) if tie else None,
        lit(event.cards, words) if event.cards else None,
        _overlooked(words, track, event.overlooked),
    )


def _overlooked(words: Words, track: str, found: Sequence[CardMatch]) -> Markup | None:
    """Some of the matches that nobody has seen, each on the track."""
    drawn = [
        el(
            "li.missed-match",
            small_track(track, match.moves[0]),
            el("span.missed-moves", sentences.moves_text(match.moves, words)),
            lit(match.cards, words),
        )
        for match in found[:MOST_OVERLOOKED]
    ]
    return el("ul.missed", drawn) if drawn else None


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
    told = words(
        "Possible: {moves}.",
        moves="; ".join(sentences.moves_text(match.moves, words) for match in found),
    )
    return JudgedCall(
        word(turn.before, call.word),
        verdicts[call.word, call.is_right],
        told if found else none,
        _overlooked(words, track, found) or el("p.turning-told", none),
    )


def solitaire_text(solitaire: Solitaire, words: Words) -> str:
    seconds = round(solitaire.ms / 1000)
    told = [
        words.gettext("all cleared")
        if not solitaire.left
        else words.counted("{n} card left", "{n} cards left", solitaire.left),
        f"{seconds // 60}:{seconds % 60:02}",
    ]
    if solitaire.helps:
        told.append(words.counted("{n} assist", "{n} assists", solitaire.helps))
    return ", ".join(told)


def move_words(turn: Turn, names: Names, words: Words) -> str:
    """A turn as the list of moves tells it; the clock's turns name the seat that was too slow."""
    event, move = told_event(turn), turn.action
    told = words.gettext("{n} left") if move.endswith(LEFT) else words.gettext("{n} right")
    return _pattern(turn, event, words, is_yours=event.seat == names.you).format(
        name=names.told(event.seat, words),
        word=word(turn.before, duties.OYE),
        move=told.format(n=move[0]) if len(move) == 2 else "",
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
