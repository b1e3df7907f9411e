"""Python starts from the snapshot, and as ever where anything about the snapshot is wrong."""

import json
import marshal
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Trouble
from tests.e2e.test_wrong_answers import WRONG_ANSWERS, answer_with
from tests.sampling import sampled
from tools import bundle
from tools.project import WORKER

pytestmark = pytest.mark.first_visit

MATCH = "#/play/yala?seats=human,human&seed=42"
OpenReady = Callable[..., Page]
Change = Callable[[bytes], bytes]
FALLBACK = "Starting without the snapshot"
LIBRARY = re.compile(r"python\d+\.zip")
"""What Python calls the file of its standard modules, by its version."""


def pack(content: bytes) -> bytes:
    return zstandard.compress(content, 1)


def unpack(packed: bytes) -> bytes:
    return zstandard.decompress(packed)


@pytest.fixture
def snapshot(built_site: Path) -> bytes:
    """The snapshot as it travels."""
    (path,) = (built_site / "static" / "made").glob("snapshot.*.zst")
    return path.read_bytes()


def fetched(page: Page) -> set[str]:
    """The first words of the names of the made files that the page fetched."""
    script = "performance.getEntriesByType('resource').map(entry => entry.name)"
    names = [name.split("/made/")[1] for name in page.evaluate(script) if "/made/" in name]
    assert len(names) == len(set(names)), "something was fetched twice"
    return {name.split(".")[0] for name in names}


START_PROGRAM = """program => {
    delete document.body.dataset.said;
    const script = document.createElement("script");
    script.type = "py";
    script.textContent = program;
    document.body.append(script);
}"""


def run_python(page: Page, code: str) -> str:
    """Run Python in the page, which has `say` to answer with; give the answer."""
    program = f"""\
from pyscript import window
def say(value):
    window.document.body.dataset.said = str(value)
{code}"""
    page.evaluate(START_PROGRAM, program)
    page.wait_for_selector("body[data-said]", state="attached")
    return page.locator("body").get_attribute("data-said") or ""


def answer_snapshot(page: Page, answer: Callable[[Route], None]) -> None:
    page.route("**/static/made/snapshot.*", answer)


