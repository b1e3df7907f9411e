"""Matches go into a file and come out of one, however it is given and whatever is wrong with it."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Download, Page, expect

from spieltisch.games import catalog
from spieltisch.play.archive_file import ArchivedMatch, parse_piece
from spieltisch.play.match import Match
from spieltisch.table import Entry, Record, format_record
from tests.e2e.conftest import Trouble, go_to, new_profile, reload
from tests.e2e.constants import milliseconds
from tests.e2e.yala_player import Table, recorded, recorded_link
from tests.front_doors import format_archive, parse_archive, split_file
from tests.records import keeping

SAID = "#import-said"
PNG_START = b"\x89PNG\r\n\x1a\n"


def many(count: int, first: int = 0) -> list[ArchivedMatch]:
    """Beginnings of different matches, of all games in turn."""
    return [_beginning(number) for number in range(first, first + count)]


def _beginning(number: int) -> ArchivedMatch:
    game = list(catalog.GAMES.values())[number % len(catalog.GAMES)]
    setup = replace(game.info.default_setup(), seed=number)
    setup = replace(setup, start=game.rules.deal(setup, Random(number).shuffle))
    position = game.rules.initial_position(setup)
    seat = min(position.active_seats - {0})
    action = game.rules.format_action(position.legal_actions(seat)[0])
    record = Match.open(Record(setup, (Entry(seat, action, 900),))).record
    return ArchivedMatch(f"given{number:07}", f"No. {number}", 1000 + number, 2000, 1, 0, record)


def report(taken: int, known: int, refused: int) -> str:
    return f"Imported: {taken}. Already here: {known}. Rejected: {refused}.".replace(
        "000", "\u202f000"
    )


def give(page: Page, text: str, name: str = "matches.json") -> None:
    """Choose a file."""
    file = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    page.locator("[data-files]").set_input_files(files=[file])


def exported(page: Page, button: str = "[data-do=export]") -> tuple[ArchivedMatch, ...]:
    with page.expect_download() as caught:
        page.locator(button).click()
    assert caught.value.suggested_filename.startswith("spieltisch-")
    return parse_archive(Path(caught.value.path()).read_text("utf-8"))


def drop(page: Page, text: str) -> None:
    """Drop a file on the page."""
    data = page.evaluate_handle(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.json"));
          return data;
        }""",
        text,
    )
    for event in ("dragover", "drop"):
        page.locator("#main").dispatch_event(event, {"dataTransfer": data})


def paste(page: Page, text: str, selector: str = "#main") -> None:
    page.locator(selector).evaluate(
        """(node, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }""",
        text,
    )


BEFORE_THE_END = recorded_link(without=1)


def end(page: Page) -> None:
    """Play the move that ends it."""
    _, actions = recorded("yala-shortest")
    Table(page).click(actions[-1])
    expect(page.locator("[data-outcome]")).to_be_attached()


def test_what_is_exported_is_there_again_in_an_empty_profile(
    open_ready: Callable[..., Page], context: BrowserContext, site_url: str
) -> None:
    page = open_ready(BEFORE_THE_END)
    end(page)
    page.goto(f"{site_url}#/import")
    given = many(12)
    give(page, format_archive(given))
    expect(page.locator(SAID)).to_have_text(report(12, 0, 0))
    here = exported(page)
    assert len(here) == 13
    assert {one.id: one for one in given}.items() <= {one.id: one for one in here}.items()

    browser = context.browser
    assert browser is not None
    with new_profile(browser) as other:
        there = other.new_page()
        late: list[str] = []
        there.on("request", lambda one: late.append(one.url) if "stdlib" in one.url else None)
        there.goto(f"{site_url}#/import")
        expect(there.locator("html[data-state=ready]")).to_be_attached()
        expect(there.locator("[data-do=export]")).to_have_count(0)
        give(there, format_archive(here))
        expect(there.locator(SAID)).to_have_text(report(13, 0, 0))
        # What a file needs of Python is there: to fetch more would keep the page busy.
        assert late == []
        there.reload()
        expect(there.locator("[data-do=export]")).to_have_text("Export 13 games")
        assert {one.id: one for one in exported(there)} == {one.id: one for one in here}
        give(there, format_archive(here))
        expect(there.locator(SAID)).to_have_text(report(0, 13, 0))


