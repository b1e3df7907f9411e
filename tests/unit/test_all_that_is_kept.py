"""One file has all that is kept, and comes back on another device without any loss."""

import json
from dataclasses import replace
from typing import Any

import pytest

from spieltisch.app.core.effects import Keep
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.keeping.kinds import KINDS
from spieltisch.app.keeping.progress import Progress
from spieltisch.app.keeping.puzzle_log import GameLog, LatestAttempt, PuzzleLog
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.app.keeping.writing import belongings
from spieltisch.app.screens import page_of
from spieltisch.kit.markup import whole
from spieltisch.play.archive_file import Belongings, BelongingsKind, belongings_line, framed
from spieltisch.play.puzzle import Rating
from spieltisch.play.reviews import KeptReview
from spieltisch.table import Solitaire
from tests.front_doors import format_archived
from tests.unit.test_archive_file import SCHEMA
from tests.unit.test_importing import ARCHIVED, Visit
from tests.unit.test_puzzle_log import BERLIN, after_days

LOG = replace(
    after_days("2026-11-20", "2026-11-21", "2026-11-22"),
    rating=Rating(1500.0, 80.0),
    best=7,
    attempts={
        "a1b2c3": LatestAttempt("r", "2026-11-20"),
        "a1b2c4": LatestAttempt("w", "2026-11-21"),
    },
)
THERE = Kept().having(
    Solitaires({"zoch/10": (Solitaire(0, 0, 80),)}),
    Progress({"yala": ("a", "b")}),
    PuzzleLog({"yala": LOG}),
)
CHOSEN = Settings(theme="dark", sound="full", stun="stun:example.org", counted_since_ms=5)
REVIEW = Belongings("review", ARCHIVED[0].id, '{"of": 1, "asked": true, "found": []}')


def file_of(visit: Visit) -> str:
    others = [REVIEW, *belongings(visit.session)]
    return framed(map(format_archived, ARCHIVED), map(belongings_line, others))


def visit_of(there: Kept, settings: Settings) -> Visit:
    visit = Visit()
    visit.session = replace(visit.session, kept=there, settings=settings)
    return visit


FILE = file_of(visit_of(THERE, CHOSEN))


@pytest.mark.parametrize("text", [FILE, json.dumps(json.loads(FILE), indent=1)])
def test_a_new_device_has_all_of_it(text: str) -> None:
    assert SCHEMA.is_valid(json.loads(text))
    visit = Visit()
    job = visit.give(text)
    here = visit.session.kept
    assert (len(job.taken), job.refused) == (len(ARCHIVED), ())
    for kind in (Solitaires, Progress, PuzzleLog):
        assert here.of(kind) == THERE.of(kind)
    assert visit.session.settings == CHOSEN
    kept = [effect.kept for effect in visit.effects if isinstance(effect, Keep)]
    assert KeptReview(ARCHIVED[0].id, REVIEW.text) in kept
    assert {type(one) for one in kept} >= {Progress, PuzzleLog, Settings}
    page = whole(page_of(visit.session))
    assert "Merged: reviews, best runs, lessons (YALA), puzzles (YALA)" in page


STUFFED: dict[str, Any] = {
    BelongingsKind.SOLITAIRES: lambda name: [[0, 0, 0]],
    BelongingsKind.LESSONS: lambda name: ["x" * 90],
    BelongingsKind.PUZZLES: lambda name: {"rating": [900, 150, 0.06], "streak": [1, 1],
                                          "attempts": {}},
}  # fmt: skip


@pytest.mark.parametrize("kind", STUFFED)
@pytest.mark.parametrize("count", [3, 400, 900])
def test_however_much_files_have_all_that_is_kept_can_be_read_again(
    kind: BelongingsKind, count: int
) -> None:
    visit, one = visit_of(THERE, CHOSEN), KINDS[kind]
    before = THERE.of(one.kind)
    for file in range(4):
        names = (f"{file}-{number}" for number in range(count))
        text = json.dumps({name: STUFFED[kind](name) for name in names})
        job = visit.give(framed((), [belongings_line(Belongings(kind, "", text))]))
        value, flaws = visit.session.kept.of(one.kind), list[str]()
        assert one.parse(one.format(value), flaws) == value
        assert not flaws
        assert (value == before) == bool(job.refused)
        assert all("there is no room" in refusal.why for refusal in job.refused)
        before = value
    assert bool(job.refused) == (count > 3)


