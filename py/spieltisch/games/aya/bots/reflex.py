"""AYA's bots: they see, overlook, shout and err as people do, at five levels.

A bot looks at the open cards, may overlook each of them, and needs time for those that it notices;
a card two moves away is overlooked more often and takes longer. What it finds, or believes
it has found, becomes a reaction: an action and how long it takes. A reaction is made for one
position and is void when another seat acts first.
"""

from dataclasses import dataclass
from math import exp, log
from random import Random

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.duties import AyaAction
from spieltisch.games.aya.rules.matches import CardMatch, matches, moves_needed
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import (
    STANDARD_MOVES,
    exceptional_move,
    one_move_to,
    standard_move,
)
from spieltisch.games.aya.rules.variants import faces
from spieltisch.games.contract import Reaction, Sighting
from spieltisch.table import Seat


@dataclass(frozen=True)
class Reflexes:
    """How good a bot is. Chances are 0 to 1; times are medians."""

    notice_ms: int
    """Time to notice a card that one move matches."""
    spread: float
    """How much times vary: the standard deviation of their logarithm."""
    overlooks: float
    """Chance to overlook a card that one move matches, at one look."""
    overlooks_two: float
    """The same for a card that takes two moves."""
    shouts_wrongly: float
    """Chance to shout AYA, at one look, with nothing in sight."""
    calls_oye: float
    """Chance that it trusts a look that has found nothing, and calls OYE (or concedes); else it
    looks again."""
    slips: float
    """Chance to play another move than the one it meant."""
    move_ms: int
    looks_ahead: bool
    """Whether, of several matches, it picks one after which another is possible."""


LEVELS: dict[int, Reflexes] = {
    1: Reflexes(7000, 0.50, 0.45, 0.85, 0.080, 0.20, 0.20, 1800, looks_ahead=False),
    2: Reflexes(4500, 0.45, 0.30, 0.65, 0.050, 0.30, 0.12, 1400, looks_ahead=False),
    3: Reflexes(2900, 0.40, 0.18, 0.45, 0.030, 0.40, 0.07, 1100, looks_ahead=False),
    4: Reflexes(1900, 0.35, 0.09, 0.25, 0.015, 0.55, 0.03, 850, looks_ahead=True),
    5: Reflexes(1200, 0.30, 0.03, 0.10, 0.005, 0.70, 0.01, 650, looks_ahead=True),
}

TWO_MOVES_FACTOR = 1.7
"""How much longer it takes to notice a card two moves away."""

LOOK_FACTOR = 1.6
"""How much longer than noticing a card it takes to find that there is none."""

UPSETS_TRACK = 0.6
"""Chance, at one look, to call AYA only to change a track that would keep coming round."""

CARDS_THAT_TELL = 2.5
"""So many cards more make the odds of winning e times as good."""

SHOWS_WITHIN_MS = 3500
"""A match that refutes an OYE is announced sooner than this, and ..."""

SHOWN_WITHIN_MS = 900
"""... each of its moves is played sooner than this: who refutes has seen it already."""

ANSWERS_FROM_MS, ANSWERS_WITHIN_MS = 2000, 6000
"""When a bot says that it has seen nothing to refute an OYE with. To be sure that there is nothing
takes the weaker ones much longer, but nobody wants to watch that."""

MOST_LOOKS = 6
"""After so many looks that found nothing, a bot believes that there is nothing."""


def react(position: AyaPosition, seat: Seat, level: int, rng: Random) -> Reaction | None:
    """What a bot will do in a position that its seat observes, and when; None if the seat owes
    nothing. The same state of the random numbers gives the same reaction."""
    duty = position.duty
    if seat not in position.owing_seats:
        return None
    bot = _Bot(position, seat, LEVELS[level], rng)
    if isinstance(duty, duties.Calling):
        return bot.call(duties.OYE if duties.OYE in duty.calls else duties.AYA)
    if isinstance(duty, duties.Oye):
        return bot.answer()
    if isinstance(duty, duties.Attempt):
        return bot.move(duty)
    return Reaction(0, duties.EXCEPTIONAL)


def act_on(position: AyaPosition, seat: Seat, seen: Sighting) -> Reaction | None:
    """What a seat does that sees something: it calls as it says, refutes an OYE if there is a move
    to show, and plays its next move. If there is none it stops, or plays the first move that it may
    where a move is owed. None if it owes nothing."""
    duty = position.duty
    if seat not in position.owing_seats:
        return None
    if isinstance(duty, duties.Calling):
        return Reaction(seen.delay_ms, seen.call)
    if isinstance(duty, duties.Oye):
        return Reaction(seen.delay_ms, duties.REFUTE if seen.moves else duties.CONCEDE)
    if isinstance(duty, duties.Attempt):
        legal = position.legal_actions(seat)
        otherwise = duties.STOP if duties.STOP in legal else legal[0]
        return Reaction(seen.delay_ms, seen.moves[0] if seen.moves else otherwise)
    return Reaction(0, duties.EXCEPTIONAL)


def chance(position: AyaPosition, seat: Seat) -> float:
    """A seat's chance to win, by the cards alone: three more than another make it likely."""
    sign = -1 if position.variant.fewest_wins else 1
    weights = [exp(sign * score / CARDS_THAT_TELL) for score in position.scores]
    return weights[seat - 1] / sum(weights)


def goes_on_looking(before: AyaPosition, after: AyaPosition) -> bool:
    """Whether who looks at a position goes on as before in the next one: another seat has conceded,
    and nothing else has changed."""
    was, now = before.duty, after.duty
    if not (isinstance(was, duties.Oye) and isinstance(now, duties.Oye)):
        return False
    return was.caller == now.caller and was.conceded < now.conceded


