"""Puzzles from cards of a person's own: dealt, proved in the page, opened by link, kept apart."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.puzzles.effort import effort_of
from lab.puzzles.proving import solve
from lab.puzzles.themes import themes_of
from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.messages import ShowSolution, TypeAction, Wake
from spieltisch.app.core.dates import Day, number_of
from spieltisch.app.core.effects import Go
from spieltisch.app.core.messages import Command, Edit, Navigate, ReadOn, SetClock
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.routes import link_to_deck
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import WaitScreen
from spieltisch.app.deck.state import DeckCommand, NewDeck
from spieltisch.app.keeping.decks import Decks
from spieltisch.app.keeping.puzzle_log import (
    PuzzleLog,
    format_puzzle_log,
    merged_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.puzzle.dealt import NoDeal, link_to_deal
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.puzzle.texts import shared_puzzle
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.rows import KINDS
from spieltisch.games.aya.rules.track import PATTERNS
from spieltisch.kit.markup import whole
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import LinkError
from spieltisch.play.dealing import FEWEST_EFFORT, MOST_NODES_SENT, dealing, deck_code
from spieltisch.play.puzzle import PUZZLE
from tests.puzzles import is_reached, position_of, ways
from tests.unit.asking import after
from tests.unit.markup_check import check
from tests.unit.test_deck import BOX, OWN, SOUND
from tests.unit.whole_step import whole_step

AYA = catalog.game_of("aya")
NOON_MS = float((number_of(Day(2026, 11, 22)) * 24 + 12) * 3_600_000)
ALIKE = " ".join(["bbbbb"] * 28 + ["yybyy*"] * 11)
"""No five of these can be cleared."""

FEW = st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=5).flatmap(
    lambda known: st.tuples(
        st.lists(st.sampled_from(known), min_size=28, max_size=28),
        st.lists(st.sampled_from(known).map("{}*".format), min_size=11, max_size=11),
    ).map(lambda cards: " ".join([*cards[0], *cards[1]]))
)
"""Decks of a few patterns, which lead to fewer puzzles, or to none."""

DECKS = st.one_of(SOUND, FEW)


def found_in(cards: str, after_id: str = "first"):
    return dealing("aya", deck_code(after_id, OWN.start_of(cards))).found


def is_clearable(position) -> bool:
    """As the solitaire's solver says, which searches in another way than what proves puzzles."""
    if position.outcome is not None:
        return bool(position.outcome.winners)
    return AYA.solver.advise(position) is not None


@settings(deadline=None, max_examples=25)
@given(DECKS, st.text(st.sampled_from("abc123"), min_size=6, max_size=6))
def test_what_is_dealt_of_any_deck_is_a_puzzle_with_all_that_solves_it(cards, after_id):
    found = found_in(cards, after_id)
    if found is None:
        assert len(set(OWN.start_of(cards).replace("*", "").split())) <= 3
        return
    puzzle = found.puzzle
    assert found.cards == OWN.start_of(cards)
    position = position_of(puzzle)
    row = Counter(map(str, position.table.row))
    assert row <= Counter(found.cards.split())
    assert (puzzle.setup.edition, len(position.table.row)) in KINDS
    for number, before, text, answer, then in ways(puzzle):
        assert is_reached(puzzle, then) if answer.then is None else is_clearable(then), text
        right = {
            AYA.rules.format_action(action)
            for action in before.legal_actions(1)
            if is_clearable(before.apply(1, action))
        }
        assert set(puzzle.solution[number]) == right
    assert len(puzzle.variation) == puzzle.moves
    assert puzzle.effort >= FEWEST_EFFORT
    assert puzzle.themes == themes_of(puzzle)
    assert PUZZLE.read(PUZZLE.write(puzzle)) == puzzle


