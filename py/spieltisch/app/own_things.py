"""Named things that a person has made for a game: kept by id, each as it was changed last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, Self, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from spieltisch.app.kept_parts import kept_object
from spieltisch.app.notice import Notice
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH
from spieltisch.play.codec import clean_name
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.table.codec import Codec
from spieltisch.table.marks import COUNT, Length, MisfitError

ThingId: TypeAlias = str
"""As a match's."""


@dataclass(frozen=True, kw_only=True)
class OwnThing:
    """One of them."""

    game: str
    name: Annotated[str, Length(1, MAX_NAME)]
    changed: Annotated[int, COUNT] = 0
    """Which change was its last one: all changes of all such things are counted."""


NAMELESS = "?"
"""What a thing is called whose name in a file has nothing that can be seen."""

T = TypeVar("T", bound=OwnThing)


def own_name(text: str) -> str:
    """A text as a name that such a thing can have; empty if nothing of it can be seen."""
    return clean_name(text)[:MAX_NAME]


_LETTERS: WeakKeyDictionary[OwnThing, int] = WeakKeyDictionary()
"""How long things are as text. What is kept may have a million letters, and is asked for its length
whenever one thing changes: only the new one is counted then."""


class NoRoom(Notice):
    """A thing is not kept, as there are too many."""

    is_bot: bool

    def text(self, words: Words) -> str:
        if self.is_bot:
            return words.gettext(
                "There is no room for more bots, so your changes to this one are not saved. "
                "Save it as a file, or delete others."
            )
        return words.gettext(
            "There is no room for more decks, so your changes to this one are not saved. Save "
            "it as a file, or delete others."
        )


class SeriesTrouble(Notice):
    """What bots have played cannot be kept, as it alone is too long, or cannot be read."""

    is_damaged: bool

    def text(self, words: Words) -> str:
        if self.is_damaged:
            return words.gettext("This series is damaged on this device and cannot be shown.")
        return words.gettext(
            "This series is too long to save. You can look at it until you leave this screen."
        )


def way_back(name: str, verb: str, words: Words) -> Markup:
    """The button that brings a thing back that was deleted."""
    return button(words.gettext("Bring {name} back").format(name=name), verb, node_id=verb)


