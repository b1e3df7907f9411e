"""Matches come from files a piece at a time: taken, known already, or refused, with the reason."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from spieltisch.app.core.effects import Effect, Fetch, Go, Keep
from spieltisch.app.core.library import KeptMatch
from spieltisch.app.core.messages import Command, ImportFiles, Navigate, SetClock
from spieltisch.app.core.session import Session
from spieltisch.app.core.waits import Came, Stored, Written
from spieltisch.app.files.state import ImportOn, ImportScreen, importing
from spieltisch.app.matches.state import LibraryChanged, NotKept
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.play.archive_file import ArchivedMatch, archived_line, damaged_line, framed
from spieltisch.play.bots import parse_bot, play_matches
from spieltisch.play.importing import Import, Source
from spieltisch.play.match import Match, format_match
from spieltisch.play.record_link import encode_record
from spieltisch.play.summary import Summary, format_summary, summary_of
from spieltisch.table import Record, format_record
from spieltisch.table.graphemes import MOST_TOLD
from tests.front_doors import format_archive, format_archived, pieces_of
from tests.unit.kept import asked, stored
from tests.unit.test_archive_file import SCHEMA
from tests.unit.whole_step import whole_step

NOW_MS = 1_795_000_000_000
LENGTHS = {"yala": 12, "myra": 9, "aya": 30}


def record_of(game: str, seed: int) -> Record:
    """The beginning of a random match."""
    of = catalog.game_of(game)
    bots = [parse_bot("random", of)] * min(of.info.seat_counts[of.info.variants[0]])
    setup = replace(of.info.default_setup(), players=())
    (played,) = play_matches(of, setup, bots, seed, 1)
    return Match.open(played.record.cut(LENGTHS[game])).record


RECORDS = [record_of(game, seed) for seed in (1, 2) for game in LENGTHS]


def archived(record: Record, number: int = 0, **changes: object) -> ArchivedMatch:
    whole_match = ArchivedMatch(
        f"match{number:07}", f"No. {number}", 10, 20, len(record.entries), 0, record
    )
    return replace(whole_match, **changes)


ARCHIVED = [archived(record, number) for number, record in enumerate(RECORDS)]


class Visit:
    """A page with its storage: what is to be kept is kept, and what is asked for is told."""

    def __init__(self) -> None:
        self.session, _ = whole_step(Session(), SetClock(NOW_MS))
        self.texts: dict[str, str] = {}
        self.summaries: dict[str, Summary] = {}
        self.effects: list[Effect] = []
        self.tell(Navigate("#/", 0.0))

    def tell(self, message: object) -> None:
        messages = [message]
        while messages:
            self.session, effects = whole_step(self.session, messages.pop(0))
            self.effects += effects
            for effect in effects:
                if isinstance(effect, Keep) and isinstance(effect.kept, KeptMatch):
                    summary = effect.kept.summary
                    assert summary.id not in self.texts
                    self.texts[summary.id] = format_match(effect.kept.match)
                    self.summaries[summary.id] = summary
                if isinstance(effect, Fetch):
                    need = effect.need
                    assert isinstance(need, Stored | Written)
                    value = self.texts.get(need.key) if isinstance(need, Stored) else True
                    messages.append(Came(need, value, 0.0))

    def give(self, *texts: str, batch: int = 2) -> Import:
        """Import files, and give what came of it."""
        self.tell(ImportFiles(tuple((f"{n}.json", text) for n, text in enumerate(texts, 1)), 0.0))
        while importing(self.session) is not None:
            self.tell(ImportOn(batch, 0.0))
        return self.job

    @property
    def job(self) -> Import:
        assert isinstance(self.session.screen, ImportScreen)
        assert self.session.screen.job is not None
        return self.session.screen.job

    @property
    def exported(self) -> str:
        return framed(archived_line(self.summaries[one], self.texts[one]) for one in self.texts)

    def next_visit(self) -> "Visit":
        """Another page on the same device, on which no match is open."""
        visit = Visit()
        visit.texts, visit.summaries = dict(self.texts), dict(self.summaries)
        visit.tell(LibraryChanged(tuple(map(format_summary, self.summaries.values()))))
        return visit


def test_what_is_taken_is_kept_as_it_was() -> None:
    visit = Visit()
    job = visit.give(format_archive(ARCHIVED))
    assert (len(job.taken), job.known, job.refused) == (len(ARCHIVED), 0, ())
    for one in ARCHIVED:
        summary = visit.session.library.summaries[one.id]
        assert (summary.name, summary.begun_ms, summary.played_ms) == (one.name, 10, 20)
        assert summary.length == len(one.record.entries)
        assert visit.texts[one.id] == format_match(Match.open(one.record))


@pytest.mark.parametrize("batch", [1, 3, 100])
def test_the_same_file_again_is_known_already(batch: int) -> None:
    visit = Visit()
    visit.give(format_archive(ARCHIVED))
    before = dict(visit.texts)
    for place in (visit, visit.next_visit()):
        job = place.give(format_archive(ARCHIVED), batch=batch)
        assert (job.taken, job.known, job.refused) == ((), len(ARCHIVED), ())
        assert place.texts == before


def test_what_is_exported_and_imported_elsewhere_is_the_same() -> None:
    here, there = Visit(), Visit()
    here.give(format_archive(ARCHIVED))
    there.give(here.exported)
    assert there.texts == here.texts
    assert there.summaries == here.summaries
    assert there.exported == here.exported


def test_a_line_made_of_what_is_kept_is_that_of_the_match() -> None:
    match = replace(Match.open(RECORDS[0]), helps=2).show(3)
    summary = summary_of(match, "k7q2m9x4bd01", begun_ms=1, played_ms=2, name="“Sunday”")
    same = ArchivedMatch("k7q2m9x4bd01", "“Sunday”", 1, 2, 3, 2, match.record)
    assert archived_line(summary, format_match(match)) == format_archived(same)
    for damaged in ("", "[]", "{}", '{"record": 1}'):
        with pytest.raises(ValueError, match=r"."):
            archived_line(summary, damaged)


def test_records_by_themselves_get_ids_and_the_time_of_the_import() -> None:
    visit = Visit()
    job = visit.give("\n".join(map(format_record, RECORDS)))
    assert len(set(job.taken)) == len(RECORDS)
    assert job.known == 0
    for one in job.taken:
        summary = visit.session.library.summaries[one]
        assert (summary.name, summary.begun_ms, summary.played_ms) == ("", NOW_MS, NOW_MS)


def test_an_id_that_another_match_has_is_not_taken_from_it() -> None:
    visit = Visit()
    visit.give(format_archive(ARCHIVED[:1]))
    before = visit.texts[ARCHIVED[0].id]
    job = visit.give(format_archive([replace(ARCHIVED[1], id=ARCHIVED[0].id)]))
    (taken,) = job.taken
    assert taken != ARCHIVED[0].id
    assert visit.texts[ARCHIVED[0].id] == before
    assert visit.texts[taken] == format_match(Match.open(RECORDS[1]))


def test_two_matches_of_one_id_in_one_file_are_both_taken() -> None:
    twice = [ARCHIVED[0], replace(ARCHIVED[1], id=ARCHIVED[0].id)]
    visit = Visit()
    assert len(visit.give(format_archive(twice), batch=9).taken) == 2
    assert len(visit.texts) == 2


def test_a_match_twice_in_one_file_is_taken_once() -> None:
    visit = Visit()
    job = visit.give(format_archive([ARCHIVED[0], archived(RECORDS[0], 77)]), batch=9)
    assert (len(job.taken), job.known) == (1, 1)


def test_a_match_that_goes_on_from_a_kept_one_is_another() -> None:
    visit = Visit()
    visit.give(format_record(RECORDS[0].cut(5)))
    job = visit.give(format_record(RECORDS[0]))
    assert (len(job.taken), job.known) == (1, 0)


def test_what_was_taken_back_comes_too() -> None:
    visit = Visit()
    visit.give(format_archive([archived(RECORDS[0], shown=4, helps=3)]))
    (summary,) = visit.summaries.values()
    assert (summary.length, summary.helps) == (4, 3)
    assert visit.texts[summary.id] == format_match(replace(Match.open(RECORDS[0]), helps=3).show(4))


def test_a_time_to_come_is_none() -> None:
    visit = Visit()
    later = NOW_MS + 10**9
    visit.give(format_archive([archived(RECORDS[0], begun_ms=later, played_ms=later)]))
    (summary,) = visit.summaries.values()
    assert (summary.begun_ms, summary.played_ms) == (NOW_MS, NOW_MS)


def illegal() -> str:
    entries = RECORDS[0].entries
    wrong = (*entries[:3], replace(entries[3], action="a+"), *entries[3:])
    return format_record(replace(RECORDS[0], entries=wrong))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "unreadable"),
        ("no match at all", "unreadable"),
        ("{[1, 2", "unreadable"),
        ('{"a": 1}', "unreadable"),
        ("[" * 100, "unreadable"),
        ('{"format": 2, "matches": []}', "format"),
        (format_record(RECORDS[0]).replace('"yala"', '"chess"'), "setup"),
        (format_record(RECORDS[0]).replace('"variant":"standard"', '"variant":"odd"'), "setup"),
        (illegal(), "illegal"),
    ],
)
def test_what_is_refused_has_its_reason_and_harms_nothing(text: str, kind: str) -> None:
    visit = Visit()
    visit.give(format_archive(ARCHIVED[:2]))
    before = dict(visit.texts)
    job = visit.give(text, format_record(RECORDS[3]))
    assert [(one.source, one.number, one.kind) for one in job.refused] == [("1.json", 0, kind)]
    assert job.refused[0].why
    assert len(job.taken) == 1
    assert {one: visit.texts[one] for one in before} == before
    assert "1.json" in whole(page_of(visit.session))


@pytest.mark.parametrize("wrong", ['"yala"', '"standard"', "1", '"a-"', '"seats"'])
def test_what_is_wrong_is_quoted_no_longer_than_it_can_be_read(wrong: str) -> None:
    text = format_record(RECORDS[0])
    assert wrong in text
    visit = Visit()
    job = visit.give(text.replace(wrong, f'"{"x" * 300_000}"', 1))
    assert len(job.refused) == 1
    assert len(job.refused[0].why) <= MOST_TOLD + 1
    assert len(whole(page_of(visit.session))) < 10_000


def test_of_many_the_damaged_one_is_named_by_its_number() -> None:
    lines = format_archive(ARCHIVED).split("\n")
    lines[2] = lines[2][:-30]
    job = Visit().give("\n".join(lines))
    assert len(job.taken) == len(ARCHIVED) - 1
    assert [(one.number, one.kind) for one in job.refused] == [(2, "unreadable")]


def test_a_link_to_a_record_can_be_given() -> None:
    visit = Visit()
    for text in ("https://site.test/#/record/", "#/record/"):
        job = visit.give(text + encode_record(RECORDS[1]))
        assert len(job.taken) + job.known == 1
    assert visit.give("#/record/eJx").refused[0].kind == "unreadable"


def test_what_is_damaged_in_storage_is_not_taken_for_the_same() -> None:
    visit = Visit()
    visit.give(format_archive(ARCHIVED[:1]))
    later = visit.next_visit()
    for text in ("{}", None):
        later.texts = {} if text is None else {ARCHIVED[0].id: text}
        job = later.give(format_record(RECORDS[0]))
        assert len(job.taken) == 1
        later.session = visit.next_visit().session


def test_one_has_had_enough() -> None:
    visit = Visit()
    visit.tell(ImportFiles((("", format_archive(ARCHIVED)),), 0.0))
    while not visit.texts:
        visit.tell(ImportOn(2, 0.0))
    visit.tell(Command.STOP_IMPORT)
    assert importing(visit.session) is None
    taken = len(visit.texts)
    assert (visit.job.is_over, visit.job.at) == (True, taken)
    visit.tell(ImportOn(2, 0.0))
    assert len(visit.texts) == taken < len(ARCHIVED)


def late(visit: Visit, *messages: object) -> list[Effect]:
    """What is to be done after messages, by a storage that has not answered yet."""
    told: list[Effect] = []
    for message in messages:
        visit.session, effects = whole_step(visit.session, message)
        told += effects
    return told


def is_told_as_over(visit: Visit) -> bool:
    return "Imported:" in whole(page_of(visit.session))


HAS_ALL = Came(Written(1), True, 0.0)
"""Storage has all that it was given."""


def test_no_import_is_told_as_over_before_storage_has_it() -> None:
    """Who closes the browser then would lose what is on its way."""
    visit = Visit()
    effects = late(visit, ImportFiles((("a", format_archive(ARCHIVED)),), 0.0))
    while importing(visit.session) is not None:
        assert Fetch(Written(1)) not in effects
        effects = late(visit, ImportOn(2, 0.0))
    assert effects[-1] == Fetch(Written(1))
    assert isinstance(effects[0], Keep)
    assert not is_told_as_over(visit)
    # What could not be written is told before storage answers.
    late(visit, NotKept((visit.job.taken[0],)), HAS_ALL)
    assert f"Imported: {len(ARCHIVED) - 1}." in whole(page_of(visit.session))


@pytest.mark.parametrize("text", ["{", "", "[]"])
def test_files_without_a_match_are_over_once_storage_has_answered(text: str) -> None:
    visit = Visit()
    effects = late(visit, ImportFiles((("a", text),), 0.0))
    while importing(visit.session) is not None:
        effects = late(visit, ImportOn(2, 0.0))
    assert effects[-1] == Fetch(Written(1))
    late(visit, HAS_ALL)
    assert is_told_as_over(visit)


def test_stopping_ends_an_import_that_waits_for_a_storage_that_is_silent() -> None:
    visit = Visit()
    late(visit, ImportFiles((("a", format_archive(ARCHIVED)),), 0.0), ImportOn(2, 0.0))
    assert late(visit, Command.STOP_IMPORT) == [Fetch(Written(1))]
    assert not is_told_as_over(visit)
    assert late(visit, Command.STOP_IMPORT) == []
    assert is_told_as_over(visit)
    before = visit.session
    late(visit, HAS_ALL)
    assert visit.job == before.screen.job


def test_the_answer_for_an_import_ends_no_other_one() -> None:
    visit = Visit()
    late(visit, ImportFiles((("a", format_archive(ARCHIVED[:1])),), 0.0))
    while importing(visit.session) is not None:
        late(visit, ImportOn(2, 0.0))
    late(visit, ImportFiles((("b", format_archive(ARCHIVED[1:])),), 0.0), HAS_ALL)
    assert importing(visit.session) is not None
    assert not visit.job.is_over
    late(visit, Navigate("#/", 0.0), HAS_ALL)
    assert not isinstance(visit.session.screen, ImportScreen)


def test_no_match_takes_the_place_of_one_whose_summary_is_still_being_made_anew() -> None:
    first = Visit()
    first.give(format_archive(ARCHIVED[:1]))
    visit = Visit()
    (asked_for,) = late(visit, LibraryChanged(("{",), ids=(ARCHIVED[0].id,)))
    assert asked_for == asked(ARCHIVED[0].id)
    effects = late(visit, ImportFiles((("a", format_archive(ARCHIVED[:1])),), 0.0))
    while importing(visit.session) is not None:
        effects = late(visit, ImportOn(2, 0.0))
    (kept,) = [one.kept for one in effects if isinstance(one, Keep)]
    assert isinstance(kept, KeptMatch)
    assert kept.summary.id != ARCHIVED[0].id


def test_the_page_goes_on_answering_while_it_waits_for_storage() -> None:
    first = Visit()
    first.give(format_archive(ARCHIVED))
    session = first.next_visit().session
    session, _ = whole_step(session, ImportFiles((("a", format_archive(ARCHIVED)),), 0.0))
    session, effects = whole_step(session, ImportOn(50, 0.0))
    assert effects == (asked(ARCHIVED[0].id),)
    assert importing(session) is None
    assert whole_step(session, ImportOn(50, 0.0)) == (session, ())
    session, _ = whole_step(session, stored(ARCHIVED[0].id, first.texts[ARCHIVED[0].id]))
    assert importing(session) is not None
    left, _ = whole_step(session, Navigate("#/", 0.0))
    assert whole_step(left, ImportOn(50, 0.0)) == (left, ())


def test_files_that_are_dropped_elsewhere_lead_to_the_import() -> None:
    visit = Visit()
    visit.tell(ImportFiles((("a.json", format_record(RECORDS[0])),), 0.0))
    assert Go("#/import") in visit.effects
    assert "0 of 1" in whole(page_of(visit.session))
    count = visit.effects.count(Go("#/import"))
    visit.give(format_record(RECORDS[1]))
    assert visit.effects.count(Go("#/import")) == count


def test_random_damage_never_harms_what_is_there() -> None:
    rng = Random(5)
    text = format_archive(ARCHIVED)
    visit = Visit()
    visit.give(format_archive(ARCHIVED[:3]))
    before = {one: visit.texts[one] for one in visit.texts}
    for _ in range(30):
        letters = list(text)
        for _ in range(rng.randint(1, 6)):
            letters[rng.randrange(len(letters))] = rng.choice('{}[]",:0a\n')
        job = visit.give("".join(letters), batch=9)
        assert len(job.taken) + job.known + len(job.refused) >= len(job.pieces)
        assert {one: visit.texts[one] for one in before} == before


def test_what_found_no_room_is_not_taken_and_in_no_list() -> None:
    visit = Visit()
    job = visit.give(format_archive(ARCHIVED))
    lost, *rest = job.taken
    visit.tell(NotKept((lost,)))
    assert visit.job.taken == tuple(rest)
    ((source, number, kind, _),) = visit.job.refused
    assert (source, number, kind) == ("1.json", 1, "room")
    assert set(visit.session.library.summaries) == set(rest)
    # Once there is room, the same file brings it.
    del visit.texts[lost]
    assert visit.give(format_archive(ARCHIVED)).taken == (lost,)


def test_a_match_that_is_open_stays_though_it_could_not_be_written() -> None:
    visit = Visit()
    (match_id, *_) = visit.give(format_archive(ARCHIVED)).taken
    visit.tell(Navigate(f"#/match/{match_id}", 0.0))
    visit.tell(NotKept((match_id,)))
    assert match_id in visit.session.library.summaries


@pytest.mark.parametrize("cut", [0, 1, 10, 60, -1, None])
def test_a_damaged_match_is_in_the_file_as_it_is(cut: int | None) -> None:
    visit = Visit()
    visit.give(format_archive(ARCHIVED))
    one, *_ = visit.texts
    text = None if cut is None else visit.texts[one][:cut] + "\ud800"
    with pytest.raises(ValueError, match=r"\w"):
        archived_line(visit.summaries[one], text or "")
    lines = [damaged_line(visit.summaries[one], text)]
    lines += [
        archived_line(visit.summaries[each], visit.texts[each]) for each in list(visit.texts)[1:]
    ]
    file = framed(lines)
    file.encode()
    assert json.loads(file)["matches"][0]["damaged"] == text
    assert SCHEMA.is_valid(json.loads(file))
    job = Visit().give(file)
    assert len(job.taken) == len(ARCHIVED) - 1
    assert [refusal.kind for refusal in job.refused] == ["unreadable"]


def calls_in(deed: Callable[[], object]) -> int:
    """How many functions are called: a measure of work that does not depend on the machine."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        deed()
    finally:
        sys.setprofile(None)
    return count


