"""Matches by link: people play on devices of their own, and send each other the match."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from spieltisch.play.match import Match
from spieltisch.table import BY_LINK, CLOCK, HUMAN, Record, Seat, Setup, Turn


class Standing(Enum):
    """How a match that was sent compares with the same match as it is kept on this device."""

    SAME = "same"
    LONGER = "longer"
    """It continues the kept one."""
    OLDER = "older"
    """The kept one continues it."""
    FORK = "fork"
    """Both continue an earlier moment, with different turns."""


def seated(setup: Setup) -> Match:
    """The match of a set-up as it begins on this device.

    If any seat is by link, those of people here become so, too, as other devices will see them;
    this device claims them.
    """
    if all(player.controller != BY_LINK for player in setup.players):
        return Match.open(Record(setup))
    players = tuple(
        replace(one, controller=BY_LINK) if one.controller == HUMAN else one
        for one in setup.players
    )
    return Match.open(Record(replace(setup, players=players))).claiming(setup.people)


def seen_from_here(match: Match) -> Setup:
    """The set-up from which ``seated`` would begin such a match on this device."""
    players = tuple(
        replace(player, controller=HUMAN) if seat in match.here else player
        for seat, player in enumerate(match.setup.players, start=1)
    )
    return replace(match.setup, players=players)


def common_turns(one: Sequence[Turn], other: Sequence[Turn]) -> int:
    """How many turns two matches that began alike have in common."""
    pairs = zip(one, other, strict=False)
    alike = ((a.seat, a.action) == (b.seat, b.action) for a, b in pairs)
    return next((n for n, is_alike in enumerate(alike) if not is_alike), min(len(one), len(other)))


def standing(kept: Match, sent: Sequence[Turn]) -> Standing:
    """How a match that was sent compares with the kept one; both began alike."""
    ours = kept.turns[: kept.shown]
    common = common_turns(ours, sent)
    if common == len(ours):
        return Standing.SAME if common == len(sent) else Standing.LONGER
    return Standing.OLDER if common == len(sent) else Standing.FORK


def taking_on(kept: Match, sent: Sequence[Turn]) -> Match:
    """The kept match with its turns replaced by those that were sent."""
    return replace(
        Match.of_turns(kept.setup, sent), here=kept.here, helps=kept.helps, keys=kept.keys
    )


def awaited(match: Match) -> tuple[Seat, ...]:
    """The seats that are to act and whose people are elsewhere: these need the match sent."""
    return tuple(seat for seat in sorted(match.position.active_seats) if match.is_elsewhere(seat))


def is_called_for(match: Match) -> bool:
    """Whether it is the turn of people here, and nobody else's, while others play on other devices:
    these may have looked away."""
    active = match.position.active_seats - {CLOCK}
    return bool(active) and active <= match.here and bool(match.shared) and not match.is_over


def to_be_sent(match: Match) -> bool:
    """Whether a person here has something to send: a turn of theirs, or a match to be joined."""
    if not match.is_by_link or not match.here:
        return False
    last = match.last_turn
    is_ours = last is not None and not match.is_elsewhere(last.seat)
    return is_ours if match.is_over else bool(awaited(match))
