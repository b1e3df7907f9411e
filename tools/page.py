"""Fills `index.html`: the first views, PyScript's configuration, what to fetch ahead."""

import html
import json
import re
import subprocess
import sys
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tools import catalogues, first_words, names
from tools.project import PACKS, PY, ROOT, ToolError

DEFAULT_VIEW = "en:start"
INTERPRETER = "static/runtime/interpreter.js"
GUARD = '<script src="static/boot/guard.js" async></script>'
# What the source says, in whose place a built page tells what was made for it.
SOURCE_LANGUAGES = '{"en": {"tag": "en", "dir": "ltr", "words": {}}}'
SOURCE_PYTHON = 'src="py/main.py" config="pyscript.toml"></script>'
# What index.html says to those who open it as it is, where it cannot start.
SOURCE_ONLY = re.compile(r"<!-- source -->.*?<!-- /source -->\n", re.DOTALL)
TOLD_BY_ADDRESS = (INTERPRETER, "static/runtime/python.js")
# Pyodide's own, a classic script, which has its digest in its name; all others are modules.
CLASSIC_SCRIPT = re.compile(r"static/made/script\.([0-9a-f]{64})\.js")

PROGRAM = """
import json, sys
from spieltisch.app.first_views import description, first_views
from spieltisch.games.catalog import GAMES
from spieltisch.kit.words import LANGUAGES
told = {"views": first_views(), "description": description()}
told["puzzled"] = [name for name, game in GAMES.items() if game.puzzles is not None]
told["languages"] = {key: {"tag": one.tag, "dir": one.direction} for key, one in LANGUAGES.items()}
json.dump(told, sys.stdout)
"""


@dataclass(frozen=True)
class Told:
    """What our own Python says about the site.

    `views` are the markup shown before Python has started, by language and place; `languages` has
    what browsers are told of each language (`tag`, `dir`), by its code; `puzzled` are the games
    that offer puzzles.
    """

    views: Mapping[str, str]
    description: str
    languages: Mapping[str, Mapping[str, str]]
    puzzled: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """What a page is filled with.

    `made` names the files of `static/made/` by their part (`app` is our Python), `scripts` are
    those to fetch ahead. `address` is the site's URL, ending in a slash; empty if it is not known.
    """

    told: Told
    made: Mapping[str, str]
    scripts: tuple[str, ...] = ()
    address: str = ""


def ask_python() -> Told:
    """Ask our own Python what the site is made of; ToolError with its message if it fails.

    It runs in a separate process, so that a running server sees changed code.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=PY,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"The first views could not be made:\n{done.stderr.strip()}")
    answer = json.loads(done.stdout)
    if DEFAULT_VIEW not in answer["views"]:
        raise ToolError(f"first_views() has no {DEFAULT_VIEW!r}, the view shown by default.")
    told = Told(**answer)
    refuse_missing_packs(told.puzzled)
    return told


def refuse_missing_packs(puzzled: Iterable[str], packs: Path = PACKS) -> None:
    """Raise ToolError if a game offers puzzles that no page could fetch."""
    for name in puzzled:
        if not (packs / f"{name}.json").is_file():
            raise ToolError(
                f"{name} offers puzzles, but has no pack: static/puzzles/{name}.json is not there."
                f" Make it by `make -f lab/Makefile puzzles GAME={name}`, or leave puzzles= out of"
                f" games/{name}/game.py until there is one."
            )


def settings() -> dict[str, Any]:
    """Read PyScript's settings."""
    told: dict[str, Any] = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    return told


def with_made(script: str, made: Mapping[str, str]) -> str:
    """Give a script's address, whose query tells it the names of the made files.

    The names are sorted: in another order they would be another address.
    """
    return f"{script}?{query_of(made)}"


def query_of(made: Mapping[str, str]) -> str:
    """Tell the names of the made files as a query, always in the same order."""
    return urlencode(sorted(made.items()))


