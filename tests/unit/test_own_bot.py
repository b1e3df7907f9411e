"""Bots that people write, from their files (docs/bots.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from spieltisch.cli import main
from spieltisch.games import catalog
from spieltisch.games.contract import Sighting
from spieltisch.play import own_bot
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.own_bot import SEARCHED, OwnBotError, OwnBotFile
from tools.project import ROOT

EXAMPLES = ROOT / "examples"
YALA = "ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl d"


def example(name: str) -> OwnBotFile:
    return OwnBotFile(name, (EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))


def choose(source: str, game: str = "yala", position: str = YALA, seat: int = 1) -> str:
    """What a bot plays, as text."""
    played = catalog.game_of(game)
    bot = OwnBotFile("mine", source).make(played, Random(1))
    return played.rules.format_action(bot.choose(played.rules.parse_position(position), seat))


def legal_actions() -> list[str]:
    rules = catalog.game_of("yala").rules
    return [*map(rules.format_action, rules.parse_position(YALA).legal_actions(1))]


@pytest.mark.parametrize(
    ("name", "game", "seats"),
    [
        *[("random_bot", game, 2) for game in catalog.GAMES],
        ("turns_step_3", "yala", 2),
        ("fewest_moves", "yala", 2),
        ("fewest_moves", "myra", 2),
        ("aya_quick", "aya", 2),
        ("aya_dreamer", "aya", 2),
        ("minimax", "yala", 2),
        ("monte_carlo", "yala", 2),
        ("yala_mobility", "yala", 2),
        ("myra_soldiers", "myra", 2),
        ("aya_reader", "aya", 2),
    ],
)
def test_every_example_plays_to_the_end_and_again_the_same(name, game, seats):
    played = catalog.game_of(game)
    bots = [example(name), *[parse_bot("random", played)] * (seats - 1)]
    setup = played.info.default_setup()
    # Only the first of the searching ones' matches is played again: they take a second each.
    once, again = (list(play_matches(played, setup, bots, 1, 1)) for _ in range(2))
    assert once[0].is_over
    assert once[0].record == again[0].record


def test_there_is_no_example_that_is_not_told():
    told = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for path in EXAMPLES.glob("*.py"):
        assert f"[{path.name}](../examples/{path.name})" in told


@pytest.mark.skipif(sys.hash_info.width != 64, reason="a float's hash is another one here")
def test_a_seed_draws_in_a_page_what_it_draws_here():
    """There Python has 32 bits, and seeds by another hash; this one asks for none."""
    rng = Random(1)
    for seed in (0.0, 0.5, 1 - 2**-53, 5e-324, *(rng.random() for _ in range(1000))):
        assert own_bot._Chance(seed)._state == Random(seed).getstate(), seed


def test_an_example_beats_chance():
    yala = catalog.game_of("yala")
    bots = [example("turns_step_3"), parse_bot("random", yala)]
    played = play_matches(yala, yala.info.default_setup(), bots, 1, 5)
    assert all(match.position.outcome.winners == {1} for match in played)


class TestChoosing:
    def test_an_action_or_its_text(self):
        assert choose("def choose(p, s): return p.legal_actions(s)[3]") == "c-"
        assert choose("def choose(p, s): return 'c-'") == "c-"

    @pytest.mark.parametrize("said", ["'b+'", "1", "[]", "p", "print", "float('nan')"])
    def test_anything_else_is_told_with_the_position(self, said):
        with pytest.raises(
            OwnBotError,
            match=r"^mine.py, line 1: choose returned .*, but seat 1 may not .* It may play a",
        ) as told:
            choose(f"def choose(p, s): return {said}")
        assert str(told.value).endswith(f"; position: {YALA}")


class TestFailures:
    @pytest.mark.parametrize(
        ("source", "told"),
        [
            ("def choose(p, s)\n    return 1", "mine.py, line 1: expected ':'"),
            ("x = 1\ny = z", "mine.py, line 2: NameError: name 'z' is not defined"),
            (
                "",
                "mine.py: A bot has exactly one of the functions choose, evaluate and see.",
            ),
            ("choose = 1", "This one has none"),
            ("def choose(p, s): ...\ndef see(p, s): ...", "This one has choose and see"),
            ("raise SystemExit(3)", "mine.py, line 1: It called exit"),
            ("def choose(p, s):\n    return 1 / 0", "mine.py, line 2: ZeroDivisionError"),
            ("def choose(p, s):\n    p.apply(9, 'x')", "mine.py, line 2: IllegalActionError"),
            ("def choose(p, s): return choose(p, s)", "mine.py, line 1: RecursionError"),
            ("def choose(p, s): exit()", "mine.py, line 1: It called exit"),
            (
                "\ndef choose(p): return 1",
                "mine.py, line 2: choose is called with a position and a seat: choose(position",
            ),
            ("def choose(p, s, t): return 1", "line 1: choose is called with a position"),
            ("def choose(p, *, seat): return 1", "line 1: choose is called with a position"),
            ("choose = lambda: 1", "line 1: choose is called with a position"),
            ("def choose(p, s): p", "mine.py, line 1: choose returned nothing. Is there a way"),
            ("def evaluate(p, s): pass", "mine.py, line 1: evaluate returned nothing."),
            ("async def choose(p, s): return 1", "line 1: choose gives no answer, but something"),
            ("def choose(p, s): yield 1", "line 1: choose gives no answer, but something"),
            ("async def evaluate(p, s): yield 1", "line 1: evaluate gives no answer"),
            (
                "async def find(p): return 1\ndef choose(p, s): return find(p)",
                "mine.py, line 2: choose gives no answer, but something that is yet to run",
            ),
            ("def choose(p, s): return (a for a in p.legal_actions(s))", "line 1: choose gives no"),
            ("async def all(): yield 1\ndef evaluate(p, s): return all()", "evaluate gives no"),
            ("import numpy as np", "line 1: There is no numpy here, only Python’s own library"),
            ("from torch.nn import Module", "line 1: There is no torch here"),
            ("def choose(p, s):\n    raise MemoryError", "line 2: It wanted more memory"),
            (
                "def evaluate(p, s): return 'much'",
                "evaluate returned 'much', which is not",
            ),
            (
                "def evaluate(p, s): return float('nan')",
                "evaluate returned nan, which is not",
            ),
            (
                "def evaluate(p, s): return -float('inf')",
                "evaluate returned -inf, which is not",
            ),
            ("def see(p, s): return 'aya', [], 1", "In this game nobody calls"),
            ("\0", "mine.py"),
            ("\ud800", "mine.py: UnicodeEncodeError: 'utf-8' codec can't encode character"),
            ("def choose(p, s):\n    eval('1 +')", "mine.py, line 2: SyntaxError: invalid syntax"),
            ("raise BaseException(7)", "mine.py, line 1: BaseException: 7"),
            ("def choose(p, s): assert s > 9", "mine.py, line 1: AssertionError; position"),
            ("raise ValueError", "line 1: ValueError"),
            ("def __getattr__(name): return 1 / 0", "This one has none"),
        ],
    )
    def test_what_is_wrong_and_where(self, source, told):
        with pytest.raises(OwnBotError) as failure:
            choose(source)
        assert told in str(failure.value)

    @pytest.mark.parametrize("contract", ["choose", "evaluate"])
    @pytest.mark.parametrize(
        "kind",
        ["async def {}(p, s): return 0", "def {}(p, s): yield 0", "async def {}(p, s): yield"],
    )
    def test_what_is_yet_to_run_is_no_answer(self, contract, kind):
        """Whichever of Python's three kinds of it. Of the bot's own function it is told before
        anything is asked, of another one that it returns once it has."""
        told = "something that is yet to run"
        with pytest.raises(OwnBotError, match=told):
            OwnBotFile("mine", kind.format(contract)).make(catalog.game_of("yala"), Random(1))
        with pytest.raises(OwnBotError, match=told):
            choose(f"{kind.format('later')}\ndef {contract}(p, s): return later(p, s)")

    BROKEN = """
