"""What people who play live are told: what to send to whom, and who is connected."""

from dataclasses import dataclass

from spieltisch.app.together.by_link_view import link_to_send
from spieltisch.app.together.seating_view import SeatingModel, code_form, same_network, seating_text
from spieltisch.app.together.stun_view import stun_field
from spieltisch.kit.frame import Frame, button, page, row
from spieltisch.kit.markup import Child, Markup, el, region
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class VerdictModel:
    """Who was first of several who called.

    Attributes:
        first, second: their names.
        margin_ms: by how much the first one was faster.
        is_drawn: whether it was too close to tell, so that lots were drawn.
        is_corrected: whether another call had arrived before the one that counts as first.
    """

    first: str
    second: str
    margin_ms: int
    is_drawn: bool
    is_corrected: bool


@dataclass(frozen=True)
class BackModel:
    """What somebody asks to take back: a move, by its number and as the list of moves has it, and
    how many came after it."""

    number: int
    action: str
    more: int


@dataclass(frozen=True)
class LiveModel:
    """Who is connected, at a table.

    Attributes:
        is_host: whether the match is led here.
        state: as in ``<html data-peers>``.
        link: the open invitation; empty while it is being made, and where there is none.
        is_inviting: whether somebody is being invited.
        is_answered: whether the answer has come.
        has_failed: whether the connection could not be made.
        here: the names of those who are connected, apart from the people on this device.
        missing: the names of those whose connection is lost.
        can_invite: whether more can come.
        has_bots: whether bots can act for those who are missing.
        asks_back: the name of a player who asks people here to let a move be taken back.
        back: what is asked to be taken back, here or there.
        can_redo: whether people here can play again what they have taken back.
        is_asking_back: whether the answers of others to such a wish are awaited.
        can_ask_back: whether the people here can ask to take a move back.
        is_led: whether it can only be played live.
        verdict: who was first of those who called last; None where nothing was to be decided.
        is_far: whether somebody is so far away that calls may come too late.
        stun: the STUN server that is asked; empty for none.
        seating: whose phone comes next, where this screen is the table; None once all are there,
            and elsewhere.
        ours: the names of the players on this device.
        taken: on a guest, the names of those of them whose seats are somebody else's, as the host
            says.
        free: on a guest who watches, the seats that can be asked for, with their players' names.
        wants: the name of the player whose seat was asked for here.
        asks_seat: on the host, which line asks for whose seat.
        is_seat: whether the people here see the table on the host's screen.
    """

    is_host: bool
    state: str
    link: str = ""
    is_inviting: bool = False
    is_answered: bool = False
    has_failed: bool = False
    here: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    can_invite: bool = False
    has_bots: bool = False
    asks_back: str = ""
    back: BackModel | None = None
    can_redo: bool = False
    is_asking_back: bool = False
    can_ask_back: bool = False
    is_led: bool = False
    verdict: VerdictModel | None = None
    is_far: bool = False
    stun: str = ""
    seating: SeatingModel | None = None
    is_seat: bool = False
    ours: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    free: tuple[tuple[int, str], ...] = ()
    wants: str = ""
    asks_seat: tuple[int, str] | None = None

    @property
    def is_asking(self) -> bool:
        """Whether a person has something to do; else the panel only tells who is connected."""
        is_asked = bool(self.asks_back or self.asks_seat or self.taken)
        return self.is_inviting or self.state != "connected" or is_asked


@dataclass(frozen=True)
class JoinModel:
    """What a link with a code has opened.

    Attributes:
        kind: as in ``JoinScreen``.
        code: the code.
        link: of an invitation, the link to the answer; empty while it is being made.
        can_connect: whether the browser can connect to others directly.
        has_failed: whether the browser has not found out how it can be reached.
        stun: as in LiveModel.
    """

    kind: str
    code: str
    link: str = ""
    can_connect: bool = True
    has_failed: bool = False
    stun: str = ""


