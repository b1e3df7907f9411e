"""Moments of matches that a person watches, stepped through frame by frame.

What moves on a page is moved by its timers, its frames and its animations. `HOLD` takes all three
in hand: from then on nothing moves but by `step`, which is the same on any machine. Bots, which
think in a worker, answer whenever they have done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from playwright.sync_api import Page

from spieltisch.games import catalog
from spieltisch.play.record_link import encode_record
from spieltisch.table import HUMAN, Bot, Player, Record, Seat, parse_record, replay
from tests.e2e import hands
from tests.lessons import presses_for
from tests.records import keeping

HOLD = """() => {
  const timers = new Map(), frames = [], seen = new Map();
  let now = 0, last = 1e9;
  const clear = window.clearTimeout.bind(window);
  window.setTimeout = (run, ms = 0, ...given) => {
    timers.set(++last, { at: now + Math.max(0, Number(ms) || 0), run: () => run(...given) });
    return last;
  };
  window.clearTimeout = (id) => timers.delete(id) || clear(id);
  window.requestAnimationFrame = (run) => frames.push(run);
  const hold = (ms) => {
    for (const one of document.getAnimations()) {
      const { endTime } = one.effect.getComputedTiming();
      if (!seen.has(one)) one.pause();
      const at = seen.has(one) ? seen.get(one) + ms : 0;
      seen.set(one, at);
      if (at < endTime) one.currentTime = at;
      else if (one.playState !== "finished") one.finish();
    }
  };
  hold(0);
  window.step = async (ms) => {
    now += ms;
    for (const [id, { at, run }] of [...timers].sort(([, one], [, other]) => one.at - other.at)) {
      if (at <= now && timers.delete(id)) run();
    }
    for (const run of frames.splice(0)) run(performance.now());
    hold(ms);
    // What has finished tells so in a microtask; what that starts is held from its beginning.
    await Promise.resolve();
    hold(0);
  };
}"""


@dataclass(frozen=True)
class Moment:
    """A moment: a record as it was before a turn, and the turn."""

    name: str
    record: Record
    ply: int
    """How many turns come before."""
    own: Seat = 0
    """The seat of the only person; 0 if all are people."""
    bot: int = 2
    """The level of the others."""
    lasts_ms: float = 2000.0

    @property
    def game(self) -> str:
        return self.record.setup.game

    @property
    def link(self) -> str:
        record = self.record.cut(self.ply)
        if not self.own:
            return "#/record/" + encode_record(record)
        players = tuple(
            Player(controller=HUMAN if seat == self.own else Bot(self.bot))
            for seat in range(1, record.setup.seats + 1)
        )
        return "#/record/" + encode_record(
            replace(record, setup=replace(record.setup, players=players))
        )

    @property
    def is_end(self) -> bool:
        return self.ply + 1 == len(self.record.entries)

    def open(self, page: Page, address: str) -> None:
        """Open the match, to be gone on with."""
        page.goto(address + self.link)
        page.wait_for_selector("html[data-state=ready] #board")
        ready = page.locator("[data-do=ready]")
        if ready.count():
            ready.click()
            page.wait_for_selector("#board:not(.is-gated)")
        page.evaluate("() => document.fonts.ready.then(() => true)")

    def begin(self, page: Page) -> None:
        """Press what the turn is played with, and hold all that moves from its last press on. A
        bot's turn is its own to play."""
        entry = self.record.entries[self.ply]
        if self.own and entry.seat != self.own:
            page.evaluate(HOLD)
            return
        game = catalog.game_of(self.game)
        turn = next(islice(replay(game.rules, self.record), self.ply, None))
        position = turn.before
        *others, last = presses_for(game, position, entry.seat, entry.action)
        for token in others:
            press(hands.node_of(page, self.game, position, entry.seat, token))
        play = "[data-do=play]"
        page.evaluate(HOLD)
        press(hands.node_of(page, self.game, position, entry.seat, last))
        if page.locator(play).count():
            press(page.locator(play))

    def frames(self, page: Page, step_ms: float) -> Iterator[float]:
        """Step through it: when each frame is, in ms since the press."""
        at_ms = 0.0
        # What the press has begun goes on by itself until it is held.
        page.evaluate("() => window.step(0)")
        while at_ms <= self.lasts_ms:
            yield at_ms
            page.evaluate("ms => window.step(ms)", step_ms)
            at_ms += step_ms


def press(node: Any) -> None:
    """Press the middle of a node as it is now; what moves is pressed, too."""
    node.scroll_into_view_if_needed()
    box = node.bounding_box()
    node.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _moment(name: str, record: str, ply: int, **options: Any) -> Moment:
    found = parse_record(keeping.read(record))
    if "aya-oye" in record:
        # Clocks run on while pictures are taken.
        clocks = {**dict(found.setup.options), "move-clock": "25", "refute-clock": "100"}
        setup = replace(found.setup, options=tuple(clocks.items()))
        found = replace(found, setup=setup)
    return Moment(name, found, ply % len(found.entries), **options)


def moments() -> tuple[Moment, ...]:
    """The moments of every game."""
    end = {"lasts_ms": 4500.0}
    return (
        _moment("yala-move", "yala-longest", 6),
        _moment("yala-wall", "yala-longest", 18),
        _moment("yala-won", "yala-dark-wins", -1, own=1, **end),
        _moment("yala-lost", "yala-shortest", -1, own=1, bot=6, **end),
        _moment("yala-two", "yala-longest", -1, **end),
        _moment("yala-drawn", "yala-draw-by-repetition", -1, own=1, **end),
        _moment("myra-sow", "myra-two-seats", 6, own=1),
        _moment("myra-gather", "myra-two-seats", 12, own=1),
        _moment("myra-capture", "myra-two-seats", 16, own=1),
        # Two people at one device: the board turns to the side that is to move.
        _moment("myra-turn", "myra-two-seats", 4),
        _moment("myra-won", "myra-two-seats", -1, own=1, **end),
        _moment("myra-two", "myra-two-seats", -1, **end),
        _moment("myra-lost", "myra-two-seats", -1, own=2, bot=6, **end),
        _moment("aya-call", "aya-aya-oye-zoch-2", 41, own=2),
        _moment("aya-match", "aya-aya-oye-zoch-2", 42, own=2, **end),
        _moment("aya-oye", "aya-aya-oye-zoch-2", 43, own=2, **end),
        _moment("aya-won", "aya-aya-oye-zoch-2", -1, own=2, **end),
        _moment("aya-lost", "aya-aya-oye-zoch-2", -1, own=1, bot=5, **end),
        _moment("aya-two", "aya-aya-oye-zoch-2", -1, **end),
        _moment("aya-cleared", "aya-tueftler-zoch-master", -1, own=1, **end),
    )
