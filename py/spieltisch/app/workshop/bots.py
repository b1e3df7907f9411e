"""The bots that a person has written, kept on the device."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from spieltisch.app.own_things import OwnThing, OwnThings, ThingId
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.own_jobs import MAX_SOURCE
from spieltisch.table.codec import codec
from spieltisch.table.marks import Length

BotId: TypeAlias = ThingId


@dataclass(frozen=True, kw_only=True)
class OwnBot(OwnThing):
    """A bot as a person has written it."""

    source: Annotated[str, Length(0, MAX_SOURCE)]
    """The file."""


class Bots(OwnThings[OwnBot]):
    """All of them, by id."""

    KIND = BelongingsKind.BOTS
    CODEC = codec(OwnBot, ignores_more=True)
