"""Matches by link: each plays on a device of their own, and what is kept there is never harmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spieltisch.app.board.match_cards import in_progress
from spieltisch.app.board.messages import (
    ChooseWay,
    ClaimSeat,
    PlayAgain,
    Press,
    Rematch,
    TypeAction,
)
from spieltisch.app.board.thinking import bot_thought
from spieltisch.app.core.effects import Animate, Keep
from spieltisch.app.core.messages import Command, Edit, Navigate, StartMatch
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.session import Session, Visit
from spieltisch.app.match.by_link import go_on
from spieltisch.app.matches.state import LibraryChanged, SetFilter
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.codec import may_be_by_link
from spieltisch.play.match import Match, format_match, may_take_back
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.play.summary import format_summary
from spieltisch.table import BY_LINK, Player, parse_record
from tests import fourth
from tests.conformance.matches import SETUPS
from tests.front_doors import parse_match
from tests.records import keeping
from tests.unit.archived import kept, recorded
from tests.unit.asking import after, said, seen
from tests.unit.kept import asked, stored
from tests.unit.markup_check import check

PLAY = "#/play/yala?seats=human,link&seed=4"


def device(letter: str) -> Session:
    """A device that has kept nothing yet."""
    return Session(visit=Visit(letter * 8))


def link_of(session: Session) -> str:
    """The link that the page offers to be sent."""
    return seen(session).one("data-turn-link").text.strip()


def offers_link(session: Session) -> bool:
    return bool(seen(session).all("data-turn-link"))


def played(session: Session, number: int = 0) -> Session:
    """After one of the legal actions of whoever may act was typed."""
    match = session.match
    assert match is not None
    (seat,) = match.position.active_seats
    action = match.position.legal_actions(seat)[number]
    return after(TypeAction(match.rules.format_action(action), 1.0), session=session)


def planned(session: Session) -> Session:
    """When time has been planned for the position on the table, as it is before bots think."""
    table, match = session.table, session.match
    assert table is not None
    assert match is not None
    return session.on(replace(table, timing=table.timing.planned(match, 0.0)))


def count(session: Session) -> int:
    assert session.match is not None
    return len(session.match.turns)


@pytest.fixture
def dark() -> Session:
    """Who has begun a match as Dark, and played."""
    return played(after(Navigate(PLAY, 0.0), session=device("a")))


@pytest.fixture
def light(dark: Session) -> Session:
    """Who was sent it, and has sat down as Light."""
    return after(Navigate(link_of(dark), 0.0), ClaimSeat(2), session=device("b"))


class TestList:
    def test_the_list_of_matches_has_it_without_a_level(self, dark):
        listed = seen(after(Navigate("#/matches", 0.0), session=dark))
        assert len(listed.all("data-match")) == 1

    def test_each_is_told_whose_turn_it_is_from_where_they_sit(self, dark, light):
        def told(session: Session) -> str:
            return seen(after(Navigate("#/matches", 0.0), session=session)).one("data-match").text

        assert "Light to move" in told(dark)
        assert "You against Light" in told(dark)
        assert "Your turn" in told(light)
        assert "You against Dark" in told(light)
        assert "Dark to move" in told(played(light))

    def test_after_a_reload_it_knows_that_still(self, light):
        (summary,) = light.library.summaries.values()
        listed = seen(after(LibraryChanged((format_summary(summary),)), Navigate("#/matches", 0.0)))
        assert "Your turn" in listed.one("data-match").text

    def test_a_seat_given_up_is_nobodys_turn_here(self, light):
        listed = seen(after(Command.GIVE_UP_SEAT, Navigate("#/matches", 0.0), session=light))
        assert "Light to move" in listed.one("data-match").text

    def test_what_waits_for_somebody_here_comes_first(self):
        ours, theirs = (
            kept(number, recorded("yala-not-over", "link,link").claiming((seat,)), days_ago=number)
            for number, seat in ((2, 1), (1, 2))
        )
        (awaited,) = ours.awaits
        assert awaited == 1
        assert in_progress([theirs, ours]) == [ours, theirs]

    def test_how_it_ended_is_told_from_where_one_sits(self):
        for number, (seat, result, other) in enumerate(((1, "won", "lost"), (2, "lost", "won"))):
            summary = kept(number, recorded("yala-dark-wins", "link,link").claiming((seat,)))
            session = after(LibraryChanged((format_summary(summary),)), Navigate("#/matches", 0.0))
            assert result.capitalize() in seen(session).one("data-match").text
            assert seen(after(SetFilter("result", result), session=session)).all("data-match")
            assert not seen(after(SetFilter("result", other), session=session)).all("data-match")


class TestBeginning:
    def test_the_form_offers_it_where_nothing_is_hidden_and_one_acts_after_the_other(self):
        setups = [setup for setup in SETUPS if setup.game in catalog.GAMES]
        offered = {setup.game for setup in setups if may_be_by_link(setup)}
        assert offered == {one.game for one in setups if catalog.game_of(one.game).search_bots}

    @pytest.mark.parametrize("game", ["yala", "myra", "aya"])
    def test_the_form_has_a_button_for_it(self, game):
        session = after(Navigate(f"#/setup/{game}", 0.0), Edit("company", "by-link"))
        controllers = [str(player.controller) for player in session.screen.setup.players]
        assert "link" in controllers
        (button,) = seen(session).all("value", "by-link")
        assert button
        assert ("live, on the same Wi-Fi" in seen(session).text) == (game == "aya")

    def test_the_person_at_the_form_plays_here_and_the_record_is_the_same_for_all(self):
        session = after(
            Navigate("#/setup/yala", 0.0),
            Edit("company", "by-link"),
            Edit("places", "2"),
            StartMatch(4, 0.0),
        )
        assert [str(player.controller) for player in session.match.setup.players] == [
            "link",
            "link",
        ]
        assert session.match.here == {2}
        # Dark begins: the match itself is to be sent before anything is played.
        assert "Send the game to Dark" in said(session) + seen(session).one("id", "by-link").text
        assert decode_match(link_of(session).removeprefix("#/record/")).turns == ()

    def test_what_has_hidden_cards_is_begun_by_a_link_but_not_sent_by_one(self):
        session = after(Navigate("#/play/aya?variant=kindergarten&seats=human,link&seed=1", 0.0))
        assert not seen(session).all("data-turn-link")
        assert seen(session).all("data-do", "play-live")

    def test_nobody_plays_with_themselves_elsewhere(self):
        session = after(Navigate("#/play/aya?variant=tueftler&seats=link&seed=1", 0.0))
        assert session.screen == StartScreen()
        assert session.notice == BadLink("seats", "link")

    def test_a_fourth_game_is_played_by_link_unknown_as_it_is(self):
        with fourth.in_catalogue():
            begun = after(Navigate(f"#/play/{fourth.NAME}?seats=human,link&seed=4", 0.0))
            sent = link_of(played(begun))
            other = played(after(Navigate(sent, 0.0), ClaimSeat(2), session=device("b")))
            assert count(after(Navigate(link_of(other), 0.0), session=played(begun))) == 2


class TestTurns:
    def test_after_a_turn_the_table_offers_its_link(self, dark):
        assert dark.match.here == {1}
        assert "Send your move to Light" in seen(dark).one("id", "by-link").text
        linked = decode_match(link_of(dark).removeprefix("#/record/"))
        assert (len(linked.turns), linked.match_id) == (1, dark.table.match_id)

    def test_below_the_board_stands_what_the_panel_asks(self, dark, light):
        assert seen(dark).one("id", "hint").text == "It is Light's turn. Send the link."
        unclaimed = after(Navigate(link_of(dark), 0.0), session=device("c"))
        assert seen(unclaimed).one("id", "hint").text == "To play on, say who you are."
        assert "Choose" in seen(light).one("id", "hint").text

    def test_whom_nobody_awaits_has_nothing_to_send(self, light):
        assert not offers_link(light)
        assert "You are Light." in seen(light).one("id", "by-link").text

    def test_the_seat_of_somebody_elsewhere_cannot_be_played(self, dark):
        assert dark.table.choice is None
        for message in (TypeAction("b+", 2.0), Press("b", 2.0), Press("b", 2.0, 2)):
            assert count(after(message, session=dark)) == 1

    def test_who_has_claimed_no_seat_plays_nothing(self, dark):
        session, effects = update(device("b"), Navigate(link_of(dark), 0.0))
        assert session.match.here == frozenset()
        assert Animate(session.match.last_turn) in effects
        assert {node.attributes["data-arg"] for node in seen(session).all("data-do", "claim")} == {
            "1",
            "2",
        }
        assert count(after(TypeAction("b+", 2.0), session=session)) == 1
        assert not may_take_back(session.match)
        assert not seen(session).all("data-do", "halt"), "nobody watches bots here"

    def test_a_seat_is_claimed_kept_and_given_up(self, light):
        assert light.match.here == {2}
        assert parse_match(format_match(light.match)) == light.match
        again = after(ClaimSeat(9), Command.GIVE_UP_SEAT, session=light)
        assert again.match.here == frozenset()
        assert after(ClaimSeat(1), session=again).match.here == {1}

    def test_who_sends_back_is_taken_on_and_the_turn_is_seen(self, dark, light):
        answer = link_of(played(light, 2))
        session, effects = update(dark, Navigate(answer, 0.0))
        assert count(session) == 2
        assert session.match.here == {1}
        assert session.table.match_id == dark.table.match_id
        assert Animate(session.match.last_turn) in effects
        assert any(isinstance(effect, Keep) for effect in effects)
        assert session.table.choice is not None

    def test_a_link_without_an_id_comes_together_by_its_set_up(self, dark, light):
        answer = decode_match(link_of(played(light)).removeprefix("#/record/"))
        session = after(Navigate("#/record/" + encode_record(answer.record), 0.0), session=dark)
        assert (count(session), session.table.match_id) == (2, dark.table.match_id)

    def test_own_turns_can_be_taken_back_but_nobody_elses(self, dark, light):
        assert after(Command.TAKE_BACK, session=dark).match.shown == 0
        assert not may_take_back(light.match)
        assert after(Command.TAKE_BACK, session=light).match.shown == 1
        both = played(light)
        assert after(Command.TAKE_BACK, Command.TAKE_BACK, session=both).match.shown == 1

    def test_three_sit_each_at_a_device_of_their_own(self):
        one = played(
            after(Navigate("#/play/myra?seats=human,link,link&seed=1", 0.0), session=device("a"))
        )
        two = played(after(Navigate(link_of(one), 0.0), ClaimSeat(2), session=device("b")))
        three = played(after(Navigate(link_of(two), 0.0), ClaimSeat(3), session=device("c")))
        sent = link_of(three)
        for session in (one, two):
            session = after(Navigate(sent, 0.0), session=session)
            assert count(session) == 3
            assert (session.table.choice is not None) == (1 in session.match.here)

    def test_bots_move_where_a_person_has_played(self, dark):
        begun = after(
            Navigate("#/play/myra?seats=human,bot:1,link&seed=1", 0.0), session=device("a")
        )
        sent = played(begun)
        assert bot_thought(
            sent.on(replace(sent.table, timing=sent.table.timing.planned(sent.match, 0.0)))
        )
        assert not offers_link(sent), "not before the bot has moved"
        watching = after(
            Navigate("#/record/" + encode_record(sent.match.record), 0.0), session=device("b")
        )
        planned = watching.table.timing.planned(watching.match, 0.0)
        assert bot_thought(watching.on(replace(watching.table, timing=planned))) is None

    def test_the_rematch_is_by_link_too(self):
        record = parse_record(keeping.read("yala-shortest"))
        players = (Player("Anna", BY_LINK), Player("Bo", BY_LINK))
        record = replace(record, setup=replace(record.setup, players=players))
        over = after(Navigate("#/record/" + encode_record(record), 0.0), ClaimSeat(2))
        again = after(PlayAgain(Rematch.SAME, 9, 1.0), session=over)
        assert again.match.here == {2}
        assert count(again) == 0

    def test_the_form_after_a_match_elsewhere_has_its_person_here(self, dark):
        session = after(
            Navigate(link_of(dark), 0.0), Navigate("#/setup/yala", 0.0), session=device("b")
        )
        controllers = [str(player.controller) for player in session.screen.setup.players]
        assert controllers == ["human", "link"]


class TestTwoWays:
    def test_an_older_link_shows_where_it_stands(self, dark, light):
        first = link_of(dark)
        newer = after(Navigate(link_of(played(light)), 0.0), session=dark)
        session = after(Navigate(first, 0.0), session=newer)
        assert session.match == newer.match
        assert session.table.browsing.ply == 1
        assert "ends at move 1 of 2" in seen(session).one("id", "notice").text

    def test_the_same_link_again_changes_nothing(self, dark):
        session = after(Navigate(link_of(dark), 0.0), session=dark)
        assert session.match == dark.match
        assert session.notice is None

    @pytest.fixture
    def forked(self, dark, light) -> Session:
        """Dark has taken one answer on, and is sent another."""
        newer = after(Navigate(link_of(played(light, 0)), 0.0), session=dark)
        return after(Navigate(link_of(played(light, 1)), 0.0), session=newer)

    def test_a_fork_is_shown_and_asked_about(self, forked):
        text = seen(forked).one("id", "by-link").text
        assert "split after move 1. Moves since then: 1 here, 1 in the link" in text
        assert count(forked) == 2
        check(whole(page_of(forked)))

    def test_ours_is_kept(self, forked):
        session = after(ChooseWay(is_theirs=False), session=forked)
        assert session.table.fork is None
        assert (session.match, len(session.matches)) == (forked.match, 1)

    def test_theirs_is_taken_and_ours_stays_a_match_of_its_own(self, forked):
        session = after(ChooseWay(is_theirs=True), session=forked)
        assert session.table.match_id == forked.table.match_id
        assert session.match.turns[1].action == forked.table.fork.turns[1].action
        (other,) = set(session.matches) - {session.table.match_id}
        assert session.matches[other] == forked.match
        assert other in session.library.summaries


class TestKeeping:
    def test_a_kept_match_is_read_before_it_is_gone_on_with(self, dark, light):
        """After a reload it is in storage alone."""
        kept, summary = dark.match, dark.library.summaries[dark.table.match_id]
        fresh = after(LibraryChanged((format_summary(summary),)), session=device("c"))
        session, effects = update(fresh, Navigate(link_of(played(light)), 0.0))
        assert effects == (asked(summary.id),)
        assert session.awaited == summary.id
        session = after(stored(summary.id, format_match(kept)), session=session)
        assert count(session) == 2
        assert session.match.here == {1}

    @pytest.mark.parametrize("cut", [1, 8, 20])
    def test_a_bad_link_harms_nothing(self, dark, cut):
        session = after(Navigate(link_of(dark)[:-cut], 0.0), session=dark)
        assert session.screen == StartScreen()
        assert session.notice.part == "record"
        assert session.matches == dark.matches
        assert session.library == dark.library

    def test_another_match_of_the_same_name_is_another_match(self, dark):
        other = after(Navigate(PLAY.replace("seed=4", "seed=5"), 0.0), session=device("a"))
        sent = link_of(played(other))
        assert decode_match(sent.removeprefix("#/record/")).match_id == dark.table.match_id
        session = after(Navigate(sent, 0.0), session=dark)
        assert len(session.matches) == 2
        assert session.matches[dark.table.match_id] == dark.match


def test_a_match_that_comes_again_as_it_is_changes_nothing_but_a_new_secret_is_kept():
    session = after(
        Navigate("#/play/yala?seats=human,link&seed=1", 0.0), Press("b", 0.0), Press("+", 0.0)
    )
    match_id, match = session.table.match_id, session.match
    again = replace(match, turns=Match.open(match.record).turns)
    assert again is not match
    assert go_on(session, match_id, again) == (session, ())
    then, effects = go_on(session, match_id, replace(match, keys={1: "0" * 32}))
    assert then.match.keys
    assert any(isinstance(effect, Keep) for effect in effects)
