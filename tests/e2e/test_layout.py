"""What must be seen lies on the first screen, uncovered, large enough to be pressed, and stays put.

AYA's table in every variant, edition and number of seats, with one person and with several, at
every size: stills, so that hundreds of screens take a minute.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from spieltisch.app.board.messages import Press, Shout, Wake
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Navigate, PlayNow, SetSetting
from spieltisch.games import catalog
from spieltisch.games.aya.rules.info import INFO, SIZES
from spieltisch.games.aya.rules.solver import solution
from spieltisch.kit.scene import as_table
from spieltisch.kit.words import LANGUAGES
from tests.still import document_of, look_at, session_after, show_still
from tests.unit.asking import told, with_turn
from tests.unit.test_ending import RECORD, before_the_end

PHONES = ((320, 568), (390, 844), (844, 390))
TOUCHED = (*PHONES, (768, 1024))
AT_A_DESK = ((320, 568), (768, 1024), (1280, 720), (1440, 900), (2560, 1440))
"""The smallest ones are what a large screen is when it is magnified."""

FAULTS = """({ isPhone, isAlone }) => {
  const found = [], round = Math.round;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const seen = node => node.checkVisibility({ visibilityProperty: true })
    && node.getBoundingClientRect().width > 0.5;
  const box = node => node.getBoundingClientRect();
  const table = document.querySelector(".board");
  const isTouched = matchMedia("(pointer: coarse)").matches;

  // All that is needed to play.
  const needed = {
    track: all(".track-body", table),
    card: all("[data-card]", table).filter(node => !node.closest(".news, .is-leaving")),
    count: all(".pile-count, .place-score", table),
    name: all(".place-name", table),
    button: all("[data-shout], [data-token=stop], #controls button"),
    key: all(".shout-key", table),
    call: all("#call"),
    status: all("#status, #hint"),
  };
  const boxes = Object.entries(needed).flatMap(([kind, nodes]) =>
    nodes.filter(seen).map(node => ({ kind, node, ...box(node).toJSON() })));
  const told = one => `${one.kind} ${one.node.id || one.node.textContent || one.node.dataset.card
    || ""} at ${[one.left, one.top, one.right, one.bottom].map(round)}`;
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  for (const one of boxes)
    if (one.left < -0.5 || one.top < -0.5 || one.right > innerWidth + 0.5
        || one.bottom > innerHeight + 0.5)
      found.push(`off the screen: ${told(one)}`);
  if (innerWidth > 1200 && document.documentElement.scrollHeight > innerHeight && !isTouched)
    found.push("the page scrolls");
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach(other => {
    if (one.node.contains(other.node)) return;
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 1 && down > 1) found.push(`${told(one)} overlaps ${told(other)}`);
  }));
  for (const one of boxes.filter(one => "name status button".includes(one.kind)))
    if (one.node.scrollWidth > one.node.clientWidth + 1
        || one.node.scrollHeight > one.node.clientHeight + 3)
      if (getComputedStyle(one.node).display !== "inline") found.push(`cut off: ${told(one)}`);

  const ready = document.querySelector("[data-do=ready]");
  if (ready && box(ready).bottom > box(needed.track[0]).top + 0.5
      && box(ready).top < box(needed.track[0]).bottom) found.push(`"ready" lies on the track`);
  const onAnother = (one, other) => one.left < other.right - 0.5 && one.right > other.left + 0.5
    && one.top < other.bottom - 0.5 && one.bottom > other.top + 0.5;
  if (ready) for (const pile of all(".pile .face, .pile-count", table).filter(seen))
    if (onAnother(box(ready), box(pile))) found.push(`"ready" lies on a pile`);
  for (const one of boxes.filter(one => one.kind === "count"))
    if (one.right > box(table).right + 0.5) found.push(`beside the table: ${told(one)}`);

  // Balls of cards and of the track. What lies round a phone is turned.
  const size = node => Math.min(box(node).width, box(node).height);
  const balls = all(".track [data-ball]", table);
  const face = size(balls[0].querySelector("use"));
  for (const one of boxes.filter(one => one.kind === "card")) {
    const ratio = size(one.node.querySelector("use")) / face;
    if (ratio < 0.5) found.push(`balls of ${ratio.toFixed(2)}: ${told(one)}`);
  }
  const centre = node => (box(node).left + box(node).right) / 2;
  if (isAlone)
    for (const card of all(".homes .hand [data-card]", table))
      all("use", card).forEach((use, index) => {
        const off = centre(use) - centre(balls[index].querySelector("use"));
        if (Math.abs(off) > 1) found.push(`ball ${index + 1} of one's card is ${off} px off`);
      });

  // Targets.
  const pitch = centre(balls[1]) - centre(balls[0]);
  for (const ball of balls)
    if (box(ball).width < Math.max(36, pitch - 0.5) || box(ball).height < 48)
      found.push(`ball's target ${box(ball).width} x ${box(ball).height}`);
  for (const end of all(".track [data-end]", table))
    if (box(end).width < 44 || box(end).height < 44) found.push(`end's target ${box(end).width}`);
  for (const one of boxes.filter(one => one.kind === "button")) {
    // As high as its player sees it: at the sides that is across the screen.
    const { dataset, offsetHeight } = one.node;
    const isLarge = dataset.shout && (isTouched || (isPhone && isAlone));
    if (one.width < 44 || one.height < 44 || offsetHeight < (isLarge ? 72 : 44))
      found.push(`too small: ${told(one)}`);
  }
  return found;
}"""


def links() -> Iterator[tuple[str, bool]]:
    """Every variant, edition, size and number of seats: with one person, and with people only."""
    for variant, counts in INFO.seat_counts.items():
        sizes = SIZES[variant].choices if variant in SIZES else ("",)
        for edition in INFO.editions:
            for seats in counts:
                for size in sizes:
                    option = f"&{SIZES[variant].name}={size}" if size else ""
                    for others in {"bot:3"} if seats == 1 else ("bot:3", "human"):
                        players = ",".join(["human"] + [others] * (seats - 1))
                        game = f"variant={variant}&edition={edition}&seed=1{option}"
                        yield f"#/play/aya?seats={players}&{game}", others != "human"


@pytest.fixture(params=[False, True], ids=["mouse", "finger"])
def context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    # Cards that turn over are as narrow as a line at first: then they overlap nothing.
    touch = request.param
    return {"has_touch": touch, "is_mobile": touch, "reduced_motion": "reduce"}


@pytest.fixture
def stills(still: Page, context_options: dict[str, Any]) -> tuple[Page, bool]:
    """A page for stills, and whether it is touched."""
    return still, context_options["has_touch"]


Tables = Mapping[Any, tuple[str, bool]]
"""Documents of tables by what they show, and whether one person sits there among computers."""


def faults_of(page: Page, tables: Tables, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """What is wrong with each of these tables, at each of these sizes."""
    documents = [document for document, _ in tables.values()]
    wrong: list[str] = []
    for size in sizes:
        facts = [{"isPhone": size in PHONES, "isAlone": alone} for _, alone in tables.values()]
        found = look_at(page, size, FAULTS, documents, facts)
        for case, faults in zip(tables, found, strict=True):
            wrong += [f"{case} {size}: {fault}" for fault in faults]
    return wrong


@cache
def still_of(link: str) -> str:
    """The document of the screen that a link leads to: the same for the mouse and for a finger."""
    return document_of(session_after([Navigate(link, 0.0)]))


@pytest.mark.parametrize("variant", INFO.variants)
def test_all_that_is_needed_is_on_the_first_screen(stills, variant):
    page, is_touched = stills
    tables = {
        link: (still_of(link), alone) for link, alone in links() if f"variant={variant}&" in link
    }
    wrong = faults_of(page, tables, TOUCHED if is_touched else AT_A_DESK)
    assert not wrong, "\n".join([f"{len(wrong)} faults", *wrong])


TRACK = """() => document.querySelector("#track").getBoundingClientRect().toJSON()"""

BOXES = """() => Object.fromEntries(
  [...document.querySelectorAll(".board :is(#track, .card-slot, .place-name, .shout, #call)")]
    .filter(node => !node.closest(".news, .is-leaving"))
    .map(node => [node.id || node.textContent, node.getBoundingClientRect().toJSON()]))"""


def beside(look: str) -> str:
    """The look for faults, and another one."""
    return f"(fact) => [({FAULTS})(fact), ({look})()]"


NAMES = ("Maximiliane", "Bartholomäus", "Nora (3)", "Christiane B.", "Ede", "Friederike")
CALLS: dict[str, list[Message]] = {
    "nothing yet": [],
    "a call": [Shout(1, "aya", 500.0, 500.0), Wake(700.0)],
    "a ball chosen": [Press("3", 800.0)],
}


@pytest.mark.parametrize("people", ["human,bot:3,bot:3,bot:3,bot:3,bot:3", "human,human,human"])
def test_nothing_moves_when_somebody_calls(stills, people):
    """What is seen before a call is where it was while the caller moves, and all is in sight."""
    page, is_touched = stills
    names = quote(",".join(NAMES[: people.count(",") + 1]))
    link = f"#/play/aya?seats={people}&variant=aya-oye&edition=zoch&seed=1&names={names}"
    alone = people.count("human") == 1
    session = session_after([SetSetting("language", "de"), Navigate(link, 0.0)])
    documents = []
    for messages in CALLS.values():
        session = session_after(messages, session)
        documents.append(document_of(session))
    for size in TOUCHED if is_touched else AT_A_DESK:
        facts = [{"isPhone": size in PHONES, "isAlone": alone}] * len(documents)
        found = look_at(page, size, beside(BOXES), documents, facts)
        _, before = found[0]
        for moment, (faults, boxes) in zip(CALLS, found, strict=True):
            assert faults == [], (size, moment)
            assert boxes == before, (size, moment)


def test_what_six_can_answer_fits_their_buttons(stills):
    """The longest words that buttons have, on the smallest buttons."""
    page, is_touched = stills
    oye = catalog.game_of("aya").shouts
    assert oye is not None
    answering = {}
    for edition, language in product(INFO.editions, LANGUAGES):
        seats = ",".join(["human"] * 6)
        link = f"#/play/aya?seats={seats}&variant=aya-oye&edition={edition}&seed=1"
        begun = session_after([SetSetting("language", language), Navigate(link, 0.0)])
        called = session_after(
            [Shout(2, oye.words[1], 500.0, 500.0), Wake(700.0), Wake(700.0)], begun
        )
        assert called.match is not None
        assert called.match.shown == 1
        answering[edition, language] = document_of(called), False
    assert faults_of(page, answering, TOUCHED if is_touched else AT_A_DESK) == []


def test_the_table_reaches_from_edge_to_edge_beside_a_scrollbar(stills):
    """It was as wide as the window, scrollbar and all."""
    page, _ = stills
    page.set_viewport_size({"width": 390, "height": 844})
    show_still(page, session_after([Navigate("#/play/aya?seats=human,bot:3&seed=1", 0.0)]))
    # Room is taken as by a scrollbar, which this browser has none of.
    page.add_style_tag(content="html { margin-right: 15px }")
    table = page.locator(".table").bounding_box()
    assert table is not None
    assert (table["x"], table["width"]) == (0, 375)


@pytest.mark.parametrize("cards", SIZES["tueftler"].choices)
def test_the_track_stays_while_the_cards_go(stills, cards):
    page, is_touched = stills
    link = f"#/play/aya?seats=human&variant=tueftler&edition=zoch&seed=3&cards={cards}"
    begun = session_after([Navigate(link, 0.0)])
    assert begun.match is not None
    run = solution(begun.match.position)
    assert run
    moves = [move for moves in run[: len(run) // 2] for move in moves]
    played = session_after([Press(token, 1000.0) for move in moves for token in move], begun)
    documents = [document_of(session) for session in (begun, played)]
    for size in TOUCHED if is_touched else AT_A_DESK:
        facts = [{"isPhone": size in PHONES, "isAlone": True}] * len(documents)
        (faults, track), (later_faults, later_track) = look_at(
            page, size, beside(TRACK), documents, facts
        )
        assert faults + later_faults == [], size
        assert track == later_track, size


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_telephone_on_its_side_has_the_board_left_and_the_panel_right(stills, game):
    page, _ = stills
    page.set_viewport_size({"width": 844, "height": 390})
    show_still(page, session_after([Navigate(f"#/play/{game}?seats=human,bot:1&seed=1", 0.0)]))
    board, panel, bar = (
        page.locator(selector).bounding_box() for selector in (".table > .board", ".panel", ".bar")
    )
    assert board is not None
    assert panel is not None
    assert bar is not None
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= 390
    assert board["height"] > 300
    assert board["x"] + board["width"] <= min(panel["x"], bar["x"])
    assert page.evaluate("document.documentElement.scrollHeight") <= 390
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".bar a, .bar button, .bar select, .panel .button")]
            .filter((node) => node.getBoundingClientRect().right > innerWidth
                || node.scrollWidth > node.clientWidth + 1)
            .map((node) => node.outerHTML)"""
    )
    assert cut == []


