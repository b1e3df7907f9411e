"""All that is kept here goes into one file, and comes back in another profile with what it has."""

import json

import pytest
from playwright.sync_api import expect

from spieltisch.app.keeping.progress import Progress, format_progress, parse_progress
from spieltisch.app.keeping.puzzle_log import parse_puzzle_log
from spieltisch.app.keeping.solitaires import parse_solitaires
from spieltisch.play.match import format_match
from spieltisch.play.reviews import format_review
from spieltisch.play.summary import format_summary, summary_of
from spieltisch.table import Evaluation, Prospect
from tests.e2e.conftest import new_profile, reload
from tests.e2e.test_damaged import OVER, read, row, write
from tests.unit.test_damaged_storage import VALUES_READ

MATCH = "sound0000000"
REVIEW = format_review(
    OVER,
    [
        Evaluation(
            OVER.position_at(ply),
            turn.seat,
            (Prospect(0.5, 7, (turn.entry.action,)),),
            is_final=False,
        )
        for ply, turn in enumerate(OVER.turns)
    ],
    is_asked=True,
)
MERGED = "Merged: reviews, best runs, lessons (YALA, Myra), puzzles (YALA, Myra)"
SIZES = {"a phone": (320, 640), "a desk": (1280, 720)}


def saved_whole(page):
    """The file of all that is kept, as the page saves it."""
    with page.expect_download() as caught:
        page.get_by_role("button", name="Export everything").press("Enter")
    assert caught.value.suggested_filename.startswith("spieltisch-")
    return caught.value.path().read_text("utf-8")


def give(page, text):
    file = {"name": "all.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("[data-files]").set_input_files(files=[file])


def fill(page):
    """A reviewed match, runs, lessons, puzzles and a setting."""
    one = summary_of(OVER, MATCH, begun_ms=1, played_ms=2)
    write(page, "matches", [[MATCH, format_match(OVER)]])
    write(page, "summaries", [[MATCH, row(one, format_summary(one))]])
    write(page, "reviews", [[MATCH, REVIEW]])
    write(page, "values", [[name, sound] for name, (sound, _) in VALUES_READ.items()])
    page.evaluate("() => localStorage.setItem('spieltisch.settings', '{\"theme\": \"dark\"}')")
    reload(page)


@pytest.mark.parametrize("size", SIZES)
def test_it_comes_back_beside_what_is_there(open_ready, context, site_url, trouble, axe, size):
    page = open_ready("#/import")
    fill(page)
    text = saved_whole(page)
    kinds = [one["kind"] for one in json.loads(text)["others"]]
    assert sorted(kinds) == [
        "bots",
        "decks",
        "lessons",
        "puzzles",
        "review",
        "runs",
        "series",
        "settings",
        "studies",
    ]
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    with new_profile(context.browser, viewport=viewport) as other:
        trouble.watch(other)
        there = other.new_page()
        there.goto(f"{site_url}#/import")
        there.wait_for_selector("html[data-state=ready]", state="attached")
        lessons = format_progress(Progress({"yala": ("z",)}))
        write(there, "values", [["lessons", lessons]])
        reload(there)
        give(there, text)
        said = there.locator("#import-said")
        expect(said).to_contain_text("Imported: 1. Already here: 0. Rejected: 0.")
        expect(said).to_contain_text(MERGED)
        expect(there.locator("html")).to_have_attribute("data-theme", "dark")
        assert there.evaluate("document.documentElement.scrollWidth") <= width
        reload(there)
        values = read(there, "values")
        solved = parse_progress(values["lessons"]).solved
        assert {game: set(steps) for game, steps in solved.items()} == {
            "yala": {"b", "c", "z"}, "myra": {"a"}
        }  # fmt: skip
        for name, parse in (("runs", parse_solitaires), ("puzzles", parse_puzzle_log)):
            assert parse(values[name]) == parse(VALUES_READ[name][0])
        assert read(there, "reviews") == {MATCH: REVIEW}
        # A second time nothing is new, and nothing is lost.
        give(there, text)
        expect(said).to_contain_text("Imported: 0. Already here: 1. Rejected: 0.")
        expect(said).to_contain_text("lessons (YALA, Myra)")
        assert json.loads(saved_whole(there))["matches"] == json.loads(text)["matches"]
    page.set_viewport_size(viewport)
    assert not axe()
