"""Bots that try to get out of where they run, to change the game for others, or to take everything
for themselves: none of them is of any harm. Those in Python run as people's bots do; those in
JavaScript take the place of all that we run in a bot's worker, as if Python had let them out.
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
    until(lambda: ask("document.documentElement?.dataset.state") == "ready", "a page that is ready")
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


def give(
    ask: Ask, source: str, matches: int = 1, limit_ms: int = LIMIT_MS, rival: str = "random"
) -> None:
    """Have a bot play against one of the house."""
    contestants = [{"name": "mine", "source": source}, {"name": rival, "source": ""}]
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
    """What is told of a bot that has failed, at all or in its only match."""
    (told,) = (*events(ask, "failed"), *events(ask, "lost"))
    found: dict[str, Any] = told["failure"]
    return found


TRIES = {
    "js": "import js",
    "ctypes": "import ctypes",
    "_ctypes": "import _ctypes",
    "ssl": "import ssl",
    "os": "import os\nos._exit(1)",
    "abort": "import os\nos.abort()",
    "flood": "for number in range(100_000): print(number)",
    "doubling": "kept = [0]\nwhile True: kept = kept * 2",
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
    "in the file": ("while True: pass", "file-time", 1),
    "in a function": ("def choose(position, seat):\n    while True: pass", "time", 2),
    "asleep": ("import time\ndef choose(position, seat):\n    time.sleep(3600)", "slept", 3),
    "printing": ("def choose(position, seat):\n    while True: print(9**999)", "flood", 2),
    "catching": (
        """def choose(position, seat):
    while True:
        try:
            1 / 0
        except BaseException:
            pass
""",
        "time",
        None,
    ),
    "a regular expression": (
        "import re\ndef choose(position, seat):\n    re.match('(a+)+$', 'a' * 40 + 'b')",
        "time",
        3,
    ),
    "below Python": ("def choose(position, seat):\n    sum(range(10**13))", "time", 2),
    "below Python, in the file": ("import math\nmath.factorial(10**9)", "file-time", 2),
    "below Python, after a while": (
        """def choose(position, seat):
    total = 0
    for number in range(2_000):
        total += number
    if total:
        for number in range(5):
            total += sum(range(10 ** (5 * number)))
    return position.legal_actions(seat)[0]
""",
        "time",
        7,
    ),
    "signals": (
        """import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
def choose(position, seat):
    while True: pass
""",
        "time",
        4,
    ),
    "evaluate": ("def evaluate(position, seat):\n    while True: pass", "time", 2),
}
"""Bots that never have done, why that is told to be, and the line; None if it may be any.

