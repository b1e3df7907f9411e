"""The game as one file, opened from a disk with no network: what plays there, and what a browser
refuses."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.e2e import test_live as live
from tests.e2e.conftest import Trouble, launch, new_profile, several_profiles
from tests.e2e.database import in_database
from tests.e2e.test_blocked_storage import DATABASE, REFUSE, play_and_be_told
from tests.e2e.test_phones import Camera, code_on
from tests.e2e.test_workshop import run
from tests.e2e.yala_player import Table, narrowing, play_link
from tools import browser as chromium
from tools import carry, drivers, engines
from tools.drivers import Driver
from tools.project import ROOT, ToolError

ENDS = {"base": "uri", "form": "action"}
SITE = "https://games.example/table/"
KEEPS_A_MATCH = f"""({
    in_database(
        'return (await told(database.transaction("matches").objectStore("matches").count())) > 0;',
        name="(await indexedDB.databases())[0].name",
    )
})()"""
READY = "html[data-state=ready]"
BOT = """\
import random
import calendar, cmath, colorsys, csv, decimal, difflib, fnmatch, fractions, glob, graphlib, gzip
import hmac, html, ipaddress, logging, numbers, pprint, queue, shutil, statistics, string
import tempfile, textwrap, tokenize, tomllib, zipfile

def choose(position, seat):
    return random.choice(position.legal_actions(seat)) if statistics.mean([1, 2]) else None
"""
"""It imports what bots may well import: all that the file has of that."""


@pytest.fixture(scope="session")
def file(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, in a folder as people have them."""
    path = tmp_path_factory.mktemp("on a stick") / "größe & co" / "Spieltisch (1).html"
    path.parent.mkdir()
    handed_on = os.environ.get("SPIELTISCH_TEST_FILE")
    path.write_bytes(Path(handed_on).read_bytes() if handed_on else carry.make(built_site, SITE))
    return path


@pytest.fixture
def context(
    whole_browser: Browser, trouble: Trouble, context_options: dict[str, object]
) -> Iterator[BrowserContext]:
    context = new_profile(whole_browser, **context_options)
    trouble.origins = {"file://"}
    trouble.watch(context)
    context.set_offline(True)
    yield context
    trouble.look_away(context)
    context.close()


def opened(page: Page, file: Path, place: str = "") -> Page:
    page.goto("about:blank")
    page.goto(file.as_uri() + place)
    page.wait_for_selector(READY, state="attached")
    return page