class Broken(Exception):
    def fail(self, *others):
        raise RuntimeError("broken")
    __eq__ = __repr__ = __str__ = __iter__ = __float__ = fail

class Unseen(Broken):
    __eq__ = Exception.__eq__

class Text(str):
    __format__ = __getitem__ = __radd__ = encode = Broken.fail

class Quoted(Unseen):
    __repr__ = __str__ = lambda self: Text("quoted")

class Leaving(Unseen):
    def __repr__(self):
        raise SystemExit

class Number(float):
    __mul__ = __float__ = __lt__ = __gt__ = Broken.fail

class Whole(int):
    __mul__ = __lt__ = __gt__ = __round__ = Broken.fail
"""

    @pytest.mark.parametrize(
        ("source", "told"),
        [
            ("def choose(p, s): return Broken()", "mine.py, line 4: RuntimeError: broken; pos"),
            ("def choose(p, s): return Unseen()", "choose returned <Unseen>, but seat 1 may not"),
            ("def choose(p, s): return 10**5000", "choose returned <int>, but seat 1 may not"),
            ("def choose(p, s): return Quoted()", "choose returned quoted, but seat 1 may not"),
            ("def choose(p, s): return Leaving()", "choose returned <Leaving>, but seat 1 may not"),
            ("def choose(p, s): raise Broken", "mine.py, line 25: Broken: <Broken>; position"),
            ("def choose(p, s): raise Quoted", "mine.py, line 25: Quoted: quoted; position"),
            ("def evaluate(p, s): return Number(1)", "mine.py, line 4: RuntimeError: broken; pos"),
            (
                "def evaluate(p, s): return Broken()",
                "evaluate returned <Broken>, which is not",
            ),
        ],
    )
    def test_a_value_that_cannot_be_looked_at_is_told_all_the_same(self, source, told):
        with pytest.raises(OwnBotError) as failure:
            choose(self.BROKEN + source)
        assert told in str(failure.value)

    def test_evaluate_plays_no_race(self):
        with pytest.raises(OwnBotError, match="several players may act at once"):
            choose("def evaluate(p, s): return 0", "aya", "bb|bbbyy|yy ; turbo zoch seats=2 ; call")

    def test_each_seat_has_a_bot_of_its_own(self):
        source = """
