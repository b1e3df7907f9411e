"""A variant of AYA that no other part knows: a class, its line in two tables, and its words. It is
set up and played in the page, with all that is drawn and said of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import spieltisch.games.aya as package
from spieltisch.app.board.messages import TypeAction, Wake
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.aya.rules import duties, texts
from spieltisch.games.aya.rules.cards import Cards
from spieltisch.games.aya.rules.duties import AYA, Attempt, AyaEnd, ExceptionalMove
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.table import Hand, OpenCard, Table
from spieltisch.games.aya.rules.track import Track
from spieltisch.games.aya.rules.variants import Moment, Variant, clockwise, faces
from spieltisch.games.aya.view.view import VIEW
from spieltisch.kit.markup import whole
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import Setup
from tests.still import session_after
from tests.unit.markup_check import check

NAME = "harvest"
GOAL = "Take four cards from the middle before the others do."


@dataclass(frozen=True)
class Harvest(Variant):
    """Whoever calls AYA takes what one attempt matches of six open cards; most cards win once none
    is left, or once somebody has missed."""

    name = NAME
    calls = (AYA,)
    ends = (AyaEnd.ALL_WON,)
    piles = frozenset({"won", "table", "out", "unseen"})
    shows_won = True

    def deal(self, track: Track, cards: Cards, seats: int) -> Moment:
        row, box = cards[:6], cards[6:]
        table = Table(track, (Hand(),) * seats, row=row, out=box, unseen_out=len(box))
        return Moment(table, duties.Calling(self.calls))

    def open_cards(self, table: Table, seat: int | None) -> tuple[OpenCard, ...]:
        return table.in_row()

    def matched(self, table: Table, attempt: Attempt, cards: tuple[OpenCard, ...]) -> Moment:
        table = table.without(cards).with_won(attempt.seat, faces(cards))
        if table.row:
            return Moment(table, duties.Calling(self.calls))
        return self.best_win(table, AyaEnd.ALL_WON)

    def failed(self, table: Table, attempt: Attempt) -> Moment:
        return Moment(table, ExceptionalMove(table.left_neighbour(attempt.seat)))

    def after_exceptional_move(self, table: Table, duty: ExceptionalMove) -> Moment:
        return Moment(table, duties.Calling(self.calls))


@pytest.fixture(autouse=True)
def known(monkeypatch):
    """What a sixth variant adds to the tables and to the words."""
    monkeypatch.setitem(texts.VARIANTS, NAME, Harvest)
    monkeypatch.setitem(INFO.seat_counts, NAME, (2, 3))
    monkeypatch.setitem(INFO.option_names, NAME, ())
    chosen = VIEW.fixed_words["options"]["variant"]
    monkeypatch.setitem(chosen["choices"], NAME, "Harvest")
    monkeypatch.setitem(VIEW.fixed_words["goals"], NAME, GOAL)


def played(session, rng: Random):
    """After the next thing that somebody does: what matches, where something can be matched."""
    position = session.match.position
    if session.next_wake_ms is not None and isinstance(position.duty, ExceptionalMove):
        return session_after([Wake(session.next_wake_ms)], session)
    found = matches(position)
    actions = position.legal_actions(min(seat for seat in position.owing_seats))
    action = rng.choice(actions)
    if isinstance(position.duty, Attempt) and found:
        action = found[0].moves[0]
    return session_after([TypeAction(action, 1000.0)], session)


@pytest.mark.parametrize("edition", INFO.editions)
@pytest.mark.parametrize("seats", [2, 3])
def test_it_is_set_up_played_and_sent_in_the_page(edition, seats):
    form = session_after([Navigate("#/setup/aya", 0.0)])
    assert "Harvest" in whole(page_of(form))
    people = ",".join(["human"] * seats)
    address = f"#/play/aya?seats={people}&variant={NAME}&edition={edition}&seed=3"
    session, rng = session_after([Navigate(address, 0.0)]), Random(5)
    assert GOAL in whole(page_of(session))
    for _ in range(400):
        if session.match.is_over:
            break
        session = played(session, rng)
        check(page_of(session))
    position = session.match.position
    assert position.outcome.reason == AyaEnd.ALL_WON
    assert sum(position.scores) == 6
    assert check(page_of(session)).one("data-outcome").text
    for turn in session.match.turns[::5]:
        text = RULES.format_position(turn.before)
        assert RULES.parse_position(text) == turn.before
    record = session.match.record
    opened = decode_match(encode_record(record)).record
    assert [one.action for one in opened.entries] == [one.action for one in record.entries]
    assert clockwise(position.table) == range(1, seats + 1)
    assert session_after([Command.SET_UP_AGAIN], session).screen is not None


@pytest.mark.parametrize("seed", range(4))
def test_bots_play_it(seed):
    game = catalog.game_of("aya")
    players = [parse_bot(name, game) for name in ("reflex:5", "reflex:2", "random")]
    setup = Setup("aya", NAME, INFO.editions[seed % 2], seats=3)
    [match] = play_matches(game, setup, players, seed=seed, matches=1)
    assert match.position.outcome.reason == AyaEnd.ALL_WON
    assert decode_match(encode_record(match.record)).record == match.record


def test_it_has_a_picture_of_its_own_or_a_plain_one():
    assert "<svg" in whole(VIEW.variant_picture(NAME))


def test_no_name_of_a_variant_is_compared_with_outside_of_it():
    """What a view or a bot needs to know of a variant, its class says."""
    names = set(INFO.variants)
    for path in sorted(Path(package.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                texts_in = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
                assert not names & texts_in, f"{path.name}:{node.lineno}"
            if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
                assert node.value.value not in names, f"{path.name}:{node.value.lineno}"