def test_its_policy_lets_nothing_run_but_what_came_with_it(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    told = {one.split()[0]: one.split()[1:] for one in policy[1].split("; ")}
    kinds = ("default", "script", "style", "img", "worker", "base", "form")
    assert told.keys() == {f"{kind}-{ENDS.get(kind, 'src')}" for kind in kinds}
    assert told["default-src"] == told["base-uri"] == told["form-action"] == ["'none'"]
    assert told["img-src"] == ["data:"]
    assert told["worker-src"] == ["blob:"]
    digest = re.compile(r"'sha256-[\w+/=]{44}'")
    allowed = [*told["script-src"], *told["style-src"]]
    assert {one for one in allowed if not digest.fullmatch(one)} == {"'wasm-unsafe-eval'"}
    assert len(file.read_bytes()) <= carry.MOST


def test_it_is_no_larger_than_the_readme_says(file: Path) -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    (told,) = re.findall(r"in one file of (\d+) MB", text)
    assert round(file.stat().st_size / 1e6) == int(told)
    assert int(told) <= 12, "what a course page takes"


def test_it_is_the_same_each_time(built_site: Path, file: Path) -> None:
    assert carry.make(built_site, SITE) == file.read_bytes()


def test_a_match_against_a_computer_is_played_and_kept(
    page: Page, file: Path, context: BrowserContext
) -> None:
    opened(page, file, "#/play/yala?seats=human,bot:1&seed=4")
    table = Table(page)
    table.click(narrowing(table.position))
    page.wait_for_selector("#move-2")
    position = table.position
    page.close()
    page = opened(context.new_page(), file, "#/")
    page.locator(".latest-match").first.click()
    Table(page).expect(position)


@pytest.mark.parametrize("context_options", [{"locale": "de-AT"}])
def test_every_screen_has_what_it_asks_for(page: Page, file: Path) -> None:
    """Words of another language, puzzles, what comes late, the editor and a bot in its frame."""
    opened(page, file, "#/puzzles/yala")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#app")).to_contain_text("Nach Stufe")
    opened(page, file, "#/settings")
    page.locator("#set-language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_licences_come_along(page: Page, file: Path, context: BrowserContext) -> None:
    opened(page, file, "#/settings")
    with context.expect_page() as told:
        page.locator("a[href='licences.html']").click()
    expect(told.value.locator("body")).to_contain_text("Mozilla Public License")


def test_links_say_where_a_site_is(page: Page, file: Path) -> None:
    opened(page, file, "#/setup/yala")
    page.locator("#company-by-link").check()
    page.locator("#places-2").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("[data-turn-link]")).to_contain_text(f"{SITE}#/record/")
    assert page.locator("[data-relay], [data-do=invite]").count() == 0


def test_where_nothing_may_be_kept_it_plays_and_says_so_once(page: Page, file: Path) -> None:
    page.add_init_script(f"{{ {REFUSE} {DATABASE['all']} }}")
    play_and_be_told(opened(page, file, play_link()))


def test_a_position_is_set_up_and_a_bot_of_ones_own_plays(page: Page, file: Path) -> None:
    """What comes late, the editor, a frame with a worker in it, and the library that is there."""
    opened(page, file, "#/play/yala?seats=human,human&seed=4")
    page.locator("[data-do=edit-position]").click()
    expect(page.locator(".screen-editor")).to_be_visible()
    opened(page, file, "#/workshop/yala")
    page.locator("code-editor .cm-content").focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(BOT)
    expect(page.locator("[data-editor]")).to_have_value(BOT)
    page.locator("#bot-limit").select_option("30")
    run(page, "done")
    expect(page.locator("#bot-series li")).not_to_have_count(0)


@pytest.fixture
def camera(tmp_path: Path) -> Camera:
    return Camera(tmp_path / "film.y4m")


@pytest.fixture
def seeing(playwright: Playwright, camera: Camera) -> Iterator[Browser]:
    """A browser that has a camera, and tells pages the addresses of this machine."""
    browser = launch(
        playwright,
        chromium.executable(),
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={camera.film}",
        without=(live.HIDDEN_ADDRESSES,),
    )
    yield browser
    browser.close()


def test_two_play_live_and_the_camera_takes_the_answer(
    seeing: Browser, camera: Camera, file: Path, trouble: Trouble
) -> None:
    trouble.origins = {"file://"}
    with several_profiles(seeing, trouble) as profile:
        table = profile()
        table.grant_permissions(["camera"])
        host, guest = (
            opened(one.new_page(), file, place)
            for one, place in ((table, live.BEGIN), (profile(), "#/"))
        )
        host.locator("[data-do=play-live]").click()
        link = host.locator("[data-invitation]").inner_text().strip()
        assert link.startswith(SITE)
        opened(guest, file, live.as_hash(link))
        camera.sees(*code_on(guest))
        host.locator("code-scanner").get_by_role("button").click()
        for page in (host, guest):
            live.expect_peers(page, "connected")
        at_host, at_guest = Table(host), Table(guest)
        at_host.click(narrowing(at_host.position))
        at_guest.expect(at_host.position)


def press(driver: Driver, selector: str) -> None:
    node = f"document.querySelector({json.dumps(selector)})"
    drivers.until(lambda: driver.ask(f"{node} !== null"), selector)
    driver.ask(f"(() => {{ {node}.click() }})()")


def fill(driver: Driver, name: str, kind: str, text: str) -> None:
    field = f"document.getElementById({json.dumps(name)})"
    event = f"new Event({json.dumps(kind)}, {{ bubbles: true }})"
    act = f"field.value = {json.dumps(text)}; field.dispatchEvent({event})"
    driver.ask(f"((field) => {{ {act} }})({field})")


def go(driver: Driver, place: str) -> None:
    driver.ask(f"(() => {{ location.hash = {json.dumps(place)} }})()")


def expect_node(driver: Driver, selector: str) -> None:
    there = f"document.querySelector({json.dumps(selector)}) !== null"
    drivers.until(lambda: driver.ask(there), selector)


@pytest.mark.parametrize("engine", engines.ENGINES, ids=lambda engine: engine.name)
def test_it_plays_in_other_engines(file: Path, engine: engines.Engine) -> None:
    try:
        running = drivers.started(engine)
    except ToolError as error:
        pytest.skip(str(error))
    with running as driver:
        # The computer begins, in its worker.
        driver.open(file.as_uri() + "#/play/yala?seats=bot:1,human&seed=4")
        has_moved = "document.querySelector('#move-1') !== null"
        drivers.until(lambda: driver.ask(has_moved), f"a move in {engine.name}")
        assert driver.trouble() == []
        drivers.until(lambda: driver.ask(KEEPS_A_MATCH), f"a match that {engine.name} keeps")
        press(driver, "[data-do=edit-position]")
        expect_node(driver, ".screen-editor")
        go(driver, "#/workshop/yala")
        expect_node(driver, "#bot-source")
        fill(driver, "bot-limit", "change", "30")
        fill(driver, "bot-source", "input", BOT)
        press(driver, "#bot-run")
        expect_node(driver, "[data-series=done]")
        assert driver.trouble() == []
