"""How a match ended: over the board, as soon as its last move has been seen."""

from spieltisch.app.endings import mood_of
from spieltisch.app.table import again
from spieltisch.app.table.review import can_review, curve_on
from spieltisch.app.table.view.clocks import outcome_sentence
from spieltisch.app.table.view.curve import curve
from spieltisch.app.table.view.shown import Shown
from spieltisch.app.together.state import is_led_elsewhere
from spieltisch.kit.frame import button, row
from spieltisch.kit.levels import bot_title
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.scene import GameView, Scene
from spieltisch.play.match import Match
from spieltisch.table import Outcome, Seat, bot_level

PIECES = 14
"""How many of the winner's pieces rain down; see end.css."""


def ending_card(shown: Shown) -> Markup | None:
    """The card; None while it is closed, or nothing has ended."""
    at, scene, view, words = shown.at, shown.present, shown.view, shown.words
    outcome = scene.position.outcome
    if outcome is None or not at.table.shows_end or at.table.variation is not None:
        return None
    mood = mood_of(outcome, scene.people, len(scene.names))
    return region(
        "div",
        {"id": "end", "class": f"end is-{mood}"},
        _pieces(view, outcome.winners) if outcome.winners & scene.people else None,
        el(
            "section",
            {
                "class": "end-card",
                "role": "dialog",
                "aria-labelledby": "end-title",
                "aria-describedby": "end-reason",
            },
            button(
                None, "close-end", icon_name="close", kind="is-quiet end-close",
                title=words.gettext("Close"),
            ),
            el(
                "h2",
                {"id": "end-title", "class": "end-title"},
                [view.seat_badge(seat) for seat in sorted(outcome.winners)],
                el("span", None, _title(scene, outcome, mood)),
            ),
            el(
                "p", {"id": "end-reason"}, outcome_sentence(view, outcome, scene.names, words)
            ),
            _curve(shown),
            _scores(scene, view),
            _buttons(shown),
        ),
    )  # fmt: skip


def _curve(shown: Shown) -> Markup | None:
    """How the chances went, as far as that has been found out."""
    scene, match = shown.present, shown.at.match
    review = curve_on(shown.at.table.analysis, match) if can_review(match) else None
    if review is None:
        return None
    return region(
        "div",
        {"id": "end-curve", "class": "end-curve"},
        curve(scene.words, scene.names, review, shown.own_seat),
    )


def _title(scene: Scene, outcome: Outcome, mood: str) -> str:
    words = scene.words
    if mood == "won":
        return words.gettext("You win")
    if outcome.is_draw:
        return words.gettext("Draw") if len(scene.names) > 1 else words.gettext("Not this time")
    if len(outcome.winners) > 1:
        return words.gettext("A shared win")
    return words.gettext("{name} wins").format(name=scene.names[min(outcome.winners) - 1])


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
        "table",
        {"class": "end-scores", "aria-label": words.gettext("Scores")},
        el("tbody", None, [_score(scene, view, seat) for seat in order]),
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
            el("span", None, scene.names.called(seat, scene.words)),
        ),
        el("td", None, view.seat_note(scene, seat)),
    )


def _buttons(shown: Shown) -> list[Markup | None]:
    """The buttons for what comes next; Enter presses the first one."""
    words, match = shown.words, shown.at.match
    level = _next_level(match)
    harder = words.gettext("Next level: {name}")
    next_match = (
        el("p", {"class": "end-wait"}, words.gettext("Your host starts the next game."))
        if is_led_elsewhere(shown.at.session.live, shown.at.table.match_id)
        else row(
            button(words.gettext("Rematch"), "rematch", kind="is-primary"),
            button(words.gettext("Swap sides"), "swap-sides", icon_name="swap")
            if again.swapped(match) is not None
            else None,
            button(harder.format(name=bot_title(level, words)), "next-level")
            if level is not None
            else None,
            kind="end-next",
        )
    )
    return [
        next_match,
        row(
            button(words.gettext("Review the game"), "look-back", kind="is-quiet")
            if can_review(match)
            else None,
            button(words.gettext("Share it"), "share-match", icon_name="share", kind="is-quiet"),
            kind="end-more",
        ),
    ]


def _next_level(match: Match) -> int | None:
    """The level of the weakest bot in the next harder match; None if there is none."""
    setup = again.harder(match)
    if setup is None:
        return None
    return min(filter(None, (bot_level(player.controller) for player in setup.players)))


def _pieces(view: GameView, winners: frozenset[Seat]) -> Markup:
    """The winner's pieces, which rain down to celebrate."""
    seats = sorted(winners)
    return el(
        "div",
        {"class": "end-pieces", "aria-hidden": "true"},
        [el("span", None, view.seat_badge(seats[n % len(seats)])) for n in range(PIECES)],
    )