def live_panel(words: Words, model: LiveModel) -> Markup:
    """The panel beside the board."""
    content = _host(words, model) if model.is_host else _guest(words, model)
    if model.asks_back:
        content = [*_asked(words, model), *content]
    if model.asks_seat is not None:
        content = [*_seat_asked(words, *model.asks_seat), *content]
    return region(
        "section",
        {
            "id": "peers",
            "class": "by-link peers" if model.is_asking else "by-link peers is-calm",
            "tabindex": -1,
            "aria-label": words.gettext("Playing live"),
        },
        *content,
    )


def live_text(words: Words, model: LiveModel) -> str:
    """What screen readers say when something has changed."""
    if model.asks_back:
        return _asks(words, model.asks_back, model.back)
    if model.asks_seat is not None:
        return _asks_seat(words, model.asks_seat[1])
    if model.taken:
        return _is_taken(words, model)
    if model.seating is not None:
        return seating_text(words, model.seating)
    if model.is_inviting:
        return words.gettext("Connecting …") if model.is_answered else ""
    if model.state == "connected":
        return _who_is_here(words, model)
    return _is_lost(words, model)


def join_screen(frame: Frame, model: JoinModel) -> Markup:
    """The screen that an invitation, or an answer to one, opens."""
    words = frame.words
    match model.kind:
        case "answer":
            content = _answer_elsewhere(words, model)
        case "taken":
            content = [
                el("h1", None, words.gettext("It goes on in your other tab.")),
                el("p", {"class": "lead"}, words.gettext("You can close this one.")),
            ]
        case "own":
            content = [
                el("h1", None, words.gettext("This is your own invitation.")),
                el(
                    "p",
                    {"class": "lead"},
                    words.gettext(
                        "Send it to the person you want to play with: it is to be opened on their"
                        " device."
                    ),
                ),
            ]
        case _:
            content = _invited(words, model)
    return page(frame, "join", region("div", {"id": "join", "class": "join"}, *content))


def _code_to_send(
    words: Words, link: str, mark: str, label: str, *, is_shown: bool = False
) -> list[Markup]:
    copy = button(words.gettext("Copy"), "copy-code")
    return link_to_send(words, link, mark, ("send-code", copy), label, is_shown=is_shown)


def _host(words: Words, model: LiveModel) -> list[Child]:
    if model.is_inviting:
        return [*_inviting(words, model), _way_out(words, model)]
    if model.missing:
        return [
            el("h2", None, _is_lost(words, model)),
            el("p", None, words.gettext("All that was played is kept.")),
            row(
                button(words.gettext("Invite once more"), "play-live", kind="is-primary"),
                button(words.gettext("Let a computer play"), "let-bots-play")
                if model.has_bots
                else None,
                button(words.gettext("Stop playing live"), "stop-live")
                if model.is_led
                else button(words.gettext("Go on by link"), "stop-live"),
            ),
        ]
    return _calm(words, model)


def _inviting(words: Words, model: LiveModel) -> list[Markup]:
    if model.has_failed:
        return [
            el("h2", None, words.gettext("No connection could be made.")),
            el("p", None, same_network(words)),
            row(button(words.gettext("Invite once more"), "play-live", kind="is-primary")),
            stun_field(words, model.stun),
        ]
    if model.is_answered:
        return [el("h2", None, words.gettext("Connecting …"))]
    if not model.link:
        return [el("h2", None, words.gettext("The invitation is being written …"))]
    return [
        el("h2", None, words.gettext("1. Send the invitation")),
        *_code_to_send(
            words, model.link, "data-invitation", words.gettext("The invitation as a QR code")
        ),
        el("h2", None, words.gettext("2. Take the answer")),
        code_form(
            words,
            words.gettext("In this browser, open the link that comes back, or paste it here:"),
            "data-answer-field",
            words.gettext("Connect"),
        ),
        el("p", {"class": "byline"}, same_network(words)),
        stun_field(words, model.stun),
    ]


