"""What devices that play live know each other by, and where they meet, is told to nobody else: not
in a file that people send on, however damaged what is kept is, and not in a copy of a match."""

from __future__ import annotations

import asyncio
import json
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.board.messages import Press
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.routes import MatchLink
from spieltisch.app.together.codes import code_to_send
from spieltisch.app.together.messages import PlayLive, TakeCode
from spieltisch.kit.words import words_of
from spieltisch.live.codes import Room, format_room, parse_relay
from spieltisch.play.archive_file import damaged_line
from spieltisch.play.match import (
    NO_ROOM,
    KnownRoom,
    Match,
    format_match,
    parse_kept,
    seen_from_here,
    text_without_secrets,
    without_secrets,
)
from spieltisch.play.summary import summary_of
from spieltisch.shell import files
from tests.damage import mutants
from tests.unit.asking import after
from tests.unit.devices import Devices

SECRET = "0123456789abcdef" * 2
KEYS = {1: "1032547698badcfe" * 2, 2: "5a" * 16}
SALT = "67fe" * 8
LINK = format_room(Room(parse_relay("wss://relay.example.org:8084/mqtt"), SECRET))
YALA = "#/play/yala?seats=human,link&seed=4"
GUESSED = 16
"""Letters of a secret by which the rest cannot be guessed yet."""


def live_match() -> Match:
    match = after(Navigate(YALA, 0.0)).match
    assert match is not None
    for _ in range(4):
        (seat,) = match.position.active_seats
        match = match.play(seat, match.position.legal_actions(seat)[0], 9)
    room = KnownRoom(LINK, is_host=True)
    return replace(match, keys=KEYS, salt=SALT, room=room, helps=3, passed_ms=7, is_proven=True)


def told(text: str) -> list[str]:
    """The parts of secrets that a text tells."""
    wholes = (SECRET, *KEYS.values(), SALT)
    parts = {one[at : at + GUESSED] for one in wholes for at in range(len(one) - GUESSED + 1)}
    return sorted(part for part in parts if part in text)


@pytest.mark.parametrize("seed", range(4))
def test_no_damage_brings_a_secret_into_a_file(seed):
    for text in mutants(format_match(live_match()), 500, seed):
        assert not told(text_without_secrets(text)), text


def test_whatever_a_text_is_cut_to_it_tells_no_secret():
    text = format_match(live_match())
    for at in range(len(text)):
        for part in (text[:at], text[at:], text[:at] + text[at + 1 :], f"{text[:at]}~{text[at:]}"):
            assert not told(text_without_secrets(part)), part


def test_what_is_damaged_is_in_the_file_but_for_that():
    match = live_match()
    text = format_match(match)
    summary = summary_of(match, "abcdefghijk1", begun_ms=0, played_ms=0)
    damaged = json.dumps({**json.loads(text), "shown": -1})
    line = json.loads(damaged_line(summary, damaged))
    assert not told(json.dumps(line))
    left = {k: v for k, v in json.loads(damaged).items() if k not in ("keys", "salt", "room")}
    assert json.loads(line["damaged"]) == left
    assert damaged_line(summary, None).endswith("null}")
    # What no secret is in stays letter by letter.
    assert text_without_secrets("{half of " + text[:60]) == "{half of " + text[:60]
    assert text_without_secrets('{"shown":-1,  "record":7}') == '{"shown":-1,  "record":7}'


def test_a_record_is_told_whole_though_a_board_looks_like_a_secret():
    record = json.dumps({"start": "ab" * 20})
    text = json.dumps({"shown": -1, "record": record, "keys": {"1": SALT}})
    assert json.loads(text_without_secrets(text)) == {"shown": -1, "record": record}


