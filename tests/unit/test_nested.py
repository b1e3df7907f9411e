"""What is packed, or nested in what is kept or sent, may be anything: it is refused where it is
taken in, or set aside and told, and every screen opens and is drawn."""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from spieltisch.app.board.messages import Show, TypeAction
from spieltisch.app.core.effects import Effect, Fetch, Keep, SetAside
from spieltisch.app.core.known_lines import KnownLine
from spieltisch.app.core.messages import Command, ImportFiles
from spieltisch.app.core.table import format_tried, parse_tried
from spieltisch.app.core.waits import Came, OwnersFile
from spieltisch.app.files.state import ImportOn, importing
from spieltisch.app.keeping.bots import OwnSeries, PlayedSeries
from spieltisch.app.keeping.kinds import KINDS, name_of
from spieltisch.app.keeping.league import League, LostMatch, TrialEnd
from spieltisch.app.keeping.packing import MAX_UNPACKED, packed, text_in, unpacked
from spieltisch.app.keeping.puzzle_log import PuzzleLog, format_puzzle_log
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import FoundLate, ValuesChanged
from spieltisch.app.screens import page_of
from spieltisch.app.together.messages import LiveCommand, format_lines, known_lines
from spieltisch.app.workshop.state import ExamplesFetched, LookAtPair, LookAtPlayed, LookAtSeries
from spieltisch.kit.markup import whole
from spieltisch.live.codes import Room, format_room, parse_relay
from spieltisch.play.archive_file import archived_line
from spieltisch.play.code_text import pack_text
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import KnownRoom, format_match, seated
from spieltisch.play.mistake import MISTAKE as MISTAKE_CODEC
from spieltisch.play.own_jobs import Contestant, Failure, FailureKind, MatchPlayed
from spieltisch.play.study import Study, to_study
from spieltisch.play.study_text import format_study
from spieltisch.play.summary import format_summary
from spieltisch.shell.dom import in_ascii
from spieltisch.table import format_record
from tests.damage import mutants
from tests.unit.kept import KEPT_ID
from tests.unit.test_damaged_storage import LOG, MISTAKE, REVIEW, YALA, Visit, summary
from tests.unit.test_played_series import all_played
from tests.unit.test_variation import as_noted_before, legal

COUNT = int(os.environ.get("SPIELTISCH_NESTED", "60"))
"""How many of each kind are tried; a thousand were, when this was written."""


class NestedVisit(Visit):
    """A page that also reads files to their end, and writes values."""

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Fetch(OwnersFile() as need):
                # It cannot be read: what was read before it counts.
                self.send(Came(need, None, 0.0))
            case SetAside(store, key, name):
                kept = self.stores[store].get(key)
                if kept is not None:
                    assert self.stores["values"].setdefault(name, kept) == kept
            case Keep(kept) if type(kept) in [one.kind for one in KINDS.values()]:
                self.stores["values"][name_of(kept)] = KINDS[name_of(kept)].format(kept)
            case _:
                super()._carry_out(effect)

    def bring(self, text: str) -> None:
        self.send(ImportFiles((("", text),), 0.0))
        while importing(self.session) is not None:
            self.send(ImportOn(8, 0.0))

    def draw(self) -> None:
        # As the page is handed over: half a letter is shown as a sign for one.
        in_ascii(whole(page_of(self.session)))

    def look(self, *messages: object) -> None:
        for message in messages:
            self.send(message)
            self.draw()


def whole_packed(text: str) -> str:
    return b64encode(zlib.compress(text.encode("utf-8", "replace"))).decode()


def league(*names: str) -> League:
    """A league of short matches, one of which is a real one."""
    entrants = tuple(Contestant(name, "" if name in ("1", "random") else "x") for name in names)
    played = all_played(League("own", "yala", entrants, 2, 7, 1000), 2)
    first = played.trials[0]
    real = MatchPlayed(first.series.job, 1, (1,), 9, format_record(YALA.record))
    failure = Failure("mine", FailureKind.EXIT, "out", 2, 1, "")
    first = replace(
        first, played=(real,), printed=("hello",), failure=failure, ended=TrialEnd.FAILED
    )
    return replace(played, trials=(first, *played.trials[1:]))


