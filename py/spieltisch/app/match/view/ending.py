"""How a match ends: what people say to resign or to agree on a draw, and the card that tells of the
end as soon as the last move has been seen."""

import re

from spieltisch.app.board import opening
from spieltisch.app.board.aids import percent
from spieltisch.app.board.controls import winners_of
from spieltisch.app.board.film import has_film
from spieltisch.app.board.messages import Rematch
from spieltisch.app.board.review import can_look_back
from spieltisch.app.board.review_view import curve, score_table
from spieltisch.app.board.saying import speakers
from spieltisch.app.board.sentences import TOLD, outcome_sentence
from spieltisch.app.board.shown import Shown
from spieltisch.app.core.live import Meeting
from spieltisch.app.core.names import mood_of
from spieltisch.kit.faces import face
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names, bot_names
from spieltisch.kit.scene import Scene
from spieltisch.kit.telling import Teller
from spieltisch.kit.words import Words
from spieltisch.table import Finish, Seat, Setup, TableAction, TurningPoint, bot_level

PIECES = 14
"""How many of the winner's pieces rain down; see end.css."""


def ending_card(shown: Shown) -> Markup | None:
    """The card; None while it is closed, or nothing has ended."""
    scene, view, words = shown.present, shown.view, shown.words
    outcome = scene.position.outcome
    if outcome is None or not shown.has_card:
        return None
    mood = mood_of(outcome, scene.people, len(scene.names))
    winners, bots = sorted(outcome.winners), bot_names(scene.levels)
    # "You" needs no sign.
    is_about_you = scene.names.you is not None and mood in (Finish.WON, Finish.LOST)
    badges = [] if is_about_you else [view.seat_badge(seat) for seat in winners]
    falling = [piece for seat in winners for piece in view.falling(seat)]
    is_celebrated = bool(outcome.winners & scene.people) and not was_helped(shown)
    faces = [face(bots[seat - 1]) for seat in winners if badges and bots and bots[seat - 1]]
    point = _point(shown) if mood == Finish.LOST else None
    return region(
        "div#end",
        {"class": f"end is-{mood}"},
        el(
            "div.end-pieces",
            {"aria-hidden": "true"},
            [el("span", falling[n % len(falling)]) for n in range(PIECES)],
        )
        if is_celebrated
        else None,
        el(
            "section.end-card",
            {"role": "dialog", "aria-label": words.gettext("The end")},
            button(
                None,
                "close-end",
                icon_name="close",
                kind="is-quiet end-close",
                title=words.gettext("Close"),
            ),
            el(
                "div.end-head",
                # The signs of those who have won, and the faces of bots among them.
                el("span.end-badges", badges, faces) if badges else None,
                told_end(shown),
            ),
            (_lost_turn(shown, point) or _lost_call(shown)) if mood == Finish.LOST else None,
            region(
                "div#end-curve.end-curve", curve(words, scene.names, shown.curve, shown.own_seat)
            )
            if shown.curve is not None
            else None,
            _scores(shown),
            _asked_again(shown),
            _next(shown),
            _more(shown, point),
        ),
    )


def told_end(shown: Shown) -> Markup:
    """The one sentence that says how the match ended; what follows it stands beside it, but for the
    card that has buttons of its own."""
    scene = shown.present
    outcome = scene.position.outcome
    assert outcome is not None
    mood = mood_of(outcome, scene.people, len(scene.names))
    told = ending_sentence(shown, scene)
    is_card = shown.has_card
    news, colon, reason = _parted(told, scene.names) if is_card else (told, "", "")
    return region(
        "div#status",
        {
            "class": f"status is-over is-{mood}",
            "data-outcome": winners_of(outcome, scene),
        },
        # The news, and below it the reason; read in one, they are the sentence.
        el(
            "h2" if is_card else "p",
            {"class": "end-title" if is_card else None},
            news,
            el("span.visually-hidden", colon) if colon else None,
        ),
        (el("p.end-reason", reason) if reason else None)
        if is_card
        else row(_beside(shown), button(scene.words.gettext("Result"), "show-end")),
    )


