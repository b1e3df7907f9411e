"""Positions that are set up by hand: whatever is pressed, it is a start or it is said why not."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.messages import Press, TypeAction
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Focus, Go
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit, Navigate, StartMatch
from spieltisch.app.core.names import player_names
from spieltisch.app.core.session import Session
from spieltisch.app.editor.state import (
    AWAY,
    FROM,
    PIECE,
    ChoosePiece,
    EditorCommand,
    EditorScreen,
    EditPosition,
    StepPiece,
    TakeAway,
)
from spieltisch.app.editor.update import draft_of, link_to, usual_draft
from spieltisch.app.screens import page_of, said
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import ENGLISH
from spieltisch.table import Setup, SetupError

EDITED = [name for name, game in catalog.GAMES.items() if game.editor is not None]


def after(*messages: Message, session: Session | None = None) -> Session:
    now = session or Session()
    for message in messages:
        now, _ = update(now, message)
    return now


def shown(session: Session) -> EditorScreen:
    assert session.on_screen(EditorScreen) is not None
    return session.on_screen(EditorScreen)


def flaws(draft: Setup) -> list[str]:
    names = player_names(draft, ENGLISH)
    found = catalog.game_of(draft.game).rules.flaws(draft)
    return [fact_text(flaw, names, ENGLISH) for flaw in found]


def is_start(draft: Setup) -> bool:
    try:
        catalog.game_of(draft.game).rules.initial_position(draft)
    except SetupError:
        return False
    return True


@st.composite
def presses(draw: st.DrawFn) -> tuple[str, list[Message]]:
    """A game's editor, and what somebody does in it."""
    name = draw(st.sampled_from(EDITED))
    game = catalog.game_of(name)
    variant = draw(st.sampled_from(game.info.variants))
    seats = draw(st.sampled_from(game.info.seat_counts[variant]))
    offered = [one for one in game.info.options_of(variant) if one.name in game.editor.options]
    chosen = [(one.name, draw(st.sampled_from(one.choices))) for one in offered]
    bare = replace(game.info.default_setup(), variant=variant, seats=seats, players=())
    draft = usual_draft(bare)
    for name, value in chosen:
        draft = shown(after(Navigate(link_to(draft), 0.0), Edit(name, value))).draft
    page = whole(page_of(after(Navigate(link_to(draft), 0.0))))
    sites = [part.split('"')[0] for part in page.split('data-site="')[1:]]
    pieces = game.editor.pieces(draft) if game.editor else ()
    site = st.sampled_from([*sites, "", "z9", "ball99"])
    tokens = st.one_of(
        site, site.map(FROM.__add__), st.just(AWAY), st.sampled_from(pieces).map(PIECE.__add__)
    )
    done: st.SearchStrategy[Message] = st.one_of(
        tokens.map(lambda token: Press(token, 0.0)),
        st.sampled_from(pieces).map(ChoosePiece),
        st.sampled_from((-1, 1)).map(StepPiece),
        site.map(TakeAway),
        st.sampled_from((EditorCommand.USUAL_BOARD, EditorCommand.CLEAR_BOARD)),
        st.sampled_from((Command.TAKE_BACK, Command.REDO, Command.CANCEL)),
        st.integers(0, 4).map(lambda seat: Edit("turn", str(seat))),
        st.tuples(st.integers(1, 3), st.integers(0, 99)).map(
            lambda one: Edit(f"reserve:{one[0]}", str(one[1]))
        ),
        st.sampled_from((Edit("seats", "2"), Edit("seats", "3"), Edit("edition", "reilly"))),
        st.sampled_from(
            [Edit(one.name, each) for one in offered for each in one.choices] or [Edit("x", "y")]
        ),
        st.text(alphabet="dlbyQ12ar/|; -*k", max_size=30).map(lambda text: Edit("position", text)),
    )
    messages = draw(st.lists(done, max_size=25))
    return link_to(draft), messages


