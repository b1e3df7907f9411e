"""Bots and editors go as far as the rules do: to every variant, also by house rules."""

from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.editor.update import draft_of, is_playable, link_to
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.table import Setup
from tests.conformance.matches import SETUPS, dealt, moments, over, rules_of
from tests.unit.markup_check import read
from tests.unit.whole_step import whole_step


def house_names(setup: Setup) -> set[str]:
    options = catalog.game_of(setup.game).info.options_of(setup.variant)
    return {one.name for one in options if one.is_house}


def has_bots(setup: Setup) -> bool:
    return catalog.game_of(setup.game).bots is not None and setup.seats > 1


def is_edited(setup: Setup) -> bool:
    return catalog.game_of(setup.game).editor is not None


@over(tuple(filter(has_bots, SETUPS)))
def test_a_bot_of_the_house_plays_a_whole_match(setup):
    game = catalog.game_of(setup.game)
    bots = [parse_bot("1", game), *[parse_bot("random", game)] * (setup.seats - 1)]
    (finished,) = play_matches(game, setup, bots, 1, 1)
    assert finished.record.entries


@pytest.mark.parametrize("name", catalog.GAMES)
def test_what_a_bot_may_ask_a_position_can_be_asked_of_the_first_one(name):
    """The workshop lists it, so that whoever knows nothing but the page finds it."""
    game = catalog.game_of(name)
    position = game.begin(seed=1)
    (seat, *_) = sorted(position.active_seats)
    named = {"position": position, "seat": seat, "action": position.legal_actions(seat)[0]}
    page = read(whole(page_of(whole_step(Session(), Navigate(f"#/workshop/{name}", 0.0))[0])))
    for code in game.asked:
        eval(code, dict(named))
        assert code in page.text


@over(tuple(filter(is_edited, SETUPS)))
def test_the_editor_takes_every_position_of_it(setup):
    editor = catalog.game_of(setup.game).editor
    assert house_names(setup) <= {*editor.options}
    for position, record in moments(setup)[:: len(moments(setup)) // 5 or 1]:
        shown = rules_of(setup).format_position(position.observe(None))
        draft = draft_of(record.setup, shown)
        session, _ = whole_step(Session(), Navigate(link_to(draft), 0.0))
        assert session.screen.draft == draft
        assert draft_of(draft, editor.text(draft)) == draft
        if is_playable(draft):
            begun = replace(draft, options=(*draft.options, *editor.implied(draft)))
            assert rules_of(setup).initial_position(begun).active_seats
    assert is_playable(draft_of(dealt(setup)))
