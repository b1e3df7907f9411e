"""AYA's bots, by their statistics over many seeded rounds."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from statistics import fmean, median

import pytest

from spieltisch.games.aya.bots.reflex import LEVELS, act_on, chance, goes_on_looking, react
from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.duties import Attempt, Calling, Oye
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import (
    BALLS,
    STANDARD_MOVES,
    format_track,
    pattern_of,
    standard_move,
)
from spieltisch.games.contract import Sighting
from spieltisch.table import Bot, Player, Setup
from tests.unit.aya_table import (
    all_setups,
    aya_oye,
    kindergarten,
    name_of,
    play,
    rumkugeln,
    turbo_places,
    with_track,
)
from tests.unit.playouts import play_out

ROUNDS = 600

ONE_MOVE = aya_oye("bybyb bybyb", "bbbby bybyb")
TWO_MOVES = aya_oye("bybyb bybyb", "bbbbb* bybyb")
NOTHING = aya_oye("bybyb bybyb", "byyyb bybyb")


def reactions(position, level, seat=1):
    rng = random.Random(f"{level}")
    made = [react(position.observe(seat), seat, level, rng) for _ in range(ROUNDS)]
    assert all(one is not None for one in made)
    return [one for one in made if one is not None]


def share(position, level, *actions, seat=1):
    counts = Counter(made.action for made in reactions(position, level, seat))
    return sum(counts[action] for action in actions) / ROUNDS


def delays(position, level, action, seat=1):
    return [made.delay_ms for made in reactions(position, level, seat) if made.action == action]


def is_rising(values, slack=0.0):
    return all(b > a - slack for a, b in itertools.pairwise(values)) and values[-1] > values[0]


def test_there_are_five_levels():
    assert list(LEVELS) == [1, 2, 3, 4, 5]


def test_better_bots_are_quicker():
    times = [median(delays(ONE_MOVE, level, "aya")) for level in LEVELS]
    assert is_rising(times[::-1])
    assert 900 < times[4] < 1600
    assert times[0] > 5000


def test_reaction_times_vary_and_are_skewed_to_the_slow_side():
    for level in LEVELS:
        times = delays(ONE_MOVE, level, "aya")
        assert min(times) < 0.7 * median(times)
        assert max(times) > 1.5 * median(times)
        assert fmean(times) > median(times)
        assert min(times) > 150


def test_a_card_two_moves_away_takes_longer_and_is_overlooked_more():
    for level in LEVELS:
        assert median(delays(TWO_MOVES, level, "aya")) > 1.3 * median(
            delays(ONE_MOVE, level, "aya")
        )
        assert share(TWO_MOVES, level, "oye") > share(ONE_MOVE, level, "oye")


def test_better_bots_overlook_less():
    for position in (ONE_MOVE, TWO_MOVES):
        assert is_rising([share(position, level, "aya") for level in LEVELS], slack=0.02)
    assert share(ONE_MOVE, 5, "aya") > 0.96
    assert share(ONE_MOVE, 1, "oye") > 0.05


def test_better_bots_shout_wrongly_less():
    shares = [share(NOTHING, level, "aya") for level in LEVELS]
    assert is_rising(shares[::-1], slack=0.02)
    assert shares[0] > 0.1
    assert 0 <= shares[4] < 0.03


def test_bots_call_oye_where_nothing_can_be_matched_and_good_ones_sooner():
    for level in LEVELS:
        assert share(NOTHING, level, "oye") == 1 - share(NOTHING, level, "aya") > 0.6
    times = [median(delays(NOTHING, level, "oye")) for level in LEVELS]
    assert is_rising(times[::-1])
    assert times[4] > median(delays(ONE_MOVE, 5, "aya"))


def test_bots_refute_a_wrong_oye_and_concede_a_right_one():
    wrong = play(ONE_MOVE, "2 oye")
    right = play(NOTHING, "2 oye")
    for level in LEVELS:
        assert share(wrong, level, "refute") > 0.6
        assert share(right, level, "concede") == 1
    assert is_rising([share(wrong, level, "refute") for level in LEVELS], slack=0.02)


def test_nobody_waits_long_for_the_answer_to_an_oye():
    right, wrong = play(NOTHING, "2 oye"), play(TWO_MOVES, "2 oye")
    answers = [delays(right, level, "concede") for level in LEVELS]
    assert is_rising([median(times) for times in answers[::-1]])
    assert all(2000 <= ms < 6000 for times in answers for ms in times)
    shown = play(wrong, "1 refute")
    for level in LEVELS:
        for made in reactions(shown, level):
            second = react(shown.apply(1, made.action), 1, level, random.Random(level))
            assert second is not None
            assert max(made.delay_ms, second.delay_ms) < 900
            assert shown.apply(1, made.action).try_move(second.action).cards
        assert max(delays(wrong, level, "refute")) < 3500


def test_who_has_called_plays_a_match_but_for_slips():
    called = play(ONE_MOVE, "1 aya")
    for level, reflexes in LEVELS.items():
        # From START 4L, and 5L no less, show bbbby; a slip hits one of them by luck.
        hits = share(called, level, "4L", "5L")
        assert abs(1 - reflexes.slips * 0.8 - hits) < 0.05
        assert reflexes.slips < 0.25
    assert is_rising([share(called, level, "4L", "5L") for level in LEVELS], slack=0.02)


def test_a_two_move_match_is_played_to_its_end():
    called = play(TWO_MOVES, "1 aya")
    for _ in range(50):
        first = react(called, 1, 5, random.Random(_))
        assert first is not None
        between = called.apply(1, first.action)
        if first.action in ("4L", "5L"):
            assert between.duty == Attempt(1, is_second=True)
            second = react(between, 1, 5, random.Random(_))
            assert second is not None
            assert between.try_move(second.action).cards or second.action


def test_on_ones_turn_a_match_must_be_seen_first():
    position = kindergarten("bbbby bybyb bybyb bybyb bybyb", "bybyb", "", "")
    hits = [share(position, level, "4L", "5L") for level in LEVELS]
    assert is_rising(hits, slack=0.02)
    assert hits[0] < 0.6
    assert hits[4] > 0.9


def test_anothers_card_is_taken_rather_than_ones_own():
    position = play(aya_oye("bbyyy bybyb", "bbbby bybyb"), "1 aya")
    assert share(position, 5, "4L", "5L") > 0.9


@pytest.mark.parametrize("setup", [*all_setups()], ids=name_of)
def test_the_chances_of_a_moment_are_in_the_order_of_its_cards(setup) -> None:
    """Whoever would win if it ended now is likeliest to win, and no two differ for nothing."""
    for position in positions_of(setup, 3):
        chances = [chance(position, seat) for seat in range(1, setup.seats + 1)]
        assert sum(chances) == pytest.approx(1)
        sign = -1 if position.variant.fewest_wins else 1
        for one, other in itertools.product(range(setup.seats), repeat=2):
            ahead = sign * (position.scores[one] - position.scores[other])
            assert (chances[one] > chances[other]) == (ahead > 0)
        outcome = position.outcome
        if outcome is not None and outcome.scores and outcome.winners and setup.seats > 1:
            assert max(chances) == max(chances[seat - 1] for seat in outcome.winners)


@pytest.mark.parametrize("setup", [*all_setups()], ids=name_of)
def test_who_looks_goes_on_where_another_has_conceded_and_nowhere_else(setup) -> None:
    for before, after in itertools.pairwise(positions_of(setup, 4)):
        was, now = before.duty, after.duty
        goes_on = isinstance(was, Oye) and isinstance(now, Oye) and was.conceded != now.conceded
        assert goes_on_looking(before, after) == goes_on
        assert not goes_on_looking(before, before)
        assert not goes_on_looking(after, before)


def demonstrations(count):
    """Moments at which seat 2 shows a match, of several that there are, among random open cards."""
    rng = random.Random(31)
    while count:
        drawn = rng.sample(DECK, 8)
        piles = [" ".join(map(str, drawn[at : at + 2])) for at in (0, 2)]
        neutral = tuple(f"{one} {one}" for one in drawn[4:])
        begun = with_track(aya_oye(*piles, neutral=neutral), format_track(random_track(rng)))
        shown = play(begun, "1 oye", "2 refute")
        if len(matches(shown)) > 1:
            count -= 1
            yield shown


def random_track(rng):
    return "".join(rng.sample(BALLS, len(BALLS)))


def test_a_match_is_picked_than_which_none_is_plainly_better() -> None:
    """One of more cards is, where one's own counts half and a second move takes away less than
    that; of as many one by fewer moves; and to the better bots one after which another card can be
    matched at once."""

    def halves(match):
        return sum(1 if card.owner == 2 else 2 for card in match.cards)

    def leads_on(match):
        track = standard_move(position.track, match.moves[0])
        reached = {pattern_of(standard_move(track, move)) for move in STANDARD_MOVES}
        left = (card for card in position.open_cards if card not in match.cards)
        return len(match.moves) == 1 and any(card.card.pattern in reached for card in left)

    def is_better(one, other):
        if halves(one) != halves(other):
            return halves(one) > halves(other) + (len(one.moves) > len(other.moves))
        if len(one.moves) != len(other.moves):
            return len(one.moves) < len(other.moves)
        return LEVELS[level].looks_ahead and leads_on(one) and not leads_on(other)

    choices = Counter()
    for position, level in itertools.product(demonstrations(150), LEVELS):
        found = matches(position)
        made = react(position.observe(2), 2, level, random.Random(level))
        best = [one for one in found if not any(is_better(other, one) for other in found)]
        assert made.action in [one.moves[0] for one in best]
        choices[len(best) < len(found)] += 1
    assert min(choices.values()) > 100


def test_a_plan_is_a_legal_action_of_the_seat_and_none_for_others():
    positions = [
        ONE_MOVE,
        play(ONE_MOVE, "1 aya"),
        play(TWO_MOVES, "1 aya", "1 4L"),
        play(ONE_MOVE, "1 oye"),
        play(ONE_MOVE, "1 oye", "2 refute"),
        play(ONE_MOVE, "1 aya", "0 expire"),
        rumkugeln("bbbby/", "bbyyy"),
        play(rumkugeln("bbbby/", "bbyyy"), "1 4L"),
    ]
    rng = random.Random(8)
    for position in positions:
        for seat in (1, 2):
            for level in LEVELS:
                made = react(position.observe(seat), seat, level, rng)
                assert (made is not None) == (seat in position.active_seats)
                if made is not None:
                    assert made.action in position.legal_actions(seat)
                    assert made.delay_ms >= 0


def test_the_exceptional_move_is_played_at_once():
    owed = play(ONE_MOVE, "1 aya", "0 expire")
    assert react(owed, 2, 1, random.Random(1)) == (0, "X")


def test_the_same_chance_makes_the_same_plan():
    for level in LEVELS:
        made = [react(ONE_MOVE, 1, level, random.Random(4)) for _ in range(3)]
        assert len(set(made)) == 1


def test_bots_do_not_see_hidden_cards():
    for level in LEVELS:
        assert reactions(ONE_MOVE, level) == [
            made
            for rng in [random.Random(f"{level}")]
            for _ in range(ROUNDS)
            if (made := react(ONE_MOVE, 1, level, rng))
        ]


def test_bots_break_a_round_of_ahas_that_would_never_end():
    """Turbo, English rules: an AHA that stands changes no open card, and three exceptional moves
    bring the track back: somebody has to call AYA and upset it."""
    position = turbo_places("bbybb/bybyb", "/bybyb")
    assert position.duty == Calling()
    for level in LEVELS:
        assert share(position, level, "aya") > 0.4
        assert share(position, level, "oye") > 0.05


def test_it_comes_round_only_where_none_of_the_three_tracks_shows_a_match():
    """Tried with each of the tracks that exceptional moves lead through: whatever the one is on
    which a seat may call, it calls AYA at random if no card can be matched on any of them."""
    rng, seen = random.Random(5), Counter()
    while seen["one"] < 12 or seen["none"] < 6:
        hands = [rng.choice(sorted(set(map(str, DECK)))) for _ in range(2)]
        orbit = [turbo_places(*(f"{card}/bybyb" for card in hands))]
        balls = rng.sample(BALLS, len(BALLS))
        orbit = [with_track(orbit[0], format_track("".join(balls)))]
        for _ in range(2):
            table = orbit[-1].table.after_exceptional_move()
            orbit.append(type(orbit[0])(orbit[0].variant, table, orbit[0].duty))
        shown = [bool(matches(position)) for position in orbit]
        if all(shown):
            continue
        # The more of them show nothing, the rarer: of those with two, the one that shows it counts.
        kind = "none" if not any(shown) else "one" if shown.count(True) == 1 else "two"
        seen[kind] += 1
        for position, shows in zip(orbit, shown, strict=True):
            if not shows and seen[kind] < 15:
                calls = [react(position, 1, 5, rng).action for _ in range(40)]
                assert (calls.count("aya") > 12) == (kind == "none")


@pytest.mark.parametrize("setup", list(all_setups()))
def test_levels_are_as_named_and_kept_in_the_record(setup):
    players = tuple(Player(f"N{s}", Bot(s % 5 + 1)) for s in range(1, setup.seats + 1))
    named = Setup("aya", setup.variant, setup.edition, (), setup.seats, None, "", players)
    played = play_out(named, random.Random(1))
    assert played.record.setup.players == players
    assert RULES.initial_position(played.record.setup).seats == setup.seats


@pytest.mark.parametrize("variant", ["aya-oye", "turbo", "kindergarten", "rumkugeln"])
def test_a_better_bot_wins_more(variant):
    wins = Counter()
    chance = random.Random(variant)
    for game in range(60):
        strong = game % 2 + 1
        players = tuple(Player("", Bot(5 if s == strong else 1)) for s in (1, 2))
        played = play_out(Setup("aya", variant, "zoch", (), 2, None, "", players), chance)
        assert played.position.outcome is not None
        wins.update("strong" if s == strong else "weak" for s in played.position.outcome.winners)
    assert wins["strong"] > 2 * wins["weak"]


def positions_of(setup, seed):
    """All positions of a match between bots."""
    found = []
    play_out(setup, random.Random(seed), lambda _, after: found.append(after))
    return found


def test_who_sees_something_does_what_shows_it() -> None:
    """A person's own bot says what it sees; what comes of it is legal, and what was said."""
    seen = set()
    for number, setup in enumerate(all_setups()):
        for position in positions_of(setup, number):
            for seat in range(1, setup.seats + 1):
                for moves in ((), ("3L", "2R")):
                    told = Sighting("aya", moves, 250.0)
                    made = act_on(position.observe(seat), seat, told)
                    if seat not in position.owing_seats or position.outcome is not None:
                        assert made is None
                        continue
                    legal = position.legal_actions(seat)
                    assert made.action in legal or made.action == moves[0]
                    kind = type(position.duty).__name__
                    seen.add((kind, bool(moves)))
                    if kind == "Calling":
                        assert made == (250.0, "aya")
                    elif kind == "Oye":
                        assert made == (250.0, "refute" if moves else "concede")
                    elif kind == "Attempt":
                        may_stop = "stop" if "stop" in legal else legal[0]
                        assert made == (250.0, moves[0] if moves else may_stop)
    assert len(seen) == 8
