"""The words of a language are fetched when it is wanted: beside Python, or later when chosen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from spieltisch.kit.words import LANGUAGES, words_of
from tests.e2e.conftest import Trouble, reload
from tests.e2e.test_boot import Gate, store, wait_for_state
from tests.sampling import sampled

pytestmark = pytest.mark.first_visit

MATCH = "#/play/yala?seats=human,human&seed=42"
OpenReady = Callable[..., Page]


def words_fetched(page: Page) -> list[str]:
    """The languages whose words the page has fetched."""
    names = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    return [found[1] for name in names if (found := re.search(r"/made/words-(\w+)\.", name))]


def choose(page: Page, language: str) -> None:
    page.locator("#set-language").select_option(language)


def expect_language(page: Page, language: str) -> None:
    """It is spoken, told, and chosen."""
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[language].tag)
    settings = words_of(language).gettext("Settings")
    expect(page.locator("#bar a[href='#/settings']")).to_have_attribute("title", settings)
    expect(page.locator("#set-language")).to_have_value(language)


@pytest.fixture
def gate(page: Page) -> Gate:
    """A start that waits before Python."""
    return Gate(page)


# Notes each change to what is shown once the first view is there.
WATCH = """() => {
    window.changes = [];
    new MutationObserver((records) => {
        for (const { type, target, attributeName } of records)
            changes.push(`${type} ${attributeName ?? ""} ${target.nodeName} ${target.id ?? ""}`);
    }).observe(document.getElementById("app"),
        { subtree: true, childList: true, characterData: true, attributes: true });
}"""


@pytest.mark.parametrize(
    ("context_options", "language"),
    [
        ({"locale": "de-AT"}, "de"),
        ({"locale": "fr-CA"}, "fr"),
        ({"locale": "es-419"}, "es"),
        ({"locale": "pt-PT"}, "pt"),
        ({"locale": "nl-NL"}, "en"),
    ],
)
def test_the_first_view_is_what_python_shows(
    page: Page, site_url: str, gate: Gate, language: str
) -> None:
    page.goto(site_url)
    expect_language(page, language)
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    assert page.locator("html").get_attribute("data-state") == "loading"
    page.evaluate(WATCH)
    gate.open()
    wait_for_state(page, "ready")
    expect_language(page, language)
    assert page.evaluate("changes") == []
    assert words_fetched(page) == ([] if language == "en" else [language])


@pytest.mark.parametrize("context_options", [{"locale": "fr-FR"}])
def test_words_are_under_way_before_python_is(page: Page, site_url: str, gate: Gate) -> None:
    page.goto(site_url + MATCH)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource')"
        "  .some(one => one.name.includes('/words-fr.'))"
    )
    assert page.locator("html").get_attribute("data-state") == "loading"
    assert page.locator("svg[data-game=yala]").count() == 1
    gate.open()
    wait_for_state(page, "ready")


def test_each_language_comes_when_it_is_chosen_and_once(open_ready: OpenReady) -> None:
    page = open_ready("#/settings")
    for language in ("de", "fr", "es", "pt", "en", "de"):
        choose(page, language)
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[language].tag)
        expect(page.locator("#set-language")).to_have_value(language)
    assert words_fetched(page) == ["de", "fr", "es", "pt"]
    # What was chosen counts more than what the browser wishes.
    reload(page)
    expect_language(page, "de")
    assert words_fetched(page) == ["de"]


ANSWERS: dict[str, Callable[[Route], None]] = {
    "missing": lambda route: route.fulfill(status=404),
    "no network": lambda route: route.abort(),
    "a page": lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"),
    "cut short": lambda route: route.fulfill(body=route.fetch().body()[:9_000]),
}

NOT_LOADED = "{name} could not be loaded. Choose it again when you are online."
LOUD = {"missing": "404", "no network": "ERR_FAILED"}
"""What the browser says of it by itself."""


def test_what_cannot_be_fetched_is_told_and_the_language_stays(
    open_ready: OpenReady, trouble: Trouble
) -> None:
    page = open_ready()
    spoken = "en"
    for (answer, give), wanted in zip(ANSWERS.items(), ("de", "fr", "es", "pt"), strict=True):
        page.route(f"**/words-{wanted}.*", give)
        choose(page, wanted)
        told = words_of(spoken).gettext(NOT_LOADED).format(name=LANGUAGES[wanted].name)
        expect(page.get_by_role("alert"), answer).to_contain_text(told)
        expect_language(page, spoken)
        page.unroute(f"**/words-{wanted}.*")
        choose(page, wanted)
        expect_language(page, wanted)
        spoken = wanted
        if answer in LOUD:
            trouble.forgive(LOUD[answer])


@pytest.mark.parametrize("answer", sampled(ANSWERS, "no network", "cut short"))
def test_a_start_without_its_words_is_english_and_says_so(
    page: Page, site_url: str, trouble: Trouble, answer: str
) -> None:
    store(page, "settings", {"language": "de", "theme": "dark"})
    page.route("**/words-de.*", ANSWERS[answer])
    page.goto(site_url)
    wait_for_state(page, "ready")
    expect(page.get_by_role("alert")).to_contain_text("Deutsch could not be loaded")
    expect_language(page, "en")
    kept = page.evaluate("JSON.parse(localStorage.getItem('spieltisch.settings')).language")
    assert kept == "de", "another visit may have more luck"
    page.unroute("**/words-de.*")
    choose(page, "de")
    expect_language(page, "de")
    if answer in LOUD:
        trouble.forgive(LOUD[answer])


def test_only_the_last_choice_counts(open_ready: OpenReady) -> None:
    page = open_ready()
    held: list[Route] = []
    page.route("**/words-de.*", lambda route: held.append(route))
    choose(page, "de")
    choose(page, "fr")
    expect_language(page, "fr")
    with page.expect_response("**/words-de.*"):
        held[0].continue_()
    choose(page, "es")
    expect_language(page, "es")


@pytest.mark.parametrize("context_options", [{"locale": "de-DE"}])
def test_an_ordinary_start_speaks_as_well(page: Page, site_url: str, trouble: Trouble) -> None:
    page.route("**/snapshot.*", lambda route: route.fulfill(status=404))
    page.goto(site_url)
    wait_for_state(page, "ready")
    expect_language(page, "de")
    trouble.forgive("404", "Starting without the snapshot")