seen = set()
def choose(p, s):
    seen.add(s)
    assert len(seen) == 1
    return p.legal_actions(s)[0]
"""
        yala = catalog.game_of("yala")
        bots = [OwnBotFile("mine", source)] * 2
        (match,) = play_matches(yala, yala.info.default_setup(), bots, 1, 1)
        assert match.is_over


class TestEvaluating:
    @pytest.mark.parametrize("large", ["10**400", "-(10**5000)"])
    def test_a_whole_number_may_be_larger_than_any_float(self, large):
        assert choose(f"def evaluate(p, s): return {large}") in legal_actions()

    def test_a_number_may_be_of_a_class_of_ones_own(self):
        source = (
            f"{TestFailures.BROKEN}def evaluate(p, s): return Whole(len(p.legal_actions(3 - s)))"
        )
        plain = "def evaluate(p, s): return len(p.legal_actions(3 - s))"
        assert choose(source) == choose(plain)

    def test_a_win_is_found_whatever_it_says(self):
        """A side without a move has lost: the search sees that by itself."""
        wins = 0
        for match in play_matches(
            catalog.game_of("yala"),
            catalog.game_of("yala").info.default_setup(),
            [parse_bot("random", catalog.game_of("yala"))] * 2,
            1,
            5,
        ):
            before = match.turns[-1].before
            if match.position.outcome.winners != {match.turns[-1].seat}:
                continue
            bot = OwnBotFile("flat", "def evaluate(p, s): return 0").make(match.game, Random(1))
            action = bot.choose(before, match.turns[-1].seat)
            assert before.apply(match.turns[-1].seat, action).outcome is not None
            wins += 1
        assert wins

    def test_of_two_it_lets_the_other_not_win_at_once_if_it_can(self):
        """Whatever it says: what the other may answer is looked at, too."""
        game, seen, wanted = catalog.game_of("yala"), 0, 20
        bots = [parse_bot("random", game)] * 2
        for match in play_matches(game, game.info.default_setup(), bots, 1, 60):
            if len(match.turns) < 2 or match.position.outcome.winners != {match.turns[-1].seat}:
                continue
            position, seat = match.turns[-2].before, match.turns[-2].seat

            def may_lose(action, position=position, seat=seat):
                after = position.apply(seat, action)
                return any(
                    ended is not None and ended.winners == {3 - seat}
                    for one in after.legal_actions(3 - seat)
                    for ended in [after.apply(3 - seat, one).outcome]
                )

            if all(map(may_lose, position.legal_actions(seat))):
                continue
            bot = OwnBotFile("flat", "def evaluate(p, s): return 0").make(game, Random(seen))
            assert not may_lose(bot.choose(position, seat))
            seen += 1
            if seen == wanted:
                break
        assert seen == wanted

    def test_among_three_it_looks_one_action_ahead(self):
        myra = catalog.game_of("myra")
        start = "Qa1,4a2,3a3 r9 / 2h11,Qi10 r9 / Qk11 r9 ; 1"
        position = myra.rules.parse_position(start)
        source = "def evaluate(p, s): return p.soldiers(s)"
        action = OwnBotFile("mine", source).make(myra, Random(1)).choose(position, 1)
        most = max(position.apply(1, a).soldiers(1) for a in position.legal_actions(1))
        assert position.apply(1, action).soldiers(1) == most

    @pytest.mark.parametrize("seed", range(6))
    def test_among_three_nothing_counts_but_what_comes_of_its_own_action(self, seed):
        """What is good for it by its own measure need not be so two actions later."""
        myra, rng = catalog.game_of("myra"), Random(seed)
        position = myra.rules.parse_position(
            "Qa1,2a2,1b2 r0 / 1e10,2f10,Qf11 r0 / 2j6,1j7,Qk6 r0 ; 1"
        )
        for _ in range(3 * rng.randrange(3)):
            (seat,) = position.active_seats
            position = position.apply(seat, rng.choice(position.legal_actions(seat)))
        source = (
            f"def evaluate(p, s):\n    return sum(map(ord, str(p))) * {7919 + seed} % 1009 / 10"
        )
        told: dict[str, object] = {}
        exec(source, told)
        evaluate = told["evaluate"]
        (seat,) = position.active_seats
        action = OwnBotFile("mine", source).make(myra, Random(1)).choose(position, seat)
        reached = [position.apply(seat, one) for one in position.legal_actions(seat)]
        most = max(evaluate(one, seat) for one in reached if one.outcome is None)
        assert evaluate(position.apply(seat, action), seat) == most


class TestWhatLeadsOut:
    @pytest.fixture
    def shelf(self, tmp_path, monkeypatch):
        """Modules that stand for the standard library's, one of which needs what is not there."""
        (tmp_path / "likely").mkdir()
        (tmp_path / "likely" / "__init__.py").write_text("from likely.runners import run\n")
        runners = "def run(work):\n    work()\n    import pyodide_js._api\n"
        (tmp_path / "likely" / "runners.py").write_text(runners)
        (tmp_path / "asked.py").write_text("import _socket\n")
        monkeypatch.syspath_prepend(tmp_path)
        for name in ("pyodide_js", "_socket"):
            monkeypatch.setitem(sys.modules, name, None)
        yield
        for name in ("likely", "likely.runners", "asked"):
            sys.modules.pop(name, None)

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("import likely; likely.run(int)", "likely leads out of Python. A bot reaches"),
            ("import likely; likely.run(lambda: 1 / 0)", "ZeroDivisionError: division by zero"),
            ("import pyodide_js._api", "pyodide_js._api leads out of Python"),
            ("import likely; likely.run(lambda: __import__('js'))", "js leads out of Python"),
            ("import asked", "asked wants a network. A bot has none"),
            ("from _socket import socket", "_socket wants a network"),
            ("__import__('importlib').import_module('_socket')", "_socket wants a network"),
        ],
    )
    def test_is_called_as_its_writer_has_called_it(self, shelf, monkeypatch, line, told):
        """``asyncio.run`` needs a module of which nobody has heard who calls it."""
        monkeypatch.setitem(sys.modules, "js", None)
        with pytest.raises(OwnBotError) as failure:
            choose(f"def choose(p, s):\n    {line}")
        assert f"mine.py, line 2: {told}" in str(failure.value)


