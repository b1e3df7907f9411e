"""Room is used: a board takes the height that there is, cards are as large as they can be, and what
fits on a screen does not scroll."""

import pytest

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.core.messages import Command, Navigate, SetClock, SetSetting
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.puzzle.contest import BeginContest
from spieltisch.games import catalog
from spieltisch.kit.words import LANGUAGES
from spieltisch.play.summary import format_summary
from tests.language_screens import ENDS, record_link
from tests.lessons import STEPS
from tests.small_packs import ALONE, FETCHED, HOLD, WIN
from tests.still import document_of, look_at, session_after
from tests.unit.archived import NOW_MS, library
from tests.unit.test_deck import BOX

DESK = (1440, 900)
ON_THEIR_SIDE = ((667, 375), (844, 390), (932, 430))

BOARD = """() => {
  const [board, beside] = ["#board", ".panel, .editor-side"]
    .map((selector) => document.querySelector(selector).getBoundingClientRect());
  return { ...board.toJSON(), gap: beside.left - board.right };
}"""
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"

CARDS = """() => {
  const box = (node) => node.getBoundingClientRect();
  const middles = (selector, root) => [...root.querySelectorAll(selector)]
    .map((node) => box(node).left + box(node).width / 2);
  const balls = middles(".track [data-ball] use", document);
  return [...document.querySelectorAll(".middle [data-card]")].map((card) =>
    middles("use", card).map((ball, index) => Math.abs(ball - balls[index])));
}"""
"""How far the balls of each card in the middle lie from those of the zone, across."""


def first_steps():
    """The first step of each course with a board of its own, and of AYA's."""
    seen = {}
    for name, step in STEPS:
        seen.setdefault(name, f"#/learn/{name}/{step.name}")
    return seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_its_side_a_telephone_gives_a_board_its_height(still, language):
    begun = session_after([SetSetting("language", language), *FETCHED])
    steps = first_steps()
    links = (
        *(steps[name] for name in ("yala", "myra")),
        *(f"#/puzzle/{one.game}/{one.id}" for one in (WIN, HOLD)),
        *(f"#/{kind}/{name}" for kind in ("play", "editor") for name in ("yala", "myra")),
    )
    seats = "?seats=human,bot:2&seed=1"
    documents = [
        document_of(session_after([Navigate(link + seats * ("play" in link), 0.0)], begun))
        for link in links
    ]
    for size in ON_THEIR_SIDE:
        width, height = size
        for link, board in zip(links, look_at(still, size, BOARD, documents), strict=True):
            assert height * 0.88 <= board["height"] <= height, (size, link)
            # On the smallest one, a match has to leave room for what is said and chosen.
            least = 0.72 if "play" in link and width < 700 else 0.8
            assert least * height < board["width"] * (1.07 if "yala" in link else 1.18), (
                size,
                link,
            )
            assert board["left"] >= 0, (size, link)
            assert board["right"] <= width, (size, link)
            # The panel has what is left; between them is what is said and chosen, in a match.
            assert board["gap"] < (16 * 15 if "play" in link else 48), (size, link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_fits_a_desk_does_not_scroll(still, language):
    begun = session_after([SetSetting("language", language), *FETCHED])
    kept = tuple(map(format_summary, library(9, seed=2).values()))
    listed = session_after([SetClock(float(NOW_MS)), LibraryChanged(kept)], begun)
    shown = {"start": begun, "start with matches": session_after([Navigate("#/", 0.0)], listed)}
    for link in (*first_steps().values(), f"#/puzzle/aya/{ALONE.id}", f"#/puzzle/yala/{WIN.id}"):
        shown[link] = session_after([Navigate(link, 0.0)], begun)
    for name in ("run/yala", "duel/aya", "spot/aya"):
        messages = [Navigate(f"#/{name}", 0.0), BeginContest(is_calm=False, at_ms=0.0)]
        shown[name] = session_after(messages, begun)
    dealt = link_to_next("aya", "first", catalog.game_of("aya").own_cards.start_of(BOX))
    shown["dealt puzzle"] = session_after([Navigate(dealt, 0.0)], begun)
    for name in ENDS:
        messages = [Navigate(record_link(name), 0.0), Command.SHOW_END]
        shown[f"end of {name}"] = session_after(messages, begun)
    found = look_at(still, DESK, SCROLLS, [document_of(one) for one in shown.values()])
    assert [name for name, more in zip(shown, found, strict=True) if more > 0] == []


def test_few_cards_lie_over_the_balls_of_the_zone(still):
    """In a lesson or a puzzle with two cards they were as small as ten are."""
    begun = session_after(FETCHED)
    puzzle, step = f"#/puzzle/aya/{ALONE.id}", first_steps()["aya"]
    documents = [
        document_of(session_after([Navigate(link, 0.0)], begun)) for link in (puzzle, step)
    ]
    for size in ((320, 568), (390, 844), (844, 390), DESK):
        for cards in look_at(still, size, CARDS, documents):
            assert len(cards) == 2
            assert all(off < 1 for card in cards for off in card), size


HANDS = """() => {
  const cards = [...document.querySelectorAll(":is(.hand, .middle) .face")]
    .filter((card) => card.checkVisibility())
    .map((card) => card.getBoundingClientRect().width);
  const [one, , three] = [...document.querySelectorAll(".track [data-ball]")]
    .map((ball) => ball.getBoundingClientRect().left);
  return { cards, pitch: (three - one) / 2 };
}"""


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}])
@pytest.mark.parametrize("variant", ["rumkugeln", "turbo"])
def test_two_at_a_telephone_have_large_cards(still, variant, context_options):
    assert context_options["has_touch"]
    link = f"#/play/aya?seats=human,human&variant={variant}&seed=1"
    hands = look_at(still, (390, 844), HANDS, [document_of(session_after([Navigate(link, 0.0)]))])[
        0
    ]
    assert len(hands["cards"]) >= 5
    assert all(card > 4 * hands["pitch"] for card in hands["cards"])
