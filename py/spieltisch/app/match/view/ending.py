"""How a match ends: what people say to resign or to agree on a draw, and the card that tells of the
end as soon as the last move has been seen."""

from spieltisch.app.film import has_film
from spieltisch.app.match import opening
from spieltisch.app.match.messages import Again
from spieltisch.app.match.review import can_look_back
from spieltisch.app.match.update import speakers
from spieltisch.app.match.view.aids import percent
from spieltisch.app.match.view.review import curve, score_table
from spieltisch.app.match.view.sentences import outcome_sentence
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.names import mood_of
from spieltisch.app.together.state import is_led_elsewhere
from spieltisch.kit.faces import face
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import bot_names
from spieltisch.table import Finish, Seat, Setup, TableAction, bot_level

PIECES = 14
"""How many of the winner's pieces rain down; see end.css."""


def ending_card(shown: Shown) -> Markup | None:
    """The card; None while it is closed, or nothing has ended."""
    scene, view, words = shown.present, shown.view, shown.words
    outcome = scene.position.outcome
    if outcome is None or not has_card(shown):
        return None
    mood = mood_of(outcome, scene.people, len(scene.names))
    winners, bots = sorted(outcome.winners), bot_names(scene.levels)
    badges = [view.seat_badge(seat) for seat in winners]
    faces = [face(bots[seat - 1]) for seat in winners if bots and bots[seat - 1]]
    return region(
        "div#end", {"class": f"end is-{mood}"},
        el(
            "div.end-pieces", {"aria-hidden": "true"},
            [el("span", badges[n % len(badges)]) for n in range(PIECES)],
        )
        if outcome.winners & scene.people else None,
        el(
            "section.end-card", {"role": "dialog",
                "aria-labelledby": "status"},
            button(
                None, "close-end", icon_name="close", kind="is-quiet end-close",
                title=words.gettext("Close"),
            ),
            el(
                "div.end-head",
                # The signs of those who have won, and the faces of bots among them.
                el("span.end-badges", badges, faces) if badges else None, told_end(shown)),
            _lost_turn(shown) if mood == Finish.LOST else None,
            region("div#end-curve.end-curve",
                curve(words, scene.names, shown.curve, shown.own_seat))
            if shown.curve is not None else None,
            _scores(shown),
            _buttons(shown)))  # fmt: skip


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
    words, own, review = shown.words, shown.own_seat, shown.curve
    if review is None:
        return None
    if review.known < len(review.turns):
        told, point = words.gettext("Looking for the turn that lost it …"), None
    else:
        mistakes = [one for one in review.points if one.is_mistake and one.seat == own]
        point = max(mistakes, key=lambda one: one.before - one.after, default=None)
        told = words.gettext("No single turn lost it.")
        if point is not None:
            lost = words.gettext("Turn {number} lost it: from {before}% to {after}% ({action}).")
            told = lost.format(
                number=point.number,
                action=point.action,
                before=percent(point.before),
                after=percent(point.after),
            )
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


def _scores(shown: Shown) -> Markup | None:
    """Everybody's score, the winners first; None if the game counts nothing."""
    scene = shown.present
    outcome = scene.position.outcome
    if outcome is None or outcome.scores is None or len(outcome.scores) < 2:
        return None
    scores = outcome.scores
    # The most or the fewest may win, so others are sorted by how near they are to the winner.
    best = scores[min(outcome.winners, default=1) - 1]
    order = sorted(
        range(1, len(scores) + 1),
        key=lambda seat: (seat not in outcome.winners, abs(scores[seat - 1] - best), seat),
    )
    notes = {seat: [el("td", shown.view.seat_note(scene, seat))] for seat in order}
    return score_table(shown, shown.words.gettext("Scores"), notes, outcome.winners)