def _guest(words: Words, model: LiveModel) -> list[Child]:
    if model.state == "connected" and model.taken:
        return [
            el("h2", None, _is_taken(words, model)),
            el("p", None, words.gettext("Nobody plays for you here unless you agree.")),
            row(
                button(words.gettext("Watch from now on"), "yield-seats", kind="is-primary"),
                button(words.gettext("Stop playing live"), "stop-live"),
            ),
        ]
    if model.state == "connected":
        return _calm(words, model)
    return [
        el("h2", None, _is_lost(words, model)),
        el(
            "p",
            None,
            words.gettext("All that was played is kept. Ask your host for another invitation.")
            if model.is_led
            else words.gettext(
                "All that was played is kept. Ask for another invitation, or go on by link."
            ),
        ),
        code_form(
            words,
            words.gettext("Open its link in this browser, or paste it here:"),
            "data-invitation-field",
            words.gettext("Connect"),
        ),
        _way_out(words, model),
    ]


def _asks(words: Words, name: str, back: BackModel | None) -> str:
    if back is None:
        return ""
    if not back.more:
        told = words.gettext("{name} asks to take back move {number}, {action}.")
    else:
        told = words.ngettext(
            "{name} asks to take back move {number}, {action}, and the one after it.",
            "{name} asks to take back move {number}, {action}, and the {more} after it.",
            back.more,
        )
    return told.format(name=name, number=back.number, action=back.action, more=back.more)


def _asks_seat(words: Words, name: str) -> str:
    return words.gettext("Somebody asks for {name}’s seat.").format(name=name)


def _seat_asked(words: Words, line: int, name: str) -> list[Markup]:
    give = words.gettext("Give {name}’s seat to them").format(name=name)
    return [
        el("h2", None, _asks_seat(words, name)),
        el(
            "p",
            None,
            words.gettext("Their device is not the one that had it: do you know who it is?"),
        ),
        row(
            button(give, "give-seat", line, kind="is-primary"),
            button(words.gettext("Rather not"), "keep-seat", line),
        ),
    ]


def _is_taken(words: Words, model: LiveModel) -> str:
    told = words.gettext("Your host says that somebody else plays for {names} now.")
    return told.format(names=", ".join(model.taken))


def _is_lost(words: Words, model: LiveModel) -> str:
    if not model.missing:
        return words.gettext("The connection is lost.")
    told = words.gettext("The connection to {names} is lost.")
    return told.format(names=", ".join(model.missing))


def _asked(words: Words, model: LiveModel) -> list[Markup]:
    return [
        el("h2", None, _asks(words, model.asks_back, model.back)),
        row(
            button(words.gettext("Allow it"), "grant-back", kind="is-primary"),
            button(words.gettext("Rather not"), "decline-back"),
        ),
    ]


def _calm(words: Words, model: LiveModel) -> list[Child]:
    """The panel while nothing is to be done: who is connected, and a few buttons."""
    more = button(words.gettext("Invite one more"), "play-live", kind="is-quiet")
    back = button(words.gettext("Ask to take back"), "take-back", kind="is-quiet")
    again = button(words.gettext("Play it again"), "redo", kind="is-quiet")
    seat = words.gettext("This is your seat. The table is on the other screen.")
    return [
        el("p", None, seat if model.is_seat else _who_is_here(words, model)),
        el("p", None, _who_we_are(words, model)) if not model.is_seat else None,
        el("p", {"data-verdict": True}, verdict_text(words, model.verdict))
        if model.verdict
        else None,
        el("p", None, words.gettext("Somebody is far away: their calls may come too late."))
        if model.is_far
        else None,
        el("p", None, _is_asking(words, model.back))
        if model.is_asking_back and model.back
        else None,
        row(
            *(
                button(words.gettext("I am {name}").format(name=name), "ask-seat", seat)
                for seat, name in model.free
                if not model.wants
            ),
            again if model.can_redo else None,
            back if model.can_ask_back else None,
            more if model.can_invite else None,
            button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"),
        ),
    ]


