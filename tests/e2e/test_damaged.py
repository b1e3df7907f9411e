"""A database in which anything stands: the page starts, shows every screen, and lists what it set
aside. The parsers' share of it is in tests/unit/test_damaged_storage.py."""

import json
from functools import partial

import pytest
from playwright.sync_api import expect

from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.keeping.bots import Bots, OwnBot, PlayedSeries
from spieltisch.play.archive_file import archived_line
from spieltisch.play.code_text import pack_text
from spieltisch.play.match import Match, format_match
from spieltisch.play.reviews import OtherMatchError, format_review, parse_review
from spieltisch.play.summary import format_summary, summary_of
from spieltisch.table import Evaluation, Prospect, parse_record
from tests.damage import mutants
from tests.e2e.conftest import LIMIT_MS, go_to, reload, wait_until
from tests.e2e.database import in_database
from tests.records import keeping
from tests.sampling import sampled
from tests.unit.kept import KEPT_ID
from tests.unit.test_damaged_storage import REVIEW, VALUES_READ
from tests.unit.test_nested import (
    INNER,
    INNER_OF_LINKS,
    READ_IN_TABS,
    STUDY,
    archive,
    damaged_in_tabs,
    damaged_letters,
    kept_series,
    series_of,
    sound_in_tabs,
    texts_like,
    without_pairs,
)
from tests.unit.test_nested import VALUES as VALUES_IN_FILES

COUNT = 500
"""How many damaged entries each store has at once."""

MOST_BOTS = 120
"""So many are kept at once, each with a damaged series."""


MANY = 120
"""So many are made at least: what takes the place of the whole comes first."""


