"""What a match by link asks of people: which seat is theirs, whom to send it, which way counts."""

from dataclasses import dataclass

from spieltisch.table import Seat
from spieltisch.views.frame import button, row
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.words import Words


@dataclass(frozen=True)
class FreeSeat:
    """A seat that nobody on this device has taken.

    Attributes:
        seat, name: which.
        is_to_act: whether it is its turn.
    """

    seat: Seat
    name: str
    is_to_act: bool


@dataclass(frozen=True)
class ByLink:
    """Where a match by link stands, on this device.

    Attributes:
        ours: what the seats are called that are played here.
        free: what can be taken, as long as nothing has been.
        awaited: who is to act elsewhere.
        link: what is to be sent to them; empty where nothing is.
        is_begun, is_over: whether anything has been played, and whether the match has ended.
        ways: of two ways that it has gone, how many turns they have in common, and how many each
            has after that, ours first; None where there is one.
        can_play_live: whether the others can be invited to play it live.
        has_peers: whether the browser can connect to others directly.
    """

    ours: tuple[str, ...] = ()
    free: tuple[FreeSeat, ...] = ()
    awaited: tuple[str, ...] = ()
    link: str = ""
    is_begun: bool = False
    is_over: bool = False
    ways: tuple[int, int, int] | None = None
    can_play_live: bool = False
    has_peers: bool = True

    @property
    def is_asking(self) -> bool:
        """Whether anything is to be done: else it only tells whose seats are played here."""
        return bool(self.ways or self.free or self.link or self.is_new)

    @property
    def is_new(self) -> bool:
        """Whether it is still to be chosen how it is played."""
        return bool(self.ours) and not self.is_begun and not self.link and self.has_peers


def by_link_panel(words: Words, model: ByLink) -> Markup:
    """The panel beside the board: one question or one thing to do at a time."""
    if model.ways is not None:
        content = _ways(words, *model.ways)
    elif model.free:
        content = _claims(words, model.free)
    elif model.link:
        content = _sending(words, model)
    elif model.is_new:
        content = _both_ways(words)
    else:
        content = []
    return region(
        "section",
        {
            "id": "by-link",
            "class": "by-link",
            "tabindex": -1,
            "aria-label": words.gettext("Match by link"),
        },
        *content,
        _ours(words, model) if model.ours and model.ways is None else None,
    )


def by_link_hint(words: Words, model: ByLink) -> str:
    """Below the board, from where the panel may be out of sight: what it asks."""
    if model.ways is not None:
        return words.gettext("The match has gone two ways: choose which one counts.")
    if model.free:
        return words.gettext("Say who you are to play on.")
    if model.link and model.awaited:
        return words.gettext("Now it is up to {name}: send the link.").format(
            name=", ".join(model.awaited)
        )
    return ""


def _ways(words: Words, common: int, ours: int, theirs: int) -> list[Markup]:
    told = words.gettext(
        "This match has gone two ways after move {common}: here {ours} more, in the link {theirs}."
    ).format(common=common, ours=ours, theirs=theirs)
    return [
        el("h2", None, words.gettext("Which way counts?")),
        el("p", None, told),
        el("p", {"class": "byline"}, words.gettext("Yours stays among your matches either way.")),
        row(
            button(words.gettext("Go on with the link's"), "take-theirs", kind="is-primary"),
            button(words.gettext("Keep mine"), "keep-ours"),
        ),
    ]


def _claims(words: Words, free: tuple[FreeSeat, ...]) -> list[Markup]:
    return [
        el("h2", None, words.gettext("Who are you?")),
        el(
            "p",
            None,
            words.gettext("This match goes from device to device, by link. Take your seat here."),
        ),
        row(
            *(
                button(one.name, "claim", one.seat, kind="is-primary" if one.is_to_act else "")
                for one in free
            )
        ),
    ]


def _both_ways(words: Words) -> list[Markup]:
    return [
        el("h2", None, words.gettext("Play by link, or live?")),
        el(
            "p",
            None,
            words.gettext(
                "Play your move and send it by link, each in your own time. Or connect now and play"
                " live."
            ),
        ),
    ]


def _sending(words: Words, model: ByLink) -> list[Markup]:
    names = ", ".join(model.awaited)
    if model.is_over:
        heading = words.gettext("Send how it ended")
    elif model.is_begun:
        heading = words.gettext("Send your move to {name}").format(name=names)
    else:
        heading = words.gettext("Send the match to {name}").format(name=names)
    copy = button(words.gettext("Copy the link"), "share")
    label = words.gettext("The link as a QR code")
    return [
        el("h2", None, heading),
        *link_to_send(words, model.link, "data-turn-link", ("send-turn", copy), label),
    ]


def link_to_send(
    words: Words, link: str, mark: str, ways: tuple[str, Markup], label: str
) -> list[Markup]:
    """A link that is to be sent: to be read, sent, copied, or taken as a picture by a camera.

    Args:
        words: the language.
        link: its text.
        mark: the attribute by which it is found.
        ways: what the button to send it asks for, and the button to copy it.
        label: what its picture is called.
    """
    send, copy = ways
    return [
        el("p", {"class": "turn-link", mark: True, "translate": "no", "tabindex": 0}, link),
        row(button(words.gettext("Send …"), send, icon_name="share", kind="is-primary"), copy),
        el(
            "details",
            {"id": "qr", "class": "qr"},
            el("summary", None, words.gettext("QR code")),
            el("qr-code", {"data-text": link, "role": "img", "aria-label": label}),
        ),
    ]


def _ours(words: Words, model: ByLink) -> Markup:
    told = words.gettext("You are {names}.").format(names=", ".join(model.ours))
    return el(
        "div",
        {"class": "by-link-ours"},
        el("span", None, told),
        button(words.gettext("Not you?"), "give-up-seat", kind="is-quiet"),
        _live(words, model) if model.can_play_live else None,
    )


def _live(words: Words, model: ByLink) -> Markup:
    """The other way to play with somebody elsewhere: at the same time."""
    if not model.has_peers:
        told = words.gettext("This browser cannot play live: send the link.")
        return el("p", {"class": "byline"}, told)
    return button(words.gettext("Play live …"), "play-live")
