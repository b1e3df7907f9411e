"""Storage that the browser may throw away: told once, after a match, with a file beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from spieltisch.table import parse_record
from tests.e2e.conftest import go_to, reload
from tests.e2e.test_files import BEFORE_THE_END, end
from tests.e2e.yala_player import recorded

REFUSES = "() => { navigator.storage.persist = async () => false; }"
FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === "matches") throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, given);
  };
}"""


def exported(page: Page) -> dict:
    with page.expect_download() as download:
        page.locator("#notice [data-do=export-all]").click()
    expect(page.locator("#notice")).to_contain_text("everything else kept here")
    return json.loads(Path(download.value.path()).read_text(encoding="utf-8"))


def test_it_is_told_once_after_the_first_match(page: Page, open_ready: Callable[..., Page]) -> None:
    open_ready(BEFORE_THE_END)
    page.evaluate(REFUSES)
    end(page)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#notice")).to_have_count(0)
    go_to(page, "#/")
    expect(page.locator("#notice")).to_contain_text("after a week without a visit")
    assert page.locator("#notice").get_attribute("role") is None
    assert len(exported(page)["matches"]) == 1
    page.locator("#notice [data-do=dismiss]").click()
    reload(page)
    go_to(page, "#/matches")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#notice")).to_have_count(0)


def test_what_finds_no_room_is_in_the_file(open_ready: Callable[..., Page]) -> None:
    page = open_ready(BEFORE_THE_END)
    page.evaluate(FULL)
    end(page)
    expect(page.locator("#notice")).to_contain_text("safe only in a file")
    (match,) = exported(page)["matches"]
    assert "damaged" not in match
    _, actions = recorded("yala-shortest")
    assert len(parse_record(json.dumps(match["record"])).entries) == len(actions)