NOTICED = """() => {
  const found = [], needed = ".bar :is(a, button, select), .board [data-press], #status, #hint a";
  for (const node of document.querySelectorAll(needed)) {
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, width, height } = node.getBoundingClientRect();
    if (!width || top + height > innerHeight) continue;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (over?.closest(".notice, .toasts"))
      found.push(`${over.className} covers ${node.id || node.textContent}`);
  }
  const way = document.querySelector("#hint a");
  if (!way) return [...found, "no way to the lesson"];
  const line = document.querySelector("#hint").getBoundingClientRect();
  const box = way.getBoundingClientRect();
  if (box.left < 0 || box.right > innerWidth) found.push("the way to the lesson is cut off");
  if (box.bottom > line.bottom + 1) found.push("the way to the lesson has no room");
  return found;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lies_over_somebodys_first_table(stills, language):
    """A notice that offered the first lesson covered a telephone's header and the board's top."""
    page, is_touched = stills
    for game in catalog.GAMES:
        known = SetSetting("language", language)
        first = session_after([known, Navigate("#/", 0.0), PlayNow(game, 3, 0.0)])
        again = session_after([Navigate("#/", 0.0), PlayNow(game, 4, 0.0)], first)
        for size in TOUCHED if is_touched else AT_A_DESK:
            (found,) = look_at(page, size, NOTICED, [document_of(first)])
            assert found == [], (game, size)
        (found,) = look_at(page, (390, 844), NOTICED, [document_of(again)])
        assert [one for one in found if "covers" in one] == []


PLATES = """() => {
  const found = [], round = value => Math.round(value * 2) / 2;
  const box = node => node.getBoundingClientRect();
  const plates = [...document.querySelectorAll(".player")];
  const told = plates.map(plate => {
    const text = plate.querySelector(".player-text"), whole = box(plate);
    const lines = [...text.querySelectorAll(".player-name, .player-side")].map(box);
    // Those that stand at the beginning of a line; what stands beside a name goes on in its line.
    const edges = lines.filter((line, index) => !index || line.top >= lines[index - 1].bottom - 3);
    for (const one of edges)
      if (Math.abs(one.left - edges[0].left) > 0.5)
        found.push(`lines begin at ${edges.map(line => round(line.left))}: ${plate.textContent}`);
    const face = plate.querySelector(".portrait");
    if (face && lines.some(line => line.right > box(face).left + 0.5))
      found.push(`a line reaches into the face: ${plate.textContent}`);
    const name = plate.querySelector(".player-name");
    if (box(name).height > 1.5 * parseFloat(getComputedStyle(name).lineHeight))
      found.push(`a name of two lines: ${plate.textContent}`);
    const press = plate.querySelector("[data-do=who]");
    if (press) {
      const { top, bottom } = box(text);
      if (bottom - top < 44) found.push(`a target of ${bottom - top}: ${plate.textContent}`);
    }
    return [round(whole.height), round(lines[0].left - whole.left)].join(" high, text at ");
  });
  if (new Set(told).size > 1) found.push(`plates differ: ${told}`);
  return [found, told[0]];
}"""
"""What is wrong with the plates beside a board, and how high they are and where they begin."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_plates_are_of_one_height_and_begin_at_one_edge(stills, language):
    page, is_touched = stills
    links = [
        f"#/play/{name}?seats={seats}&seed=1"
        for name, game in catalog.GAMES.items()
        if as_table(game.view) is None
        for seats in (
            "human,human",
            *(f"human,bot:{level}" for level in range(1, 7)),
            "bot:2,bot:4",
        )
    ]
    known = SetSetting("language", language)
    documents = [document_of(session_after([known, Navigate(link, 0.0)])) for link in links]
    for size in TOUCHED if is_touched else AT_A_DESK:
        seen = look_at(page, size, PLATES, documents)
        wrong = [
            (link, size, fault)
            for link, (faults, _) in zip(links, seen, strict=True)
            for fault in faults
        ]
        assert wrong == []
        # As high in one game as in another, and whoever sits there.
        assert len({told.split()[0] for _, told in seen}) == 1, (size, seen)


