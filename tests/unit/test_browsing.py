"""Looking at other moments of a match: it stays as it is, and goes on meanwhile."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import (
    AskBoard,
    PlayChosen,
    PlayFrom,
    Press,
    Say,
    Show,
    TypeAction,
    Wake,
)
from spieltisch.app.board.scene import running_clock
from spieltisch.app.board.thinking import bot_thought, wanted_thought
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Animate, Keep
from spieltisch.app.core.messages import Command, Navigate, Tell
from spieltisch.app.core.notice import Copied, StorageFails
from spieltisch.app.match.by_link import go_on
from spieltisch.app.update import update
from spieltisch.play.record_link import encode_record
from spieltisch.shell.events import key_message
from spieltisch.table import TableAction, parse_record
from tests.records import keeping
from tests.unit.asking import PEOPLE, after, said, seen, told
from tests.unit.kept import kept_matches, listed, read
from tests.unit.pressed import Target
from tests.unit.pressed import key as pressed_key

MOVES = ("b+", "a-", "d+", "c+")
BOT = "#/play/yala?seats=human,bot:1&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld%20d"
CALM = "#/play/aya?seats=human,human&variant=kindergarten&seed=1"


def playing(link=PEOPLE, moves=MOVES):
    """A match with some moves."""
    return after(
        Navigate(link, 0.0), *(TypeAction(move, 9000.0 * n) for n, move in enumerate(moves))
    )


def board(session):
    """The board text of what is on screen."""
    (node,) = seen(session).all("data-position")
    return node.attributes["data-position"]


def texts(session):
    """The board texts of the whole match."""
    match = session.match
    plies = range(len(match.turns) + 1)
    return [match.rules.format_board(match.position_at(ply)) for ply in plies]


def bot_to_move():
    """A bot thinks, after one move of a person."""
    session = after(Navigate(BOT, 0.0), TypeAction("b+", 1000.0), Wake(1000.0))
    assert bot_thought(session) is not None
    return session


def answered(session):
    """The bot has made its move."""
    asked = bot_thought(session)
    session = told(session, [str(asked.position.legal_actions(asked.seat)[0])])
    return after(Wake(session.next_wake_ms), session=session)


class TestLooking:
    def test_every_moment_can_be_looked_at_and_the_match_stays(self):
        session = playing()
        for ply in (2, 0, 3, 1, 4):
            looking, effects = update(session, Show(ply))
            assert board(looking) == texts(session)[ply]
            assert looking.match is session.match
            assert not any(isinstance(effect, Keep) for effect in effects)
            current = [node.attributes["id"] for node in seen(looking).all("aria-current", "step")]
            assert current == [f"move-{ply}"][: bool(ply)]
            assert not seen(looking).all("class", "move seat-1 is-undone")

    def test_steps_lead_from_moment_to_moment_and_to_both_ends(self):
        session, found = playing(), []
        for command in (
            Command.EARLIER, Command.EARLIER, Command.LATER, Command.FIRST, Command.EARLIER,
            Command.LATER, Command.PRESENT, Command.LATER,
        ):  # fmt: skip
            session = after(command, session=session)
            found.append(session.looked_at.shown)
        assert found == [3, 2, 3, 0, 0, 1, 4, 4]

    def test_the_end_of_the_way_is_seen_on_the_buttons(self):
        def idle(session):
            names = ("first", "earlier", "later", "present")
            found = [seen(session).all("data-do", name)[0] for name in names]
            return [
                name for name, at in zip(names, found, strict=True) if "disabled" in at.attributes
            ]

        session = playing()
        assert idle(session) == ["later", "present"]
        assert idle(after(Show(2), session=session)) == []
        assert idle(after(Show(0), session=session)) == ["first", "earlier"]

    def test_a_step_forth_is_animated_and_others_are_not(self):
        session, effects = update(playing(), Command.EARLIER)
        assert effects == ()
        session, effects = update(session, Command.LATER)
        assert effects == (Animate(session.match.turns[3], is_new=False),)
        assert update(session, Show(1))[1] == ()

    def test_it_is_seen_and_said_which_moment_it_is(self):
        looking = after(Show(2), session=playing())
        banner = seen(looking).one("id", "browsing")
        assert "You are looking at move 2 of 4." in banner.text
        assert said(looking).startswith(
            "You are looking at move 2 of 4. Light: a counter-clockwise"
        )
        assert "You are looking at the start." in said(after(Show(0), session=looking))
        back = after(Command.PRESENT, session=looking)
        assert said(back) == "Back to the current position. Dark to move."
        assert not seen(back).all("id", "browsing")

    def test_what_was_taken_back_can_be_looked_at(self):
        session = after(Show(3), session=after(PlayFrom(1), session=playing()))
        assert "move 3, which was taken back." in seen(session).one("id", "browsing").text
        undone = [
            node for node in seen(session).all("class") if "is-undone" in node.attributes["class"]
        ]
        assert len(undone) == 3

    def test_the_board_is_asked_about_as_it_is_seen(self):
        session = after(Show(0), session=playing())
        present = after(Command.PRESENT, session=session)
        asked = [said(after(AskBoard("r", 1, 0.0), session=one)) for one in (session, present)]
        assert asked[0] != asked[1]

    def test_the_evaluation_is_that_of_the_moment(self):
        session = after(Command.ANALYSE, Show(2), session=playing())
        session = told(session, ["d+"], 0.62)
        assert "Dark 62%" in seen(session).one("id", "evaluation").text
        assert wanted_thought(session) is None
        assert wanted_thought(after(Command.PRESENT, session=session)) is not None


class TestWhatIsHalfDone:
    def test_what_is_chosen_waits_for_the_person_to_come_back(self):
        session = after(Press("e", 0.0), session=playing())
        chosen = session.table.choice
        session = after(Command.EARLIER, session=session)
        assert not seen(session).all("data-target")
        assert after(Command.PRESENT, session=session).table.choice == chosen

    @pytest.mark.parametrize(
        "message",
        [Press("e", 0.0), TypeAction("e+", 0.0), PlayChosen(0.0), Command.CANCEL],
        ids=lambda message: str(getattr(message, "name", type(message).__name__)),
    )
    def test_who_wants_to_play_is_brought_back_first(self, message):
        session = playing()
        session = after(Press("e", 0.0), session=session)
        back = after(Show(1), message, session=session)
        if isinstance(message, PlayChosen):
            # A choice that cannot be played yet stays what it is.
            assert back.table.browsing is not None
            return
        assert back.table.browsing is None
        assert back.match is session.match
        assert back.table.choice == session.table.choice
        assert said(back).startswith("Back to the current position.")

    def test_a_hint_is_for_the_present(self):
        session = after(Show(1), Command.HINT, session=playing())
        assert session.table.browsing is None
        assert wanted_thought(session).position == session.match.position.observe(1)


class TestPlayingOn:
    def test_from_the_moment_that_is_looked_at(self):
        session = after(Show(1), session=playing())
        (button,) = seen(session).all("data-do", "play-from")
        assert button.attributes["title"] == "Play from here: takes 3 moves back"
        session, effects = update(session, PlayFrom(int(button.attributes["data-arg"])))
        assert session.match.shown == 1
        assert kept_matches(effects) == [session.match]
        assert session.table.browsing is None
        assert said(session) == "Taken back: 3 moves. Light to move."
        again = after(Command.REDO, session=session)
        assert again.match.shown == 2

    def test_nobody_plays_where_only_bots_do(self):
        session = after(Navigate(BOT.replace("human", "bot:1"), 0.0), Wake(0.0))
        session = after(Show(0), session=answered(session))
        assert seen(session).all("id", "browsing")
        assert not seen(session).all("data-do", "play-from")


class TestMeanwhile:
    def test_a_bot_thinks_on_and_its_move_is_told(self):
        session = bot_to_move()
        thought = bot_thought(session)
        session = after(Command.FIRST, session=session)
        assert bot_thought(session) == thought
        start = board(session)
        moved, effects = session, ()
        asked = bot_thought(session)
        moved = told(session, [str(asked.position.legal_actions(asked.seat)[0])])
        assert moved.next_wake_ms is not None
        moved, effects = update(moved, Wake(moved.next_wake_ms))
        assert len(moved.match.turns) == 2
        assert board(moved) == start
        assert not any(isinstance(effect, Animate) for effect in effects)
        assert "1 move has been played in the meantime." in seen(moved).one("id", "browsing").text
        assert said(moved).startswith("Ada: ")
        assert seen(moved).one("id", "status").text == "Your turn"

    def test_the_clocks_are_not_told_of(self):
        session = after(Navigate(CALM, 0.0), Wake(0.0), Wake(1000.0))
        before = session.next_wake_ms
        session = after(Show(0), session=session)
        assert session.next_wake_ms == before
        assert running_clock(session) is None

    def test_another_tab_that_went_on_brings_the_present(self):
        session = after(Show(1), session=playing(moves=MOVES[:2]))
        other = playing()
        here = session.table.match_id
        session = after(listed(other.match, here), read(other.match, here), session=session)
        assert session.table.browsing is None
        assert session.match == other.match

    def test_what_was_read_before_the_last_turns_were_written_changes_nothing(self):
        session = after(Show(1), session=playing())
        earlier = playing(moves=MOVES[:2])
        here = session.table.match_id
        again = after(listed(earlier.match, here), read(earlier.match, here), session=session)
        assert again.table == session.table
        assert again.match == session.match

    def test_the_result_stays_what_it_is(self):
        record = parse_record(keeping.read("yala-shortest"))
        session = after(Navigate("#/record/" + encode_record(record), 0.0), Show(3))
        assert board(session) == texts(session)[3]
        assert seen(session).all("data-outcome")


class TestKeys:
    @pytest.mark.parametrize(
        ("key", "command"),
        [
            ("ArrowLeft", Command.EARLIER),
            ("ArrowRight", Command.LATER),
            ("Home", Command.FIRST),
            ("End", Command.PRESENT),
            ("ArrowUp", None),
        ],
    )
    def test_arrows_look_where_they_mean_nothing_else(self, key, command):
        def pressed(is_field=False, shift=False, ctrl=False, may_browse=True):
            target = Target("input") if is_field else Target()
            event = pressed_key(key, key, target=target, ctrl=ctrl, shift=shift)
            return key_message(event, is_at_table=True, may_browse=may_browse)

        assert pressed() is command
        assert pressed(is_field=True) is None
        assert pressed(shift=True) is None
        assert pressed(ctrl=True) is None
        assert pressed(may_browse=False) is None

    def test_on_the_board_they_go_over_the_board(self):
        session = playing()
        more = {"has_shift": False, "is_again": False}
        assert board_key(session, "a", "ArrowLeft", 1.0, **more) is not None
        assert board_key(session, None, "ArrowLeft", 1.0, **more) is None


class TestSharing:
    def test_it_is_said_what_is_shared_over_the_page(self):
        session = after(Tell(Copied("whole", 25)), session=playing())
        toast = seen(session).one("id", "notice")
        assert "The link to the whole game is copied: 25 moves." in toast.text
        assert "role" not in toast.attributes
        assert "25 moves." in said(session), "its place is a status"
        assert not seen(session).all("data-do", "share-part")

    def test_who_looks_at_another_moment_may_share_up_to_it(self):
        session = after(Show(2), Tell(Copied("so-far", 4)), session=playing())
        (button,) = seen(session).all("data-do", "share-part")
        assert button.text == "Only up to move 2"
        session = after(Tell(Copied("part", 2)), session=session)
        assert "up to move 2" in seen(session).one("id", "notice").text
        assert not seen(session).all("data-do", "share-part")

    def test_what_went_wrong_stays_in_the_page(self):
        session = after(Tell(StorageFails.FULL), session=playing())
        assert "no room left" in seen(session).one("id", "urgent").text
        assert not session.notice.is_passing


class TestMomentsThatGo:
    @pytest.mark.parametrize("ply", [2, 3, 4])
    def test_what_was_taken_back_is_looked_at_until_it_is_forgotten(self, ply):
        looking = after(PlayFrom(1), Show(ply), session=playing())
        assert looking.looked_at.shown == ply
        offered = after(Say(TableAction.OFFER, 2, 9e5), session=looking)
        assert offered.table.browsing is None
        # So the first press is no way back to where the person is already.
        assert after(Press("a", 9.1e5), session=offered).table.choice.back() is not None
        assert said(after(Press("a", 9.1e5), session=offered)) != "Back to the current position."
        resigned = after(Say(TableAction.RESIGN, 2, 9e5), session=looking)
        assert resigned.table.shows_end
        assert seen(resigned).all("id", "end")

    def test_what_is_played_meanwhile_counts_from_where_the_others_have_gone_back_to(self):
        session = after(Show(1), session=playing())
        match_id, match = session.table.match_id, session.match
        session, _ = go_on(session, match_id, match.show(2))
        assert seen(session).one("class", "browsing-text").text == (
            "You are looking at move 1 of 4."
        )
        session, _ = go_on(session, match_id, match.show(3))
        assert "1 move has been played in the meantime." in said(after(Show(0), session=session))
