"""Stills: screens that Python makes outside of the browser, and that the browser only lays out.

A layout needs no running page: it depends only on a session's markup and the site's styles. So
hundreds of screens can be looked at in the time that a page takes to start.
"""

import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from spieltisch.app.core.frame import language_of
from spieltisch.app.core.message import Message
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of, title_of
from spieltisch.kit.markup import whole
from spieltisch.kit.words import words_of
from tests.unit.whole_step import whole_step
from tools.project import STATIC
from tools.styles import one_sheet

CSS_URL = "static/styles/main.css"
ADDRESS = "http://still.test/"


EMPTY = """() => {
  const { documentElement: root } = document;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  for (const style of document.head.querySelectorAll("style")) style.remove();
  document.body.replaceChildren();
}"""
"""Leaves nothing of a still but the site's styles: to load them again takes longer than a still."""

EXCHANGE = """(text) => {
  if (!document.querySelector("link[rel=stylesheet]")) return false;
  const { documentElement: made, body, title } = new DOMParser().parseFromString(text, "text/html");
  const { documentElement: root } = document;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  for (const { name, value } of made.attributes) root.setAttribute(name, value);
  document.title = title;
  document.body.replaceChildren(...body.childNodes);
  scrollTo(0, 0);
  return true;
}"""
"""Replaces a page's still by another, in half the time of a load: the styles are there already."""

MISSING = """(keys) => {
  window.stills ??= {};
  return keys.filter((key) => !(key in stills));
}"""
"""Which stills a page has not been sent: most are looked at in several sizes or colours."""

LOOK = """async ([sent, keys, facts]) => {
  const exchange = %s;
  const look = %s;
  Object.assign(stills, sent);
  const found = [];
  for (const [index, key] of keys.entries()) {
    exchange(stills[key]);
    found.push(await look(facts[index]));
  }
  return found;
}"""

RUN_AXE = """(options) => {
  const told = ({ id, help, nodes }) =>
    `${id}: ${help}: ${nodes.map(({ html }) => html).join("; ")}`;
  return axe.run(document, options).then(({ violations }) => violations.map(told));
}"""
"""Runs axe, which has to be there."""

AXE = f"""(options) => {{
  const later = setTimeout;
  // After each rule axe waits for a moment, in which the browser would paint.
  window.setTimeout = (done, ms = 0) => ms > 0 ? later(done, ms) : queueMicrotask(done);
  return ({RUN_AXE})(options).finally(() => {{ window.setTimeout = later; }});
}}"""
"""A look that runs axe with the options given as a fact."""


def session_after(messages: Iterable[Message], session: Session | None = None) -> Session:
    """The session after these messages; their effects are dropped."""
    session = session or Session()
    for message in messages:
        session, _ = whole_step(session, message)
    return session


def document_of(session: Session) -> str:
    """The whole document of a session's screen."""
    theme, language = html.escape(session.settings.theme), language_of(session)
    title = html.escape(title_of(session, words_of(language)))
    return (
        f'<!doctype html><html lang="{language}" data-state="ready" data-theme="{theme}"><head>'
        f'<meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="{CSS_URL}">'
        f'</head><body><div id="app">{whole(page_of(session))}</div></body></html>'
    )


def serve_stills(page: Page) -> None:
    """Answer all requests of stills, without a server."""
    sheet = one_sheet()

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == CSS_URL:
            route.fulfill(body=sheet, content_type="text/css")
        elif path.startswith("static/") and (STATIC.parent / path).is_file():
            route.fulfill(path=Path(STATIC.parent / path))
        else:
            route.fulfill(body="", content_type="text/html")

    page.route(f"{ADDRESS}**", answer)


HAS_ITS_SIZE = """size => !size || matchMedia(
    `(width: ${size.width}px) and (height: ${size.height}px)`).matches"""


def show_still(page: Page, session: Session) -> None:
    """Lay a session's screen out; call `serve_stills` before, once for each page."""
    show_document(page, document_of(session))


def empty(page: Page) -> None:
    """Leave nothing of the still that a page shows."""
    page.evaluate(EMPTY)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size; what it shows goes, as it would be laid out in vain."""
    width, height = size
    if page.viewport_size != {"width": width, "height": height}:
        empty(page)
        page.set_viewport_size({"width": width, "height": height})


def show_document(page: Page, document: str) -> None:
    """Lay a document out, of a still."""
    if not page.url.startswith(ADDRESS):
        page.goto(ADDRESS)
    if not page.evaluate(EXCHANGE, document):
        # The styles are loaded with the first still, and stay.
        page.set_content(document)
        # A new page may be laid out for another window at first, as on a phone.
        page.wait_for_function(HAS_ITS_SIZE, arg=page.viewport_size)


def look_at(
    page: Page,
    size: tuple[int, int],
    look: str,
    documents: Sequence[str],
    facts: Sequence[Any] | None = None,
) -> list[Any]:
    """What a JavaScript function finds in each of these documents, in a window of that size.

    The browser lays each of them out and paints only the last: it paints only between two calls
    of ours, and painting takes longer than laying out.

    Args:
        page: one for stills.
        size: the window's.
        look: the function, in JavaScript, or one that promises what it finds.
        documents: what is laid out, one after the other; the last is what the page then shows.
        facts: the function's argument for each of them.
    """
    if not page.url.startswith(ADDRESS) or page.locator("link[rel=stylesheet]").count() == 0:
        show_document(page, documents[0])
    resize(page, size)
    keys = [str(hash(document)) for document in documents]
    missing = set(page.evaluate(MISSING, keys))
    sent = {key: one for key, one in zip(keys, documents, strict=True) if key in missing}
    given = [None] * len(documents) if facts is None else list(facts)
    found: list[Any] = page.evaluate(LOOK % (EXCHANGE, look), [sent, keys, given])
    return found