HIDDEN_NEWS = """() => {
  const found = [], round = Math.round;
  const box = selector => document.querySelector(`.board ${selector}`)?.getBoundingClientRect();
  const around = ["homes", "middle", "track-box", "others"].map(name => [name, box(`.${name}`)]);
  for (const text of document.querySelectorAll(".board .news-item p")) {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects())
      for (const [name, other] of around) {
        if (!other || !other.width || !other.height) continue;
        const down = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
        const across = Math.min(line.right, other.right) - Math.max(line.left, other.left);
        // A line's box is a little higher than its letters.
        if (down > 1.5 && across > 1.5)
          found.push(`${name} covers ${round(down)} of ${round(line.height)}: ${text.textContent}`);
      }
  }
  return found;
}"""
NEWS_SIZES = (
    (320, 568),
    (1280, 720),
    (1440, 900),
    (1024, 768),
    (1366, 768),
    (1920, 1080),
    (768, 1024),
)
TOLD: dict[str, list[Message]] = {
    "aya-oye": [Shout(1, "aya", 500.0, 500.0), Wake(700.0), Press("3", 800.0), Press("L", 900.0)],
    "kindergarten": [Press("X", 800.0)],
    "rumkugeln": [Press("3", 800.0), Press("L", 900.0)],
    "tueftler": [Press("3", 800.0), Press("L", 900.0)],
}


