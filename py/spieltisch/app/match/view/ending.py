"""How a match ended: beside the board, as soon as its last move has been seen."""

from spieltisch.app.film import has_film
from spieltisch.app.match import again
from spieltisch.app.match.messages import Again
from spieltisch.app.match.review import can_look_back, can_review, curve_on
from spieltisch.app.match.view.curve import curve
from spieltisch.app.match.view.evaluation import percent
from spieltisch.app.match.view.sentences import outcome_sentence
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.names import mood_of
from spieltisch.app.together.state import is_led_elsewhere
from spieltisch.kit.faces import face
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import bot_names
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Finish, Outcome, Seat, Setup, TurningPoint, bot_level

PIECES = 14
"""How many of the winner's pieces rain down; see end.css."""


def ending_card(shown: Shown) -> Markup | None:
    """The card; None while it is closed, or nothing has ended."""
    scene, view, words = shown.present, shown.view, shown.words
    outcome = scene.position.outcome
    if outcome is None or not has_card(shown):
        return None
    mood = mood_of(outcome, scene.people, len(scene.names))
    return region(
        "div#end", {"class": f"end is-{mood}"},
        _pieces(view, outcome.winners) if outcome.winners & scene.people else None,
        el(
            "section.end-card", {"role": "dialog",
                "aria-labelledby": "status"},
            button(
                None, "close-end", icon_name="close", kind="is-quiet end-close",
                title=words.gettext("Close"),
            ),
            el("div.end-head", _badges(scene, view, outcome), told_end(shown)),
            _lost_turn(shown) if mood == Finish.LOST else None,
            _curve(shown),
            _scores(scene, view),
            _buttons(shown)))  # fmt: skip


def _curve(shown: Shown) -> Markup | None:
    """How the chances went, as far as that has been found out."""
    scene, match = shown.present, shown.at.match
    review = curve_on(shown.at.table.analysis, match) if can_review(match) else None
    if review is None:
        return None
    return region(
        "div#end-curve.end-curve", curve(scene.words, scene.names, review, shown.own_seat)
    )


def _badges(scene: Scene, view: GameView, outcome: Outcome) -> Markup | None:
    """The signs of those who have won, and the faces of bots among them."""
    winners = sorted(outcome.winners)
    badges = [view.seat_badge(seat) for seat in winners]
    bots = bot_names(scene.levels)
    faces = [face(bots[seat - 1]) for seat in winners if bots and bots[seat - 1]]
    return el("span.end-badges", badges, faces) if badges else None


def told_end(shown: Shown) -> Markup:
    """The one sentence that says how the match ended; what follows it stands beside it, but for the
    card that has buttons of its own."""
    scene, is_tried = shown.present, shown.at.table.variation is not None
    outcome = scene.position.outcome
    assert outcome is not None
    nobody = "draw" if len(scene.names) > 1 else "lost"
    winners = ",".join(str(seat) for seat in sorted(outcome.winners)) or nobody
    mood = "told" if is_tried else mood_of(outcome, scene.people, len(scene.names))
    told = outcome_sentence(shown.view, outcome, scene.names, scene.words)
    is_card = has_card(shown)
    return region(
        "div#status",
        {"class": f"status is-over is-{mood}", "data-outcome": winners, "data-settled": True},
        el("h2" if is_card else "p", {"class": "end-title" if is_card else None}, told),
        None
        if is_card or is_tried
        else row(
            button(scene.words.gettext("Play again"), "again", kind="is-primary"),
            button(scene.words.gettext("Result"), "show-end"),
        ),
    )


def has_card(shown: Shown) -> bool:
    """Whether the card is there: until it is closed, or another moment or a variation is shown."""
    table = shown.at.table
    return (
        table.shows_end and table.variation is None and shown.present.position.outcome is not None
    )