INNER = [
    zlib.decompress(b64decode(packed(one) or "")).decode()
    for one in (league("mine", "1"), league("mine", "other", "random"))
]
"""What a series and a league pack."""


def series_of(letters: str, bot: str) -> OwnSeries:
    return OwnSeries(game="yala", name="mine", bot=bot, rival="1", matches=2, packed=letters)


def damaged_letters(count: int) -> Iterator[tuple[str, str]]:
    """Packed series that are none, and whose they are: damaged inside, or as letters."""
    rng = Random(5)
    for bot, text in zip(("bot000000001", ""), INNER, strict=True):
        for one in mutants(text, count // 2, 3):
            yield bot, whole_packed(one)
        letters = whole_packed(text)
        for _ in range(count // 20):
            at = rng.randrange(len(letters))
            yield (
                bot,
                rng.choice((letters[:at], letters[:at] + "A" + letters[at + 1 :], letters * 2)),
            )


def kept_series(bot: str, letters: str) -> str:
    return PlayedSeries({"abcdefghijk1": series_of(letters, bot)}).format()


def archive(kind: str, text: str) -> str:
    return f'{{"format":1,"matches":[],"others":[{{"kind":"{kind}","value":{text}}}]}}'


def see_workshop(visit: NestedVisit) -> None:
    """All that can be looked at of what bots have played."""
    visit.see("#/workshop/yala")
    visit.look(LookAtSeries("abcdefghijk1"), LookAtPair(0), LookAtPlayed(0), Command.LATER)
    visit.see("#/workshop/yala/bot000000001")
    visit.see("#/settings")


def tell(visit: NestedVisit, kind: str, text: str, way: str) -> None:
    """A damaged value comes by one of three ways."""
    if way == "storage":
        visit.stores["values"][kind] = text
        visit.send(FoundLate((), {kind: text}))
    elif way == "tab":
        visit.stores["values"][kind] = text
        visit.look(ValuesChanged({kind: text}))
    else:
        visit.bring(archive(kind, text))
        visit.draw()


WAYS = ("storage", "tab", "file")


def without_pairs(text: str) -> str:
    return whole_packed(json.dumps({**json.loads(text), "pairs": []}))


def with_more_played(text: str) -> str:
    """More matches of a pair than were to be played."""
    inner = json.loads(text)
    inner["pairs"][0]["played"] *= inner["matches"] + 1
    return whole_packed(json.dumps(inner))


@pytest.mark.parametrize("way", ["file", "storage", "tab"])
@pytest.mark.parametrize("bot", ["", "bot000000001"])
def test_a_series_in_which_too_much_was_played_keeps_no_workshop_shut(bot: str, way: str) -> None:
    visit = NestedVisit()
    visit.send(ValuesChanged({"bots": BOTS}))
    tell(visit, "series", kept_series(bot, with_more_played(INNER[not bot])), way)
    if way == "file":
        assert not visit.session.kept.of(PlayedSeries).by_id
        assert "Rejected: 1." in whole(page_of(visit.session))
    see_workshop(visit)


@pytest.mark.parametrize("bot", ["", "bot000000001"])
def test_a_series_in_which_nothing_was_played_is_refused_in_a_file(bot: str) -> None:
    visit = NestedVisit()
    tell(visit, "series", kept_series(bot, without_pairs(INNER[not bot])), "file")
    assert not visit.session.kept.of(PlayedSeries).by_id
    assert "Rejected: 1." in whole(page_of(visit.session))
    assert "abcdefghijk1" in whole(page_of(visit.session))
    see_workshop(visit)
    assert not visit.session.damage.entries


@pytest.mark.parametrize("way", ["storage", "tab"])
def test_series_that_cannot_be_read_are_set_aside_whole_and_told(way: str) -> None:
    """A league and a series in one value: the copy has both, and the sound one stays."""
    damaged = {
        "abcdefghijk1": series_of(without_pairs(INNER[1]), ""),
        "abcdefghijk2": series_of(without_pairs(INNER[0]), "bot000000001"),
        "abcdefghijk3": series_of(whole_packed(INNER[0]), "bot000000001"),
    }
    text = PlayedSeries(damaged).format()
    visit = NestedVisit()
    visit.send(ValuesChanged({"bots": BOTS}))
    tell(visit, "series", text, way)
    page = visit.see("#/workshop/yala")
    assert "find it in the settings" in page
    assert list(visit.session.kept.of(PlayedSeries).by_id) == ["abcdefghijk3"]
    copies = [text for name, text in visit.stores["values"].items() if name.startswith("damaged/")]
    assert text in copies
    assert json.loads(visit.stores["values"]["series"]).keys() == {"abcdefghijk3"}
    assert visit.session.screen.trial.played
    assert "damaged entr" in visit.see("#/settings")


HUGE = whole_packed(" " * (MAX_UNPACKED - 9))
"""Nothing, for which much has to be read."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many letters each step has unpacked so far, the last one's last; a step begins with 0."""
    counted = [0]

    def counting(letters: str) -> str:
        text = text_in(letters)
        counted[-1] += len(text)
        return text

    monkeypatch.setattr("spieltisch.app.keeping.packing.text_in", counting)
    unpacked.cache_clear()
    return counted


def test_huge_series_of_a_file_are_looked_at_one_at_a_time(steps: list[int]) -> None:
    sound = series_of(whole_packed(INNER[0]), "bot000000001")
    things = {f"huge{n:08}": series_of(HUGE, "") for n in range(12)}
    text = PlayedSeries({**things, "abcdefghijk3": sound}).format()
    visit = NestedVisit()
    visit.send(ImportFiles((("", archive("series", text)),), 0.0))
    while importing(visit.session) is not None:
        steps.append(0)
        visit.send(ImportOn(8, 0.0))
        visit.draw()
    # One is looked at ahead, so that the end is known.
    assert max(steps) <= 2 * MAX_UNPACKED
    assert sum(step >= MAX_UNPACKED - 9 for step in steps) >= len(things) - 1
    assert list(visit.session.kept.of(PlayedSeries).by_id) == ["abcdefghijk3"]
    assert "Rejected: 12." in whole(page_of(visit.session))


def test_an_import_of_series_can_be_stopped_between_them() -> None:
    things = {f"huge{n:08}": series_of(HUGE, "") for n in range(4)}
    visit = NestedVisit()
    visit.send(ImportFiles((("", archive("series", PlayedSeries(things).format())),), 0.0))
    while visit.session.screen.job.found is None:
        visit.send(ImportOn(8, 0.0))
    visit.send(Command.STOP_IMPORT)
    assert importing(visit.session) is None
    assert not visit.session.kept.of(PlayedSeries).by_id
    assert "Stopped" in whole(page_of(visit.session))


def test_a_workshop_with_huge_series_opens_and_looks_at_few_at_once(steps: list[int]) -> None:
    things = {f"huge{n:08}": replace(series_of(HUGE, ""), changed=n + 2) for n in range(6)}
    sound = replace(series_of(whole_packed(INNER[1]), ""), changed=1)
    text = PlayedSeries({**things, "abcdefghijk3": sound}).format()
    visit = NestedVisit()
    tell(visit, "series", text, "storage")
    assert sum(steps) == 0
    for _ in range(6):
        steps.append(0)
        visit.see("#/workshop/yala")
        visit.see("#/")
    assert max(steps) <= 3 * MAX_UNPACKED
    assert list(visit.session.kept.of(PlayedSeries).by_id) == ["abcdefghijk3"]
    visit.see("#/workshop/yala")
    assert visit.session.screen.league is not None


def test_a_study_that_cannot_be_read_is_refused_in_a_file() -> None:
    things = {
        "study0000001": {"game": "yala", "name": "one", "changed": 1, "text": "nothing"},
        "study0000002": {"game": "myra", "name": "two", "changed": 1, "text": STUDY},
        "study0000003": {"game": "yala", "name": "three", "changed": 1, "text": STUDY},
    }
    visit = NestedVisit()
    tell(visit, "studies", json.dumps(things), "file")
    assert list(visit.session.kept.of(Studies).by_id) == ["study0000003"]
    assert "Rejected: 2." in whole(page_of(visit.session))


@pytest.mark.parametrize("way", WAYS)
def test_series(way: str) -> None:
    for bot, letters in damaged_letters(COUNT):
        visit = NestedVisit()
        if way == "tab":
            visit.see("#/workshop/yala")
        tell(visit, "series", kept_series(bot, letters), way)
        see_workshop(visit)


LOST = (LostMatch(0, 0), LostMatch(1, 1))
"""Matches that bots have lost by failing, of which the second was not told."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bot", ["", "bot000000001"])
def test_lost_matches_beside_series(bot: str, way: str) -> None:
    rest = ((), ()) if not bot else ()
    series = replace(series_of(whole_packed(INNER[not bot]), bot), lost=(LOST, *rest))
    sound = PlayedSeries({"abcdefghijk1": series}).format()
    before, inside, after = sound.partition(json.dumps(series.lost))
    assert inside
    for text in (inside, *mutants(inside, COUNT // 2, 29)):
        visit = NestedVisit()
        visit.send(ValuesChanged({"bots": BOTS}))
        tell(visit, "series", before + text + after, way)
        see_workshop(visit)
        if text == inside:
            visit.see("#/workshop/yala/bot000000001" if bot else "#/workshop/yala")
            screen = visit.session.screen
            trial = screen.trial if bot else screen.league.trials[0]
            assert trial.lost == LOST


BOTS = json.dumps(
    {"bot000000001": {"game": "yala", "name": "mine", "changed": 2, "source": "x = 1", "step": 2}}
)
DECKS = json.dumps(
    {"deck00000001": {"game": "aya", "name": "Box", "changed": 1, "cards": "bbbyy bbbyb*"}}
)
STUDY = format_study("one", Study(to_study(parse_setup("yala", "seed=42"))))
STUDIES = json.dumps({"study0000001": {"game": "yala", "name": "one", "changed": 1, "text": STUDY}})
PUZZLES = format_puzzle_log(PuzzleLog({"yala": LOG, "myra": LOG}))
ROOM_LINK = format_room(
    Room(parse_relay("wss://relay.example.org:8084/mqtt"), "0123456789abcdef" * 2)
)
ROOMED = replace(
    seated(parse_setup("yala", "seats=human,link&seed=42")), keys={1: "5a" * 16, 2: "32" * 16}
)
VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "bots": (BOTS, ("#/workshop/yala", "#/workshop/yala/bot000000001", "#/setup/yala")),
    "decks": (DECKS, ("#/deck/aya", "#/deck/aya/deck00000001", "#/setup/aya", "#/puzzles/aya")),
    "studies": (STUDIES, ("#/study/study0000001", "#/settings", "#/matches")),
    "puzzles": (
        PUZZLES,
        (
            "#/daily/yala", "#/puzzle/yala", "#/mistakes/yala", f"#/mistakes/yala/{MISTAKE.id}",
            "#/run/yala", "#/duel/aya", "#/spot/aya", "#/puzzles/yala", "#/statistics",
        ),
    ),
    "lessons": ('{"yala":["b","c"],"myra":["a"]}', ("#/learn/yala", "#/")),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", VALUES)
def test_values(kind: str, way: str) -> None:
    sound, places = VALUES[kind]
    for text in mutants(sound, COUNT, 11):
        visit = NestedVisit()
        if way == "tab":
            visit.see(places[1])
        tell(visit, kind, text, way)
        for place in places:
            visit.see(place)


def texts_like(sound: str, count: int, seed: int) -> Iterator[str]:
    """Texts that are no JSON, damaged a little."""
    rng = Random(seed)
    parts = ("", "(", ")", "{", "}", "$1", "9" * 40, "\0", "\ud800", "é", "[", '"', "\n", "-", " ")
    for _ in range(count):
        text = sound
        for _ in range(rng.choice((1, 1, 2, 3))):
            begin = rng.randrange(len(text) + 1)
            end = min(len(text), begin + rng.choice((0, 0, 1, 3, 20)))
            text = text[:begin] + rng.choice(parts) + text[end:]
        yield text


@pytest.mark.parametrize("way", WAYS)
def test_texts_of_studies(way: str) -> None:
    for text in texts_like(STUDY, COUNT, 7):
        thing = {"game": "yala", "name": "one", "changed": 1, "text": text}
        visit = NestedVisit()
        tell(visit, "studies", json.dumps({"study0000001": thing}), way)
        visit.see("#/study/study0000001")
        visit.see("#/")


def test_texts_of_studies_that_are_brought() -> None:
    for text in texts_like(STUDY, COUNT, 8):
        visit = NestedVisit()
        visit.bring(text)
        visit.draw()


@pytest.mark.parametrize("is_host", [False, True])
def test_matches_with_a_room(is_host: bool) -> None:
    """Whatever is kept of where the others are found, its match opens, and leads there or not."""
    match = ROOMED if is_host else replace(ROOMED, here=frozenset({2}), keys={2: "5a" * 16})
    room = KnownRoom(ROOM_LINK, is_host)
    match = replace(match, room=room, salt="67fe" * 8)
    entered = 0
    for text in mutants(format_match(match), COUNT, 17):
        visit = NestedVisit()
        device = replace(visit.session.device, relays="wss:", site_relay="relay.example.org")
        visit.session = replace(visit.session, device=device)
        visit.stores["matches"][KEPT_ID] = text
        visit.stores["summaries"][KEPT_ID] = format_summary(summary(match))
        visit.begin()
        visit.see(f"#/match/{KEPT_ID}")
        visit.look(LiveCommand.RECONNECT)
        entered += visit.session.live is not None
        visit.see("#/")
        visit.look(Command.STOP_LIVE)
    assert entered


DEAL_LINKS = "#/dealt/aya/"
INNER_OF_LINKS: dict[str, tuple[str, Callable[[str, int], Iterator[str]]]] = {
    "#/escape/yala/": (
        json.dumps(MISTAKE_CODEC.write(MISTAKE)),
        lambda text, count: iter(mutants(text, count, 5)),
    ),
    "#/bot/yala/": ("mine\nx = 1", lambda text, count: texts_like(text, count, 3)),
    "#/study/": (STUDY, lambda text, count: texts_like(text, count, 9)),
    "#/dealt/aya/": ("first bbbyy*bbbyb", lambda text, count: texts_like(text, count, 4)),
    "#/dealt/yala/": ("first bbbyy*bbbyb", lambda text, count: texts_like(text, count, 4)),
}


@pytest.mark.parametrize("place", INNER_OF_LINKS)
def test_links(place: str) -> None:
    sound, damage = INNER_OF_LINKS[place]
    for text in damage(sound, COUNT):
        visit = NestedVisit()
        visit.see(place + pack_text(text))
        visit.see("#/")


@pytest.mark.parametrize("way", ["storage", "file"])
def test_reviews(way: str) -> None:
    match = archived_line(summary(YALA), format_match(YALA))
    for text in mutants(REVIEW, COUNT, 13):
        visit = NestedVisit()
        if way == "file":
            other = f'{{"kind":"review","of":"{KEPT_ID}","value":{text}}}'
            visit.bring(f'{{"format":1,"matches":[\n{match}\n],"others":[\n{other}\n]}}')
            visit.draw()
        else:
            visit.stores["reviews"][KEPT_ID] = text
            visit.bring(f'{{"format":1,"matches":[\n{match}\n]}}')
        visit.see(f"#/match/{KEPT_ID}")
        visit.look(Command.REVIEW)


def with_kept_match() -> NestedVisit:
    """A page at a match that is kept."""
    visit = NestedVisit(
        matches={KEPT_ID: format_match(YALA)}, summaries={KEPT_ID: format_summary(summary(YALA))}
    )
    visit.begin()
    visit.see(f"#/match/{KEPT_ID}")
    return visit


@cache
def tried() -> tuple[str, str]:
    """What is tried out in the match, as it is noted now, and as it was before it was a study."""
    visit = with_kept_match()
    visit.look(Show(2), Command.TRY_OUT)
    for action in legal(visit.session.match, 2):
        visit.look(TypeAction(action, 0.0))
    (text,) = visit.session.tried.values()
    return text, as_noted_before(visit.session)


KNOWN = tuple(
    KnownLine(line, KEPT_ID, is_host, (2,), "v=0\no=own", "v=0\no=theirs")
    for line, is_host in ((1, False), (2, True))
)


def sound_in_tabs(of: str) -> list[str]:
    """What a tab may have kept for itself: all that is read."""
    if of == "lines":
        return [format_lines(KNOWN)]
    return [format_tried({KEPT_ID: text}) for text in tried()]


def damaged_in_tabs(of: str, count: int) -> Iterator[str]:
    """At least so many of those, damaged: as a whole, in the text that is noted of a match, and in
    the study or the descriptions in it."""
    if of == "lines":
        (sound,) = sound_in_tabs(of)
        yield from mutants(sound, count // 2 + 1, 17)
        for text in texts_like(KNOWN[0].theirs, count // 2, 18):
            yield format_lines(tuple(replace(one, theirs=text) for one in KNOWN))
        return
    for sound, text in zip(sound_in_tabs(of), tried(), strict=True):
        yield from mutants(sound, count // 5 + 1, 17)
        for one in mutants(text, count // 5 + 1, 18):
            yield format_tried({KEPT_ID: one})
    now = json.loads(tried()[0])
    for one in texts_like(now["study"], count // 5, 19):
        yield format_tried({KEPT_ID: json.dumps({**now, "study": one})})


READ_IN_TABS: dict[str, Callable[[str], object]] = {"tried": parse_tried, "lines": known_lines}
FIELDS_OF_TABS = {"tried": "tried", "lines": "known_lines"}


def loaded_anew(of: str, text: str) -> NestedVisit:
    """A page at the match, in a tab that has kept a text, and whose lines are called."""
    visit = with_kept_match()
    visit.see("#/")
    visit.session = replace(visit.session, **{FIELDS_OF_TABS[of]: READ_IN_TABS[of](text)})
    visit.see(f"#/match/{KEPT_ID}")
    visit.look(LiveCommand.RECONNECT)
    return visit


def test_what_a_tab_keeps_is_taken_up_where_it_is_sound() -> None:
    for text in sound_in_tabs("tried"):
        assert parse_tried(text).keys() == {KEPT_ID}
        assert loaded_anew("tried", text).session.home is not None
    for text in sound_in_tabs("lines"):
        assert known_lines(text) == KNOWN
        assert loaded_anew("lines", text).session.live is not None


@pytest.mark.parametrize("of", READ_IN_TABS)
def test_what_a_tab_keeps(of: str) -> None:
    found = 0
    for text in damaged_in_tabs(of, COUNT):
        found += bool(READ_IN_TABS[of](text))
        visit = loaded_anew(of, text)
        visit.see("#/play/yala?seats=human,human&seed=42")
    # Damage within what is noted is found where that is taken up.
    assert found > COUNT // 4


def test_examples() -> None:
    for text in mutants('{"one.py":"\\"Any game: x\\"","two.py":"\\"YALA: y\\""}', COUNT, 19):
        visit = NestedVisit()
        visit.see("#/workshop/yala")
        visit.look(ExamplesFetched(text=text))