def spread(make, count):
    """So many of those that are made, from the first ones to the last."""
    made = [*make(max(count, MANY))]
    return made[:: len(made) // count][:count]


def counted(count: int, in_soak: int = 1_000):
    """A test with some damaged ones, and as one of the long tests with many more."""
    return pytest.mark.parametrize("count", [count, pytest.param(in_soak, marks=pytest.mark.soak)])


SCREENS = {
    "#/": ".screen-start",
    "#/matches": ".screen-matches",
    "#/matches?show=ended&page=2": ".screen-matches",
    "#/statistics": ".screen-statistics",
    "#/puzzle/yala": ".screen-exercise",
    "#/learn/myra": ".screen-exercise",
    "#/settings": ".screen-settings",
}

# Values that are no text, as their own names in JavaScript.
STRANGE = (
    "null", "5", "5n", "true", "{a: 1}", "{text: 5}", "{text: null, played: NaN}", "[1]",
    "new Uint8Array([1, 2])", "new Map([[1, 2]])", "new Date(0)", "new Blob(['x'])", "''", "/x/",
    "new ArrayBuffer(3)", "'\\ud800'", "{id: '\\ud800', link: 1, played: '1', text: '{'}",
    "new Set([1n])", "NaN", "[[[[]]]]",
)  # fmt: skip
KEYS = ("5", "new Date(0)", "[1, 'a']", "new Uint8Array([7])", "'\\ud800'", "''", "'__proto__'")

WRITE = in_database(
    """const strange = [STRANGE];
        const transaction = database.transaction(store, "readwrite");
        for (const [key, value] of rows) {
            const [at, put] = [key, value].map((one) =>
                typeof one === "number" ? strange[one]() : one);
            transaction.objectStore(store).put(put, at);
        }
        await ended(transaction);""".replace(
        "STRANGE", ", ".join(f"() => ({one})" for one in (*STRANGE, *KEYS))
    ),
    "[store, rows]",
)
READ = in_database(
    """const kept = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([told(kept.getAllKeys()), told(kept.getAll())]);
        return keys.map((key, at) => [
            String(key), typeof values[at] === "string" ? values[at] : "strange",
        ]);""",
    "[store]",
)

MATCHES = [
    Match.open(parse_record(keeping.read(name)))
    for name in keeping.names()
    if len(keeping.read(name)) < 1500
]
OVER = next(match for match in MATCHES if match.setup.game == "yala" and match.is_over)


def write(page, store, rows):
    """Put rows into a store: keys and values; a number stands for one of STRANGE and KEYS."""
    page.evaluate(WRITE, [store, rows])


def read(page, store):
    return {key: value for key, value in page.evaluate(READ, [store]) if key}


def row(summary, text):
    return {"id": summary.id, "link": "#/x", "played": summary.played_ms, "text": text}


def numbered(number):
    return f"{number:012}"


def see_all(page):
    see(page, SCREENS)


def see(page, links):
    for link in links:
        go_to(page, link)
        expect(page.locator(SCREENS[link])).to_be_visible()


def test_five_hundred_damaged_entries_of_every_store_hide_nothing_else(open_ready, page):
    open_ready("#/")
    sound = summary_of(OVER, "sound0000000", begun_ms=1, played_ms=2**42)
    write(page, "matches", [[sound.id, format_match(OVER)]])
    write(page, "summaries", [[sound.id, row(sound, format_summary(sound))]])
    fill(page)
    before = read(page, "matches"), read(page, "reviews")
    reload(page)
    see_all(page)
    expect(page.locator("#damaged-title")).to_contain_text("damaged entries")
    assert (read(page, "matches"), read(page, "reviews")) == before
    go_to(page, f"#/match/{sound.id}")
    expect(page.locator("#board")).to_be_visible()
    # What was set aside from the values is there, and the next start finds the rest sound.
    assert len([key for key in read(page, "values") if key.startswith("damaged/")]) == 3
    go_to(page, "#/settings")
    reload(page)
    see_all(page)
    assert len([key for key in read(page, "values") if key.startswith("damaged/")]) == 3


def fill(page):
    """Every store gets COUNT damaged entries, or as many as it can have."""
    summaries, matches, reviews = [], [], []
    for number in range(COUNT):
        match = MATCHES[number % len(MATCHES)]
        one = summary_of(match, numbered(number), begun_ms=1, played_ms=number)
        (text,) = mutants(format_summary(one), 1, number)[:1] if number % 3 else ("{",)
        summaries.append([one.id, row(one, text)])
    texts = [
        text
        for at, match in enumerate(MATCHES)
        for text in mutants(format_match(match), COUNT // len(MATCHES) + 1, at)
    ]
    matches += [[numbered(1000 + at), text] for at, text in enumerate(texts)]
    for at, _ in enumerate(texts):
        one = summary_of(OVER, numbered(1000 + at), begun_ms=1, played_ms=at)
        summaries.append([one.id, row(one, format_summary(one))])
    found = [
        Evaluation(
            OVER.position_at(ply),
            turn.seat,
            (Prospect(0.5, 7, (turn.entry.action,)),),
            is_final=False,
        )
        for ply, turn in enumerate(OVER.turns)
    ]
    review = format_review(OVER, found, is_asked=True)
    reviews += [[numbered(1000 + at), text] for at, text in enumerate(mutants(review, COUNT))]
    for store, rows in (("summaries", summaries), ("matches", matches), ("reviews", reviews)):
        write(page, store, rows)
        write(page, store, [[numbered(5000 + at), at] for at, _ in enumerate(STRANGE)])
        write(page, store, [[len(STRANGE) + at, "x"] for at, _ in enumerate(KEYS)])
    write(page, "values", [["runs", 2], ["lessons", 4], ["puzzles", 9], ["later", 2]])
    write(page, "values", [[len(STRANGE) + at, 0] for at, _ in enumerate(KEYS)])


VALUES = ("runs", "lessons", "puzzles")
OWN_KEY = "spieltisch.settings"
FORGET = in_database(
    """const transaction = database.transaction("values", "readwrite");
        transaction.objectStore("values").clear();
        await ended(transaction);
        for (const key of Object.keys(localStorage).filter((key) => key.includes("damaged/"))) {
            localStorage.removeItem(key);
        }"""
)


@pytest.mark.parametrize("count", sampled((5, COUNT), 5))
def test_damaged_values_and_settings_are_set_aside_as_they_were(open_ready, page, count):
    open_ready("#/")
    sound = {name: text for name, (text, _) in VALUES_READ.items()}
    chosen = format_settings(Settings(theme="dark", stun="stun:example.org", sound="full"))
    damaged = [mutants(text, COUNT) for text in (*sound.values(), chosen)]
    for at in range(0, COUNT, COUNT // count):
        values = dict(zip(VALUES, [texts[at] for texts in damaged], strict=False))
        settings = damaged[-1][at]
        page.evaluate(FORGET)
        write(page, "values", list(values.items()))
        page.evaluate("both => localStorage.setItem(...both)", [OWN_KEY, settings])
        reload(page)
        aside = [text for name, text in values.items() if has_flaws(VALUES_READ[name][1], text)]
        told = len(aside) + has_flaws(parse_settings, settings)
        see(page, SCREENS if at % 100 == 0 else ("#/statistics", "#/puzzle/yala", "#/settings"))
        told_of(page, told)
        kept = read(page, "values")
        set_aside = [text for key, text in kept.items() if key.startswith("damaged/")]
        assert sorted(set_aside) == sorted(aside)
        assert kept_settings(page, "damaged/") == [settings] * has_flaws(parse_settings, settings)


def has_flaws(parse, text):
    """Whether a reader finds damage in a text."""
    flaws = []
    parse(text, flaws)
    return bool(flaws)


def told_of(page, count):
    """The settings, which are shown, list so many damaged entries."""
    entries = "1 damaged entry" if count == 1 else f"{count} damaged entries"
    title = page.locator("#damaged-title")
    expect(title).to_have_text([entries] if count else [])


def kept_settings(page, part):
    """The texts in ``localStorage`` under keys that hold the part."""
    return page.evaluate(
        "part => Object.keys(localStorage).filter(key => key.includes(part))"
        ".map(key => localStorage[key])",
        part,
    )


@pytest.mark.parametrize("kind", sampled(range(len(STRANGE)), 0, 2, 11))
def test_a_strange_value_of_each_kind_is_set_aside_once(open_ready, page, kind):
    open_ready("#/")
    write(page, "values", [[name, kind] for name in VALUES])
    reload(page)
    expect(page.locator("#notice")).to_contain_text("find it in the settings")
    see_all(page)
    expect(page.locator("#damaged-title")).to_have_text("3 damaged entries")
    assert set(read(page, "values")) >= set(VALUES)
    reload(page)
    expect(page.locator("#notice")).to_have_count(0)
    expect(page.locator("#damaged-title")).to_have_text("3 damaged entries")


def test_damaged_entries_are_saved_deleted_and_brought_back_by_keys(open_ready, page):
    open_ready("#/settings")
    write(page, "matches", [["damaged00000", "{"], ["damaged00001", 2]])
    write(page, "values", [["puzzles", '{"yala": {"rating": [-1e6, 350, 0.06]}}']])
    page.evaluate("localStorage.setItem('spieltisch.settings', '{\"theme\": true}')")
    reload(page)
    title = page.locator("#damaged-title")
    expect(title).to_have_text("4 damaged entries")
    with page.expect_download() as saved:
        page.locator("[data-do=save-damaged]").press("Enter")
    told = json.loads(saved.value.path().read_text())["damaged"]
    assert {one["text"] for one in told} == {
        "{", "5", '{"yala": {"rating": [-1e6, 350, 0.06]}}', '{"theme": true}'
    }  # fmt: skip
    page.locator("[data-do=delete-damaged]").press("Enter")
    expect(title).to_have_count(0)
    page.locator("[data-do=undo-delete]").press("Enter")
    expect(title).to_have_text("4 damaged entries")
    expect(title).to_be_focused()
    page.locator("[data-do=delete-damaged]").press("Enter")
    expect(title).to_have_count(0)
    page.locator("#toasts [data-do=let-go]").press("Enter")
    expect(page.locator("#toasts button")).to_have_count(0)
    reload(page)
    expect(page.locator(".screen-settings h1")).to_be_visible()
    expect(title).to_have_count(0)
    assert not read(page, "matches")
    assert set(read(page, "values")) == {"puzzles"}
    # Whoever leaves the page while they could come back has deleted them, too.
    write(page, "matches", [["damaged00000", "{"]])
    reload(page)
    page.locator("[data-do=delete-damaged]").press("Enter")
    expect(title).to_have_count(0)
    reload(page)
    expect(page.locator(".screen-settings h1")).to_be_visible()
    expect(title).to_have_count(0)
    assert not read(page, "matches")


@pytest.mark.parametrize("count", sampled((6, 24), 6))
def test_settings_of_other_types_leave_the_rest(open_ready, page, count):
    open_ready("#/")
    for text in mutants(format_settings(Settings(theme="dark")), count):
        page.evaluate("text => localStorage.setItem('spieltisch.settings', text)", text)
        reload(page)
        expect(page.locator(".screen-start h1").first).to_be_attached()


GO = """link => new Promise((resolve) => {
    addEventListener("hashchange", () => setTimeout(resolve), { once: true });
    location.hash = link;
})"""
"""Follows a link, and has come there once the page has answered the browser's event."""

FAULT = ".screen-fault, #notice [data-do=save-report]"


@counted(60)
def test_what_is_packed_inside_is_set_aside_when_it_is_opened(open_ready, page, count):
    """Each of them locked the workshop, or might have; what the page says of mistakes in the
    program is an error in its log as well, which fails the test."""
    letters = [*damaged_letters(count)]
    open_ready("#/")
    for first in range(0, len(letters), MOST_BOTS):
        expect_set_aside(page, [*letters[first : first + MOST_BOTS], ("", without_pairs(INNER[1]))])


def expect_set_aside(page, letters):
    bots, series = {}, {}
    for number, (_, packed) in enumerate(letters):
        bot = f"bot{number:09}"
        bots[bot] = OwnBot(game="yala", name=f"b{number}", source="x")
        mine = "" if number == len(letters) - 1 else bot
        series[f"s{number:011}"] = series_of(packed, mine)
    write(page, "values", [["bots", Bots(bots).format()]])
    write(page, "values", [["series", PlayedSeries(series).format()]])
    reload(page)
    for bot in bots:
        page.evaluate(GO, f"#/workshop/yala/{bot}")
        expect(page.locator("#bot-source")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("damaged")
    page.evaluate(GO, "#/settings")
    expect(page.locator("#damaged-title")).to_be_visible()
    reload(page)
    page.evaluate(GO, "#/workshop/yala")
    expect(page.locator(".screen-workshop")).to_be_visible()
    expect(page.locator(FAULT)).to_have_count(0)


@counted(12)
@pytest.mark.parametrize("place", INNER_OF_LINKS)
@pytest.mark.running_page
def test_what_is_packed_in_links_leads_somewhere(open_ready, page, place, count):
    open_ready("#/")
    page.evaluate(GO, "#/rules/yala")
    expect(page.locator(".screen-rules")).to_be_visible()
    sound, damage = INNER_OF_LINKS[place]
    for text in spread(lambda many: damage(sound, many), count):
        page.evaluate(GO, place + pack_text(text))
        page.evaluate(GO, "#/settings")
        expect(page.locator(".screen-settings")).to_be_visible()
        expect(page.locator(FAULT)).to_have_count(0)


LOOK_AT_EACH = """async ([texts, places, fault, limit]) => {
    const seen = () => document.querySelector("main")?.className;
    const until = (isThere, text) => new Promise((done, fail) => {
        const end = performance.now() + limit;
        const look = () => {
            if (isThere()) done();
            else if (performance.now() < end) setTimeout(look, 2);
            else fail(new Error(`${location.hash} has ${seen()}, "${said()}" with ${text}`));
        };
        look();
    });
    const go = (place) => new Promise((resolve) => {
        if (location.hash === place) resolve();
        addEventListener("hashchange", () => setTimeout(resolve), { once: true });
        location.hash = place;
    });
    const said = () => document.querySelector(".screen-import #import-said")?.textContent;
    for (const [at, text] of texts.entries()) {
        await go("#/");
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
        document.querySelector("#main").dispatchEvent(pasted);
        await until(() => said()?.includes("Imported:"), text);
        for (const [place, shown] of places) {
            await go(place);
            await until(() => document.querySelector(`${fault}, ${shown}`), text);
            if (document.querySelector(fault)) return [at, place, text];
        }
    }
    return null;
}"""
"""Gives the page each of some texts, and looks at places after each, once there is what is shown
there; the result is where the page told of a mistake in the program."""

NO_SUCH_PLACE = ".screen-start #notice"
"""Shown where an address leads to what was refused."""

SHOWN_AT = {
    "": ".screen-start",
    "workshop": ".screen-workshop #bot-source",
    "setup": ".screen-setup form",
    "deck": ".screen-deck #deck-text",
    "puzzles": ".screen-puzzles",
    "study": "#board",
    "sheet": ".screen-sheet",
    "match": "#board",
    "matches": ".screen-matches",
    "settings": ".screen-settings",
    "statistics": ".screen-statistics",
    **dict.fromkeys(("daily", "puzzle", "mistakes", "learn"), ".screen-exercise"),
    **dict.fromkeys(("run", "duel"), ".screen-contest"),
    "spot": ":is(.screen-exercise, .screen-contest)",
}
"""What the screens show, by the first word of their addresses."""


def with_shown(places):
    """Places, each with what is there once the page has come to it."""
    return [[one, f"{SHOWN_AT[one.split('/')[1]]}, {NO_SUCH_PLACE}"] for one in places]


AT_ONCE = 10
"""So many are given to the page in one call, which has a limit."""

OF_FILES = {
    **{
        kind: (places, lambda count, kind=kind: each_value(kind, count))
        for kind, (_, places) in VALUES_IN_FILES.items()
    },
    "texts of studies": (
        ("#/study/study0000001", "#/sheet/study0000001", "#/"),
        lambda count: (
            archive("studies", json.dumps({"study0000001": study_of(text)}))
            for text in texts_like(STUDY, count, 7)
        ),
    ),
    "reviews": (
        (f"#/match/{KEPT_ID}", "#/"),
        lambda count: (archive_of_review(text) for text in mutants(REVIEW, count, 13)),
    ),
}
"""What is nested in files: where it is shown, and so many of them."""


def each_value(kind, count):
    return (archive(kind, text) for text in mutants(VALUES_IN_FILES[kind][0], count, 11))


def study_of(text):
    return {"game": "yala", "name": "one", "changed": 1, "text": text}


def archive_of_review(text):
    match = archived_line(summary_of(OVER, KEPT_ID, begun_ms=1, played_ms=2), format_match(OVER))
    other = f'{{"kind":"review","of":"{KEPT_ID}","value":{text}}}'
    return f'{{"format":1,"matches":[\n{match}\n],"others":[\n{other}\n]}}'


@counted(12)
@pytest.mark.parametrize("kind", OF_FILES)
@pytest.mark.running_page
def test_what_is_nested_in_files_is_taken_or_refused(open_ready, page, kind, count):
    open_ready("#/")
    places, made = OF_FILES[kind]
    texts = spread(made, count)
    for first in range(0, len(texts), AT_ONCE):
        some = texts[first : first + AT_ONCE]
        assert page.evaluate(LOOK_AT_EACH, [some, with_shown(places), FAULT, LIMIT_MS]) is None


IS_SET_ASIDE = in_database(
    """const asked = database.transaction("reviews").objectStore("reviews").getKey(id);
        return (await told(asked)) === undefined;""",
    "id",
)


@counted(24)
def test_what_a_review_holds_is_shown_or_set_aside(open_ready, page, count):
    """A match for each, as the page goes on with what it has read of one."""
    open_ready("#/")
    texts = [REVIEW, *spread(lambda many: mutants(REVIEW, many, 14), count)]
    ids = [numbered(number) for number, _ in enumerate(texts)]
    write(page, "matches", [[one, format_match(OVER)] for one in ids])
    summaries = [summary_of(OVER, one, begun_ms=1, played_ms=2) for one in ids]
    write(page, "summaries", [[one.id, row(one, format_summary(one))] for one in summaries])
    write(page, "reviews", [*zip(ids, texts, strict=True)])
    reload(page)
    ends = []
    for match_id, text in zip(ids, texts, strict=True):
        page.evaluate(GO, f"#/match/{match_id}")
        expect(page.locator("#board")).to_be_visible()
        ends.append(end_of_review(text))
        if ends[-1] == "shown":
            expect(page.locator("#curve-slider")).to_be_attached()
        elif ends[-1] == "set aside":
            wait_until(page, f"({IS_SET_ASIDE})({json.dumps(match_id)})")
        page.evaluate(GO, "#/settings")
        expect(page.locator(".screen-settings")).to_be_visible()
        expect(page.locator(FAULT)).to_have_count(0)
    assert {"shown", "set aside"} <= set(ends)
    copies = [key for key in read(page, "values") if key.startswith("damaged/")]
    assert len(copies) == ends.count("set aside")


def end_of_review(text):
    """What comes of a kept review."""
    try:
        _, is_asked = parse_review(text, OVER)
    except OtherMatchError:
        return "of another match"
    except ValueError:
        return "set aside"
    return "shown" if is_asked else "not asked for"


@counted(6, in_soak=60)
@pytest.mark.parametrize("name", READ_IN_TABS)
def test_what_a_tab_keeps_for_itself_shuts_nothing(open_ready, page, name, count):
    open_ready("#/")
    sound = summary_of(OVER, KEPT_ID, begun_ms=1, played_ms=2)
    write(page, "matches", [[KEPT_ID, format_match(OVER)]])
    write(page, "summaries", [[KEPT_ID, row(sound, format_summary(sound))]])
    page.evaluate(GO, f"#/match/{KEPT_ID}")
    damaged = spread(partial(damaged_in_tabs, name), count)
    for text in (*sound_in_tabs(name), *damaged):
        page.evaluate("both => sessionStorage.setItem(...both)", [f"spieltisch.{name}", text])
        reload(page)
        expect(page.locator("#board")).to_be_visible()
        if name == "tried" and text not in damaged:
            expect(page.locator(".table.is-variation")).to_be_visible()
        expect(page.locator(FAULT)).to_have_count(0)


def test_a_file_with_a_series_of_nothing_is_refused_and_the_workshop_opens(open_ready, page):
    open_ready("#/import")
    give = page.locator("[data-files]").set_input_files
    text = archive("series", kept_series("", without_pairs(INNER[1])))
    give(files=[{"name": "a.json", "mimeType": "application/json", "buffer": text.encode()}])
    expect(page.locator("main")).to_contain_text("Rejected: 1.")
    page.evaluate(GO, "#/workshop/yala")
    expect(page.locator(".screen-workshop")).to_be_visible()
