"""The command line: positions, records and bots as text (``python -m spieltisch --help``).

Results go to standard output. Every error is one line on standard error and exit code 2.
"""

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NoReturn

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.new_game import NewGameError, begin
from spieltisch.play.bots import (
    EndlessMatchError,
    Entrant,
    Results,
    names_for,
    parse_bot,
    play_matches,
)
from spieltisch.play.codec import check_clock
from spieltisch.play.own_bot import OwnBotFile
from spieltisch.play.puzzle import parse_pack, told
from spieltisch.play.record_link import encode_record, match_in
from spieltisch.table import (
    MAX_SEED,
    TABLE_ACTIONS,
    AnyPosition,
    AnyRules,
    Ended,
    Offers,
    Outcome,
    PlayState,
    Record,
    ReplayError,
    Seat,
    Setup,
    TableAction,
    format_record,
    parse_record,
    possible,
    replay,
    seat_for,
)
from spieltisch.table.perft import perft, successors

EXIT_BAD_INPUT = 2
MAX_RECORD_BYTES = 16_000_000
MAX_DEPTH = 99
MAX_GAMES = 1_000_000
MAX_MESSAGE = 400
PUZZLES = Path(__file__).resolve().parents[2] / "static" / "puzzles"
"""The packs are part of a checkout; an installed package has none."""
RECORD_ADDRESS = "#/record/"


class InputError(Exception):
    """What is wrong with the input, and where, in one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, or 2 for bad input."""
    # A record may hold anything, even lone surrogates: printing it must not fail.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        options.run(options)
        print(end="", flush=True)  # works also if sys.stdout is None, as it was closed
    except InputError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        _let_go_of_stdout()
        return _refuse("standard output was closed before everything was written")
    except OSError as error:
        _let_go_of_stdout()
        return _refuse(f"cannot write: {error.strerror or error}")
    except KeyboardInterrupt:
        _let_go_of_stdout()
        return 130
    return 0


def _refuse(message: str) -> int:
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
    if len(line) > MAX_MESSAGE:
        line = line[: MAX_MESSAGE - 1] + "…"
    print(f"spieltisch: {line}", file=sys.stderr)
    return EXIT_BAD_INPUT


def _let_go_of_stdout() -> None:
    # Python flushes at its exit, and would report the error once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ------------------------------------------------------------------- commands


def _successors(options: argparse.Namespace) -> None:
    for text in successors(*_position(options)):
        print(text)


def _legal(options: argparse.Namespace) -> None:
    game, position = _position(options)
    is_shared = len(position.active_seats) > 1
    for seat, action in possible(position):
        print((f"{seat}:" if is_shared else "") + game.format_action(action))


def _apply(options: argparse.Namespace) -> None:
    game, position = _position(options)
    state = PlayState(game, position, offers=Offers())
    for number, text in enumerate(options.actions, 1):
        position = state.position
        if not position.active_seats:
            raise InputError(f"action {number}, {text!r}: the match is over")
        with _blaming(f"action {number}"):
            if text in TABLE_ACTIONS:
                said = TABLE_ACTIONS[text]
                turn = state.play(_speaker(state, said), said)
            else:
                who, _, rest = text.rpartition(":")
                action = game.parse_action(rest)
                turn = state.play(_seat(who) if who else seat_for(position, action), action)
            state = state.after(turn)
    position = state.position
    print(game.format_board(position))
    if isinstance(position, Ended):
        print(outcome_text(position.outcome, len(game.playing(position))))


def _seat(text: str) -> Seat:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise ValueError(f"{text!r} is not the number of a seat")
    return int(text)


def _speaker(state: PlayState, action: TableAction) -> Seat:
    """Who says something, where nobody is named: the seat that is to act, if it may, else the first
    that may."""
    first, able = seat_for(state.position), [seat for seat, one in state.sayable() if one is action]
    return first if first in able else next(iter(able), first)


def _draw(options: argparse.Namespace) -> None:
    game, position = catalog.game_of(options.game), _position(options)[1]
    if options.seat > max(1, game.rules.count_seats(position)):
        raise InputError(f"argument --seat: {options.seat} is no seat of that position")
    print(game.drawing(position, options.seat, options.theme, options.width))


def _perft(options: argparse.Namespace) -> None:
    _, position = _position(options)
    print(perft(position, options.depth))


def _replay(options: argparse.Namespace) -> None:
    record = _read_record(options.record)
    try:
        game = catalog.game_of(record.setup.game).rules
        check_clock(record.setup)
        position: AnyPosition = game.initial_position(record.setup)
        for turn in replay(game, record):
            position = turn.after
    except ReplayError as error:
        raise InputError(f"{options.record}: {error}") from None
    except ValueError as error:
        raise InputError(f"{options.record}: setup: {error}") from None
    if not options.trace:
        print(game.format_board(position))
        print(outcome_text(position.outcome, record.setup.seats))
        return
    # Replay again, now that it is known to be valid, so that a long trace is not held in memory.
    for turn in replay(game, record):
        told = {"seat": turn.seat, "action": turn.entry.action}
        told |= {"position": game.format_board(turn.after), **game.trace(turn.after)}
        print(json.dumps(told, ensure_ascii=False))


