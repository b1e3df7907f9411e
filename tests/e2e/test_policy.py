"""The page's own content-security policy: as tight as it can be, and in force."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page

from spieltisch.app.settings.screen import LICENCES
from tests.e2e.conftest import Trouble
from tools.names import plain
from tools.project import STATIC

FRAME = (STATIC / "workshop" / "frame.js").read_text(encoding="utf-8")
(DIGEST,) = re.findall(r'DIGEST = "(sha256-[^"]+)"', FRAME)
"""Of the one script that may stand in a document: that of the frame for bots, see frame.test.js."""

EXPECTED = {
    "default-src": "'none'",
    "script-src": f"'self' '{DIGEST}' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self' blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
}
DATA_TYPES = {"py", "application/json"}
MARKUP_TYPE = "text/html"
"""Of markup that travels as text, and is put into the page when it is wanted."""

PACKAGES = ["https://cdn.jsdelivr.net"]
NAMED_BY_PYODIDE = {
    "page.js": PACKAGES,
    "python.js": PACKAGES,
    # As Pyodide ships it, for a start from files.
    "pyodide.js": PACKAGES,
    # The second is what Pyodide takes addresses from where nothing can be asked for.
    "bot.js": [*PACKAGES, "https://nowhere.invalid"],
}
"""Where Pyodide's script, which is in ours, would look for packages: none can be asked for, and the
policy forbids it."""


class Markup(HTMLParser):
    """What a page's markup holds that matters to its policy."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.policies: list[str] = []
        self.inline_scripts: list[str] = []
        self.handlers: list[str] = []
        self.styles = 0
        self.addresses: list[str] = []
        self.fetched: list[str] = []
        self._is_in_markup = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policies.append(found["content"] or "")
        self._is_in_markup = tag == "script" and found.get("type") == MARKUP_TYPE
        is_data = self._is_in_markup or found.get("type") in DATA_TYPES
        if tag == "script" and "src" not in found and not is_data:
            self.inline_scripts.append(str(found))
        if tag == "style" or "style" in found:
            self.styles += 1
        self.handlers += [name for name in found if name.startswith("on")]
        addresses = [found[name] or "" for name in ("src", "href", "action") if name in found]
        self.addresses += addresses
        if tag != "a":
            self.fetched += addresses

    def handle_data(self, data: str) -> None:
        if self._is_in_markup:
            inner = Markup(data)
            self.inline_scripts += inner.inline_scripts
            self.handlers += inner.handlers
            self.styles += inner.styles
            self.addresses += inner.addresses
            self.fetched += inner.fetched

    def handle_endtag(self, tag: str) -> None:
        self._is_in_markup = False


@pytest.fixture
def markup(built_site: Path) -> Markup:
    """The built page's markup."""
    return Markup((built_site / "index.html").read_text(encoding="utf-8"))


def test_policy_is_the_tightest(markup: Markup) -> None:
    (policy,) = markup.policies
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives == EXPECTED


def test_no_page_may_ask_another_host(built_site: Path) -> None:
    for page in built_site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "default-src 'none'" in text
        assert "wss:" not in text


def test_markup_needs_no_exception(markup: Markup) -> None:
    assert markup.inline_scripts == []
    assert markup.handlers == []
    assert markup.styles == 0


def test_every_address_is_relative(markup: Markup) -> None:
    assert markup.addresses
    assert [a for a in markup.addresses if re.match(r"/|[a-z][a-z0-9+.-]*:(?!,)", a)] == []


def test_the_page_of_licences_leads_to_sources_and_fetches_nothing_from_them(
    built_site: Path,
) -> None:
    page = Markup((built_site / LICENCES).read_text(encoding="utf-8"))
    (policy,) = page.policies
    assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self';")
    assert (page.inline_scripts, page.handlers, page.styles) == ([], [], 0)
    assert page.fetched
    assert all(address.startswith("static/") for address in page.fetched)


def test_files_name_no_other_host(built_site: Path) -> None:
    # The words of licences name hosts, and so do the links to sources: see above.
    ours = [
        path
        for path in built_site.rglob("*")
        if path.suffix in {".html", ".js", ".css", ".py"}
        and "vendor" not in path.parts
        and path.name != LICENCES
    ]
    assert len(ours) > 10
    # Namespaces and licences are names, not addresses that anyone asks for.
    address = re.compile(r"https?://(?!www\.w3\.org/)[\w.-]+")
    found = {plain(path.name): address.findall(path.read_text(encoding="utf-8")) for path in ours}
    assert {name: hosts for name, hosts in found.items() if hosts} == NAMED_BY_PYODIDE


FORBIDDEN = {
    "inline script": (
        """() => {
            const script = document.createElement("script");
            script.textContent = "document.body.dataset.ran = 1";
            document.body.append(script);
        }""",
        "script-src-elem",
    ),
    "text to be evaluated": ("() => { setTimeout('document.body.dataset.ran = 1') }", "script-src"),
    "script from data": (
        """() => {
            const script = document.createElement("script");
            script.src = "data:text/javascript,document.body.dataset.ran=1";
            document.body.append(script);
        }""",
        "script-src-elem",
    ),
    "request to another host": (
        "() => { fetch('http://127.0.0.2/').catch(() => {}) }",
        "connect-src",
    ),
    "inline style": (
        "() => { document.body.innerHTML += '<p style=\"color: red\">red</p>' }",
        "style-src-attr",
    ),
    "frame": (
        """() => {
            const frame = document.createElement("iframe");
            frame.src = "http://127.0.0.2/";
            document.body.append(frame);
        }""",
        "frame-src",
    ),
}
"""What is tried, and which directive refuses it."""


def test_policy_is_in_force(open_ready: Callable[..., Page], trouble: Trouble) -> None:
    page = open_ready()
    page.evaluate(
        "addEventListener('securitypolicyviolation',"
        " event => document.documentElement.dataset.refused = event.effectiveDirective)"
    )
    for name, (script, refused) in FORBIDDEN.items():
        page.evaluate(script)
        page.wait_for_selector("html[data-refused]", state="attached")
        told = page.evaluate("document.documentElement.dataset.refused")
        assert told == refused, name
        assert page.locator("body").get_attribute("data-ran") is None, name
        trouble.forgive("Content Security Policy")
        page.evaluate("delete document.documentElement.dataset.refused")
