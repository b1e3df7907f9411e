"""index.html is filled in: views, settings, words."""

import json
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tools import page
from tools.project import ROOT, ToolError

VIEWS = {
    "en:start": "<main>Hello</main>",
    "de:start": "<main>Hallo</main>",
    "en:a&b": "<p>x</p>",
    "de:a&b": "<p>y</p>",
}
LANGUAGES = {"en": {"tag": "en", "dir": "ltr"}, "de": {"tag": "de", "dir": "ltr"}}
TOLD = page.Told(VIEWS, "Games & more", LANGUAGES)


class Elements(HTMLParser):
    """Every start tag with its attributes, and every text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def filled() -> str:
    made = {"app": "spieltisch.1.zip"}
    return page.fill(page.Page(TOLD, made, ("static/boot/page.js",)))


def test_default_view_is_shown_and_the_others_wait() -> None:
    text = filled()
    assert '<div id="app" data-view="start"><main>Hello</main></div>' in text
    assert '<script type="text/html" data-view="a&amp;b"><p>x</p></script>' in text
    assert text.count("data-view") == 2, "one a screen, not one a language"


@pytest.mark.parametrize("view", ["<p></script></p>", "<p><!-- x --></p>"])
def test_a_view_that_would_end_the_text_it_travels_as_is_refused(view: str) -> None:
    with pytest.raises(ToolError, match="The view of play"):
        page.as_text("play", view)


def test_settings_travel_in_the_page() -> None:
    (config,) = [attrs["config"] for tag, attrs in Elements(filled()).tags if "config" in attrs]
    settings = json.loads(config or "")
    address = urlsplit(settings["interpreter"])
    assert (ROOT / address.path).exists()
    assert parse_qs(address.query) == {"app": ["spieltisch.1.zip"]}
    assert all((ROOT / module).exists() for module in settings["js_modules"]["main"])


def test_the_page_is_told_what_was_made() -> None:
    (told,) = [attrs["data-made"] for _, attrs in Elements(filled()).tags if "data-made" in attrs]
    assert told == "app=spieltisch.1.zip"


def test_what_a_worker_starts_from_is_told_by_its_address() -> None:
    made = {"app": "a b.zip"}
    for script in page.TOLD_BY_ADDRESS:
        assert (ROOT / script).exists()
        assert page.address_of(script, made) == f"{script}?app=a+b.zip"
    assert page.address_of("static/boot/page.js", made) == "static/boot/page.js"


def test_scripts_are_fetched_ahead_as_what_they_are() -> None:
    classic = f"static/made/script.{'0' * 64}.js"
    scripts = ("static/boot/page.js", classic)
    links = [
        attrs
        for tag, attrs in Elements(page.fill(page.Page(TOLD, {}, scripts))).tags
        if tag == "link" and attrs["href"] in scripts
    ]
    assert links == [
        {"rel": "modulepreload", "href": "static/boot/page.js"},
        {
            "rel": "preload",
            "as": "script",
            "integrity": f"sha256-{'A' * 43}=",
            "href": classic,
        },
    ]


def test_main_program_travels_in_the_page() -> None:
    assert (ROOT / "py" / "main.py").read_text(encoding="utf-8") in filled()


def test_no_placeholder_is_left() -> None:
    text = unescape(filled())
    assert "<!--" not in text


def test_languages_are_data_with_what_scripts_and_views_say() -> None:
    text = page.languages(TOLD)
    assert "<" not in text
    known = json.loads(text)
    assert list(known) == list(LANGUAGES), "the first is spoken where none is wished"
    assert known["en"] == {"tag": "en", "dir": "ltr", "words": {}}
    assert known["de"]["words"]["Try again"] == "Neuer Versuch"
    assert known["de"]["words"]["Hello"] == "Hallo"


@pytest.mark.parametrize("text", ["none", "mark mark"])
def test_a_placeholder_must_be_there_once(text: str) -> None:
    with pytest.raises(ToolError, match="exactly once"):
        page.replace_once(text, "mark", "value")


def test_the_description_is_told_to_search_engines() -> None:
    metas = [attrs for tag, attrs in Elements(filled()).tags if tag == "meta"]
    (told,) = [meta for meta in metas if meta.get("name") == "description"]
    assert told["content"] == "Games & more"
    assert told["property"] == "og:description", "and to those who preview a link"


@pytest.mark.parametrize("address", ["", "https://example.org/table/"])
def test_the_picture_of_a_shared_link_is_at_the_sites_address(address: str) -> None:
    text = page.fill(page.Page(TOLD, {"app": "x.zip"}, address=address))
    named = {attrs.get("property"): attrs.get("content") for _, attrs in Elements(text).tags}
    assert named["og:image"] == f"{address}static/icons/share.png"


def test_python_tells_the_first_views() -> None:
    told = page.ask_python()
    assert page.DEFAULT_VIEW in told.views
    assert told.languages["pt"] == {"tag": "pt-BR", "dir": "ltr"}
    assert all('style="' not in view for view in told.views.values())
    assert told.description


def test_a_game_that_offers_puzzles_without_a_pack_is_on_no_page(tmp_path: Path) -> None:
    assert {*page.ask_python().puzzled} == {path.stem for path in page.PACKS.glob("*.json")}
    (tmp_path / "chess.json").write_text("{}")
    page.refuse_missing_packs(["chess"], tmp_path)
    with pytest.raises(ToolError, match=r"go offers puzzles.*GAME=go"):
        page.refuse_missing_packs(["chess", "go"], tmp_path)


def test_the_names_of_made_files_are_told_in_one_order() -> None:
    """Parts are made in one order and found in another: the address may not depend on it."""
    made = {"wasm": "w.1.zst", "app": "a.2.zip", "words-de": "d.3.zst"}
    turned = dict(reversed(made.items()))
    for name in page.TOLD_BY_ADDRESS:
        assert page.address_of(name, made) == page.address_of(name, turned)
    assert page.fill(page.Page(TOLD, made)) == page.fill(page.Page(TOLD, turned))


def test_only_the_source_says_what_to_do_with_it() -> None:
    source = (ROOT / "index.html").read_text(encoding="utf-8")
    assert "make play" in source
    assert "from-source" not in filled()
    assert "<!-- source" not in filled()


def test_the_source_says_what_pyscript_is_told() -> None:
    """It says it again for MicroPython's side, which PyScript sets up, too."""
    text = (ROOT / "index.html").read_text(encoding="utf-8")
    micro = text.partition("<mpy-config hidden>")[2].partition("</mpy-config>")[0]
    assert json.loads(micro) == {"plugins": page.settings()["plugins"]}