def _beside(shown: Shown) -> Markup | None:
    """The way to the next match while the card is closed, as after a reload: people who are
    connected stay together. A guest asks for it in the panel of live play."""
    words, meeting = shown.words, shown.at.meeting
    if not meeting.is_connected and shown.at.match.is_by_link:
        # Whether the others are there for another one, nobody knows.
        return button(words.gettext("New game"), "again", kind="is-primary")
    if meeting.is_led_elsewhere:
        return None
    return button(words.gettext("Rematch"), "rematch", kind="is-primary")


def was_helped(shown: Shown) -> bool:
    """Whether somebody who played alone was helped, or took something back."""
    return len(shown.present.names) == 1 and shown.at.match.helps > 0


def ending_sentence(shown: Shown, scene: Scene) -> str:
    """How the match ended that a scene shows the end of, and why: what helped to win alone has won
    it, too."""
    outcome, words = scene.position.outcome, shown.words
    assert outcome is not None
    if outcome.winners and was_helped(shown):
        return words.gettext("All cleared, with help.")
    return outcome_sentence(shown.view, outcome, scene.names, words)


def _parted(told: str, names: Names) -> tuple[str, str, str]:
    """A sentence as the news before its colon, the colon, and the reason after it; a sentence
    without a colon but those in names is all news."""
    held = [re.escape(name) for name in names if ":" in name]
    found = re.fullmatch(rf"((?>{'|'.join([*held, '.'])})+?)(\s*:\s)(.+)", told)
    return (found[1], found[2], found[3]) if found else (told, "", "")


def told_to_programs(scene: Scene) -> Markup:
    """The result, for programs alone, while the last turn is seen."""
    assert scene.position.outcome is not None
    return el("span", {"hidden": True, "data-outcome": winners_of(scene.position.outcome, scene)})


def _point(shown: Shown) -> TurningPoint | None:
    """The turn that lost the match for its person, once it is known; None if none did."""
    review = shown.curve
    if review is None or review.known < len(review.turns):
        return None
    mistakes = [one for one in review.points if one.is_mistake and one.seat == shown.own_seat]
    return max(mistakes, key=lambda one: one.before - one.after, default=None)


def _lost_turn(shown: Shown, point: TurningPoint | None) -> Markup | None:
    """Which turn lost the match, as far as that has been found out, and the way to try it again."""
    words, review = shown.words, shown.curve
    if review is None:
        return None
    if review.known < len(review.turns):
        told = words.gettext("Looking for the move that lost it …")
    elif point is None:
        told = words.gettext("No single move lost it.")
    else:
        told = words(
            "Move {number} lost it: from {before}% to {after}% ({action}).",
            number=point.number,
            action=point.action,
            before=percent(point.before),
            after=percent(point.after),
        )
    return region(
        "div#end-turn.end-turn",
        el("p", told),
        row(
            button(words.gettext("Try that move again"), "try-mistake", arg=point.number),
        )
        if point is not None
        else None,
    )


