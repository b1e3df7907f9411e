"""How what bots have played is packed to be kept."""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Annotated

from spieltisch.app.keeping.league import (
    MOST_ENTRANTS,
    MOST_PAIRS,
    MOST_PRINTED,
    League,
    LostMatches,
    TrialEnd,
)
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.play.own_jobs import MOST_MATCHES, Contestant, Failure, MatchPlayed, Said
from spieltisch.table.codec import Codec, codec, parse
from spieltisch.table.json_text import compact
from spieltisch.table.marks import AS_LIST, COUNT, Between, Length

MAX_UNPACKED = 8_000_000
"""Letters of what is packed; twelve who play each other two hundred times may have played more."""


_AS_OBJECT, _AS_LIST = codec(MatchPlayed), codec(Annotated[MatchPlayed, AS_LIST])
_PLAYED: Codec[MatchPlayed] = Codec(
    # As earlier versions have packed it. More than ten thousand objects are not read.
    lambda value: (_AS_OBJECT if isinstance(value, dict) else _AS_LIST).read(value),
    _AS_LIST.write,
)


@dataclass(frozen=True)
class _Pair:
    """What a pair has played. Earlier versions read what is packed with these members alone: a tab
    of theirs would throw away a series that has more. What came later is kept beside it
    (bots.py)."""

    played: Annotated[tuple[Annotated[MatchPlayed, _PLAYED], ...], Length(0, MOST_MATCHES)]
    printed: Annotated[tuple[Said, ...], Length(0, MOST_PRINTED)]
    failure: Failure | None
    ended: str


@dataclass(frozen=True)
class _Packed:
    entrants: Annotated[tuple[Contestant, ...], Length(2, MOST_ENTRANTS)]
    matches: Annotated[int, Between(1, MOST_MATCHES)]
    seed: Annotated[int, COUNT]
    limit_ms: Annotated[int, COUNT]
    pairs: Annotated[tuple[_Pair, ...], Length(1, MOST_PAIRS)]


_PACKED = codec(_Packed)
_ENDS = {end.value: end for end in TrialEnd}


def packed(league: League) -> str | None:
    """A league as letters, also of two bots alone, whose series it is then; None if it is too
    large."""
    pairs = tuple(
        _Pair(one.played, one.printed, one.failure, one.ended or "") for one in league.trials
    )
    whole = _Packed(league.entrants, league.matches, league.seed, league.limit_ms, pairs)
    text = compact(_PACKED.write(whole))
    return None if len(text) > MAX_UNPACKED else b64encode(zlib.compress(text.encode())).decode()


def text_in(letters: str) -> str:
    """The text that is packed. It may be anything, and reading it takes as long as it is; raises
    ValueError."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(b64decode(letters, validate=True), 4 * MAX_UNPACKED).decode()
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof:
        raise ValueError("it is cut short, or unpacks to far more")
    return text


def lost_in(league: League) -> tuple[LostMatches, ...]:
    """The matches of each pair that a bot has lost by failing; nothing if none has."""
    lost = tuple(one.lost for one in league.trials)
    return lost if any(lost) else ()


@lru_cache(maxsize=4)
def unpacked(one: ThingId, game: str, letters: str, lost: tuple[LostMatches, ...] = ()) -> League:
    """The inverse of ``packed`` and ``lost_in`` of what is kept under an id; what was still being
    played has been stopped. Raises ValueError."""
    whole = parse(text_in(letters), MAX_UNPACKED, _PACKED, "series")
    if lost and len(lost) != len(whole.pairs):
        raise ValueError("the lost matches are those of other pairs")
    league = League(one, game, whole.entrants, whole.matches, whole.seed, whole.limit_ms)
    pairs = zip(whole.pairs, lost or ((),) * len(whole.pairs), strict=True)
    for pair, failed in islice(pairs, len(league.pairs)):
        count = len(pair.played)
        if count > whole.matches:
            raise ValueError("a pair has played too much")
        numbers = [match.number for match in failed]
        if numbers != sorted({*numbers}) or any(number > count for number in numbers):
            raise ValueError("a pair has lost what it has not played")
        league = league.going_on()
        trial = replace(
            league.trials[-1],
            is_ready=True,
            played=pair.played,
            printed=pair.printed,
            failure=pair.failure,
            lost=failed,
            ended=_ENDS.get(pair.ended, TrialEnd.STOPPED),
        )
        league = replace(league, trials=(*league.trials[:-1], trial))
    return league