def alike(count: int) -> str:
    """A file of matches that began the same, each played at other times."""
    record = next(one for one in RECORDS if one.setup.game == "yala").cut(1)
    (entry,) = record.entries
    records = [replace(record, entries=(replace(entry, at_ms=at),)) for at in range(count)]
    return format_archive([archived(one, number) for number, one in enumerate(records)])


@pytest.mark.parametrize("is_again", [False, True])
def test_many_matches_that_began_the_same_cost_no_more_each(is_again: bool) -> None:
    cost = {}
    for count in (100, 800):
        text, visit = alike(count), Visit()
        if is_again:
            visit.give(text, batch=64)
            visit = visit.next_visit()
        cost[count] = calls_in(lambda visit=visit, text=text: visit.give(text, batch=64))
        assert (len(visit.job.taken), visit.job.known) == ((0, count) if is_again else (count, 0))
    assert cost[800] < 12 * cost[100]


def test_matches_of_one_file_are_compared_with_each_other() -> None:
    visit = Visit()
    text = format_record(RECORDS[0])
    job = visit.give("\n".join([text, text, text]))
    assert (len(job.taken), job.known) == (1, 2)


def test_a_file_of_many_megabytes_is_split_in_slices() -> None:
    """Nothing is known of its matches before it is split, and the page can be left meanwhile."""
    line = format_record(RECORDS[0])
    for text in ("\n".join([line] * 3_000), "[" + ",".join([line] * 3_000) + "]"):
        visit = Visit()
        few = calls_in(lambda visit=visit, text=text: visit.tell(ImportFiles((("a", text),), 0.0)))
        all_of_it = calls_in(lambda text=text: pieces_of([Source("a", text)]))
        assert few < all_of_it / 4
        assert visit.job.pieces == ()
        assert "Reading the files …" in whole(page_of(visit.session))
        while not visit.job.pieces:
            visit.tell(ImportOn(8, 0.0))
        assert len(visit.job.pieces) == 3_000


def test_an_answer_that_an_earlier_import_asked_for_is_too_early() -> None:
    visit = Visit()
    effects = late(visit, ImportFiles((("a", format_archive(ARCHIVED[:1])),), 0.0))
    while importing(visit.session) is not None:
        effects = late(visit, ImportOn(2, 0.0))
    assert effects[-1] == Fetch(Written(1))
    late(visit, ImportFiles((("b", format_archive(ARCHIVED[1:])),), 0.0))
    while importing(visit.session) is not None:
        effects = late(visit, ImportOn(2, 0.0))
    assert effects[-1] == Fetch(Written(2))
    late(visit, HAS_ALL)
    assert not visit.job.is_over
    late(visit, Came(Written(2), True, 0.0))
    assert visit.job.is_over
