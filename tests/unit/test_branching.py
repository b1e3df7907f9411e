"""Going another way from a match that is over, or with what was tried out."""

from __future__ import annotations

import pytest

from spieltisch.app.board.messages import BranchOff, Show, TypeAction
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.table import HUMAN, parse_record
from tests.records import keeping
from tests.unit.asking import after, seen
from tests.unit.kept import kept_matches
from tests.unit.whole_step import whole_step

SHORTEST = parse_record(keeping.read("yala-shortest"))


def opened(record=SHORTEST, *, ply=None):
    session = after(Navigate(keeping.json_link(record), 0.0))
    return session if ply is None else after(Show(ply), session=session)


def branch_button(session):
    (button,) = seen(session).all("data-do", "branch-off")
    return button


class TestFromAMatchThatIsOver:
    def test_a_new_match_begins_and_the_old_one_stays(self):
        old = opened(ply=4)
        button = branch_button(old)
        assert button.attributes["data-arg"] == "4"
        assert "keeps this one" in button.attributes["aria-label"]
        new, effects = whole_step(old, BranchOff(4, 1000.0))
        assert new.table.match_id != old.table.match_id
        assert new.matches[old.table.match_id] == old.match
        assert new.match.record == old.match.record.cut(4)
        assert new.match.shown == len(new.match.turns) == 4
        assert kept_matches(effects) == [new.match]
        assert Focus("board") in effects
        assert set(new.library.summaries) == {old.table.match_id, new.table.match_id}

    def test_the_new_one_is_played_on_and_the_old_one_is_as_it_was(self):
        old = opened()
        new = after(BranchOff(3, 1000.0), session=old)
        action = str(new.match.position.legal_actions(new.table.choice.seat)[0])
        new = after(TypeAction(action, 2000.0), session=new)
        assert len(new.match.turns) == 4
        assert new.matches[old.table.match_id].record == SHORTEST

    def test_it_can_begin_at_the_start(self):
        new = after(BranchOff(0, 1000.0), session=opened())
        assert not new.match.turns
        assert new.table.match_id in new.library.summaries

    @pytest.mark.parametrize("ply", [-1, 10, 11, 99])
    def test_nothing_is_left_to_play_after_the_end(self, ply):
        session = opened()
        assert whole_step(session, BranchOff(ply, 1.0)) == (session, ())

    def test_a_race_can_be_gone_on_with_and_everybody_gets_ready(self):
        record = parse_record(keeping.read("aya-turbo-reilly-3"))
        players = tuple(
            type(one)(one.name, HUMAN if seat == 0 else one.controller)
            for seat, one in enumerate(record.setup.players)
        )
        record = type(record)(
            type(record.setup)(**{**vars(record.setup), "players": players}), record.entries
        )
        session = opened(record, ply=20)
        branch_button(session)
        session = after(BranchOff(20, 1.0), session=session)
        assert session.match.shown == 20
        assert session.table.timing.gate is not None

    def test_who_played_alone_has_been_helped(self):
        record = parse_record(keeping.read("aya-tueftler-zoch-broken"))
        session = opened(record)
        assert after(BranchOff(1, 1.0), session=session).match.helps == session.match.helps + 1


class TestFromWhatIsTriedOut:
    def test_a_variation_becomes_a_match_with_people_or_bots_as_chosen(self):
        tried = after(Command.TRY_OUT, session=opened(ply=4))
        action = str(tried.match.position.legal_actions(tried.screen.choice.seat)[-1])
        tried = after(TypeAction(action, 9.0), session=tried)
        button = branch_button(tried)
        new = after(BranchOff(int(button.attributes["data-arg"]), 1000.0), session=tried)
        assert new.table is not None
        assert [turn.entry.action for turn in new.match.turns][-1] == action
        assert new.match.setup == tried.match.setup
        assert new.table.match_id != tried.home.match_id

    def test_a_match_that_goes_on_is_not_left_for_another_one(self):
        session = opened(SHORTEST.cut(6), ply=4)
        assert not seen(session).all("data-do", "branch-off")
        assert whole_step(session, BranchOff(4, 1.0)) == (session, ())
