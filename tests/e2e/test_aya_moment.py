"""The moment of a call on a real page: ready?, the countdown, Pause; and nothing moves."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from spieltisch.games.aya.rules.duties import Calling, ExceptionalMove, Oye
from spieltisch.games.aya.rules.matches import matches
from spieltisch.games.aya.rules.track import STANDARD_MOVES
from spieltisch.kit.scene import BEAT_MS, FLIGHT_MS, GLOW_MS, LEG_MS
from tests.e2e.aya_player import Table, link, start_of
from tests.e2e.conftest import SIZE
from tests.e2e.hands import tap_once_seen
from tests.e2e.shown import expect_shown, note_shown
from tests.sampling import sampled

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "no-preference",
}
CALLS = [("aya-oye", "zoch", 2), ("aya-oye", "zoch", 3), ("turbo", "reilly", 4)]
KEPT_ON = [PHONE, DESKTOP, PHONE]

WATCH_SHIFTS = """() => {
  window.shifts = [];
  window.watch?.disconnect();
  window.watch = new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      for (const { node, previousRect: was, currentRect: now } of entry.sources)
        window.shifts.push(`${node?.id || node?.className}: ${JSON.stringify([was, now])}`);
  });
  window.watch.observe({ type: "layout-shift" });
}"""

IS_SETTLED = """() => document.getAnimations()
  .filter(one => !one.effect.target.closest(".rim-clock"))
  .every(one => ["finished", "idle"].includes(one.playState))"""
"""Whether all that moves but the clock has come to rest."""


FOLLOW = """seat => {
  const seen = window.seen = [];
  const box = node => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(
    node.getBoundingClientRect());
  const goal = document.querySelector(`[data-pile="seat${seat}.pile"]`)
    ?? document.getElementById(`scored-${seat}`);
  const count = document.getElementById(`scored-${seat}`);
  const look = () => {
    const card = document.querySelector(".is-leaving");
    const flight = card?.getAnimations().find(one => !(one instanceof CSSAnimation));
    const progress = flight?.effect.getComputedTiming().progress ?? 0;
    seen.push({
      count: count.innerText.trim().split(/\\s/)[0],
      says: document.querySelector(".call-words")?.checkVisibility() ?? false,
      progress: flight?.playState === "finished" ? 1 : progress,
      way: flight?.effect.getKeyframes().at(-1).transform.match(/-?[\\d.]+/g).map(Number),
      card: flight && card.checkVisibility() ? box(card) : null,
      goal: box(goal),
    });
    if (!flight || document.body.dataset.moving) requestAnimationFrame(look);
    else seen.isComplete = true;
  };
  look();
}"""
"""Follows the card that is matched, frame by frame, until it has landed and all is told."""

COUNTDOWN = [re.compile(f"^{number}$") for number in "321"]

SHOUT_IN_COUNTDOWN = """() => {
  const look = () => {
    if (document.getElementById("call")?.textContent.trim() !== "3") requestAnimationFrame(look);
    else document.querySelector("[data-shout=aya]").click();
  };
  look();
}"""

NOTE_TIMINGS = """selectors => {
  const noted = window.noted = {};
  const look = () => {
    for (const selector of selectors) {
      const timings = [...document.querySelectorAll(selector)].map(node => node.getAnimations()
        .filter(one => !(one instanceof CSSAnimation)).map(one => one.effect.getTiming())
        .map(({ delay, duration }) => [delay, duration]));
      if (timings.some(one => one.length)) noted[selector] ??= timings;
    }
    if (Object.keys(noted).length < selectors.length) requestAnimationFrame(look);
  };
  look();
}"""
"""Notes when the script's own animations of nodes begin, and how long they take."""

HAS_NOTED = "count => Object.keys(noted).length === count"

