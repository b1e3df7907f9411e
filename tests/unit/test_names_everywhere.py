"""Wherever a name is shown, by whatever screen, it turns nothing round that stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from unicodedata import bidirectional, category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core import names as app_names
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Command, Edit, Navigate, SetClock, Tell
from spieltisch.app.core.notice import BadLink, Introduced, NoBotFile, NoDeckFile
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import DeckCommand
from spieltisch.app.keeping.bots import Bots, OwnBot, OwnSeries, PlayedSeries
from spieltisch.app.keeping.decks import Decks, OwnDeck
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.screens import page_of, title_of
from spieltisch.app.study.state import StudyCommand
from spieltisch.app.workshop.failures import failure_text
from spieltisch.app.workshop.state import WorkshopCommand
from spieltisch.kit.names import file_name, set_apart
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import LinkPart, clean_name
from spieltisch.play.own_jobs import Failure, FailureKind
from spieltisch.play.summary import format_summary
from tests.language_screens import screens
from tests.small_packs import FETCHED
from tests.still import session_after
from tests.unit.archived import NOW_MS, library
from tests.unit.asking import after
from tests.unit.markup_check import Node, read
from tests.unit.test_deck import BOX

HEBREW = "דנה"
NAMES = (HEBREW, "ليلى", "\u202eevil", "Dana דנה 3", "\u2067דנה", "\u2069\u2069דנה\u2066", "٣٤")
APART = re.compile("\u2068[^\u2066-\u2069]*\u2069")
TURNING = frozenset(
    ("R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
)
MARKS = "\u202e\u2066\u2067\u2069"
YALA = "#/play/yala?seats=human,bot:2&seed=42"
READ = ("aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description")


def loose(text: str) -> str:
    """What turns others round and is not set apart."""
    return "".join(one for one in APART.sub("", text) if bidirectional(one) in TURNING)


def texts(node: Node) -> Iterator[str]:
    """All that a node shows and tells; what is in a field keeps to itself."""
    for name in READ:
        yield node.attributes.get(name) or ""
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag != "textarea":
            yield from texts(child)
        else:
            yield from (child.attributes.get(name) or "" for name in READ)


def faults(session: Session) -> list[str]:
    shown = [*texts(read(page_of(session))), title_of(session, ENGLISH)]
    return [text for text in shown if loose(text)]


def is_shown(session: Session, name: str) -> bool:
    shown = "".join(texts(read(page_of(session))))
    # What comes from storage is cleaned first.
    return any(set_apart(one) in shown for one in (name, clean_name(name)))


def test_players_names_are_set_apart_on_every_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    # Its board shows what the house calls the players, whom nobody has named.
    import_module("spieltisch.app.workshop.board_view")
    monkeypatch.setattr(
        app_names,
        "given_names",
        lambda setup, _: tuple(f"{HEBREW} {seat}" for seat, _ in enumerate(setup.all_players, 1)),
    )
    found, shows = {}, 0
    for what, session in screens("en"):
        wrong = faults(session)
        shows += HEBREW in "".join(texts(read(page_of(session))))
        if wrong:
            found[what] = wrong
    assert found == {}
    assert shows > 50


TEXT = session_after([Navigate(YALA, 0.0), TypeAction("a+", 1.0), Command.STUDY]).kept.of(Studies)


def with_things(name: str) -> Session:
    """A session that keeps things of a name, and matches that were given it."""
    (study,) = TEXT.by_id.values()
    bot = OwnBot(game="yala", name=name, source="x")
    deck = OwnDeck(game="aya", name=name, cards=BOX)
    alone = OwnSeries(
        game="yala", name=name, bot="0000000000b1", rival=f"{name}.py", matches=2, packed="x"
    )
    league = replace(alone, bot="", rival="")
    kept = Kept().having(
        Bots({"0000000000b1": bot, "0000000000b2": bot}),
        Decks({"0000000000d1": deck, "0000000000d2": deck}),
        Studies(dict.fromkeys(("0000000000s1", "0000000000s2"), replace(study, name=name))),
        PlayedSeries({"0000000000r1": alone, "0000000000r2": league}),
    )
    begun = replace(session_after(FETCHED), kept=kept)
    named = (replace(one, name=name) for one in library(30, seed=2).values())
    listed = LibraryChanged(tuple(format_summary(one) for one in named))
    return after(begun, SetClock(float(NOW_MS)), listed)


PLACES = {
    "bots": [Navigate("#/workshop/yala/0000000000b1", 0.0)],
    "a bot deleted": [Navigate("#/workshop/yala/0000000000b1", 0.0), WorkshopCommand.DELETE],
    "decks": [Navigate("#/deck/aya/0000000000d1", 0.0)],
    "a deck deleted": [Navigate("#/deck/aya/0000000000d1", 0.0), DeckCommand.DELETE],
    "studies": [Navigate("#/study/0000000000s1", 0.0)],
    "a study deleted": [Navigate("#/study/0000000000s1", 0.0), StudyCommand.DELETE],
    "a set-up's decks": [Navigate("#/setup/aya", 0.0)],
    "a set-up's bots": [Navigate("#/setup/yala", 0.0), Edit("opponent:2", "own:0000000000b1")],
    "decks to solve": [Navigate("#/puzzles/aya", 0.0)],
    "matches": [Navigate("#/matches", 0.0)],
    "latest matches": [Navigate("#/", 0.0)],
}
NOTICES = {
    "a bot's file": lambda name: NoBotFile(f"{name}.exe"),
    "a deck's file": lambda name: NoDeckFile(f"{name}.exe"),
    "a link": lambda name: BadLink(LinkPart.GAME, name),
    "who it is": lambda name: Introduced(2, name),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", PLACES)
def test_names_of_things_are_set_apart_in_lists_toasts_and_titles(place: str, name: str) -> None:
    session = after(with_things(name), *PLACES[place])
    assert is_shown(session, name)
    assert faults(session) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("notice", NOTICES)
def test_names_in_notices_are_set_apart(notice: str, name: str) -> None:
    session = after(Navigate("#/workshop/yala", 0.0), Tell(NOTICES[notice](name)))
    assert session.notice is not None
    assert faults(session) == []
    assert loose(session.notice.text(ENGLISH)) == ""


@pytest.mark.parametrize("line", [0, 7])
@pytest.mark.parametrize("name", NAMES)
def test_a_failing_bot_s_file_is_set_apart_from_its_line(name: str, line: int) -> None:
    for kind in FailureKind:
        told = failure_text(Failure(name, kind, said=f"no {name}", line=line), ENGLISH)
        assert loose(told) == "", kind


@given(st.text(max_size=30))
def test_no_name_reaches_beyond_itself(name: str) -> None:
    told = f"1 {set_apart(name)} 2"
    assert loose(told) == ""
    assert set(map(bidirectional, set_apart(name))).isdisjoint({"B"}) or set_apart(name) == name


@pytest.mark.parametrize("name", NAMES)
def test_what_a_study_is_called_by_its_players_has_no_marks(name: str) -> None:
    link = f"#/play/yala?seats=human,human&names={name.strip(MARKS)},Ben&seed=4"
    session = after(Navigate(link, 0.0), TypeAction("a+", 1.0), Command.STUDY)
    (study,) = session.kept.of(Studies).by_id.values()
    assert not any(category(one) == "Cf" for one in study.name)


UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


@given(st.text(max_size=30), st.sampled_from((".py", ".json", ".txt")))
def test_a_file_s_name_has_nothing_unseen_and_keeps_its_ending(name: str, ending: str) -> None:
    told = file_name(name + ending)
    assert not any(category(one) in UNSEEN for one in told)
    assert told.endswith(ending)
    assert not set(told) & set('<>:"/\\|?*')
    assert told[0] not in ". "
    assert file_name(told) == told


@pytest.mark.parametrize(
    ("name", "file"),
    [("\u202egnp.exe\u202c.py", "gnp.exe.py"), ("דנה.py", "דנה.py"), ("Ä ö.json", "Ä ö.json"),
     ("\u2068דנה\u2069.py", "דנה.py"), ("CON.py", "_CON.py"), ("../../x.py", "-..-x.py"),
     ("\u200b.py", "spieltisch.py")],
)  # fmt: skip
def test_files_are_called(name: str, file: str) -> None:
    assert file_name(name) == file