@dataclass(frozen=True)
class OwnThings(Generic[T]):
    """All things of a kind."""

    KIND: ClassVar[str]
    """Under which name they are kept."""
    CODEC: ClassVar[Codec[Any]]
    MOST: ClassVar[int] = 200
    MAX_LENGTH: ClassVar[int] = MAX_BELONGINGS_LENGTH // 2
    """For how many letters of all of them there is room. What two tabs have filled at the same time
    is still read, and fits into a file of all that is kept."""

    by_id: Mapping[ThingId, T] = field(default_factory=dict)

    def of(self, game: str) -> Mapping[ThingId, T]:
        """Those of a game, the one that was changed last first."""
        mine = [(one, thing) for one, thing in self.by_id.items() if thing.game == game]
        return dict(sorted(mine, key=lambda pair: -pair[1].changed))

    def names(self, game: str) -> dict[ThingId, str]:
        """The names of those of a game, as ``of`` has them. Those that are alike have a number,
        which stays whichever is changed."""
        mine = self.of(game)
        alike: dict[str, list[ThingId]] = {}
        for one in sorted(mine):
            alike.setdefault(mine[one].name, []).append(one)
        return {
            one: thing.name
            if len(alike[thing.name]) == 1
            else f"{thing.name} ({alike[thing.name].index(one) + 1})"
            for one, thing in mine.items()
        }

    def has(self, one: ThingId, thing: T) -> bool:
        """Whether a thing is kept as it is; only when it was changed may differ."""
        known = self.by_id.get(one)
        return known is not None and replace(thing, changed=known.changed) == known

    def newer(self, before: Self, one: ThingId, thing: T) -> T:
        """A thing that is on screen, as it is kept now if it was there as it was kept ``before``
        and has been changed since."""
        is_newer = before.has(one, thing) and not self.has(one, thing)
        return self.by_id.get(one, thing) if is_newer else thing

    def having(self, one: ThingId, thing: T) -> Self:
        """The things with one more, or with one changed, whether there is room or not."""
        count = max((thing.changed for thing in self.by_id.values()), default=0)
        others = {known: other for known, other in self.by_id.items() if known != one}
        return replace(self, by_id={one: replace(thing, changed=count + 1), **others})

    def having_room(self, one: ThingId, thing: T) -> Self | None:
        """The things with one more, or with one changed; None if there is no room. A change that
        makes nothing longer always has room."""
        grown = self._grown(one, thing, self._length())
        return None if grown is None else grown[0]

    def _length(self) -> int:
        """The letters of all of them, as ``format`` writes them."""
        return sum(self._letters(one, thing) for one, thing in self.by_id.items())

    def _letters(self, one: ThingId, thing: T) -> int:
        """The letters of one, with its id, the two after that, and the two before the next."""
        if thing not in _LETTERS:
            _LETTERS[thing] = len(json.dumps(self.CODEC.write(thing)))
        return len(json.dumps(one)) + 2 + _LETTERS[thing] + 2

    def _grown(self, one: ThingId, thing: T, length: int) -> tuple[Self, int] | None:
        """The things with one more, or with one changed, and their letters, where they have so many
        now; None if there is no room."""
        after, known = self.having(one, thing), self.by_id.get(one)
        more = self._letters(one, after.by_id[one])
        if known is not None:
            more -= self._letters(one, known)
        has_room = len(after.by_id) <= self.MOST and length + more <= self.MAX_LENGTH
        return (after, length + more) if has_room or (known is not None and more <= 0) else None

    def having_latest(self, one: ThingId, thing: T) -> tuple[Self, int] | None:
        """The things with one more, or with one changed, for which those that were changed longest
        ago make room, and how many did; None if it alone is too large."""
        result, length = self, self._length()
        oldest = sorted(self.by_id.keys() - {one}, key=lambda other: self.by_id[other].changed)
        for gone, other in enumerate((*oldest, "")):
            grown = result._grown(one, thing, length)
            if grown is not None:
                return grown[0], gone
            if other:
                length -= self._letters(other, self.by_id[other])
                result = result.without(other)
        return None

    def without(self, gone: ThingId) -> Self:
        return replace(self, by_id={one: t for one, t in self.by_id.items() if one != gone})

    def free_name(self, stem: str) -> str:
        names = {thing.name for thing in self.by_id.values()}
        numbered = (f"{stem[: MAX_NAME - 4]}{number}" for number in range(2, len(names) + 3))
        return next(name for name in (stem, *numbered) if name not in names)

    @classmethod
    def merged(cls, base: Self, ours: Self, theirs: Self) -> Self:
        """The things of two tabs that have both gone on from the same. Of one that both have
        changed the later one stays, and one that was changed is not deleted."""
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

    def taking(self, others: Self, flaws: list[str]) -> Self:
        """The things with those of a file that are not here, or were changed later there; for which
        there is no room is told in ``flaws``."""
        result, length = self, self._length()
        for one, given in others.by_id.items():
            thing = replace(given, name=own_name(given.name) or NAMELESS)
            known = self.by_id.get(one)
            if known is not None and known.changed > thing.changed:
                continue
            grown = result._grown(one, thing, length)
            if grown is not None:
                result, length = grown
            else:
                flaws.append(f"{self.KIND}.{one}: there is no room for {thing.name}")
        return result

    def format(self) -> str:
        return json.dumps({one: self.CODEC.write(thing) for one, thing in self.by_id.items()})

    @classmethod
    def parse(cls, text: str | None, flaws: list[str] | None = None) -> Self:
        """Things from storage; what is damaged is left out, and told in ``flaws``."""
        told = [] if flaws is None else flaws
        found: dict[ThingId, T] = {}
        for one, value in kept_object(text, 2 * cls.MAX_LENGTH, cls.KIND, told).items():
            try:
                found[one] = cls.CODEC.read(value)
            except ValueError as error:
                told.append(str(MisfitError.at(f"{cls.KIND}.{one}", error)))
        return cls(found)
