"""Each kind of fact is said by some match, text or puzzle: none stands in the code, translated five
times, that nobody can ever read. (What bots fail of is in test_bot_failures.)"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from spieltisch.app.board.form import start_match
from spieltisch.app.core.messages import Edit, Navigate
from spieltisch.app.editor.update import draft_of
from spieltisch.app.puzzle.state import match_of as opened
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.games.aya.rules.cards import DECK, check_deck, parse_card
from spieltisch.games.myra.rules import hexagon
from spieltisch.kit.markup import whole
from spieltisch.kit.names import Names
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import complete_setup, parse_setup
from spieltisch.play.match import Match, seated
from spieltisch.play.own_jobs import FailureReason
from spieltisch.play.reasons import missed_reason, reason_for, warning_for
from spieltisch.play.skill import puzzle_named
from spieltisch.table import (
    CLOCK,
    Fact,
    FlagFall,
    FlawError,
    IllegalActionError,
    TableAction,
    play,
)
from spieltisch.table.fact import Kind
from spieltisch.table.turn import PlayState
from tests.puzzles import pack
from tests.unit.asking import after
from tests.unit.markup_check import read
from tests.unit.test_facts import KINDS
from tests.unit.test_puzzle_reasons import told_of

AYA, YALA, MYRA = (catalog.game_of(name) for name in ("aya", "yala", "myra"))


def all_in(facts: Iterable[object]) -> Iterator[Fact]:
    """The facts, and those that they are about."""
    for fact in facts:
        if isinstance(fact, Fact):
            yield fact
            for _, value in fact.about:
                yield from all_in(value if isinstance(value, tuple) else (value,))


def refused(call: Callable[[], object]) -> Fact:
    """Why something is refused."""
    with pytest.raises((FlawError, IllegalActionError)) as caught:
        call()
    error = caught.value
    return error.flaw if isinstance(error, FlawError) else error.reason


SMALL = sorted(cell for cell in hexagon.CELL_OF.values() if hexagon.PITS[4] >> cell & 1)
FIRST, *BETWEEN, LAST = (
    next(site for site, one in hexagon.CELL_OF.items() if one == cell) for cell in SMALL
)
FULL = f"Q{FIRST},{','.join(f'5{site}' for site in BETWEEN)} r0 / Q{LAST} r0 ; 2 edge=4"
"""A board full of fortresses."""
BOARDS = {
    "yala": (
        "x/dl/dl d",
        "dl/dl d",
        "dl/dl/dl/dl/dl/dl/dl/ld/ld/ld/ld/ld x",
        "dl/dl/dl/dl/dl/dl/ld/ld/ld/ld d wall=9",
        "///////////dd d",
        "dddddd/llllll/dddddd/llllll//////// d",
        "dlddd/l/l/dl/dl/ld/ld/ld d wall=4",
        "dl/dl/dl/dl/dl/dl/ld/ld/ld d",
        "dl/dl/dl/dl/dl/dl/dl/ld/ld/ld/ld/ld d",
        "ld/ld/ld/ld/ld/ld/ld/ld/ld/ld/ld/ld l",
    ),
    "myra": (
        "Qa1 r25",
        "Qa1 r25 / Qk11 r25 ; 1 edge=99",
        "Qa1,x r0 / Qk11 r0 ; 1",
        "Qc3,1k11 r0 / Qd4 r0 ; 1 edge=4",
        "Qa1,1a1 r0 / Qk11 r0 ; 1",
        "Qa1,Qa2 r0 / Qk11 r0 ; 1",
        "Qa1 / Qk11 r0 ; 1",
        "Qa1 r99 / Qk11 r0 ; 1",
        "Qa1 r0 / Qk11 r0 ; 7",
        "Qc3 r0 / Qd4 r0 / Qe5 r0 ; 1 edge=4",
        "4a2 r25 / Qk11 r25 ; 1",
        "Qa1 r25 / - r0 / Qk6 r25 ; 2",
        "Qa1 r25 / 4f11 r25 / Qk6 r25 ; 1",
        "Qa1,5a2,5a3,5a4,5a5,5a6,1b1 r25 / Qk11 r25 ; 1",
        FULL,
    ),
    "aya": ("xx|bbbyy|yy", "bb|bbbyy|y", "bb|bbbbb|yy", "bb|bbbyy|yy bbbyy"),
}
"""Boards that cannot be, as they are typed at the editor."""


def told_at_the_editor() -> Iterator[Fact]:
    """What is wrong with boards, each said by the page."""
    for game, texts in BOARDS.items():
        rules = catalog.game_of(game).rules
        for text in texts:
            seats = text.count(" / ") + 1 if game == "myra" and " / " in text else 2
            setup = replace(catalog.game_of(game).info.default_setup(), seats=seats, start=text)
            session = after(Navigate(f"#/editor/{game}", 0.0), Edit("position", text))
            page = read(whole(page_of(session))).text
            try:
                found = rules.flaws(draft_of(setup, text))
            except FlawError as error:
                found = (error.flaw,)
            assert found, text
            for flaw in found:
                assert fact_text(flaw, Names(("Dark", "Light", "Brown")), ENGLISH) in page, text
            yield from found
    # What is read as it is meant at the editor is refused as the text of a position.
    for text in ("Qa1,2b1,1a2 r0 / Qk11 r0 ; 1", "Qa1 r0 / Qk11 r0 ; 1 edge=6"):
        yield refused(lambda text=text: MYRA.rules.parse_position(text))


def told_of_cards() -> Iterator[Fact]:
    own, usual = AYA.own_cards, list(map(str, DECK))
    assert own is not None
    for typed in (
        ["bbbxx", *usual[1:]],
        ["bbb", *usual[1:]],
        ["yyyyy", *usual[1:]],
        usual[1:],
        [*usual[1:], "bbbbb*"],
        [*usual[:-1], "bbbbb"],
        ["Wer das liest, ist doof.", *["no", "cards", "at", "all"] * 10],
    ):
        yield from own.flaws(" ".join(typed))
    # A move takes one of five blue balls from the zone: two dark cards in a row are too many.
    cards = own.start_of(" ".join(["bbbbb"] * 28 + ["bbbbb*"] * 11))
    form = after(Navigate("#/setup/aya", 0.0))
    whole_box = (("cards", "39"),)
    setup = replace(own.solitaire, edition="reilly", options=whole_box, start=cards)
    session, _ = start_match(form, setup, 5, 0.0)
    assert session.notice is not None
    flaw = session.notice.flaw
    assert fact_text(flaw, Names(()), ENGLISH) in read(whole(page_of(session))).text
    yield flaw
    yield refused(lambda: check_deck(DECK[1:]))
    yield refused(lambda: parse_card("x"))


REPEATING = """\
ldld///dl/dld/ld/ldl/dl d wall=6
no-repeat
ldl///dl/dl/ldd/ldl/dld d
ldld///dl/dl/ld/ldl/dld l
ldld///dll/dl/ld/ld/dld d
ldld///dll/dld/ld/ld/dl l"""
BARRED = (
    REPEATING.replace("\n", " | "),
    "llld////dd/lddl/dldl///dldl/ldldld/ d wall=6",
    "l/ld/dl/l/d/lddll/dl/ld/dlddd/dl/l/ l",
    "/l/dll//d/lddll/dl/ld/dlddd/dl/ldl/ d",
)
"""Where stones are buried, go all the way round, or meet a wall."""


