"""The rules that a person reads hold what the rules that are played do (kit/rulebook.py)."""

import re

import pytest

from spieltisch.app.core.effects import Focus
from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.rules.screen import choice_of, picture_scene, seat_of, turn_of
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from tests import fourth
from tests.conformance.matches import SETUPS, turns
from tests.unit.markup_check import check

ENDINGS = {"won", "drawn", "lost"}

with fourth.in_catalogue(*fourth.FURTHER):
    GAMES = tuple(catalog.GAMES)
    PICTURES = tuple(
        pytest.param(name, picture, id=f"{name}-{section.name}-{number}")
        for name in GAMES
        for section in catalog.game_of(name).view.rules(ENGLISH)
        for number, picture in enumerate(section.pictures, start=1)
    )

each_game = pytest.mark.parametrize("name", GAMES)
each_picture = pytest.mark.parametrize(("name", "picture"), PICTURES)


@each_game
def test_sections_have_names_for_addresses_headings_and_sentences(name):
    sections = catalog.game_of(name).view.rules(ENGLISH)
    names = [section.name for section in sections]
    assert sorted(set(names)) == sorted(names)
    for section in sections:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", section.name)
        assert section.heading
        assert section.sentences
        assert all(text.endswith((".", "?", "!")) for text in section.sentences)


@each_picture
def test_a_picture_brings_what_its_caption_says(name, picture):
    game = catalog.game_of(name)
    position = game.rules.parse_position(picture.position)
    assert picture.caption.endswith((".", "…", "?", "!"))
    turn = turn_of(game, picture)
    events = turn.events if turn is not None else ()
    assert tuple(event.kind for event in events) == picture.brings
    if picture.presses:
        choice = choice_of(game, picture)
        assert choice is not None
        assert choice.targets
    if picture.forbids:
        forbidden = game.rules.parse_action(picture.forbids)
        assert forbidden not in position.legal_actions(seat_of(picture, position))


@each_picture
def test_a_picture_is_looked_at_and_never_pressed(name, picture):
    game = catalog.game_of(name)
    drawn = whole(game.view.board(picture_scene(game, picture, ENGLISH)))
    check(drawn, is_part=True)
    assert not re.search(r"data-(site|target|token|shout|position)|tabindex|role=.button", drawn)
    assert "aria-hidden" in drawn


@each_game
def test_the_address_of_a_section_leads_to_it(name):
    for section in catalog.game_of(name).view.rules(ENGLISH):
        link = f"#/rules/{name}/{section.name}"
        session, (effect,) = update(Session(), Navigate(link, 0.0))
        assert isinstance(effect, Focus)
        root = check(whole(page_of(session)))
        assert root.one("id", effect.node_id).one("tabindex", "-1")
        assert link == f"#{effect.node_id}"


@each_game
def test_keys_are_behind_a_closed_disclosure(name):
    session, _ = update(Session(), Navigate(f"#/rules/{name}", 0.0))
    root = check(whole(page_of(session)))
    (keys,) = [node for node in root.walk() if node.tag == "details"]
    assert "open" not in keys.attributes
    assert not root.all("id", "keys")
    assert "Esc" in keys.text


@each_game
def test_whatever_a_turn_can_bring_about_is_in_a_picture(name):
    """So that no kind of action and none of its consequences is left out of the rules."""
    shown = {kind for one in PICTURES if one.values[0] == name for kind in one.values[1].brings}
    happened = {
        event.kind
        for setup in SETUPS
        if setup.game == name
        for turn in turns(setup)
        for event in turn.events
    }
    assert happened - ENDINGS <= shown
