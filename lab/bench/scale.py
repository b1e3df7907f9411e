"""How the time of an action, of taking one back and the memory grow with a match, for every game.

A match of so many entries is played at random, avoiding actions that end it. Few games can go on
for ever: where a match ends all the same, others are put before it until there are enough entries,
and the output tells how many. The session does not notice, as it looks at turns one by one; but the
past that the rules remember is then that of the last match alone.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from statistics import median

from spieltisch.app.board.messages import PlayChosen, PlayFrom, Press
from spieltisch.app.core.session import Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.match import Match, format_match
from spieltisch.table import AnyPosition, History, Player, Setup, Status, Turn, play, seat_for

LENGTHS = (100, 1_000, 10_000)
# How many legal actions are tried to find one that does not end the match.
TRIES = 12
# Actions measured in each round, at each length.
ACTIONS = 5
SEED = 1


def run(rounds: int) -> None:
    """Measure and print."""
    print(
        f"\nscale: ms, medians of {rounds * ACTIONS}; in brackets the ratio to {LENGTHS[0]} entries"
    )
    print(
        f"{'':10}{'entries':>8}{'action':>16}{'take back':>16}{'page':>16}{'record':>16}{'MB':>14}"
    )
    for name, game in catalog.GAMES.items():
        long = LongMatch.play(game, max(LENGTHS))
        first: dict[str, float] = {}
        for length in LENGTHS:
            match, memory = long.cut(length)
            found = measure(match, rounds)
            found["memory"] = memory / 1e6
            first = first or found
            cells = (f"{value:.2f} ({value / first[what]:.1f})" for what, value in found.items())
            print(f"{name:10}{length:>8}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
        print(f"{'':10}{long.told}")


@dataclass(frozen=True)
class LongMatch:
    """A set-up, and the turns of one or more matches of it, one after the other."""

    setup: Setup
    matches: tuple[tuple[Turn, ...], ...]

    @classmethod
    def play(cls, game: Game, length: int) -> LongMatch:
        """Play matches at random until there are so many turns."""
        rng = Random(SEED)
        setup = calm_setup(game)
        matches: list[tuple[Turn, ...]] = []
        while sum(map(len, matches)) < length:
            matches.append(tuple(random_turns(game, setup, rng, length)))
        return cls(setup, tuple(matches))

    @property
    def told(self) -> str:
        """How long its matches are."""
        if len(self.matches) == 1:
            return "one match"
        longest = max(map(len, self.matches))
        return f"{len(self.matches)} matches one after the other, the longest of {longest} entries"

    def cut(self, length: int) -> tuple[Match, int]:
        """A match of so many turns, and the bytes that they hold.

        The turns are made anew: those shared with another match would seem to hold nothing. Where
        the last match is shorter than the length, each length ends with all of it.
        """
        *others, last = self.matches
        kept = list(last[:length])
        for turns in others:
            kept[:0] = turns[max(0, len(turns) - (length - len(kept))) :]
            if len(kept) == length:
                break
        history = History(replayed(kept))
        return Match(self.setup, history[0].before, history, len(history)), size_of(kept)


def replayed(turns: list[Turn]) -> list[Turn]:
    """These turns, made anew."""
    made: list[Turn] = []
    for turn in turns:
        is_next = made and turn.before == made[-1].after
        before = made[-1].after if is_next else turn.before
        made.append(play(turn.rules, before, turn.seat, turn.action, turn.at_ms))
    return made


def size_of(turns: list[Turn]) -> int:
    """The bytes that turns hold: those that are free again once the turns are deleted. What the
    rules cache meanwhile is not counted."""
    gc.collect()
    tracemalloc.start()
    made = replayed(turns)
    held, _ = tracemalloc.get_traced_memory()
    del made
    gc.collect()
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held - left


def calm_setup(game: Game) -> Setup:
    """A match of people in which actions can be taken back: not a race."""
    info = game.info
    for variant, counts in info.seat_counts.items():
        setup = Setup(info.name, variant, info.editions[0], seats=counts[0], seed=SEED)
        if game.shouts is None or not game.shouts.is_race(setup):
            people = (Player(),) * setup.seats
            return replace(setup, players=people)
    raise ValueError(f"{info.name} is played against clocks alone")


def random_turns(game: Game, setup: Setup, rng: Random, length: int) -> list[Turn]:
    """At most so many turns of one match, until no action is found that does not end it."""
    dealt = replace(setup, start=game.rules.deal(setup, rng.shuffle))
    position: AnyPosition = game.rules.initial_position(dealt)
    turns: list[Turn] = []
    while len(turns) < length:
        seat = seat_for(position)
        actions = list(position.legal_actions(seat))
        tried = (
            play(game.rules, position, seat, action, at_ms=len(turns))
            for action in rng.sample(actions, min(TRIES, len(actions)))
        )
        turn = next((turn for turn in tried if turn.after.outcome is None), None)
        if turn is None:
            break
        turns.append(turn)
        position = turn.after
    return turns


def measure(match: Match, rounds: int) -> dict[str, float]:
    """The median milliseconds of each thing that is done to a match, in so many rounds."""
    rng = Random(SEED)
    found: dict[str, list[float]] = defaultdict(list)
    person = Person(match)
    # The first round is not measured: it fills the caches.
    for number in range(1 + rounds * ACTIONS):
        times = {
            "action": timed(lambda: person.act(rng)),
            "page": timed(person.look),
            "record": timed(person.write_record),
            "take back": timed(person.take_back),
        }
        for what, ms in times.items():
            if number:
                found[what].append(ms)
    return {what: median(found[what]) for what in ("action", "take back", "page", "record")}


def timed(run: Callable[[], None]) -> float:
    """How many milliseconds of processor time something takes."""
    begin = time.process_time()
    run()
    return (time.process_time() - begin) * 1e3


class Person:
    """A person at a match; nothing else here knows of sessions and their messages."""

    def __init__(self, match: Match) -> None:
        self._session = Session().with_table(TableScreen("match"), match)
        self._at_ms = 1e9

    @property
    def _match(self) -> Match:
        match = self._session.match
        assert match is not None
        return match

    @property
    def length(self) -> int:
        """How many entries count now."""
        return self._match.shown

    def _send(self, message: Press | PlayChosen | PlayFrom) -> None:
        self._session, _ = update(self._session, message)

    def act(self, rng: Random) -> None:
        """Press what can be pressed until an action is played."""
        before = self.length
        while self.length == before:
            choice = self._session.table.choice if self._session.table else None
            assert choice is not None
            self._at_ms += 1000
            if choice.status is Status.PLAYABLE:
                self._send(PlayChosen(self._at_ms))
            else:
                self._send(Press(rng.choice(sorted(choice.targets)), self._at_ms))

    def take_back(self) -> None:
        """Take one entry back; what is played next replaces it."""
        self._send(PlayFrom(self.length - 1))

    def look(self) -> None:
        """Draw the page."""
        page_of(self._session)

    def write_record(self) -> None:
        """Write the match as it is kept in storage."""
        format_match(self._match)
