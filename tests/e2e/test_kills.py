"""What was played is there again, though the page's process is killed in the task that played it.

A page plays by itself, at random: presses on a board, calls by keys, and what bots, clocks and the
table do in between. As soon as enough has been played it gets no further than that task, and is
killed.
"""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Error, Page

from spieltisch.app.core.keys import DEFAULT_KEYS
from tests.e2e.conftest import LIMIT_MS, follow


@dataclass
class Kind:
    """A kind of match that is killed again and again, each match over several kills.

    Attributes:
        game, query: its link, without the seed.
        pause_ms: how long there is between two presses at most; at 0 several actions are played in
            one task.
        others: what may have been played by itself when a page is there again: any action
            where bots play, the table's exceptional move, or nothing.
        seed, left: the match that is played, and what was seen of it when it was killed.
        actions, told: all that was played, in the notation of the list and in its words.
    """

    game: str
    query: str
    pause_ms: int = 0
    others: str = ""
    seed: int = 1
    left: dict[str, Any] | None = None
    actions: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def link(self) -> str:
        return f"#/play/{self.game}?{self.query}&seed={self.seed}"


def kinds() -> list[Kind]:
    """One match after the other and calls, among people and with bots."""
    people, bots = "seats=human,human,human", "seats=human,bot:5,bot:5"
    return [
        Kind("yala", "seats=human,human"),
        Kind("aya", f"{people}&variant=turbo&edition=reilly", pause_ms=60, others="table"),
        Kind("myra", "seats=human,human"),
        # Bots and clocks take their time.
        Kind("aya", bots, pause_ms=2500, others="bots"),
        Kind("aya", "seats=human&variant=tueftler"),
        Kind("yala", "seats=human,bot:1", pause_ms=30, others="bots"),
        Kind("aya", f"{people}&variant=aya-oye", pause_ms=60, others="table"),
        Kind("myra", "seats=human,bot:1,bot:1", pause_ms=30, others="bots"),
    ]


SEEN = """() => ({
    position: document.querySelector("svg[data-game]")?.dataset.position ?? null,
    moves: [...document.querySelectorAll("#moves li")].map(node => node.textContent.trim()),
    actions: [...document.querySelectorAll("#moves li button")]
        .map(node => node.lastChild.textContent.trim()),
    isOver: document.querySelector("[data-outcome]") !== null,
})"""
PRESSABLE = (
    "svg[data-game] [data-target], #controls [data-token], [data-shout][data-seat]:not([disabled]),"
    " [data-do=ready]"
)
# Presses until so much is played, tells what is seen, and waits for an answer that never comes.
# That is before anything else happens: an observer is told of changes in the task that made them.
PLAY_AND_TELL = f"""([seed, count, pauseMs, keys]) => {{
    const seen = {SEEN};
    const random = () => {{
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed / 2147483648;
    }};
    const goal = document.querySelectorAll("#moves li").length + count;
    const isEnough = () => document.querySelectorAll("#moves li").length >= goal
        || document.querySelector("[data-outcome]") !== null;
    const press = () => {{
        const nodes = document.querySelectorAll("{PRESSABLE}");
        if (nodes.length === 0) return;
        const node = nodes[Math.floor(random() * nodes.length)];
        const {{ seat, shout }} = node.dataset;
        if (shout) {{
            const code = keys[seat + ":" + shout];
            for (const type of ["keydown", "keyup"]) {{
                const key = {{ code, key: code.slice(-1).toLowerCase(), bubbles: true }};
                document.body.dispatchEvent(new KeyboardEvent(type, key));
            }}
        }} else {{
            const click = {{ bubbles: true, cancelable: true, detail: 1 }};
            node.dispatchEvent(new MouseEvent("click", click));
        }}
    }};
    const play = () => {{
        for (let left = pauseMs ? 1 : 20; left > 0 && !isEnough(); left--) press();
        setTimeout(play, pauseMs * random());
    }};
    const tell = () => {{
        if (!isEnough()) return;
        const request = new XMLHttpRequest();
        request.open("POST", "played", false);
        request.send(JSON.stringify(seen()));
    }};
    new MutationObserver(tell).observe(document.body, {{ childList: true, subtree: true }});
    setTimeout(tell);
    setTimeout(play);
}}"""


