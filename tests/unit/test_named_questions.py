"""An answer counts for the question that was on screen as it was given, and for none that has come
in its place meanwhile: on the way to other devices, and from the press to the session."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import Say
from spieltisch.app.core.buttons import pressed
from spieltisch.app.core.live import Hosting, PeerQuestionKind, end_of, questions_of
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.together.messages import (
    AllowHelp,
    IncomingText,
    SendTo,
)
from spieltisch.live.log import BackAsked
from spieltisch.table import TableAction
from tests.unit.asking import seen
from tests.unit.devices import Devices, log
from tests.unit.test_live_crossing import MIDDLE, THREE, TWO, assert_alike
from tests.unit.whole_step import whole_step

LINKS = {TWO: 2, THREE: 3, MIDDLE: 3}

ANSWERS = (
    *("grant-back", "accept-draw", "allow-help", "give-seat", "take-theirs"),
    *("decline-back", "decline-draw", "refuse-help", "keep-seat", "keep-ours"),
)

Button = tuple[str, ...]
"""What it does, its argument, and the question that it answers."""


class Letter(str):
    """A text on a line that carries the number of the question that it asks or answers."""

    about: Any = None


@dataclass
class Asking(Devices):
    """Devices of which it is known, whatever they say of it, which question is before each, and
    which one a letter is about. A letter about another question than the one that is open where it
    arrives changes nothing of that.

    Attributes:
    wish: the number of the wish to take back that is open at the host, and of the one before the
        people at each guest; of their own, it is negative.
    wished_by: of a wish at the host, whose it is, and the number that it has there.
    help: how often the wish for help has become another one, as each device knows.
    """

    wish: dict[int, int | None] = field(default_factory=dict)
    wished_by: dict[int, tuple[int, int | None]] = field(default_factory=dict)
    help: dict[int, int] = field(default_factory=dict)
    counted: int = 0

    def asked(self, device: int) -> BackAsked | None:
        live = self.sessions[device].live
        return None if live is None else end_of(live).asked

    def helped(self, device: int) -> frozenset[int]:
        live = self.sessions[device].live
        return frozenset() if live is None else end_of(live).helped

    def send(self, device: int, message: Any) -> None:
        self.now_ms += 1.0
        text = message.text if isinstance(message, IncomingText) else ""
        kind, about = (json.loads(text)["kind"] if text else ""), getattr(text, "about", None)
        asked, helped, wish, helps = (
            self.asked(device),
            self.helped(device),
            self.wish.get(device),
            self.help.get(device, 0),
        )
        self.sessions[device], effects = whole_step(self.sessions[device], message)
        now = self.asked(device)
        if kind == "answer-back" and about != wish:
            assert now == asked, "an answer to another wish counts for this one"
        if kind == "allow-help" and about != helps:
            assert self.helped(0) == helped, "an answer to another wish for help counts"
        sender = self.ends.get(message.line, (0, 0))[1] if text else 0
        self._note_wish(device, asked, now, kind, about, sender)
        if kind == "presence":
            self.help[device] = about
        elif device == 0 and helped and not self.helped(0):
            self.help[0] = helps + 1
        has_closed = wish is not None and self.wish[device] != wish
        asker, named = self.wished_by.get(wish, (0, None)) if has_closed else (sender, about)
        for effect in effects:
            if isinstance(effect, SendTo):
                said, receiver = Letter(effect.text), self.ends[effect.line][1]
                kinds = {
                    "ask-back": self.wish[device],
                    "presence": self.help.get(device, 0),
                    "allow-help": helps,
                    "answer-back": wish if device or receiver != asker else named,
                }
                said.about = kinds.get(json.loads(said)["kind"])
                effect = replace(effect, text=said)
            self._carry_out(device, effect)

    def _note_wish(
        self,
        device: int,
        before: BackAsked | None,
        now: BackAsked | None,
        kind: str,
        about: Any,
        sender: int,
    ) -> None:
        if now is None:
            self.wish[device] = None
        elif now is not before:
            is_answered = before is not None and now.waits_for < before.waits_for
            if is_answered and before == replace(now, waits_for=before.waits_for):
                return
            self.counted += 1
            own = self.counted if device == 0 else -self.counted
            self.wish[device] = about if device and kind == "ask-back" else own
            if device == 0:
                self.wished_by[own] = (sender, about) if kind == "ask-back" else (0, None)


def buttons(devices: Devices, device: int) -> list[Button]:
    """The answers that can be given on a device."""
    return [
        tuple(one.attributes.get(name, "") for name in ("data-do", "data-arg", "data-question"))
        for do in ANSWERS
        for one in seen(devices.sessions[device]).all("data-do", do)
        if "data-question" in one.attributes
    ]


DOES = {
    PeerQuestionKind.BACK: ("grant-back", "decline-back"),
    PeerQuestionKind.DRAW: ("accept-draw", "decline-draw"),
    PeerQuestionKind.HELP: ("allow-help", "refuse-help"),
}


def fast_buttons(devices: Devices, device: int) -> list[Button]:
    """The same, without drawing the page."""
    live, match = devices.sessions[device].live, devices.match(device)
    assert live is not None
    seat = str(min(match.people))
    return [
        (do, seat if one.kind is PeerQuestionKind.DRAW else "", one.name)
        for one in questions_of(live, match)
        for do in DOES[one.kind]
    ]


def press(devices: Devices, device: int, button: Button) -> None:
    do, *told = button
    message = pressed(do, " ".join(filter(None, told)), devices.now_ms, lambda below: 0)
    assert message is not None
    devices.send(device, message)


def asked_and_said(devices: Devices, device: int) -> tuple[object, ...]:
    session = devices.sessions[device]
    live = session.live
    assert live is not None
    asks = live.host.lines if isinstance(live, Hosting) else live.guest.wants
    return log(devices.match(device)), end_of(live).asked, end_of(live).helped, asks


def ask(devices: Devices, device: int, what: str) -> None:
    seat = min(devices.match(device).people)
    messages = {
        "back": Command.TAKE_BACK,
        "offer": Say(TableAction.OFFER, seat, devices.now_ms),
        "help": AllowHelp(is_allowed=True),
        "no-help": AllowHelp(is_allowed=False),
    }
    devices.send(device, messages[what])


def step(devices: Devices, name: str, choose=lambda count: 0) -> None:
    """ "1 back" is asked at device 1, "1 grant-back" pressed there, "1 move" played, "1>0" is the
    next message from there to device 0."""
    first, _, what = name.partition(" ")
    if not what:
        sender, receiver = map(int, first.split(">"))
        devices.deliver(next(one for one in devices.letters if one[:2] == (sender, receiver)))
    elif what == "move":
        devices.play(int(first), choose)
    elif what in ANSWERS:
        found = [one for one in buttons(devices, int(first)) if one[0] == what]
        press(devices, int(first), found[0])
    else:
        ask(devices, int(first), what)


CROSSED = {
    "an answer to a wish that another has declined meanwhile": (
        THREE, "0 move, 0>1, 0>2, 0 back, 0>1, 0>2, 1 decline-back, 1>0, 2 grant-back, 0 back, 2>0",
    ),
    "a refusal of a wish that is made anew": (
        THREE,
        "0 move, 0>1, 0>2, 0 back, 0>1, 0>2, 1 decline-back, 1>0, 2 decline-back, 0 back, 2>0",
    ),
    "an answer to a wish that went less far back": (
        THREE,
        "0 move, 0>1, 0>2, 0 back, 0>1, 0>2, 2 grant-back, 1 move, 1>0, 0 back, 2>0",
    ),
    "a wish anew, as the move that made it another has come": (
        THREE,
        "0 move, 0>1, 0>2, 1 move, 1>0, 0>2, 1 back, 2 move, 2>0, 1>0, 0>1, 1 back, 1>0, 0>1",
    ),
    "help that somebody has refused, and somebody else asks for": (
        THREE, "1 help, 1>0, 0>2, 0>1, 2 allow-help, 0 refuse-help, 0 help, 2>0",
    ),
    "a refusal of help that is asked for anew": (
        THREE, "1 help, 1>0, 0>2, 0>1, 2 refuse-help, 0 refuse-help, 0 help, 2>0",
    ),
    "a refusal of a wish in whose place the host's has come, the first of each": (
        TWO, "0 move, 1 offer, 0 back, 1 back, 1>0, 1>0, 0>1, 0>1, 0>1, 0>1",
    ),
    "a wish in whose place the host's has come, which a draw has ended meanwhile": (
        TWO,
        """0 offer, 0>1, 1 accept-draw, 0 back, 1>0, 1 back, 0>1, 1>0, 1 decline-back, 1>0,
        0 grant-back, 0>1""",
    ),
    "a grant that comes before the match is welcomed anew": (
        TWO,
        "1 offer, 0 move, 0>1, 0 back, 1 move, 0>1, 0 offer, 1>0, 1 grant-back, 1>0, 1>0",
    ),
    "a grant, and a move after it, before the match is welcomed anew": (
        TWO,
        """1 offer, 0 move, 0>1, 0 back, 1 move, 0>1, 0 offer, 1>0, 1 grant-back, 1>0, 1>0, 0>1,
        0>1, 1>0, 1>0, 0 move""",
    ),
    "a grant, then wishes of one's own before it has come": (
        TWO,
        """0 move, 0>1, 1 offer, 0 back, 0>1, 1 grant-back, 1>0, 1 back, 1 move, 1 back,
        0 decline-draw, 0>1, 1>0""",
    ),
    "a refusal of a wish in whose place another guest's has come, the first of each": (
        MIDDLE, "0 back, 2 offer, 1 move, 2 back, 1 back, 1>0, 1>0, 2>0",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("link", "steps"), CROSSED.values(), ids=CROSSED)
def test_an_answer_on_its_way_counts_for_its_question_alone(link: str, steps: str) -> None:
    devices = Asking.connected(link, LINKS[link])
    devices.deliver_all()
    for name in steps.split(","):
        step(devices, name.strip())
        for one in range(LINKS[link]):
            assert sorted(fast_buttons(devices, one)) == sorted(buttons(devices, one))
    if "help" in steps:
        assert devices.helped(0) == {1}
    assert_alike(devices)
    assert "REFUSED" not in repr([session.notice for session in devices.sessions])


@settings(max_examples=60, deadline=None)
@given(data=st.data(), link=st.sampled_from(sorted(LINKS)))
def test_whatever_crosses_an_answer_counts_for_its_question_alone(data, link: str) -> None:
    devices = Asking.connected(link, LINKS[link])
    devices.deliver_all()
    stale: list[tuple[int, Button]] = []
    for _ in range(data.draw(st.integers(2, 24))):
        number = data.draw(st.integers(0, LINKS[link] - 1))
        match, now = devices.match(number), fast_buttons(devices, number)
        stale += [(number, one) for one in now]
        options = [f"{one[0]}>{one[1]}" for one in devices.letters][:6] * 2
        if match.position.active_seats & match.people:
            options += [f"{number} move"]
        options += [f"{number} {what}" for what in ("back", "help", "no-help")]
        if TableAction.OFFER in match.table_actions(min(match.people)):
            options += [f"{number} offer"]
        options += [f"{number} answers"] * min(4, 2 * len(now))
        if stale:
            options += ["stale"]
        chosen = data.draw(st.sampled_from(options))
        if chosen == "stale":
            device, button = data.draw(st.sampled_from(stale))
            before, is_there = (
                asked_and_said(devices, device),
                button in fast_buttons(devices, device),
            )
            press(devices, device, button)
            assert is_there or asked_and_said(devices, device) == before
        elif chosen.endswith("answers"):
            press(devices, number, data.draw(st.sampled_from(now)))
        else:
            step(devices, chosen, lambda count: data.draw(st.integers(0, count - 1)))
    assert_alike(devices)


@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("is_yes", [True, False])
def test_with_a_page_that_names_no_questions_all_is_as_it_was(
    asker: int, is_yes: bool, monkeypatch
) -> None:
    """Such a page passes over what it does not know, and says nothing that has a number."""
    devices = Devices.some(2)
    deliver = devices.deliver

    def deliver_to_old(letter: tuple[int, int, int, str]) -> None:
        fields = json.loads(letter[3])
        if fields["kind"] == "names-questions":
            devices.letters.remove(letter)
            return
        assert "question" not in fields
        deliver(letter)

    monkeypatch.setattr(devices, "deliver", deliver_to_old)
    devices.send(0, Navigate(TWO, 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    for one in (0, 1):
        devices.play(one)
        devices.deliver_all()
    for what in ("help", "back"):
        ask(devices, asker, what)
        devices.deliver_all()
        answers = {do: (do, *told) for do, *told in buttons(devices, 1 - asker)}
        yes = {"help": ("refuse-help", "allow-help"), "back": ("decline-back", "grant-back")}
        press(devices, 1 - asker, answers[yes[what][is_yes]])
        devices.deliver_all()
    assert_alike(devices)
    assert devices.match(0).is_helped is is_yes
    assert len(log(devices.match(0))) == (asker if is_yes else 2)
