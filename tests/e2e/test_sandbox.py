"""Bots that try to get out of where they run, or to take everything for themselves: none of them is
of any harm. Those in Python run as people's bots do; those in JavaScript take the place of all that
we run in a bot's worker, as if Python had let them out.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import new_profile
from tools import drivers, engines, names, serve
from tools.drivers import until
from tools.project import ToolError

Ask = Callable[[str], Any]
"""Evaluates JavaScript in a page."""

LIMIT_MS = 1_000
START = """{
  const names = JSON.parse(document.getElementById("files").textContent);
  addEventListener("spieltisch:sandbox", ({ detail: Sandbox }) => {
    window.begun = () => {
      Object.assign(window, { told: [], ended: "", drawn: 0 });
      window.box = new Sandbox(
        (told) => window.told.push(...JSON.parse(told)),
        (why) => (window.ended = why),
      );
    };
    const count = () => {
      window.drawn += 1;
      requestAnimationFrame(count);
    };
    window.begun();
    count();
  });
  const script = document.createElement("script");
  Object.assign(script, { type: "module", src: names["static/workshop/begin.js"] });
  document.head.append(script);
}"""
GOOD = "def choose(position, seat):\n    return position.legal_actions(seat)[0]\n"


def expression(script: str) -> str:
    """A script as one expression: a block has no value."""
    return f"(() => {{ {script}; return null }})()" if script.startswith("{") else script


# Firefox now and then ends a frame's worker while other browsers are busy: not in every run.
FIREFOX = pytest.param("firefox", marks=pytest.mark.soak)


@pytest.fixture(scope="module", params=["chromium", FIREFOX])
def opened(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Callable[[str], Ask]]:
    """Opens the page at an address, and gives what asks it."""
    if request.param == "chromium":
        context = new_profile(browser)
        page = context.new_page()

        def go(address: str) -> Ask:
            page.goto(address)
            return lambda script: page.evaluate(expression(script))

        yield go
        context.close()
        return
    try:
        running = drivers.started(engines.FIREFOX)
    except ToolError as error:
        pytest.skip(str(error))
    with running as driver:

        def open_in_firefox(address: str) -> Ask:
            driver.open(address)
            return lambda script: driver.ask(expression(script))

        yield open_in_firefox


def started(opened: Callable[[str], Ask], site: Path) -> Iterator[Ask]:
    """A page of a site, with a sandbox that is ready."""
    server = serve.make_server(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ask = opened(f"http://{serve.HOST}:{server.server_port}/")
    until(lambda: ask("document.documentElement.dataset.state") == "ready", "a page that is ready")
    ask(START)
    until(lambda: ask("'box' in window"), "a sandbox")
    yield ask
    ask("{ window.box.stop() }")
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def ask(opened: Callable[[str], Ask], built_site: Path) -> Iterator[Ask]:
    """A page with a sandbox."""
    yield from started(opened, built_site)


def give(ask: Ask, source: str, matches: int = 1, limit_ms: int = LIMIT_MS) -> None:
    """Have a bot play against chance."""
    contestants = [{"name": "mine", "source": source}, {"name": "random", "source": ""}]
    job = {"kind": "series", "job": "1", "game": "yala", "matches": matches, "seed": 1}
    text = json.dumps(json.dumps({**job, "contestants": contestants}))
    ask("{ window.told = []; window.ended = '' }")
    ask(f"{{ window.box.run({text}, {limit_ms}) }}")


def events(ask: Ask, kind: str) -> list[dict[str, Any]]:
    """What was told of a kind."""
    told = [one for one in ask("window.told") if one.startswith(f'{{"kind":"{kind}"')]
    return list(map(json.loads, told))


def end_of(ask: Ask) -> str:
    """Wait for how it ends: `done`, `failed`, or why the worker is no more."""

    def end() -> str:
        found = [kind for kind in ("done", "failed") if any(events(ask, kind))]
        return found[0] if found else str(ask("window.ended"))

    return str(until(end, "an end", 150))


def failure(ask: Ask) -> dict[str, Any]:
    """What is told of a bot that has failed."""
    (told,) = events(ask, "failed")
    found: dict[str, Any] = told["failure"]
    return found


TRIES = {
    "js": "import js",
    "pyodide_js": "import pyodide_js",
    "pyodide": "from pyodide.code import run_js",
    "pyodide.http": "import pyodide.http",
    "pyscript": "import pyscript",
    "js once more": "import sys\nsys.modules.pop('js')\nimport js",
    "urllib": "from urllib.request import urlopen\nurlopen('http://127.0.0.1:9/')",
    "socket": "import socket\nsocket.create_connection(('127.0.0.1', 9), 1)",
    "threads": "from threading import Thread\nThread(target=print).start()",
    "processes": "import subprocess\nsubprocess.run(['true'])",
    "memory": "kept = bytearray(4 * 2**30)",
    "memory bit by bit": "kept = []\nwhile True:\n    kept.append(bytearray(2**26))",
    "recursion": "def deeper():\n    deeper()\ndeeper()",
    "exit": "import sys\nsys.exit(3)",
    "interrupt": "raise KeyboardInterrupt",
    "an exception of its own": "class Mine(BaseException): pass\nraise Mine('mine')",
    "input": "input()",
}
"""What a bot may try, and gets an error for."""


def test_a_bot_that_tries_gets_an_error_and_the_next_one_plays(ask: Ask) -> None:
    for name, source in TRIES.items():
        # Taking memory takes a slow machine a while.
        give(ask, f"{source}\n{GOOD}", limit_ms=60_000)
        assert end_of(ask) == "failed", (name, ask("window.told"))
        assert failure(ask)["line"] > 0 or name in ("interrupt", "an exception of its own"), name
    give(ask, GOOD)
    assert end_of(ask) == "done"


ENDLESS = {
    "in the file": "while True: pass",
    "in a function": "def choose(position, seat):\n    while True: pass",
    "asleep": "import time\ndef choose(position, seat):\n    time.sleep(3600)",
    "printing": "def choose(position, seat):\n    while True: print('again')",
    "catching": (
        "def choose(position, seat):\n    while True:\n"
        "        try:\n            1 / 0\n        except BaseException:\n            pass"
    ),
}
"""Bots that never have done."""

ENDING = {
    "os": "import os\nos._exit(1)",
    "abort": "import os\nos.abort()",
    "recursion": (
        "import sys\nsys.setrecursionlimit(10**9)\n"
        "def deeper(n):\n    return deeper(n + 1)\ndeeper(0)"
    ),
    "modules": "import sys\nsys.modules.clear()",
    "warden": (
        "import gc\n"
        "post = next(o for o in gc.get_objects() if type(o).__name__ == 'Confined').post\n"
        "while True: post('flood')"
    ),
    "nonsense": (
        "import gc\n"
        "post = next(o for o in gc.get_objects() if type(o).__name__ == 'Confined').post\n"
        "post(None)"
    ),
}
"""Bots that end the worker, or may."""


@pytest.mark.parametrize("name", ENDLESS)
def test_a_bot_without_an_end_is_ended_and_begun_anew(ask: Ask, name: str) -> None:
    frames = ask("window.drawn")
    give(ask, ENDLESS[name])
    assert end_of(ask) == "time"
    # The page has gone on.
    assert ask("window.drawn") > frames
    assert ask("document.querySelectorAll('iframe').length") == 0


@pytest.mark.parametrize("name", ENDING)
def test_whatever_a_bot_ends_the_next_one_plays(ask: Ask, name: str) -> None:
    give(ask, f"{ENDING[name]}\n{GOOD}", limit_ms=20_000)
    assert end_of(ask) in ("failed", "died", "flood", "time", "done"), ask("window.told")
    ask("{ window.box.stop() }")
    give(ask, GOOD)
    assert end_of(ask) == "done"


def test_what_is_printed_is_told_before_an_endless_loop(ask: Ask) -> None:
    give(ask, "print('here')\nprint('and here')\nwhile True: pass")
    assert end_of(ask) == "time"
    printed = [one["text"] for one in events(ask, "printed")]
    assert printed == ["here", "and here"]


def test_other_frames_are_not_listened_to(ask: Ask) -> None:
    """A message of anybody else to the page is nothing that the sandbox hears."""
    give(ask, GOOD, matches=2)
    ask("{ for (let i = 0; i < 100; i++) window.postMessage({ ended: 'flood' }, '*') }")
    assert end_of(ask) == "done"


OUTSIDE = """
const told = {};
async function attempt(name, act) {
  try {
    told[name] = String(await act());
  } catch {
    told[name] = "refused";
  }
}
const event = (target, good) => new Promise((resolve, reject) => {
  target[good] = () => resolve("reached");
  target.onerror = () => reject();
});
addEventListener("message", async ({ data }) => {
  if (typeof data === "string") return;
  const origin = "@origin@";
  await attempt("fetch", () => fetch(origin + "/index.html"));
  await attempt("fetch blindly", () => fetch(origin + "/index.html", { mode: "no-cors" }));
  await attempt("beacon", () => navigator.sendBeacon(origin + "/index.html") || Promise.reject());
  await attempt("request", () => {
    const request = new XMLHttpRequest();
    request.open("GET", origin + "/index.html", false);
    request.send();
    return request.status;
  });
  await attempt("socket", () => event(new WebSocket(origin.replace("http", "ws")), "onopen"));
  await attempt("events", () => event(new EventSource(origin + "/index.html"), "onopen"));
  await attempt("transport", async () => {
    if (typeof WebTransport === "undefined") throw 0;
    await new WebTransport(origin.replace("http:", "https:") + "/").ready;
  });
  await attempt("script", () => importScripts(origin + "/service-worker.js"));
  await attempt("module", () => import(origin + "/service-worker.js"));
  await attempt("own script", () => importScripts(URL.createObjectURL(new Blob(["1"]))));
  await attempt("worker", () => event(new Worker(origin + "/service-worker.js"), "onmessage"));
  await attempt("font", () => new FontFace("font", `url(${origin}/index.html)`).load());
  await attempt("eval", () => (0, eval)("1"));
  await attempt("function", () => new Function("return 1")());
  await attempt("database", () => event(indexedDB.open("spieltisch"), "onsuccess"));
  await attempt("storage", () => localStorage.length);
  await attempt("files", () => navigator.storage.getDirectory());
  await attempt("document", () => parent.document);
  new BroadcastChannel("bots").postMessage("from a bot");
  postMessage(JSON.stringify({ kind: "ready", told }));
});
"""
"""All that might lead somewhere. No such server answers but the page's own, whose requests are
counted."""

FLOODS = {
    "texts": "for (;;) postMessage('{}')",
    "texts now and then": (
        "setInterval(() => { for (let i = 0; i < 9000; i++) postMessage('{}') }, 9)"
    ),
    "long texts": "for (;;) postMessage('x'.repeat(1e6))",
    "objects": "for (;;) postMessage({ told: ['{}'] })",
    "numbers": "for (;;) postMessage(1)",
    "memory": "const all = []; while (all.length < 4096) all.push(new ArrayBuffer(2 ** 20))",
    "nothing": "",
}


def with_worker(built_site: Path, folder: Path, script: str) -> Path:
    """The site with a bot's worker that does something else."""
    site = folder / "site"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(built_site, site)
    (site / names.find(site, "static/workshop/bot.js")).write_text(script, encoding="utf-8")
    return site


