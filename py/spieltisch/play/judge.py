"""Has bots play series by rules that no bot can reach.

The judge has a Python to itself (static/workshop/): the house's bots play in it, and each bot of a
person's own is asked where it is confined (confined.py). What comes back is a stranger's text.
"""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from spieltisch.games import catalog
from spieltisch.games.contract import Game, Reaction
from spieltisch.play.bots import (
    Actor,
    EndlessMatchError,
    PlayedMatch,
    TimedBot,
    begun_match,
    parse_bot,
)
from spieltisch.play.own_bot import CONTRACTS, may_play
from spieltisch.play.own_jobs import (
    MAX_SAID,
    MOST_FAILURES,
    MOST_TURNS,
    Acted,
    AskBot,
    Contestant,
    Done,
    Event,
    Failed,
    Failure,
    FailureKind,
    Lost,
    Made,
    MakeBot,
    MatchPlayed,
    Series,
    format_job,
    own_player,
    parse_event,
    parse_job,
)
from spieltisch.table import AnyPosition, AnyRules, Player, Seat, Setup, TableAction, format_record

TELL = -1
"""To whom a text is posted that is for the page; a contestant is asked by its place, from 0 on."""

Asking = Generator[tuple[int, MakeBot | AskBot], Event, Any]
"""Yields whom to ask what, and is sent the answer."""