def test_labels_of_keys_in_a_file_leave_the_settings_to_be_read_again() -> None:
    visit = visit_of(THERE, Settings())
    for length in (18_000, 300):
        labels = {f"Key{number}": "x" * 80 for number in range(length // 100)}
        line = belongings_line(Belongings("settings", "", json.dumps({"labels": labels})))
        assert bool(visit.give(framed((), [line])).refused) == (length > 300)
        longest = replace(visit.session.settings, stun=CHOSEN.stun, relay="example.org/room")
        assert parse_settings(format_settings(longest)) == longest
    assert visit.session.settings.key_labels == labels


def test_what_is_here_already_is_not_lost() -> None:
    ours = replace(
        after_days("2026-11-23"), best=9, attempts={"zzzzzz": LatestAttempt("r", "2026-11-23")}
    )
    here = THERE.having(
        Solitaires({"zoch/10": (Solitaire(0, 0, 70),)}),
        Progress({"yala": ("c",), "myra": ("d",)}),
        PuzzleLog({"yala": ours}),
    )
    visit = visit_of(here, Settings(theme="light"))
    visit.give(FILE)
    visit.give(FILE)
    kept, log = visit.session.kept, visit.session.kept.of(PuzzleLog).of("yala")
    assert kept.of(Solitaires) == {"zoch/10": (Solitaire(0, 0, 70), Solitaire(0, 0, 80))}
    assert set(kept.of(Progress).solved["yala"]) == {"a", "b", "c"}
    assert kept.of(Progress).solved["myra"] == ("d",)
    assert (log.best, log.rating, len(log.attempts)) == (9, LOG.rating, 3)
    assert log.days_in_a_row("2026-11-23", BERLIN) == 4
    assert (visit.session.settings.theme, visit.session.settings.sound) == ("light", "full")


def test_the_language_of_the_page_stays() -> None:
    ours, theirs = Settings(language="de"), Settings(language="fr", theme="dark")
    visit = visit_of(Kept(), ours)
    visit.give(framed((), [settings_line(theirs)]))
    assert visit.session.settings == replace(ours, theme="dark")


def test_labels_of_keys_are_taken_one_by_one_as_long_as_all_can_be_read_again() -> None:
    ours = {f"Key{number}": "x" * 80 for number in range(60)}
    for more, is_room in (
        ({"Few": "y"}, True),
        ({f"Other{n}": "y" * 80 for n in range(60)}, False),
    ):
        visit = visit_of(Kept(), Settings(key_labels=ours))
        visit.give(framed((), [settings_line(Settings(key_labels=more))]))
        assert visit.session.settings.key_labels == (ours | more if is_room else ours)
        assert parse_settings(format_settings(visit.session.settings)) == visit.session.settings


def settings_line(settings: Settings) -> bytes:
    return belongings_line(Belongings("settings", "", format_settings(settings)))


def test_the_same_file_twice_changes_nothing_more() -> None:
    visit = Visit()
    visit.give(FILE)
    before = visit.session
    job = visit.give(FILE)
    assert (job.known, visit.session.kept) == (len(ARCHIVED), before.kept)
    assert visit.session.settings == before.settings


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('{"kind":"stamps","value":{}}', "format"),
        ('{"kind":"lessons","value":[]}', "unreadable"),
        ('{"kind":"lessons","value":{"yala":5}}', "unreadable"),
        ('{"kind":5,"value":{}}', "unreadable"),
        ('{"kind":"puzzles"}', "unreadable"),
        ('{"kind":"puzzles","value":{"yala":{"rating":[-1e6,1,1]}}}', "unreadable"),
        ('{"kind":"settings","value":{"theme":true}}', "unreadable"),
        ('{"kind":"runs","value":{"a":[[1,true,2]]}}', "unreadable"),
    ],
)
def test_what_is_damaged_in_it_is_refused_and_the_rest_is_taken(line: str, kind: str) -> None:
    visit = Visit()
    others = [line, belongings_line(Belongings("lessons", "", '{"myra": ["a"]}'))]
    job = visit.give(framed(map(format_archived, ARCHIVED), others))
    assert len(job.taken) == len(ARCHIVED)
    assert {one.kind for one in job.refused} == {kind}
    assert visit.session.kept.of(Progress).solved["myra"] == ("a",)
    assert visit.session.kept.of(PuzzleLog).of("yala") == GameLog()


def test_a_file_that_is_cut_gives_what_is_there() -> None:
    visit = Visit()
    cut = FILE[: FILE.index('"kind":"puzzles"')]
    job = visit.give(cut)
    assert len(job.taken) == len(ARCHIVED)
    assert visit.session.kept.of(Progress) == THERE.of(Progress)
    assert job.refused
