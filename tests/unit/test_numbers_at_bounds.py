"""Numbers at the bounds of what is read, in all that is kept: none makes the next change
unreadable, and what is just outside is damage like any other."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.keeping.bots import Bots, OwnBot, OwnSeries, PlayedSeries
from spieltisch.app.keeping.decks import Decks, OwnDeck
from spieltisch.app.keeping.kinds import (
    BOTS,
    DECKS,
    KINDS,
    LESSONS,
    PUZZLES,
    SERIES,
    SOLITAIRES,
    STUDIES,
)
from spieltisch.app.keeping.league import LostMatch
from spieltisch.app.keeping.puzzle_log import ContestKind, GameLog, PuzzleLog, with_result
from spieltisch.app.keeping.solitaires import Solitaires, with_solitaire
from spieltisch.app.keeping.studies import OwnStudy, Studies
from spieltisch.app.restoring import merged
from spieltisch.play.match import format_match, parse_kept
from spieltisch.play.puzzle import START
from spieltisch.play.replaying import replay_of
from spieltisch.play.summary import (
    LAST_MOMENT,
    format_summary,
    parse_summary,
    summary_of,
)
from spieltisch.table import Solitaire
from tests.unit.test_damaged_storage import MATCHES, OF_VALUES, VALUES_READ, Visit, all_pages

BOUND = 2**53
NUMBERS = (
    0, 1, 10**6 - 1, 10**6, 10**6 + 1, 10**9 - 1, 10**9, 10**9 + 1, LAST_MOMENT - 1, LAST_MOMENT,
    LAST_MOMENT + 1, BOUND // 2 - 1, BOUND // 2, BOUND // 2 + 1, BOUND - 3, BOUND - 2, BOUND - 1,
    BOUND, BOUND + 1, 2**63 - 1, 2**64, 10**29, -1, -BOUND, -(2**63), 1e15, 1e300,
    9007199254740991.0,
)  # fmt: skip

THINGS = {
    BOTS: Bots(
        {
            "abcdefghijk1": OwnBot(game="aya", name="a", source="x", changed=1, step=1, course=1),
            "abcdefghijk2": OwnBot(game="yala", name="two", source="y", changed=2),
            "abcdefghijk3": OwnBot(game="myra", name="three", source="z", changed=3),
        }
    ),
    DECKS: Decks(
        {
            "abcdefghijk1": OwnDeck(game="aya", name="one", cards="bbbyy", changed=1),
            "abcdefghijk2": OwnDeck(game="aya", name="two", cards="bbbyy", changed=2),
        }
    ),
    STUDIES: Studies(
        {
            "abcdefghijk1": OwnStudy(game="yala", name="one", text="x", changed=1),
            "abcdefghijk2": OwnStudy(game="yala", name="two", text="y", changed=2),
        }
    ),
    SERIES: PlayedSeries(
        {
            "abcdefghijk1": OwnSeries(
                game="yala", name="one", bot="a", half_points=3, matches=5, packed="x", changed=1
            ),
            "abcdefghijk2": OwnSeries(
                game="yala",
                name="two",
                bot="b",
                matches=5,
                packed="x",
                lost=((LostMatch(1, 0), LostMatch(4, 1)), ()),
                changed=2,
            ),
        }
    ),
}
TALLIED = GameLog(
    rating=START,
    streak=3,
    best=4,
    tallies=with_result(with_result({}, ContestKind.RUN, 5), ContestKind.DUEL, 7),
)
LOG = KINDS[PUZZLES].format(PuzzleLog({"yala": TALLIED, "aya": TALLIED}))
TEXTS = {
    **{name: one.format() for name, one in THINGS.items()},
    SOLITAIRES: VALUES_READ[SOLITAIRES][0],
    LESSONS: VALUES_READ[LESSONS][0],
    PUZZLES: LOG,
}


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers stand in what JSON has."""
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, one in members:
        yield from numbers_in(one, (*path, key))
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def with_number(text: str, path: tuple[Any, ...], number: float) -> str:
    value = json.loads(text)
    inner = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = number
    return json.dumps(value)


def variants(text: str) -> Iterator[str]:
    """A text with each of its numbers at each bound."""
    paths = list(numbers_in(json.loads(text)))
    assert paths, text
    for path in paths:
        for number in NUMBERS:
            yield with_number(text, path, number)
    for number in NUMBERS:
        changed = text
        for path in paths:
            changed = with_number(changed, path, number)
        yield changed