def outcome_text(outcome: Outcome | None, seats: int) -> str:
    """How a match of so many seats ended, in words for the command line."""
    if outcome is None:
        return "not over"
    winners = " and ".join(str(seat) for seat in sorted(outcome.winners))
    verdict = f"won by seat {winners}" if winners else "draw" if seats > 1 else "lost"
    scores = f", scores {' '.join(map(str, outcome.scores))}" if outcome.scores else ""
    return f"{verdict}: {outcome.reason}{scores}"


def _link(options: argparse.Namespace) -> None:
    record = _read_record(options.record)
    with _blaming(options.record):
        print(RECORD_ADDRESS + encode_record(record, options.match_id))


def _open(options: argparse.Namespace) -> None:
    with _blaming("link"):
        if RECORD_ADDRESS not in options.fragment:
            raise ValueError(f"{options.fragment!r} is not {RECORD_ADDRESS} and a record's code")
        print(format_record(match_in(options.fragment).record))


def _puzzles(options: argparse.Namespace) -> None:
    if catalog.game_of(options.game).puzzles is None:
        raise InputError(f"{options.game} has no puzzles")
    path = PUZZLES / f"{options.game}.json"
    if not path.exists():
        raise InputError(f"{path} is not there: puzzles are told from a checkout")
    with _blaming(str(path)):
        puzzles = parse_pack(path.read_text(encoding="utf-8"))
    for puzzle in puzzles:
        print(json.dumps(told(puzzle), ensure_ascii=False))


def _new_game(options: argparse.Namespace) -> None:
    try:
        print(begin(options.name))
    except NewGameError as error:
        raise InputError(str(error)) from None


def _selfplay(options: argparse.Namespace) -> None:
    game = catalog.game_of(options.game)
    info = game.info
    variant = info.variants[0] if options.variant is None else options.variant
    counts = info.seat_counts.get(variant, (1,))
    setup = Setup(
        info.name,
        variant,
        info.editions[0] if options.edition is None else options.edition,
        tuple(sorted(dict(options.option).items())),
        counts[0] if options.seats is None else options.seats,
    )
    seed = secrets.randbelow(10**9) if options.seed is None else options.seed
    if seed + options.games - 1 > MAX_SEED:
        raise InputError(f"argument --seed: {seed} leaves no seeds for {options.games} games")
    try:
        info.check(setup)
        bots = [_entrant(name, game) for name in options.bots.split(",")]
        if len(bots) == 1:
            bots *= setup.seats
        if len(bots) != setup.seats:
            raise InputError(f"argument --bots: {len(bots)} bots for {setup.seats} seats")
        if options.record_dir is not None:
            with _blaming(str(options.record_dir)):
                options.record_dir.mkdir(parents=True, exist_ok=True)
        results = Results(setup.seats)
        for played in play_matches(game, setup, bots, seed, options.games):
            results.add(played)
            if options.record_dir is not None:
                kind = "-".join(dict.fromkeys((info.name, setup.variant, setup.edition)))
                name = f"{kind}-{setup.seats}-seats-seed-{played.setup.seed}.json"
                with _blaming(str(options.record_dir / name)):
                    text = format_record(played.record) + "\n"
                    (options.record_dir / name).write_text(text, encoding="utf-8")
    except (ValueError, EndlessMatchError) as error:
        raise InputError(str(error)) from None
    title = " ".join(dict.fromkeys((info.name, setup.variant, setup.edition)))
    print(results.told(f"{title}, seed {seed}", bots))


def _entrant(name: str, game: Game) -> Entrant:
    """A bot by its name, or from a file."""
    if not name.endswith(".py"):
        return parse_bot(name, game)
    with _blaming(name):
        source = Path(name).read_text(encoding="utf-8-sig")
    bot = OwnBotFile(Path(name).stem, source)
    # Whoever asks for a million matches is told of a misspelt word before the first.
    bot.make(game, Random(0))
    return bot


# ---------------------------------------------------------------------- input