def told_in_matches() -> Iterator[Fact]:
    """Why what somebody does in a match is not possible."""
    known = [YALA.rules.parse_action(f"{site}{way}") for site in "abcdefghijkl" for way in "+-"]
    for position in map(YALA.rules.parse_position, BARRED):
        for seat in (1, 2):
            yield from filter(None, (position.why_not(seat, one) for one in (*known, "a+")))
    calls = AYA.rules.parse_position("bb|bbbyy|yy ; aya-oye zoch seats=2 ; call ; seat1.pile bbyyy")
    bare = AYA.rules.parse_position("bb|bbbyy|yy")
    for position, seat, action in ((calls, 1, "4R"), (calls, 1, "?"), (calls, 3, "aya")):
        yield refused(lambda p=position, s=seat, a=action: p.apply(s, a))
    yield refused(lambda: bare.apply(min(bare.active_seats), "aya"))
    start = MYRA.begin(seed=1)
    yield refused(lambda: start.apply(2, start.legal_actions(1)[0]))
    yield refused(lambda: start.apply(1, "?"))


def match_with(text: str, game: str = "yala") -> Match:
    return seated(complete_setup(parse_setup(game, text)))


def told_at_the_table() -> Iterator[Fact]:
    """Why what somebody says at the table is not possible."""
    two = match_with("seats=human,human&seed=42")
    timed = match_with("seats=human,human&seed=42&clock=1+0")
    alone = match_with("variant=tueftler&seats=human&seed=1", "aya")
    three = match_with("seats=human,human,human&seed=1", "myra")
    offered = two.play(1, TableAction.OFFER)
    declined = offered.play(2, TableAction.DECLINE)
    resigned = two.play(1, TableAction.RESIGN)
    first = YALA.rules.parse_action("a+")
    for match, seat, action, at_ms in (
        (two, 9, TableAction.RESIGN, 0),
        (three, 1, TableAction.RESIGN, 0),
        (offered, 2, TableAction.OFFER, 0),
        (alone, 1, TableAction.OFFER, 0),
        (declined, 1, TableAction.OFFER, 0),
        (two, 1, TableAction.ACCEPT, 0),
        (offered, 1, TableAction.ACCEPT, 0),
        (two, CLOCK, FlagFall(1), 0),
        (timed.play(1, first, at_ms=5), 2, TableAction.OFFER, 100_000),
        (timed.play(1, first, at_ms=5), CLOCK, FlagFall(2), 10),
        (resigned, 2, TableAction.OFFER, 0),
    ):
        yield refused(lambda m=match, s=seat, a=action, t=at_ms: m.play(s, a, at_ms=t))
    # In a puzzle nobody can answer.
    yield refused(lambda: PlayState(YALA.rules, two.position).play(1, TableAction.OFFER))