def _lost_turn(shown: Shown) -> Markup | None:
    """Which turn lost the match, as far as that has been found out, and the way to try it again."""
    match, words, own = shown.at.match, shown.words, shown.own_seat
    if not can_review(match):
        return None
    review = curve_on(shown.at.table.analysis, match)
    if review.known < len(review.turns):
        told, point = words.gettext("Looking for the turn that lost it …"), None
    else:
        mistakes = [one for one in review.points if one.is_mistake and one.seat == own]
        point = max(mistakes, key=lambda one: one.before - one.after, default=None)
        told = _lost_text(words, point)
    return region(
        "div#end-turn.end-turn",
        el("p", told),
        row(
            button(words.gettext("Try that turn again"), "try-mistake", arg=point.number),
            button(
                words.gettext("Ask a friend"),
                "share-escape",
                arg=point.number,
                icon_name="share",
                kind="is-quiet",
            ),
        )
        if point is not None
        else None,
    )


def _lost_text(words: Words, point: TurningPoint | None) -> str:
    if point is None:
        return words.gettext("No single turn lost it.")
    return words.gettext("Turn {number} lost it: from {before}% to {after}% ({action}).").format(
        number=point.number,
        action=point.action,
        before=percent(point.before),
        after=percent(point.after),
    )


def _scores(scene: Scene, view: GameView) -> Markup | None:
    """Everybody's score, the winners first; None if the game counts nothing."""
    outcome, words = scene.position.outcome, scene.words
    if outcome is None or outcome.scores is None or len(outcome.scores) < 2:
        return None
    scores = outcome.scores
    # The most or the fewest may win, so others are sorted by how near they are to the winner.
    best = scores[min(outcome.winners, default=1) - 1]
    order = sorted(
        range(1, len(scores) + 1),
        key=lambda seat: (seat not in outcome.winners, abs(scores[seat - 1] - best), seat),
    )
    return el(
        "table.end-scores",
        {"aria-label": words.gettext("Scores")},
        el("tbody", [_score(scene, view, seat) for seat in order]),
    )


def _score(scene: Scene, view: GameView, seat: Seat) -> Markup:
    outcome = scene.position.outcome
    is_winner = outcome is not None and seat in outcome.winners
    return el(
        "tr",
        {"class": "is-winner" if is_winner else None},
        el(
            "th",
            {"scope": "row"},
            view.seat_badge(seat),
            el("span", scene.names.called(seat, scene.words)),
        ),
        el("td", view.seat_note(scene, seat)),
    )


def _buttons(shown: Shown) -> list[Markup | None]:
    """The buttons for what comes next; Enter presses the first one."""
    words, match = shown.words, shown.at.match
    level, easier = (
        _level_of(again.next_setup(match, kind)) for kind in (Again.HARDER, Again.EASIER)
    )
    harder = words.gettext("Next level: {name}")
    is_led = is_led_elsewhere(shown.at.session.live, shown.at.table.match_id)
    next_match = (
        el("p.end-wait", words.gettext("Your host starts the next game."))
        if is_led
        else row(
            button(words.gettext("Rematch"), "rematch", kind="is-primary"),
            button(harder.format(name=bot_names((level,))[0]), "next-level")
            if level is not None
            else None,
            button(words.gettext("Easier: {name}").format(name=bot_names((easier,))[0]), "easier")
            if easier is not None
            else None,
            kind="end-next",
        )
    )
    return [
        next_match,
        row(
            button(words.gettext("Review"), "look-back", kind="is-quiet")
            if can_look_back(match)
            else None,
            button(words.gettext("Swap sides"), "swap-sides", kind="is-quiet")
            if again.swapped(match) is not None and not is_led
            else None,
            button(words.gettext("Share it"), "share-match", kind="is-quiet"),
            button(
                words.gettext("Film"),
                "make-film",
                kind="is-quiet",
                title=words.gettext("Film of the last turns"),
            )
            if has_film(match)
            else None,
            kind="end-more",
        ),
    ]


def _level_of(setup: Setup | None) -> int | None:
    """The level of the weakest bot in a match; None if there is no such match."""
    if setup is None:
        return None
    return min(filter(None, (bot_level(player.controller) for player in setup.players)))


def _pieces(view: GameView, winners: frozenset[Seat]) -> Markup:
    seats = sorted(winners)
    return el(
        "div.end-pieces",
        {"aria-hidden": "true"},
        [el("span", view.seat_badge(seats[n % len(seats)])) for n in range(PIECES)],
    )