def _lost_call(shown: Shown) -> Markup | None:
    """Where a race was lost: the first call of this person that was wrong, and the way to go on
    from there once more. None where nobody calls."""
    words, match, own = shown.words, shown.at.match, shown.own_seat
    if not match.calls:
        return None
    call = next((one for one in match.calls if one.seat == own and not one.is_right), None)
    if call is None:
        told = words.gettext("None of your calls was wrong. Others were faster.")
        return region("div#end-turn.end-turn", el("p", told))
    judged = shown.view.judged_call(call, match.turns[call.number - 1], words)
    told = words(
        "Move {number} cost you: {word}, {verdict}.",
        number=call.number,
        word=judged.word,
        verdict=judged.verdict,
    )
    again = call.number - 1
    may_try = opening.can_branch_off(match, again) and not match.needs_others
    return region(
        "div#end-turn.end-turn",
        el("p", told),
        row(button(words.gettext("Try again from there"), "branch-off", arg=again))
        if may_try
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


def _asked_again(shown: Shown) -> Markup | None:
    """Who on another device would like a rematch; None if nobody has said so."""
    words, asked = shown.words, sorted(shown.at.meeting.again)
    names = ", ".join(shown.present.names[seat - 1] for seat in asked)
    return el("p.end-asked", words("{names} would like a rematch.", names=names)) if asked else None


def _next(shown: Shown) -> Markup:
    """What comes next, in halves; Enter presses the first one."""
    words, match = shown.words, shown.at.match
    others = {
        Rematch.HARDER: words.gettext("Next level: {name}"),
        Rematch.EASIER: words.gettext("Easier: {name}"),
    }
    if shown.at.meeting.is_led_elsewhere:
        return _ask_again(words, shown.at.meeting)
    return row(
        button(words.gettext("Rematch"), "rematch", kind="is-primary"),
        *(
            button(told.format(name=bot_names((level,))[0]), kind.value)
            for kind, told in others.items()
            for level in [_level_of(opening.next_setup(match, kind))]
            if level is not None
        ),
        kind="end-next",
    )


def _more(shown: Shown, point: TurningPoint | None) -> Markup:
    """All else that can be done with what has ended; a telephone folds it away, see end.css."""
    words, match = shown.words, shown.at.match
    may_swap = (
        not shown.at.meeting.is_led_elsewhere
        and opening.next_setup(match, Rematch.SWAPPED) is not None
    )
    return el(
        "details#end-more.end-more",
        el("summary", {"aria-label": words.gettext("More")}, "…"),
        row(
            button(words.gettext("Review"), "look-back", kind="is-quiet")
            if can_look_back(match)
            else None,
            button(words.gettext("Swap sides"), "swap-sides", kind="is-quiet")
            if may_swap
            else None,
            button(words.gettext("Ask a friend"), "share-escape", arg=point.number, kind="is-quiet")
            if point is not None
            else None,
            button(words.gettext("Share it"), "share-match", kind="is-quiet"),
            button(
                words.gettext("Clip"),
                "make-film",
                kind="is-quiet",
                title=words.gettext("Clip of the last moves"),
            )
            if has_film(match)
            else None,
            kind="end-ways",
        ),
    )


def _ask_again(words: Words, meeting: Meeting) -> Markup:
    """Where another device begins the next match: the button to ask for it."""
    if meeting.has_asked_again:
        return el("p.end-wait", words.gettext("You have asked your host for a rematch."))
    ask = button(words.gettext("Ask for a rematch"), "give-sign", "again", kind="is-primary")
    return el(
        "div.end-wait",
        el("p", words.gettext("Your host starts the next game.")),
        row(ask, kind="end-next") if meeting.may_ask_again else None,
    )


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
    return Teller(TOLD, names, words)("asked.draw", seat)


def offer_card(shown: Shown) -> Markup | None:
    """The open offer: whose it is, and the buttons of somebody here who has yet to answer; or whom
    it waits for."""
    match, words, names = shown.at.match, shown.words, shown.present.names
    by = match.offers.by
    if by is None or not match.asked:
        return None
    told = Teller(TOLD, names, words)("offered", by)
    seat, label = _asked(shown), words.gettext("Draw offer")
    awaited = words.listed(names[one - 1] for one in sorted(match.asked))
    waiting = words("Waiting for {names}.", names=awaited)
    which = str(match.offered_at)
    accept, decline = TableAction.ACCEPT.value, TableAction.DECLINE.value
    yes = button(words.gettext("Accept"), accept, seat, kind="is-primary", question=which)
    answers = [
        row(yes, button(words.gettext("Decline"), decline, seat, question=which)),
        el("p.byline", words.gettext("Playing a move declines it, too.")),
    ]
    return region(
        "section#offer.by-link",
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
        question = Teller(TOLD, names, words)("asked.resign", seats[0])
        labels = [words.gettext("Resign")]
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
