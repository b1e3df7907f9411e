"""What comes from outside may be anything: it is refused clearly, and nothing else breaks.

Valid links and kept values are damaged a little, which gets further in than any random text does.
"""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.core.waits import Came
from spieltisch.app.keeping.progress import Progress, format_progress, parse_progress
from spieltisch.app.keeping.puzzle_log import (
    DayStreak,
    GameLog,
    LatestAttempt,
    PuzzleLog,
    format_puzzle_log,
    parse_puzzle_log,
)
from spieltisch.app.keeping.solitaires import format_solitaires, parse_solitaires
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.play.match import Match, format_match
from spieltisch.play.reviews import format_review, parse_review
from spieltisch.play.summary import format_summary, parse_summary, summary_of
from spieltisch.table import Evaluation, Prospect, Solitaire, parse_record
from tests.front_doors import parse_archive, parse_link, parse_match
from tests.records import keeping
from tests.unit.kept import KEPT_ID, stored
from tests.unit.whole_step import whole_step

SHORT = [name for name in keeping.names() if len(keeping.read(name)) < 1500]
"""Records of which a thousand are replayed in seconds; of every game there is one."""
MATCHES = [Match.open(parse_record(keeping.read(name))) for name in SHORT]
LINKS = [
    "#/",
    "#/settings",
    "#/rules/yala/move",
    "#/learn/myra",
    "#/match/kept00000001",
    "#/matches?show=ended&text=a&game=yala&result=won&since=2026-01-01&page=2",
    "#/play/yala?seats=human,bot:3&seed=42&names=A,B",
    "#/play/myra?seats=human,link,bot:2&seed=1",
    "#/play/aya?seats=human,bot:5,human&variant=turbo&edition=reilly&seed=9",
    "#/play/yala?seats=human,human&start=dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d",
    *((keeping.RECORDS / "links" / f"{name}.txt").read_text().strip() for name in SHORT),
]
TELLING = [
    "",
    "%",
    "%ff",
    "\0",
    "\ud800",
    "&",
    "?",
    "=",
    ",",
    "/",
    ":",
    "-1",
    "1e9",
    "9" * 40,
    "None",
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)


NEW_TEXTS = st.sampled_from(TELLING) | st.text(max_size=4)


@st.composite
def damaged_texts(draw: st.DrawFn, texts: list[str]) -> str:
    """A valid text in which something is missing, new or other; perhaps its end."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 8)) | st.just(len(text)))
        text = text[:begin] + draw(NEW_TEXTS) + text[end:]
    return text


def places_in(value: Any) -> list[tuple[Any, ...]]:
    """The way to every part of a JSON value; to the whole there is none."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value) if isinstance(value, list) else 0)
    )
    return [(key, *way) for key in keys for way in ((), *places_in(value[key]))]


@st.composite
def damaged_json(draw: st.DrawFn, texts: list[str]) -> str:
    """Valid JSON of which a part is something else, or gone."""
    whole = copy.deepcopy(json.loads(draw(st.sampled_from(texts))))
    *way, last = draw(st.sampled_from(places_in(whole)))
    place = whole
    for key in way:
        place = place[key]
    if draw(st.booleans()):
        place[last] = draw(json_values)
    else:
        del place[last]
    return json.dumps(whole)


def damaged(texts: list[str]) -> st.SearchStrategy[str]:
    return damaged_json(texts) | damaged_texts(texts)


def refusal_of(parse: Callable[[str], object], text: str) -> ValueError | None:
    """How a text is refused, if it is; another exception than ValueError is a failure."""
    try:
        parse(text)
    except ValueError as error:
        return error
    return None


def is_clear(refusal: ValueError | None) -> bool:
    return refusal is None or bool(str(refusal))


def test_every_game_is_among_what_is_damaged():
    assert {match.setup.game for match in MATCHES} == {"aya", "myra", "yala"}


@pytest.mark.parametrize("link", LINKS)
def test_what_is_damaged_was_valid(link):
    found = parse_link(link)
    assert found == parse_link(link)
    assert screen_in(found.text) == screen_in(link)


def screen_in(link: str) -> str:
    return link.removeprefix("#/").partition("?")[0].partition("/")[0]


@settings(max_examples=1000)
@given(damaged_texts(LINKS))
def test_a_malformed_link_leads_somewhere_or_is_refused_with_words(link):
    refusal = refusal_of(parse_link, link)
    assert is_clear(refusal)
    session, _ = whole_step(Session(), Navigate(link, 0.0))
    assert refusal is None or session.notice is not None