NOTE_FINISH = """() => {
  const look = () => {
    const node = document.querySelector(".photo-finish");
    if (!node?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
      requestAnimationFrame(look);
      return;
    }
    const box = node.getBoundingClientRect();
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    window.finish = {
      text: node.textContent.trim(),
      inside: [box.left >= 0, box.top >= 0, box.right <= innerWidth,
        box.bottom <= document.getElementById("track").getBoundingClientRect().top,
        document.elementFromPoint(...middle) !== node],
    };
  };
  look();
}"""
"""Looks at what tells who was first, while it is there."""


TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def settle(page):
    """Wait until all but the clock has come to rest, and what notes shifts has heard of it."""
    page.wait_for_function(IS_SETTLED)
    page.evaluate(TWO_FRAMES)


def against_bot(seed, **options):
    """A race against a computer: each test on a running page has a deal of its own."""
    return link("aya-oye", "zoch", "human,bot:5", seed=seed, **options)


def next_of(position, done):
    """What is done next: a call with its match, one that fails, and an OYE that stands."""
    duty = position.duty
    if isinstance(duty, ExceptionalMove):
        return duty.seat, "X"
    if isinstance(duty, Calling):
        return 1, "aya" if done < 4 else "oye"
    if isinstance(duty, Oye):
        return position.owing_seats[0], "concede"
    found = next(one for one in matches(position) if len(one.moves) == 1)
    misses = (move for move in STANDARD_MOVES if not position.try_move(move).cards)
    return 1, found.moves[0] if done == 1 else next(misses)


def kept_match(variant, edition, seats):
    """A match in which seat 1 can win a card with one move: its link, and what is matched."""
    for seed in range(1, 200):
        place = link(variant, edition, seats, seed=seed)
        called = start_of(place).apply(1, "aya")
        for found in matches(called):
            after = called.apply(1, found.moves[0])
            if len(found.moves) == len(found.cards) == 1 and after.scores[0] > called.scores[0]:
                return place, found
    raise AssertionError("no such deal")


@pytest.mark.running_page
class TestReady:
    def test_space_counts_down_and_then_the_bot_plays(self, open_ready):
        page = open_ready(against_bot(42))
        expect(page.locator("#status")).to_have_text("Ready?")
        note_shown(page, "#call")
        page.keyboard.press("Space")
        Table(page).expect_entries(1)
        expect_shown(page, "#call", *COUNTDOWN)

    @pytest.mark.parametrize("context_options", [PHONE])
    def test_a_tap_on_ready_does_the_same(self, open_ready):
        page = open_ready(against_bot(43))
        note_shown(page, "#call")
        tap_once_seen(page.locator("[data-do=ready]"))
        Table(page).expect_entries(1)
        expect_shown(page, "#call", *COUNTDOWN)

    def test_a_shout_before_is_not_lost(self, open_ready):
        page = open_ready(against_bot(44))
        table = Table(page)
        table.shout(1, "aya")
        table.expect_entries(1)
        assert table.moves[0] == "aya"
        expect(page.locator("#move-1")).to_contain_text("You: AYA!")

    def test_a_shout_button_in_the_countdown_counts_too(self, open_ready):
        page = open_ready(against_bot(45))
        note_shown(page, "#call")
        # Pressed in the page, as soon as it counts: a test may come too late for that.
        page.evaluate(SHOUT_IN_COUNTDOWN)
        page.keyboard.press("Enter")
        Table(page).expect_entries(1)
        expect(page.locator("#move-1")).to_contain_text("You: AYA!")
        expect_shown(page, "#call", "3", re.compile("You: AYA!"))