class TestSeeing:
    CALLING = "bb|bbbyy|yy ; turbo reilly seats=2 ; call ; seat1.open bbbby ; seat2.open bybyb"

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            ("'aya'", "see returned 'aya', but it has to return a call, its moves"),
            ("None", "see returned nothing"),
            ("(call for call in ('aya',))", "see gives no answer, but something that is yet"),
            ("'aya', 3, 1", "see returned ('aya', 3, 1)"),
            ("'aya', '4R', 1", "see returned ('aya', '4R', 1), but it has to return a call"),
            ("'aya', [], 'soon'", "see returned ('aya', [], 'soon')"),
            ("'aya', [], -1", "see took -1 milliseconds. Only 0 to 600000 are possible"),
            ("'aya', [], float('nan')", "see took nan milliseconds"),
            ("'aya', [], 1e9", "see took 1000000000.0 milliseconds"),
            ("'aha', [], 1", "see returned 'aha', but seat 1 may not play"),
            ("(x for x in ('aya', [], 1e9))", "see took 1000000000.0 milliseconds"),
            ("('aya', [], 10**400)", "see returned ('aya', [], 1000"),
            ("type('Mine', (), {'__iter__': 0})()", "see returned <"),
            ("('aya', (1 / 0 for _ in p.active_seats), 1)", "line 1: ZeroDivisionError"),
        ],
    )
    def test_what_cannot_be_meant_is_told(self, said, told):
        with pytest.raises(OwnBotError) as failure:
            choose(f"def see(p, s): return {said}", "aya", self.CALLING)
        assert told in str(failure.value)

    @pytest.mark.parametrize(
        ("duty", "moves", "action"),
        [
            ("call", ("4L",), "aya"),
            ("refute caller=2", ("4L",), "refute"),
            ("refute caller=2", (), "concede"),
            ("refute caller=1", ("4L",), None),
            ("move seat=1", ("4L", "1L"), "4L"),
            ("move seat=1", (), "1L"),
            ("move seat=2", ("4L",), None),
        ],
    )
    def test_it_does_what_is_due(self, duty, moves, action):
        aya = catalog.game_of("aya")
        text = self.CALLING.replace("; call ;", f"; {duty} ;")
        reaction = aya.reaction_bots.act_on(
            aya.rules.parse_position(text), 1, Sighting("aya", moves, 5)
        )
        assert (reaction and (reaction.action, reaction.delay_ms)) == (action and (action, 5))

    def test_in_a_match_of_such_bots_time_passes(self):
        """The faster one calls."""
        aya = catalog.game_of("aya")
        slow, fast = (
            OwnBotFile(f"after{ms}", example("aya_reader").source.replace("1200", str(ms)))
            for ms in (900, 1200)
        )
        (match,) = play_matches(aya, aya.info.default_setup(), [slow, fast], 1, 1)
        calls = [turn for turn in match.turns if turn.entry.action == "aya"]
        assert len(calls) > 3
        assert {turn.seat for turn in calls} == {1}
        assert match.turns[-1].at_ms > 5_000


