"""What is being written in a field while the screen moves on: it stays with the thing and the move
that the field was of, and nothing else takes it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.board.messages import Answered, TypeAction, Wake
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Edit, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.decks import Decks, OwnDeck
from spieltisch.app.keeping.studies import OwnStudy, Studies
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.study.state import GoTo
from spieltisch.play.codec import parse_setup
from spieltisch.play.service import SearchAnswer
from spieltisch.play.study import ROOT, Study
from spieltisch.play.study_text import format_study, parse_study
from spieltisch.shell.events import change_message
from spieltisch.table import Prospect
from tests.unit.asking import seen
from tests.unit.whole_step import whole_step

LINE = Study.of_moves(parse_setup("yala", "seed=42"), ["a+", "b+"])
THINGS = {
    "bot": (Bots, OwnBot(game="yala", name="One", source="# one"), "#/workshop/yala/{}"),
    "deck": (Decks, OwnDeck(game="aya", name="One", cards="bbbyy"), "#/deck/aya/{}"),
    "study": (
        Studies,
        OwnStudy(game="yala", name="One", text=format_study("One", LINE)),
        "#/study/{}",
    ),
}
ONE, OTHER = "0000000000aa", "0000000000bb"
FIELDS = [
    ("bot", "name"),
    ("bot", "source"),
    ("deck", "name"),
    ("deck", "cards"),
    ("study", "name"),
]
SCREENS = ["#/", "#/settings", "#/deck/aya", "#/workshop/myra", "#/setup/yala", "#/play/aya?seed=3"]


def after(session, *messages):
    for message in messages:
        session, _ = whole_step(session, message)
    return session


def having(name):
    """Two things that are alike, the first of which is on screen."""
    kind, thing, place = THINGS[name]
    more = Study.of_moves(LINE.setup, ["d+"])
    other = replace(thing, name="Other")
    if name == "study":
        other = replace(other, text=format_study("Other", more))
    things = kind().having(ONE, thing).having(OTHER, other)
    return after(Session(kept=Kept().having(things)), Navigate(place.format(ONE), 0.0))


def told_by_field(session, field, value):
    """What a field of the screen tells of as it is left."""
    nodes = [one for one in seen(session).walk() if one.attributes.get("data-edit") == field]
    attributes = nodes[0].attributes
    return change_message(SimpleNamespace(value=value, getAttribute=attributes.get))


@pytest.mark.parametrize(("name", "field"), FIELDS)
@pytest.mark.parametrize("to", [*SCREENS, "other"])
def test_what_is_told_after_the_screen_was_left_goes_to_the_thing_it_was_written_for(
    name, field, to
):
    kind, _, place = THINGS[name]
    session = having(name)
    late = told_by_field(session, field, "yyyyy")
    left = after(session, Navigate(place.format(OTHER) if to == "other" else to, 0.0))
    told, effects = whole_step(left, late)
    assert not [one for one in effects if isinstance(one, Go)]
    assert told.screen == left.screen
    assert getattr(told.kept.of(kind).by_id[ONE], field) == "yyyyy"
    assert told.kept.of(kind).by_id[OTHER] == left.kept.of(kind).by_id[OTHER]
    others = [one for one in (Bots, Decks, Studies) if one is not kind]
    assert all(told.kept.of(one) == left.kept.of(one) for one in others)
    back = after(told, Navigate(place.format(ONE), 0.0))
    if field == "name":
        assert told_by_field(back, "name", "").field == "name"
        assert seen(back).one("id", f"{name}-name").attributes["value"] == "yyyyy"
    if name == "study":
        # It is kept as it was written, and so opening it keeps nothing anew.
        assert back.kept == told.kept
        assert parse_study(told.kept.of(Studies).by_id[ONE].text).name == "yyyyy"


@pytest.mark.parametrize("value", ["", " ", "\u200b", "One", " One "])
def test_a_name_that_says_nothing_new_changes_nothing(value):
    for name, (kind, _, _) in THINGS.items():
        session = having(name)
        left = after(session, Navigate("#/", 0.0))
        told = after(left, told_by_field(session, "name", value))
        assert told.kept.of(kind) == left.kept.of(kind)


def test_what_was_never_kept_or_is_deleted_takes_nothing():
    session = after(Session(), Navigate("#/deck/aya", 0.0))
    late = told_by_field(session, "name", "mine")
    told = after(session, Navigate("#/workshop/yala", 0.0), late)
    assert not any(told.kept.of(kind).by_id for kind, _, _ in THINGS.values())
    assert told.screen.bot.name == "bot"


def test_fields_of_a_form_tell_no_other_form():
    session = after(Session(), Navigate("#/setup/yala", 0.0))
    late = told_by_field(session, "name:1", "Ann")
    elsewhere = after(session, Navigate("#/setup/aya", 0.0))
    assert after(elsewhere, late) == elsewhere
    assert after(session, late).screen.setup.players[0].name == "Ann"


# ---------------------------------------------------------------- comments


YALA = "#/play/yala?seats=human,bot:2&seed=42"


def studied():
    return after(Session(), Navigate(YALA, 0.0), TypeAction("a+", 1.0), Command.STUDY)


def comments(session):
    """What is said of the moves, by their lines."""
    study = session.screen.study
    lines = {
        " ".join(study.nodes[step].action for step in study.path(one)): node.comment
        for one, node in study.nodes.items()
    }
    return {line: text for line, text in lines.items() if text}


@pytest.mark.parametrize("step", [Command.FIRST, GoTo(ROOT), TypeAction("a-", 2.0)])
def test_a_comment_stays_with_its_move_where_another_has_come_on_screen(step):
    session = studied()
    first = told_by_field(session, "comment", "so")
    last = told_by_field(session, "comment", "so it is")
    session = after(session, first, step)
    assert session.screen.at != 1
    at = session.screen.at
    session = after(session, last)
    assert (comments(session), session.screen.at) == ({"a+": "so it is"}, at)
    assert after(session, Edit("comment", "x", f"{session.screen.study_id}/77")) == session


def test_a_comment_of_another_study_or_of_what_is_tried_out_stays_there():
    session = studied()
    late = told_by_field(session, "comment", "so it is")
    tried = after(session, Navigate(YALA, 0.0), Command.TRY_OUT)
    assert tried.home is not None
    assert after(tried, late).screen == tried.screen
    of_tried = told_by_field(tried, "comment", "tried")
    assert comments(after(tried, of_tried)) == {"a+": "tried"}
    back = after(tried, Navigate(f"#/study/{session.screen.study_id}", 0.0))
    assert comments(after(back, of_tried)) == {}


def test_what_another_tab_adds_leaves_each_move_its_field():
    here = after(studied(), TypeAction("a-", 2.0), TypeAction("c+", 3.0), Command.EARLIER)
    # The other tab has opened the same study, and counts its moves anew.
    mine = after(here, Command.FIRST, TypeAction("d+", 4.0), GoTo(here.screen.at))
    there = after(
        Session(kept=mine.kept),
        Navigate(f"#/study/{mine.screen.study_id}", 0.0),
        Command.FIRST,
        TypeAction("a-", 5.0),
    )
    field = told_by_field(mine, "comment", "so")
    told = ValuesChanged({Studies.KIND: there.kept.of(Studies).format()})
    followed = after(mine, told)
    assert followed.screen.study.moves == mine.screen.study.moves + 1
    assert told_by_field(followed, "comment", "so") == field
    line = " ".join(
        followed.screen.study.nodes[one].action for one in followed.screen.study.path(2)
    )
    assert comments(after(followed, field)) == {line: "so"}
    # New moves have ids of their own, also after that.
    grown = after(followed, GoTo(ROOT), TypeAction("d-", 6.0))
    study = grown.screen.study
    assert len({one for _, _, one in study.walk()}) == study.moves == len(grown.screen.turns)


def answer(session):
    """The bot's answer to what it is asked; None if it is asked nothing."""
    question = wanted_thought(session)
    if question is None:
        return None
    action = sorted(question.position.legal_actions(question.seat))[0]
    line = Prospect(0.5, None, (session.match.rules.format_action(action),))
    return Answered(SearchAnswer(question.ticket, (line,), 1, 1), 10.0)