@pytest.mark.running_page
class TestPassing:
    """What time that passes does and does not do, on a page whose clock is at hand."""

    @pytest.fixture
    def context_options(self):
        # As in any test, but said: so nobody else goes on with this page and its clock.
        return {"viewport": SIZE}

    @pytest.fixture(autouse=True)
    def _clock(self, page):
        if page.url == "about:blank":
            page.clock.install()

    def test_a_pause_with_a_key_stops_the_clock_and_it_goes_on(self, open_ready):
        page = open_ready(against_bot(42, move_clock=10))
        table = Table(page)
        table.shout(1, "aya")
        expect(page.locator(".call-seconds")).not_to_have_text("10")
        page.keyboard.press("p")
        expect(page.locator("#status")).to_have_text("Pause")
        expect(page.get_by_role("timer")).to_have_count(0)
        # So long that the clock would have run out.
        page.clock.run_for(11_000)
        page.keyboard.press("Escape")
        expect(page.locator(".call-seconds")).to_have_text(re.compile("^[1-9]$"))
        assert table.moves == ["aya"]
        # What is left of it passes now.
        page.clock.run_for(11_000)
        table.expect_entries(2)
        assert table.moves[1] == "expire"

    def test_a_pause_with_its_button(self, open_ready):
        page = open_ready(against_bot(43))
        page.locator("[data-do=ready]").click()
        page.clock.run_for(3000)
        expect(page.locator("#board.is-gated")).to_have_count(0)
        page.get_by_role("button", name="Pause the game").click()
        expect(page.locator("#board.is-pause")).to_have_count(1)
        page.get_by_role("button", name="Continue").click()
        page.clock.run_for(3000)
        expect(page.locator("#board.is-gated")).to_have_count(0)

    def test_after_a_sleep_a_call_goes_on_where_it_was(self, open_ready):
        page = open_ready(against_bot(44, move_clock=10))
        table = Table(page)
        table.shout(1, "aya")
        expect(page.locator(".call-seconds")).to_have_text(re.compile("^[1-9]$"))
        # As if the lid had been closed: timers come late, and the page is told of nothing.
        page.clock.fast_forward("03:00")
        expect(page.locator(".call-seconds")).to_have_text(re.compile("^[1-9]$"))
        assert table.moves == ["aya"]
        # What is left of it is all there is.
        page.clock.fast_forward("00:04")
        page.clock.fast_forward("00:04")
        page.clock.fast_forward("00:04")
        expect(page.locator("#move-2")).to_be_attached()
        assert table.moves[1] == "expire"


