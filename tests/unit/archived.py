"""A library of matches that were never played: the recorded ones, as if they had been here."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from spieltisch.play.match import Match
from spieltisch.play.summary import ID_LENGTH, MatchId, Summary, summary_of
from spieltisch.table import Bot, Player, parse_controller, parse_record
from tests.records import keeping

NOW_MS = 1_795_346_000_000
"""A Sunday of November 2026, at noon."""

DAY_MS = 86_400_000


def match_id(number: int) -> MatchId:
    return f"{number:0{ID_LENGTH}}"


def recorded(name: str, controllers: str = "") -> Match:
    """A recorded match; ``controllers`` puts others at its seats."""
    match = Match.open(parse_record(keeping.read(name)))
    if not controllers:
        return match
    players = tuple(
        Player("", parse_controller(controller)) for controller in controllers.split(",")
    )
    return replace(match, setup=replace(match.setup, players=players))


def kept(number: int, match: Match, *, days_ago: float = 0.0, name: str = "") -> Summary:
    """The match in a library, last played so long ago."""
    played_ms = NOW_MS - round(days_ago * DAY_MS)
    return summary_of(
        match, match_id(number), begun_ms=played_ms - 600_000, played_ms=played_ms, name=name
    )


def library(size: int, seed: int = 1) -> dict[MatchId, Summary]:
    """So many matches of all games, against all kinds of players, of the last year."""
    rng = Random(seed)
    matches = [recorded(name) for name in keeping.names()]
    found = {}
    for number in range(size):
        match = rng.choice(matches)
        seats = match.setup.seats
        players = [Player("", Bot(rng.randint(1, 3))) for _ in range(seats)]
        players[rng.randrange(seats)] = Player(rng.choice(("", "Anna", "Ben")))
        match = replace(match, setup=replace(match.setup, players=tuple(players)))
        if rng.random() < 0.05 and match.turns:
            match = match.show(rng.randrange(len(match.turns)))
        summary = kept(number, match, days_ago=rng.uniform(0, 365))
        found[summary.id] = summary
    return found