@given(presses())
def test_whatever_is_pressed_a_draft_is_a_start_or_it_is_said_why_not(done):
    link, messages = done
    session = after(Navigate(link, 0.0))
    for message in messages:
        session = after(message, session=session)
        draft = shown(session).draft
        assert is_start(draft) is not bool(flaws(draft))
    page_of(session)
    # Its text, its address and undoing lead back to it.
    draft = shown(session).draft
    assert draft_of(draft, shown(session).editor.text(draft)) == draft
    assert shown(after(Navigate(link_to(draft), 0.0))).draft == draft
    steps = len(shown(session).before)
    undone = after(*[Command.TAKE_BACK] * steps, session=session)
    assert not shown(undone).before
    assert shown(after(*[Command.REDO] * steps, session=undone)).draft == draft
    if is_start(draft):
        begun = after(EditorCommand.PLAY, StartMatch(1, 0.0), session=session)
        assert begun.match is not None
        assert begun.match.setup.start == draft.start


FLAWED = [
    ("yala", "///////////dd d", ["Dark has 2 stones", "Light has 0 stones", "Light"]),
    ("yala", "dddddd/llllll/dddddd/llllll//////// d", ["a is taller than five"]),
    ("yala", "dl/dl/dl/dl/dl/dl/dl/ld/ld/ld/ld/ld d", ["Twelve towers"]),
    ("yala", "ld/ld/d/ldd/dll/ld/dl/l/dl/dl/ld/dl l", []),
    ("yala", "dlddd/l/l/dl/dl/ld/ld/ld d wall=4", ["a has more than 4 stones", "9 stones"]),
    ("yala", "dl/dl/dl/dl/dl/dl/ld/ld/ld d", ["half of them must have the dark"]),
    ("yala", "dl/dl/dl/dl/dl/ld/ld/ld/ld d wall=6", []),
    ("myra", "4a2 r25 / Qk11 r25 ; 1", ["Dark has no queen"]),
    ("myra", "Qa1,5a2,5a3,5a4,5a5,5a6,1b1 r25 / Qk11 r25 ; 1", ["Dark has 51 soldiers"]),
    ("myra", "Qa1 r25 / 4f11 r25 / Qk6 r25 ; 1", ["Light has no queen: the soldiers"]),
    ("myra", "Qa1 r25 / - r0 / Qk6 r25 ; 2", ["Light has no queen, so it cannot be"]),
    ("aya", "bb|bbbbb|yy", ["7 blue balls and 2 yellow"]),
]


@pytest.mark.parametrize(("game", "text", "told"), FLAWED)
def test_each_impossible_thing_has_its_sentence(game, text, told):
    seats = text.count(" / ") + 1 if game == "myra" else 2
    setup = replace(catalog.game_of(game).info.default_setup(), seats=seats)
    found = " ".join(flaws(draft_of(setup, text)))
    assert all(one in found for one in told)
    assert bool(told) == bool(found)


@pytest.mark.parametrize("game", EDITED)
@pytest.mark.parametrize(
    "text", ["", "x", "a/b c", "Qa1 r25 ; 1", "bb|bbbyy|yy ; nothing", "bb|bbbyy|yy bbbyy"]
)
def test_what_is_no_position_changes_nothing_and_is_said(game, text):
    before = after(Navigate(f"#/editor/{game}", 0.0))
    session = after(Edit("position", text), session=before)
    assert shown(session).draft == shown(before).draft
    assert "not a position of this game" in whole(page_of(session)) or not text


@pytest.mark.parametrize("game", EDITED)
def test_a_link_to_what_is_no_position_leads_to_the_start_with_a_notice(game):
    session = after(Navigate(f"#/editor/{game}?position=nothing", 0.0))
    assert session.on_screen(EditorScreen) is None
    assert "position" in session.notice.text(ENGLISH)


def test_a_towers_top_stone_is_put_carried_and_taken_away():
    session = after(Navigate("#/editor/yala", 0.0), EditorCommand.CLEAR_BOARD)
    session = after(
        Press("piece:l", 0.0),
        Press("c", 0.0),
        Press("piece:d", 0.0),
        Press("c", 0.0),
        session=session,
    )
    assert shown(session).draft.start == "//ld///////// d"
    assert said(session.heard).startswith("c, 2 stones")
    carried = after(Press("from:c", 0.0), Press("k", 0.0), session=session)
    assert shown(carried).draft.start == "//l////////d/ d"
    assert shown(after(Press("from:k", 0.0), Press("away", 0.0), session=carried)).draft.start == (
        "//l///////// d"
    )
    assert shown(after(Command.TAKE_BACK, session=carried)).draft == shown(session).draft


