"""The bots that a person has written, and what they have played, kept on the device."""

from dataclasses import dataclass, replace
from typing import Annotated, Self, TypeAlias

from spieltisch.app.core.messages import Edit
from spieltisch.app.keeping.league import MOST_PAIRS, LostMatches
from spieltisch.app.keeping.own_things import OwnThing, OwnThings, ThingId
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.own_jobs import (
    MAX_NAME,
    MAX_SOURCE,
    SUFFIX,
    Contestant,
    is_own_player,
    own_player,
)
from spieltisch.table import Seat, Setup
from spieltisch.table.codec import codec
from spieltisch.table.marks import COUNT, OPTIONAL, Length

BotId: TypeAlias = ThingId


@dataclass(frozen=True, kw_only=True)
class OwnBot(OwnThing):
    """A bot as a person has written it."""

    source: Annotated[str, Length(0, MAX_SOURCE)]
    """The file."""
    step: Annotated[int, COUNT, OPTIONAL] = 0
    """How many steps of the course were done when it played last (course.py)."""
    course: Annotated[int, COUNT, OPTIONAL] = 0
    """Which version of its game's course they are of. Pages of 0.3.0 know of none, and leave it
    out."""
    by_link: Annotated[bool, OPTIONAL] = False
    """Whether a link has brought it, and its reader has neither changed its file nor said that they
    have read it."""

    may_sit: Annotated[bool, OPTIONAL] = False
    """Whether they want to play against it all the same."""

    @property
    def sits(self) -> bool:
        """Whether it is found at a table."""
        return self.may_sit or not self.by_link

    def written(self, edit: Edit) -> Self:
        if edit.field != "source":
            return super().written(edit)
        source = edit.value.replace("\r\n", "\n")[:MAX_SOURCE]
        return self if source == self.source else replace(self, source=source, by_link=False)

    @property
    def contestant(self) -> Contestant:
        """The bot as it plays. One without a file would be one of the house."""
        return Contestant(self.name, self.source or "\n")


class Bots(OwnThings[OwnBot]):
    """All of them, by id."""

    KIND = BelongingsKind.BOTS
    CODEC = codec(OwnBot, ignores_more=True)

    def at(self, setup: Setup, seat: Seat) -> tuple[BotId, OwnBot] | None:
        """The bot that sits in a seat."""
        player = setup.all_players[seat - 1]
        if not is_own_player(player):
            return None
        mine = ((one, bot) for one, bot in self.of(setup.game).items() if bot.sits)
        return next((pair for pair in mine if own_player(pair[1].name).name == player.name), None)

    def seats(self, setup: Setup) -> frozenset[Seat]:
        """Where they sit."""
        every = range(1, setup.seats + 1) if self.by_id else ()
        return frozenset(seat for seat in every if self.at(setup, seat) is not None)


MAX_PACKED = 1_000_000
"""Letters of all series together."""


@dataclass(frozen=True, kw_only=True)
class OwnSeries(OwnThing):
    """A series of matches that bots have played, or a league; it is called as the first of them."""

    bot: str
    """Whose series it was; empty for a league."""
    rival: Annotated[str, Length(0, MAX_NAME + len(SUFFIX))] = ""
    """Whom it played: the name of a bot of the house, or the file of another own one; empty for a
    league."""
    half_points: Annotated[int, COUNT, OPTIONAL] = 0
    matches: Annotated[int, COUNT]
    """How many were played."""
    packed: Annotated[str, Length(1, MAX_PACKED)]
    """All of them, which are unpacked (packing.py) when they are looked at."""
    lost: Annotated[tuple[LostMatches, ...], Length(0, MOST_PAIRS), OPTIONAL] = ()
    """Those of each pair that a bot has lost by failing; none if nobody has failed. Earlier
    versions leave it out, and would not read what is packed if it were there."""


class PlayedSeries(OwnThings[OwnSeries]):
    """All of them, by id: no list of matches and no statistics know them."""

    KIND = BelongingsKind.SERIES
    CODEC = codec(OwnSeries, ignores_more=True)
    MOST = 50
    MAX_LENGTH = MAX_PACKED

    def latest(self, game: str, bot: BotId) -> tuple[ThingId, OwnSeries] | None:
        """What a bot has played last; without a bot, the latest league."""
        mine = self.of(game).items()
        return next((pair for pair in mine if pair[1].bot == bot), None)