def test_a_match_takes_along_all_that_a_device_knows_of_it():
    """A field that is new to a match has to be named here: is it taken along, played, or secret?"""
    before = live_match()
    played = {"setup", "start", "turns", "shown", "own_game"}
    told_anew = {"is_helped", "passed_ms"}
    other = Match.of_turns(before.setup, before.turns[:2])
    carried = other.carrying(before)
    taken = {one.name for one in fields(Match)} - played - told_anew
    assert taken == {"here", "helps", "keys", "salt", "room", "is_proven"}
    for name in taken:
        assert getattr(before, name) != getattr(other, name), f"{name} is tried"
        assert getattr(carried, name) == getattr(before, name), name
    for name in played | told_anew:
        assert getattr(carried, name) == getattr(other, name), name
    bare = without_secrets(before)
    secret = {n.name for n in fields(Match) if getattr(bare, n.name) != getattr(before, n.name)}
    assert secret == {"keys", "salt", "room", "is_proven"}
    assert parse_kept(format_match(bare)).room == NO_ROOM


@pytest.mark.parametrize("is_table", [False, True])
@pytest.mark.parametrize("seats", ["human,link", "human,link,link"])
def test_hidden_cards_that_people_arranged_are_sealed_with_the_same_after_a_reload(seats, is_table):
    """Or else the guests say that the host has changed them."""
    devices = Devices.some(2)
    devices.send(0, Navigate(f"#/play/aya?seats={seats}&seed=4", 0.0))
    arranged = MatchLink(replace(seen_from_here(devices.match(0)), seed=None)).text
    devices = Devices.some(2)
    devices.send(0, Navigate(arranged, 0.0))
    assert devices.match(0).setup.seed is None
    match_id = devices.sessions[0].table.match_id
    salts = []
    for line in (1, 2):
        devices.send(0, PlayLive(line, is_table=is_table))
        devices.send(1, Navigate(code_to_send(devices.sessions[0]), 0.0))
        devices.send(0, TakeCode(code_to_send(devices.sessions[1]), 0.0))
        devices.deliver_all()
        assert devices.sessions[1].peers == "connected"
        assert devices.sessions[1].notice is None
        salts.append(devices.match(0).salt)
        devices.reload(0)
        devices.send(0, Navigate(f"#/match/{match_id}", 0.0))
    assert salts[0]
    assert salts == salts[:1] * 2


def test_damaged_matches_are_saved_for_others_without_a_secret(monkeypatch):
    saved: list[str] = []
    monkeypatch.setattr(files, "save_text", lambda _, text, name: saved.append(text))
    damaged = format_match(live_match())[:-1]
    places = {("matches", "abcdefghijk1"): "cut short", ("values", "bots"): "odd"}
    places |= {("matches", "abcdefghijk2"): "nothing", ("local", "settings"): "odd"}
    texts = dict.fromkeys(places, "") | {("matches", "abcdefghijk1"): damaged}
    texts |= {("values", "bots"): '{"salt": "of bots"', ("matches", "abcdefghijk2"): None}
    host: Any = SimpleNamespace(
        show_now=None, send=lambda _: None, session=after(Navigate(YALA, 0.0))
    )
    database: Any = SimpleNamespace(shown=lambda asked, done: done([texts[one] for one in asked]))
    storage: Any = SimpleNamespace(read=lambda key: f"kept under {key}")
    window: Any = SimpleNamespace(performance=SimpleNamespace(now=lambda: 0.0))
    monkeypatch.setattr(files, "Pacer", lambda *_: None)
    files.Files(window, host, database, storage).save_damaged(places)
    told_of = {
        (each["store"], each["key"]): each["text"] for each in json.loads(saved[0])["damaged"]
    }
    assert not told(saved[0])
    assert '"record"' in told_of["matches", "abcdefghijk1"]
    assert told_of["values", "bots"] == '{"salt": "of bots"'
    assert told_of["matches", "abcdefghijk2"] is None