@pytest.mark.running_page
class TestTheMoment:
    @pytest.mark.parametrize(
        ("context_options", "call"),
        sampled(product((DESKTOP, PHONE), CALLS), *zip(KEPT_ON, CALLS, strict=True)),
    )
    def test_nothing_moves_from_a_call_to_its_end(self, open_ready, call):
        """A call with its match, one that fails, and an OYE that stands."""
        variant, edition, seats = call
        place = link(variant, edition, ",".join(["human"] * seats), seed=3)
        page = open_ready(place)
        table = Table(page)
        table.begin()
        settle(page)
        page.evaluate(WATCH_SHIFTS)
        position, done = start_of(place), 0
        while done < 6 + seats:
            seat, action = next_of(position, done)
            table._do(position, seat, action, taps=False)
            position, done = position.apply(seat, action), done + 1
            table.expect_entries(done)
            settle(page)
        assert {"aya", "oye", "X", "concede"} <= set(table.moves)
        assert page.evaluate("window.shifts") == []

    @pytest.mark.parametrize("context_options", sampled([DESKTOP, PHONE], PHONE, rest="ci"))
    def test_a_photo_finish_is_seen_for_a_moment_moves_nothing_and_takes_no_press(
        self, open_ready, context
    ):
        names = "Anna,Ben,Clara"
        page = open_ready(f"#/play/aya?seats=human,human,human&names={names}&seed=5")
        table = Table(page)
        table.begin()
        settle(page)
        page.evaluate(WATCH_SHIFTS)
        keyboard = context.new_cdp_session(page)
        page.evaluate(NOTE_FINISH)
        note_shown(page, "#live")
        now_s = page.evaluate("(performance.timeOrigin + performance.now()) / 1000")
        # The keys of Ben's AYA and, a moment later, of Anna's.
        for code, number, later_s in (("KeyP", 80, 0), ("KeyQ", 81, 0.04)):
            pressed = {"code": code, "key": code[-1].lower(), "windowsVirtualKeyCode": number}
            keyboard.send(
                "Input.dispatchKeyEvent",
                {"type": "keyDown", "timestamp": now_s + later_s, **pressed},
            )
        page.wait_for_function("() => window.finish")
        finish = page.evaluate("window.finish")
        assert finish["text"] == "Ben, 0.04 s ahead"
        assert all(finish["inside"]), finish
        expect_shown(page, "#live", "Ben was 40 ms faster than Anna.")
        expect(page.locator(".photo-finish")).to_be_hidden()
        settle(page)
        assert page.evaluate("window.shifts") == []
        assert table.moves == ["aya"]

    @pytest.mark.parametrize("context_options", [DESKTOP])
    def test_a_match_glows_when_its_balls_have_settled_and_then_the_card_goes(self, open_ready):
        place = link("aya-oye", "zoch", "human,human", seed=7)
        page = open_ready(place)
        table = Table(page)
        found = next(found for found in matches(start_of(place)) if len(found.moves) == 1)
        table.shout(1, "aya")
        table.expect_entries(1)
        page.evaluate(NOTE_TIMINGS, [".zone-glow", ".is-leaving"])
        page.keyboard.press(found.moves[0][0])
        page.keyboard.press({"L": "ArrowLeft", "R": "ArrowRight"}[found.moves[0][1]])
        page.wait_for_function(HAS_NOTED, arg=2)
        flight = [[4 * LEG_MS + GLOW_MS + BEAT_MS, FLIGHT_MS]]
        assert page.evaluate("noted") == {
            ".zone-glow": [[[4 * LEG_MS, GLOW_MS]]],
            ".is-leaving": [flight] * len(found.cards),
        }
        settle(page)
        expect(page.locator(".is-leaving").first).to_be_hidden()

    @pytest.mark.parametrize(
        ("context_options", "call"),
        sampled(
            product(
                (DESKTOP, PHONE),
                [
                    ("aya-oye", "zoch", "human,bot:1"),
                    ("aya-oye", "zoch", "human,human,human"),
                    ("aya-oye", "reilly", "human,bot:1,bot:1,bot:1"),
                    ("turbo", "zoch", "human,bot:1"),
                    ("turbo", "reilly", "human,human"),
                ],
            ),
            (PHONE, ("aya-oye", "zoch", "human,bot:1")),
            (DESKTOP, ("turbo", "zoch", "human,bot:1")),
        ),
    )
    @pytest.mark.ci
    def test_a_card_lands_where_it_is_kept_and_is_counted_then(self, open_ready, call):
        place, found = kept_match(*call)
        page = open_ready(place)
        table = Table(page)
        table.shout(1, "aya")
        table.expect_entries(1)
        page.evaluate(FOLLOW, 1)
        page.keyboard.press(found.moves[0][0])
        page.keyboard.press({"L": "ArrowLeft", "R": "ArrowRight"}[found.moves[0][1]])
        page.wait_for_function("() => window.seen.isComplete")
        seen = page.evaluate("window.seen")
        flying = [one for one in seen if one["card"] and one["progress"] < 1]
        # On a busy machine no frame may show the very end of the way: what it leads to is asked.
        resting = flying[0]
        assert resting["progress"] == 0
        card, goal, (right, down, *_) = resting["card"], resting["goal"], resting["way"]
        assert goal["left"] <= (card["left"] + card["right"]) / 2 + right <= goal["right"]
        assert goal["top"] <= (card["top"] + card["bottom"]) / 2 + down <= goal["bottom"]
        before, now = seen[0]["count"], seen[-1]["count"]
        assert int(now) == int(before) + 1
        assert {one["count"] for one in flying} == {before}
        assert all(one["says"] for one in flying)
        assert not seen[-1]["says"]

    def test_the_seconds_are_counted(self, open_ready):
        page = open_ready(link("aya-oye", "zoch", "human,human", seed=1, move_clock=5))
        note_shown(page, ".call-seconds")
        Table(page).shout(1, "aya")
        expect_shown(page, ".call-seconds", *(re.compile(f"^{number}$") for number in "4321"))
