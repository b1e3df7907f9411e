"""Looking at other moments of a match, its end, and what must not move meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from spieltisch.app.board.messages import PlayFrom, Show, TypeAction
from spieltisch.app.core.messages import Command, Navigate, SetSetting, Tell
from spieltisch.app.core.notice import Copied
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import HUMAN, Bot, parse_record
from tests.e2e.yala_player import Table, play_link, recorded, recorded_link
from tests.records import keeping
from tests.still import session_after, show_still

START, ACTIONS = recorded("yala-shortest")
SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440)]


def match_of(name, seats="human,human"):
    """A match of its own, on a page that has kept those of other tests."""
    return play_link(START).replace("human,human", seats) + f"&names={name}"


def before_the_end(open_ready, name):
    """A match that one move ends."""
    table = Table(open_ready(recorded_link(players=name, without=1)))
    expect(table.page.locator("#moves li")).to_have_count(len(ACTIONS) - 1)
    return table


def ended_page(open_ready, name):
    """A match that two people have just ended."""
    table = before_the_end(open_ready, name)
    table.click(ACTIONS[-1])
    return table


@pytest.mark.running_page
class TestBrowsing:
    def test_wheel_and_arrows_look_while_a_bot_thinks_and_the_match_goes_on(self, open_ready):
        page = open_ready(match_of("Wheel", "human,bot:1"))
        table = Table(page)
        table.click(ACTIONS[0])
        first = table.position
        expect(page.locator("#move-2")).to_be_visible()
        second = table.position
        assert second != first
        table.board.hover()
        page.mouse.wheel(0, -120)
        table.expect(first)
        page.mouse.wheel(0, 120)
        table.expect(second)
        expect(page.locator("#browsing")).to_have_count(0)
        # Pressed by mouse, the board leaves arrows to the match.
        page.locator("#main").focus()
        page.keyboard.press("ArrowLeft")
        table.expect(first)
        page.keyboard.press("End")
        table.expect(second)
        assert len(table.moves) == 2

    def test_after_a_press_by_mouse_arrows_go_through_the_match(self, open_ready):
        table = Table(open_ready(match_of("Arrows")))
        start = table.position
        table.click(ACTIONS[0])
        after = table.position
        table.page.keyboard.press("ArrowLeft")
        table.expect(start)
        table.page.keyboard.press("ArrowRight")
        table.expect(after)
        # Who goes over the board by keys has all of them for it.
        for key in ("ArrowDown", "ArrowRight"):
            focused = table.focused
            table.page.keyboard.press(key)
            assert table.focused != focused
        table.expect(after)

    def test_a_press_on_the_board_leads_back_and_plays_nothing(self, open_ready):
        table = Table(open_ready(match_of("Press")))
        for action in ACTIONS[:3]:
            table.click(action)
        last = table.position
        table.page.locator("#move-1").click()
        table.site(ACTIONS[3][0]).click()
        table.expect(last)
        expect(table.board.locator("[aria-pressed=true]")).to_have_count(0)
        table.click(ACTIONS[3])


class TestSharing:
    @pytest.fixture
    def context_options(self):
        return {"permissions": ["clipboard-read", "clipboard-write"]}

    def test_the_whole_match_is_shared_also_while_another_moment_is_looked_at(
        self, open_ready, page
    ):
        page.clock.install()
        ended_page(open_ready, "Sharing")
        page.locator("#move-3").click()
        page.locator("[data-do=share]").scroll_into_view_if_needed()
        box = page.locator("#board").bounding_box()
        page.locator("[data-do=share]").click()
        toast = page.get_by_role("status").filter(has_text="copied")
        expect(toast).to_contain_text(f"whole game is copied: {len(ACTIONS)} moves")
        assert page.locator("#board").bounding_box() == box
        assert shared(page) == ACTIONS
        page.locator("[data-do=share-part]").click()
        expect(toast).to_contain_text("up to move 3")
        assert shared(page) == ACTIONS[:3]
        # What only tells that all went well goes by itself.
        page.clock.fast_forward(8_000)
        expect(page.locator("#notice")).to_have_count(0)


def shared(page):
    """The actions that the copied link leads to."""
    link = page.evaluate("navigator.clipboard.readText()")
    return [entry.action for entry in decode_match(link.split("#/record/")[1]).record.entries]


@pytest.mark.running_page
class TestTheEnd:
    def test_the_card_has_the_keyboard_and_enter_is_a_rematch(self, open_ready, axe):
        page = ended_page(open_ready, "Card").page
        rematch = page.get_by_role("dialog").get_by_role("button", name="Rematch")
        expect(rematch).to_be_focused()
        assert axe() == []
        page.keyboard.press("Escape")
        expect(rematch).to_have_count(0)
        page.locator("[data-do=show-end]").click()
        rematch.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#moves li")).to_have_count(0)
        expect(page.locator("[data-outcome], #end")).to_have_count(0)

    def test_it_does_not_take_the_keyboard_from_who_types(self, open_ready):
        table = before_the_end(open_ready, "Typing")
        table.page.locator("[data-typed]").fill(ACTIONS[-1])
        table.page.keyboard.press("Enter")
        expect(table.page.locator(".end-card")).to_be_visible()
        expect(table.page.locator("[data-typed]")).to_be_focused()

    def test_nothing_is_celebrated_under_reduced_motion(self, open_ready):
        page = ended_page(open_ready, "Reduced").page
        expect(page.locator(".end-card")).to_be_visible()
        expect(page.locator(".end-pieces")).to_be_hidden()


SEEN = """() => {
  window.seen = [];
  const look = () => {
    const shown = (selector) =>
      document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false;
    const moves = document.getAnimations().some((one) => one.effect.target?.dataset?.piece);
    window.seen.push([moves, shown("[data-outcome]"), shown(".end-card")]);
    requestAnimationFrame(look);
  };
  look();
}"""


class TestMotion:
    @pytest.fixture
    def context_options(self):
        return {"reduced_motion": "no-preference"}

    def test_the_end_is_told_when_the_last_move_has_been_seen(self, open_ready):
        table = before_the_end(open_ready, "Motion")
        page = table.page
        page.evaluate(SEEN)
        table.click(ACTIONS[-1])
        expect(page.locator(".end-card")).to_be_visible()
        expect(page.locator("#end .end-next button").first).to_be_focused()
        frames = page.evaluate("window.seen")
        assert any(moves for moves, _, _ in frames)
        assert not any(moves and (outcome or card) for moves, outcome, card in frames)
        assert all(outcome == card for _, outcome, card in frames), "they are one thing"


# ------------------------------------------------- stills: what must not move


def played(*messages, language="en"):
    """A match with some moves, as it is after messages."""
    moves = [TypeAction(action, 9000.0 * n) for n, action in enumerate(ACTIONS[:6])]
    return session_after(
        [SetSetting("language", language), Navigate(play_link(START), 0.0), *moves, *messages]
    )


def boxes(page, *selectors):
    """Where things are, in the page's pixels."""
    return page.evaluate(
        "all => all.map(one => document.querySelector(one).getBoundingClientRect().toJSON())",
        selectors,
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_looking_back_moves_nothing_under_the_finger(still, size, language):
    page = still
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stays = ("#board", "#steps")
    show_still(page, played(language=language))
    before = boxes(page, *stays)
    for messages in ([Show(2)], [Show(0)], [Tell(Copied("whole", 6))]):
        show_still(page, played(*messages, language=language))
        assert boxes(page, *stays) == before
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    show_still(page, played(PlayFrom(4), language=language))
    assert boxes(page, *stays) == before


@pytest.mark.parametrize("name", ["yala-shortest", "myra-three-seats"])
@pytest.mark.parametrize("size", SIZES)
def test_a_move_moves_nothing_under_the_finger(still, size, name):
    """Whatever there is to tell of it. A press on "Pause" was lost when the bots' next move came
    between its going down and up."""
    page, record = still, parse_record(keeping.read(name))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    before, told = None, set()
    for ply in range(9):
        link = "#/record/" + encode_record(record.cut(ply))
        show_still(page, session_after([Navigate(link, 0.0)]))
        before = before or boxes(page, "#aids", "#steps")
        assert boxes(page, "#aids", "#steps") == before, ply
        told.add(page.locator("#last").inner_text() if ply else "")
    assert len(told) > 6, "too little was told to be sure"


def played_by(record, own):
    """The record as if one seat was a person's and all others were bots'; 0 for none changed."""
    if not own:
        return record
    players = (
        replace(player, controller=HUMAN if seat == own else Bot(2))
        for seat, player in enumerate(record.setup.players, 1)
    )
    return replace(record, setup=replace(record.setup, players=tuple(players)))


def ended(language):
    """Matches that are over, by their names: with a person who has won or lost, or with people."""
    for name, own in (
        ("yala-shortest", 1), ("yala-shortest", 2),
        ("aya-turbo-zoch-5", 2), ("myra-three-seats", 0),
    ):  # fmt: skip
        link = "#/record/" + encode_record(played_by(parse_record(keeping.read(name)), own))
        yield name, session_after([SetSetting("language", language), Navigate(link, 0.0)])


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_going_back_from_the_end_moves_nothing_under_the_finger(still, size, language):
    """The card that tells the end closes at the first step, and a line takes its place."""
    page = still
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for name, session in ended(language):
        places = []
        for messages in (
            [Command.SHOW_END], [], [Command.EARLIER], [Command.EARLIER, Command.FIRST]
        ):  # fmt: skip
            show_still(page, session_after(messages, session))
            places.append(boxes(page, "#steps"))
        assert places[1:] == places[:-1], name


BUTTONS = """() => [...document.querySelectorAll("#end button")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }))
  .map(one => [one.textContent, one.getBoundingClientRect().toJSON()])
  .filter(([, box]) => box.width && box.height)"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_card_is_whole_on_every_screen(still, size, language):
    page = still
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for name, session in ended(language):
        page.emulate_media(reduced_motion="reduce")
        show_still(page, session_after([Command.SHOW_END], session))
        buttons = page.evaluate(BUTTONS)
        assert buttons
        for text, box in buttons:
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["right"] <= size[0]
            assert box["bottom"] <= size[1], (name, text)
            assert box["height"] >= 44


PRESSED = """() => [...document.querySelectorAll("#steps button, .playback button")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit?.closest("button, .end-pieces")?.className ?? "";
})"""
"""What a press on each button that looks at the match meets; nothing for one out of sight."""


@pytest.mark.parametrize("size", SIZES)
def test_the_pieces_that_rain_take_no_press(still, size):
    page, record = still, parse_record(keeping.read("yala-shortest"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show_still(
        page, session_after([Navigate("#/record/" + encode_record(record), 0.0), Command.SHOW_END])
    )
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".end-pieces")).to_be_visible()
    met = page.evaluate(PRESSED)
    # Where the card is a sheet, it lies on those that are there.
    assert any("button" in one for one in met) or size[0] < 896
    assert not any("end-pieces" in one for one in met)
    page.emulate_media(reduced_motion="reduce")