@pytest.mark.parametrize("name", ["yala", "myra"])
def test_nothing_is_evaluated_that_the_search_does_not_come_to(name):
    """Myra's boards have hundreds of moves, and a cut-off leaves most of them out."""
    game = catalog.game_of(name)
    source = """
calls = []
def evaluate(position, seat):
    calls.append(str(position))
    return len(calls[-1]) % 5
"""
    bot = OwnBotFile("counting", source).make(game, Random(1))
    position, rng = game.begin(seed=3), Random(3)
    for _ in range(4):
        (seat,) = position.active_seats
        legal = position.legal_actions(seat)
        assert bot.choose(position, seat) in legal
        calls = bot.function.__globals__["calls"]
        assert len(legal) <= len(calls) <= SEARCHED.nodes + 4 * len(legal)
        calls.clear()
        position = position.apply(seat, rng.choice(legal))


class TestOnTheCommandLine:
    def test_a_file_plays_against_a_level(self, capsys, tmp_path):
        path = tmp_path / "mine.py"
        path.write_text("def choose(p, s): return p.legal_actions(s)[0]", encoding="utf-8")
        command = ["selfplay", "yala", "--bots", f"{path},2", "--seed", "3"]
        assert main([*command, "--record-dir", str(tmp_path)]) == 0
        assert capsys.readouterr().out.startswith("1 game of yala standard, seed 3: mine (seat 1) ")
        (record,) = tmp_path.glob("*.json")
        assert '"mine"' in record.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (None, "nobody.py: No such file or directory"),
            (b"\xff", "nobody.py: not UTF-8 text, at byte 0"),
            (b"def choose(p, s: ...", "nobody.py, line 1: '(' was never closed"),
        ],
    )
    def test_a_file_that_is_none_is_told_in_a_line(self, capsys, tmp_path, content, told):
        path: Path = tmp_path / "nobody.py"
        if content is not None:
            path.write_bytes(content)
        assert main(["selfplay", "yala", "--bots", str(path)]) == 2
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
