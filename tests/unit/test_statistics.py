"""What matches add up to: results, streaks, lengths, and how calls turned out."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play.bots import BotKind, BotName, parse_bot, play_match
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import MAX_NAME, is_own_player, own_player
from spieltisch.play.statistics import (
    GameStatistics,
    Spread,
    Tally,
    chance_better,
    interval,
    result_of,
    statistics_of,
)
from spieltisch.play.summary import (
    CallFigures,
    Summary,
    figures_of,
    format_figures,
    parse_figures,
    summary_of,
)
from spieltisch.table import Bot, Outcome, Player, Record, Setup, TimedCall, parse_controller
from tests import fourth

DUEL = parse_setup("yala", "seats=human,bot:3&seed=42")


def ended(
    winners: tuple[int, ...] = (1,),
    *,
    setup: Setup = DUEL,
    at: int = 1,
    length: int = 20,
    calls: Sequence[TimedCall] = (),
) -> Summary:
    """A match that is over, as if it had been played at a moment."""
    begun = summary_of(Match.open(Record(setup)), "k7q2m9x4bd01", begun_ms=0, played_ms=at)
    outcome = Outcome(frozenset(winners), "no-move")
    text = format_figures(figures_of(calls))
    return replace(begun, length=length, outcome=outcome, calls=text, awaits=())


def of(*summaries: Summary, since_ms: int = 0) -> GameStatistics:
    (found,) = statistics_of(summaries, since_ms)
    return found


def with_seats(*controllers: str) -> Setup:
    return replace(
        DUEL, players=tuple(Player("", parse_controller(controller)) for controller in controllers)
    )


@pytest.mark.parametrize(
    ("setup", "winners", "result"),
    [
        (with_seats("human", "bot:3"), (1,), "won"),
        (with_seats("human", "bot:3"), (2,), "lost"),
        (with_seats("human", "bot:3"), (), "drawn"),
        (with_seats("bot:3", "human"), (2,), "won"),
        (with_seats("bot:3", "human"), (1, 2), "won"),
        (with_seats("human", "human"), (1,), None),
        (with_seats("bot:3", "bot:3"), (1,), None),
        (parse_setup("aya", "seats=human&variant=tueftler&seed=1"), (1,), "won"),
        (parse_setup("aya", "seats=human&variant=tueftler&seed=1"), (), "lost"),
    ],
)
def test_a_result_is_that_of_the_one_person(
    setup: Setup, winners: tuple[int, ...], result: str | None
) -> None:
    assert result_of(ended(winners, setup=setup)) == result


def test_a_bot_of_somebody_s_own_is_of_no_level() -> None:
    own = replace(DUEL, players=(Player(), own_player("Zeno")))
    named = replace(DUEL, players=(Player(), Player("Zeno", Bot(3))))
    told = of(ended(setup=own), ended(setup=named))
    assert told.by_level == ((3, Tally(won=1)),)
    assert (told.total.played, told.others) == (1, 1)
    assert is_own_player(own_player("a very long name of a bot"[:MAX_NAME]))


def test_a_match_that_goes_on_has_no_result_and_does_not_count() -> None:
    going_on = replace(ended(), outcome=None)
    assert result_of(going_on) is None
    assert statistics_of([going_on]) == ()


def test_matches_add_up_by_level_and_seat() -> None:
    told = of(
        ended((1,)),
        ended((2,)),
        ended((), setup=with_seats("human", "bot:5")),
        ended((2,), setup=with_seats("bot:5", "human")),
        ended((2,), setup=with_seats("human", "human")),
    )
    assert told.total == Tally(won=2, lost=1, drawn=1)
    assert told.by_level == ((3, Tally(1, 1, 0)), (5, Tally(1, 0, 1)))
    assert told.by_seat == ((1, Tally(1, 1, 1)), (2, Tally(1, 0, 0)))
    assert told.others == 1
    assert sum(tally.played for _, tally in told.by_level) == told.total.played == 4


def test_against_bots_of_several_levels_the_strongest_counts() -> None:
    setup = parse_setup("aya", "seats=human,bot:2,bot:4&seed=1")
    assert of(ended(setup=setup)).by_level == ((4, Tally(won=1)),)


def test_played_alone_there_is_no_level_and_no_seat_to_tell() -> None:
    told = of(ended((), setup=parse_setup("aya", "seats=human&variant=tueftler&seed=1")))
    assert told.by_level == ((0, Tally(lost=1)),)
    assert told.by_seat == ()


def test_a_streak_is_of_wins_in_the_order_they_were_played() -> None:
    results = [(1,), (1,), (1,), (2,), (1,), (1,)]
    matches = [ended(winners, at=at) for at, winners in enumerate(results, start=1)]
    Random(3).shuffle(matches)
    told = of(*matches)
    assert (told.streak, told.best_streak) == (2, 3)
    assert told.recent == ("won", "won", "won", "lost", "won", "won")
    broken = of(*matches, ended((), at=9))
    assert (broken.streak, broken.best_streak) == (0, 3)


def played_by_bots(seed: int, game: str) -> Summary:
    """The summary of a whole match, with an id and a moment that say nothing of each other."""
    rng, found = Random(seed), catalog.game_of(game)
    query = f"seats=human,bot:{rng.randint(1, 3)}&seed={seed}"
    setup = parse_setup(game, query)
    if rng.random() < 0.5:
        setup = replace(setup, players=setup.players[::-1])
    match = play_match(found, setup, [parse_bot("random", found)] * 2, rng)
    name = "".join(rng.choices("0123456789abcdefghijklmnopqrstuvwxyz", k=12))
    moment = rng.randrange(1, 40)
    return summary_of(match, name, begun_ms=0, played_ms=moment)


def test_whatever_order_they_come_in_matches_count_in_that_in_which_they_were_played() -> None:
    """Real ones, of many ids, some of them played in the same moment: what is told of one game is
    what one finds who goes through them one after the other."""
    summaries = [played_by_bots(seed, "yala") for seed in range(60)]
    assert sorted(summaries, key=lambda one: one.id) != sorted(
        summaries, key=lambda one: one.played_ms
    )
    in_turn = sorted(summaries, key=lambda one: one.id)
    in_turn.sort(key=lambda one: one.played_ms)
    results = [result_of(one) for one in in_turn]
    streaks = [len(list(run)) for result, run in groupby(results) if result == "won"]
    lengths = sorted(one.length for one in in_turn)
    found = of(*in_turn)
    assert found.recent == tuple(results[-30:])
    assert found.best_streak == max(streaks)
    assert found.streak == (streaks[-1] if results[-1] == "won" else 0)
    assert found.total == Tally(*(results.count(one) for one in ("won", "lost", "drawn")))
    assert (found.lengths.least, found.lengths.most) == (lengths[0], lengths[-1])
    for seat, tally in found.by_seat:
        own = [result_of(one) for one in in_turn if one.own_seat == seat]
        assert tally == Tally(*(own.count(one) for one in ("won", "lost", "drawn")))
    for shuffle in range(5):
        Random(shuffle).shuffle(summaries)
        assert of(*summaries) == found


REASONS = ("no-move", "repetition", "time", "resigned", "agreed")
MATCHES = st.builds(
    lambda at, length, lasted_ms, winners, reason, who: replace(
        ended(setup=who, at=at),
        id=f"{at:06}{length:03}{lasted_ms % 1000:03}",
        length=length,
        lasted_ms=lasted_ms,
        outcome=Outcome(winners, reason),
    ),
    st.integers(1, 5),
    st.integers(0, 99),
    st.sampled_from([0, 0, 1, 900, 70_000]),
    st.sampled_from([frozenset(), frozenset({1}), frozenset({2})]),
    st.sampled_from(REASONS),
    st.sampled_from(
        [
            *(with_seats(*who) for who in (("human", "bot:1"), ("bot:1", "human"))),
            *(with_seats(*who) for who in (("human", "bot:3"), ("human", "human"))),
            with_seats("bot:2", "bot:3"),
            replace(DUEL, options=(("ring", "12"), ("wall", "6"))),
        ]
    ),
)


@given(st.lists(MATCHES, max_size=40), st.integers(0, 3))
@settings(max_examples=100)
def test_what_matches_add_up_to_is_what_counting_them_one_by_one_gives(
    matches: list[Summary], since_ms: int
) -> None:
    """Whoever played, however it ended, and whatever does not count."""
    counted = [one for one in matches if one.played_ms >= since_ms]
    if not counted:
        assert statistics_of(matches, since_ms) == ()
        return
    own = [
        (one, "lost" if one.outcome.winners else "drawn")
        if one.setup.people - one.outcome.winners
        else (one, "won")
        for one in sorted(counted, key=lambda one: (one.played_ms, one.id))
        if one.outcome is not None and len(one.setup.people) == 1 and not one.setup.options
    ]
    found = of(*matches, since_ms=since_ms)
    results = [result for _, result in own]

    def tally(wanted: list[str]) -> Tally:
        return Tally(wanted.count("won"), wanted.count("lost"), wanted.count("drawn"))

    def ends(reason: str, wanted: str) -> int:
        return [(one.outcome and one.outcome.reason, told) for one, told in own].count(
            (reason, wanted)
        )

    assert found.total == tally(results)
    assert found.others == len(counted) - len(own)
    assert found.recent == tuple(results[max(0, len(results) - 30) :])
    for level in {level_of(one) for one, _ in own} | {level for level, _ in found.by_level}:
        wanted = [told for one, told in own if level_of(one) == level]
        assert dict(found.by_level)[level] == tally(wanted)
    for seat in {one.own_seat for one, _ in own} | {seat for seat, _ in found.by_seat}:
        assert dict(found.by_seat)[seat] == tally([t for one, t in own if one.own_seat == seat])
    assert [*found.by_level] == sorted(found.by_level)
    assert [*found.by_seat] == sorted(found.by_seat)
    runs = [(result, len([*run])) for result, run in groupby(results)]
    assert found.best_streak == max((n for result, n in runs if result == "won"), default=0)
    assert found.streak == (runs[-1][1] if runs and runs[-1][0] == "won" else 0)
    for spread, numbers in (
        (found.lengths, sorted(one.length for one, _ in own)),
        (found.lasted_ms, sorted(one.lasted_ms for one, _ in own if one.lasted_ms)),
    ):
        # Of two in the middle, the higher one.
        expected = (numbers[0], numbers[len(numbers) // 2], numbers[-1]) if numbers else None
        assert spread == expected
    assert found.resigned == (ends("resigned", "lost"), ends("resigned", "won"))
    assert found.agreed == ends("agreed", "drawn")


def level_of(summary: Summary) -> int:
    """That of the strongest bot."""
    players = summary.setup.players
    return max(one.controller.level for one in players if isinstance(one.controller, Bot))


@given(st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
@settings(max_examples=100)
def test_the_bounds_of_a_share_are_as_far_from_it_as_chance_goes(told: tuple[int, int]) -> None:
    """At each bound, the share that was found is 1.96 standard deviations away (Wilson, 1927)."""
    halves, count = told
    share = halves / (2 * count)
    least, most = interval(share, count)
    assert 0 <= least <= most <= 1
    for bound in (least, most):
        squared = count * (share - bound) ** 2
        assert squared == pytest.approx(1.96**2 * bound * (1 - bound), abs=1e-9)
    if 0 < share < 1:
        assert least < share < most
    else:
        assert abs((least if share == 0 else most) - share) < 1e-9 < most - least


POINTS = st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n)))


@given(POINTS, POINTS)
@settings(max_examples=100)
def test_who_is_better_is_as_likely_as_two_normal_shares_say(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    """The mean and the deviation of a share after points in matches, of which none is known before:
    those of a beta distribution."""

    def share(halves: int, count: int) -> NormalDist:
        won, lost = halves / 2 + 1, count - halves / 2 + 1
        whole = won + lost
        return NormalDist(won / whole, sqrt(won * lost / (whole * whole * (whole + 1))))

    ahead = share(*one) - share(*other)
    told = chance_better(one[0] / 2, one[1], other[0] / 2, other[1])
    assert told == pytest.approx(1 - ahead.cdf(0), abs=1e-9)
    back = chance_better(other[0] / 2, other[1], one[0] / 2, one[1])
    assert told + back == pytest.approx(1, abs=1e-9)


def test_lengths_are_told_by_their_least_middle_and_most() -> None:
    assert of(*(ended(length=length) for length in (30, 10, 24))).lengths == Spread(10, 24, 30)
    assert of(ended(length=7)).lengths == Spread(7, 7, 7)
    assert of(ended(setup=with_seats("human", "human"))).lengths is None


def test_what_was_erased_counts_no_more() -> None:
    before, after = ended((2,), at=100), ended((1,), at=101)
    assert of(before, after, since_ms=101).total == Tally(won=1)
    assert statistics_of([before], since_ms=101) == ()


def test_games_come_in_the_order_of_the_menu() -> None:
    with fourth.in_catalogue():
        every = [
            ended(setup=replace(game.info.default_setup(), start=deal(game.info.default_setup())))
            for game in reversed(catalog.GAMES.values())
            for deal in [lambda setup, game=game: game.rules.deal(setup, Random(1).shuffle)]
        ]
        assert [told.game for told in statistics_of(every)] == list(catalog.GAMES)


def test_calls_add_up_by_word_and_reactions_by_what_they_were_about() -> None:
    setup = parse_setup("aya", "seats=human,bot:2&seed=1")
    calls = (
        TimedCall(1, "aya", "dark", 2100, is_right=True),
        TimedCall(1, "aya", "dark", 1500, is_right=True),
        TimedCall(1, "aya", "dark", None, is_right=True),
        TimedCall(1, "aya", "", 900, is_right=False),
        TimedCall(1, "oye", "nothing", 4000, is_right=True),
    )
    told = of(ended(setup=setup, calls=calls), ended(setup=setup, calls=calls[:1]))
    assert told.calls == (("aya", 4, 1), ("oye", 1, 0))
    assert [(one.kind, one.times_ms) for one in told.reactions] == [
        ("dark", (1500, 2100, 2100)),
        ("nothing", (4000,)),
    ]
    assert (told.reactions[0].best_ms, told.reactions[0].median_ms) == (1500, 2100)


def test_a_game_without_calls_has_nothing_to_tell_of_them() -> None:
    assert (of(ended()).calls, of(ended()).reactions) == ((), ())


names = st.text("abcz-", min_size=1, max_size=4)
counts = st.integers(0, 10**6)


@given(
    st.builds(
        CallFigures,
        st.dictionaries(names, st.tuples(counts, counts), max_size=3),
        st.dictionaries(names, st.lists(counts, min_size=1, max_size=4).map(tuple), max_size=3),
    )
)
def test_the_text_of_call_figures_is_all_of_them(figures: CallFigures) -> None:
    assert parse_figures(format_figures(figures)) == figures


@pytest.mark.parametrize(
    "text",
    [
        *("x", "x=1", "x=1,2,3", "x:", "x=1,2  y:3", "=1,2", "x=1,-2"),
        # Longer than any time, and than any that can be divided or written.
        *(f"x:{'9' * digits}" for digits in (17, 400, 4_000)),
        f"x=1,2 y:1,{'9' * 17}",
    ],
)
def test_what_are_no_call_figures_is_refused_and_does_not_count(text: str) -> None:
    with pytest.raises(ValueError, match="is no figure of calls"):
        parse_figures(text)
    setup = parse_setup("aya", "seats=human,bot:2&seed=1")
    assert of(replace(ended(setup=setup), calls=text)).calls == ()


# The calls of real matches.


def race(seed: int, controllers: str = "human,bot:3,bot:1") -> Match:
    """A match in which what a person does is done by a bot."""
    setup = parse_setup("aya", f"seats={controllers}&variant=turbo&seed={seed}")
    bots = replace(setup, players=tuple(Player("", Bot(level)) for level in (4, 3, 1)))
    names = [BotName(BotKind.REFLEX, level) for level in (4, 3, 1)]
    played = play_match(catalog.game_of("aya"), bots, names, Random(seed))
    return Match.open(replace(played.record, setup=setup))


def test_every_call_of_a_match_is_told_with_what_came_of_it() -> None:
    shouts = catalog.game_of("aya").shouts
    assert shouts is not None
    seen = set()
    for seed in range(6):
        match = race(seed)
        calls = shouts.timed_calls(match.turns)
        said = [(turn.seat, turn.action) for turn in match.turns if turn.action in shouts.words]
        assert [(call.seat, call.word) for call in calls] == said[: len(calls)]
        assert len(calls) in (len(said), len(said) - 1)
        for call in calls:
            assert call.is_right == bool(call.kind)
            assert call.kind in ("", *shouts.kinds)
            assert call.ms is None or 0 < call.ms < 60_000
            seen.add((call.word, call.is_right))
    assert seen >= {(word, is_right) for word in shouts.words for is_right in (True, False)}


def test_a_summary_keeps_the_calls_of_people_once_the_match_is_over() -> None:
    match = race(1)
    assert match.is_over
    kept = summary_of(match, "k7q2m9x4bd01", begun_ms=0, played_ms=1)
    shouts = match.game.shouts
    assert shouts is not None
    own = [call for call in shouts.timed_calls(match.turns) if call.seat == 1]
    assert own
    assert parse_figures(kept.calls) == figures_of(own)
    going_on = summary_of(match.show(10), "k7q2m9x4bd01", begun_ms=0, played_ms=1)
    assert going_on.calls == ""
