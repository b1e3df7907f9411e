"""Text from outside: what doubling it costs, and how long one step keeps the page busy.

For each door of ``tools/bench/hostile.py`` the text that takes it longest is told, and by how much
the time grows from one length to the double: 2 is in proportion. Then the longest step is told of
what can be sent: links, kept matches, files. A page takes PAGE times as long as CPython here.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from time import process_time

from spieltisch.app.files.state import ImportFiles, ImportOn
from spieltisch.app.matches.state import LibraryChanged, Restore
from spieltisch.app.message import Message
from spieltisch.app.messages import Navigate, ReadOn
from spieltisch.app.session import Session
from spieltisch.app.update import update
from spieltisch.play.archive_file import ArchivedMatch, format_archive
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import MAX_JSON_CODE_LENGTH, LinkedMatch, encode_match
from spieltisch.play.summary import format_summary, summary_of
from spieltisch.table import possible
from tools.bench.hostile import DOORS, TEXTS

LETTERS = 100_000
"""Of the longer text of each pair."""
PAGE = 2.3
"""How many times longer Python takes in the page than in CPython."""
MOST_MS = 200.0
"""The goal: nothing that can be sent keeps the page busy for longer."""
TURNS, MATCHES = 600, 5_000
COUNT = 10
"""Turns, or matches, for which a page asks at first."""
MATCH_ID = "kept00000001"


def run(rounds: int) -> None:
    """Measure every door, the fewest milliseconds of some rounds, and print both lines."""
    print("door: growth per doubling (2 is in proportion), and ms of the longest text, in CPython")
    for name, door in DOORS.items():
        ratio, took_ms, text = max(growths(door, rounds))
        print(f"  {name}: {ratio:.1f} with {text}; {took_ms:.0f} ms at most")
    print(
        f"longest step, ms in CPython, and {PAGE} times that as in the page (goal: {MOST_MS:.0f})"
    )
    for name, way in ways(TURNS, MATCHES):
        longest = min(max(steps(way)) for _ in range(max(1, rounds // 3)))
        print(f"  {name}: {longest:.0f}, {PAGE * longest:.0f}")


def growths(
    door: Callable[[str], object], rounds: int, letters: int = LETTERS
) -> Iterator[tuple[float, float, str]]:
    took = {name: _ms(door, make(letters), rounds) for name, make in TEXTS.items()}
    longest = max(took.values())
    for name, took_ms in took.items():
        # What is over at once tells nothing of how it grows.
        if took_ms > longest / 4:
            half = _ms(door, TEXTS[name](letters // 2), rounds)
            yield took_ms / max(half, 0.001), longest, name


def _ms(door: Callable[[str], object], text: str, rounds: int) -> float:
    def once() -> float:
        from_s = process_time()
        with suppress(ValueError):
            door(text)
        return 1000 * (process_time() - from_s)

    return min(once() for _ in range(rounds))


def steps(first: Callable[[], tuple[Session, Message]]) -> Iterator[float]:
    """The milliseconds of each step, until all is read."""
    session, message = first()
    while True:
        from_s = process_time()
        session, _ = update(session, message)
        yield 1000 * (process_time() - from_s)
        if session.readings:
            message = ReadOn(COUNT)
        elif session.importing is not None:
            message = ImportOn(COUNT)
        else:
            return


def ways(turns: int, matches: int) -> Iterator[tuple[str, Callable[[], tuple[Session, Message]]]]:
    """What can be sent, by its name: a session, and the message that it comes with."""
    match = long_match(turns)
    link = f"#/record/{encode_match(LinkedMatch(match.setup, tuple(match.turns)))}"
    yield f"a link of {len(match.turns)} turns", partial(_given, Navigate(link))
    summary = summary_of(match, MATCH_ID, begun_ms=1, played_ms=1)
    kept = Restore(MATCH_ID, format_match(match))

    def awaiting() -> tuple[Session, Message]:
        session, _ = update(Session(), LibraryChanged((format_summary(summary),)))
        return update(session, Navigate(f"#/match/{MATCH_ID}"))[0], kept

    yield f"a kept match of {len(match.turns)} turns", awaiting
    length = len(match.turns)
    one = format_archive([ArchivedMatch(MATCH_ID, "", 1, 1, length, 0, match.record)])
    yield "a file of that match", partial(_given, ImportFiles((("a", one),)))
    short = format_archive(
        ArchivedMatch(f"m{n:011}", "", 1, 1, 0, 0, match.record.cut(n % 3)) for n in range(matches)
    )
    layouts = {"a match a line": short, "one line": json.dumps(json.loads(short))}
    layouts["pretty-printed"] = json.dumps(json.loads(short), indent=1)
    for layout, text in layouts.items():
        name = f"a file of {len(text) / 1e6:.1f} MB, {layout}"
        yield name, partial(_given, ImportFiles((("a", text),)))
    for name, make in TEXTS.items():
        yield f"an address: {name}", partial(_given, Navigate(make(MAX_JSON_CODE_LENGTH)))


def _given(message: Message) -> tuple[Session, Message]:
    return Session(), message


def long_match(turns: int) -> Match:
    """A match of Myra, whose turns take longest, with about so many turns at random."""
    setup = parse_setup("myra", "seats=human,human&seed=1")
    chance = Random(1)
    match = Match.of_turns(setup, ())
    while len(match.turns) < turns and match.position.outcome is None:
        match = match.play(*chance.choice(possible(match.position)), 1_000 * len(match.turns))
    return match
