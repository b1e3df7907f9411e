"""The host gets another build while a page is open that keeps nothing, as at a first visit or in a
private window: wherever a part of the old build is wanted, the page says so, and loading it again
helps."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spieltisch.games.yala.rules.rules import RULES as YALA
from tests.e2e.conftest import Trouble, go_to
from tests.e2e.test_files import BEFORE_THE_END, end
from tests.e2e.test_offline import CHANGED, Host, build_of, changed
from tests.e2e.yala_player import landing, recorded
from tests.engines.player import Player
from tests.engines.visit import first_visit
from tests.records import keeping
from tools import engines

pytestmark = pytest.mark.first_visit

OUT = "A newer version of this page is out"
AWAY = "This site cannot be reached now"
PARTS = (
    "static/made/late.*",
    "static/made/words-*",
    "static/puzzles/*",
    "static/workshop/begin*",
    "static/workshop/editor*",
    "static/workshop/examples*",
    "static/qr/*",
    "static/share/*",
    "static/sound/*",
    "py/bot_worker*",
)
"""What a page fetches when it is wanted, and not before."""
BROWSER_SAYS = ("404", "ERR_CONNECTION_REFUSED", "bot_worker", "Failed to fetch")
"""What the browser, and the page's log, say of it by themselves."""
MATCH = "#/play/yala?seats=human,human&seed=42"

Publish = Callable[[], None]


@pytest.fixture
def host(built_site: Path, tmp_path: Path) -> Host:
    shutil.copytree(built_site, tmp_path / "host")
    return Host(tmp_path / "host", "/", {})


@pytest.fixture
def newer(built_site: Path, tmp_path: Path) -> Path:
    """Another build of the site."""
    return changed(built_site, tmp_path / "newer", CHANGED)


@pytest.fixture
def gone(newer: Path, tmp_path: Path) -> Path:
    """The same as an open page of the build before sees it: nothing has the names that it knows."""
    site = tmp_path / "gone"
    shutil.copytree(newer, site)
    found = [path for pattern in PARTS for path in site.glob(pattern)]
    assert len(found) >= len(PARTS)
    for path in found:
        path.unlink()
    return site


@pytest.fixture
def open_page(page: Page, host: Host, trouble: Trouble) -> Iterator[Callable[[str], Page]]:
    def open_page(place: str) -> Page:
        page.goto(host.url + place)
        page.wait_for_selector("html[data-state=ready]", state="attached")
        return page

    yield open_page
    page.goto("about:blank")
    host.disconnect()
    trouble.found = [
        line for line in trouble.found if not any(part in line for part in BROWSER_SAYS)
    ]


def go(page: Page, place: str) -> None:
    go_to(page, place)


def load_again(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Load again").click()
    page.wait_for_selector("html[data-state=ready]", state="attached")


SCREENS = {
    "#/rules/aya": ".screen-rules",
    "#/workshop/yala": ".screen-workshop",
    "#/deck/aya": ".screen-deck",
    "#/statistics": ".screen-statistics",
    "#/learn/yala": ".screen-exercise",
    "#/puzzle/yala": "#puzzle",
}


def test_a_screen_says_so_and_loading_again_leads_there(
    open_page: Callable[[str], Page], host: Host, gone: Path, newer: Path
) -> None:
    page = open_page("#/settings")
    old = build_of(page)
    host.publish(gone)
    for place in SCREENS:
        go(page, place)
        told = page.locator("#late-told")
        expect(told).to_contain_text(OUT)
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)
        go(page, "#/settings")
        expect(page.locator(".screen-settings")).to_be_visible()
    for place, shown in list(SCREENS.items())[-1:]:
        go(page, place)
        expect(page.locator("#late-told")).to_contain_text(OUT)
        host.publish(newer)
        load_again(page)
        expect(page.locator(shown)).to_be_visible()
        assert page.url.startswith(host.url + place)
        assert build_of(page) != old


def test_a_host_that_is_down_is_told_as_such(open_page: Callable[[str], Page], host: Host) -> None:
    page = open_page(MATCH)
    host.disconnect()
    go(page, "#/rules/aya")
    expect(page.locator("#late-told")).to_contain_text(AWAY)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#late-told")).to_contain_text(AWAY)
    host.connect()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".screen-rules")).to_be_visible()


