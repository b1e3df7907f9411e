"""YALA by house rules: 8 to 16 places, walls of 4 to 6 (docs/rules.md, YALA, "House rules")."""

from dataclasses import replace
from itertools import pairwise, product
from random import Random
from urllib.parse import quote

import pytest

from spieltisch.app.board.messages import Answered, MakePuzzle, Press, TypeAction
from spieltisch.app.board.thinking import wanted_thought
from spieltisch.app.core.effects import Go
from spieltisch.app.core.messages import Command, Edit, Navigate, StartMatch, WorkerChanged
from spieltisch.app.editor.state import EditorCommand, EditPosition
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.yala.bots.search import search_for
from spieltisch.games.yala.rules.core import YalaCore, action_of, pack
from spieltisch.games.yala.rules.position import SEAT_OF, YalaPosition
from spieltisch.games.yala.rules.rules import INFO, RING, RULES, WALL
from spieltisch.kit.markup import whole
from spieltisch.kit.scene import Scene, Worker
from spieltisch.kit.words import ENGLISH
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.codec import format_setup, parse_setup
from spieltisch.play.match import Match
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.play.service import SearchAnswer
from spieltisch.play.statistics import statistics_of
from spieltisch.play.summary import summary_of
from spieltisch.search import think
from spieltisch.table import IllegalActionError, Prospect, Record, Setup, SetupError, parse_record
from tests.still import session_after
from tests.unit.markup_check import read

YALA = catalog.game_of("yala")
SIZES = [*product(range(8, 17), (4, 5, 6))]
HOUSES = pytest.mark.parametrize(("places", "wall"), SIZES)


def setup_of(places, wall, seed=1, **options):
    options = {"ring": str(places), "wall": str(wall), **options}
    query = "&".join(f"{name}={value}" for name, value in options.items())
    return parse_setup("yala", f"seats=human,human&seed={seed}&{query}")


def positions(places, wall, seed):
    """Every position of a random match of at most a hundred turns."""
    rng, position = Random(seed), RULES.initial_position(setup_of(places, wall, seed))
    yield position
    while position.active_seats and len(position.earlier) < 100:
        seat = SEAT_OF[position.to_move]
        position = position.apply(seat, rng.choice(position.legal_actions(seat)))
        yield position


@HOUSES
def test_the_core_has_the_moves_of_the_rules(places, wall):
    core = YalaCore(wall)
    for seed in range(3):
        for position in positions(places, wall, seed):
            bare = replace(position, earlier=type(position.earlier)())
            seat, ring = SEAT_OF[bare.to_move], pack(bare.towers, bare.to_move)
            after = {
                pack((one := bare.apply(seat, action)).towers, one.to_move)
                for action in bare.legal_actions(seat)
            }
            found = core.moves(ring)
            assert {core.child(ring, move) for move in found} == after
            for move in found:
                action = action_of(bare, move)
                assert pack(*bare.apply(seat, action).board) == core.child(ring, move)


@HOUSES
def test_evaluations_in_the_loop_are_those_of_the_whole_ring(places, wall):
    for position in positions(places, wall, 5):
        if position.outcome is None:
            search = search_for(position)
            for value, _, ring in search.expand(search.root(position).node):
                total = search._total(ring)
                assert total >= 1 << 20 or value > 1 << 19
                assert (total < 1 << 20) == (not search.core.moves(ring))


@HOUSES
def test_texts_links_and_records_come_back(places, wall):
    setup = setup_of(places, wall, repetition="no-repeat")
    for position in positions(places, wall, 2):
        text = RULES.format_position(position)
        assert RULES.parse_position(text) == position
        assert ("wall=" in text) == (wall != 5)
        assert len(text.split(" ")[0].split("/")) == places
    query = format_setup(setup)
    assert parse_setup("yala", query) == setup
    match = Match.open(Record(setup))
    [seat] = match.position.active_seats
    match = match.play(seat, match.position.legal_actions(seat)[0])
    assert decode_match(encode_record(match.record)).record == match.record
    assert INFO.has_house_rules(setup) == ((places, wall) != (12, 5))


