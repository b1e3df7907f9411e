"""What browsers send each other is what is written down, and nothing else changes anything."""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

import jsonschema
import pytest

from spieltisch.app.core.live import Hosting, Visiting
from spieltisch.app.core.messages import Navigate
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import IncomingText
from spieltisch.app.update import update
from spieltisch.live.protocol import (
    MAX_MESSAGE,
    SIGNS,
    AnswerBack,
    Ask,
    AskBack,
    AskProof,
    AskSeat,
    Back,
    GuestPause,
    GuestReady,
    Hello,
    HelpAllowed,
    KeyProof,
    Leave,
    NamesQuestions,
    Ping,
    Pong,
    Presence,
    Refused,
    RemoteCall,
    SeatsYielded,
    Sign,
    Spare,
    TieBreak,
    TimeGate,
    Turns,
    VersionError,
    Welcome,
    format_message,
    parse_message,
)
from spieltisch.live.sealed import Unsealed
from tests.unit.asking import seen
from tests.unit.devices import Devices
from tools.project import ROOT

SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "docs" / "peers.schema.json").read_text(encoding="utf-8"))
)
ID, DIGEST, SALT = "abcdefgh0000", "0123456789abcdef", "0123456789abcdef" * 2
MESSAGES = [
    Welcome(ID, 0, "1CJrxj8X3nR4w9nb"),
    Hello(ID, 0, 3, DIGEST, SALT, (2,)),
    AskSeat(ID, 2),
    SeatsYielded(ID),
    HelpAllowed(ID, is_allowed=True),
    Presence(ID, (2,), (1, 2), helped=(1,)),
    Turns(ID, 0, 3, DIGEST, ((1, "a+", 0), (2, "b-", 1250))),
    Ask(ID, 0, 12),
    Refused(ID, 4, "action"),
    Presence(ID, (2,), (1, 2)),
    Presence(ID, (2,), (1, 2), is_table=True),
    AskBack(ID, 0, 3, 2),
    AskBack(ID, 0, 3, 2, 7),
    AnswerBack(ID, 0, 3, is_granted=True),
    AnswerBack(ID, 0, 3, is_granted=False, question=7),
    NamesQuestions(ID),
    AskProof(ID, SALT, SALT),
    KeyProof(ID, SALT, SALT),
    KeyProof(ID, SALT),
    HelpAllowed(ID, is_allowed=False, question=2),
    Presence(ID, (2,), (1, 2), question=2),
    Back(ID, 1, 3),
    Presence(ID, (), (1, 2), watching=3, is_declined=True),
    Leave(ID),
    Spare(ID, "5abc"),
    *(Sign(ID, 2, sign) for sign in SIGNS),
    Welcome(ID, 0, "1CJrxj8X3nR4w9nb", (Unsealed("bbbyy*", SALT),)),
    Turns(
        ID,
        0,
        3,
        DIGEST,
        ((0, "expire", 60_000),),
        (Unsealed("bbbyy*", SALT), Unsealed("byyby", SALT)),
    ),
    Ping(ID, 7),
    Pong(ID, 7),
    RemoteCall(ID, 0, 3, DIGEST, 2, "aya", 480),
    TieBreak(ID, (2, 1), (0, 40), is_drawn=False, is_corrected=True),
    TieBreak(ID, (2, 1), (0, 40), is_drawn=False, is_corrected=False, put_back=(0, 98)),
    TimeGate(ID, "start", 2980),
    TimeGate(ID, "none", None, 0),
    TimeGate(ID, "pause", None, 41_500),
    GuestReady(ID),
    GuestPause(ID),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda one: type(one).__name__)
def test_a_message_is_read_as_it_was_written_and_is_in_the_schema(message):
    text = format_message(message)
    assert parse_message(text) == message
    SCHEMA.validate(json.loads(text))


@pytest.mark.parametrize("version", [1, 2, 3, 4, 6])
def test_a_message_of_another_version_is_told_apart(version):
    fields = {**json.loads(format_message(GuestReady(ID))), "v": version}
    with pytest.raises(VersionError):
        parse_message(json.dumps(fields))


@pytest.mark.parametrize("device", [0, 1])
def test_who_meets_a_page_of_another_version_is_told_what_to_do(device):
    devices = Devices.some(2)
    devices.send(0, Navigate("#/play/yala?seats=human,link&seed=4", 0.0))
    line = devices.connect(0, 1)
    devices.deliver_all()
    fields = {**json.loads(format_message(GuestReady(ID))), "v": 1}
    devices.send(device, IncomingText(line, json.dumps(fields), devices.now_ms))
    notice = seen(devices.sessions[device]).one("id", "notice").text
    assert "Reload the page on both, then invite again." in notice
    assert [session.peers for session in devices.sessions] == ["lost", "lost"]
    # What still comes on such a line is nobody's.
    before = devices.sessions[device]
    devices.send(device, IncomingText(line, json.dumps(fields), devices.now_ms))
    assert devices.sessions[device] == before


