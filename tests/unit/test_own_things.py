"""Own bots and decks: what finds no room is refused, and nothing that is kept is lost by it."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Edit, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import NewDeck
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.decks import MAX_TYPED, Decks, OwnDeck
from spieltisch.app.keeping.own_things import TooMany
from spieltisch.app.matches.state import ValuesChanged
from spieltisch.app.restoring import merged as merged_texts
from spieltisch.app.screens import page_of
from spieltisch.app.workshop.state import NewBot, TryBot, WorkshopCommand
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from spieltisch.play.archive_file import Belongings, BelongingsKind, belongings_line, framed
from spieltisch.play.own_jobs import MAX_SOURCE
from tests.unit.asking import after, seen
from tests.unit.test_importing import Visit

SHORT = OwnBot(game="yala", name="short", source="x")
LONG = OwnBot(game="yala", name="long", source="x" * MAX_SOURCE)


def filled(kind, thing):
    """As many things of a kind as find room."""
    things = kind()
    while things.having_room(str(len(things.by_id)), thing) is not None:
        one = str(len(things.by_id))
        things = things.having(one, replace(thing, name=f"{thing.name}{one}"))
    return things


FULL = [
    pytest.param(Bots, replace(LONG, source=letter * MAX_SOURCE), id=f"long bots of {letter!r}")
    for letter in "x\né"
] + [
    pytest.param(Bots, SHORT, id="many bots"),
    pytest.param(Decks, OwnDeck(game="aya", name="box", cards="b" * MAX_TYPED), id="decks"),
]


@pytest.mark.parametrize(("kind", "thing"), FULL)
def test_what_has_no_room_takes_nobody_elses(kind, thing):
    full = filled(kind, thing)
    assert len(full.by_id) == kind.MOST or len(full.format()) > 0.9 * kind.MAX_LENGTH
    assert full.having_room("new", thing) is None
    assert kind.parse(full.format()) == full
    # One that is there may become shorter or other, but not longer, where letters are missing.
    assert full.having_room("0", replace(full.by_id["0"], name="x")) is not None
    # Once one is gone there is room again.
    assert full.without("0").having_room("new", thing) is not None


def test_what_comes_from_a_file_is_written_as_text_once_and_not_again_for_each(monkeypatch):
    there = filled(Bots, replace(LONG, source="x" * (MAX_SOURCE // 4)))
    written = []
    codec = Bots.CODEC
    monkeypatch.setattr(
        Bots, "CODEC", SimpleNamespace(write=lambda one: written.append(one) or codec.write(one))
    )
    assert len(Bots().taking(there, []).by_id) == len(there.by_id) > 20
    assert len(written) <= 2 * len(there.by_id)


@pytest.mark.parametrize(("kind", "thing"), FULL)
def test_two_tabs_that_fill_the_room_at_the_same_time_lose_nothing(kind, thing):
    base = kind()
    ours = filled(kind, thing)
    theirs = kind({f"t{one}": thing for one, thing in ours.by_id.items()})
    flaws = []
    text = merged_texts(kind.KIND, base.format(), ours.format(), theirs.format())
    both = kind.parse(text, flaws)
    assert not flaws
    assert both.by_id.keys() == ours.by_id.keys() | theirs.by_id.keys()
    # Whoever deletes is not refused meanwhile, nor who makes something shorter.
    assert both.having_room("new", thing) is None
    assert both.having_room("0", replace(both.by_id["0"], name="x")) is not None


@given(st.integers(1, 9), st.integers(0, 9), st.data())
def test_of_a_file_comes_what_has_room_and_the_rest_is_told(here, there, data):
    bots = Bots({f"h{n}": replace(SHORT, name=f"h{n}", changed=n) for n in range(here)})
    others = Bots({f"t{n}": replace(SHORT, name=f"t{n}", changed=n) for n in range(there)})
    room = data.draw(st.integers(here, here + there))
    flaws = []

    class Small(Bots):
        MOST = room

    result = Small(bots.by_id).taking(others, flaws)
    assert bots.by_id.items() <= result.by_id.items()
    assert len(result.by_id) == room
    assert len(flaws) == here + there - room
    assert all("there is no room for t" in flaw for flaw in flaws)


def test_a_later_change_in_a_file_comes_and_an_earlier_one_does_not():
    here = Bots({"a": replace(SHORT, changed=5)})
    for changed, source in ((6, "later"), (4, "x")):
        other = Bots({"a": replace(SHORT, source="later", changed=changed)})
        assert here.taking(other, []).by_id["a"].source == source


@pytest.mark.parametrize(
    ("name", "fit"), [("\u202eevil", "evil"), ("a,  b\n", "a b"), ("\u200b", "?"), (" ", "?")]
)
def test_names_of_a_file_are_made_fit_to_be_shown(name, fit):
    taken = Bots().taking(
        Bots.parse(json.dumps({"a": Bots.CODEC.write(SHORT) | {"name": name}})), []
    )
    assert taken.by_id["a"].name == fit


def test_an_import_tells_what_had_no_room():
    visit, full = Visit(), filled(Bots, LONG)
    visit.session = Session(kept=Kept().having(full))
    text = json.dumps({"new": Bots.CODEC.write(LONG)})
    job = visit.give(framed((), [belongings_line(Belongings(BelongingsKind.BOTS, "", text))]))
    assert visit.session.kept.of(Bots) == full
    assert len(job.refused) == 1
    assert "there is no room for long" in whole(page_of(visit.session))


def test_a_bot_without_room_stays_on_screen_and_says_so():
    full = filled(Bots, replace(LONG, source="x" * (MAX_SOURCE - 100)))
    full = Bots({f"{one:a>12}": bot for one, bot in full.by_id.items()})
    session = after(Navigate("#/workshop/yala", 0.0), session=Session(kept=Kept().having(full)))
    session = after(NewBot(""), Edit("source", "y" * MAX_SOURCE), session=session)
    assert session.kept.of(Bots) == full
    assert session.screen.bot.source == "y" * MAX_SOURCE
    assert session.notice == TooMany(is_bot=True)
    assert "no room for more bots" in seen(session).one("id", "notice").text
    assert "no room for more bots" in session.notice.text(ENGLISH)
    # At the table it would not be found, so that none begins.
    assert after(TryBot(1, 0.0), session=session).screen == session.screen
    # A deleted one makes room, and comes back where nothing has taken it.
    other = after(
        Navigate("#/workshop/yala/aaaaaaaaaaa3", 0.0), WorkshopCommand.DELETE, session=session
    )
    assert len(other.kept.of(Bots).by_id) == len(full.by_id) - 1
    assert after(Command.UNDO_DELETE, session=other).kept.of(Bots).by_id.keys() == full.by_id.keys()


def test_a_deck_without_room_stays_on_screen_and_says_so():
    full = filled(Decks, OwnDeck(game="aya", name="box", cards="bbbyy"))
    session = after(Navigate("#/deck/aya", 0.0), session=Session(kept=Kept().having(full)))
    session = after(NewDeck(is_usual=True), Edit("name", "more"), session=session)
    assert session.kept.of(Decks) == full
    assert session.notice == TooMany(is_bot=False)
    assert "no room for more decks" in seen(session).one("id", "notice").text


@pytest.mark.parametrize("place", ["workshop/yala", "deck/aya"])
def test_what_another_tab_has_made_of_the_thing_on_screen_is_gone_on_with(place):
    kind, field, written = (
        (Bots, "bot", "source") if place.startswith("w") else (Decks, "deck", "cards")
    )
    session = after(Navigate(f"#/{place}", 0.0), Edit(written, "bbbyy"))
    (one,) = session.kept.of(kind).by_id
    mine = getattr(session.screen, field)
    theirs = kind({one: replace(mine, **{written: "yyyyy", "changed": 2})})
    changed = after(session, ValuesChanged({kind.KIND: theirs.format()}))
    assert getattr(getattr(changed.screen, field), written) == "yyyyy"
    later = after(changed, Edit("name", "new"))
    kept = later.kept.of(kind).by_id[one]
    assert (kept.name, getattr(kept, written)) == ("new", "yyyyy")
    # What was deleted there stays on screen, and is kept again only if that is wanted.
    gone = after(session, ValuesChanged({kind.KIND: kind().format()}))
    assert getattr(gone.screen, field) == mine
    gone = after(gone, Edit("name", "touched"))
    assert not gone.kept.of(kind).by_id
    assert "is deleted" in whole(page_of(gone))
    again = after(gone, Command.KEEP_AGAIN)
    assert again.kept.of(kind).by_id[one].name == "touched"
    # Kept again there, it is shown as it is kept.
    there = after(gone, ValuesChanged({kind.KIND: theirs.format()}))
    assert getattr(there.screen, field).name == mine.name
    assert "is deleted" not in whole(page_of(there))
    assert after(there, Edit("name", "on")).kept.of(kind).by_id[one].name == "on"
    # So does what others have changed of other things.
    more = theirs.having("other", replace(mine, name="other"))
    assert after(changed, ValuesChanged({kind.KIND: more.format()})).screen == changed.screen