def told_of_spots() -> Iterator[Fact]:
    """What AYA's own skill is told about."""
    skill = AYA.puzzles.skill
    for number in range(60):
        puzzle = puzzle_named("aya", f"{number:06}")
        for call in ("aya", "oye"):
            match, node, action = opened(puzzle), 0, call
            while True:
                match = match.play(1, action)
                is_right = action in puzzle.solution[node]
                yield from skill.why(match.turns, is_right)
                if not is_right or puzzle.solution[node][action].then is None:
                    break
                node = puzzle.solution[node][action].then
                action = min(puzzle.solution[node])


CHAINS = "Qa1,4c3,2c4,1e7,1f7,1f8,3g7 r20 / 2d5,Qk11 r20 ; 1"
CORNERED = "Qa1,1a2,2a3,2a4,2b2,2b4,3d4 r20 / 2c3,Qk11 r20 ; 1"
PRESSED = (
    ("Qa1,5a2,5b1,5b2,1c1 r0 / Qk11 r0 ; 1", "a1"),
    ("Qa1,1k11 r0 / Qa6,5j10,5j11,5k10 r0 ; 1", "k11"),
    ("Qa1,3d4 r20 / 5f6,1g7,Qk11 r20 ; 1", "f6"),
    ("Qa1,3d4 r20 / 5f6,1g7,Qk11 r20 ; 1", "g7"),
    ("Qa1,3d4 r20 / Qk11 r20 ; 1", "f6"),
    ("Qa1,3d4 r20 / Qk11 r20 ; 1", "d4 sow d5 k6"),
    (CHAINS, "c3 sow d4 c4"),
    (CORNERED, "d4 sow c4 b3"),
    (CHAINS, "e7 gather f7 g7"),
)