class _AwaitedError(Exception):
    """A bot that is not here has to be asked before the match goes on."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class _FailedError(Exception):
    """A contestant has failed."""

    def __init__(self, place: int, failure: Failure) -> None:
        super().__init__(str(failure))
        self.place, self.failure = place, failure


@dataclass
class _Away:
    """A bot that has its own Python, as the match sees it."""

    place: int
    """Among the contestants."""
    said: tuple[Reaction | None] | None = None
    """What it does with the position at hand, once it has said so."""
    known: int | None = None
    """How many turns of the match it knows; None if none, and not the start either."""

    def choose(self, position: AnyPosition, seat: Seat) -> Any:
        """What it has said; raises _AwaitedError if it has said nothing yet."""
        said = self.taken(seat)
        assert said is not None
        return said.action

    def taken(self, seat: Seat) -> Reaction | None:
        if self.said is None:
            raise _AwaitedError(seat)
        return self.said[0]


class _AwayInTime(_Away, TimedBot):
    """The same, of one that says how long it takes."""

    def react(self, position: AnyPosition, seat: Seat) -> Reaction | None:
        return self.taken(seat)


@dataclass
class Judge:
    """Has series played, one after the other."""

    post: Callable[[int, str], None]
    """To whom (TELL, or a contestant by its place), and what."""
    _doing: Asking | None = None
    _asked: int = TELL

    def run(self, text: str) -> None:
        """Play a series; what was being played is given up."""
        series = parse_job(text)
        assert isinstance(series, Series)
        self._doing = self._series(series)
        self._go_on(None)

    def hear(self, place: int, text: str) -> None:
        """Take in what a contestant has answered: any text."""
        if place != self._asked:
            return
        try:
            answer = parse_event(text)
        except ValueError:
            answer = Failed(Failure("?", FailureKind.FLOOD))
        self._go_on(answer)

    def _go_on(self, answer: Event | None) -> None:
        doing = self._doing
        if doing is None:
            return
        try:
            place, question = next(doing) if answer is None else doing.send(answer)
        except StopIteration:
            self._doing, self._asked = None, TELL
        else:
            self._asked = place
            self.post(place, format_job(question))

    def _tell(self, event: Event) -> None:
        self.post(TELL, format_job(event))

    def _series(self, series: Series) -> Asking:
        game, failures = catalog.game_of(series.game), Counter(dict(enumerate(series.failures)))
        setup = replace(game.info.default_setup(), players=(Player(),) * len(series.contestants))
        game.info.check(setup)
        for number in range(series.begun, series.matches):
            if max(failures.values(), default=0) >= MOST_FAILURES:
                break
            try:
                place = yield from self._match(series, game, setup, number)
            except _FailedError as error:
                # The file is no bot, or does not come to its end.
                self._tell(Failed(error.failure))
                return
            if place is not None:
                failures[place] += 1
        self._tell(Done(series.job))

    def _match(self, series: Series, game: Game, setup: Setup, number: int) -> Asking:
        """Play a match, and give who has failed in it; None if nobody has. Raises _FailedError if
        one does not get as far as being asked."""
        contestants, seed = series.contestants, series.seed + number
        count = len(contestants)
        places = [(seat - number) % count for seat in range(count)]
        seated = [contestants[place] for place in places]
        start = game.rules.deal(setup, Random(seed).shuffle)
        players = tuple(_player(one, game) for one in seated)
        dealt = replace(setup, seed=seed, start=start, players=players)
        rng = Random(f"bots {seed}")
        bots: list[Actor] = []
        for place, one in zip(places, seated, strict=True):
            if one.source:
                make = MakeBot(series.game, one, _memory(series, seed), rng.random())
                made = yield place, make
                if not isinstance(made, Made) or made.contract not in CONTRACTS:
                    raise _FailedError(place, self._failure(made, one))
                bots.append(_AwayInTime(place) if made.contract == "see" else _Away(place))
            else:
                bots.append(parse_bot(one.name, game).make(game, rng))
        playing = PlayedMatch(begun_match(game, dealt, count), bots, rng)
        failed = None
        try:
            yield from self._played(series, playing, seated)
        except _FailedError as error:
            failed = error.place
            seat = places.index(failed) + 1
            self._tell(Lost(series.job, error.failure, failed))
            playing.match = playing.match.play(seat, TableAction.RESIGN, round(playing.now_ms))
        match = playing.match
        outcome = match.position.outcome
        winners = () if outcome is None or outcome.is_draw else tuple(sorted(outcome.winners))
        record = format_record(match.record)
        first = number % count + 1
        self._tell(MatchPlayed(series.job, first, winners, len(match.turns), record))
        return failed

    def _played(self, series: Series, playing: PlayedMatch, seated: Sequence[Contestant]) -> Asking:
        """Play a match to its end; one that has none is a draw."""
        while not playing.match.is_over and len(playing.match.turns) < MOST_TURNS:
            try:
                playing.step()
            except _AwaitedError as awaited:
                bot = playing.bots[awaited.seat - 1]
                assert isinstance(bot, _Away)
                one = seated[awaited.seat - 1]
                said = yield from self._asked_of(series, playing, bot, one, awaited.seat)
                bot.said = (said,)
            except EndlessMatchError:
                return
            else:
                for bot in playing.bots:
                    if isinstance(bot, _Away):
                        bot.said = None

    def _asked_of(
        self,
        series: Series,
        playing: PlayedMatch,
        bot: _Away,
        one: Contestant,
        seat: Seat,
    ) -> Asking:
        """What a bot does with the position at hand; raises _FailedError."""
        match, rules = playing.match, playing.match.rules
        position = match.position.observe(seat)
        text, since = "", tuple[tuple[Seat, str], ...]()
        if bot.known is None or position is not match.position:
            text = rules.format_position(position)
        else:
            new = match.turns[bot.known :]
            since = tuple((turn.seat, rules.format_action(turn.action)) for turn in new)
        bot.known = len(match.turns)
        ticket = f"{series.job} {bot.known}"
        asked = replace(one, source="")
        memory = _memory(series, match.setup.seed)
        said = yield bot.place, AskBot(ticket, series.game, text, seat, asked, memory, "", since)
        try:
            if not isinstance(said, Acted):
                raise _FailedError(bot.place, self._failure(said, one))
            if not said.action and isinstance(bot, TimedBot):
                return None
            action = _parsed(rules, said.action)
            if action not in position.legal_actions(seat):
                kind, what = FailureKind.ILLEGAL_CHOICE, repr(said.action)[:MAX_SAID]
                raise _FailedError(bot.place, Failure(one.name, kind, what))
        except _FailedError as error:
            where = rules.format_position(position)
            is_illegal = error.failure.may or error.failure.kind is FailureKind.ILLEGAL_CHOICE
            error.failure = replace(
                error.failure,
                seat=seat,
                position=where,
                turn=len(match.turns) + 1,
                may=may_play(rules, position, seat) if is_illegal else "",
            )
            raise
        return Reaction(said.delay_ms, action)

    def _failure(self, said: Event, one: Contestant) -> Failure:
        """What a contestant has told, as a failure of its own and of nobody else."""
        failure = said.failure if isinstance(said, Failed) else Failure("?", FailureKind.FLOOD)
        return replace(failure, name=one.name, said=failure.said[:MAX_SAID], position="", turn=0)


def _parsed(rules: AnyRules, text: str) -> Any:
    """The action of a text; None if it is none."""
    try:
        return rules.parse_action(text)
    except ValueError:
        return None


def _memory(series: Series, seed: int | None) -> str:
    """Of whom a bot knows the match that was dealt by a seed."""
    return f"{series.job} {seed}"


def _player(one: Contestant, game: Game) -> Player:
    if one.source:
        return own_player(one.name)
    bot = parse_bot(one.name, game)
    return Player(str(bot), bot.controller)
