"""The search as a service: a request as text, an answer as text, and a way to stop in between.

The page asks, and this answers in a worker of its own. Between two slices of a search the worker
receives messages, so that it can be told to stop.
"""

from asyncio import sleep
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, cast

from spieltisch.games import catalog
from spieltisch.search import ProofTable, SearchResult, thinking
from spieltisch.table import AnyPosition, HasProspects, Prospect, Seat
from spieltisch.table.codec import codec, parse
from spieltisch.table.json_text import compact
from spieltisch.table.marks import COUNT, Between, Length
from spieltisch.table.record import MAX_SEATS

MAX_REQUEST = 20_000_000
"""Letters of a request: a position has the boards of a long match behind it."""

MAX_ANSWER = 200_000
"""Letters of an answer."""

MOST_PROOF_TABLES = 8
"""How many proof tables are kept: those that were used last."""


@dataclass(frozen=True)
class SearchRequest:
    """A position to search."""

    ticket: str
    """Comes back with the answer, so that an outdated answer can be recognized."""
    game: str
    position: Annotated[AnyPosition, codec(str)]
    """What the seat observes; written as its text."""
    seat: Annotated[Seat, Between(1, MAX_SEATS)]
    level: Annotated[int, COUNT]
    """1 to 6; 0 searches as well as it can."""
    seed: str
    """Of the bot's random numbers at this moment."""
    match: str = ""
    """Tells matches and seats apart, for the wins that a bot has proven; empty to keep none."""
    nodes: Annotated[int, COUNT] = 0
    """The search ends after so many positions, if not before; 0 for no such limit."""
    wanted: Annotated[int, COUNT] = 1
    """How many prospects are wanted, the best ones."""


@dataclass(frozen=True)
class SearchAnswer(HasProspects):
    """What was found."""

    ticket: str
    """Of the request."""
    prospects: Annotated[tuple[Prospect, ...], Length(1)]
    depth: Annotated[int, COUNT]
    nodes: Annotated[int, COUNT]


_REQUEST = codec(SearchRequest)


def format_request(request: SearchRequest) -> str:
    text = catalog.game_of(request.game).rules.format_position(request.position)
    return compact(_REQUEST.write(replace(request, position=cast(AnyPosition, text))))


def parse_request(text: str) -> SearchRequest:
    """The inverse of format_request; raises ValueError."""
    request = parse(text, MAX_REQUEST, _REQUEST, "the request")
    rules = catalog.game_of(request.game).rules
    return replace(request, position=rules.parse_position(str(request.position)))


_ANSWER = codec(SearchAnswer)


def format_answer(answer: SearchAnswer) -> str:
    return compact(_ANSWER.write(answer))


def parse_answer(text: str) -> SearchAnswer:
    """The inverse of format_answer; raises RecordError."""
    return parse(text, MAX_ANSWER, _ANSWER, "the answer")


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
            wanted=request.wanted,
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


def _answer(request: SearchRequest, result: SearchResult) -> SearchAnswer:
    text = catalog.game_of(request.game).rules.format_action
    prospects = (
        one._replace(variation=tuple(map(text, one.variation))) for one in result.prospects
    )
    return SearchAnswer(request.ticket, tuple(prospects), result.depth, result.nodes)