Who lets nobody look at the watch, as below Python, is stopped from outside."""

ENDING = {
    "recursion": (
        "import sys\nsys.setrecursionlimit(10**9)\n"
        "def deeper(n):\n    return deeper(n + 1)\ndeeper(0)"
    ),
    "modules": "import sys\nsys.modules.clear()",
    "warden": (
        "import gc\n"
        "post = next(o for o in gc.get_objects() if type(o).__name__ == 'Confined').post\n"
        "while True: post(1, 'flood')"
    ),
    "nonsense": (
        "import gc\n"
        "post = next(o for o in gc.get_objects() if type(o).__name__ == 'Confined').post\n"
        "post(None, None)"
    ),
}
"""Bots that end the worker, or may."""


@pytest.mark.parametrize("name", ENDLESS)
def test_a_bot_without_an_end_is_told_where_it_was(ask: Ask, name: str) -> None:
    frames = ask("window.drawn")
    source, kind, line = ENDLESS[name]
    give(ask, source)
    assert end_of(ask) == ("failed" if kind == "file-time" else "done")
    told = failure(ask)
    assert told["kind"] == kind
    assert line in (None, told["line"])
    assert bool(told["position"]) is (kind != "file-time")
    # The page has gone on.
    assert ask("window.drawn") > frames
    give(ask, GOOD)
    assert end_of(ask) == "done"


RULES = "from spieltisch.games.yala.rules.position import YalaPosition as P\n"
OUT = "import gc\nmine = next(o for o in gc.get_objects() if type(o).__name__ == 'Confined')\n"
SPOILING = {
    "legal actions": f"{RULES}P.legal_actions = lambda self, seat: ()\n",
    "the first of them": f"{RULES}P.legal_actions = lambda self, seat: ('a+',)\n",
    "apply": f"{RULES}P.apply = lambda self, seat, action: self\n",
    "outcome": f"{RULES}P.outcome = 'won'\n",
    "observe": f"{RULES}P.observe = lambda self, seat: None\n",
    "equality": f"{RULES}P.__eq__ = lambda self, other: True\n",
    "the house's search": (
        "from spieltisch.games.yala.bots import search as s\n"
        "for one in vars(s).values():\n"
        "    if isinstance(one, type) and 'expand' in vars(one):\n"
        "        one.expand = lambda self, node: []\n"
    ),
    "random": "import random\nrandom.Random.random = lambda self: 0.0\nrandom.seed(1)\n",
    "choice": "import random\nrandom.Random.choice = lambda self, all: all[0]\n",
    "shuffle": "import random\nrandom.Random.shuffle = lambda self, all: None\n",
    "recursion": "import sys\nsys.setrecursionlimit(60)\n",
    "modules": "import sys\nsys.modules['spieltisch.play.bots'] = None\n",
    "all modules": "import sys\nsys.modules.clear()\n",
    "path": "import sys\nsys.path.clear()\nsys.meta_path.clear()\n",
    "builtins": "import builtins\nbuiltins.len = lambda all: 1\nbuiltins.sorted = list\n",
    "builtins gone": "import builtins\nfor one in ('len', 'isinstance'): delattr(builtins, one)\n",
    "frames": (
        "import sys\nframe = sys._getframe()\nwhile frame:\n"
        "    frame.f_globals['series'] = frame.f_globals['Judge'] = None\n"
        "    frame = frame.f_back\n"
    ),
    "collector": "import gc\ngc.disable()\ngc.set_threshold(0)\nkept = [[]] * 10**5\n",
    "catalogue": "from spieltisch.games import catalog\ncatalog.game_of = lambda name: None\n",
    "files": (
        "import spieltisch, os\nroot = spieltisch.__path__[0]\n"
        "for folder, _, names in os.walk(root):\n"
        "    for name in names: open(os.path.join(folder, name), 'w').write('1 / 0')\n"
    ),
    "a file of its own": (
        "with open('/tmp/kept', 'a') as kept: kept.write('x')\n"
        "assert open('/tmp/kept').read() == 'x'\n"
    ),
    "trace": "import sys\nsys.settrace(lambda *_: 1 / 0)\nsys.setprofile(lambda *_: None)\n",
    "output": "import sys\nsys.stdout = sys.stderr = None\n",
    "json": "import json\njson.dumps = lambda *_, **__: '{}'\njson.loads = lambda *_: {}\n",
    "clock": "import time\ntime.perf_counter = time.time = lambda: 0.0\n",
    "watch": f"{OUT}mine._watch.begin(10**9)\n",
    "answers": f"{OUT}mine.post(2, '{{}}')\n",
    "the referee's words": (f'{OUT}mine.post(-1, \'{{"kind":"done","job":"1"}}\')\n'),
    "a result": (
        f'{OUT}mine.post(2, \'{{"kind":"played","job":"1","first":1,"winners":[1],\''
        '\'"turns":1,"record":"{}"}\')\n'
    ),
}
"""What a bot may do to its own Python."""


@pytest.mark.parametrize("rival", ["random", "3"])
def test_no_bot_changes_what_comes_after_it(ask: Ask, rival: str) -> None:
    def honest() -> list[str]:
        give(ask, GOOD, 2, 60_000, rival)
        assert end_of(ask) == "done"
        return [one["record"] for one in events(ask, "played")]

    before = honest()
    assert len(before) == 2
    for name, source in SPOILING.items():
        if rival == "3" and name not in ("legal actions", "the house's search", "random"):
            continue
        give(ask, f"{source}{GOOD}", 1, 10_000, rival)
        end = end_of(ask)
        assert end in ("done", "failed"), (name, end)
        # It has lost, or played by the rules; nothing that it says is taken for a result.
        for one in events(ask, "played"):
            assert json.loads(one["record"])["entries"], name
        assert honest() == before, name


GOING_ON = {
    "it has done": f"{OUT}def choose(position, seat):\n    while True: mine.post(2, 'x')",
    "it is there": f"{OUT}def choose(position, seat):\n    while True: mine.post(0, '')",
    "slowly": (
        f"import time\n{OUT}def choose(position, seat):\n    while True:\n"
        "        mine.post(0, '')\n        mine.post(1, 'x')\n"
        "        until = time.perf_counter() + 0.01\n"
        "        while time.perf_counter() < until: pass"
    ),
    "slowly, unwatched": (
        f"import time\n{OUT}def choose(position, seat):\n    mine._watch.begin(10**9)\n"
        "    while True:\n        mine.post(1, 'x')\n        until = time.perf_counter() + 0.01\n"
        "        while time.perf_counter() < until: pass"
    ),
}
"""What a bot may say in order to go on for ever."""


@pytest.mark.parametrize("name", GOING_ON)
def test_nothing_that_a_bot_says_ends_its_limit(ask: Ask, name: str) -> None:
    give(ask, GOING_ON[name])
    assert end_of(ask) == "done"
    assert failure(ask)["kind"] in ("flood", "time")


@pytest.mark.parametrize("name", ENDING)
def test_whatever_a_bot_ends_the_next_one_plays(ask: Ask, name: str) -> None:
    give(ask, f"{ENDING[name]}\n{GOOD}", limit_ms=20_000)
    assert end_of(ask) in ("failed", "died", "flood", "time", "done"), ask("window.told")
    ask("{ window.box.stop() }")
    give(ask, GOOD)
    assert end_of(ask) == "done"


def test_what_is_printed_is_told_before_an_endless_loop(ask: Ask) -> None:
    give(ask, "print('here')\nprint('and here')\nwhile True: pass")
    assert end_of(ask) == "failed"
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
  if (data.role !== "judge") return;
  postMessage([0, ""]);
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
  postMessage([-1, JSON.stringify({ kind: "ready", told })]);
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
        until(
            lambda ask=ask: ask("window.told.find((one) => one.includes('told')) || window.ended"),
            "what it has tried",
        )
        told = next(one["told"] for one in events(ask, "ready") if "told" in one)
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
