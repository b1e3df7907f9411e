"""The bots that a person has written, kept on the device."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Self, TypeAlias

from spieltisch.app.kept_parts import kept_object
from spieltisch.play.own_jobs import MAX_NAME, MAX_SOURCE
from spieltisch.table.codec import codec
from spieltisch.table.marks import COUNT, Length, MisfitError

MOST_BOTS = 200
"""How many bots are kept: those that were changed last."""

MAX_LENGTH = 2 * MOST_BOTS * MAX_SOURCE
"""Letters of all that is kept of bots."""

BotId: TypeAlias = str
"""As a match's."""


@dataclass(frozen=True)
class OwnBot:
    """A bot as a person has written it."""

    game: str
    """What it plays."""
    name: Annotated[str, Length(1, MAX_NAME)]
    source: Annotated[str, Length(0, MAX_SOURCE)]
    """The file."""
    changed: Annotated[int, COUNT]
    """Which change was its last one: all changes of all bots are counted."""


_BOT = codec(OwnBot, ignores_more=True)


@dataclass(frozen=True)
class Bots:
    """All of them, by id."""

    by_id: Mapping[BotId, OwnBot] = field(default_factory=dict)

    def of(self, game: str) -> Mapping[BotId, OwnBot]:
        """Those that play a game, the one that was changed last first."""
        mine = [(one, bot) for one, bot in self.by_id.items() if bot.game == game]
        return dict(sorted(mine, key=lambda pair: -pair[1].changed))

    def having(self, bot_id: BotId, bot: OwnBot) -> Self:
        """The bots with one more, or with one changed."""
        count = max((one.changed for one in self.by_id.values()), default=0)
        known = {**self.by_id, bot_id: replace(bot, changed=count + 1)}
        latest = sorted(known, key=lambda one: -known[one].changed)
        return replace(self, by_id={one: known[one] for one in latest[:MOST_BOTS]})

    def without(self, bot_id: BotId) -> Self:
        """The bots but for one."""
        return replace(self, by_id={one: b for one, b in self.by_id.items() if one != bot_id})


def merged_bots(base: Bots, ours: Bots, theirs: Bots) -> Bots:
    """The bots of two that have both gone on from the same. Of one that both have changed the later
    one stays, and one that was changed is not deleted."""
    before, result = base.by_id, theirs
    for bot_id, bot in ours.by_id.items():
        other = theirs.by_id.get(bot_id)
        is_ours = bot != before.get(bot_id)
        if is_ours and (other is None or other.changed <= bot.changed):
            result = result.having(bot_id, bot)
    for bot_id in before.keys() - ours.by_id.keys():
        if theirs.by_id.get(bot_id) == before[bot_id]:
            result = result.without(bot_id)
    return result


def format_bots(bots: Bots) -> str:
    """The bots as JSON text, for storage."""
    return json.dumps({bot_id: _BOT.write(bot) for bot_id, bot in bots.by_id.items()})


def parse_bots(text: str | None, flaws: list[str] | None = None) -> Bots:
    """Bots from storage; what is damaged is left out, and told in ``flaws``."""
    told = [] if flaws is None else flaws
    found: dict[BotId, OwnBot] = {}
    for bot_id, value in kept_object(text, MAX_LENGTH, "bots", told).items():
        try:
            found[bot_id] = _BOT.read(value)
        except ValueError as error:
            told.append(str(MisfitError.at(f"bots.{bot_id}", error)))
    return Bots(found)
