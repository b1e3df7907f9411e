"""A private window keeps all until it is closed: in it the page plays, and what was played, typed,
chosen and imported is there after loading again, also from a newer build."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from spieltisch.games.yala.rules.rules import RULES as YALA
from tests.e2e import yala_player
from tests.e2e.own_browser import OwnBrowser
from tests.e2e.test_offline import CHANGED, changed, publish
from tests.engines.player import Player
from tests.records import keeping
from tools import drivers, engines, serve
from tools.drivers import Actions, Driver, Json
from tools.project import ToolError

PRIVATE = {"browser.privatebrowsing.autostart": True}
TYPED = "# typed in a private window"
IMPORTED = "Imported: 1."


@dataclass
class Chromium:
    """A page in Chromium, as the other engines' drivers give theirs."""

    page: Page
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.found.append(str(error)))

    def trouble(self) -> list[str]:
        return self.found

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def ask(self, expression: str) -> Json:
        return self.page.evaluate(f"(async () => await ({expression}))()")

    def act(self, actions: Actions) -> None:
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        raise NotImplementedError


@contextmanager
def incognito(playwright: Playwright, profile: Path) -> Iterator[Driver]:
    with OwnBrowser(playwright, profile, "--incognito") as browser:
        yield Chromium(browser.context.pages[0])


@contextmanager
def private(playwright: Playwright, profile: Path, name: str) -> Iterator[Driver]:
    """A private window; WebKit's driver has no other."""
    if name == "chromium":
        with incognito(playwright, profile) as driver:
            yield driver
        return
    try:
        running = (
            drivers.firefox(engines.program(engines.FIREFOX), PRIVATE)
            if name == "firefox"
            else drivers.started(engines.WEBKIT)
        )
    except ToolError as error:
        pytest.skip(str(error))
    with running as driver:
        yield driver


def press(player: Player, selector: str) -> None:
    player.expect_node(selector)
    player.ask(f"{{ document.querySelector({json.dumps(selector)}).click() }}")


def play_to_the_end(player: Player) -> None:
    count = 0
    while not player.count("[data-outcome]"):
        position = YALA.parse_position(player.position)
        action = yala_player.narrowing(position)
        for site in (action[0], yala_player.landing(position, action)):
            press_site(player, site)
        count += 1
        player.expect_node(f"[data-outcome], #move-{count}")


def press_site(player: Player, site: str) -> None:
    node = f"#board [data-site='{site}']"
    # A match that is read from storage takes the board away for a moment.
    player.expect_node(node)
    player.ask(
        f"{{ document.querySelector({json.dumps(node)}).dispatchEvent("
        "new MouseEvent('click', { bubbles: true })) }"
    )


def fill(player: Player, node_id: str, text: str) -> None:
    player.ask(
        f"{{ const field = document.getElementById({json.dumps(node_id)});"
        f" field.value = {json.dumps(text)};"
        " field.dispatchEvent(new Event('input', { bubbles: true })) }"
    )


def load_again(player: Player) -> None:
    player.driver.reload()
    player.expect("document.documentElement?.dataset.state === 'ready'")


@pytest.mark.parametrize("name", ["chromium", "firefox", "webkit"])
def test_all_is_kept_until_a_private_window_is_closed(
    name: str, playwright: Playwright, built_site: Path, tmp_path: Path
) -> None:
    newer = changed(built_site, tmp_path / "newer", CHANGED)
    site = tmp_path / "served"
    shutil.copytree(built_site, site)
    server = serve.make_server(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with private(playwright, tmp_path / "profile", name) as driver:
        player = Player(driver, server)
        player.start()
        old = player.ask("document.documentElement.dataset.build")
        player.go(yala_player.play_link())
        player.expect_node("svg[data-game=yala][data-active-seat]")
        play_to_the_end(player)
        played = player.position
        player.go("#/settings")
        player.expect_node(".screen-settings")
        press(player, "#theme-dark")
        player.expect("document.documentElement?.dataset.theme === 'dark'")
        player.go("#/import")
        player.submit("#import-text", keeping.read("yala-shortest"))
        said = "document.getElementById('import-said')?.textContent ?? ''"
        player.expect(f"({said}).includes({json.dumps(IMPORTED)})")
        player.go("#/workshop/yala")
        player.expect_node("#bot-source")
        fill(player, "bot-source", TYPED)
        typed = f"document.getElementById('bot-source')?.value === {json.dumps(TYPED)}"
        player.expect(typed)

        def all_is_there() -> None:
            player.expect(typed)
            assert player.ask("document.documentElement.dataset.theme") == "dark"
            player.go("#/matches")
            player.expect("document.querySelectorAll('main [data-match]').length === 2")
            player.go("#/workshop/yala")
            player.expect(typed)

        load_again(player)
        all_is_there()
        publish(newer, site)
        for _ in range(3):
            load_again(player)
            all_is_there()
            if player.ask("document.documentElement.dataset.build") != old:
                break
        assert played
        assert not [line for line in player.complaints() if "rror" in line]
    server.shutdown()
    server.server_close()
