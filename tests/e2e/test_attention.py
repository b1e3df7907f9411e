"""What calls people back who have looked away from a match that is played live."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.test_by_link import boards, type_move
from tests.e2e.test_live import BEGIN, RECORD, connect, devices, expect_board, go, open_browser

__all__ = ["devices", "go", "open_browser"]

NOTIFICATIONS = """
window.notified = [];
window.hasSynth = false;
addEventListener("spieltisch:synth", () => { window.hasSynth = true; });
window.Notification = class extends EventTarget {
  static permission = "default";
  static requestPermission() {
    window.Notification.permission = "granted";
    return Promise.resolve("granted");
  }
  constructor(title) { super(); notified.push(title); }
  close() { notified.push("closed"); }
};
const start = OscillatorNode.prototype.start;
window.heard = 0;
OscillatorNode.prototype.start = function (...when) {
  window.heard += 1;
  return start.apply(this, when);
};
"""
"""Keeps the notifications that the browser would show, and counts what is heard."""

HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def expect_light(page: Page, *, is_on: bool) -> None:
    expect(page.locator("head link[rel=icon][href^='data:']")).to_have_count(int(is_on))


def test_who_has_looked_away_is_called_when_it_is_their_turn(devices, go):
    host, guest = devices(has_spare_time=True).new_page(), devices().new_page()
    host.add_init_script(NOTIFICATIONS)
    go(host, BEGIN)
    connect(host, guest, go)
    seen = boards(RECORD)
    expect(host).to_have_title(re.compile(r"^Your turn\. "))
    expect_light(host, is_on=True)
    expect(guest).not_to_have_title(re.compile("Your turn"))
    expect_light(guest, is_on=False)
    host.locator("[data-do=notify]").click()
    expect(host.locator("[data-do=notify]")).to_have_count(0)
    type_move(host, RECORD.entries[0].action, seen[0])
    expect_board((host, guest), seen[0])
    expect_light(host, is_on=False)
    assert host.evaluate("notified") == []
    host.wait_for_function("() => hasSynth")
    host.evaluate(HIDE, "hidden")
    heard = host.evaluate("heard")
    type_move(guest, RECORD.entries[1].action, seen[1])
    host.wait_for_function("() => notified.length === 1")
    assert host.evaluate("notified")[0].startswith("Your turn. YALA")
    host.wait_for_function("(before) => heard > before", arg=heard)
    host.evaluate(HIDE, "visible")
    type_move(host, RECORD.entries[2].action, seen[2])
    host.wait_for_function("() => notified[1] === 'closed'")