@settings(deadline=None, max_examples=15)
@given(DECKS)
def test_tools_prove_the_same_and_the_link_opens_the_same(cards):
    found = found_in(cards)
    if found is None:
        return
    puzzle = found.puzzle
    assert solve(AYA, position_of(puzzle), 1, "clear", puzzle.moves) == puzzle.solution
    assert effort_of(puzzle) == puzzle.effort
    assert dealing("aya", pack_text(found.deal)).found == found
    assert found_in(cards) == found
    following = found_in(cards, puzzle.id)
    assert following is None or following.puzzle.id != puzzle.id


def test_puzzles_of_all_kinds_come_one_after_another():
    after_id, kinds = "first", set()
    for _ in range(120):
        puzzle = found_in(OWN.usual, after_id).puzzle
        kinds.add((puzzle.setup.edition, len(position_of(puzzle).table.row)))
        after_id = puzzle.id
    assert kinds == set(KINDS)


def test_the_next_one_is_another_one(monkeypatch):
    """Where chance would deal the same again and again, none is found."""
    assert any(is_puzzle_at(seed, monkeypatch) for seed in range(20))
    puzzle = found_in(BOX).puzzle
    assert found_in(BOX, puzzle.id) is None


def is_puzzle_at(seed, monkeypatch) -> bool:
    """Whether a seed deals a puzzle, which every deal is then."""
    monkeypatch.setattr("spieltisch.play.dealing.Random", lambda _: Random(seed))
    monkeypatch.setattr("spieltisch.play.dealing.MOST_DEALS", 2)
    return found_in(BOX) is not None


def test_the_proof_is_done_step_by_step():
    work = dealing("aya", deck_code("first", OWN.start_of(BOX)))
    steps = 0
    while not work.is_over:
        work, steps = work.on(1), steps + 1
    assert steps > 40
    assert work.found == found_in(BOX)


ROW = " ".join(map(str, DECK))


@pytest.mark.parametrize(
    "deal",
    [
        "",
        "zoch",
        f"zoch 5 {ROW}",
        f"zoch x bb|bbbyy|yy {ROW}",
        f"zoch 0 bb|bbbyy|yy {ROW}",
        f"zoch -3 bb|bbbyy|yy {ROW}",
        f"zoch 40 bb|bbbyy|yy {ROW}",
        f"zoch 5 bb|bbbyy|yb {ROW}",
        f"zoch 5 bb|bbbyy|yy {ROW} bbbyy",
        f"zoch 5 bb|bbbyy|yy {ROW.replace('ybbyy', '?0000')}",
        f"zoch 5 bb|bbbyy|yy {ROW.replace('bbbyy', 'yybbb')}",
        f"other 5 bb|bbbyy|yy {ROW}",
        f"reilly 12 bb|bbbyy|yy {ROW}",
        f"zoch 39 bb|bbbyy|yy {ROW}",
        f"zoch 5 bb|bbbyy|yy {ALIKE}",
        f"first {ROW} bbbyy",
        f"first {ROW} |",
        "\0",
        "é" * 2_000,
    ],
)
def test_a_link_that_leads_to_no_puzzle_is_refused_with_a_word(deal):
    session = after(Navigate(link_to_deal("aya", deal), 0.0))
    assert isinstance(session.screen, StartScreen)
    assert isinstance(session.notice, BadLink)
    with pytest.raises(LinkError):
        assert dealing("aya", pack_text(deal)).found
    assert "damaged or incomplete" in whole(page_of(session))


@given(st.text(st.sampled_from("zochreilly 0123456789by|*?"), max_size=300))
def test_any_deal_is_read_or_refused(deal):
    work = dealing("aya", pack_text(deal)) if not OWN.is_undealt(deal) else None
    if work is not None:
        with pytest.raises(LinkError):
            assert work.found


def test_a_proof_of_what_was_sent_has_an_end(monkeypatch):
    monkeypatch.setattr("spieltisch.play.dealing.MOST_NODES_SENT", 20)
    assert MOST_NODES_SENT > 20
    with pytest.raises(LinkError, match="more than 20 positions"):
        assert dealing("aya", pack_text(found_in(BOX).deal)).found