def without_one(fields: dict[str, Any], rng: Random) -> str:
    del fields[rng.choice(sorted(fields))]
    return json.dumps(fields)


def with_another_value(fields: dict[str, Any], rng: Random) -> str:
    values = [None, -1, 1e9, 10**30, "", "x" * 300, [], {}, True, [[]]]
    fields[rng.choice(sorted(fields))] = rng.choice(values)
    return json.dumps(fields)


def with_one_more(fields: dict[str, Any], rng: Random) -> str:
    fields[rng.choice(["x", "at", "__class__"])] = 1
    return json.dumps(fields)


def cut_short(fields: dict[str, Any], rng: Random) -> str:
    text = json.dumps(fields)
    return text[: rng.randrange(len(text))]


def with_a_wrong_letter(fields: dict[str, Any], rng: Random) -> str:
    text = json.dumps(fields)
    place = rng.randrange(len(text))
    return text[:place] + chr(rng.randrange(1, 0x2FF)) + text[place + 1 :]


def too_deep(fields: dict[str, Any], rng: Random) -> str:
    return "[" * rng.randrange(1, 4000) + json.dumps(fields)


def too_long(fields: dict[str, Any], rng: Random) -> str:
    return json.dumps(fields).ljust(rng.choice([MAX_MESSAGE + 1, MAX_MESSAGE * 4]))


def not_due(fields: dict[str, Any], rng: Random) -> str:
    """Well formed, and about this very match."""
    wrong = {
        "start": rng.randrange(12_000),
        "turns": [[rng.randrange(1, 7), rng.choice(["a+", "f-", "resign", "z9"]), 7]],
        "seats": [rng.randrange(1, 7)],
        "seat": rng.randrange(1, 7),
        "action": rng.choice(["aya", "oye", "1L", "X", "expire"]),
        "since": rng.randrange(10_000),
        "opened": [[rng.choice(["bbbyy", "byyyy*"]), "0" * 32]],
        "number": rng.randrange(100),
    }
    return json.dumps({**fields, **{name: wrong[name] for name in wrong if name in fields}})


WRONGS = (
    without_one,
    with_another_value,
    with_one_more,
    cut_short,
    with_a_wrong_letter,
    too_deep,
    too_long,
    not_due,
)


def corrupted(text: str, rng: Random) -> str:
    """A message with something wrong with it."""
    return rng.choice(WRONGS)(json.loads(text), rng)


def test_what_the_reader_takes_the_schema_takes_and_the_other_way_round():
    rng = Random(5)
    texts = [corrupted(format_message(rng.choice(MESSAGES)), rng) for _ in range(2000)]
    taken = 0
    for text in texts:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            with pytest.raises(ValueError, match=r"."):
                parse_message(text)
            continue
        try:
            parse_message(text)
            is_read = True
        except ValueError:
            is_read = False
        taken += is_read
        if len(text) <= MAX_MESSAGE:
            assert SCHEMA.is_valid(value) is is_read, text
    assert 0 < taken < len(texts)


@pytest.mark.parametrize("victim", [0, 1], ids=["host", "guest"])
def test_ten_thousand_wrong_messages_change_nothing(victim):
    """Malformed, repeated, out of order, too long, too early and too late."""
    devices = Devices.some(2)
    devices.send(0, Navigate("#/play/yala?seats=human,link&seed=4", 0.0))
    line = devices.connect(0, 1)
    said: list[str] = []
    for number in range(8):
        said += [text for _, to, _, text in devices.letters if to == victim]
        devices.deliver_all()
        devices.play(number % 2)
    said += [text for _, to, _, text in devices.letters if to == victim]
    devices.deliver_all()
    # A hello or a welcome that is heard again is answered again; that is all.
    said = [text for text in said if '"kind":"welcome"' not in text and '"leave"' not in text]
    before = devices.sessions[victim]
    rng = Random(7)
    session, sent = before, 0
    for number in range(10_000):
        text = rng.choice(said)
        text = text if rng.random() < 0.2 else corrupted(text, rng)
        if '"kind":"presence"' in text.replace(" ", "") or '"leave"' in text:
            continue
        session, effects = update(session, IncomingText(line, text, float(number)))
        sent += len(effects)
        assert session.match is before.match
    assert session.library == before.library
    assert page_of(session)
    assert size_of(session.live) <= size_of(before.live) + 500
    assert sent < 20_000


def size_of(live: Hosting | Visiting | None) -> int:
    return sys.getsizeof(repr(live))