@contextmanager
def _blaming(where: str) -> Iterator[None]:
    """Turns errors inside into InputError: the message begins with where the input came from."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{where}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not UTF-8 text, at byte {error.start}") from None
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def _position(options: argparse.Namespace) -> tuple[AnyRules, AnyPosition]:
    game = catalog.game_of(options.game).rules
    with _blaming("position"):
        return game, game.parse_position(options.position)


def _read_record(name: str) -> Record:
    with _blaming("standard input" if name == "-" else name):
        if name != "-":
            with Path(name).open("rb") as file:
                content = file.read(MAX_RECORD_BYTES + 1)
        elif sys.stdin is None:
            raise ValueError("it is closed")
        else:
            content = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
        if len(content) > MAX_RECORD_BYTES:
            raise ValueError(f"longer than {MAX_RECORD_BYTES} bytes, so it is no record")
        return parse_record(content.decode("utf-8-sig"), MAX_RECORD_BYTES)


# -------------------------------------------------------------------- parsing


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    titles = ", ".join(game.info.title for game in catalog.GAMES.values())
    parser = _Parser(
        prog="spieltisch",
        description=f"{titles} as text. The formats are those of docs/rules.md.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> _Parser:
        made = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        made.set_defaults(run=run)
        return made

    def on_record(name: str, run: Callable[[argparse.Namespace], None], text: str) -> _Parser:
        made = command(name, run, text)
        made.add_argument("record", metavar="RECORD", help="a file, or - for standard input")
        return made

    def on_game(name: str, run: Callable[[argparse.Namespace], None], text: str) -> _Parser:
        made = command(name, run, text)
        made.add_argument("game", metavar="GAME", type=_game, help=", ".join(catalog.GAMES))
        return made

    def on_position(name: str, run: Callable[[argparse.Namespace], None], text: str) -> _Parser:
        made = on_game(name, run, text)
        made.add_argument("position", metavar="POSITION", help="a board, or a whole position")
        return made

    on_position("successors", _successors, "print the distinct positions one action away, sorted")
    whose = "SEAT:ACTION where several seats may act"
    on_position("legal", _legal, f"print the legal actions, as {whose}")
    applying = on_position("apply", _apply, f"print the position after some actions, or {whose}")
    applying.add_argument("actions", metavar="ACTION", nargs="+")
    drawing = on_position("draw", _draw, "draw a position: print an SVG file")
    drawing.add_argument(
        "--seat", metavar="N", type=_number("--seat", 1, 99), default=1, help="who looks at it"
    )
    drawing.add_argument("--theme", choices=("light", "dark"), default="light")
    drawing.add_argument(
        "--width", metavar="PIXELS", type=_number("--width", 1, 10_000), default=480
    )
    counting = on_position("perft", _perft, "count the sequences of actions of a length")
    counting.add_argument("depth", metavar="DEPTH", type=_number("DEPTH", 0, MAX_DEPTH))

    replaying = on_record("replay", _replay, "play a record to its end")
    replaying.add_argument("--trace", action="store_true", help="print a JSON line for every entry")

    linking = on_record(
        "link", _link, "print the link of a record: the part of the address after #"
    )
    linking.add_argument(
        "--match-id", metavar="ID", default="", help="the name that devices keep the match under"
    )
    opening = command("open", _open, "print the record of a link")
    opening.add_argument("fragment", metavar="FRAGMENT", help="as link prints it")

    on_game("puzzles", _puzzles, "print a game's puzzles, a JSON line for each")
    beginning = command("new-game", _new_game, "begin a game of your own: copy the example")
    beginning.add_argument("name", metavar="NAME", help="of its folder: small letters and digits")
    playing = on_game("selfplay", _selfplay, "let bots play against each other")
    playing.add_argument("--variant", help="the first one of the game if not given")
    playing.add_argument("--edition", help="the rule book")
    playing.add_argument(
        "--option",
        metavar="NAME=VALUE",
        type=_pair,
        action="append",
        default=[],
        help="an option of the set-up; may be given again",
    )
    playing.add_argument("--seats", metavar="N", type=_number("--seats", 1, 99))
    playing.add_argument("--seed", metavar="S", type=_number("--seed", 0, MAX_SEED))
    playing.add_argument("--games", metavar="N", type=_number("--games", 1, MAX_GAMES), default=1)
    bots = "; ".join(
        f"{name}: {', '.join(names_for(game))}" for name, game in catalog.GAMES.items()
    )
    playing.add_argument(
        "--bots",
        metavar="A,B",
        default="random",
        help=f"one for all, or one a seat ({bots}; a level alone; or a .py file, docs/bots.md)",
    )
    playing.add_argument(
        "--record-dir", metavar="DIR", type=_folder, help="write a record of every match there"
    )
    return parser


def _game(text: str) -> str:
    if text not in catalog.GAMES:
        known = ", ".join(catalog.GAMES)
        raise argparse.ArgumentTypeError(f"{text!r} is no game here; choose from {known}")
    return text


def _number(name: str, least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {least} to {most}"
            )
        return int(text)

    number.__name__ = name
    return number


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("no folder is named")
    return Path(text)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not a name, = and a value")
    return name, value