@pytest.mark.parametrize("name", THINGS)
def test_whatever_the_last_change_was_counted_as_the_next_one_is_the_latest(name):
    kind = type(THINGS[name])
    tried = 0
    for text in variants(TEXTS[name]):
        things = kind.parse(text, [])
        for one in (*things.by_id, "abcdefghijk9"):
            known = things.by_id.get(one) or next(iter(THINGS[name].by_id.values()))
            thing = replace(known, name="changed")
            later = things.having(one, thing)
            tried += 1
            flaws: list[str] = []
            for _ in range(3):
                # From visit to visit.
                later = kind.parse(later.format(), flaws)
                later = later.having(one, replace(later.by_id[one], name="again"))
            assert not flaws
            assert next(iter(later.of(thing.game))) == one
            assert {*later.by_id} == {*things.by_id, one}
            # Another tab, which has changed another one meanwhile.
            for other in things.by_id.keys() - {one}:
                theirs = things.having(other, replace(things.by_id[other], name="theirs"))
                both = kind.parse(merged(name, text, later.format(), theirs.format()), flaws)
                assert not flaws
                assert (both.by_id[one].name, both.by_id[other].name) == ("again", "theirs")
    assert tried > 100


def solitaires_further(solitaires: Solitaires) -> Solitaires:
    for kind in (*solitaires, "tueftler"):
        for one in (Solitaire(0, 0, 0), Solitaire(BOUND - 1, BOUND - 1, BOUND - 1)):
            solitaires = with_solitaire(solitaires, kind, one)
    return solitaires


def log_further(log: PuzzleLog) -> PuzzleLog:
    found = {}
    for game in (*log.games, "myra"):
        one = log.of(game)
        for number, signs in enumerate(("r", "w", "h", "r")):
            one = one.attempted(f"zzzzz{number}", START, signs, "2026-11-27")
        one = one.with_day("2026-11-28", 60, "r")
        tallies = one.tallies
        for kind in (*tallies, ContestKind.RUN, ContestKind.DUEL):
            for result in (0, 10**9, BOUND):
                tallies = with_result(tallies, kind, result)
        found[game] = replace(one, tallies=tallies)
    return PuzzleLog(found)


FURTHER: dict[str, Callable[[Any], Any]] = {SOLITAIRES: solitaires_further, PUZZLES: log_further}


@pytest.mark.parametrize("name", FURTHER)
def test_what_is_counted_on_from_a_bound_can_be_read_again(name):
    kind, further = KINDS[name], FURTHER[name]
    for text in variants(TEXTS[name]):
        flaws: list[str] = []
        known = kind.parse(text, [])
        assert kind.parse(kind.format(known), flaws) == known
        later = further(further(known))
        assert kind.parse(kind.format(later), flaws) == later
        both = merged(name, kind.format(known), kind.format(later), kind.format(further(known)))
        kind.parse(both, flaws)
        assert not flaws, text


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_believed_can_be_shown_everywhere(name):
    screens = (
        *OF_VALUES,
        "#/workshop/yala",
        "#/deck/aya",
        "#/puzzles/yala",
        "#/run/yala",
        "#/duel/aya",
        "#/spot/aya",
    )
    seen = []
    has_numbers = any(True for _ in numbers_in(json.loads(TEXTS[name])))
    for text in variants(TEXTS[name]) if has_numbers else ():
        value = KINDS[name].parse(text, [])
        if value in seen:
            continue
        seen.append(value)
        if len(seen) % 4 and name in THINGS:
            continue
        visit = Visit()
        visit.session = replace(visit.session, kept=visit.session.kept.having(value))
        for link in screens:
            visit.see(link)


def test_settings_at_a_bound_are_kept_as_they_are_or_as_none_were_chosen():
    sound = format_settings(Settings(counted_since_ms=5, theme="dark"))
    for text in variants(sound):
        settings, flaws = parse_settings(text, []), list[str]()
        assert settings.theme == "dark"
        later = parse_settings(format_settings(replace(settings, pace="slow")), flaws)
        assert (later, flaws) == (replace(settings, pace="slow"), [])
        visit = Visit()
        visit.session = replace(visit.session, settings=replace(settings, language="en"))
        for link in ("#/statistics", "#/settings", "#/"):
            visit.see(link)


def test_matches_at_a_bound_are_listed_and_shown_or_are_damaged():
    visit = Visit()
    for match in MATCHES[::4]:
        sound = format_summary(summary_of(match, "abcdefghijkl", begun_ms=1, played_ms=2))
        for text in variants(sound):
            try:
                one = parse_summary(text)
            except ValueError:
                continue
            match_id = f"{len(visit.stores['summaries']):012}"
            visit.stores["summaries"][match_id] = format_summary(replace(one, id=match_id))
            visit.stores["matches"][match_id] = format_match(match)
    visit.begin()
    assert len(visit.session.library.summaries) > 50
    for link in (*OF_VALUES, *all_pages(visit)[:20]):
        visit.see(link)


def test_matches_go_on_from_a_bound():
    for match in MATCHES[::3]:
        for text in variants(format_match(match)):
            try:
                kept = parse_kept(text)
                read = kept.match(replay_of(kept.record))
            except ValueError:
                continue
            again = parse_kept(format_match(read))
            assert again.match(replay_of(again.record)) == read