def test_a_pack_a_language_and_a_film(
    open_page: Callable[[str], Page], host: Host, gone: Path, newer: Path
) -> None:
    page = open_page("#/rules/aya")
    expect(page.locator(".screen-rules")).to_be_visible()
    host.publish(gone)
    go(page, "#/puzzle/yala")
    expect(page.locator("#puzzle-told")).to_contain_text(OUT)
    notice = page.locator("#notice")
    go(page, BEFORE_THE_END)
    expect(page.locator("svg[data-game=yala]")).to_be_visible()
    end(page)
    page.locator("#end [data-do=make-film]").click()
    expect(notice).to_contain_text(OUT)
    notice.locator("[data-do=dismiss]").click()
    expect(notice).to_have_count(0)
    page.locator("#set-language").select_option("de")
    expect(notice).to_contain_text(OUT)
    address = page.url
    host.publish(newer)
    load_again(page)
    expect(page.locator("[data-outcome]")).to_be_attached()
    assert page.url == address


def test_the_workshop_keeps_what_was_typed(
    open_page: Callable[[str], Page], host: Host, gone: Path, newer: Path
) -> None:
    page = open_page("#/rules/aya")
    expect(page.locator(".screen-rules")).to_be_visible()
    host.publish(gone)
    go(page, "#/workshop/yala")
    notice = page.locator("#notice")
    expect(notice).to_contain_text(OUT)
    notice.locator("[data-do=dismiss]").click()
    page.locator("#bot-source").fill("# what was typed")
    page.locator("#bot-run").click()
    expect(page.locator("#bot-run")).to_contain_text("Run it")
    page.locator("[data-edit=name]").fill("Typed")
    # Something else that is missing, as a person comes upon it.
    page.locator("#set-language").select_option("de")
    expect(notice).to_contain_text(OUT)
    host.publish(newer)
    load_again(page)
    expect(page.locator("#bot-source")).to_have_value("# what was typed")
    expect(page.locator("[data-edit=name]")).to_have_value("Typed")


