"""How a match ended: over the board, as soon as its last move has been seen."""

from dataclasses import dataclass

from spieltisch.app.table.view.clocks import outcome_sentence
from spieltisch.app.table.view.curve import curve
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.sentences import computer_name
from spieltisch.kit.words import Words
from spieltisch.table import Review, Seat

PIECES = 14
"""How many of the winner's pieces rain down; see end.css."""


@dataclass(frozen=True)
class Ending:
    """Attributes:
    mood: ``won`` or ``lost`` by the one person who played, ``drawn``, or ``told`` where several
        people or none did.
    is_open: whether the card lies over the board.
    is_celebrated: whether a person has won.
    can_swap: whether the seats can be played the other way round.
    next_level: the level of the next stronger bot; None unless the person won and there is one.
    can_review: whether the match can be looked back at.
    review: what is known of how the chances went; None if the curve is not shown.
    own: the seat whose chances are shown.
    is_led_elsewhere: whether the next match is begun on another device.
    """

    mood: str
    is_open: bool = False
    is_celebrated: bool = False
    can_swap: bool = False
    next_level: int | None = None
    can_review: bool = False
    review: Review | None = None
    own: Seat = 1
    is_led_elsewhere: bool = False


def ending_card(scene: Scene, view: GameView, shown: Ending) -> Markup | None:
    """The card; None while it is closed, or nothing has ended.

    Args:
        scene: the scene of the present.
        view: the game.
        shown: what the card shows and offers.
    """
    outcome, words = scene.position.outcome, scene.words
    if outcome is None or not shown.is_open:
        return None
    return region(
        "div",
        {"id": "end", "class": f"end is-{shown.mood}"},
        _pieces(view, outcome.winners) if shown.is_celebrated else None,
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
                el("span", None, _title(scene, shown)),
            ),
            el(
                "p", {"id": "end-reason"}, outcome_sentence(view, outcome, scene.names, words)
            ),
            _curve(scene, shown.review, shown.own) if shown.review else None,
            _scores(scene, view),
            _buttons(words, shown),
        ),
    )  # fmt: skip


def _curve(scene: Scene, review: Review, own: Seat) -> Markup:
    """How the chances went, as far as that has been found out."""
    return region(
        "div",
        {"id": "end-curve", "class": "end-curve"},
        curve(scene.words, scene.names, review, own),
    )


def _title(scene: Scene, shown: Ending) -> str:
    outcome, words = scene.position.outcome, scene.words
    if shown.mood == "won":
        return words.gettext("You win")
    if outcome is None or outcome.is_draw:
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
        el("th", {"scope": "row"}, view.seat_badge(seat), el("span", None, scene.names[seat - 1])),
        el("td", None, view.seat_note(scene, seat)),
    )


def _buttons(words: Words, shown: Ending) -> list[Markup | None]:
    """The buttons for what comes next; Enter presses the first one."""
    level = shown.next_level
    harder = words.gettext("Next level: {name}")
    next_match = (
        el("p", {"class": "end-wait"}, words.gettext("Your host starts the next match."))
        if shown.is_led_elsewhere
        else row(
            button(words.gettext("Rematch"), "rematch", kind="is-primary"),
            button(words.gettext("Swap sides"), "swap-sides", icon_name="swap")
            if shown.can_swap
            else None,
            button(harder.format(name=computer_name(level, words)), "next-level")
            if level is not None
            else None,
            kind="end-next",
        )
    )
    return [
        next_match,
        row(
            button(words.gettext("Review the match"), "look-back", kind="is-quiet")
            if shown.can_review
            else None,
            button(words.gettext("Share it"), "share-match", icon_name="share", kind="is-quiet"),
            kind="end-more",
        ),
    ]


def _pieces(view: GameView, winners: frozenset[Seat]) -> Markup:
    """The winner's pieces, which rain down to celebrate."""
    seats = sorted(winners)
    return el(
        "div",
        {"class": "end-pieces", "aria-hidden": "true"},
        [el("span", None, view.seat_badge(seats[n % len(seats)])) for n in range(PIECES)],
    )
