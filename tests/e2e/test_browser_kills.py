"""What was chosen, typed and played is there again, though the whole browser is killed at once."""

from __future__ import annotations

import json
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.e2e.conftest import wait_until
from tests.e2e.own_browser import OwnBrowser
from tests.e2e.test_full_disk import IS_WRITTEN, KEPT_SETTINGS
from tests.sampling import sampled

PRESS = "what => document.querySelector(what).click()"
SETTINGS = (
    ("theme", "dark"),
    ("pace", "slow"),
    ("sound", "off"),
    ("theme", "light"),
    ("place_names", "on"),
    ("offline", "off"),
    ("letter_keys", "off"),
    ("board_turns", "off"),
    ("theme", "auto"),
    ("vibration", "off"),
    ("tab_stops", "on"),
    ("playback", "as-played"),
)
CHOOSE_LANGUAGE = """language => {
    const field = document.querySelector("#set-language");
    field.value = language;
    field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.fixture
def own(playwright: Playwright, tmp_path: Path) -> OwnBrowser:
    return OwnBrowser(playwright, tmp_path / "profile")


def expect_chosen(page: Page, chosen: dict[str, str]) -> None:
    for setting, choice in chosen.items():
        expect(page.locator(f"#{setting}-{choice}")).to_be_checked()
    theme = chosen.get("theme", "auto")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


@pytest.mark.parametrize("kills", sampled((4, 24), 4))
def test_settings_are_there_after_the_browser_was_killed(
    own: OwnBrowser, site_url: str, kills: int
) -> None:
    chosen: dict[str, str] = {}
    for number in range(kills):
        with own:
            page = own.open(site_url + "#/settings")
            expect_chosen(page, chosen)
            setting, choice = SETTINGS[number % len(SETTINGS)]
            page.evaluate(PRESS, f"#{setting}-{choice}")
            chosen[setting] = choice
            # What has not left the page's process yet no page can keep.
            wait_until(page, f"() => ({IS_WRITTEN})({json.dumps([setting, choice])})")
            # Within the first moments: Chromium writes localStorage some seconds later.
            sleep(0.05 * (number % 5))
    with own:
        page = own.open(site_url + "#/settings")
        expect_chosen(page, chosen)
        # The next start finds them at once.
        assert page.evaluate("JSON.parse(localStorage['spieltisch.settings']).pace") == "slow"


def test_language_and_keys_are_there_after_the_browser_was_killed(
    own: OwnBrowser, site_url: str
) -> None:
    slot, code = "1:aya", "KeyX"
    with own:
        page = own.open(site_url + "#/settings")
        page.evaluate(CHOOSE_LANGUAGE, "de")
        page.wait_for_selector("html[lang=de]")
        wait_until(page, f"() => ({IS_WRITTEN})(['language', 'de'])")
    with own:
        page = own.open(site_url + "#/settings")
        page.wait_for_selector("html[lang=de]", state="attached")
        page.evaluate(PRESS, f"[id='bind-{slot}']")
        page.evaluate(
            """code => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { code, key: "x", bubbles: true }))""",
            code,
        )
        page.wait_for_function(
            "id => document.getElementById(id).textContent.includes('X')", arg=f"bind-{slot}"
        )
        wait_until(page, f"() => ({KEPT_SETTINGS})().then(text => text.includes('{code}'))")
    with own:
        page = own.open(site_url + "#/settings")
        page.wait_for_selector("html[lang=de]", state="attached")
        expect(page.locator(f"[id='bind-{slot}']")).to_contain_text("X")