def _buttons(shown: Shown) -> list[Markup | None]:
    """The buttons for what comes next; Enter presses the first one."""
    words, match = shown.words, shown.at.match
    others = {
        Again.HARDER: words.gettext("Next level: {name}"),
        Again.EASIER: words.gettext("Easier: {name}"),
    }
    is_led = is_led_elsewhere(shown.at.session.live, shown.at.table.match_id)
    may_swap = not is_led and opening.next_setup(match, Again.SWAPPED) is not None
    return [
        el("p.end-wait", words.gettext("Your host starts the next game."))
        if is_led
        else row(
            button(words.gettext("Rematch"), "rematch", kind="is-primary"),
            *(
                button(told.format(name=bot_names((level,))[0]), kind.value)
                for kind, told in others.items()
                for level in [_level_of(opening.next_setup(match, kind))]
                if level is not None
            ),
            kind="end-next",
        ),
        row(
            button(words.gettext("Review"), "look-back", kind="is-quiet")
            if can_look_back(match)
            else None,
            button(words.gettext("Swap sides"), "swap-sides", kind="is-quiet")
            if may_swap
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


# --------------------------------------------------- resigning and draws


def asked_text(shown: Shown) -> str:
    """What is asked of a person here by the open offer; empty if nothing is."""
    seat = _asked(shown)
    if seat is None:
        return ""
    names, words = shown.present.names, shown.words
    to_you = words.gettext("Do you accept the draw?")
    return names.told(seat, to_you, words.gettext("{name}, do you accept the draw?"))


def offer_card(shown: Shown) -> Markup | None:
    """The open offer: whose it is, and the buttons of somebody here who has yet to answer; or whom
    it waits for."""
    match, words, names = shown.at.match, shown.words, shown.present.names
    by = match.offers.by
    if by is None or not match.asked or shown.at.table.variation is not None:
        return None
    told = names.told(
        by,
        words.gettext("You have offered a draw."),
        words.gettext("{name} has offered a draw."),
    )
    seat, label = _asked(shown), words.gettext("Draw offer")
    awaited = ", ".join(names[one - 1] for one in sorted(match.asked))
    waiting = words.gettext("Waiting for {names}.").format(names=awaited)
    answers = [
        row(
            button(words.gettext("Accept"), TableAction.ACCEPT.value, seat, kind="is-primary"),
            button(words.gettext("Decline"), TableAction.DECLINE.value, seat),
        ),
        el("p.byline", words.gettext("A move declines it, too.")),
    ]
    return region(
        "section#offer.by-link.offer",
        {"aria-label": label},
        el("p", told, " ", asked_text(shown) or waiting),
        answers if seat is not None else None,
    )


NOTHING = region("div#saying.row.actions.saying")
"""Where nothing can be said, the row keeps its place, so that nothing moves when it fills."""


def saying(shown: Shown) -> Markup:
    """The buttons to resign and to offer a draw; or the question that comes before."""
    at, words, match, asked = shown.at, shown.words, shown.at.match, shown.at.table.asks
    if match.is_over or not match.shown or shown.is_waiting:
        return NOTHING
    if asked is not None and speakers(at, asked):
        return _question(shown, asked, speakers(at, asked))
    offering, resigning = speakers(at, TableAction.OFFER), speakers(at, TableAction.RESIGN)
    if not offering and not resigning:
        return NOTHING
    return _group(
        words.gettext("Resign or draw"),
        button(
            words.gettext("Offer a draw"),
            *(("ask-offer",) if len(offering) > 1 else (TableAction.OFFER.value, offering[0])),
            kind="is-quiet",
        )
        if offering
        else None,
        button(
            words.gettext("Give up") if match.setup.seats == 1 else words.gettext("Resign"),
            "ask-resign",
            kind="is-quiet",
        )
        if resigning
        else None,
    )


def _group(label: str, *content: Markup | None) -> Markup:
    return region(
        "div#saying.row.actions.saying",
        {"role": "group", "tabindex": -1, "aria-label": label},
        *content,
    )


def _question(shown: Shown, action: TableAction, seats: tuple[Seat, ...]) -> Markup:
    """Who of the people here says it; of one, whether that is meant."""
    words, names = shown.words, shown.present.names
    is_sure = len(seats) == 1
    if action is TableAction.OFFER:
        question, labels = words.gettext("Who offers a draw?"), [names[one - 1] for one in seats]
    elif not is_sure:
        question, labels = words.gettext("Who resigns?"), [names[one - 1] for one in seats]
    elif shown.at.match.setup.seats == 1:
        question, labels = words.gettext("Give up this game?"), [words.gettext("Give up")]
    else:
        to_you, of_other = words.gettext("Resign this game?"), words.gettext("{name}, resign?")
        question, labels = names.told(seats[0], to_you, of_other), [words.gettext("Resign")]
    return _group(
        question,
        el("p.saying-question", question),
        *(
            button(label, action.value, seat, kind="is-danger")
            for label, seat in zip(labels, seats, strict=True)
        ),
        button(words.gettext("Keep playing"), "keep-playing", kind="is-quiet"),
    )


def _asked(shown: Shown) -> Seat | None:
    """The first of the people here who has yet to answer the open offer."""
    return min(speakers(shown.at, TableAction.ACCEPT), default=None)