@HOUSES
def test_a_start_has_as_many_towers_of_each_colour(places, wall):
    for begins, side in (("dark", "d"), ("light", "l")):
        start = setup_of(places, wall, seed=places, begins=begins).start
        towers, _, to_move = start.partition(" ")
        tops = [tower[-1] for tower in towers.split("/")]
        assert to_move == side
        assert len(tops) == places
        assert 2 * tops.count(side) == places - places % 2
        arranged = replace(setup_of(places, wall, begins=begins), seed=None, start="")
        usual = RULES.arrange(arranged, "")
        RULES.initial_position(replace(arranged, start=usual))


@pytest.mark.parametrize(("places", "wall"), [(8, 4), (8, 6), (11, 5), (16, 6)])
def test_bots_play_and_think_by_house_rules(places, wall):
    setup = setup_of(places, wall)
    bots = [parse_bot("search:2", YALA), parse_bot("random", YALA)]
    [played] = play_matches(YALA, replace(setup, seed=None, start=""), bots, seed=7, matches=1)
    assert played.position.outcome is not None
    position = RULES.initial_position(setup)
    found = think(search_for(position), position, seat=1, level=3, rng=Random(1))
    assert found.action in position.legal_actions(1)


def test_no_stone_goes_all_the_way_round():
    position = RULES.parse_position("ddddd/lll/lll/ll///ddd/ d wall=6")
    for way in "+-":
        action = RULES.parse_action("a" + way)
        assert position.walk(action).blocked_at == "a"
        with pytest.raises(IllegalActionError, match="a stone may not go all the way round"):
            position.apply(1, action)
    assert all(action.site != "a" for action in position.legal_actions(1))


ROUND = "ddddd/lll/lll/ll///ddd/ d wall=6"


def test_a_tower_that_stands_in_its_own_way_is_called_no_wall():
    position = RULES.parse_position(ROUND)
    scene = Scene(position=position, choice=RULES.choose(position, 1).press("a"))
    assert "wall" not in YALA.view.hint(scene)
    assert YALA.view.hint(scene).count("a stone may not go all the way round") == 2
    free = read(whole(YALA.view.board(replace(scene, choice=RULES.choose(position, 1)))))
    assert free.one("data-site", "a").attributes["aria-label"].endswith("Cannot move")


def test_towers_that_end_a_match_by_going_round_are_lit_as_no_walls():
    position = RULES.parse_position("ldld/ldld/ldld/ldld//// d wall=6")
    assert position.outcome.reason == "no-move"
    drawn = whole(YALA.view.board(Scene(position=position)))
    assert drawn.count("is-dead") == 4
    assert "wall-light" not in drawn


def test_an_uneven_ring_is_arranged_with_one_more_of_one_colour():
    start = RULES.arrange(Setup("yala", options=(("ring", "9"),)), "")
    shown = whole(YALA.view.arranger(start, ENGLISH))
    assert "as many" not in shown.lower()
    assert "One more on top of one colour than of the other: that is right." in shown
    wrong = "dl/dl/dl/ld/dl/ld/dl/ld/dl d"
    assert YALA.view.start_flaw(wrong, ENGLISH) == (
        "3 dark and 6 light on top. There must be one more of one colour than of the other."
    )


def test_a_wall_is_as_high_as_the_house_says():
    board = "dl/ld/dd/lldd/dl/ld/ll/dl/ld/d/l/dl d"
    four, five = (RULES.parse_position(board + told) for told in (" wall=4", ""))
    action = RULES.parse_action("b+")
    assert (four.walk(action).blocked_at, five.walk(action).blocked_at) == ("d", None)


def test_what_does_not_fit_is_refused():
    start = setup_of(8, 5).start
    for options in ((("ring", "9"),), ()):
        with pytest.raises(SetupError):
            RULES.initial_position(Setup("yala", options=options, start=start))
    with pytest.raises(SetupError):
        parse_setup("yala", "seats=human,human&seed=1&ring=7")