def _hurried(ms: float, within_ms: int) -> int:
    """A time that is shorter the less there is of it: nearly all of a short one, and never as much
    as ``within_ms``."""
    return int(ms * within_ms / (ms + within_ms))


@dataclass(frozen=True)
class _Bot:
    position: AyaPosition
    seat: Seat
    reflexes: Reflexes
    rng: Random

    def call(self, when_nothing: AyaAction) -> Reaction:
        """AYA for a card noticed, or by mistake; ``when_nothing`` when there seems to be none."""
        error = UPSETS_TRACK if self._comes_round() else self.reflexes.shouts_wrongly
        return self._look(duties.AYA, error, when_nothing)

    def answer(self) -> Reaction:
        """Refute an OYE by a card noticed; else concede, and let nobody wait long for either."""
        looked = self._look(duties.REFUTE, 0, duties.CONCEDE)
        if looked.action == duties.REFUTE:
            return Reaction(_hurried(looked.delay_ms, SHOWS_WITHIN_MS), duties.REFUTE)
        longest_ms = ANSWERS_WITHIN_MS - ANSWERS_FROM_MS
        delay_ms = ANSWERS_FROM_MS + _hurried(looked.delay_ms, longest_ms)
        return Reaction(delay_ms, duties.CONCEDE)

    def move(self, attempt: duties.Attempt) -> Reaction:
        """Play a match; a seat that has called knows one, one merely on turn has to notice it."""
        reflexes, rng = self.reflexes, self.rng
        delay_ms = self._time(reflexes.move_ms)
        found = matches(self.position)
        if attempt.demonstration is not None and found:
            # A slip would be taken back, and everybody would wait while the bot looks again.
            return Reaction(_hurried(delay_ms, SHOWN_WITHIN_MS), self._pick(found).moves[0])
        if not self.position.clock and not attempt.is_second:
            delay_ms += self._time(reflexes.notice_ms)
            cards = self.position.open_cards
            needed = zip(cards, moves_needed(self.position.track, faces(cards)), strict=True)
            seen = {card for card, moves in needed if moves and not self._overlooks(moves)}
            found = tuple(match for match in found if not seen.isdisjoint(match.cards))
        if rng.random() < reflexes.slips:
            found = ()
        if found:
            return Reaction(delay_ms, self._pick(found).moves[0])
        if attempt.is_second and rng.random() < 0.5:
            return Reaction(delay_ms, duties.STOP)
        return Reaction(delay_ms, rng.choice(STANDARD_MOVES))

    def _look(self, on_notice: AyaAction, error: float, on_nothing: AyaAction) -> Reaction:
        """Look once or several times; a look that finds nothing is trusted or repeated."""
        # For each card that the seat could match, by how many moves.
        position = self.position
        cards = faces(position.variant.open_cards(position.table, self.seat))
        needed = [moves for moves in moves_needed(position.track, cards) if moves]
        elapsed_ms = 0
        for _ in range(MOST_LOOKS):
            noticed_ms = self._notice(needed)
            if noticed_ms is not None:
                return Reaction(elapsed_ms + noticed_ms, on_notice)
            if self.rng.random() < error:
                return Reaction(elapsed_ms + self._time(self.reflexes.notice_ms), on_notice)
            elapsed_ms += self._time(self.reflexes.notice_ms * LOOK_FACTOR)
            if self.rng.random() < self.reflexes.calls_oye:
                break
        return Reaction(elapsed_ms, on_nothing)

    def _comes_round(self) -> bool:
        """Whether only an AYA can change what is matched: an OYE that stands changes no open card,
        and after three exceptional moves the track is the same again."""
        if not self.position.variant.counts_ahas:
            return False
        track, cards = self.position.track, faces(self.position.open_cards)
        for _ in range(3):
            if any(moves_needed(track, cards)):
                return False
            track = exceptional_move(track)
        return True

    def _notice(self, needed: list[int]) -> int | None:
        """The time until the first card is noticed; None if all are overlooked."""
        medians_ms = (
            self.reflexes.notice_ms * (1 if moves == 1 else TWO_MOVES_FACTOR)
            for moves in needed
            if not self._overlooks(moves)
        )
        return min(map(self._time, medians_ms), default=None)

    def _overlooks(self, moves: int) -> bool:
        chance = self.reflexes.overlooks if moves == 1 else self.reflexes.overlooks_two
        return self.rng.random() < chance

    def _time(self, median_ms: float) -> int:
        """A random time, log-normal about its median, in milliseconds."""
        return round(self.rng.lognormvariate(log(median_ms), self.reflexes.spread))

    def _pick(self, found: tuple[CardMatch, ...]) -> CardMatch:
        """One of the matches worth most; one move rather than two."""
        best = max(map(self._worth, found))
        return self.rng.choice([match for match in found if self._worth(match) == best])

    def _worth(self, match: CardMatch) -> float:
        """How many cards it matches; the seat's own count less, as matching them changes less."""
        worth = sum(1.0 if card.owner != self.seat else 0.5 for card in match.cards)
        if len(match.moves) == 2:
            worth -= 0.25
        elif self.reflexes.looks_ahead and self._leads_on(match):
            worth += 0.25
        return worth

    def _leads_on(self, match: CardMatch) -> bool:
        """Whether another open card could be matched at once afterwards."""
        reached = one_move_to(standard_move(self.position.track, match.moves[0]))
        left = (card for card in self.position.open_cards if card not in match.cards)
        return any(card.card.pattern in reached for card in left)
