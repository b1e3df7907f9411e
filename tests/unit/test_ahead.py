"""Pages drawn before anybody asks for them."""

from __future__ import annotations

import pytest

from spieltisch.session.messages import Follow, Settle
from spieltisch.shell.ahead import MOST_PAGES, next_pages
from spieltisch.shell.page import page_of
from tests.unit.asking import after, seen
from tests.unit.markup_check import read


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_choice_and_what_it_leads_to(game):
    session = after(Settle("language", "en"), Follow(f"#/play/{game}?seats=human,human&seed=1"))
    before = page_of(session)
    pages = [read(page) for page in next_pages(session)]
    assert len(pages) == MOST_PAGES
    assert page_of(session) == before
    chosen = pages[0].one("id", "board")
    assert chosen.all("aria-pressed", "true")
    if game == "yala":
        boards = [page.one("id", "board").attributes["data-position"] for page in pages]
        assert boards[0] == seen(session).one("id", "board").attributes["data-position"]
        assert boards[1] != boards[0], "the second press plays"


@pytest.mark.parametrize(
    "link",
    [
        "#/",
        "#/setup/yala",
        "#/play/yala?seats=bot:1,human&seed=1&begins=dark",
        "#/rules/myra",
    ],
)
def test_nothing_where_nobody_may_choose(link):
    assert not list(next_pages(after(Follow(link))))
