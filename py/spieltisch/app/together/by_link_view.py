"""What a match by link asks of people: which seat is theirs, whom to send it, which way counts."""

from dataclasses import dataclass

from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words
from spieltisch.table import Seat


@dataclass(frozen=True)
class FreeSeat:
    """A seat that nobody on this device has taken.

    Attributes:
        seat, name: the seat and what it is called.
        is_to_act: whether it is its turn.
    """

    seat: Seat
    name: str
    is_to_act: bool


@dataclass(frozen=True)
class ByLink:
    """Where a match by link stands, on this device.

    Attributes:
        ours: the names of the seats that are played here.
        free: the seats that can be taken, as long as none has been taken here.
        awaited: the names of those elsewhere who are to act.
        link: the link that is to be sent to them; empty if there is nothing to send.
        is_begun, is_over: whether anything has been played, and whether the match has ended.
        ways: if it has gone two ways, how many turns they have in common, and how many each has
            after that, ours first; else None.
        can_play_live: whether the others can be invited to play it live.
        has_peers: whether the browser can connect to others directly.
        is_live_only: whether it can only be played live.
        is_race: whether the faster one counts.
        has_clocks: whether the seats have clocks, which is one reason for that.
        can_be_table: whether this screen can be the table, and phones be the seats.
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
    is_live_only: bool = False
    is_race: bool = False
    has_clocks: bool = False
    can_be_table: bool = False

    @property
    def is_asking(self) -> bool:
        """Whether a person has something to do; else the panel only tells whose seats are here."""
        return bool(self.ways or self.free or self.link or self.is_new or self.is_waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits until people are connected."""
        return self.is_live_only and not self.is_over

    @property
    def is_new(self) -> bool:
        """Whether people can still choose to play by link or live."""
        return bool(self.ours) and not self.is_begun and not self.link and self.has_peers


def by_link_panel(words: Words, model: ByLink) -> Markup:
    """The panel beside the board: one question or one thing to do at a time."""
    if model.ways is not None:
        content = _ways(words, *model.ways)
    elif model.is_live_only:
        content = _only_live(words, model) if model.is_waiting else []
    elif model.free:
        content = _claims(words, model.free, can_be_table=model.can_be_table)
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
    """What the panel asks, for below the board: the panel itself may be out of sight."""
    if model.ways is not None:
        if not model.ways[1]:
            return words.gettext("Are these moves yours?")
        return words.gettext("The match has gone two ways: choose which one counts.")
    if model.is_live_only:
        return ""
    if model.free:
        return words.gettext("To play on, say who you are.")
    if model.link and model.awaited:
        return words.gettext("Now it is up to {name}: send the link.").format(
            name=", ".join(model.awaited)
        )
    return ""


def _ways(words: Words, common: int, ours: int, theirs: int) -> list[Markup]:
    if not ours:
        heading = words.gettext("Are these moves yours?")
        told = words.ngettext(
            "Your host’s device has one more move, played for you, that this one does not know.",
            "Your host’s device has {theirs} more moves, and moves of yours among them, that this"
            " one does not know.",
            theirs,
        )
        return [
            el("h2", None, heading),
            el("p", None, told.format(theirs=theirs)),
            row(
                button(words.gettext("Yes, go on with them"), "take-theirs", kind="is-primary"),
                button(words.gettext("No, stop playing live"), "keep-ours"),
            ),
        ]
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


def _claims(words: Words, free: tuple[FreeSeat, ...], *, can_be_table: bool) -> list[Markup]:
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
            ),
            _phones(words) if can_be_table else None,
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


def _only_live(words: Words, model: ByLink) -> list[Markup]:
    """For a match that cannot be sent to and fro by link: the faster one counts, clocks run, or
    something is hidden."""
    if not model.has_peers:
        told = words.gettext("This browser cannot connect to other devices directly.")
    elif model.can_play_live and model.has_clocks:
        told = words.gettext(
            "With clocks, everyone has to be there at the same time. Invite the others, each on a"
            " device of their own."
        )
    elif model.can_play_live and not model.is_race:
        told = words.gettext(
            "Cards lie hidden here, so everyone has to be there at the same time. Invite the"
            " others, each on a device of their own."
        )
    elif model.can_play_live:
        told = words.gettext(
            "This game is played by all at the same time. Invite the others, each on a device of"
            " their own: it begins when everyone is there."
        )
    elif model.can_be_table:
        told = words.gettext(
            "This screen is the table. All play on phones of their own: it begins when everyone is"
            " there."
        )
    else:
        told = words.gettext("All that was played is kept. Ask your host for another invitation.")
    return [
        el("h2", None, words.gettext("Live, not by link")),
        el("p", None, told),
        row(
            button(words.gettext("Play live …"), "play-live", kind="is-primary")
            if model.can_play_live and model.has_peers
            else None,
            _phones(words, is_first=not model.can_play_live) if model.can_be_table else None,
        ),
    ]


def _phones(words: Words, *, is_first: bool = False) -> Markup:
    """For people in one room: this screen becomes the table, and phones the seats."""
    kind = "is-primary" if is_first else ""
    return button(words.gettext("Phones as seats …"), "seat-phones", kind=kind)


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
    words: Words,
    link: str,
    mark: str,
    ways: tuple[str, Markup],
    label: str,
    *,
    is_shown: bool = False,
) -> list[Markup]:
    """A link that is to be sent: as text, with buttons to send and to copy it, and as a QR code.

    Args:
        words: the language.
        link: its text.
        mark: the attribute by which the text is found.
        ways: the ``data-do`` of the button to send it, and the button to copy it.
        label: the label of the QR code.
        is_shown: whether the QR code is in sight at once.
    """
    send, copy = ways
    return [
        el("p", {"class": "turn-link", mark: True, "translate": "no", "tabindex": 0}, link),
        row(button(words.gettext("Send …"), send, icon_name="share", kind="is-primary"), copy),
        el(
            "details",
            {"id": "qr", "class": "qr", "open": is_shown},
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
        _live(words, model) if model.can_play_live and not model.is_live_only else None,
        _phones(words) if model.can_be_table and not model.is_live_only else None,
    )


def _live(words: Words, model: ByLink) -> Markup:
    """The button to play live instead, or a note that this browser cannot."""
    if not model.has_peers:
        told = words.gettext("This browser cannot play live: send the link.")
        return el("p", {"class": "byline"}, told)
    return button(words.gettext("Play live …"), "play-live")
