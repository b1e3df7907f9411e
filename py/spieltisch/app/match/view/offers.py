"""Resigning and draws on the screen: what people may say, and an offer that waits for an answer."""

from spieltisch.app.match.offering import is_heard, speakers
from spieltisch.app.match.view.shown import Shown
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.table import Seat, TableAction


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
    if seat is None:
        awaited = ", ".join(names[one - 1] for one in sorted(match.asked))
        waiting = words.gettext("Waiting for {names}.").format(names=awaited)
        return region(
            "section#offer.by-link.offer", {"aria-label": label}, el("p", told, " ", waiting)
        )
    return region(
        "section#offer.by-link.offer",
        {"aria-label": label},
        el("p", told, " ", asked_text(shown)),
        row(
            button(words.gettext("Accept"), TableAction.ACCEPT.value, seat, kind="is-primary"),
            button(words.gettext("Decline"), TableAction.DECLINE.value, seat),
        ),
        el("p.byline", words.gettext("A move declines it, too.")),
    )


NOTHING = region("div#saying.row.actions.saying")
"""Where nothing can be said, the row keeps its place, so that nothing moves when it fills."""


def saying(shown: Shown) -> Markup:
    """The buttons to resign and to offer a draw; or the question that comes before."""
    at, words = shown.at, shown.words
    match = at.match
    if (
        match.is_over
        or not match.shown
        or shown.is_waiting
        or not is_heard(at.session, at.table, match)
    ):
        return NOTHING
    asked = at.table.asks
    if asked is not None and speakers(match, asked):
        return _question(shown, asked, speakers(match, asked))
    offering, resigning = (
        speakers(match, action) for action in (TableAction.OFFER, TableAction.RESIGN)
    )
    if not offering and not resigning:
        return NOTHING
    return _group(
        words.gettext("Resign or draw"),
        _offer_button(shown, offering) if offering else None,
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


def _offer_button(shown: Shown, seats: tuple[Seat, ...]) -> Markup:
    label = shown.words.gettext("Offer a draw")
    if len(seats) > 1:
        return button(label, "ask-offer", kind="is-quiet")
    return button(label, TableAction.OFFER.value, seats[0], kind="is-quiet")


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
    at = shown.at
    if not is_heard(at.session, at.table, at.match):
        return None
    return min(speakers(at.match, TableAction.ACCEPT), default=None)