@pytest.mark.running_page
@pytest.mark.ci
def test_a_damaged_file_tells_what_is_wrong_and_harms_nothing(
    open_ready: Callable[..., Page],
) -> None:
    page = open_ready("#/import")
    give(page, format_archive(many(3, 100)))
    expect(page.locator(SAID)).to_have_text(report(3, 0, 0))
    before = exported(page)
    lines = format_archive(many(5, 100)).split("\n")
    lines[4] = lines[4][:-20]
    for name, text, refused in (
        ("cut.json", "\n".join(lines), "cut.json, game 4:"),
        ("none.json", "\0 this is no match", "none.json:"),
        ("new.json", '{"format": 2, "matches": []}', "new.json:"),
        ("deep.json", "[" * 100_000, "deep.json:"),
    ):
        give(page, text, name)
        expect(page.locator(".refusals li")).to_contain_text(refused)
    after = {one.id: one for one in exported(page)}
    assert {one.id: after[one.id] for one in before} == {one.id: one for one in before}
    assert len(after) == len(before) + 1


@pytest.mark.running_page
def test_the_list_exports_what_it_has_found_or_one_match(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/import")
    given = many(9, 200)
    give(page, format_archive(given))
    expect(page.locator(SAID)).to_have_text(report(9, 0, 0))
    kept = exported(page)
    assert set(given) <= set(kept)
    game = given[0].record.setup.game
    page.goto(page.url.partition("#")[0] + f"#/matches?game={game}")
    found = [one for one in kept if one.record.setup.game == game]
    assert set(exported(page, ".matches-more [data-do=export]")) == set(found)
    one = given[0]
    assert exported(page, f"[data-match={one.id}] [data-do=export]") == (one,)


@pytest.mark.running_page
def test_a_file_can_be_dropped_anywhere(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/settings")
    drop(page, format_archive(many(2, 300)))
    expect(page.locator(SAID)).to_have_text(report(2, 0, 0))
    assert page.url.endswith("#/import")
    page.go_back()
    expect(page.locator(".screen-settings")).to_be_visible()


@pytest.mark.running_page
def test_text_can_be_pasted_or_typed_and_so_can_a_link(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/import")
    records = [keeping.read(name).strip() for name in keeping.names()[:2]]
    paste(page, "\n".join(records))
    expect(page.locator(SAID)).to_have_text(report(2, 0, 0))
    page.locator("[data-pasted]").fill(format_record(many(1, 400)[0].record))
    page.get_by_role("button", name="Import the text").click()
    expect(page.locator(SAID)).to_have_text(report(1, 0, 0))
    # What is pasted into a field is the field's.
    paste(page, records[0], "[data-pasted]")
    paste(page, "nothing that is meant for the page")
    paste(page, records[0])
    expect(page.locator(SAID)).to_have_text(report(0, 1, 0))


# In the page itself: on a fast machine all is taken before something from outside has been done.
CHANGE_LANGUAGE_IN_THE_MIDDLE = """() => {
    const { documentElement: html } = document;
    const change = (_, watch) => {
        const { value: taken = 0, max = 0 } = document.querySelector("#import-bar") ?? {};
        const language = document.querySelector("#set-language");
        if (html.lang === "de") {
            watch.disconnect();
            html.dataset.changed = `${taken} of ${max}`;
        } else if (taken && language.value !== "de") {
            language.value = "de";
            language.dispatchEvent(new Event("change", { bubbles: true }));
        }
    };
    const all = { attributes: true, childList: true, subtree: true };
    new MutationObserver(change).observe(html, all);
}"""
STOP_IN_THE_MIDDLE = """() => {
    const stop = (_, watch) => {
        if (!document.querySelector("#import-bar")?.value) return;
        watch.disconnect();
        document.querySelector("[data-do=stop-import]").click();
    };
    const all = { attributes: true, childList: true, subtree: true };
    new MutationObserver(stop).observe(document.body, all);
}"""


@pytest.mark.ci
def test_three_hundred_come_with_progress_while_the_page_answers(
    open_ready: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_ready("#/import")
    assert axe() == []
    page.evaluate(CHANGE_LANGUAGE_IN_THE_MIDDLE)
    give(page, format_archive(many(300)))
    changed = page.locator("html[data-changed]")
    expect(changed).to_have_attribute("lang", "de")
    # It has begun and is not over: the page answers in the middle of it.
    taken, _, count = (changed.get_attribute("data-changed") or "").partition(" of ")
    assert 0 < int(taken) < 300
    assert count == "300"
    page.locator("#set-language").select_option("en")
    expect(page.locator(SAID)).to_have_text(report(300, 0, 0))
    assert axe() == []


def test_one_can_stop_it_and_keeps_what_was_taken(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/import")
    page.evaluate(STOP_IN_THE_MIDDLE)
    give(page, format_archive(many(300)))
    expect(page.locator(".import-report")).to_contain_text("Stopped:")
    taken = len(exported(page))
    assert 0 < taken < 300
    page.reload()
    expect(page.locator("[data-do=export]")).to_contain_text(str(taken))


@pytest.mark.soak
def test_five_thousand_come_with_progress(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/import")
    give(page, format_archive(many(5000)))
    expect(page.locator("#import-bar")).not_to_have_attribute("value", "0")
    expect(page.locator(SAID)).to_have_text(report(5000, 0, 0), timeout=600_000)
    page.reload()
    expect(page.locator("[data-do=export]")).to_contain_text("5\u202f000", timeout=120_000)


def test_a_match_that_is_over_gives_a_picture(open_ready: Callable[..., Page]) -> None:
    page = open_ready(BEFORE_THE_END)
    end(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#end [data-do=share-match]").click()
    with page.expect_download() as caught:
        page.locator("[data-do=save-picture]").click()
    content = Path(caught.value.path()).read_bytes()
    assert content.startswith(PNG_START)
    width, height = struct.unpack(">II", content[16:24])
    assert width == 1200
    assert 800 < height < 2000
    assert len(content) > 50_000


def gif_frames(content: bytes) -> list[int]:
    """How long each picture of an animated one is seen, in hundredths of a second."""
    colours = content[10] & 7
    at, delays = 13 + 3 * 2 ** (colours + 1), []
    while content[at : at + 1] != b";":
        if content[at : at + 2] == b"!\xf9":
            delays.append(int.from_bytes(content[at + 4 : at + 6], "little"))
        # Neither pictures nor what is said of them have colours of their own here.
        at += 11 if content[at : at + 1] == b"," else 2
        while content[at]:
            at += 1 + content[at]
        at += 1
    assert at == len(content) - 1
    return delays


LAST_PICTURE = """async (content) => {
  const image = new ImageDecoder({ data: Uint8Array.from(content).buffer, type: "image/gif" });
  await image.tracks.ready;
  const draw = async (frameIndex) => {
    const { image: frame } = await image.decode({ frameIndex });
    const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
    canvas.getContext("2d").drawImage(frame, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const count = image.tracks.selectedTrack.frameCount;
  const [first, last] = [await draw(0), await draw(count - 1)];
  return last.filter((value, index) => value !== first[index]).length;
}"""


def test_a_match_that_is_over_gives_a_film(open_ready: Callable[..., Page]) -> None:
    page = open_ready(BEFORE_THE_END)
    end(page)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Clip of the last moves").click()
    expect(page.locator("#notice")).to_have_text("The clip is saved.")
    assert caught.value.suggested_filename == "yala.gif"
    content = Path(caught.value.path()).read_bytes()
    assert content.startswith(b"GIF89a")
    width, height = struct.unpack("<HH", content[6:10])
    assert width == 540
    assert 500 < height < 800
    delays = gif_frames(content)
    assert 15 < len(delays) < 100
    assert min(delays) == 10
    assert 500 < sum(delays) <= 1000
    assert 30_000 < len(content) < 2_000_000
    assert page.evaluate(LAST_PICTURE, list(content)) > 5000


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}])
@pytest.mark.ci
def test_on_a_telephone_a_film_is_shared_once_more_if_the_press_was_too_long_ago(
    open_ready: Callable[..., Page],
) -> None:
    page = open_ready("#/settings")
    page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => {
        if (!window.asked) throw new DOMException("too late", "NotAllowedError");
        window.shared = { name: files[0].name, type: files[0].type };
      };
    }""")
    go_to(page, BEFORE_THE_END)
    end(page)
    page.locator("#end [data-do=make-film]").click()
    expect(page.locator("#notice p")).to_have_text("The clip is ready.")
    page.evaluate("() => { window.asked = true; }")
    page.locator("#notice [data-do=send-film]").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("() => window.shared") == {"name": "yala.gif", "type": "image/gif"}


@pytest.mark.parametrize("is_thrown", [True, False])
@pytest.mark.ci
def test_a_film_that_cannot_be_made_is_told_and_can_be_tried_again(
    is_thrown: bool, open_ready: Callable[..., Page], trouble: Trouble
) -> None:
    page = open_ready(BEFORE_THE_END)
    script = "**/static/share/begin*.js"
    if is_thrown:
        page.evaluate("() => { HTMLCanvasElement.prototype.getContext = () => null; }")
    else:
        page.route(script, lambda route: route.abort())
    end(page)
    page.locator("#end [data-do=make-film]").click()
    notice = page.locator("#notice")
    expect(notice).to_contain_text("The clip could not be made. Please try again.")
    if not is_thrown:
        trouble.forgive("static/share/begin", "ERR_FAILED")
        page.unroute(script)
        with page.expect_download():
            page.locator("#end [data-do=make-film]").click()


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}])
def test_on_a_telephone_link_and_picture_are_shared(open_ready: Callable[..., Page]) -> None:
    page = open_ready("#/settings")
    page.evaluate("""() => {
      navigator.canShare = ({ files }) => files[0].type === "image/png";
      navigator.share = async ({ files, title, url }) => {
        window.shared = { name: files[0].name, size: files[0].size, title, url };
      };
    }""")
    go_to(page, BEFORE_THE_END)
    end(page)
    page.locator("#end [data-do=share-match]").click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => window.shared")
    assert (shared["name"], shared["title"]) == ("yala.png", "YALA")
    assert shared["size"] > 50_000
    assert "#/record/" in shared["url"]


def test_statistics_add_up_and_can_be_erased_and_brought_back(
    open_ready: Callable[..., Page], axe: Callable[..., list[str]]
) -> None:
    page = open_ready("#/statistics")
    expect(page.locator(".statistics-empty")).to_be_visible()
    assert axe() == []
    name = next(name for name in keeping.names() if name.startswith("aya-turbo"))
    record = json.loads(keeping.read(name))
    seats = record["setup"]["seats"]
    bots = [{"name": "", "controller": "bot:2"} for _ in range(seats - 1)]
    record["setup"]["players"] = [{"name": "Ada", "controller": "human"}, *bots]
    page.goto(page.url.partition("#")[0] + "#/import")
    give(page, json.dumps(record))
    expect(page.locator(SAID)).to_have_text(report(1, 0, 0))
    page.goto(page.url.partition("#")[0] + "#/statistics")
    figures = page.locator(".figures")
    expect(figures).to_have_count(1)
    expect(figures.get_by_role("table", name="Calls", exact=True)).to_be_visible()
    assert axe() == []
    page.locator("[data-do=erase-statistics]").click()
    expect(figures).to_have_count(0)
    reload(page)
    expect(page.locator(".statistics-empty")).to_be_visible()
    # What has just been erased can come back, what was erased before a reload cannot.
    expect(page.locator("[data-do=restore-statistics]")).to_have_count(0)
    page.goto(page.url.partition("#")[0] + "#/import")
    expect(page.locator("[data-do=export]")).to_have_text("Export 1 game")
    record = json.loads(keeping.read("yala-shortest"))
    record["setup"]["players"] = [
        {"name": "Ada", "controller": "human"},
        {"name": "", "controller": "bot:1"},
    ]
    give(page, json.dumps(record))
    expect(page.locator(SAID)).to_have_text(report(1, 0, 0))
    page.goto(page.url.partition("#")[0] + "#/statistics")
    page.locator("[data-do=erase-statistics]").click()
    expect(page.locator(".figures")).to_have_count(0)
    page.locator("[data-do=restore-statistics]").click()
    expect(page.locator(".figures")).to_have_count(1)


# --------------------------------------------------------- storage that is slow

SLOW = """(() => {
    // Openings of the database are told of once the test lets them be, and the page never takes it
    // for one that will not answer.
    const waiting = [];
    let isSlow = true;
    window.letGo = () => { isSlow = false; for (const tell of waiting) tell(); };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...all) {
        const asked = open.apply(this, all);
        const listen = asked.addEventListener;
        asked.addEventListener = (kind, listener, ...rest) => {
            const told = (event) => {
                if (isSlow && kind === "success") waiting.push(() => listener.call(asked, event));
                else listener.call(asked, event);
            };
            listen.call(asked, kind, told, ...rest);
        };
        return asked;
    };
    const { setTimeout: real } = window;
    window.setTimeout = (done, ms, ...rest) => ms === SILENT_MS ? 0 : real(done, ms, ...rest);
})()""".replace("SILENT_MS", str(milliseconds("static/storage/kept.js", "SILENT_MS")))
READING = "#reading"


def matches_in(saved: Download) -> set[object]:
    """The matches of a file that may have everything."""
    found = map(parse_piece, split_file(Path(saved.path()).read_text("utf-8")))
    return {one for one in found if isinstance(one, ArchivedMatch)}


def slow_page(context: BrowserContext, open_ready: Callable[..., Page], link: str) -> Page:
    """A page whose database takes its time, in a browser that has kept three matches."""
    page = open_ready("#/import")
    give(page, format_archive(many(3, 500)))
    expect(page.locator(SAID)).to_have_text(report(3, 0, 0))
    there = context.new_page()
    there.add_init_script(SLOW)
    there.goto(page.url.partition("#")[0] + link)
    there.wait_for_selector("html[data-state=ready]", state="attached")
    return there


def test_a_file_that_waits_for_storage_is_told_and_can_be_given_up(
    open_ready: Callable[..., Page], context: BrowserContext
) -> None:
    page = slow_page(context, open_ready, "#/settings")
    text = format_archive(many(4, 500))
    for leave in ("press", "go"):
        drop(page, text)
        expect(page.locator(READING)).to_contain_text("Reading what is saved on this device")
        if leave == "press":
            page.locator(READING).get_by_role("button", name="Stop").click()
        else:
            go_to(page, "#/rules/yala")
            expect(page.locator(".screen-rules")).to_be_visible()
        expect(page.locator(READING)).to_have_count(0)
    drop(page, text)
    expect(page.locator(READING)).to_be_visible()
    page.evaluate("letGo()")
    expect(page.locator(SAID)).to_have_text(report(1, 3, 0))
    expect(page.locator(READING)).to_have_count(0)


def test_an_export_waits_for_storage_and_has_all(
    open_ready: Callable[..., Page], context: BrowserContext
) -> None:
    page = slow_page(context, open_ready, "#/import")
    page.locator("[data-do=export-all]").click()
    expect(page.locator(READING)).to_contain_text("Reading what is saved on this device")
    with page.expect_download() as caught:
        page.evaluate("letGo()")
    assert matches_in(caught.value) == set(many(3, 500))


@pytest.mark.parametrize("button", ["export", "export-all"])
def test_an_export_has_what_was_not_read_yet(
    open_ready: Callable[..., Page], context: BrowserContext, button: str
) -> None:
    """Most of what is kept is read in the page's spare time, and this one has none."""
    page = open_ready("#/import")
    give(page, format_archive(many(60, 600)))
    expect(page.locator(SAID)).to_have_text(report(60, 0, 0))
    busy = context.new_page()
    busy.add_init_script("window.requestIdleCallback = () => 0")
    busy.goto(page.url)
    expect(busy.locator("[data-do=export]")).to_have_text("Export 24 games")
    with busy.expect_download() as caught:
        busy.locator(f"[data-do={button}]").click()
    assert matches_in(caught.value) == set(many(60, 600))
