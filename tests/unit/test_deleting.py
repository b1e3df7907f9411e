"""What is deleted comes back while its notice is shown, whatever happens meanwhile; and else it
stays deleted."""

from dataclasses import replace
from random import Random

import pytest

from spieltisch.app.board.messages import Press
from spieltisch.app.core.damage import DamageFound
from spieltisch.app.core.deletion import MOST_DELETIONS
from spieltisch.app.core.effects import Discard, Forget
from spieltisch.app.core.library import Library
from spieltisch.app.core.messages import Command, Edit, Navigate, SetSetting, Tell
from spieltisch.app.core.notice import PlainNotice, UpdateNotice
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import DeckCommand, NewDeck
from spieltisch.app.keeping.bots import Bots
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import DeleteMatches, ValuesChanged
from spieltisch.app.screens import page_of
from spieltisch.app.statistics.screen import EraseStatistics
from spieltisch.app.study.state import SetGlyph, StudyCommand
from spieltisch.app.workshop.state import NewBot, WorkshopCommand
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import ENGLISH
from spieltisch.table import Solitaire
from tests.unit.asking import PEOPLE, after, seen
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

DAMAGE = DamageFound(((("values", "damaged/runs/1"), "why"),))


def kept(session):
    """All that is kept, as far as it can be seen: without when it was changed."""
    bare = {
        name: {
            one: replace(thing, changed=0)
            for one, thing in session.kept.of(KINDS[name].kind).by_id.items()
        }
        for name in ("bots", "decks", "studies", "series")
    }
    return (
        bare,
        session.kept.of(Solitaires),
        session.kept.of(PuzzleLog),
        session.settings.counted_since_ms,
        session.library.summaries,
        session.damage.entries,
    )


def filled():
    """Somebody who has something of each kind."""
    session = after(
        Navigate("#/workshop/yala", 0.0), Edit("source", "# a"), NewBot(""), Edit("source", "# b"),
        Navigate("#/deck/aya", 0.0), Edit("cards", "bbbyy"),
        Navigate(PEOPLE, 0.0), Press("b", 0.0), Press("d", 99.0), Command.STUDY, SetGlyph("!"),
        DAMAGE, Command.DISMISS,
    )  # fmt: skip
    runs = {"zoch/10": (Solitaire(1, 2, 3),)}
    session = replace(session, kept=session.kept.having(runs))
    return after(session, Navigate("#/", 0.0))


def deleting(session, kind):
    """The messages that delete something of a kind."""
    study = next(iter(session.kept.of(Studies).by_id))
    return {
        "bot": (Navigate("#/workshop/yala", 0.0), WorkshopCommand.DELETE),
        "deck": (Navigate("#/deck/aya", 0.0), DeckCommand.DELETE),
        "study": (Navigate(f"#/study/{study}", 0.0), StudyCommand.DELETE),
        "match": (Navigate("#/matches", 0.0), DeleteMatches(tuple(session.library.summaries))),
        "damage": (Navigate("#/settings", 0.0), Command.DELETE_DAMAGED),
        "statistics": (Navigate("#/statistics", 0.0), EraseStatistics(5.0)),
    }[kind]


ALL_KINDS = ("bot", "deck", "study", "match", "damage", "statistics")

MEANWHILE = (
    Navigate("#/", 0.0),
    Navigate("#/rules/yala", 0.0),
    Navigate("#/workshop/yala", 0.0),
    Navigate("#/deck/aya", 0.0),
    Navigate("#/workshop/myra", 0.0),
    Navigate("#/matches", 0.0),
    Navigate("#/statistics", 0.0),
    Navigate("#/play/myra?seats=human,human&seed=4", 0.0),
    Navigate("#/nothing", 0.0),
    Tell(UpdateNotice.READY),
    Tell(PlainNotice.DAMAGE_KEPT),
    Command.DISMISS,
    SetSetting("language", "fr"),
    SetSetting("theme", "dark"),
)


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_it_comes_back_whatever_happens_meanwhile(kind, seed):
    before = filled()
    session = after(before, *deleting(before, kind))
    assert kept(session) != kept(before)
    session = after(session, *Random(seed).choices(MEANWHILE, k=6))
    assert kept(session) != kept(before)
    page = check(page_of(session))
    assert page.one("id", "deleted").text
    assert page.one("data-do", "undo-delete")
    session = after(session, Command.UNDO_DELETE)
    assert kept(session) == kept(before)
    assert not check(page_of(session)).all("id", "deleted")


def test_all_kinds_come_back_one_after_the_other():
    before = filled()
    session, states = before, []
    for kind in ALL_KINDS:
        states.append(kept(session))
        session = after(session, *deleting(before, kind))
    for state in reversed(states):
        session = after(session, Navigate("#/", 0.0), Command.UNDO_DELETE)
        assert kept(session) == state
    assert after(session, Command.UNDO_DELETE) == session


