"""Sealing what lies hidden on devices that must not know it yet.

Before anything is played, the host replaces every word of the start that may be hidden with a
SHA-256 digest of the word and a salt, so that it cannot change the word later. When something comes
to light, its word and its salt are sent, and the guests compare the digest.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, NamedTuple, Self

from spieltisch.games import catalog
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.table import SEALED, AnyPosition, AnyRules, Setup
from spieltisch.table.marks import Matching

_DIGITS = 32


class Unsealed(NamedTuple):
    """Something that has come to light."""

    word: Annotated[str, Matching(re.compile(r"[0-9A-Za-z*|+-]{1,40}"))]
    """As in the start."""
    salt: Annotated[str, Matching(re.compile("[0-9a-f]{32}"))]
    """What it was sealed with."""

    @property
    def sealed(self) -> str:
        """The text that stood in the word's place."""
        return f"?{_hash(f'{self.salt} {self.word}')}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def in_sight(rules: AnyRules, position: AnyPosition) -> frozenset[str]:
    """The sealed words that everybody may see in a position: they have to be opened."""
    return frozenset(SEALED.findall(rules.format_position(position.observe(None))))


def unsealed_start(start: str, opened: Collection[Unsealed]) -> str:
    """The start with the opened words in place."""
    words = {one.sealed: one.word for one in opened}
    return " ".join(words.get(word, word) for word in start.split(" "))


def with_unsealed(match: Match, opened: Collection[Unsealed]) -> Match:
    """The match with opened words, from its last position on; the same object if nothing is new.
    Raises ValueError if the rules do not know such a word."""
    start = unsealed_start(match.setup.start, opened)
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
    rules: AnyRules, position: AnyPosition, opened: Collection[Unsealed]
) -> AnyPosition:
    text = rules.format_position(position)
    for one in opened:
        text = text.replace(one.sealed, one.word)
    seen: AnyPosition = rules.parse_position(text)
    return seen


@dataclass(frozen=True)
class Deal:
    """What guests know of a match, as the host keeps it."""

    setup: Setup
    """As they know it: without the seed, the start sealed except for what has come to light."""
    secrets: Mapping[str, Unsealed]
    """The sealed words, by what stands in their place."""
    position: AnyPosition
    """As they know it, after ``length`` turns."""
    lots: str
    """What ties are drawn from: it is fixed before anything is played."""
    length: int = 0
    """How many turns are taken into account."""
    opened: tuple[tuple[int, Unsealed], ...] = ()
    """What has come to light, with the number of turns that were played then."""

    @classmethod
    def of(cls, match: Match, match_id: MatchId) -> Self:
        """What guests know before anything is played. The salts follow from the seed, or from the
        match's own salt where people have arranged the cards. Guests are told neither, and a host
        that is loaded anew seals everything as before."""
        setup, rules = match.setup, match.rules
        words, secrets = setup.start.split(" "), {}
        drawn = match.salt or setup.seed
        for number in rules.sealable(setup.start):
            salt = _hash(f"{drawn}/{setup.start}/{match_id}/{number}")
            secret = Unsealed(words[number], salt)
            words[number] = secret.sealed
            secrets[secret.sealed] = secret
        if secrets:
            setup = replace(setup, seed=None, start=" ".join(words))
        lots = f"{match_id}/{_hash(setup.start)}"
        deal = cls(setup, secrets, rules.initial_position(setup), lots)
        return deal._with_sight(deal.position, 0)

    def after(self, match: Match) -> Self:
        """What guests know when the match has come further."""
        deal = self
        for number in range(self.length, match.shown):
            turn = match.turns[number]
            # The position after a turn of the table hides what the one before it does.
            is_same = turn.is_tables
            after = deal.position if is_same else deal.position.apply(turn.seat, turn.action)
            deal = replace(deal, length=number + 1)._with_sight(after, number + 1)
        return deal

    def unsealed_between(self, start: int, end: int) -> tuple[Unsealed, ...]:
        """What has come to light by the turns after the first ``start`` and up to ``end``."""
        return tuple(one for number, one in self.opened if start < number <= end)

    def _with_sight(self, position: AnyPosition, number: int) -> Self:
        """The deal when a position has come up: what is to be seen in it is opened."""
        rules = catalog.game_of(self.setup.game).rules
        new = [self.secrets[sealed] for sealed in sorted(in_sight(rules, position))]
        if not new:
            return replace(self, position=position)
        return replace(
            self,
            setup=replace(self.setup, start=unsealed_start(self.setup.start, new)),
            position=_position_with(rules, position, new),
            opened=(*self.opened, *((number, one) for one in new)),
        )
