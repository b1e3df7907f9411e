"""AYA's whole table: the track in the middle, the seats round it, the cards before them.

Where things stand is a matter of the style sheet: a seat is told at which edge it sits (``at-b``:
bottom, then clockwise ``ll``, ``lu``, ``t``, ``ru``, ``rl``).
"""

from spieltisch.games.aya.rules.choice import SHOUTS, meaning, word
from spieltisch.games.aya.rules.duties import (
    AYA,
    OYE,
    REFUTE,
    Attempt,
    Calling,
    ExceptionalMove,
    Oye,
)
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.matches import Match
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import Hand, OpenCard
from spieltisch.games.aya.view import sentences
from spieltisch.games.aya.view.cards import lit, pile, row
from spieltisch.games.aya.view.track import small_track, track_svg
from spieltisch.table import Run, Seat, Turn
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

EDGES = {
    1: ("b",),
    2: ("b", "t"),
    3: ("b", "lu", "ru"),
    4: ("b", "lu", "t", "ru"),
    5: ("b", "ll", "lu", "ru", "rl"),
    6: ("b", "ll", "lu", "t", "ru", "rl"),
}
"""Where the seats sit, clockwise, by their number; the first is nearest to the viewer."""

MOST_OVERLOOKED = 2
"""So many of the matches that nobody has seen are shown."""

MARKS = {"missed": "failed", "stood": "stands"}
"""What the page calls some kinds of events; the others by their own name (see ``_mark``)."""


def board(scene: Scene) -> Markup:
    """The table of a scene, to be played on."""
    position: AyaPosition = scene.position
    variant = type(position.variant).__name__.lower()
    shared = " is-shared" if len(scene.people) > 1 else ""
    return region(
        "div",
        {"id": "board", "class": f"board aya seats-{position.seats} of-{variant}{shared}"},
        el("div", {"class": "track-box"}, _clock(scene), track_svg(scene, position.track)),
        region("div", {"id": "middle", "class": "middle"}, _middle(scene, position)),
        _news(scene),
        [_place(scene, position, seat) for seat in range(1, position.seats + 1)]
        if position.seats > 1
        else None,
    )


def _clock(scene: Scene) -> Markup:
    """The bar of the running clock; the shell lets it run."""
    clock, words = scene.clock, scene.words
    if clock is None:
        return region("div", {"id": "clock", "class": "clock"})
    label = (
        words.gettext("Time to move") if clock.name == "move" else words.gettext("Time to refute")
    )
    return region(
        "div",
        {"id": "clock", "class": f"clock is-running is-{clock.name}"},
        el("div", {"class": "clock-bar", "role": "timer", "aria-label": label}),
    )


def _middle(scene: Scene, position: AyaPosition) -> list[Markup]:
    """Neutral piles, the open cards in the middle, and the stock."""
    table, words = position.table, scene.words
    seen, gone = position.observe(None).table, _just_matched(scene)
    found: list[Markup] = []
    if table.neutral:
        found.append(
            el(
                "div",
                {"class": "piles"},
                [
                    pile(
                        f"neutral{index}",
                        cards,
                        words,
                        leaving=gone,
                        serial=scene.ply,
                        label=words.gettext("Neutral pile"),
                    )
                    for index, cards in enumerate(table.neutral, 1)
                ],
            )
        )
    if table.row or any(card.pile == "table" for card in gone):
        pointed = scene.help.cards if scene.help is not None and scene.help.step >= 2 else ()
        items = row("table", table.row, words, leaving=gone, pointed=pointed, serial=scene.ply)
        size = "many" if len(table.row) > 10 else "few"
        label = words.gettext("Open cards")
        found.append(el("ul", {"class": f"cards are-{size}", "aria-label": label}, items))
    if table.stock:
        found.append(
            el(
                "div",
                {"class": "piles"},
                pile("stock", seen.stock, words, label=words.gettext("Stock")),
            )
        )
    return found


# ---------------------------------------------------------------------- seats