def renderers(session: CDPSession) -> set[int]:
    """The ids of the processes that draw pages, one that is kept ready for the next page too."""
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return {process["id"] for process in found if process["type"] == "renderer"}


def kill_processes(page: Page) -> None:
    """End the processes of all of the browser's pages at once."""
    assert page.context.browser is not None
    session = page.context.browser.new_browser_cdp_session()
    killed = renderers(session)
    with page.expect_event("crash"):
        for process in killed:
            os.kill(process, signal.SIGKILL)
    # Else the next page may be given the one that was kept ready.
    deadline = monotonic() + LIMIT_MS / 1000
    while killed & renderers(session):
        assert monotonic() < deadline, "the browser has not noticed that they are gone"
        sleep(0.01)
    session.detach()


def killed_while_playing(page: Page, seed: int, count: int, pause_ms: int) -> dict[str, Any]:
    """Have the page play so many actions, and end its process before it has done anything else."""
    unanswered = []
    page.route("**/played", lambda route: unanswered.append(route))
    with page.expect_request("**/played") as told:
        page.evaluate(PLAY_AND_TELL, [seed, count, pause_ms, DEFAULT_KEYS])
    seen = json.loads(told.value.post_data or "")
    kill_processes(page)
    for route in unanswered:
        with suppress(Error):
            route.abort()
    page.close()
    return seen


def expect_all_there(page: Page, kind: Kind, where: str) -> None:
    """Every action is there that was seen before the kill; only what acts by itself has gone on."""
    if kind.left is None:
        return
    found, known = page.evaluate(SEEN), len(kind.left["moves"])
    assert found["moves"][:known] == kind.left["moves"], where
    more = found["actions"][known:]
    assert not more or kind.others == "bots" or (kind.others, more) == ("table", ["X"]), where
    if not more:
        assert found["position"] == kind.left["position"], where


def opened(context: BrowserContext, url: str) -> Page:
    """A page of its own, with a process of its own."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("html[data-state=ready]", state="attached")
    return page


def go(page: Page, kind: Kind) -> None:
    """Follow a kind's link within the page, and wait for what is known of its match."""
    follow(page, kind.link)
    wait_for_match(page, kind)


def wait_for_match(page: Page, kind: Kind) -> None:
    """A match whose link is not written as the page writes it is read once Python has begun."""
    page.wait_for_selector("svg[data-game]", state="attached")
    known = 0 if kind.left is None else len(kind.left["moves"])
    page.wait_for_function(
        "known => document.querySelectorAll('#moves li').length >= known", arg=known
    )


def kill_again_and_again(
    context: BrowserContext, site_url: str, plays: list[Kind], kills: int
) -> list[Kind]:
    """Each match goes on over several kills, to its end.

    The page that is opened after a kill shows what was played, and goes on with the next match.
    """
    page = opened(context, site_url)
    for number in range(kills):
        kind = plays[number % len(plays)]
        where = f"{kind.link}, kill {number}"
        go(page, kind)
        expect_all_there(page, kind, where)
        before = [] if kind.left is None else kind.left["actions"]
        kind.left = killed_while_playing(page, number, 1 + number * 7 % 5, kind.pause_ms)
        kind.actions += kind.left["actions"][len(before) :]
        kind.told += kind.left["moves"][len(before) :]
        page = opened(context, site_url + kind.link)
        wait_for_match(page, kind)
        expect_all_there(page, kind, where)
        if kind.left["actions"] == before:
            assert kind.left["isOver"], where
            kind.seed, kind.left = kind.seed + 1, None
    for kind in plays:
        go(page, kind)
        expect_all_there(page, kind, f"{kind.link}, in the end")
    page.close()
    return plays


def test_what_was_played_before_a_crash_is_there(context: BrowserContext, site_url: str) -> None:
    plays = kinds()
    kill_again_and_again(context, site_url, plays, len(plays))
    assert all(kind.actions for kind in plays)


@pytest.mark.soak
def test_what_was_played_before_many_crashes_is_there(
    context: BrowserContext, site_url: str
) -> None:
    plays = kill_again_and_again(context, site_url, kinds(), 200)
    assert sum(len(kind.actions) for kind in plays) > 200
    called = {action for kind in plays if kind.pause_ms for action in kind.actions}
    assert called >= {"aya", "oye", "refute", "concede", "X"}
    assert any(": 1 card" in text for kind in plays for text in kind.told), "cards are taken, too"