@HOUSES
def test_boards_are_drawn_with_every_tower_apart(places, wall):
    for position in positions(places, wall, 4):
        drawn = whole(YALA.view.board(Scene(position=position, words=ENGLISH)))
        standing = sum(map(bool, position.towers))
        assert drawn.count('data-site="') == standing
        assert drawn.count('class="masonry"') == sum(len(t) == wall for t in position.towers)


def test_statistics_leave_house_rules_out():
    for options, counted in (({}, 1), ({"ring": "10"}, 0)):
        text = "&".join(f"{name}={value}" for name, value in options.items())
        setup = parse_setup("yala", f"seats=human,bot:1&seed=1&{text}".rstrip("&"))
        match = Match.open(Record(setup))
        while not match.is_over:
            [seat] = match.position.active_seats
            match = match.play(seat, match.position.legal_actions(seat)[0])
        kept = summary_of(match, "a" * 12, begun_ms=0, played_ms=0, name="")
        [told] = statistics_of([kept])
        assert told.others == 1 - counted


@pytest.mark.parametrize("ring", RING.choices)
@pytest.mark.parametrize("wall", WALL.choices)
def test_a_position_by_house_rules_is_set_up_played_and_studied(ring, wall):
    link = f"#/play/yala?seats=human,human&seed=1&ring={ring}&wall={wall}"
    table = session_after([Navigate(link, 0.0)])
    table = session_after([TypeAction(str(table.match.position.legal_actions(1)[0]), 1.0)], table)
    assert "edit-position" in whole(page_of(table))
    from_table = session_after([EditPosition()], table)
    draft = from_table.screen.draft
    board = RULES.format_board(table.match.position)
    assert from_table.screen.editor.text(draft) == board
    # The same by choices, and by text alone.
    chosen = session_after([Navigate("#/editor/yala", 0.0), Edit("ring", ring), Edit("wall", wall)])
    assert session_after([Edit("position", board)], chosen).screen.draft == draft
    page = read(page_of(from_table))
    assert page.one("id", "position").attributes["value"] == board
    # The form, the table, bots and a study take it as it is.
    begun = session_after([EditorCommand.PLAY, StartMatch(1, 0.0)], from_table).match
    assert begun.position == RULES.parse_position(board)
    analysed = session_after([Command.ANALYSE], from_table)
    assert analysed.match.position == begun.position
    assert wanted_thought(analysed) is not None
    study = session_after([Command.STUDY], from_table)
    assert study.screen.match.position == begun.position


def test_the_editor_says_what_cannot_be_by_these_house_rules():
    session = session_after([Navigate("#/editor/yala", 0.0), Edit("ring", "9"), Edit("wall", "4")])
    start = session.screen.draft
    assert RULES.initial_position(start).wall == 4
    # A tower takes no more stones than a wall has.
    session = session_after([Press("piece:d", 0.0), *[Press("a", 0.0)] * 9], session)
    assert len(session.screen.draft.start.split("/")[0]) == 4
    told = whole(page_of(session))
    assert "There have to be 9." in told
    lower = session_after([Edit("wall", "6"), *[Press("a", 0.0)] * 9, Edit("wall", "4")], session)
    assert "The tower on a has more than 4 stones" in whole(page_of(lower))
    # The board stays where only the walls change, and another ring begins anew.
    assert lower.screen.draft.start.split("/")[1:] == start.start.split("/")[1:]
    other = session_after([Edit("ring", "16")], lower).screen.draft
    assert (other.start.count("/"), other.option("wall", "5")) == (15, "4")
    uneven = session_after([Edit("position", "dl/dl/dl/dl/dl/ld/ld/ld d")], session)
    assert "If every tower has one dark and one light stone" in whole(page_of(uneven))
    assert session_after([Command.TAKE_BACK], uneven).screen.draft == session.screen.draft
    # A wall as printed boxes have it may be told, too.
    printed = session_after([Edit("position", "dl/" * 11 + "dl d wall=5")], session).screen.draft
    assert printed.options == ()
    for text in ("dl/" * 6 + "dl d", "dl/" * 16 + "dl d", "dl/" * 11 + "dl d wall=7"):
        refused = session_after([Edit("position", text)], session)
        assert refused.screen.draft == session.screen.draft
        assert refused.screen.refused == text


