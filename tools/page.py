"""Fills `index.html`: the first views, PyScript's configuration, what to fetch ahead."""

import html
import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from tools import catalogues, vendor
from tools.project import PY, ROOT, ToolError

DEFAULT_VIEW = "en:start"
BEGIN = "static/boot/begin.js"
# All others are modules.
CLASSIC_SCRIPT = f"static/vendor/{vendor.CLASSIC_SCRIPT}"

VIEWS_PROGRAM = """
import json, sys
from spieltisch.presenters.page import initial_markups
json.dump(initial_markups(), sys.stdout)
"""


@dataclass(frozen=True)
class Page:
    """What a page is filled with.

    `made` names the files of `static/made/` by their part (`app` is our Python), `scripts` are
    those to fetch ahead.
    """

    views: Mapping[str, str]
    made: Mapping[str, str]
    scripts: tuple[str, ...] = ()


def first_views() -> dict[str, str]:
    """Ask our own views for the markup that is there before Python is, by language and place.

    They run in a process of their own, so that a running server sees changed code.
    """
    done = subprocess.run(
        [sys.executable, "-c", VIEWS_PROGRAM],
        cwd=PY,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"The first views could not be made:\n{done.stderr.strip()}")
    views: dict[str, str] = json.loads(done.stdout)
    if DEFAULT_VIEW not in views:
        raise ToolError(f"initial_markups() has no {DEFAULT_VIEW!r}, the view shown by default.")
    return views


def settings() -> dict[str, Any]:
    """Read PyScript's settings."""
    told: dict[str, Any] = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    return told


def with_made(script: str, made: Mapping[str, str]) -> str:
    """Give a script's address, by which it is told what was made for it."""
    return f"{script}?{urlencode(made)}"


def as_json(value: object) -> str:
    """Format a value as it goes into the page's markup: no further request for it."""
    return html.escape(json.dumps(value, separators=(",", ":")))


def fetched_ahead(script: str) -> str:
    """Give the link by which a script is fetched before it is asked for."""
    kind = 'preload" as="script' if script == CLASSIC_SCRIPT else "modulepreload"
    return f'<link rel="{kind}" href="{html.escape(script)}">'


def fill(page: Page) -> str:
    """Give the finished index.html."""
    text = (ROOT / "index.html").read_text(encoding="utf-8")
    templates = "\n".join(
        f'<template data-view="{html.escape(key)}">{view}</template>'
        for key, view in sorted(page.views.items())
        if key != DEFAULT_VIEW
    )
    links = "\n".join(map(fetched_ahead, page.scripts))
    for name, value in (
        ("first view", page.views[DEFAULT_VIEW]),
        ("boot words", boot_words()),
        ("other views", templates),
        ("preload", links),
    ):
        text = replace_once(text, f"<!-- {name} -->", value)
    # PyScript would fetch a file only after all the rest; its text in the page is no request.
    main = (PY / "main.py").read_text(encoding="utf-8")
    if "</" in main:
        raise ToolError("py/main.py cannot hold '</': it travels inside of a script element.")
    text = replace_once(text, "# main.py", f"\n{main}")
    told = settings()
    told["interpreter"] = with_made(told["interpreter"], page.made)
    text = replace_once(text, f'src="{BEGIN}"', f'src="{html.escape(with_made(BEGIN, page.made))}"')
    text = replace_once(text, 'config="pyscript.toml"', f'config="{as_json(told)}"')
    # PyScript sets up MicroPython's side too, with every plugin it is not told to leave out.
    return replace_once(text, "mpy-plugins", as_json({"plugins": told["plugins"]}))


def boot_words() -> str:
    """Give the words that are said before Python is there, as data that scripts read."""
    text = json.dumps(catalogues.boot_words(), ensure_ascii=False, separators=(",", ":"))
    # Inside of a script element nothing is escaped; only its end must not occur.
    return text.replace("<", "\\u003c")


def replace_once(text: str, mark: str, value: str) -> str:
    """Replace a placeholder that must be there exactly once."""
    if text.count(mark) != 1:
        raise ToolError(f"index.html must hold {mark} exactly once, not {text.count(mark)} times.")
    return text.replace(mark, value)