def test_a_file_that_was_given_is_read_after_loading_again(
    open_page: Callable[[str], Page], host: Host, gone: Path, newer: Path
) -> None:
    page = open_page("#/settings")
    host.publish(gone)
    record = keeping.read("yala-shortest")
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true });
            document.body.dispatchEvent(pasted);
        }""",
        record,
    )
    expect(page.locator("#reading")).to_contain_text(OUT)
    host.publish(newer)
    load_again(page)
    expect(page.locator("main")).to_contain_text("Imported: 1.")


def test_codes_and_bots_go_on_and_codes_come_later(
    open_page: Callable[[str], Page], host: Host, gone: Path, built_site: Path
) -> None:
    page = open_page("#/settings")
    host.publish(gone)
    go(page, "#/play/yala?seats=human,link&seed=42")
    expect(page.locator("#notice")).to_contain_text(OUT)
    # A host that has both builds, as a release leaves it.
    host.publish(built_site)
    wait = "() => customElements.get('qr-code') !== undefined"
    page.wait_for_function(wait)


def test_a_match_with_a_bot_goes_on(
    open_page: Callable[[str], Page], host: Host, gone: Path
) -> None:
    page = open_page("#/settings")
    host.publish(gone)
    answered_by_a_computer(page)
    expect(page.locator("#notice")).to_contain_text(OUT)


def answered_by_a_computer(page: Page) -> None:
    """Play a move, and see the next one, which came about without a worker."""
    go(page, "#/play/yala?seats=human,bot:1&seed=42")
    board = "svg[data-game=yala]"
    page.locator(f"{board} [data-target]").first.click(force=True)
    page.locator(f"{board} [data-target]:not(.is-chosen)").first.click(force=True)
    expect(page.locator("#move-2")).to_be_attached()


def test_codes_and_computers_go_on_while_the_host_is_down(
    open_page: Callable[[str], Page], host: Host
) -> None:
    """Nothing of a match needs them, so no notice is in its way: they are asked for again."""
    page = open_page("#/settings")
    host.disconnect()
    with page.expect_event("requestfailed", lambda asked: "/static/qr/" in asked.url):
        go(page, "#/play/yala?seats=human,link&seed=42")
    answered_by_a_computer(page)
    expect(page.locator("#notice")).to_have_count(0)
    assert not page.evaluate("customElements.get('qr-code') !== undefined")
    host.connect()
    go(page, "#/play/yala?seats=human,link&seed=42")
    page.wait_for_function("() => customElements.get('qr-code') !== undefined")


ENGINES = pytest.mark.parametrize("engine", engines.ENGINES, ids=lambda engine: engine.name)


def says(player: Player, node: str, text: str) -> None:
    player.expect(f"(document.querySelector('{node}')?.textContent ?? '').includes('{text}')")


def press(player: Player, selector: str) -> None:
    """Press what may lie under a notice."""
    player.expect_node(selector)
    player.ask(f"{{ document.querySelector('{selector}').click() }}")


def close_notice(player: Player) -> None:
    press(player, "#notice [data-do=dismiss]")
    player.expect("!document.querySelector('#notice')")


def write(player: Player, selector: str, text: str) -> None:
    player.expect_node(selector)
    player.ask(
        f"{{ const field = document.querySelector('{selector}'); field.value = '{text}';"
        " for (const name of ['input', 'change'])"
        " field.dispatchEvent(new Event(name, { bubbles: true })) }"
    )


def wish_for_german(player: Player) -> None:
    write(player, "#set-language", "de")


def ask_for_all_late(player: Player, told: str, *, is_missing_told: bool = True) -> None:
    """Want, on a page whose late Python is there, each kind of part that is fetched when it is
    wanted: what is told names the host."""
    player.go("#/puzzle/yala")
    says(player, "#puzzle-told", told)
    player.go(BEFORE_THE_END)
    player.expect_node("svg[data-game=yala]")
    last = recorded("yala-shortest")[1][-1]
    for site in (last[0], landing(YALA.parse_position(player.position), last)):
        player.press(f"[data-site='{site}']")
    press(player, "#end [data-do=make-film]")
    says(player, "#notice", told)
    close_notice(player)
    if is_missing_told:
        wish_for_german(player)
        says(player, "#notice", told)
        close_notice(player)


@ENGINES
def test_each_screen_says_so_in_other_engines(
    engine: engines.Engine, built_site: Path, gone: Path, newer: Path, tmp_path: Path
) -> None:
    with first_visit(engine, built_site, tmp_path / "served") as visit:
        player = visit.player
        old = player.ask("document.documentElement.dataset.build")
        visit.host.publish(gone)
        for place in SCREENS:
            player.go(place)
            says(player, "#late-told", OUT)
            assert not player.count("main [data-do=fetch-again]")
            player.go("#/settings")
            player.expect_node(".screen-settings")
        player.go("#/rules/aya")
        says(player, "#late-told", OUT)
        visit.host.publish(newer)
        visit.load_again("main [data-do=load-again]")
        player.expect_node(".screen-rules")
        assert player.ask("document.documentElement.dataset.build") != old
        assert player.ask("location.hash") == "#/rules/aya"


@ENGINES
def test_parts_say_so_and_what_was_typed_is_kept_in_other_engines(
    engine: engines.Engine, built_site: Path, gone: Path, newer: Path, tmp_path: Path
) -> None:
    with first_visit(engine, built_site, tmp_path / "served") as visit:
        player = visit.player
        player.go("#/rules/aya")
        player.expect_node(".screen-rules")
        visit.host.publish(gone)
        ask_for_all_late(player, OUT)
        player.go("#/play/yala?seats=human,link&seed=42")
        player.expect_node("svg[data-game=yala]")
        player.go("#/workshop/yala")
        write(player, "#bot-source", "# what was typed")
        press(player, "#bot-run")
        player.expect("document.querySelector('#bot-run').textContent.includes('Run it')")
        write(player, "[data-edit=name]", "Typed")
        wish_for_german(player)
        says(player, "#notice", OUT)
        visit.host.publish(newer)
        visit.load_again("#notice [data-do=load-again]")
        player.expect("document.querySelector('#bot-source')?.value === '# what was typed'")
        assert player.ask("document.querySelector('[data-edit=name]').value") == "Typed"
        assert player.ask("location.hash").startswith("#/workshop/yala")


@ENGINES
def test_a_host_that_is_down_is_told_as_such_in_other_engines(
    engine: engines.Engine, built_site: Path, tmp_path: Path
) -> None:
    with first_visit(engine, built_site, tmp_path / "served") as visit:
        player, host = visit.player, visit.host
        host.disconnect()
        player.go("#/rules/aya")
        says(player, "#late-told", AWAY)
        press(player, "main [data-do=fetch-again]")
        says(player, "#late-told", AWAY)
        host.connect()
        press(player, "main [data-do=fetch-again]")
        player.expect_node(".screen-rules")
        host.disconnect()
        ask_for_all_late(player, AWAY, is_missing_told=False)
        host.connect()
        player.go("#/puzzle/yala")
        player.expect_node("#puzzle")
        wish_for_german(player)
        player.expect("document.documentElement?.lang === 'de'")