def _place(scene: Scene, position: AyaPosition, seat: Seat) -> Markup:
    name = scene.names[seat - 1]
    # A person who is alone among bots sits at the bottom.
    home = min(scene.people) if len(scene.people) == 1 else 1
    edge = EDGES[position.seats][(seat - home) % position.seats]
    kinds = ["place", f"at-{edge}", f"seat-{seat}"]
    kinds += ["is-person"] if seat in scene.people else []
    duty = position.duty
    is_acting = isinstance(duty, Attempt | ExceptionalMove) and duty.seat == seat
    kinds += ["is-acting"] if is_acting else []
    bubble = _bubble(position, seat)
    return region(
        "section",
        {"id": f"place-{seat}", "class": " ".join(kinds), "aria-label": name},
        el(
            "div",
            {"class": "place-inner"},
            el(
                "div",
                {"class": "place-head"},
                seat_badge(seat),
                el("span", {"class": "place-name"}, name),
                _score(scene, position, seat),
                el("span", {"class": "bubble"}, bubble) if bubble else None,
            ),
            _hand(scene, position, seat),
            _shouts(scene, position, seat) if seat in scene.people else None,
        ),
    )


def _bubble(position: AyaPosition, seat: Seat) -> str:
    """What a seat has shouted, while it matters."""
    duty = position.duty
    if isinstance(duty, Oye):
        if duty.caller == seat:
            return word(position, OYE) + "!"
        return "✓" if seat in duty.conceded else ""
    if isinstance(duty, Attempt) and position.variant.is_timed:
        if duty.demonstration is not None and duty.demonstration.oye.caller == seat:
            return word(position, OYE) + "!"
        return word(position, AYA) + "!" if duty.seat == seat else ""
    return ""


def _score(scene: Scene, position: AyaPosition, seat: Seat) -> Markup:
    """How many cards the seat has, or has won."""
    words, score = scene.words, position.scores[seat - 1]
    label = words.ngettext("{n} card", "{n} cards", score).format(n=score)
    return el(
        "span",
        {"class": "place-score", "title": label},
        el("span", {"aria-hidden": "true"}, score),
        el("span", {"class": "visually-hidden"}, label),
    )


def _hand(scene: Scene, position: AyaPosition, seat: Seat) -> Markup | None:
    """The cards before a seat: its pile, or its open cards and what they are refilled from."""
    hand: Hand = position.observe(None).table.hand(seat)
    gone = _just_matched(scene)
    serial, words = scene.ply, scene.words
    name = f"seat{seat}"
    parts: list[Markup] = []
    if hand.open or any(card.pile == f"{name}.open" for card in gone):
        items = row(f"{name}.open", hand.open, words, leaving=gone, serial=serial)
        parts.append(el("ul", {"class": "cards"}, items))
    if hand.pile or any(card.pile == f"{name}.pile" for card in gone):
        parts.append(
            pile(
                f"{name}.pile",
                hand.pile,
                words,
                leaving=gone,
                serial=serial,
                label=words.gettext("Pile"),
            )
        )
    if hand.won:
        won = pile(f"{name}.won", hand.won, words, label=words.gettext("Won"))
        parts.append(el("div", {"class": "won"}, won))
    return region("div", {"id": f"hand-{seat}", "class": "hand"}, parts) if parts else None


def _shouts(scene: Scene, position: AyaPosition, seat: Seat) -> Markup | None:
    """A seat's two buttons, with the keys that do the same."""
    is_timed = position.variant.is_timed
    if not is_timed and not isinstance(position.duty, Calling):
        return None
    shouts = SHOUTS if is_timed else (AYA,)
    buttons = [_shout(scene, position, seat, shout) for shout in shouts]
    return region("div", {"id": f"shouts-{seat}", "class": "shouts"}, buttons)


def _shout(scene: Scene, position: AyaPosition, seat: Seat, shout: str) -> Markup:
    action = meaning(position, seat, shout)
    key = scene.keys.get(f"{seat}:{shout}")
    return el(
        "button",
        {
            "type": "button",
            "id": f"shout-{seat}-{shout}",
            "class": f"shout shout-{shout}" + " is-live" * (action is not None),
            "data-shout": shout,
            "data-seat": seat,
            "data-target": action is not None,
            "disabled": action is None,
        },
        el("span", {"class": "visually-hidden"}, f"{scene.names[seat - 1]}: "),
        el("span", {"class": "shout-word"}, word(position, shout)),
        el("kbd", {"class": "shout-key"}, key) if key else None,
    )