def told_of_presses() -> Iterator[Fact]:
    """What leads nowhere at Myra's board."""
    for text, pressed in PRESSED:
        *before, last = pressed.split()
        choice = MYRA.rules.choose(MYRA.rules.parse_position(text), 1)
        for token in before:
            choice = choice.press(token)
        fact = choice.why_not(last)
        assert fact is not None, pressed
        yield fact


def told_of_puzzles() -> Iterator[Fact]:
    """Reasons, warnings and misses of puzzles: those that have them all between them."""
    for game, ids in PUZZLES.items():
        by_id = {one.id: one for one in pack(game)}
        for one in ids.split():
            for told in told_of(by_id[one]):
                yield from told.reason.facts
                goal, accepted = told.goal, told.accepted
                yield from warning_for(told.game, told.before, goal=goal, accepted=accepted)
            match = opened(by_id[one])
            for action in match.position.legal_actions(by_id[one].seat):
                played = match.play(by_id[one].seat, action)
                yield from missed_reason(played.game, played.turns[-1:]).facts


PUZZLES = {
    "yala": "safnw5 4v4u50 0aplts fx8rau l5a6w3 wjkuhj e7ix7z 37vj4l meolbm 631rbl",
    "myra": "ovwzbr b9jyyo p4aepp 54skd5 n7li3h 076eql",
    "aya": "2z0tye 3einbh hf778u e1l8p8 0dk87s zf1awz",
}


ENDS = (
    ("yala", "l/ld/dl/l/d/lddll/dl/ld/dlddd/dl/l/ l", "d-", ""),
    ("yala", "/l/dll//d/lddll/dl/ld/dlddd/dl/ldl/ d", "e-", "f-"),
    ("yala", "d///lddd/lld//ldlll/dld d wall=6", "d+", ""),
    ("yala", "ld///dll/dlddll//ldld/d d wall=6", "h+", ""),
    ("myra", "Qa1,3d4 r20 / 1d6,Qk11 r20 ; 1", "3d4-d5", "1d6-d5"),
    ("myra", "Qa1,4i9,2j9,5j10,4j11,4k9 r0 / 3k10,Qk11 r0 ; 1", "j11<i11<i10<h9<g8", ""),
)
"""Positions, what is played there, and what the other side would have liked to play."""


def told_of_ends() -> Iterator[Fact]:
    """What no puzzle has: rare ends, what is impossible after a move, what does not end a match."""
    for name, text, action, threat in ENDS:
        game = catalog.game_of(name)
        position = game.rules.parse_position(text)
        (seat,) = position.active_seats
        turn = play(game.rules, position, seat, game.rules.parse_action(action))
        feared = game.rules.parse_action(threat) if threat else None
        yield from game.puzzles.why([turn], lambda feared=feared: feared)
    start = YALA.begin(seed=42)
    turn = play(YALA.rules, start, 1, start.legal_actions(1)[0])
    yield from reason_for(YALA, [turn], goal="win", moves=1, accepted=()).facts
    # Both moves match nothing but a dark card, which takes one move.
    puzzle = next(one for one in pack("aya") if one.id == "3v1r7c")
    turns = opened(puzzle).play(1, "1L").play(1, "1R").turns[-2:]
    yield from reason_for(AYA, turns, goal=puzzle.goal, moves=puzzle.moves, accepted=()).facts


DOORS = (
    told_at_the_editor,
    told_of_cards,
    told_in_matches,
    told_at_the_table,
    told_of_spots,
    told_of_presses,
    told_of_puzzles,
    told_of_ends,
)
ELSEWHERE: dict[type[Kind], str] = {FailureReason: "test_bot_failures"}


def test_every_kind_of_fact_is_said() -> None:
    said: set[Kind] = set()
    for door in DOORS:
        found = {fact.kind for fact in all_in(door())}
        assert found, door
        said |= found
    wanted = {kind for name in KINDS.values() if name not in ELSEWHERE for kind in name}
    assert sorted(map(str, wanted - said)) == []