@settings(max_examples=400)
@given(damaged([format_match(match) for match in MATCHES]))
def test_a_malformed_match_is_refused_and_the_rest_goes_on(text):
    assert is_clear(refusal_of(parse_match, text))
    session, _ = whole_step(Session(), Navigate(f"#/match/{KEPT_ID}", 0.0))
    session, _ = whole_step(session, stored(KEPT_ID, text))
    assert (session.table is None) == (session.notice is not None)


@settings(max_examples=300)
@given(
    damaged([format_summary(summary_of(one, KEPT_ID, begun_ms=1, played_ms=2)) for one in MATCHES])
)
def test_a_malformed_summary_is_told_of_and_hides_no_other(text):
    assert is_clear(refusal_of(parse_summary, text))
    valid = format_summary(summary_of(MATCHES[0], "valid0000000", begun_ms=1, played_ms=2))
    session, effects = whole_step(Session(), LibraryChanged((text, valid)))
    for effect in effects:
        session, _ = whole_step(session, Came(effect.need, None, 0.0))
    assert "valid0000000" in session.library.summaries
    assert len(session.library.summaries) == 2 or session.notice is not None


REVIEWED = MATCHES[0]
EVALUATIONS = [
    Evaluation(
        REVIEWED.position_at(0), 1, (Prospect(0.5, 7, (turn.entry.action,)),), is_final=False
    )
    for turn in REVIEWED.turns
]


@settings(max_examples=200)
@given(damaged([format_review(REVIEWED, EVALUATIONS, is_asked=True)]))
def test_a_malformed_review_is_refused(text):
    assert is_clear(refusal_of(lambda review: parse_review(review, REVIEWED), text))


@settings(max_examples=200)
@given(damaged([f"[{keeping.read(name)}]" for name in SHORT]))
def test_a_malformed_file_of_matches_is_refused(text):
    assert is_clear(refusal_of(parse_archive, text))


LOG = GameLog(
    streak=1,
    best=2,
    attempts={"a": LatestAttempt("r", "2026-11-22"), "b": LatestAttempt("hw", "2026-11-23")},
    days=DayStreak("2026-11-22", "2026-11-23", 60, "r"),
)
PARTS = {
    "settings": (parse_settings, format_settings, format_settings(Settings(language="de"))),
    "runs": (
        parse_solitaires,
        format_solitaires,
        format_solitaires({"a": (Solitaire(1, 2, 3), Solitaire(4, 5, 6))}),
    ),
    "puzzles": (parse_puzzle_log, format_puzzle_log, format_puzzle_log(PuzzleLog({"one": LOG}))),
    "progress": (parse_progress, format_progress, format_progress(Progress({"a": ("b", "c")}))),
}

DAMAGED_PARTS = {part: damaged([valid]) for part, (_, _, valid) in PARTS.items()}


@pytest.mark.parametrize("part", PARTS)
@settings(max_examples=200)
@given(data=st.data())
def test_of_what_is_in_parts_the_malformed_ones_are_left_out(part, data):
    parse, format_, _ = PARTS[part]
    read = parse(data.draw(DAMAGED_PARTS[part]))
    assert parse(format_(read)) == read


@pytest.mark.parametrize(
    "fields",
    [{"counted_since_ms": True}, {"counted_since_ms": -1}, {"counted_since_ms": "0"},
     {"labels": {"KeyQ": True}}, {"stun": 3}, {"sound": "loud"}, {"theme": True}, {"keys": []},
     {"language": "<b>"}],
)  # fmt: skip
def test_a_setting_of_another_type_is_left_out_and_told(fields):
    flaws: list[str] = []
    assert parse_settings(json.dumps(fields), flaws) == Settings()
    assert [flaw.partition(":")[0] for flaw in flaws] == [f"settings.{name}" for name in fields]
    assert parse_settings(json.dumps({"theme": "dark", "later": 1, **fields})).theme in (
        "dark",
        "auto",
    )


@pytest.mark.parametrize(
    "run", [[1, True, 3], [1, 2], [1, 2, -3], [1, 2, 2**53], {"left": 1}, None]
)
def test_a_run_of_another_type_is_left_out_and_told(run):
    flaws: list[str] = []
    assert parse_solitaires(json.dumps({"a": [[1, 2, 3], run]}), flaws) == {
        "a": (Solitaire(1, 2, 3),)
    }
    assert flaws == ["runs.a has other members than runs"]