@pytest.mark.parametrize("is_answered_before", [True, False])
def test_no_answer_leads_away_from_a_comment_that_is_being_written(is_answered_before):
    session = after(Session(), Navigate(YALA, 0.0), Command.TRY_OUT, TypeAction("a+", 1.0))
    at, late = session.screen.at, answer(session)
    assert late is not None
    if is_answered_before:
        session = after(session, late)
    for text in ("w", "wh", "why"):
        session = after(session, told_by_field(session, "comment", text))
    assert answer(session) is None
    waiting = after(session, late, Wake(99_999.0))
    assert (waiting.screen.at, comments(waiting)) == (at, {"a+": "why"})
    # Left, the field tells what it has told: the bot goes on.
    left = after(waiting, told_by_field(waiting, "comment", "why"))
    done = after(left, answer(left))
    done = after(done, Wake(done.screen.next_wake_ms))
    assert done.screen.match.shown == 2
    assert comments(done) == {"a+": "why"}


def test_a_study_takes_the_ids_of_another_for_the_moves_that_both_have():
    mine, first = LINE.played(ROOT, "c+")
    mine, _ = mine.played(first, "c-")
    theirs = parse_study(format_study("x", mine)).study
    theirs, fresh = theirs.played(ROOT, "d+")
    same = theirs.numbered_as(mine)
    for one, node in mine.nodes.items():
        assert same.nodes[one].action == node.action
        assert same.nodes[one].parent == node.parent
    (new,) = set(same.nodes) - set(mine.nodes)
    assert mine.given <= new < same.given
    assert theirs.nodes[fresh].action == same.nodes[new].action
    assert format_study("x", same) == format_study("x", theirs)
