"""The start screen and the form at every size: all games at once, Start always in sight."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from spieltisch.app.board.messages import TypeAction
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Edit, Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH, LANGUAGES
from tests.still import document_of, look_at, resize, session_after, show_still

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]
PHONE = (390, 844)
MOST_SCREENS = 1.31
"""So many screens of an ordinary phone the longest form takes."""

MEASURE = """selectors => {
    const box = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const boxes = Object.fromEntries(
        selectors.map((one) => [one, [...document.querySelectorAll(one)].map(box)]),
    );
    const root = document.documentElement;
    const cutOff = [...document.querySelectorAll("main :is(a, button, label, h1, h2, p, legend)")]
        .filter((node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1)
        .map((node) => node.outerHTML.slice(0, 200));
    if (root.scrollWidth > root.clientWidth) cutOff.push("the page");
    return { boxes, cutOff, height: root.scrollHeight };
}"""

TWICE = f"""(selectors) => {{
    const measure = {MEASURE};
    const closed = measure(selectors);
    document.querySelector("#more")?.setAttribute("open", "");
    return [closed, measure(selectors)];
}}"""
"""What is measured as a form opens, and with more of its choices."""


def show(page: Page, size: tuple[int, int], *messages: Message, language: str = "en") -> None:
    resize(page, size)
    show_still(page, session_of(*messages, language=language))


def session_of(*messages: Message, language: str) -> Session:
    return session_after([SetSetting("language", language), *messages])


@cache
def documents_of(screens: Callable[[], list[list[Message]]]) -> dict[Any, str]:
    """The documents of all these screens, in both languages."""
    return {
        (str(messages), language): document_of(session_of(*messages, language=language))
        for messages in screens()
        for language in ("en", "de")
    }


def measure(page: Page, *selectors: str) -> tuple[Any, ...]:
    """The boxes of what is selected, a list for each selector; nothing on the page is cut off."""
    return boxes_of(page.evaluate(MEASURE, list(selectors)), selectors)


def boxes_of(found: dict[str, Any], selectors: Sequence[str]) -> tuple[Any, ...]:
    assert found["cutOff"] == []
    return tuple(found["boxes"][selector] for selector in selectors)


def is_inside(box: dict[str, float], size: tuple[int, int]) -> bool:
    width, height = size
    inside_across = box["left"] >= 0 and box["right"] <= width
    return inside_across and box["top"] >= 0 and box["bottom"] <= height


def begun() -> list[Message]:
    """Every game in which people take turns has a match in progress."""
    messages: list[Message] = []
    for name, game in catalog.GAMES.items():
        messages.append(Navigate(f"#/play/{name}?seats=human,human&seed=1", 0.0))
        position = session_after(messages).match.position
        if len(position.active_seats) == 1:
            (seat,) = position.active_seats
            action = game.rules.format_action(position.legal_actions(seat)[0])
            messages.append(TypeAction(action, 9000.0))
    return [*messages, Navigate("#/", 0.0)]


def starts() -> list[list[Message]]:
    """The start screen as it is at first, and with matches in progress."""
    return [[], begun()]


@pytest.mark.parametrize("size", SIZES)
def test_all_games_are_on_the_first_screen(still, size):
    selectors, documents = (
        [".card", ".card [data-do=play-now]", "[data-match]"],
        documents_of(starts),
    )
    looks = look_at(still, size, MEASURE, [*documents.values()], [selectors] * len(documents))
    for case, found, number in zip(documents, looks, (0, 0, 2, 2), strict=True):
        cards, buttons, matches = boxes_of(found, selectors)
        assert len(matches) == number
        assert len(cards) == len(buttons) == len(catalog.GAMES)
        assert all(is_inside(card, size) for card in cards), (case, cards)
        assert all(box["bottom"] - box["top"] >= 44 for box in buttons)


@pytest.mark.parametrize("size", [(844, 390), (1440, 900), (2560, 1440)])
def test_titles_and_buttons_are_in_line(still, size):
    show(still, size)
    for row in measure(still, ".card h2", ".card [data-do=play-now]"):
        assert len({round(box["top"]) for box in row}) == 1


def forms() -> list[list[Message]]:
    """Every game's form, as it opens and at its longest."""
    found: list[list[Message]] = []
    for name, game in catalog.GAMES.items():
        form = Navigate(f"#/setup/{name}", 0.0)
        most = max(max(counts) for counts in game.info.seat_counts.values())
        found += [[form], [form, Edit("company", "watch"), Edit("seats", str(most))]]
        if game.solver is not None:
            found += [[form, Edit("variant", variant)] for variant in game.info.variants[-1:]]
        if game.view.start_words(ENGLISH) is not None:
            found.append([form, Edit("company", "together"), Edit("start", "arranged")])
    return found


@pytest.mark.parametrize("size", SIZES)
def test_start_is_always_in_sight_and_nothing_is_cut_off(still, size):
    selectors, documents = [".setup-start .is-primary"], documents_of(forms)
    looks = look_at(still, size, TWICE, [*documents.values()], [selectors] * len(documents))
    for case, (closed, opened) in zip(documents, looks, strict=True):
        ((start,),) = boxes_of(closed, selectors)
        assert is_inside(start, size), case
        assert start["bottom"] - start["top"] >= 44
        ((start,),) = boxes_of(opened, selectors)
        assert is_inside(start, size), (case, "more")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_whom_is_in_sight_on_a_phone_on_its_side(still, language):
    """All that most people choose, where two or three sit round a board."""
    for game in catalog.GAMES:
        show(still, (844, 390), Navigate(f"#/setup/{game}", 0.0), language=language)
        places = measure(still, ".setup-choices > .field-places")[0]
        assert all(is_inside(box, (844, 390)) for box in places), game


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_form_is_hardly_longer_than_a_phone(still, game):
    for language in ("en", "de"):
        show(still, PHONE, Navigate(f"#/setup/{game}", 0.0), language=language)
        height = still.evaluate("document.documentElement.scrollHeight")
        assert height <= MOST_SCREENS * PHONE[1], language


@pytest.mark.parametrize("size", SIZES[:2])
def test_the_last_field_is_not_below_the_button(still, size):
    show(still, size, Navigate(f"#/setup/{catalog.FOLDERS[0]}", 0.0))
    still.evaluate("document.querySelector('#more > summary').scrollIntoView({block: 'nearest'})")
    (more,), (start,) = measure(still, "#more > summary", ".setup-start")
    assert more["bottom"] <= start["top"]


@pytest.mark.parametrize("size", SIZES)
def test_the_board_can_be_seen_and_stands_beside_the_choices_where_there_is_room(still, size):
    for game in catalog.GAMES:
        show(still, size, Navigate(f"#/setup/{game}", 0.0))
        (board,), (choices,) = measure(still, "#setup-board > svg", ".setup-choices")
        assert is_inside(board, size)
        assert board["right"] - board["left"] >= 150
        assert board["bottom"] - board["top"] >= 60
        if size[0] >= 960 or size[0] > size[1]:
            assert board["left"] >= choices["right"]


LETTERS = """() => [...document.querySelectorAll(".board text")]
    .filter(node => node.checkVisibility() && node.textContent.trim())
    .map(node => node.textContent)"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_picture_on_a_telephone_has_no_letters(still: Page, game: str, size: tuple[int, int]):
    """They would be too small to be read there."""
    resize(still, size)
    show_still(still, session_after([Navigate(f"#/setup/{game}", 0.0)]))
    assert bool(still.evaluate(LETTERS)) is (size[0] >= 600)


TOO_SMALL = """() => [...document.querySelectorAll(".board text:not(.face-mark *)")]
    .filter(node => node.checkVisibility() && node.textContent.trim())
    .map(node => {
        const { a, b } = node.getScreenCTM();
        return [node.textContent, parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b)];
    })
    .filter(([, size]) => size < 11.9)"""
"""Letters of boards that are smaller than any other, but for those on AYA's cards, which are
printed on them."""


@pytest.mark.parametrize("size", [PHONE, (430, 932)])
@pytest.mark.parametrize(
    "link",
    [
        "#/",
        *(f"#/play/{name}?seats=human,bot:2&seed=3" for name in ("yala", "myra", "aya")),
        "#/play/aya?seats=human,human&seed=3",
        "#/play/aya?seats=human,bot:2,bot:2,bot:2,bot:2,bot:2&seed=3",
        "#/learn/yala",
        "#/learn/myra",
        "#/learn/aya",
    ],
)
def test_letters_of_a_board_on_a_telephone_can_be_read_or_are_not_there(
    still: Page, link: str, size: tuple[int, int]
):
    resize(still, size)
    show_still(still, session_after([Navigate(link, 0.0)]))
    assert still.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("size", [(320, 568), PHONE, (768, 1024), (1440, 900)])
@pytest.mark.parametrize("game", ["yala", "myra", "aya"])
@pytest.mark.parametrize("place", ["rules", "run"])
def test_letters_in_pictures_can_be_read_or_are_not_there(
    still: Page, place: str, game: str, size: tuple[int, int]
):
    resize(still, size)
    show_still(still, session_after([Navigate(f"#/{place}/{game}", 0.0)]))
    assert still.evaluate(TOO_SMALL) == []


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_longest_month_has_room_between_the_ways_to_others(
    still: Page, language: str, width: int
):
    resize(still, (width, 568))
    session = session_after([SetSetting("language", language)])
    session = session_after([Navigate("#/puzzles/yala/2026-09", 1796000000000.0)], session)
    show_still(still, session)
    assert still.locator(".calendar-head > a").count() == 2
    assert still.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1024, 1440, 1920, 2560])
def test_every_heading_begins_at_one_edge_and_at_one_height(still: Page, width: int):
    """But at a board, which has all of the window."""
    resize(still, (width, 900))
    places = set()
    for link in (
        *("#/", "#/puzzles", "#/learn", "#/make", "#/matches", "#/statistics", "#/import"),
        *("#/settings", "#/keys", "#/setup/yala", "#/setup/aya", "#/rules/myra", "#/puzzles/yala"),
        *("#/workshop/yala", "#/editor/myra", "#/deck/aya", "#/run/yala"),
    ):
        show_still(still, session_after([Navigate(link, 0.0)]))
        box = still.locator("main h1").first.bounding_box()
        assert box
        places.add((round(box["x"]), round(box["y"])))
    assert len(places) == 1, places


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE, (768, 1024)])
@pytest.mark.parametrize("game", ["yala", "myra"])
def test_whose_turn_it_is_is_seen_without_scrolling_and_lies_on_no_board(
    still: Page, game: str, size: tuple[int, int]
):
    resize(still, size)
    for seats in ("human,bot:2", "human,human"):
        session = session_after([Navigate(f"#/play/{game}?seats={seats}&seed=3", 0.0)])
        show_still(still, session)
        told = still.locator("#status").bounding_box()
        assert told
        assert told["y"] + told["height"] < size[1] / 2
        covered = still.evaluate(
            """({ x, y, width, height }) => [[x, y], [x + width, y], [x, y + height]]
              .concat([[x + width, y + height]])
              .map(([left, top]) => document.elementFromPoint(left, top))
              .filter((one) => one?.closest("[data-site], .hexagon"))
              .map((one) => one.outerHTML.slice(0, 80))""",
            told,
        )
        assert covered == []


IN_LAST_ROW = """selector => [...document.querySelectorAll(selector)].map(row => {
    const tops = [...row.children].map(one => Math.round(one.getBoundingClientRect().top));
    return [tops[0], tops.at(-1)].map(top => tops.filter(one => one === top).length);
})"""
"""How many stand in the first row and in the last one."""


@pytest.mark.parametrize(
    ("link", "selector"),
    [
        ("#/learn/yala", ".lesson-steps"),
        ("#/learn/myra", ".lesson-steps"),
        ("#/learn/aya", ".lesson-steps"),
        ("#/play/aya?seats=human,bot:2&seed=3", ".panel > .actions:not(.saying)"),
        ("#/settings", ":is(.field-theme, .field-playback) .choices"),
        ("#/editor/yala", ".screen-editor .choices"),
    ],
)
def test_nothing_stands_alone_in_a_last_row_on_a_telephone(still: Page, link: str, selector: str):
    resize(still, PHONE)
    show_still(still, session_after([Navigate(link, 0.0)]))
    rows = still.evaluate(IN_LAST_ROW, selector)
    assert rows
    assert all(last > 1 for _, last in rows), rows