def test_a_queen_comes_from_where_she_was_and_a_press_on_a_piece_takes_it_away():
    session = after(Navigate("#/editor/myra", 0.0), Press("piece:1Q", 0.0), Press("f6", 0.0))
    text = shown(session).draft.start
    assert "Qf6" in text
    assert "Qa1" not in text
    assert "Qf6" not in shown(after(Press("f6", 0.0), session=session)).draft.start


def test_a_card_of_aya_changes_places_so_that_the_deck_stays_whole():
    session = after(Navigate("#/editor/aya?variant=kindergarten", 0.0))
    before = shown(session).draft.start
    session = after(Press("piece:bbbbb*", 0.0), Press("table-2", 0.0), session=session)
    text = shown(session).draft.start
    assert sorted(text.split()) == sorted(before.split())
    position = shown(session).editor.position(shown(session).draft)
    assert str(position.table.row[2]) == "bbbbb*"


def test_cards_that_nobody_can_open_are_refused():
    """docs/rules.md, AYA, "Cards": a deck is 39 cards."""
    session = after(Navigate("#/editor/aya?variant=kindergarten", 0.0))
    track, _, *cards = shown(session).draft.start.split(" ")
    text = " ".join((track, "?" + "0" * 32, *cards))
    refused = after(Edit("position", text), session=session)
    assert refused.screen.refused == text
    assert refused.screen.draft == session.screen.draft


def test_what_another_variant_does_not_know_goes_with_it():
    """docs/rules.md, AYA: Kindergarten alone has 5, 8 or 10 open cards."""
    session = after(Navigate("#/editor/aya?variant=kindergarten", 0.0), Edit("open-cards", "8"))
    assert shown(session).draft.option("open-cards", "5") == "8"
    for variant in ("rumkugeln", "tueftler", "aya-oye"):
        other = after(Edit("variant", variant), session=session)
        assert shown(other).draft.options == ()
        again = after(Navigate(link_to(shown(other).draft), 0.0))
        assert shown(again).draft == shown(other).draft
        shown(after(EditorCommand.USUAL_BOARD, session=other))


def test_the_keyboard_chooses_pieces_and_goes_round_the_whole_ring():
    session = after(Navigate("#/editor/yala?position=d///////////l%20d", 0.0))

    def key(site: str, key: str, *, has_shift: bool = False):
        return board_key(session, site, key, 0.0, has_shift=has_shift, is_again=False)

    assert key("a", "ArrowRight") == (Focus("site-b"),)
    assert key("a", "Delete") == (TakeAway("a"),)
    assert key("a", "2") == (ChoosePiece("l"),)
    assert key("a", "n", has_shift=True) == (StepPiece(-1),)
    assert key("a", "q") is None
    assert said(after(StepPiece(1), session=session).heard) == "Light stone"


def test_a_position_of_a_match_goes_into_the_editor_as_it_is_looked_at():
    session = after(Navigate("#/play/yala?seed=1", 0.0), TypeAction("a+", 1.0))
    board = session.match.rules.format_board(session.match.position)
    edited, effects = update(session, EditPosition())
    assert shown(edited).draft.start == board
    assert any(isinstance(effect, Go) and "position=" in effect.link for effect in effects)


def test_nothing_hidden_comes_to_light_by_editing_a_position():
    session = after(Navigate("#/play/aya?seed=1&variant=kindergarten", 0.0))
    dealt = session.match.setup.start.split()[1:]
    cards = shown(after(EditPosition(), session=session)).draft.start.split()[1:]
    assert cards[:5] == dealt[:5]
    assert cards[5:] != dealt[5:]


def test_an_analysis_begins_at_the_position_with_people_on_all_sides():
    session = after(
        Navigate("#/editor/yala", 0.0), Press("from:a", 0.0), Press("b", 0.0), Command.ANALYSE
    )
    assert session.table is not None
    assert session.table.analysis.is_open
    assert session.match.people == {1, 2}
    assert session.match.setup.start.startswith("d/")
