"""Keeps what a failed test has left: what it said, its pages as they are seen, and their traces.

SPIELTISCH_FAILURES names the folder. Traces cost a good deal of a test's time, so they are recorded
only where SPIELTISCH_TRACES is set, as `make again` does.
"""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

LIMIT_MS = 5_000
"""For a picture of a page that may not answer any more."""

MOST_LETTERS = 100


def folder_wanted() -> Path | None:
    """Give where failures are kept; None if they are not."""
    told = os.environ.get("SPIELTISCH_FAILURES")
    return Path(told) if told else None


def is_traced() -> bool:
    """Tell whether contexts record a trace."""
    return folder_wanted() is not None and bool(os.environ.get("SPIELTISCH_TRACES"))


def trace(context: BrowserContext) -> None:
    """Begin to record a context, if that is wanted."""
    if is_traced():
        context.tracing.start(screenshots=True, snapshots=True)


def file_name(test: str) -> str:
    """Give a name for files of a test, which every system takes."""
    return re.sub(r"[^\w.-]+", "-", test)[-MOST_LETTERS:].strip("-")


def contexts_of(values: Iterable[object]) -> list[BrowserContext]:
    """Give all contexts that a test's fixtures know, each once."""
    found: list[BrowserContext] = []
    for value in values:
        match value:
            case Browser():
                found += value.contexts
            case BrowserContext():
                found.append(value)
            case Page():
                found.append(value.context)
    return list({id(one): one for one in found}.values())


def keep(folder: Path, test: str, said: str, contexts: Iterable[BrowserContext]) -> None:
    """Write what is left of a failed test into a folder. A browser that has died, or does not
    answer, leaves less."""
    folder.mkdir(parents=True, exist_ok=True)
    name = file_name(test)
    pages = []
    for number, context in enumerate(contexts):
        for page in context.pages:
            at = f"{name}-{len(pages) + 1}"
            pages.append(f"{at}: {page.url}")
            with suppress(Error):
                page.screenshot(path=folder / f"{at}.png", timeout=LIMIT_MS)
            with suppress(Error):
                (folder / f"{at}.html").write_text(page.content(), encoding="utf-8")
        if is_traced():
            with suppress(Error):
                context.tracing.stop(path=folder / f"{name}-{number + 1}.zip")
    (folder / f"{name}.txt").write_text("\n".join([said, "", *pages, ""]), encoding="utf-8")


def keep_if_failed(item: pytest.Item, report: pytest.TestReport, *more: str) -> None:
    """Keep what a test has left if it has just failed, with more lines that tell of it."""
    folder = folder_wanted()
    if folder is None or not report.failed:
        return
    contexts = contexts_of(getattr(item, "funcargs", {}).values())
    keep(folder, item.nodeid, "\n".join([report.longreprtext, *more]), contexts)
