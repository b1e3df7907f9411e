"""The command line: what it prints, and that whatever is wrong ends in one line and exit code 2."""

import io
import json
import os
import re
import subprocess
import sys

import jsonschema
import pytest

from spieltisch import cli
from spieltisch.games import catalog
from spieltisch.table import format_record, parse_record, replay
from tests import fourth
from tests.records import keeping
from tools.project import PY

YALA = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
TRACK = "bb|bbbyy|yy"
RECORD = str(keeping.RECORDS / "yala-shortest.json")


def run(capsys, *arguments):
    """The lines printed by a command that must succeed."""
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def refused(capsys, *arguments):
    """The one line on standard error of a command that must fail."""
    assert cli.main(arguments) == 2
    line = capsys.readouterr().err
    assert line.startswith("spieltisch: ")
    assert line.endswith("\n")
    assert line.count("\n") == 1
    assert len(line) < 500
    assert "Traceback" not in line
    return line[len("spieltisch: ") : -1]


def spawn(*arguments, **options):
    """The command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "spieltisch", *arguments],
        cwd=PY, capture_output=True, text=True, check=False, timeout=60, **options,
    )  # fmt: skip


class TestDrawings:
    def test_draw_prints_a_picture(self, capsys):
        [text] = run(capsys, "draw", "yala", YALA, "--width", "200", "--theme", "dark")
        yala = catalog.game_of("yala")
        position = yala.rules.parse_position(YALA)
        assert text == yala.drawing(position, theme="dark", width=200)

    def test_draw_draws_a_track_without_seats(self, capsys):
        assert run(capsys, "draw", "aya", TRACK)[0].startswith("<svg")

    def test_draw_refuses_what_it_cannot_draw(self, capsys):
        assert "no seat" in refused(capsys, "draw", "yala", YALA, "--seat", "3")
        assert "are 2 towers" in refused(capsys, "draw", "yala", "dl/ld d")
        assert "purple" in refused(capsys, "draw", "yala", YALA, "--theme", "purple")
        assert "0" in refused(capsys, "draw", "yala", YALA, "--width", "0")


class TestPositions:
    def test_legal_prints_an_action_a_line(self, capsys):
        assert run(capsys, "legal", "yala", YALA) == [s + w for s in "bdfhjl" for w in "+-"]
        assert run(capsys, "legal", "aya", TRACK) == [b + e for e in "LR" for b in "12345"]

    def test_legal_of_a_position_that_is_over_is_empty(self, capsys):
        over = "ddl/ddl/ddl/ddl/ddl/ddl/l/l/l/l/l/l d"
        assert run(capsys, "legal", "yala", over) == []
        assert run(capsys, "successors", "yala", over) == []
        assert run(capsys, "perft", "yala", over, "1") == ["0"]

    def test_successors_are_distinct_and_sorted(self, capsys):
        found = run(capsys, "successors", "aya", TRACK)
        assert found == ["bb|bbbyy|yy", "bb|bbyyy|yb", "yb|bbbby|yy"]
        assert len(run(capsys, "successors", "yala", YALA)) == 12

    def test_apply_prints_the_resulting_position(self, capsys):
        assert run(capsys, "apply", "yala", YALA, "b+", "a-") == [
            "d/l/dl/ldd/dl/ld/dl/ld/dl/ld/dll/ld d"
        ]

    def test_a_move_is_its_players_though_a_clock_runs(self, capsys):
        dealt = parse_record(keeping.read("aya-turbo-zoch-5")).setup
        rules = catalog.game_of("aya").rules
        begun = rules.format_position(rules.initial_position(dealt))
        (called,) = run(capsys, "apply", "aya", begun, "aya")
        assert run(capsys, "apply", "aya", begun, "aya", "1L") != [called]
        assert run(capsys, "apply", "aya", begun, "aya", "expire") == [called]

    @pytest.mark.parametrize("name", keeping.names())
    def test_what_legal_prints_can_be_applied(self, capsys, name):
        """Whoever may do it: one of several seats, or a clock alone."""
        record = parse_record(keeping.read(name))
        rules = catalog.game_of(record.setup.game).rules
        turns = list(replay(rules, record))[:200:10]
        for turn in turns:
            position = rules.format_position(turn.before)
            actions = run(capsys, "legal", record.setup.game, position)
            for action in {actions[0], actions[-1], turn.entry.action}:
                run(capsys, "apply", record.setup.game, position, action)

    def test_apply_takes_the_exceptional_move_on_a_track(self, capsys):
        assert run(capsys, "apply", "aya", "yb|bybbb|yy", "X") == ["by|bybby|yb"]
        assert run(capsys, "apply", "aya", TRACK, "4R", "X", "1L") == ["bb|bbbyy|yy"]

    def test_perft_counts(self, capsys):
        assert run(capsys, "perft", "yala", YALA, "3") == ["1968"]
        assert run(capsys, "perft", "aya", TRACK, "2") == ["100"]
        assert run(capsys, "perft", "aya", TRACK, "0") == ["1"]

    def test_a_myra_position_may_begin_with_a_dash(self, capsys):
        text = "- r0 / 1a1,Qf6 r0 / Qk11 r0 ; 2"
        assert len(run(capsys, "legal", "myra", text)) > 5


class TestReplay:
    def test_it_prints_the_last_position_and_the_outcome(self, capsys):
        assert run(capsys, "replay", RECORD) == [
            "ldddl//l/dll/dld/ldl//ldldd///dl/dl d",
            "won by seat 2: no-move",
        ]

    def test_a_record_without_entries_is_its_start(self, capsys, tmp_path):
        record = parse_record(keeping.read("yala-shortest")).cut(0)
        path = tmp_path / "start.json"
        path.write_text(format_record(record))
        assert run(capsys, "replay", str(path)) == [record.setup.start, "not over"]
        assert run(capsys, "replay", str(path), "--trace") == []

    def test_a_draw_and_scores_are_said(self, capsys):
        draw = str(keeping.RECORDS / "yala-draw-by-repetition.json")
        assert run(capsys, "replay", draw)[1] == "draw: repetition"
        scored = str(keeping.RECORDS / "aya-aya-oye-zoch-2.json")
        assert run(capsys, "replay", scored)[1] == "won by seat 2: no-cards, scores 0 11"

    def test_who_plays_alone_has_lost_rather_than_drawn(self, capsys):
        broken = str(keeping.RECORDS / "aya-tueftler-zoch-broken.json")
        assert run(capsys, "replay", broken)[1] == "lost: run-broken, scores 3"
        command = ("selfplay", "aya", "--variant", "tueftler", "--seed", "1", "--games", "3")
        (line,) = run(capsys, *command)
        assert line.startswith(
            "3 games of aya tueftler zoch, seed 1: random won 0 and lost 3. They"
        )

    def test_trace_is_a_json_line_an_entry(self, capsys):
        lines = [json.loads(line) for line in run(capsys, "replay", RECORD, "--trace")]
        record = parse_record(keeping.read("yala-shortest"))
        assert len(lines) == len(record.entries)
        assert list(lines[0]) == ["seat", "action", "position"]
        assert lines[-1]["position"] == "ldddl//l/dll/dld/ldl//ldldd///dl/dl d"

    def test_trace_tells_piles_and_scores_where_there_are_any(self, capsys):
        path = str(keeping.RECORDS / "aya-turbo-zoch-5.json")
        line = json.loads(run(capsys, "replay", path, "--trace")[-1])
        assert {"seat", "action", "position", "track", "owes", "piles", "scores"} <= line.keys()
        assert line["position"] == line["track"]
        assert len(line["scores"]) == 5

    def test_a_record_may_come_from_standard_input(self, capsys, monkeypatch):
        content = keeping.read("yala-shortest").encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert run(capsys, "replay", "-")[1] == "won by seat 2: no-move"

    def test_a_byte_order_mark_is_no_harm(self, capsys, tmp_path):
        path = tmp_path / "windows.json"
        path.write_bytes(b"\xef\xbb\xbf" + keeping.read("yala-shortest").encode())
        assert run(capsys, "replay", str(path))[1] == "won by seat 2: no-move"


class TestLinks:
    @pytest.mark.parametrize("name", keeping.names())
    def test_a_record_is_a_link_and_a_link_a_record(self, capsys, tmp_path, name):
        (link,) = run(capsys, "link", str(keeping.RECORDS / f"{name}.json"))
        assert link == keeping.link(name)
        (text,) = run(capsys, "open", link)
        schema = json.loads((PY / "spieltisch/table/record.schema.json").read_text())
        jsonschema.validate(json.loads(text), schema)
        path = tmp_path / "opened.json"
        path.write_text(text)
        positions = [
            [json.loads(line)["position"] for line in run(capsys, "replay", record, "--trace")]
            for record in (str(keeping.RECORDS / f"{name}.json"), str(path))
        ]
        assert positions[0] == positions[1]
        assert run(capsys, "link", str(path)) == [link]

    def test_a_record_may_come_from_standard_input(self, capsys, monkeypatch):
        content = keeping.read("yala-shortest").encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert run(capsys, "link", "-") == [keeping.link("yala-shortest")]

    @pytest.mark.parametrize("name", keeping.json_links())
    def test_links_of_the_format_before_are_opened(self, capsys, name):
        (text,) = run(capsys, "open", keeping.json_links()[name])
        assert text + "\n" == keeping.read(name)

    def test_a_whole_address_is_opened_as_well(self, capsys):
        link = keeping.link("yala-shortest")
        assert run(capsys, "open", f"https://example.org/{link}") == run(capsys, "open", link)

    def test_a_match_id_goes_with_it(self, capsys):
        (link,) = run(capsys, "link", RECORD, "--match-id", "0a1b2c3d4e5f")
        assert link != keeping.link("yala-shortest")
        assert run(capsys, "open", link) == run(capsys, "open", keeping.link("yala-shortest"))
        line = refused(capsys, "link", RECORD, "--match-id", "A match")
        assert line == f"{RECORD}: 'A match' is not twelve small letters and digits"

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda w: w["entries"][3].__setitem__(1, "a+"), "entries[3]: seat 2 may not play a+"),
            (lambda w: w["setup"].update(seed=-1), "setup.seed is -1"),
            (lambda w: w["setup"].update(start="x"), "start: The tower on a is “x”"),
            (lambda w: w["setup"].update(game="chess"), "game 'chess' is not possible"),
            (lambda w: w["setup"].update(variant="x"), "variant 'x' is not possible"),
            (lambda w: w.update(entries=[]) or w.update(format=2), "format is 2"),
        ],
    )
    def test_what_cannot_be_played_has_no_link(self, capsys, tmp_path, change, message):
        whole = json.loads(keeping.read("yala-shortest"))
        change(whole)
        path = tmp_path / "changed.json"
        path.write_text(json.dumps(whole))
        line = refused(capsys, "link", str(path))
        assert line.startswith(f"{path}: ")
        assert message in line

    @pytest.mark.parametrize(
        ("link", "message"),
        [
            ("", "link: '' is not #/record/ and a record's code"),
            ("#/play/yala?seats=human,human&seed=1", "is not #/record/ and a record's code"),
            ("#/record/", "link: the link is damaged or cut short"),
            ("#/record/1", "link: the link is damaged or cut short"),
            ("#/record/9abc", "link: the link is of format 9; this program reads 1"),
            ("#/record/1" + "A" * 30_000, "link: a link of 30001 letters; the longest has 20000"),
            (keeping.link("yala-shortest")[:-1], "link: the link is damaged or cut short"),
            (keeping.link("yala-shortest") + "A", "link: the link is damaged or cut short"),
        ],
    )
    def test_what_is_no_link_is_refused_with_its_reason(self, capsys, link, message):
        assert message in refused(capsys, "open", link)


class TestSelfplay:
    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_a_seed_makes_it_repeatable(self, capsys, game):
        command = ("selfplay", game, "--seed", "5", "--games", "2")
        (line,) = run(capsys, *command)
        assert run(capsys, *command) == [line]
        assert line.startswith(f"2 games of {game} ")
        assert ", seed 5: random (seat 1) won " in line

    def test_the_summary_counts_games_wins_draws_and_length(self, capsys):
        (line,) = run(capsys, "selfplay", "yala", "--seed", "1", "--games", "20")
        assert line == (
            "20 games of yala standard, seed 1: random (seat 1) won 15, random (seat 2) won 5, "
            "0 were drawn. They took 27.2 turns on average."
        )

    def test_without_a_seed_it_says_which_one_it_took(self, capsys):
        (line,) = run(capsys, "selfplay", "yala")
        seed = line.partition("seed ")[2].partition(":")[0]
        assert run(capsys, "selfplay", "yala", "--seed", seed) == [line]

    def test_every_variant_edition_and_number_of_seats_can_be_had(self, capsys):
        for variant, counts in catalog.GAMES["aya"].info.seat_counts.items():
            for edition in catalog.GAMES["aya"].info.editions:
                command = ("--variant", variant, "--edition", edition, "--seats", str(counts[-1]))
                (line,) = run(capsys, "selfplay", "aya", "--seed", "1", *command)
                assert line.startswith(f"1 game of aya {variant} {edition}, seed 1: random")
                assert counts[-1] == 1 or f"random (seat {counts[-1]}) won" in line

    def test_options_can_be_chosen(self, capsys, tmp_path):
        run(capsys, "selfplay", "yala", "--option", "repetition=no-repeat", "--option",
            "begins=light", "--seed", "1", "--record-dir", str(tmp_path))  # fmt: skip
        (path,) = tmp_path.iterdir()
        setup = parse_record(path.read_text()).setup
        assert setup.options == (("begins", "light"), ("repetition", "no-repeat"))
        assert setup.start.endswith(" l")

    def test_records_are_written_and_replay(self, capsys, tmp_path):
        folder = tmp_path / "new" / "folder"
        command = ("--games", "3", "--seed", "7", "--bots", "reflex:5,random")
        run(capsys, "selfplay", "aya", *command, "--record-dir", str(folder))
        paths = sorted(folder.iterdir())
        assert [path.name for path in paths] == [
            f"aya-aya-oye-zoch-2-seats-seed-{seed}.json" for seed in (7, 8, 9)
        ]
        schema = json.loads((PY / "spieltisch/table/record.schema.json").read_text())
        for path in paths:
            assert "won by" in run(capsys, "replay", str(path))[1]
            whole = json.loads(path.read_text())
            jsonschema.validate(whole, schema)
            names = [player["name"] for player in whole["setup"]["players"]]
            assert names == ["reflex:5", "random"]

    def test_a_clock_that_is_switched_off_does_not_run_out(self, capsys, tmp_path):
        off = ("--option", "move-clock=off", "--option", "refute-clock=off")
        command = ("selfplay", "aya", "--games", "5", "--seed", "1", *off)
        run(capsys, *command, "--record-dir", str(tmp_path))
        for path in tmp_path.iterdir():
            assert "won by" in run(capsys, "replay", str(path))[1]

    def test_reflex_bots_play_in_time_and_the_quicker_ones_win(self, capsys, tmp_path):
        command = ("--bots", "reflex:1,reflex:5", "--games", "10", "--seed", "1")
        (line,) = run(capsys, "selfplay", "aya", *command, "--record-dir", str(tmp_path))
        (slow, quick) = re.findall(r"reflex:\d \(seat \d\) won (\d+)", line)
        assert int(quick) > int(slow)
        times = [e.at_ms for e in parse_record(next(tmp_path.iterdir()).read_text()).entries]
        assert times == sorted(times)
        assert times[-1] > 1000

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--bots", "clever"], "bot 'clever' is not known; there are random"),
            (["--bots", "random,"], "bot '' is not known; there are random"),
            (["--bots", "random:1"], "bot 'random:1' has no such level"),
            (["--bots", "random:"], "bot 'random:' has no such level"),
            (["--bots", "reflex:3"], "bot 'reflex:3' does not play yala"),
            (["--bots", "random,random,random"], "argument --bots: 3 bots for 2 seats"),
            (["--seats", "3"], "seats '3' is not possible; choose from 2"),
            (["--seats", "0"], "argument --seats: '0' is not a whole number from 1 to 99"),
            (["--variant", "turbo"], "variant 'turbo' is not possible; choose from standard"),
            (["--edition", "zoch"], "edition 'zoch' is not possible; choose from standard"),
            (["--option", "repetition"], "argument --option: 'repetition' is not a name, ="),
            (["--option", "pace=fast"], "option 'pace' is not possible; choose from begins, rep"),
            (["--option", "begins=both"], "begins 'both' is not possible; choose from dark"),
            (["--games", "0"], "argument --games: '0' is not a whole number from 1 to"),
            (["--games", "x"], "argument --games: 'x' is not a whole number"),
            (["--seed", "-1"], "argument --seed: '-1' is not a whole number from 0 to"),
            (["--seed", "1_0"], "argument --seed: '1_0' is not a whole number"),
            (["--seed", "9" * 40], "argument --seed: '999"),
            (["--seed", str(2**53 - 1), "--games", "2"], "leaves no seeds for 2 games"),
            (["--record-dir", ""], "argument --record-dir: no folder is named"),
            (["--frobnicate"], "unrecognized arguments: --frobnicate"),
        ],
    )
    def test_wrong_wishes_are_refused(self, capsys, arguments, message):
        assert message in refused(capsys, "selfplay", "yala", *arguments)

    def test_a_folder_that_cannot_be_is_refused(self, capsys, tmp_path):
        (tmp_path / "file").write_text("")
        where = str(tmp_path / "file" / "below")
        assert where in refused(capsys, "selfplay", "yala", "--record-dir", where)
        where = str(tmp_path / "file")
        assert where in refused(capsys, "selfplay", "yala", "--record-dir", where)


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "the following arguments are required: COMMAND"),
            (["fly"], "argument COMMAND: invalid choice: 'fly'"),
            (["legal"], "the following arguments are required: GAME, POSITION"),
            (["legal", "chess", YALA], "argument GAME: 'chess' is no game here; choose from aya"),
            (["legal", "yala", "x"], "position: The tower on a is “x”"),
            (["legal", "yala", ""], "position: There is 1 tower"),
            (
                ["legal", "aya", "bbbbbyyyy"],
                "position: The track has 9 balls. There have to be nine",
            ),
            (["legal", "myra", "Qa1"], "position: "),
            (
                ["legal", "myra", f"Qa1 r{'9' * 5000} / Qk11 r0 ; 1"],
                "position: Side 1: A reserve of 999",
            ),
            (["legal", "yala", YALA, "more"], "unrecognized arguments: more"),
            (["successors", "yala", "d" * 100_000], "position: The tower on a"),
            (["apply", "yala", YALA], "the following arguments are required: ACTION"),
            (["apply", "yala", YALA, "b+", "c!"], "action 2: 'c!' is not a place a-p"),
            (
                ["apply", "yala", YALA, "a+"],
                "action 1: seat 1 may not play a+: The stone on top of a",
            ),
            (["apply", "aya", TRACK, "aya"], "action 1: seat 1 may not play aya: only moves"),
            (["perft", "yala", YALA, "-1"], "argument DEPTH: '-1' is not a whole number"),
            (["perft", "yala", YALA, "2.5"], "argument DEPTH: '2.5' is not a whole number"),
            (["perft", "yala", YALA, "100000"], "argument DEPTH: '100000' is not a whole number"),
            (["perft", "yala", YALA, "٣"], "argument DEPTH: '٣' is not a whole number"),
            (["replay", "no-such-file"], "no-such-file: No such file or directory"),
            (["replay", "."], ".: Is a directory"),
            (["replay", "a\0b"], "a\\x00b: embedded null byte"),
            (["replay", "x" * 5000], "xxx"),
            (["replay", "/dev/zero"], "/dev/zero: longer than 16000000 bytes"),
        ],
    )
    def test_it_ends_in_one_line(self, capsys, arguments, message):
        assert message in refused(capsys, *arguments)

    @pytest.mark.parametrize("action", ["2b1-b2", "3c1-d1", "b1<b2<b3"])
    def test_an_action_that_the_rules_do_not_allow_is_named(self, capsys, action):
        board = "Qa1,1b1,2c1 r0 / Qk11 r0 ; 1"
        line = refused(capsys, "apply", "myra", board, action)
        assert line.endswith(f"seat 1 may not play {action}: it is not among the legal actions")

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_numbers_of_any_length_are_refused_in_our_words(self, capsys, game):
        """Wherever a position or an action has a number, one of 5,000 digits stands for it."""
        rules = catalog.GAMES[game].rules
        record = next(
            parse_record(keeping.read(name)) for name in keeping.names() if name.startswith(game)
        )
        turns = list(replay(rules, record))
        whole = rules.format_position(turns[len(turns) // 2].after)
        texts = {whole, rules.format_board(turns[0].before), *(t.entry.action for t in turns)}
        for text in texts:
            for number in re.finditer("[0-9]+", text):
                long = text[: number.start()] + "9" * 5000 + text[number.end() :]
                for arguments in (("legal", game, long), ("apply", game, whole, long)):
                    line = refused(capsys, *arguments)
                    assert "integer" not in line
                    assert "sys." not in line

    def test_an_action_after_the_end_is_refused(self, capsys):
        over = "ddl/ddl/ddl/ddl/ddl/ddl/l/l/l/l/l/l d"
        line = refused(capsys, "apply", "yala", over, "a+")
        assert line == "action 1, 'a+': the match is over"

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", ": not JSON: Expecting value: line 1 column 1"),
            (b"\x7fELF\xff\xfe", ": not UTF-8 text, at byte 4"),
            (b"[" * 200_000, ": not JSON: "),
            (b'{"format": 1}', ": the record lacks entries, setup"),
            (
                b'{"format": 1, "\\n\\u001b[31m": 2, "setup": 1, "entries": 1}',
                "unknown members: \\n",
            ),
            (b"7", ": the record is not an object"),
            (b"NaN", ": not JSON: NaN is no number of JSON's"),
            (b"9" * 5000, ": not JSON: a number of 5000 digits"),
            (b'{"format": 1, "format": 1}', ": not JSON: 'format' is there more than once"),
            (b'{"format": "\\ud800"}', ": not JSON: '\\ud800' is half a character"),
        ],
    )
    def test_a_file_that_is_no_record_is_named_with_what_is_wrong(
        self, capsys, tmp_path, content, message
    ):
        path = tmp_path / "wrong.json"
        path.write_bytes(content)
        line = refused(capsys, "replay", str(path))
        assert line.startswith(f"{path}: ")
        assert message in line

    @pytest.mark.parametrize("length", [1, 50, 200, -3])
    def test_a_record_that_is_cut_short_is_refused(self, capsys, tmp_path, length):
        path = tmp_path / "cut.json"
        path.write_text(keeping.read("yala-shortest")[:length])
        assert f"{path}: not JSON: " in refused(capsys, "replay", str(path))

    def replayed(self, capsys, tmp_path, change):
        """What replay says to a record after a change of its JSON."""
        whole = json.loads(keeping.read("yala-shortest"))
        change(whole)
        path = tmp_path / "changed.json"
        path.write_text(json.dumps(whole))
        assert cli.main(["replay", str(path), "--trace"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"spieltisch: {path}: ")
        return err

    def test_an_illegal_entry_is_named(self, capsys, tmp_path):
        line = self.replayed(capsys, tmp_path, lambda w: w["entries"][3].__setitem__(1, "a+"))
        assert "entries[3]: seat" in line
        line = self.replayed(capsys, tmp_path, lambda w: w["entries"][3].__setitem__(2, 0))
        assert "entries[3]: at 0 ms, after one at " in line
        line = self.replayed(capsys, tmp_path, lambda w: w["entries"].append([1, "a+", 0]))
        assert "entries[10]: seat 1 may not play a+: the match is over" in line

    def test_a_setup_that_cannot_be_is_named(self, capsys, tmp_path):
        line = self.replayed(capsys, tmp_path, lambda w: w["setup"].update(game="chess"))
        assert "setup: game 'chess' is not possible; choose from aya, yala, myra" in line
        line = self.replayed(capsys, tmp_path, lambda w: w["setup"].update(seats=3, players=[]))
        assert "setup: seats '3' is not possible" in line
        line = self.replayed(capsys, tmp_path, lambda w: w["setup"].update(start="x" * 10**6))
        assert "setup: start: The tower on a is “xxx" in line

    def test_what_begins_must_be_the_starts_own_side(self, capsys, tmp_path):
        path = tmp_path / "dark.json"
        for begins in ("dark", "light"):
            whole = json.loads(keeping.read("yala-shortest"))
            whole["setup"]["options"] = {"begins": begins}
            path.write_text(json.dumps(whole))
            if begins == "dark":
                assert run(capsys, "replay", str(path))[1] == "won by seat 2: no-move"
        line = refused(capsys, "replay", str(path))
        assert line == f"{path}: setup: begins 'light' is not possible; choose from dark"

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            (
                lambda start: start.replace("*", "", 1),
                "29 dark cards and 10 light ones",
            ),
            (lambda start: start.rpartition(" ")[0], "to be 28 and 11"),
            (lambda start: start.replace("bbbyy", "yybbb", 1), "'yybbb' is not a card: five balls"),
            (lambda start: "bb|bbbbb|yy" + start[11:], "7 blue balls and 2 yellow ones"),
        ],
    )
    def test_a_wrong_deck_is_told_what_is_wrong_with_it(self, capsys, tmp_path, change, why):
        whole = json.loads(keeping.read("aya-aya-oye-zoch-2"))
        whole["setup"]["start"] = change(whole["setup"]["start"])
        path = tmp_path / "deck.json"
        path.write_text(json.dumps(whole))
        line = refused(capsys, "replay", str(path))
        assert line.startswith(f"{path}: setup: start: ")
        assert why in line


class TestStreams:
    """As a process of its own: what only a real pipe shows."""

    def test_it_runs_as_a_module(self):
        done = spawn("perft", "yala", YALA, "2")
        assert (done.returncode, done.stdout, done.stderr) == (0, "168\n", "")

    def test_help_is_no_error(self):
        done = spawn("--help")
        assert done.returncode == 0
        for command in (
            "successors", "legal", "apply", "perft", "replay", "link", "open", "selfplay",
        ):  # fmt: skip
            assert command in done.stdout

    def test_a_wrong_command_exits_with_2(self):
        done = spawn("legal", "chess", "x")
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1

    def test_a_pipe_that_is_closed_early_is_one_line(self):
        command = [sys.executable, "-m", "spieltisch", "replay", RECORD, "--trace"]
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            command, cwd=PY, stdout=writing, stderr=subprocess.PIPE, text=True, check=False
        )
        os.close(writing)
        assert done.returncode == 2
        assert done.stderr == (
            "spieltisch: standard output was closed before everything was written\n"
        )

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only where there is /dev/full")  # noqa: PTH110
    def test_a_full_disk_is_one_line(self):
        with open("/dev/full", "w") as full:  # noqa: PTH123
            done = subprocess.run(
                [sys.executable, "-m", "spieltisch", "perft", "yala", YALA, "1"],
                cwd=PY, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr == "spieltisch: cannot write: No space left on device\n"

    def test_closed_standard_streams_are_no_traceback(self):
        done = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m spieltisch replay - <&-"],
            cwd=PY, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.startswith("spieltisch: standard input: ")
        assert done.stderr.count("\n") == 1

    def test_closed_standard_output_is_no_traceback(self):
        done = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m spieltisch perft aya '{TRACK}' 1 >&-"],
            cwd=PY, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        assert done.stderr.count("\n") <= 1
        assert "Traceback" not in done.stderr

    def test_no_locale_is_no_traceback(self):
        done = spawn("legal", "yala", "ä😀", env={"LC_ALL": "C", "PYTHONUTF8": "0"})
        assert done.returncode == 2
        assert done.stderr.endswith(": stones are d or l.\n")
        assert done.stderr.count("\n") == 1


class TestPuzzles:
    @pytest.mark.parametrize("game", ["aya", "yala", "myra"])
    def test_prints_a_json_object_a_line(self, capsys, game):
        lines = [json.loads(line) for line in run(capsys, "puzzles", game)]
        assert len({line["id"] for line in lines}) == len(lines) > 0
        for line in lines:
            assert line["setup"]["game"] == game
            assert line["position"]
            assert 1 <= line["seat"] <= line["setup"]["seats"]
            assert line["goal"]
            assert line["moves"] >= 1
            assert line["line"][0] in line["solutions"]
            assert 1 <= line["band"] <= 5

    def test_is_found_from_a_checkout(self):
        done = spawn("puzzles", "yala")
        assert done.returncode == 0
        assert done.stderr == ""
        assert json.loads(done.stdout.splitlines()[0])["setup"]["game"] == "yala"

    def test_another_game_is_refused_as_elsewhere(self, capsys):
        assert "'chess' is no game here; choose from" in refused(capsys, "puzzles", "chess")

    def test_a_game_without_any_is_refused(self, capsys):
        with fourth.in_catalogue():
            assert refused(capsys, "puzzles", fourth.NAME) == f"{fourth.NAME} has no puzzles"

    def test_a_pack_that_is_not_there_is_told(self, capsys, monkeypatch, tmp_path):
        monkeypatch.setattr(cli, "PUZZLES", tmp_path)
        assert "yala.json is not there: puzzles are told" in refused(capsys, "puzzles", "yala")

    def test_a_damaged_pack_is_told_with_its_place(self, capsys, monkeypatch, tmp_path):
        (tmp_path / "yala.json").write_text('{"format":1}', encoding="utf-8")
        monkeypatch.setattr(cli, "PUZZLES", tmp_path)
        assert refused(capsys, "puzzles", "yala").endswith("yala.json: the pack lacks puzzles")