def seat_badge(seat: Seat) -> Markup:
    """A seat's sign: its number, in its colour."""
    return el(
        "svg",
        {
            "class": f"badge seat-badge is-seat-{seat}",
            "viewBox": "0 0 40 40",
            "aria-hidden": "true",
        },
        el("circle", {"cx": 20, "cy": 20, "r": 17}),
        el("text", {"x": 20, "y": 27}, seat),
    )


# What has just happened: who called, what matched, what nobody has seen.


def told_turns(scene: Scene) -> tuple[Turn, ...]:
    """The actions to tell: the last one, and before an exceptional move what has led to it."""
    told: list[Turn] = []
    for turn in reversed(scene.recent):
        told.insert(0, turn)
        if not sentences.is_exceptional(sentences.told_event(turn)):
            break
    return tuple(told[-2:])


def _just_matched(scene: Scene) -> tuple[OpenCard, ...]:
    """The cards that the last action has matched, where they lay before it."""
    return sentences.told_event(scene.last).cards if scene.last is not None else ()


def _news(scene: Scene) -> Markup:
    """The last event, with the cards it is about."""
    return region(
        "div",
        {"id": "news", "class": "news"},
        _outcome(scene),
        [_told(scene, turn) for turn in told_turns(scene)],
        _best_runs(scene) if scene.position.outcome or not scene.ply else None,
    )


def _outcome(scene: Scene) -> Markup | None:
    outcome = scene.position.outcome
    if outcome is None:
        return None
    told = sentences.outcome_sentence(outcome, scene.names, scene.words)
    return el("p", {"class": "news-outcome"}, told)


def _told(scene: Scene, turn: Turn) -> Markup:
    event = sentences.told_event(turn)
    mark = _mark(event)
    words = scene.words
    tie = sentences.tie_text(scene) if turn is scene.last else ""
    return el(
        "div",
        {"class": f"news-item is-{mark}", "data-event": mark},
        el("p", None, sentences.event_sentence(turn, event, scene.names, words)),
        el("p", {"class": "news-tie"}, tie) if tie else None,
        lit(event.cards, words) if event.cards else None,
        _overlooked(scene, turn, event) if event.overlooked else None,
    )


def _mark(event: AyaEvent) -> str:
    """What the page calls an event, in ``data-event`` and for the style sheet."""
    if event.kind == "called":
        return "refuting" if event.call == REFUTE else event.call
    if sentences.is_exceptional(event):
        return "exceptional"
    return MARKS.get(event.kind, event.kind)


def _overlooked(scene: Scene, turn: Turn, event: AyaEvent) -> Markup:
    """The matches that nobody has seen, on the track as it was when the OYE was called."""
    track, duty = turn.before.track, turn.before.duty
    if isinstance(duty, Attempt) and duty.demonstration:
        track = duty.demonstration.track
    return el(
        "ul",
        {"class": "missed"},
        [_overlooked_match(scene, track, match) for match in event.overlooked[:MOST_OVERLOOKED]],
    )


def _overlooked_match(scene: Scene, track: str, match: Match) -> Markup:
    return el(
        "li",
        {"class": "missed-match"},
        small_track(track, match.moves[0]),
        el("span", {"class": "missed-moves"}, sentences.moves_text(match.moves, scene.words)),
        lit(match.cards, scene.words),
    )


def _best_runs(scene: Scene) -> Markup | None:
    """The best runs with so many cards, by this rule book."""
    if not scene.runs:
        return None
    words = scene.words
    return el(
        "div",
        {"class": "runs"},
        el("h2", None, words.gettext("Best runs")),
        el("ol", None, [el("li", None, _run_text(run, words)) for run in scene.runs]),
    )


def _run_text(run: Run, words: Words) -> str:
    """A run in words."""
    seconds = round(run.ms / 1000)
    told = [
        words.gettext("all cleared")
        if not run.left
        else words.ngettext("{n} card left", "{n} cards left", run.left).format(n=run.left),
        f"{seconds // 60}:{seconds % 60:02}",
    ]
    if run.helps:
        told.append(words.ngettext("{n} help", "{n} helps", run.helps).format(n=run.helps))
    return ", ".join(told)
