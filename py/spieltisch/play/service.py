"""The search as a service: a request as text, an answer as text, and a way to stop in between.

The page asks, and this answers in a worker of its own. Between two slices of a search the worker
receives messages, so that it can be told to stop.
"""

import json
from asyncio import sleep
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from spieltisch.games import catalog
from spieltisch.search import ProofTable, SearchResult, thinking
from spieltisch.table import AnyPosition, Seat

MOST_PROOF_TABLES = 8
"""How many proof tables are kept: those that were used last."""


@dataclass(frozen=True)
class SearchRequest:
    """A position to search."""

    ticket: str
    """Comes back with the answer, so that an outdated answer can be recognized."""
    game: str
    position: AnyPosition
    """What the seat observes."""
    seat: Seat
    level: int
    """1 to 6; 0 searches as well as it can."""
    seed: str
    """Of the bot's random numbers at this moment."""
    match: str = ""
    """Tells matches and seats apart, for the wins that a bot has proven; empty to keep none."""
    nodes: int = 0
    """The search ends after so many positions, if not before; 0 for no such limit."""
    lines: int = 1
    """How many of the best lines are wanted."""


class FoundLine(NamedTuple):
    """One of the best lines; its fields are those of an Answer."""

    win_probability: float
    ends_in: int | None
    variation: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What was found."""

    ticket: str
    """Of the request."""
    action: str
    variation: tuple[str, ...]
    """The principal variation, ``action`` first, as texts."""
    win_probability: float
    """0 is a loss for the seat, 0.5 a draw, 1 a win."""
    ends_in: int | None
    """In how many plies the match is proven to end; None if that is not proven."""
    depth: int
    nodes: int
    lines: tuple[FoundLine, ...] = ()
    """The best lines, the best first, if several are wanted."""


def format_request(request: SearchRequest) -> str:
    fields = dict(vars(request))
    fields["position"] = catalog.game_of(request.game).rules.format_position(request.position)
    return json.dumps(fields)


def parse_request(text: str) -> SearchRequest:
    fields = json.loads(text)
    fields["position"] = catalog.game_of(fields["game"]).rules.parse_position(fields["position"])
    return SearchRequest(**fields)


def format_answer(answer: Answer) -> str:
    return json.dumps(vars(answer))


def parse_answer(text: str) -> Answer:
    fields = json.loads(text)
    fields["variation"] = tuple(fields["variation"])
    lines = fields["lines"]
    fields["lines"] = tuple(FoundLine(chance, end, tuple(line)) for chance, end, line in lines)
    return Answer(**fields)


@dataclass
class Service:
    """Answers one request at a time; a new request, or ``stop``, ends the one before."""

    _serial: int = 0
    """Counts requests and stops. Tickets may be equal: the same question can be asked again before
    the search for the first one has noticed that it was stopped."""
    _so_far: str = ""
    _proof_tables: dict[str, ProofTable] = field(default_factory=dict)

    async def think(self, text: str) -> str:
        """Answer a request; if it is stopped, with the best so far. Raises ValueError for a damaged
        request, or for a game without a search."""
        request = parse_request(text)
        bots = catalog.game_of(request.game).search_bots
        if bots is None:
            raise ValueError(f"no search plays {request.game}")
        self._serial += 1
        serial, self._so_far = self._serial, ""
        results = thinking(
            bots.search_for(request.position),
            request.position,
            request.seat,
            request.level,
            Random(request.seed),
            proof_table=self._proof_table(request),
            lines=request.lines,
        )
        result = next(results)
        for further in results:
            result = further
            self._so_far = format_answer(_answer(request, result))
            await sleep(0)
            is_enough = 0 < request.nodes <= result.nodes
            if is_enough or self._serial != serial:
                break
        return format_answer(_answer(request, result))

    async def stop(self) -> None:
        self._serial += 1

    async def ping(self) -> str:
        """Show that the worker is alive, with what it has found so far; empty for nothing yet."""
        return self._so_far

    def _proof_table(self, request: SearchRequest) -> ProofTable | None:
        if not request.match:
            return None
        table = self._proof_tables.pop(request.match, None) or ProofTable()
        self._proof_tables[request.match] = table
        if len(self._proof_tables) > MOST_PROOF_TABLES:
            del self._proof_tables[next(iter(self._proof_tables))]
        return table


def _answer(request: SearchRequest, result: SearchResult) -> Answer:
    text = catalog.game_of(request.game).rules.format_action
    return Answer(
        request.ticket,
        text(result.action),
        tuple(map(text, result.variation)),
        result.win_probability,
        result.ends_in,
        result.depth,
        result.nodes,
        tuple(
            FoundLine(line.win_probability, line.ends_in, tuple(map(text, line.variation)))
            for line in result.lines
        ),
    )
