"""Matches far longer than anybody plays, of every game, made in a second or two: what is played in
them changes nothing for good, so that they could go on for ever."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from spieltisch.games import catalog
from spieltisch.play.match import Match

Walk = Callable[[Match, Random], Iterator[tuple[int, Any]]]
"""What may be played next, the best first: seats and their actions, which may not be legal."""


def _yala(match: Match, rng: Random) -> Iterator[tuple[int, Any]]:
    """Stones go back and forth on towers that stay."""
    (seat,) = match.position.active_seats
    actions = list(match.position.legal_actions(seat))
    rng.shuffle(actions)
    return ((seat, action) for action in actions)


def _myra(match: Match, rng: Random) -> Iterator[tuple[int, Any]]:
    """Soldiers go to empty pits next to theirs, one by one."""
    (seat,) = match.position.active_seats
    fields = match.rules.format_board(match.position).split(" ; ")[0].split(" / ")
    armies = [field.rsplit(" ", 1)[0].split(",") for field in fields]
    taken = {piece[1:] for army in armies for piece in army}
    soldiers = [piece[1:] for piece in armies[seat - 1] if piece[0] != "Q"]
    rng.shuffle(soldiers)
    steps = [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)]
    rng.shuffle(steps)
    for site in soldiers:
        for up, on in steps:
            place = f"{chr(ord(site[0]) + up)}{int(site[1:]) + on}"
            if place not in taken and _is_pit(place):
                yield seat, match.rules.parse_action(f"1{site}-{place}")


def _is_pit(place: str) -> bool:
    row, number = ord(place[0]) - ord("a"), int(place[1:])
    return 0 <= row <= 10 and max(1, row - 4) <= number <= min(11, row + 6)


def _aya(match: Match, rng: Random) -> Iterator[tuple[int, Any]]:
    """Somebody claims that nothing can be matched; the others try in vain to show what can."""
    actions = [
        (seat, action)
        for seat in sorted(match.position.active_seats)
        for action in match.position.legal_actions(seat)
        if match.rules.format_action(action) != "aya"
    ]
    rng.shuffle(actions)
    return iter(actions)


WALKS: dict[str, Walk] = {"aya": _aya, "yala": _yala, "myra": _myra}
OPTIONS = {"aya": {"move-clock": "off", "refute-clock": "off"}}
LASTING = frozenset(
    ("captured", "vanished", "matched", "missed", "refuted", "stood", "conceded", "drawn", "won")
)
"""Kinds of events after which a match is nearer to its end."""
STEP_BACK = 20


def long_match(game: str, length: int, seed: int = 1) -> Match:
    """A match of so many turns that is not over, a second of the clock for each."""
    rng = Random(seed)
    of = catalog.game_of(game)
    setup = of.info.default_setup()
    options = tuple(sorted({**dict(setup.options), **OPTIONS.get(game, {})}.items()))
    setup = replace(setup, options=options, players=(), seed=seed)
    setup = replace(setup, start=of.rules.deal(setup, rng.shuffle))
    match = Match.of_turns(setup, ())
    while match.shown < length:
        # Where all that can be done would last, it goes another way from a little before.
        match = next(_quiet(match, rng), match.show(match.shown - STEP_BACK))
    return match


def _quiet(match: Match, rng: Random) -> Iterator[Match]:
    """The matches after what changes nothing for good."""
    for seat, action in WALKS[match.setup.game](match, rng):
        try:
            after = match.play(seat, action, 1000 * match.shown)
        except ValueError:
            continue
        turn = after.last_turn
        if turn is not None and LASTING.isdisjoint(
            event.kind for event in match.rules.events(turn)
        ):
            yield after
