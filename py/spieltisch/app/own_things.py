"""Named things that a person has made for a game: kept by id, each as it was changed last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Annotated, Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from spieltisch.app.kept_parts import kept_object
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.table.codec import Codec
from spieltisch.table.marks import COUNT, Length, MisfitError

ThingId: TypeAlias = str
"""As a match's."""


@dataclass(frozen=True, kw_only=True)
class OwnThing:
    """One of them."""

    game: str
    """What it is for."""
    name: Annotated[str, Length(1, MAX_NAME)]
    changed: Annotated[int, COUNT] = 0
    """Which change was its last one: all changes of all such things are counted."""


T = TypeVar("T", bound=OwnThing)


@dataclass(frozen=True)
class OwnThings(Generic[T]):
    """All things of a kind."""

    KIND: ClassVar[str]
    """Under which name they are kept."""
    CODEC: ClassVar[Codec[Any]]
    MOST: ClassVar[int] = 200
    """How many are kept: those that were changed last, as far as there is room for them."""
    MAX_LENGTH: ClassVar[int] = MAX_BELONGINGS_LENGTH
    """Letters of all that is kept of them: as many as a file of all that is kept may have."""

    by_id: Mapping[ThingId, T] = field(default_factory=dict)

    def of(self, game: str) -> Mapping[ThingId, T]:
        """Those of a game, the one that was changed last first."""
        mine = [(one, thing) for one, thing in self.by_id.items() if thing.game == game]
        return dict(sorted(mine, key=lambda pair: -pair[1].changed))

    def has(self, one: ThingId, thing: T) -> bool:
        """Whether a thing is kept as it is; only when it was changed may differ."""
        known = self.by_id.get(one)
        return known is not None and replace(thing, changed=known.changed) == known

    def having(self, one: ThingId, thing: T) -> Self:
        """The things with one more, or with one changed."""
        count = max((thing.changed for thing in self.by_id.values()), default=0)
        known = {**self.by_id, one: replace(thing, changed=count + 1)}
        latest = sorted(known, key=lambda one: -known[one].changed)[: self.MOST]
        texts = (json.dumps({one: self.CODEC.write(known[one])}) for one in latest)
        ends = accumulate(map(len, texts))
        fitting = [one for one, end in zip(latest, ends, strict=True) if end <= self.MAX_LENGTH]
        return replace(self, by_id={one: known[one] for one in fitting})

    def without(self, gone: ThingId) -> Self:
        """The things but for one."""
        return replace(self, by_id={one: t for one, t in self.by_id.items() if one != gone})

    def free_name(self, stem: str) -> str:
        """A name that none of them has yet."""
        names = {thing.name for thing in self.by_id.values()}
        numbered = (f"{stem[: MAX_NAME - 4]}{number}" for number in range(2, len(names) + 3))
        return next(name for name in (stem, *numbered) if name not in names)

    @classmethod
    def merged(cls, base: Self, ours: Self, theirs: Self) -> Self:
        """The things of two that have both gone on from the same. Of one that both have changed the
        later one stays, and one that was changed is not deleted."""
        before, result = base.by_id, theirs
        for one, thing in ours.by_id.items():
            other = theirs.by_id.get(one)
            is_ours = thing != before.get(one)
            if is_ours and (other is None or other.changed <= thing.changed):
                result = result.having(one, thing)
        for one in before.keys() - ours.by_id.keys():
            if theirs.by_id.get(one) == before[one]:
                result = result.without(one)
        return result

    def format(self) -> str:
        """The things as JSON text, for storage."""
        return json.dumps({one: self.CODEC.write(thing) for one, thing in self.by_id.items()})

    @classmethod
    def parse(cls, text: str | None, flaws: list[str] | None = None) -> Self:
        """Things from storage; what is damaged is left out, and told in ``flaws``."""
        told = [] if flaws is None else flaws
        found: dict[ThingId, T] = {}
        for one, value in kept_object(text, cls.MAX_LENGTH, cls.KIND, told).items():
            try:
                found[one] = cls.CODEC.read(value)
            except ValueError as error:
                told.append(str(MisfitError.at(f"{cls.KIND}.{one}", error)))
        return cls(found)