def test_bots_play_on_from_a_position_by_house_rules():
    for ring, wall in (("8", "4"), ("8", "6"), ("16", "4"), ("16", "6")):
        session = session_after(
            [Navigate("#/editor/yala", 0.0), Edit("ring", ring), Edit("wall", wall)]
        )
        begun = session_after([EditorCommand.PLAY, StartMatch(1, 0.0)], session).match
        bots = [parse_bot("3", YALA), parse_bot("1", YALA)]
        (finished,) = play_matches(YALA, begun.setup, bots, 1, 1)
        assert Match.open(finished.record).is_over


def test_a_position_with_a_tower_of_six_is_set_up():
    text = "dldldl/ld/dl/ld/dl/ld//dl//ld/dl/ld d wall=6"
    session = session_after([Navigate("#/editor/yala", 0.0), Edit("position", text)])
    assert "dldldl" in session.screen.draft.start
    form = session_after([EditorCommand.PLAY], session)
    assert "arranger-help" not in whole(page_of(form))
    assert session_after([StartMatch(1, 0.0)], form).match.position == RULES.parse_position(text)


@pytest.mark.parametrize(("places", "wall"), [(8, 4), (12, 5), (9, 6)])
def test_the_positions_before_one_have_its_walls(places, wall):
    position = max(positions(places, wall, 3), key=lambda one: len(one.earlier))
    before = YALA.puzzles.past(position)
    assert len(before) > 2
    for one, following in pairwise((*before, position)):
        legal = one.legal_actions(SEAT_OF[one.to_move])
        boards = {RULES.format_board(one.apply(SEAT_OF[one.to_move], move)) for move in legal}
        assert RULES.format_board(following) in boards


def winning_moments(places, wall):
    """Positions in which one move wins at once, and that move."""
    for seed in range(40):
        for position in positions(places, wall, seed):
            legal = position.legal_actions(SEAT_OF[position.to_move])
            wins = [one for one in legal if position.apply(SEAT_OF[position.to_move], one).outcome]
            if len(wins) == 1 and len(legal) > 1:
                yield position, str(wins[0])


@pytest.mark.parametrize(("places", "wall"), [(8, 4), (9, 6), (16, 5)])
def test_a_position_by_house_rules_becomes_a_puzzle(places, wall):
    position, action = next(winning_moments(places, wall))
    link = f"#/editor/yala?ring={places}&wall={wall}&position={quote(RULES.format_board(position))}"
    session = session_after([WorkerChanged(Worker.READY), Navigate(link, 0.0), Command.ANALYSE])
    lines = (Prospect(1.0, 1, (action,)),)
    answer = SearchAnswer(wanted_thought(session).ticket, lines, 5, 9)
    made, effects = update(session_after([Answered(answer, 9.0)], session), MakePuzzle(9.0))
    link = next(effect.link for effect in effects if isinstance(effect, Go))
    for puzzle in (made, session_after([Navigate(link, 0.0)])):
        assert puzzle.match.position.wall == wall
        solved = session_after([Press(action[0], 0.0), Press(action[1], 0.0)], puzzle)
        assert solved.screen.state == "solved"


def test_positions_by_the_rules_are_written_as_before():
    assert YalaPosition(("ld", "dl") * 6, "d") == RULES.parse_position(
        "ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d"
    )
    old = '{"format":1,"setup":{"game":"yala","variant":"standard","edition":"standard",'
    old += '"options":{},"seats":2,"seed":null,"start":"' + "/".join(["ld", "dl"] * 6) + ' d"},'
    assert parse_record(old + '"entries":[]}').setup.options == ()