def with_head(content: bytes, change: Callable[[dict[str, object]], None]) -> bytes:
    """Give a snapshot with another head."""
    magic, size, runs = struct.unpack("<3I", content[:12])
    head = json.loads(content[12 : 12 + size])
    change(head)
    text = json.dumps(head, separators=(",", ":")).encode()
    aligned, new_aligned = (-(-(12 + length) // 4) * 4 for length in (size, len(text)))
    new_start = (struct.pack("<3I", magic, len(text), runs) + text).ljust(new_aligned, b"\0")
    return new_start + content[aligned:]


def of_other_version(packed: bytes) -> bytes:
    changed = with_head(unpack(packed), lambda head: head.update(version="1.2.3"))
    return pack(changed)


def of_other_build(packed: bytes) -> bytes:
    changed = with_head(unpack(packed), lambda head: head.update(own="AAAA" * 40))
    return pack(changed)


def of_other_engine(packed: bytes) -> bytes:
    """A snapshot whose functions' numbers mean none here: what it calls is out of reach.

    Numbers that are off by one might as well run for ever, which no page can notice of itself.
    """
    content = bytearray(unpack(packed))
    size = struct.unpack("<I", content[4:8])[0]
    start = -(-(12 + size) // 4) * 4 + struct.unpack("<I", content[8:12])[0] * 8
    middle = (len(content) - start) // 2
    content[start + middle :] = bytes(byte ^ 0xFF for byte in content[start + middle :])
    return pack(bytes(content))


def with_flipped_byte(packed: bytes) -> bytes:
    at = len(packed) // 2
    return packed[:at] + bytes([packed[at] ^ 0xFF]) + packed[at + 1 :]


def with_wrong_checksum(packed: bytes) -> bytes:
    """What a damage comes to that unpacks without complaint: all is well until the last bytes."""
    return packed[:-1] + bytes([packed[-1] ^ 0xFF])


def cut_after_unpacking(packed: bytes) -> bytes:
    return pack(unpack(packed)[:-1000])


WRONG: dict[str, Change] = {
    "truncated": lambda packed: packed[: len(packed) // 2],
    "corrupted": with_flipped_byte,
    "checksum": with_wrong_checksum,
    "cut": cut_after_unpacking,
    "empty": lambda packed: b"",
    "foreign": lambda packed: pack(b"no snapshot at all"),
    "version": of_other_version,
    "build": of_other_build,
    "engine": of_other_engine,
}


@pytest.mark.running_page
def test_snapshot_is_used_and_nothing_else_is_fetched(open_ready: OpenReady) -> None:
    page = open_ready(MATCH)
    assert fetched(page) == {"pyodide", "script", "snapshot"}


@pytest.mark.parametrize("name", sampled(WRONG, "checksum", "foreign", "build"))
def test_wrong_snapshot_ends_in_a_normal_start(
    open_ready: OpenReady, page: Page, trouble: Trouble, snapshot: bytes, name: str
) -> None:
    wrong = WRONG[name](snapshot)
    assert wrong != snapshot
    answer_snapshot(page, lambda route: route.fulfill(body=wrong))
    open_ready(MATCH)
    trouble.forgive(FALLBACK)
    page.locator("svg[data-game=yala] [data-target]").first.click(force=True)
    assert {"plain", "spieltisch"} <= made_names(page)


def made_names(page: Page) -> set[str]:
    """As `fetched`, where the WebAssembly may well have been asked for again."""
    script = "performance.getEntriesByType('resource').map(entry => entry.name)"
    names = [name.split("/made/")[1] for name in page.evaluate(script) if "/made/" in name]
    return {name.split(".")[0] for name in names}


def test_missing_snapshot_ends_in_a_normal_start(
    open_ready: OpenReady, page: Page, trouble: Trouble
) -> None:
    answer_snapshot(page, lambda route: route.fulfill(status=404))
    open_ready(MATCH)
    trouble.forgive(FALLBACK, "404")
    expect(page.locator("svg[data-game=yala]")).to_be_visible()


def test_chance_is_new_at_each_start(open_ready: OpenReady) -> None:
    roll = "import random\nsay(random.random())"
    first = run_python(open_ready(), roll)
    second = run_python(open_ready(), roll)
    assert first != second
    # The same program, seeded, agrees with itself: it is not the telling that differs.
    seeded = "import random\nrandom.seed(1)\nsay(random.random())"
    assert run_python(open_ready(), seeded) == "0.13436424411240122"


def test_what_python_seldom_calls_is_there_from_the_start(
    open_ready: OpenReady, page: Page
) -> None:
    """No part of the interpreter is fetched once the page is ready."""
    open_ready()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert run_python(page, "import math\nsay(math.gamma(5))") == "24.0"
    assert not asked


def test_module_outside_of_the_snapshot_is_fetched_when_it_is_imported(
    open_ready: OpenReady,
) -> None:
    page = open_ready()
    code = "import sys\nbefore = 'colorsys' in sys.modules\nimport colorsys\n"
    assert run_python(page, code + "say((before, colorsys.rgb_to_hls(1, 0, 0)))") == (
        "(False, (0.0, 0.5, 1.0))"
    )
    assert fetched(page) == {"plain", "pyodide", "script", "snapshot"}


def test_module_that_others_import_in_vain_is_fetched_when_it_is_asked(
    open_ready: OpenReady,
) -> None:
    code = "from urllib.parse import urlsplit\n"
    page = open_ready()
    assert run_python(page, code + "say(urlsplit('//host/').hostname)") == "host"
    assert fetched(page) == {"pyodide", "script", "snapshot"}
    assert run_python(page, code + "say(urlsplit('//[::1]/').hostname)") == "::1"
    assert fetched(page) == {"plain", "pyodide", "script", "snapshot"}


def test_playing_asks_for_nothing_that_was_left_out(
    open_ready: OpenReady, page: Page, built_site: Path
) -> None:
    """Neither in the page nor in the bots' worker, whose requests are the page's too."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_ready("#/play/yala?seats=human,bot:1&seed=4")
    board = page.locator("svg[data-game=yala]")
    before = board.get_attribute("data-position")
    page.locator("svg[data-game=yala] [data-target]").first.click(force=True)
    page.locator("svg[data-game=yala] [data-target]:not(.is-chosen)").first.click(force=True)
    page.wait_for_selector("svg[data-game=yala][data-active-seat='1'] [data-target]")
    assert board.get_attribute("data-position") != before
    assert not [url for url in asked if "/made/plain" in url or "/made/late" in url]
    assert not late_modules(built_site) & set(run_python(page, OURS).split())
    assert run_python(page, "import sys\nsay('tomllib._parser' in sys.modules)") == "False"


@pytest.mark.parametrize("context_options", [{"locale": "de-AT"}])
def test_another_language_asks_for_nothing_that_was_left_out(open_ready: OpenReady) -> None:
    page = open_ready("#/rules/yala")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("#set-language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert fetched(page) == {"late", "pyodide", "script", "snapshot", "words-de"}


def test_what_was_left_out_is_what_it_was_once_it_is_asked_for(open_ready: OpenReady) -> None:
    page = open_ready()
    code = """\
import asyncio, gzip, io, logging, tempfile, zipfile
from pyodide import _package_loader
class Lock(asyncio.Lock):
    pass
with tempfile.NamedTemporaryFile() as file, zipfile.ZipFile(file, "w") as archive:
    archive.writestr("name", "text")
say((
    asyncio.Lock.__module__,
    isinstance(Lock(), asyncio.locks.Lock),
    isinstance(archive, _package_loader.ZipFile),
    hasattr(asyncio, "no_such_name"),
    logging.getLogger("table").name,
))"""
    assert run_python(page, code) == "('asyncio.locks', True, True, False, 'table')"
    assert fetched(page) == {"plain", "pyodide", "script", "snapshot"}


def test_what_cannot_be_fetched_is_an_error_and_may_come_later(
    open_ready: OpenReady, page: Page, trouble: Trouble
) -> None:
    stdlib = "**/static/made/plain.*/python_stdlib.zip"
    page.route(stdlib, lambda route: route.abort())
    open_ready()
    code = "try:\n    import colorsys\n    say('there')\nexcept OSError as error:\n    say(error)"
    assert LIBRARY.search(run_python(page, code))
    damages = [{"body": body} for body in (b"", b"PK\3\4", bytes(2_500_000))]
    for answer in [*WRONG_ANSWERS, *damages]:
        page.unroute(stdlib)
        answer_with(page, "static/made/plain.*/python_stdlib.zip", answer)
        assert LIBRARY.search(run_python(page, code))
    trouble.forgive("could not be fetched", "ERR_FAILED", "500")
    page.unroute(stdlib)
    assert run_python(page, code) == "there"
    assert run_python(page, "import colorsys\nsay(colorsys.rgb_to_hls(1, 0, 0))") == (
        "(0.0, 0.5, 1.0)"
    )


@pytest.mark.running_page
def test_traceback_names_functions_of_the_standard_library(open_ready: OpenReady) -> None:
    code = """\
import json, traceback
try:
    json.loads("[")
except ValueError:
    say(traceback.format_exc())"""
    told = run_python(open_ready(), code)
    assert re.search(r'json/decoder.py", line \d+, in raw_decode\n', told)
    assert "json.decoder.JSONDecodeError: Expecting value" in told


LIKE_A_PLAIN_ONE = """
import copy, dataclasses, pickle
from spieltisch.games.catalog import GAMES
from spieltisch.table import Setup

def plain(kind):
    fields = [(field.name, object) for field in dataclasses.fields(kind)]
    return dataclasses.make_dataclass(kind.__qualname__, fields, frozen=True)

def refused(change, *arguments):
    try:
        change(*arguments)
    except dataclasses.FrozenInstanceError as error:
        return str(error)

ours = Setup("yala")
values = [getattr(ours, field.name) for field in dataclasses.fields(ours)]
theirs = plain(Setup)(*values)
say([
    repr(ours) == repr(theirs) != object.__repr__(ours),
    refused(setattr, ours, "game", "") == refused(setattr, theirs, "game", "") != None,
    refused(setattr, ours, "other", "") == refused(setattr, theirs, "other", "") != None,
    refused(delattr, ours, "game") == refused(delattr, theirs, "game") != None,
    ours == copy.copy(ours) == pickle.loads(pickle.dumps(ours)) == dataclasses.replace(ours),
    hash(ours) == hash(copy.deepcopy(ours)),
    type(ours).__repr__ is type(GAMES["yala"].info).__repr__,
    type(theirs).__repr__ is not type(ours).__repr__,
])
"""


def test_what_dataclasses_share_does_what_their_own_methods_do(open_ready: OpenReady) -> None:
    told = run_python(open_ready(), LIKE_A_PLAIN_ONE)
    assert told == str([True] * 8)


COUNT_EXPRESSIONS = """() => {
    window.expressions = 0;
    const { createExpression } = XPathEvaluator.prototype;
    XPathEvaluator.prototype.createExpression = function (...given) {
        window.expressions += 1;
        return createExpression.apply(this, given);
    };
}"""


def test_pyscript_looks_at_nothing_that_the_page_draws(open_ready: OpenReady) -> None:
    page = open_ready(MATCH)
    page.evaluate(COUNT_EXPRESSIONS)
    page.locator("svg[data-game=yala] [data-target]").first.click(force=True)
    page.wait_for_selector("svg[data-game=yala] .is-chosen")
    assert page.evaluate("window.expressions") == 0
    # It still finds Python that is put beside what is drawn.
    assert run_python(page, "say(1 + 1)") == "2"
    assert page.evaluate("window.expressions") > 0


LASTING = """
import gc, sys, weakref
from spieltisch.table import Setup

def state(found):
    return sys._is_immortal(found), gc.is_tracked(found)

class Cycle:
    def __init__(self):
        self.own = self

def later():
    return Cycle

lasting = [Setup, Setup.__init__, Setup.__init__.__code__, Setup.__init__.__code__.co_consts]
cycle = weakref.ref(Cycle())
gc.collect()
say([
    *(state(found) for found in lasting[:2]),
    *(sys._is_immortal(found) for found in lasting),
    state(later),
    state(vars(sys.modules["spieltisch.table"])),
    cycle(),
])
"""


@pytest.mark.running_page
def test_what_was_imported_is_immortal_and_what_comes_later_is_collected(
    open_ready: OpenReady,
) -> None:
    told = run_python(open_ready(), LASTING)
    lasting, ours = (True, False), (False, True)
    assert told == str([lasting, lasting, True, True, True, True, ours, ours, None])


def test_names_of_characters_are_fetched_when_html_is_read(open_ready: OpenReady) -> None:
    page = open_ready()
    assert run_python(page, "import html\nsay(html.escape('<'))") == "&lt;"
    assert fetched(page) == {"pyodide", "script", "snapshot"}
    assert run_python(page, "import html\nsay(html.unescape('&eacute;&ampx;'))") == "é&x;"
    assert fetched(page) == {"plain", "pyodide", "script", "snapshot"}
    code = "from html.entities import name2codepoint\nsay(name2codepoint['eacute'])"
    assert run_python(page, code) == "233"


@pytest.mark.running_page
def test_missing_module_is_an_import_error(open_ready: OpenReady) -> None:
    code = "try:\n    import no_such_module\nexcept ImportError as error:\n    say(error)"
    assert run_python(open_ready(), code) == "No module named 'no_such_module'"


OURS = "import sys\nsay(' '.join(name for name in sys.modules if name.startswith('spieltisch')))"


def late_modules(site: Path) -> set[str]:
    """The modules of ours that come when they are wanted."""
    (path,) = (site / "static" / "made").glob("late.*.zst")
    paths = marshal.loads(unpack(path.read_bytes()))
    names = (name.removesuffix(".pyc").removesuffix("/__init__") for name in paths)
    return {name.replace("/", ".") for name in names}


@pytest.mark.running_page
def test_snapshot_holds_all_of_our_modules_but_the_late_ones(
    open_ready: OpenReady, built_site: Path
) -> None:
    names = set(run_python(open_ready(MATCH), OURS).split())
    late = late_modules(built_site)
    assert late
    assert bundle.modules() - late <= names
    assert not late & names


@pytest.mark.running_page
def test_every_text_that_a_start_runs_was_compiled_before(open_ready: OpenReady) -> None:
    """Pyodide, PyScript and the page have run theirs; the worker has a memory of its own."""
    code = "from _pyodide import _base\nsay(*_base.CodeRunner.left)"
    worker = Path(__file__).parents[2] / WORKER
    assert run_python(open_ready(), code) == worker.read_text(encoding="utf-8")


@pytest.mark.running_page
def test_pyscripts_modules_come_out_of_the_snapshot(open_ready: OpenReady) -> None:
    """PyScript's bundle has the very modules that were kept: its text was recognised."""
    code = (
        "import os, pyscript\nsay((os.path.exists('pyscript'), type(pyscript.__loader__).__name__))"
    )
    assert run_python(open_ready(), code) == "(False, 'KeptModules')"
