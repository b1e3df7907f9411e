"""Whatever stands in storage: that entry alone is set aside, and all screens are drawn.

The same entries stand in a browser's database in tests/e2e/test_damaged.py.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from spieltisch.app.core.damage import REVIEWS, VALUES, DamageFound, Surveyed, ValueDamaged
from spieltisch.app.core.effects import Discard, Effect, Fetch, Keep, SetAside
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Navigate, SetClock
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.core.waits import Came, Stored, Written
from spieltisch.app.keeping.kinds import KINDS, LESSONS, PUZZLES, SOLITAIRES
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
from spieltisch.app.matches.state import FoundLate, LibraryChanged
from spieltisch.app.screens import page_of
from spieltisch.kit.markup import whole
from spieltisch.play.match import Match, format_match
from spieltisch.play.mistake import mistake_of
from spieltisch.play.reviews import format_review
from spieltisch.play.summary import Summary, format_summary, parse_summary, summary_of
from spieltisch.table import Evaluation, Prospect, Solitaire, parse_record
from spieltisch.table.review import TurningPoint
from tests.damage import mutants
from tests.records import keeping
from tests.small_packs import FETCHED
from tests.unit.kept import KEPT_ID
from tests.unit.whole_step import whole_step

SHORT = [name for name in keeping.names() if len(keeping.read(name)) < 1500]
MATCHES = [Match.open(parse_record(keeping.read(name))) for name in SHORT]
YALA = next(match for match in MATCHES if match.setup.game == "yala" and match.is_over)
COUNT = 500
"""How many damaged entries of each store are tried."""

OF_VALUES = (
    "#/", "#/matches", "#/statistics", "#/settings", "#/daily/yala", "#/puzzle/myra",
    "#/mistakes/yala", "#/learn/yala", "#/learn/myra",
)  # fmt: skip
"""The screens on which what belongs to no match is shown."""


class Visit:
    """A page with the stores of its browser; effects are carried out as the shell does."""

    def __init__(self, **stores: dict[str, str]) -> None:
        self.stores: dict[str, dict[str, str]] = {"matches": {}, "summaries": {}, "reviews": {}}
        self.stores |= {"values": {}, **stores}
        self.session = Session()
        for message in (SetClock(1_795_346_000_000.0), *FETCHED):
            self.send(message)

    def send(self, message: Message) -> None:
        self.session, effects = whole_step(self.session, message)
        for effect in effects:
            self._carry_out(effect)

    def begin(self) -> None:
        """The page is opened: it hears of all summaries."""
        summaries = self.stores["summaries"]
        self.send(LibraryChanged(tuple(summaries.values()), ids=tuple(summaries)))

    def see(self, link: str) -> str:
        """Go to a screen; the markup of what is seen there, which a browser can take."""
        self.send(Navigate(link, 0.0))
        page = whole(page_of(self.session))
        page.encode()
        return page

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Fetch(Stored(store, key) as need):
                self.send(Came(need, self.stores[store].get(key), 0.0))
            case Fetch(Written() as need):
                self.send(Came(need, True, 0.0))
            case Keep(KeptMatch(match, summary)):
                self.stores["matches"][summary.id] = format_match(match)
                self.stores["summaries"][summary.id] = format_summary(summary)
            case Keep(Summary() as summary):
                self.stores["summaries"][summary.id] = format_summary(summary)
            case SetAside(store, key, name):
                self.stores["values"][name] = self.stores[store][key]
            case Discard(places):
                for store, key in places:
                    del self.stores[store][key]


def summary(match: Match, match_id: str = KEPT_ID) -> Summary:
    return summary_of(match, match_id, begun_ms=1, played_ms=2)


def numbered(texts: list[str]) -> dict[str, str]:
    return {f"{number:012}": text for number, text in enumerate(texts)}


def each_of(texts: list[str]) -> list[str]:
    """COUNT damaged texts, as many of each."""
    per = COUNT // len(texts) + 1
    found = [one for at, text in enumerate(texts) for one in mutants(text, per, at)]
    assert len(found) >= COUNT
    return found


class TestMatches:
    def test_one_that_is_damaged_is_listed_and_the_rest_goes_on(self):
        texts = each_of([format_match(match) for match in MATCHES])
        visit = Visit(matches=numbered(texts))
        visit.stores["summaries"] = {
            match_id: format_summary(summary(MATCHES[at % len(MATCHES)], match_id))
            for at, match_id in enumerate(visit.stores["matches"])
        }
        before = dict(visit.stores["matches"])
        visit.begin()
        damaged = 0
        for match_id in before:
            page = visit.see(f"#/match/{match_id}")
            known = ("matches", match_id) in visit.session.damage.entries
            assert known == (visit.session.table is None)
            assert known == ("find it in the settings" in page)
            visit.send(Command.DISMISS)
            damaged += known
        assert damaged == len(visit.session.damage.entries) > COUNT // 2
        assert visit.stores["matches"] == before
        assert f"{damaged} damaged entries" in visit.see("#/settings")
        for link in OF_VALUES:
            visit.see(link)


class TestSummaries:
    def test_each_is_made_anew_from_its_match(self):
        texts = each_of([format_summary(summary(match)) for match in MATCHES])
        visit = Visit(summaries=numbered(texts))
        visit.stores["matches"] = {
            one: format_match(MATCHES[at % len(MATCHES)])
            for at, one in enumerate(visit.stores["summaries"])
        }
        visit.begin()
        assert not visit.session.damage.entries
        assert len(visit.session.library.summaries) == len(texts)
        for match_id, text in visit.stores["summaries"].items():
            assert parse_summary(text).id == match_id
        for link in (*OF_VALUES, *all_pages(visit)):
            visit.see(link)

    def test_without_its_match_it_is_listed(self):
        texts = [text for one in MATCHES for text in mutants(format_summary(summary(one)), 90)]
        visit = Visit(summaries=numbered(texts))
        visit.begin()
        # The texts are all of another id than the one that they stand under.
        assert len(visit.session.damage.entries) == len([text for text in texts if text])
        assert not visit.session.library.summaries
        assert len(visit.stores["summaries"]) == len(texts)

    def test_what_is_believed_can_be_shown(self):
        """Those that pass for sound, though they disagree with their matches."""
        visit = Visit()
        for match in MATCHES:
            for text in mutants(format_summary(summary(match)), 300):
                try:
                    one = parse_summary(text)
                except ValueError:
                    continue
                match_id = f"{len(visit.stores['summaries']):012}"
                visit.stores["summaries"][match_id] = format_summary(replace(one, id=match_id))
                visit.stores["matches"][match_id] = format_match(match)
        visit.begin()
        assert len(visit.session.library.summaries) > 50
        for link in (*OF_VALUES, *all_pages(visit)):
            visit.see(link)
        for match_id in visit.stores["summaries"]:
            visit.see(f"#/match/{match_id}")
            told = visit.session.library.summaries[match_id]
            assert told.length == visit.session.matches[match_id].shown
            assert parse_summary(visit.stores["summaries"][match_id]) == told


def all_pages(visit: Visit) -> list[str]:
    pages = len(visit.session.library.summaries) // 24 + 1
    return [
        f"#/matches?show={show}&page={page}"
        for show in ("going", "ended")
        for page in range(1, pages + 1)
    ]


EVALUATIONS = [
    Evaluation(
        YALA.position_at(ply), turn.seat, (Prospect(0.5, 7, (turn.entry.action,)),), is_final=False
    )
    for ply, turn in enumerate(YALA.turns)
]
REVIEW = format_review(YALA, EVALUATIONS, is_asked=True)


class TestReviews:
    def test_one_that_is_damaged_is_copied_and_the_match_is_shown(self):
        damaged = 0
        texts = mutants(REVIEW, COUNT)
        for text in texts:
            visit = Visit(reviews={KEPT_ID: text}, matches={KEPT_ID: format_match(YALA)})
            visit.stores["summaries"][KEPT_ID] = format_summary(summary(YALA))
            visit.begin()
            visit.send(Navigate(f"#/match/{KEPT_ID}", 0.0))
            visit.send(Command.REVIEW)
            whole(page_of(visit.session))
            if visit.session.damage.entries:
                damaged += 1
                ((store, key),) = visit.session.damage.entries
                assert (store, visit.stores[VALUES][key]) == (VALUES, text)
            assert visit.stores[REVIEWS][KEPT_ID] == text
        assert damaged > len(texts) // 2

    def test_no_action_has_no_review(self):
        text = REVIEW.replace(f'["{YALA.turns[0].entry.action}"]', "[]", 1)
        assert text != REVIEW
        visit = Visit(reviews={KEPT_ID: text}, matches={KEPT_ID: format_match(YALA)})
        visit.stores["summaries"][KEPT_ID] = format_summary(summary(YALA))
        visit.begin()
        visit.see(f"#/match/{KEPT_ID}")
        assert len(visit.session.damage.entries) == 1


MISTAKE = mistake_of(
    YALA,
    TurningPoint(3, 1, YALA.turns[2].entry.action, 0.9, 0.1, (YALA.turns[2].entry.action,)),
)
LOG = GameLog(
    streak=1,
    best=2,
    attempts={
        "a1b2c3": LatestAttempt("r", "2026-11-22"),
        "a1b2c4": LatestAttempt("hw", "2026-11-23"),
    },
    days=DayStreak("2026-11-22", "2026-11-23", 60, "r"),
    other_days=(DayStreak("2030-11-22", "2030-11-23", 60, "r"),),
    mistakes=(MISTAKE,),
)
VALUES_READ: dict[str, tuple[str, Any]] = {
    SOLITAIRES: (
        format_solitaires({"tueftler": (Solitaire(1, 2, 3), Solitaire(4, 5, 6))}),
        parse_solitaires,
    ),
    LESSONS: (format_progress(Progress({"yala": ("b", "c"), "myra": ("a",)})), parse_progress),
    PUZZLES: (format_puzzle_log(PuzzleLog({"yala": LOG, "myra": LOG})), parse_puzzle_log),
}


@pytest.mark.parametrize("name", VALUES_READ)
def test_a_damaged_value_is_copied_and_its_sound_rest_counts(name):
    sound, parse = VALUES_READ[name]
    drawn: list[Any] = []
    for text in mutants(sound, COUNT):
        flaws: list[str] = []
        read = parse(text, flaws)
        visit = Visit(values={name: text})
        visit.send(FoundLate((), {name: text}))
        aside = [key for key in visit.stores[VALUES] if key.startswith("damaged/")]
        assert len(visit.session.damage.entries) == len(aside) == bool(flaws)
        assert all(visit.stores[VALUES][key] == text for key in aside)
        # Most damaged values come to the same.
        if read not in drawn:
            drawn.append(read)
            for link in OF_VALUES:
                visit.see(link)
    assert len(drawn) > 5


def test_damaged_settings_leave_the_rest_of_them():
    drawn: list[Settings] = []
    sound = format_settings(
        Settings(
            theme="dark",
            stun="stun:example.org",
            sound="full",
            letter_keys="off",
            board_turns="off",
            place_names="on",
        )
    )
    for text in mutants(sound, COUNT):
        settings = parse_settings(text, [])
        assert parse_settings(format_settings(settings)) == settings
        # The page's language is one of those that it has, whatever is kept.
        settings = replace(settings, language="en")
        if settings not in drawn:
            drawn.append(settings)
            visit = Visit()
            visit.session = replace(visit.session, settings=settings)
            for link in OF_VALUES:
                visit.see(link)
    assert len(drawn) > 10


class TestWhatIsTold:
    ENTRIES = ((("matches", "a" * 12), "why"), ((VALUES, "damaged/runs/1"), "why"))

    def test_once(self):
        visit = Visit()
        visit.send(DamageFound(self.ENTRIES))
        assert "damaged" in visit.see("#/")
        visit.send(Command.DISMISS)
        visit.send(DamageFound(self.ENTRIES))
        assert visit.session.notice is None

    def test_no_more_of_what_stands_there_than_can_be_read(self):
        text = format_match(YALA).replace('\\"yala\\"', f'\\"{"x" * 300_000}\\"', 1)
        visit = Visit(matches={KEPT_ID: text})
        visit.stores["summaries"][KEPT_ID] = format_summary(summary(YALA))
        visit.begin()
        visit.see(f"#/match/{KEPT_ID}")
        assert len(visit.session.damage.entries) == 1
        assert "xxx" in visit.see("#/settings")
        assert len(visit.see("#/settings")) < 100_000

    def test_nothing_of_what_was_set_aside_on_an_earlier_visit(self):
        visit = Visit()
        visit.send(DamageFound(self.ENTRIES, is_new=False))
        assert visit.session.notice is None
        assert "2 damaged entries" in visit.see("#/settings")

    def test_is_deleted_only_once_it_can_no_longer_come_back(self):
        visit = Visit(matches={"a" * 12: "x"}, values={"damaged/runs/1": "y"})
        visit.send(DamageFound(self.ENTRIES))
        visit.see("#/settings")
        visit.send(Command.DELETE_DAMAGED)
        page = whole(page_of(visit.session))
        assert "undo-delete" in page
        assert 'id="damaged"' not in page
        visit.send(Command.UNDO_DELETE)
        assert dict(self.ENTRIES) == visit.session.damage.entries
        assert visit.stores["matches"] == {"a" * 12: "x"}
        visit.send(Command.DELETE_DAMAGED)
        visit.send(Command.LET_GO)
        assert not visit.stores["matches"]
        assert not visit.stores[VALUES]
        assert not visit.session.damage.entries

    @pytest.mark.parametrize("kind", KINDS)
    def test_what_it_was(self, kind):
        visit = Visit()
        visit.send(DamageFound((((VALUES, f"damaged/{kind}/1"), "x"),)))
        (told,) = re.findall("<strong>(.*?)</strong> <code", visit.see("#/settings"))
        assert told.endswith(":")
        assert VALUES not in told

    def test_nothing_where_nothing_is_damaged(self):
        assert 'id="damaged"' not in Visit().see("#/settings")


class TestEntriesThatNothingLeadsTo:
    def test_a_match_without_a_summary_gets_one(self):
        visit = Visit(matches={KEPT_ID: format_match(YALA)})
        visit.send(Surveyed((("matches", KEPT_ID, "alone"),)))
        assert visit.session.library.summaries[KEPT_ID].length == len(YALA.turns)
        assert parse_summary(visit.stores["summaries"][KEPT_ID]).setup == YALA.setup
        assert visit.session.notice is None

    def test_summaries_and_reviews_without_matches_are_listed(self):
        visit = Visit()
        visit.send(Surveyed((("summaries", "a" * 12, "alone"), ("reviews", "no name 1", "alone"))))
        assert len(visit.session.damage.entries) == 2
        assert "2 damaged entries" in visit.see("#/settings")

    def test_a_value_that_is_damaged_is_told_when_the_page_starts(self):
        visit = Visit(values={"runs": "[]"})
        visit.send(ValueDamaged("runs", "runs is not an object"))
        assert [*visit.stores[VALUES].values()] == ["[]", "[]"]