@pytest.mark.parametrize("answered", [0, 1, 2, 3])
@pytest.mark.parametrize("is_unread", [False, True])
def test_a_file_is_saved_though_storage_falls_silent(monkeypatch, answered, is_unread):
    saved: list[str] = []
    monkeypatch.setattr(files, "save_text", lambda _, text, name: saved.append(text))
    monkeypatch.setattr(files, "Pacer", lambda *_: None)
    monkeypatch.setattr(files, "SILENT_S", 0.01)
    monkeypatch.setattr(files, "AT_HAND_S", 0.01)
    session = after(Navigate(YALA, 0.0), Press("b", 0.0), Press("d", 99.0), Navigate("#/", 0.0))
    (summary,) = session.library.summaries.values()
    (open_id,) = session.matches
    text = format_match(session.matches[open_id])
    others = [replace(summary, id=f"abcdefghijk{number}") for number in range(3)]
    asked: list[str] = []

    def read(*asked_for: Any) -> None:
        *_, key, done = asked_for
        asked.append(key)
        if len(asked) <= answered:
            done(text)

    sent: list[Any] = []
    host: Any = SimpleNamespace(show_now=None, send=sent.append, session=session)
    window: Any = SimpleNamespace(performance=SimpleNamespace(now=lambda: 0.0))
    database: Any = SimpleNamespace(is_unread=is_unread, read=read, read_as_it_is=read)
    asyncio.run(files.Files(window, host, database, database)._save([summary, *others], []))
    assert len(json.loads(saved[0])["matches"]) == 1 + answered
    (told_of,) = sent
    assert told_of.notice.lacks
    assert told_of.notice.damaged == 0


@pytest.mark.parametrize("answered", [0, 1, 700, 1999])
def test_however_much_is_kept_storage_is_waited_for_a_few_times_only(monkeypatch, answered):
    """It falls silent in the middle of the visit: what it has at hand is saved, in order."""
    waits: list[float] = []
    wait = asyncio.wait

    async def counted(these: Any, timeout: float) -> Any:
        waits.append(timeout)
        return await wait(these, timeout=0.001)

    monkeypatch.setattr(files.asyncio, "wait", counted)
    saved: list[str] = []
    monkeypatch.setattr(files, "save_text", lambda _, text, name: saved.append(text))
    monkeypatch.setattr(files, "Pacer", lambda *_: None)
    session = after(Navigate(YALA, 0.0), Press("b", 0.0), Press("d", 99.0), Navigate("#/", 0.0))
    ((open_id, match),) = session.matches.items()
    summary = session.library.summaries[open_id]
    many = [replace(summary, id=f"abcdefgh{number:04}") for number in range(2000)]
    at_hand = {many[number].id for number in (*range(answered), 1500, 1700)}

    def read(*asked_for: Any) -> None:
        *_, key, done = asked_for
        if key in at_hand:
            done(format_match(match))

    sent: list[Any] = []
    host: Any = SimpleNamespace(show_now=None, send=sent.append, session=session)
    window: Any = SimpleNamespace(performance=SimpleNamespace(now=lambda: 0.0))
    database: Any = SimpleNamespace(is_unread=False, read=read, read_as_it_is=read)
    summaries = [*many[:1000], summary, *many[1000:]]
    asyncio.run(files.Files(window, host, database, database)._save(summaries, []))
    in_file = [each["id"] for each in json.loads(saved[0])["matches"]]
    assert in_file == [one.id for one in summaries if one.id in at_hand | {open_id}]
    assert waits[answered:] == [files.SILENT_S, *[files.AT_HAND_S] * (len(waits) - answered - 1)]
    assert len(waits) - answered <= 4
    assert sent[0].notice.lacks


@pytest.mark.parametrize("lacks", [False, True])
def test_a_file_that_lacks_what_could_not_be_read_is_not_told_as_all(monkeypatch, lacks):
    monkeypatch.setattr(files, "save_text", lambda *_: None)
    monkeypatch.setattr(files, "Pacer", lambda *_: None)
    sent: list[Any] = []
    host: Any = SimpleNamespace(show_now=None, send=sent.append, session=after(Navigate(YALA, 0.0)))
    window: Any = SimpleNamespace(performance=SimpleNamespace(now=lambda: 0.0))
    database: Any = SimpleNamespace(is_unread=lacks)
    asyncio.run(files.Files(window, host, database, database)._save([], []))
    (told_of,) = sent
    text = told_of.notice.text(words_of("en"))
    assert ("everything else" in text) is not lacks
    assert ("not given this page your games" in text) is lacks