def _is_asking(words: Words, back: BackModel) -> str:
    told = words.gettext("It is asked whether move {number}, {action}, may be taken back.")
    return told.format(number=back.number, action=back.action)


def _who_is_here(words: Words, model: LiveModel) -> str:
    if not model.here:
        return words.gettext("Connected: somebody is watching.")
    return words.gettext("Playing live with {names}.").format(names=", ".join(model.here))


def _who_we_are(words: Words, model: LiveModel) -> str:
    if model.wants:
        told = words.gettext("You have asked your host for {name}’s seat.")
        return told.format(name=model.wants)
    if model.ours:
        return words.gettext("You are {names}.").format(names=", ".join(model.ours))
    return "" if model.is_host else words.gettext("You are watching.")


def _way_out(words: Words, model: LiveModel) -> Markup:
    if model.is_led:
        return row(button(words.gettext("Stop playing live"), "stop-live", kind="is-quiet"))
    return row(button(words.gettext("Go on by link instead"), "stop-live", kind="is-quiet"))


def verdict_text(words: Words, verdict: VerdictModel) -> str:
    """Who was first, and by how much."""
    if verdict.is_drawn:
        told = words.gettext("{first} and {second} were equally fast: the lot fell to {first}.")
    elif verdict.is_corrected:
        told = words.gettext(
            "{first} was {ms} ms faster than {second}, whose call had come before."
        )
    else:
        told = words.gettext("{first} was {ms} ms faster than {second}.")
    return told.format(first=verdict.first, second=verdict.second, ms=verdict.margin_ms)


def _invited(words: Words, model: JoinModel) -> list[Markup]:
    if not model.can_connect:
        return [
            el("h1", None, words.gettext("This browser cannot play live.")),
            el(
                "p",
                {"class": "lead"},
                words.gettext(
                    "It has no way to connect to another device directly. Ask your host for"
                    " the match by link: that works in every browser."
                ),
            ),
        ]
    if model.has_failed:
        return [
            el("h1", None, words.gettext("You are not connected.")),
            el("p", {"class": "lead"}, same_network(words)),
            row(button(words.gettext("Try again"), "take-code", model.code, kind="is-primary")),
            stun_field(words, model.stun),
        ]
    if not model.link:
        return [
            el("h1", None, words.gettext("You are invited to a match.")),
            el("p", {"role": "status"}, words.gettext("Your answer is being written …")),
        ]
    return [
        el("h1", None, words.gettext("You are invited to a match.")),
        el(
            "p",
            {"class": "lead", "role": "status"},
            words.gettext(
                "Send this answer back to your host, and keep this page open. The match begins"
                " as soon as they have it."
            ),
        ),
        # In one room the host scans it with a camera.
        *_code_to_send(
            words,
            model.link,
            "data-answer",
            words.gettext("The answer as a QR code"),
            is_shown=True,
        ),
        el(
            "p",
            {"class": "byline"},
            words.gettext(
                "An invitation is for one device. If somebody else has answered it before you, ask"
                " for another one."
            ),
        ),
        el("p", {"class": "byline"}, same_network(words)),
        stun_field(words, model.stun),
    ]


def _answer_elsewhere(words: Words, model: JoinModel) -> list[Markup]:
    return [
        el("h1", None, words.gettext("An answer to your invitation")),
        el(
            "p",
            {"class": "lead"},
            words.gettext(
                "The tab your invitation came from takes it by itself. If it does not, copy"
                " the code and paste it there."
            ),
        ),
        el("p", {"class": "turn-link", "translate": "no", "tabindex": 0}, model.code),
        row(button(words.gettext("Copy"), "copy-code")),
    ]