@pytest.mark.parametrize("variant", TOLD)
def test_nothing_covers_what_has_happened(stills, variant):
    page, is_touched = stills
    tables = {
        link: document_of(session_after([Navigate(link, 0.0), *TOLD[variant]]))
        for link, _ in links()
        if f"variant={variant}&" in link
    }
    wrong = []
    for size in TOUCHED if is_touched else NEWS_SIZES:
        found = look_at(page, size, HIDDEN_NEWS, [*tables.values()], [None] * len(tables))
        for link, faults in zip(tables, found, strict=True):
            wrong += [f"{link} {size}: {fault}" for fault in faults]
    assert not wrong, "\n".join([f"{len(wrong)} faults", *wrong])


SCREENS = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1440))

PLACES = """(selector) => [...document.querySelectorAll(selector)].map(node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [node.dataset.do || node.id || node.className, left, top, width, height];
})"""


STAYING = "#board, .players, .panel .button"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["yala", "myra"])
def test_nothing_moves_at_a_hint(stills, game, language):
    page, _ = stills
    link = f"#/play/{game}?seats=human,bot:2&seed=1"
    begun = session_after([SetSetting("language", language), Navigate(link, 0.0)])
    asked = session_after([Command.HINT], begun)
    best = min(map(str, begun.match.last_position.legal_actions(1)))
    half = told(asked, [best])
    documents = [
        document_of(one) for one in (begun, asked, half, session_after([Command.HINT], half))
    ]
    for size in SCREENS:
        begun_at, *others = look_at(page, size, PLACES, documents, [STAYING] * 4)
        assert len(begun_at) > 12
        assert all(places == begun_at for places in others), size


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_moves_when_a_piece_is_chosen(stills, language):
    page, _ = stills
    link = "#/play/myra?seats=human,bot:2&seed=1"
    begun = session_after([SetSetting("language", language), Navigate(link, 0.0)])
    chosen = [session_after([Press(token, 1.0)], begun) for token in ("b2", "a1")]
    documents = [document_of(one) for one in (begun, *chosen)]
    for size in SCREENS:
        begun_at, *others = look_at(page, size, PLACES, documents, [STAYING] * len(documents))
        assert all(places == begun_at for places in others), size