def address_of(path: str, made: Mapping[str, str]) -> str:
    """Give the address by which a page or its worker asks for a file; two have a query."""
    return with_made(path, made) if names.plain(path) in TOLD_BY_ADDRESS else path


def as_json(value: object) -> str:
    """Format a value for the page's markup, where it needs no request of its own."""
    return html.escape(json.dumps(value, separators=(",", ":")))


def as_text(place: str, view: str) -> str:
    """Put a view that few visits begin with into the page as text, of which the browser makes no
    nodes until they are needed."""
    if "</script" in view or "<!--" in view:
        raise ToolError(f"The view of {place} would end the text that it travels as.")
    return f'<script type="text/html" data-view="{html.escape(place)}">{view}</script>'


def fetched_ahead(script: str) -> str:
    """Give the link that preloads a script."""
    kind = "modulepreload"
    if classic := CLASSIC_SCRIPT.fullmatch(script):
        # Without the digest that the script is asked for with, a browser would fetch it again.
        digest = b64encode(bytes.fromhex(classic[1])).decode()
        kind = f'preload" as="script" integrity="sha256-{digest}'
    return f'<link rel="{kind}" href="{html.escape(script)}">'


def fill(page: Page) -> str:
    """Give the finished index.html."""
    text, count = SOURCE_ONLY.subn("", (ROOT / "index.html").read_text(encoding="utf-8"))
    if count != 1:
        raise ToolError("index.html must say once, between <!-- source -->, what to do with it.")
    views = page.told.views
    places = sorted(key for key in views if key.startswith(f"{first_words.SOURCE}:"))
    others = "\n".join(
        as_text(key.partition(":")[2], views[key]) for key in places if key != DEFAULT_VIEW
    )
    links = "\n".join(map(fetched_ahead, page.scripts))
    for name, value in (
        ("first view", views[DEFAULT_VIEW]),
        # In the source it would be no script: it is bundled as the one kind that runs in a file.
        ("guard", GUARD),
        ("other views", others),
        ("preload", links),
    ):
        text = replace_once(text, f"<!-- {name} -->", value)
    description = html.escape(page.told.description)
    text = replace_once(
        text, 'og:description" content=""', f'og:description" content="{description}"'
    )
    text = replace_once(text, SOURCE_LANGUAGES, languages(page.told))
    # Most programs that preview links want the picture's full URL, which only the owner of the host
    # knows; for the others, and for tests, a relative one will do.
    picture = 'content="static/icons/share.png"'
    address = html.escape(page.address)
    text = replace_once(text, picture, picture.replace("static", f"{address}static"))
    # PyScript would fetch main.py only after all the rest; inlined, it needs no request.
    main = (PY / "main.py").read_text(encoding="utf-8")
    if "</" in main:
        raise ToolError("py/main.py cannot hold '</': it travels inside of a script element.")
    told = settings()
    told["interpreter"] = with_made(told["interpreter"], page.made)
    text = replace_once(text, 'data-made=""', f'data-made="{html.escape(query_of(page.made))}"')
    return replace_once(text, SOURCE_PYTHON, f'config="{as_json(told)}">\n{main}</script>')


def languages(told: Told) -> str:
    """Give all languages, with their texts from before Python starts, as data for scripts."""
    of_scripts, of_views = catalogues.boot_words(), first_words.first_words(told.views)
    known = {
        language: {**about, "words": of_scripts.get(language, {}) | of_views.get(language, {})}
        for language, about in told.languages.items()
    }
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    # A script element has no escapes of its own, so its end tag must not occur in it.
    return text.replace("<", "\\u003c")


def replace_once(text: str, mark: str, value: str) -> str:
    """Replace a placeholder that must occur exactly once."""
    if text.count(mark) != 1:
        raise ToolError(f"index.html must hold {mark} exactly once, not {text.count(mark)} times.")
    return text.replace(mark, value)