@pytest.mark.parametrize("named", ["", "zeno", "one_ahead", "bots", "deck of 39", "ß", "דנה", "7"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_notice_begins_as_sentences_do_and_leaves_a_persons_own_name_as_it_is(named, count):
    for screen, new, field in (
        ("workshop", NewBot(""), "source"),
        ("deck", NewDeck(is_usual=False), "cards"),
    ):
        game = "yala" if screen == "workshop" else "aya"
        session = after(Navigate(f"#/{screen}/{game}", 0.0), Edit(field, "b"))
        for _ in range(count - 1):
            session = after(session, new, Edit(field, "c"))
        session = after(session, Edit("name", named)) if named else session
        delete = WorkshopCommand.DELETE if screen == "workshop" else DeckCommand.DELETE
        session = after(session, delete)
        begun = seen(session).one("id", "deleted").text
        usual = {"workshop": "Bot", "deck": "Deck"}[screen] + ("2" if count == 2 else "")
        assert begun.startswith((set_apart(named) if named else usual) + " deleted.")


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_once_its_notice_is_gone_it_stays_deleted(kind):
    before = filled()
    session = after(before, *deleting(before, kind), Navigate("#/", 0.0))
    gone, effects = whole_step(session, Command.LET_GO)
    assert not seen(gone).all("data-do", "undo-delete")
    erased = [one for one in effects if isinstance(one, Forget | Discard)]
    assert len(erased) == (kind in ("match", "damage"))
    assert after(gone, Command.UNDO_DELETE) == gone
    assert (gone.library.removed, gone.damage.removed) == ({}, {})
    assert kept(gone) == kept(session)


TOUCHES = {
    "bot": (Edit("source", "# touched"), Edit("name", "touched"), Command.PRESENT),
    "deck": (Edit("cards", "yyyyy"), DeckCommand.ADD_CARD, Edit("name", "touched")),
    "study": (Edit("comment", "touched"), SetGlyph("?"), Edit("name", "t"), Command.TAKE_BACK),
}


@pytest.mark.parametrize("kind", TOUCHES)
@pytest.mark.parametrize("is_let_go", [False, True])
def test_a_deleted_thing_that_is_touched_stays_deleted_until_it_is_wanted(kind, is_let_go):
    before = filled()
    session = after(before, *deleting(before, kind))
    gone = kept(session)
    if is_let_go:
        session = after(session, Command.LET_GO)
    for touch in TOUCHES[kind]:
        session = after(session, touch)
        assert kept(session) == gone
        assert "is deleted" in seen(session).text
    # Wanted again it is as it is on screen, by either button.
    again = after(session, Command.KEEP_AGAIN)
    assert kept(again) not in (gone, kept(before))
    assert "is deleted" not in seen(again).text
    assert not again.deletions
    if not is_let_go:
        assert kept(after(session, Command.UNDO_DELETE)) == kept(again)
        # From elsewhere it is as it was deleted.
        assert kept(after(session, Navigate("#/", 0.0), Command.UNDO_DELETE)) == kept(before)


@pytest.mark.parametrize("kind", TOUCHES)
def test_what_another_tab_deletes_is_not_brought_back_by_a_touch(kind):
    before = filled()
    place, _ = deleting(before, kind)
    session, there = after(before, place), after(before, *deleting(before, kind))
    texts = {name: each.format(there.kept.of(each.kind)) for name, each in KINDS.items()}
    session = after(session, ValuesChanged(texts))
    for touch in TOUCHES[kind]:
        session = after(session, touch)
    assert kept(session) == kept(there)
    # A press of the button keeps what is on screen, so that nothing is lost either.
    again = after(session, Command.KEEP_AGAIN)
    assert kept(again) != kept(there)


def test_what_is_there_again_is_offered_no_more():
    before = filled()
    session = after(before, *deleting(before, "bot"), Navigate("#/", 0.0))
    texts = {name: each.format(before.kept.of(each.kind)) for name, each in KINDS.items()}
    session = after(session, ValuesChanged(texts))
    assert not session.deletions


def test_no_more_than_some_can_come_back():
    session = Session()
    for number in range(MOST_DELETIONS + 3):
        session = after(session, Navigate("#/workshop/yala", 0.0), NewBot(""))
        session = after(session, Edit("source", f"# {number}"), WorkshopCommand.DELETE)
    assert len(session.deletions) == MOST_DELETIONS
    for _ in range(MOST_DELETIONS):
        session = after(session, Navigate("#/", 0.0), Command.UNDO_DELETE)
    assert len(session.kept.of(Bots).by_id) == MOST_DELETIONS


def test_it_says_what_was_deleted():
    session = after(Navigate("#/workshop/yala", 0.0), Edit("name", "Zeno"), WorkshopCommand.DELETE)
    assert session.deletions[-1].text(ENGLISH) == "Zeno deleted."
    assert session.library == Library()
    assert session.kept.of(PuzzleLog) == PuzzleLog()
