"""Named things that a person has made for a game: kept by id, each as it was changed last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, Self, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from spieltisch.app.core.kept import KeptValue
from spieltisch.app.core.kept_parts import kept_object
from spieltisch.app.core.messages import Edit
from spieltisch.app.core.notice import Notice
from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import MAX_BELONGINGS_LENGTH
from spieltisch.play.codec import clean_name
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.table.codec import Codec
from spieltisch.table.fact import gettext_noop
from spieltisch.table.marks import COUNT, MAX_NUMBER, Length, MisfitError

ThingId: TypeAlias = str
"""As a match's."""


@dataclass(frozen=True, kw_only=True)
class OwnThing:
    """One of them."""

    game: str
    name: Annotated[str, Length(1, MAX_NAME)]
    changed: Annotated[int, COUNT] = 0
    """Which change was its last one: all changes of all such things are counted."""

    def written(self, edit: Edit) -> Self:
        """The thing after something was written in one of its fields."""
        if edit.field != "name":
            return self
        return replace(self, name=own_name(edit.value) or self.name)


MOST_CHANGES = MAX_NUMBER // 2
"""More changes are never counted."""

NAME_OF_BOTS, NAME_OF_DECKS = "bot", "deck"
"""What things are called that nobody has given a name; of several, all but one have a number."""

NAMELESS = "?"
"""What a thing is called whose name in a file has nothing that can be seen."""

T = TypeVar("T", bound=OwnThing)


def as_sentence_start(name: str) -> str:
    """A thing's name at the beginning of a sentence: one that the page has given begins as other
    words do, and one that a person has given is as they wrote it.

    >>> as_sentence_start("deck2"), as_sentence_start("zeno"), as_sentence_start("decks")
    ('Deck2', 'zeno', 'decks')
    """
    is_ours = name.rstrip("0123456789") in (NAME_OF_BOTS, NAME_OF_DECKS)
    return set_apart(name.capitalize() if is_ours else name)


def own_name(text: str) -> str:
    """A text as a name that such a thing can have; empty if nothing of it can be seen."""
    return clean_name(text)[:MAX_NAME]


_LETTERS: WeakKeyDictionary[OwnThing, int] = WeakKeyDictionary()
"""How long things are as text. What is kept may have a million letters, and is asked for its length
whenever one thing changes: only the new one is counted then."""


class TooMany(Notice):
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
    """What bots have played cannot be kept, as it alone is too long."""

    told = gettext_noop(
        "This test run is too long to save. You can look at it until you leave this screen."
    )


def way_back(name: str, node_id: str, words: Words) -> Markup:
    """What is said of a thing on screen that was deleted, here or in another tab, and the button
    that keeps it again."""
    told = words.gettext("It is deleted: what you change here is not saved.")
    label = words("Restore {name}", name=set_apart(name))
    return el(
        "div.row.is-deleted",
        el("p", {"role": "status"}, told),
        button(label, "keep-again", node_id=node_id),
    )


@dataclass(frozen=True)
class OwnThings(KeptValue, Generic[T]):
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
            one: set_apart(thing.name)
            if len(alike[thing.name]) == 1
            else f"{set_apart(thing.name)} ({alike[thing.name].index(one) + 1})"
            for one, thing in mine.items()
        }

    def has(self, one: ThingId, thing: T) -> bool:
        """Whether a thing is kept as it is; only when it was changed may differ."""
        known = self.by_id.get(one)
        return known is not None and replace(thing, changed=known.changed) == known

    def lacks(self, before: Self, one: ThingId, *, is_deleted: bool) -> bool:
        """Whether a thing that is on screen is deleted: it was there, or has been since it was kept
        ``before``, and is not kept again."""
        return one not in self.by_id and (is_deleted or one in before.by_id)

    def newer(self, before: Self, one: ThingId, thing: T) -> T:
        """A thing that is on screen, as it is kept now if it was there as it was kept ``before``
        and has been changed since, or was not kept and is now."""
        is_known = before.has(one, thing) or one not in before.by_id
        is_newer = is_known and not self.has(one, thing)
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
        result = theirs
        for one, thing in ours.by_id.items():
            other = theirs.by_id.get(one)
            is_ours, is_theirs = not base.has(one, thing), not base._has_as_old(one, other)
            if is_ours and (other is None or not is_theirs or other.changed <= thing.changed):
                result = result.having(one, thing)
        for one in base.by_id.keys() - ours.by_id.keys():
            if base._has_as_old(one, theirs.by_id.get(one)):
                result = result.without(one)
        return result

    def _has_as_old(self, one: ThingId, thing: T | None) -> bool:
        """Whether a thing is kept as it is, and was not changed since: counting may have begun anew
        (``parse``)."""
        return (
            thing is not None and self.has(one, thing) and thing.changed <= self.by_id[one].changed
        )

    def taking(self, others: Self, flaws: list[str]) -> Self:
        """The things with those of a file that are not here, or were changed later there. Those for
        which there is no room are told in ``flaws``."""
        result, length = self, self._length()
        for one, given in others.by_id.items():
            thing = replace(given, name=own_name(given.name) or NAMELESS)
            known = self.by_id.get(one)
            if known is not None and known.changed > thing.changed:
                continue
            grown = result._grown(one, thing, length)
            if grown is None:
                flaws.append(f"{self.KIND}.{one}: there is no room for {thing.name}")
                continue
            result, length = grown
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
        if max((thing.changed for thing in found.values()), default=0) > MOST_CHANGES:
            # Nobody has changed things so often: it is damage. Counted on from there, the next
            # change could soon not be read any more. Whoever reads the text counts alike.
            order = sorted(found, key=lambda one: (found[one].changed, one))
            for count, one in enumerate(order, 1):
                found[one] = replace(found[one], changed=count)
        return cls(found)