def page_node(session, node_id):
    return check(whole(page_of(session))).one("id", node_id)


class TestOnScreen:
    """From the deck to the puzzle, what counts, and the way on."""

    def with_deck(self, cards=BOX):
        return after(
            SetClock(NOON_MS),
            Navigate("#/deck/aya", 0.0),
            Edit("cards", cards),
            Edit("name", "Box"),
        )

    def link(self, session):
        (link,) = re.findall(r'href="(#/dealt/aya/[^"]+)"', whole(page_of(session)))
        return link

    def shown(self, cards=BOX):
        session = self.with_deck(cards)
        return after(session, Navigate(self.link(session), 0.0))

    def solved(self, session):
        for number, action in enumerate(session.screen.puzzle.variation):
            session = after(session, TypeAction(action, 1000.0 * number))
        assert session.screen.state == "solved"
        return session

    def log(self, session):
        return session.kept.of(PuzzleLog).of("aya/own")

    def test_a_deck_leads_to_one_and_its_own_address_replaces_the_link(self):
        session = self.with_deck()
        session, effects = whole_step(session, Navigate(self.link(session), 0.0))
        (go,) = [one for one in effects if isinstance(one, Go)]
        assert go.replaces
        assert go.link == link_to_deal("aya", session.screen.source.deal)
        assert shared_puzzle(session, session.on_screen(PuzzleScreen)).endswith(go.link)
        again = after(Navigate(go.link, 0.0))
        assert again.screen.puzzle == session.screen.puzzle
        root = check(whole(page_of(session)))
        puzzle = session.screen.puzzle
        assert f"a puzzle from a custom deck, level {puzzle.band}" in root.text
        assert "Themes" not in root.one("id", "puzzle-themes").text
        themes = page_node(self.solved(session), "puzzle-themes").text
        assert themes.startswith("Themes: ")
        assert ("light cards" in themes) == ("*" in puzzle.position)
        assert root.one("data-puzzle", session.screen.puzzle.id)

    def test_it_waits_while_it_is_looked_for_and_is_dropped_by_going_elsewhere(self):
        session = self.with_deck()
        link = self.link(session)
        waiting, _ = update(session, Navigate(link, 0.0))
        assert isinstance(waiting.screen, WaitScreen)
        assert "Looking for a puzzle" in whole(page_of(waiting))
        gone, _ = update(waiting, Navigate("#/settings", 0.0))
        assert not gone.waits
        assert update(gone, ReadOn(10_000))[0].screen == gone.screen
        begun = after(session, Navigate(link, 0.0))
        on_its_way, _ = update(
            begun, Navigate(link_to_next("aya", "abc", begun.screen.source.cards), 0.0)
        )
        assert isinstance(on_its_way.screen, WaitScreen)
        assert after(on_its_way, ReadOn(10_000), ReadOn(1)).screen.puzzle != begun.screen.puzzle

    def test_a_deck_that_is_deleted_or_changed_meanwhile_takes_nothing_away(self):
        session = self.shown()
        deal, onward = session.screen.source.deal, self.link(self.solved(session))
        gone = after(
            session, Navigate("#/deck/aya", 0.0), DeckCommand.DELETE, Navigate(onward, 0.0)
        )
        assert not gone.kept.of(Decks).by_id
        assert gone.screen.source.cards == session.screen.source.cards
        assert gone.screen.source.deal != deal
        changed = after(session, Navigate("#/deck/aya", 0.0), Edit("cards", OWN.usual))
        assert after(changed, Navigate(link_to_deal("aya", deal), 0.0)).screen.source.deal == deal

    @pytest.mark.parametrize(
        "cards", ["", "bbbyy", BOX + " bbbyy", BOX.replace("bbbyy", "bbbxy", 1)]
    )
    def test_a_deck_with_flaws_offers_none(self, cards):
        session = self.with_deck(cards)
        assert "#/dealt/" not in whole(page_of(session))
        assert "#/dealt/" not in whole(page_of(after(session, Navigate("#/puzzles/aya", 0.0))))

    def test_all_sound_decks_are_named_where_puzzles_are_begun(self):
        session = after(self.with_deck(), NewDeck(is_usual=True), Edit("name", "Other"))
        session = after(session, Edit("cards", OWN.usual), NewDeck(is_usual=False))
        text = whole(page_of(after(session, Navigate("#/puzzles/aya", 0.0))))
        assert re.findall(r'"#/dealt/aya/[^>]*>([^<]*)<', text) == ["Other", "Box"]
        assert "With your own cards" not in whole(page_of(after(Navigate("#/puzzles/aya", 0.0))))

    def test_where_none_is_found_that_is_said(self):
        session = self.shown(ALIKE)
        assert isinstance(session.screen, NoDeal)
        root = check(whole(page_of(session)))
        assert "None of 60 rows of these cards" in root.one("id", "puzzle-told").text
        assert root.one("href", link_to_deck("aya"))

    def test_where_none_is_found_the_same_deck_is_looked_through_further(self, monkeypatch):
        monkeypatch.setattr("spieltisch.play.dealing.MOST_DEALS", 1)
        in_vain = next(name for name in map(str, range(99)) if found_in(BOX, name) is None)
        session, links = (
            after(Navigate(link_to_next("aya", in_vain, OWN.start_of(BOX)), 0.0)),
            set(),
        )
        while session.on_screen(PuzzleScreen) is None:
            link = self.link(session)
            assert link not in links
            links.add(link)
            session = after(session, Navigate(link, 0.0))
        assert links
        assert session.screen.source.cards == OWN.start_of(BOX)

    def test_attempts_are_kept_apart_and_change_no_rating(self):
        session = self.shown()
        before = session.kept.of(PuzzleLog).of("aya")
        session = self.solved(session)
        puzzle = session.screen.puzzle
        assert session.kept.of(PuzzleLog).of("aya") == before
        assert list(self.log(session).attempts) == [puzzle.id]
        assert self.log(session).rating == before.rating
        assert "do not change your rating" in whole(page_of(session))
        record = check(whole(page_of(session))).one("id", "puzzle-record").text
        assert "1 of 1" in record
        assert "rating" not in record
        again = after(session, Navigate(link_to_deal("aya", session.screen.source.deal), 0.0))
        failed = after(again, ShowSolution(0.0), Wake(9e9))
        assert len(self.log(failed).attempts) == 1
        practised = self.solved(after(session, Command.TAKE_BACK))
        assert practised.screen.source.deal == session.screen.source.deal
        assert self.log(practised) == self.log(session)
        assert self.link(after(session, Navigate("#/deck/aya", 0.0))) == self.link(session)

    def test_they_are_in_what_is_kept_and_what_two_tabs_make_of_it(self):
        one = self.solved(self.shown()).kept.of(PuzzleLog)
        assert parse_puzzle_log(format_puzzle_log(one)) == one
        other = self.solved(self.shown(OWN.usual)).kept.of(PuzzleLog)
        both = merged_puzzle_log(Session().kept.of(PuzzleLog), one, other).of("aya/own")
        assert len(both.attempts) == 2

    def test_help_is_that_of_other_puzzles(self):
        session = self.shown()
        hinted = after(session, Command.HINT)
        assert hinted.screen.help is not None
        wrong = next(
            text
            for text in map(AYA.rules.format_action, session.match.position.legal_actions(1))
            if text not in session.screen.accepted
        )
        failed = after(session, TypeAction(wrong, 5.0))
        assert failed.screen.state == "failed"
        assert after(failed, Command.TAKE_BACK).screen.state == "open"
        assert self.log(failed).streak == 0


@pytest.mark.parametrize(
    "link", ["#/dealt/aya", "#/dealt/yala/1abc", "#/dealt/aya/1a/2", "#/dealt"]
)
def test_other_addresses_lead_nowhere(link):
    session = after(Navigate(link, 0.0))
    assert isinstance(session.notice, BadLink)
