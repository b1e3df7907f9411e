"""What lies hidden, on devices that must not know it yet.

Before anything is played the host seals every word of the start that may be hidden: in its place
stands a SHA-256 digest of the word and a salt, so that the host can say nothing else later. When
something comes to light, its word and its salt are told, and the guests compare.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple, Self

from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import SEALED, AnyPosition, AnyRules, Setup

_DIGITS = 32


class Opened(NamedTuple):
    """Something that has come to light.

    Attributes:
        word: as in the start.
        salt: what it was sealed with.
    """

    word: str
    salt: str

    @property
    def sealed(self) -> str:
        """What stood in its place."""
        return f"?{_hash(f'{self.salt} {self.word}')}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def in_sight(rules: AnyRules, position: AnyPosition) -> frozenset[str]:
    """What is sealed, though everybody would see it: it has to be opened."""
    return frozenset(SEALED.findall(rules.format_position(position.observe(None))))


def opened_start(start: str, opened: Collection[Opened]) -> str:
    """The start with what has come to light."""
    words = {one.sealed: one.word for one in opened}
    return " ".join(words.get(word, word) for word in start.split(" "))


def with_opened(match: Match, opened: Collection[Opened]) -> Match:
    """The match as it is known, from its last position on; the very same where nothing is new.

    Raises ValueError where the rules know no such thing.
    """
    start = opened_start(match.setup.start, opened)
    if start == match.setup.start:
        return match
    setup = replace(match.setup, start=start)
    match.rules.initial_position(setup)
    position = _position_with(match.rules, match.position, opened)
    if not match.shown:
        return replace(match, setup=setup, start=position)
    last = replace(match.turns[match.shown - 1], after=position)
    turns = match.turns.cut(match.shown - 1).with_item(last)
    return replace(match, setup=setup, turns=turns, shown=len(turns))


def _position_with(
    rules: AnyRules, position: AnyPosition, opened: Collection[Opened]
) -> AnyPosition:
    text = rules.format_position(position)
    for one in opened:
        text = text.replace(one.sealed, one.word)
    return rules.parse_position(text)


@dataclass(frozen=True)
class Deal:
    """What guests know of a match, as the host keeps it.

    Attributes:
        setup: as they know it: without the seed, its start sealed as far as nothing has come to
            light.
        secrets: what is sealed, by what stands in its place.
        position: as they know it, after so many turns.
        lots: what ties are drawn from: it is fixed before anything is played.
        length: how many.
        opened: what has come to light, with the number of turns that were played then.
    """

    setup: Setup
    secrets: Mapping[str, Opened]
    position: AnyPosition
    lots: str
    length: int = 0
    opened: tuple[tuple[int, Opened], ...] = ()

    @classmethod
    def of(cls, match: Match, match_id: MatchId) -> Self:
        """What guests know before anything is played. The salts follow from the seed, which they
        are never told, so that a host that is loaded anew seals everything as before."""
        setup, rules = match.setup, match.rules
        words, secrets = setup.start.split(" "), {}
        for number in rules.sealable(setup.start):
            salt = _hash(f"{setup.seed}/{setup.start}/{match_id}/{number}")
            secret = Opened(words[number], salt)
            words[number] = secret.sealed
            secrets[secret.sealed] = secret
        if secrets:
            setup = replace(setup, seed=None, start=" ".join(words))
        lots = f"{match_id}/{_hash(setup.start)}"
        deal = cls(setup, secrets, rules.initial_position(setup), lots)
        return deal._with_sight(deal.position, 0)

    def after(self, match: Match) -> Self:
        """What they know when the match has come further."""
        deal = self
        for number in range(self.length, match.shown):
            turn = match.turns[number]
            # What the fall of a flag leads to hides what the position before it does.
            is_same = turn.is_flag_fall
            after = deal.position if is_same else deal.position.apply(turn.seat, turn.action)
            deal = replace(deal, length=number + 1)._with_sight(after, number + 1)
        return deal

    def opened_between(self, start: int, end: int) -> tuple[Opened, ...]:
        """What has come to light by the turns after the first ``start`` and up to ``end``."""
        return tuple(one for number, one in self.opened if start < number <= end)

    @property
    def all_opened(self) -> tuple[Opened, ...]:
        """All that has come to light."""
        return tuple(one for _, one in self.opened)

    def _with_sight(self, position: AnyPosition, number: int) -> Self:
        """When a position has come up: what is to be seen in it is opened."""
        rules = catalog.game_of(self.setup.game).rules
        new = [self.secrets[sealed] for sealed in sorted(in_sight(rules, position))]
        if not new:
            return replace(self, position=position)
        return replace(
            self,
            setup=replace(self.setup, start=opened_start(self.setup.start, new)),
            position=_position_with(rules, position, new),
            opened=(*self.opened, *((number, one) for one in new)),
        )