def test_nothing_leads_out_of_the_frame(
    opened: Callable[[str], Ask], built_site: Path, tmp_path: Path
) -> None:
    asked: list[str] = []

    class Counting(serve.ThreadingHTTPServer):
        def finish_request(self, request: Any, client_address: Any) -> None:
            asked.append(str(client_address))
            request.close()

    other = Counting((serve.HOST, 0), partial(serve.SimpleHTTPRequestHandler))
    threading.Thread(target=other.serve_forever, daemon=True).start()
    script = OUTSIDE.replace("@origin@", f"http://{serve.HOST}:{other.server_port}")
    for ask in started(opened, with_worker(built_site, tmp_path, script)):
        ask("{ new BroadcastChannel('bots').onmessage = () => (window.reached = 1) }")
        give(ask, GOOD)
        until(lambda ask=ask: ask("window.told.length + window.ended.length"), "what it has tried")
        told = json.loads(ask("window.told")[0])["told"]
        assert len(told) == 18
        assert set(told.values()) == {"refused"}, told
        assert not ask("window.reached ?? 0")
    other.shutdown()
    other.server_close()
    assert asked == []


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_ends_and_the_page_goes_on(
    opened: Callable[[str], Ask], built_site: Path, tmp_path: Path, name: str
) -> None:
    script = f"onmessage = () => {{ {FLOODS[name]} }}"
    for ask in started(opened, with_worker(built_site, tmp_path, script)):
        give(ask, GOOD, limit_ms=5_000)
        if name in ("nothing", "memory"):
            frames = ask("window.drawn")
            until(lambda ask=ask, frames=frames: ask("window.drawn") > frames + 60, "frames")
            ask("{ window.box.stop() }")
        else:
            assert end_of(ask) == "flood"
        frames = ask("window.drawn")
        until(lambda ask=ask, frames=frames: ask("window.drawn") > frames, "a frame")
        assert ask("document.querySelectorAll('iframe').length") == 0
        assert ask("document.documentElement.dataset.state") == "ready"