COVERED = """() => {
  const [card, board] = [".end-card", "#board"]
    .map(selector => document.querySelector(selector).getBoundingClientRect());
  return Math.min(board.right - card.left, card.right - board.left,
    board.bottom - card.top, card.bottom - board.top);
}"""
"""How far a card lies on the board."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_end_moves_no_board_and_covers_none(stills, language):
    page, _ = stills
    before = session_after([SetSetting("language", language)], before_the_end(("human", "bot:2")))
    last = before.match.rules.parse_action(RECORD.entries[-1].action)
    over = session_after([Command.SHOW_END], with_turn(before, 2, last))
    documents = [document_of(one) for one in (before, over)]
    for size in SCREENS:
        # On a telephone the players lie below the board's buttons, and the sheet lies on them.
        selector = "#board, .players" if size[0] > 1000 else "#board"
        playing, ended = look_at(page, size, PLACES, documents, [selector] * 2)
        assert playing == ended, size
        # The board's rim has room for a shadow.
        assert page.evaluate(COVERED) < 8, size


WAYS_ON = """(isOpened) => {
  const more = document.querySelector("#end-more");
  more.open = isOpened;
  const seen = node => node.checkVisibility({ contentVisibilityAuto: true });
  const found = [], wide = [], all = [...document.querySelectorAll("#end :is(button, summary)")];
  for (const node of all.filter(seen)) {
    if (isOpened) node.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom, height } = node.getBoundingClientRect();
    const told = node.textContent || node.dataset.do;
    if (height < 43.5) found.push(`${told}: ${height} px high`);
    if (left < -0.5 || right > innerWidth + 0.5 || top < -0.5) found.push(`${told} is cut off`);
    if (innerWidth < 896 && bottom > innerHeight + 0.5) found.push(`${told} is below the window`);
    if (node.scrollWidth > node.clientWidth + 1) found.push(`${told} is too long`);
    wide.push(node.dataset.do ?? "more");
  }
  return [found, wide];
}"""
"""What is wrong with the buttons of the card that tells the end, and which are seen."""

FOLDED = {"look-back", "swap-sides", "share-match", "make-film", "share-escape"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", [("human", "bot:2"), ("bot:2", "human"), ("human", "human")])
def test_the_card_of_the_end_is_set_and_not_filled(stills, language, who):
    """One headline, one reason, the next match in halves; a telephone folds the rest away."""
    page, is_touched = stills
    before = session_after([SetSetting("language", language)], before_the_end(who))
    last = before.match.rules.parse_action(RECORD.entries[-1].action)
    over = session_after([Command.SHOW_END], with_turn(before, RECORD.entries[-1].seat, last))
    documents = [document_of(over)] * 2
    for size in TOUCHED if is_touched else AT_A_DESK:
        (wrong, seen), (more_wrong, more) = look_at(page, size, WAYS_ON, documents, [False, True])
        assert wrong + more_wrong == [], size
        is_folded = size[0] < 896 or size[1] <= 480
        assert FOLDED.isdisjoint(seen) == is_folded, size
        assert {"rematch", "close-end"} <= set(seen), size
        assert len(seen) <= 5 or not is_folded, size
        assert {"look-back", "share-match", "make-film"} <= set(more), size
        assert set(seen) - {"more"} <= set(more), size


TARGETS = """() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  const controls = "a, button, select, summary, input:not([type=hidden]), textarea";
  for (const node of document.querySelectorAll(controls)) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // A board's parts are looked at elsewhere; a tile's field lies in its label.
    if (node.closest(".board, svg, label, .visually-hidden")) continue;
    let { width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const around = getComputedStyle(node, "::after");
    if (around.content !== "none" && around.position === "absolute") {
      width = Math.max(width, parseFloat(around.width) || 0);
      height = Math.max(height, parseFloat(around.height) || 0);
    }
    if (height < 43.5 || width < 43.5)
      found.push(`${node.dataset.do ?? node.className} "${node.textContent.trim().slice(0, 20)}"`
        + ` is ${Math.round(width)} x ${Math.round(height)}`);
  }
  return found;
}"""
"""What a finger is to press and would miss."""

PRESSED = (
    "",
    *(f"{place}/{game}" for game in catalog.GAMES for place in ("setup", "learn", "puzzles")),
    *(f"play/{game}?seats=human,bot:2&seed=7" for game in catalog.GAMES),
    *("settings", "matches", "statistics", "make", "deck/aya"),
)


@pytest.mark.parametrize("context_options", [{"has_touch": True, "is_mobile": True}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_finger_presses_is_as_large_as_a_finger(still, language):
    known = session_after([SetSetting("language", language)])
    documents = [document_of(session_after([Navigate(f"#/{one}", 0.0)], known)) for one in PRESSED]
    for size in ((320, 568), (390, 844), (844, 390)):
        found = look_at(still, size, TARGETS, documents)
        assert {
            (place, fault) for place, faults in zip(PRESSED, found, strict=True) for fault in faults
        } == set(), size


def test_all_of_a_choice_is_in_sight_on_a_telephone_on_its_side(stills):
    page, _ = stills
    page.set_viewport_size({"width": 844, "height": 390})
    link = "#/play/myra?seats=human,bot:1&seed=1"
    show_still(page, session_after([Navigate(link, 0.0), Press("b2", 1.0)]))
    assert page.locator(".controls button").count() >= 6
    for _, _, top, _, height in page.evaluate(PLACES, ".controls button"):
        assert top + height <= 390
