"""A call as the whole table sees it: who called, what, and how much time is left.

It is shown in a place of its own (``#call``), which is always there so that nothing moves when
somebody calls, and on the track's rim, which takes the caller's colour and drains with the clock.
"""

from math import ceil

from spieltisch.games.aya.rules.choice import meaning, word
from spieltisch.games.aya.rules.duties import (
    AYA,
    CONCEDE,
    OYE,
    REFUTE,
    STOP,
    Attempt,
    Oye,
)
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.view.sentences import told_event
from spieltisch.kit.markup import Markup, el, join, region
from spieltisch.kit.scene import Flight, Glow, Scene
from spieltisch.kit.sentences import pause_button, ready_button, seconds
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Turn

ZONE_GLOW = "zone-glow"
"""What glows once the balls of a match have settled; see ``rim``."""


def caller(position: AyaPosition) -> Seat | None:
    """The seat whose call the table waits for; None while nobody has called."""
    duty = position.duty
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
    is_called = seat is not None and scene.gate is None
    words = None
    if is_called and seat is not None:
        words = _called(scene, scene.ply, seat, scene.position)
    elif told is not None and scene.last is not None:
        # For the eye alone and as long as the last turn moves: the same node as before that turn,
        # so that it does not come up once more.
        words = _called(scene, scene.ply - 1, told, scene.last.before, is_past=True)
    return region(
        "div#call",
        {"class": f"call is-seat-{seat}" if is_called else "call"},
        words,
        _finish(scene),
        _number(scene),
        ready_button(scene) or pause_button(scene),
    )


def _called(
    scene: Scene, ply: int, seat: Seat, position: AyaPosition, *, is_past: bool = False
) -> Markup:
    """Who has called, and what; where there is little room the name is cut, not the call."""
    name = scene.words.gettext("{name}:").format(name=scene.names.called(seat, scene.words))
    return el(
        "p",
        {
            "id": f"called-{ply}",
            "class": f"call-words was-called is-seat-{seat}" if is_past else "call-words",
            "aria-hidden": "true" if is_past else None,
        },
        el("span.call-name", name),
        " ",
        el("b", call_words(position, scene.words)),
        None if is_past else _lead(scene),
    )


def _lead(scene: Scene) -> Markup | None:
    """By how much the call was first, where others had called, too: a photo finish."""
    if scene.lead_ms is None or scene.last is None or told_event(scene.last).kind != "called":
        return None
    return join(" ", el("small", _by(scene.lead_ms, scene.words)))


def _by(ms: int, words: Words) -> str:
    return words.gettext("by {time}").format(time=seconds(words, ms))


def _finish(scene: Scene) -> Markup | None:
    """A photo finish, large and for a moment: who was first, and by how much. For the eye alone:
    those who listen are told in a sentence."""
    finish = scene.finish
    if finish is None:
        return None
    name = scene.names.called(finish.seats[0], scene.words)
    return el(
        "p",
        {
            "id": f"finish-{finish.number}",
            "class": f"photo-finish is-seat-{finish.seats[0]}",
            "aria-hidden": "true",
        },
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
    label = (
        words.gettext("Time to move") if clock.name == "move" else words.gettext("Time to refute")
    )
    seconds = ceil((clock.until_ms - clock.from_ms) / 1000)
    return el(
        "span",
        {
            "id": f"seconds-{scene.ply}",
            "class": f"call-seconds is-{clock.name}",
            "role": "timer",
            "aria-label": label,
        },
        seconds,
    )


def rim(scene: Scene, frame: Markup, zone: Markup) -> Markup:
    """What a call or a match draws on the track, whose outline is ``frame``; ``zone`` is the play
    zone's."""
    seat = caller(scene.position)
    is_lit = seat is not None and scene.gate is None
    event = told_event(scene.last) if scene.last is not None else None
    has_matched = event is not None and event.kind in ("matched", "refuted")
    return region(
        "g#rim.rim",
        {"aria-hidden": "true"},
        el("g.rim-ground", frame) if is_lit else None,
        el("g", {"class": f"rim-clock is-seat-{seat}"}, frame) if is_lit else None,
        el(
            "g",
            {"id": f"{ZONE_GLOW}-{scene.ply}", "class": ZONE_GLOW, "data-after": ZONE_GLOW},
            zone,
        )
        if has_matched
        else None,
    )


def shout_words(position: AyaPosition, seat: Seat, shout: str, words: Words) -> str:
    """What a seat's button says: what pressing it means at this moment."""
    texts = {
        REFUTE: words.gettext("I see one"),
        CONCEDE: words.gettext("I see none"),
        STOP: words.gettext("I stop"),
    }
    action = meaning(position, seat, shout)
    return texts[action] if action in texts else word(position, shout)


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
    variant = turn.before.variant.name
    if variant == "aya-oye":
        return f"hand-{seat}" if card.owner in (turn.seat, None) else ""
    return f"scored-{seat}" if variant in ("turbo", "kindergarten") else ""
