"""`make play` serves the working tree: what is changed is seen on the next reload."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OUR_ORIGINS, reload
from tools.project import ROOT

SERVED = (
    "py",
    "static",
    "tools",
    "index.html",
    "manifest.webmanifest",
    "pyscript.toml",
    "package-lock.json",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "vendor", "made")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A working tree of its own, to be changed."""
    for name in SERVED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=LEFT_OUT)
        else:
            shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path


@pytest.fixture
def live_url(tree: Path) -> Iterator[str]:
    """The address of `make play` in that tree."""
    command = [sys.executable, "-m", "tools.serve", "--port", "0"]
    process = subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    line = process.stdout.readline()
    address = next(word for word in line.split() if word.startswith("http"))
    url = urlsplit(address)
    OUR_ORIGINS.add(f"{url.scheme}://{url.netloc}")
    yield address
    process.terminate()
    process.wait()
    process.stdout.close()


PYTHON = "**/pyodide.asm.*"


def begin_reload(page: Page) -> None:
    """Reload; what is seen before Python need not wait for it."""
    page.reload(wait_until="commit")


def test_changes_are_seen_on_reload(page: Page, tree: Path, live_url: str) -> None:
    # Until its own change is looked at, Python would start in vain, which takes seconds.
    page.route(PYTHON, lambda route: None)
    page.goto(live_url, wait_until="commit")
    expect(page.locator("#app")).to_contain_text("YALA")
    expect(page.locator("#app")).not_to_contain_text("Losspielen")

    style = tree / "static" / "styles" / "main.css"
    style.write_text(style.read_text() + "\nbody { outline-style: dashed }\n")
    begin_reload(page)
    expect(page.locator("body")).to_have_css("outline-style", "dashed")

    script = tree / "static" / "boot" / "boot.js"
    script.write_text(script.read_text() + "\ndocument.body.dataset.script = 'changed';\n")
    begin_reload(page)
    expect(page.locator("body[data-script=changed]")).to_have_count(1)

    start = page.locator("#app").get_by_text("YALA").first
    expect(start).to_be_visible()
    po = tree / "static" / "locale" / "de" / "LC_MESSAGES" / "spieltisch.po"
    po.write_text(po.read_text().replace('msgstr "Spielen"', 'msgstr "Losspielen"'))
    page.evaluate("""localStorage.setItem("spieltisch.settings", '{"language": "de"}')""")
    begin_reload(page)
    expect(page.locator("#app")).to_contain_text("Losspielen")

    app = tree / "py" / "spieltisch" / "shell" / "app.py"
    app.write_text(app.read_text() + "\n\nfrom js import document\ndocument.body.id = 'changed'\n")
    page.unroute(PYTHON)
    reload(page)
    expect(page.locator("body#changed")).to_have_count(1)
    # What Python draws has the words as well, and all that was seen before is still there.
    expect(page.locator("#app")).to_contain_text("Losspielen")
    expect(page.locator("body[data-script=changed]")).to_have_css("outline-style", "dashed")


def test_a_bot_of_ones_own_runs(page: Page, live_url: str) -> None:
    """From a snapshot that the server makes when the first bot runs."""
    page.goto(f"{live_url}#/workshop/yala")
    page.wait_for_selector("html[data-state=ready]", state="attached")
    page.locator("#bot-run").click()
    expect(page.locator("[data-series]")).to_have_attribute("data-series", "done")


def test_nothing_is_claimed_of_how_much_has_come(page: Page, live_url: str) -> None:
    """Nobody counts what comes from a working tree: 0 % would stay there until the end."""
    page.route("**/spieltisch.zip*", lambda route: None)
    page.goto(live_url)
    expect(page.locator("#boot-progress")).to_have_text("Loading …")


def test_a_faulty_file_is_said_and_the_server_lives_on(
    page: Page, tree: Path, live_url: str
) -> None:
    view = tree / "py" / "spieltisch" / "app" / "screens.py"
    whole = view.read_text()
    view.write_text(whole + "\nnonsense here\n")
    answer = page.request.get(live_url)
    assert answer.status == 500
    assert "SyntaxError" in answer.text()
    view.write_text(whole)
    assert page.request.get(live_url).status == 200
