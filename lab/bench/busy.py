"""How long the page itself is kept busy by what can be sent to it.

A built site is opened in Chromium as people have it. For each door the longest input of a length
and one twice as long are given, and the longest of the page's tasks is told by the processor's
time, and that of all tasks: while a task lasts, no press is heard. The least of some rounds counts.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import compress

from playwright.sync_api import Page, sync_playwright

from lab.bench.tasks import Tasks, calibration, tasks_while
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.keeping.puzzle_log import GameLog, PuzzleLog, format_puzzle_log
from spieltisch.play.archive_file import (
    Belongings,
    BelongingsKind,
    archived_line,
    belongings_line,
    framed,
)
from spieltisch.play.digits import to_letters
from spieltisch.play.match import Match, format_match
from spieltisch.play.mistake import BETTER, Mistake
from spieltisch.play.own_jobs import MAX_SOURCE
from spieltisch.play.puzzle import Continuation, Puzzle
from spieltisch.play.record_link import LinkedMatch, encode_match
from spieltisch.play.summary import summary_of
from spieltisch.table import BY_LINK, format_record
from tests.hostile import TEXTS
from tests.long_matches import long_match
from tools import site
from tools.bench.host import serving
from tools.bench.visit import fresh_profile, go
from tools.project import ToolError

AFTER_S = 2.0
"""So long a page is watched once it has what was given."""
LOOK_AGAIN_S = 0.1
LIMIT_S = 180.0
GAME = "myra"
"""Its turns take longest."""
TURNS = 1_500
BIG = 2_000_000
KEPT = 900_000
MATCHES = 1_000
PAST = 200
"""Turns of the past of each kept mistake."""
LETTERS = 90_000
MATCH_ID = "busy00000000"

ADDRESSES = ("letters", "an escaped quote each", "equal names", "boards")
"""Texts of ``hostile.py`` that take the doors of addresses longest."""

Give = Callable[[Page], None]


@dataclass(frozen=True)
class Door:
    """A way in: what is given, by its size, and the size of the smaller one."""

    size: int
    give: Callable[[int], Give]
    done: str = "true"
    """A script's condition, with SIZE for the size, that holds once it has been taken in."""
    before: Callable[[int], Give] = lambda _: lambda __: None
    """What is done first, and is not measured."""
    before_done: str = "true"


def run(rounds: int) -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="bench-") as folder, sync_playwright() as playwright:
        site.build(Path(folder))
        with serving(Path(folder), compresses=False) as url:
            rounds = max(1, rounds // 3)
            print(f"\nbusy: longest task and all tasks, ms of the processor, least of {rounds}")
            with fresh_profile(playwright) as context:
                page = context.new_page()
                go(page, url + "#/")
                idle, loop = tasks_while(page, lambda: time.sleep(AFTER_S)), calibration(page, 3)
            print(f"  a fixed loop: {loop:.0f}; nothing: {idle.longest:.0f} of {idle.total:.0f}")
            for name, door in doors().items():
                found: dict[int, list[Tasks]] = {}
                for size in (door.size, 2 * door.size) * rounds:
                    with fresh_profile(playwright) as context:
                        page = context.new_page()
                        go(page, url + "#/")
                        given(page, door.before(size), door.before_done, size)
                        give = partial(given, page, door.give(size), door.done, size)
                        found.setdefault(size, []).append(tasks_while(page, give))
                cells = "".join(
                    f"{size:>9}: {min(one.longest for one in tasks):5.0f}"
                    f" of {min(one.total for one in tasks):6.0f}"
                    for size, tasks in found.items()
                )
                print(f"  {name:32}{cells}", flush=True)


def given(page: Page, give: Give, done: str, size: int) -> None:
    """Give something to a page, wait until it has been taken in, and a little longer: something may
    be done later."""
    give(page)
    # Asked from outside: the page's policy forbids scripts that are made from text.
    began = time.monotonic()
    while not page.evaluate(done.replace("SIZE", str(size))):
        if time.monotonic() - began > LIMIT_S:
            raise ToolError(f"the page does not come to: {done}")
        time.sleep(LOOK_AGAIN_S)
    time.sleep(AFTER_S)


def doors() -> dict[str, Door]:
    """The doors of the page by their names."""
    matches: dict[int, Match] = {}

    def match(turns: int) -> Match:
        return matches.setdefault(turns, long_match(GAME, turns))

    def link(turns: int) -> str:
        one = match(turns)
        return f"#/record/{encode_match(LinkedMatch(one.setup, tuple(one.turns)))}"

    def old_link(turns: int) -> str:
        return f"#/record/{to_letters(compress(format_record(match(turns).record).encode(), 9))}"

    def line(match_id: str, one: Match) -> str:
        summary = summary_of(one, match_id, begun_ms=1, played_ms=1)
        return archived_line(summary, format_match(one))

    def files(count: int) -> str:
        short = Match.open(match(TURNS).record.cut(3))
        return framed(line(f"m{n:011}", short) for n in range(count))

    def one_line(count: int) -> str:
        return json.dumps(json.loads(files(count)))

    def one_match(turns: int) -> str:
        return framed([line(MATCH_ID, match(turns))])

    def opened(turns: int) -> Give:
        return gone_to(link(turns))

    def by_link(turns: int) -> str:
        one = match(turns)
        players = tuple(replace(player, controller=BY_LINK) for player in one.setup.all_players)
        setup = replace(one.setup, players=players)
        return f"#/record/{encode_match(LinkedMatch(setup, tuple(one.turns)))}"

    def belongings(letters: int) -> str:
        log = PuzzleLog({GAME: GameLog(mistakes=mistakes(match(PAST), letters))})
        source = "x = [1, 2]\n" * (MAX_SOURCE // 12)
        bots = {
            f"b{number:011}": OwnBot(game=GAME, name="a", source=source)
            for number in range(letters // MAX_SOURCE)
        }
        kept = [
            (BelongingsKind.PUZZLES, format_puzzle_log(log)),
            (BelongingsKind.BOTS, Bots(bots).format()),
        ]
        return framed((), (belongings_line(Belongings(kind, text=text)) for kind, text in kept))

    drawn = "document.querySelectorAll('#moves li').length === SIZE"
    is_shared = (
        "!/^#notice|moment/.test(document.getElementById('notice')?.textContent ?? '#notice')"
    )
    german = f"document.documentElement.lang === 'de' && {drawn}"
    imported = "document.querySelector('progress') === null && location.hash === '#/import'"
    addresses = {f"an address: {n}": Door(LETTERS, partial(gone_to_text, n)) for n in ADDRESSES}
    return {
        "a link, turns": Door(TURNS, lambda size: gone_to(link(size)), drawn),
        "an old link, turns": Door(TURNS // 2, lambda size: gone_to(old_link(size)), drawn),
        "a file, matches": Door(MATCHES, lambda size: imported_file(files(size)), imported),
        "a file of one line, matches": Door(
            MATCHES, lambda size: imported_file(one_line(size)), imported
        ),
        "a file of one match, turns": Door(
            TURNS, lambda size: imported_file(one_match(size)), imported
        ),
        "a file of anything, letters": Door(BIG, lambda size: imported_file("é" * size), imported),
        "all else that is kept, letters": Door(
            KEPT, lambda size: imported_file(belongings(size)), imported
        ),
        "a start with that, letters": Door(
            KEPT,
            lambda _: loaded_again,
            "true",
            lambda size: imported_file(belongings(size)),
            imported,
        ),
        "pasted text, letters": Door(BIG, lambda size: pasted("quotes", size)),
        "pasted matches, letters": Door(BIG, lambda size: pasted("quotes", size, "{"), imported),
        "another tab's message, letters": Door(LETTERS, told_by_another_tab),
        **addresses,
        "another language, turns": Door(TURNS, lambda _: spoken, german, opened, drawn),
        "taken back to the start, turns": Door(TURNS, lambda _: taken_back, drawn, opened, drawn),
        "shared, turns": Door(TURNS, lambda _: shared, "true", opened, drawn),
        "shared from a file, turns": Door(
            TURNS, lambda _: shared, is_shared, lambda size: opened_file(one_match(size)), drawn
        ),
        "a match by link, turns": Door(TURNS, lambda size: gone_to(by_link(size)), drawn),
        "a seat in it taken, turns": Door(
            TURNS, lambda _: seat_taken, "true", lambda size: gone_to(by_link(size)), drawn
        ),
    }


def gone_to(link: str) -> Give:
    return lambda page: page.evaluate("link => { location.hash = link }", link)


def gone_to_text(name: str, letters: int) -> Give:
    return gone_to("#/record/" + TEXTS[name](letters))


def imported_file(text: str) -> Give:
    folder = TemporaryDirectory(prefix="bench-")
    path = Path(folder.name) / "all.json"
    path.write_text(text, encoding="utf-8")

    def give(page: Page) -> None:
        assert path.is_file(), folder
        page.evaluate("location.hash = '#/import'")
        page.wait_for_selector("[data-files]", state="attached")
        # By its path: what a test hands over itself goes through the page's main thread.
        page.locator("[data-files]").set_input_files(path)
        time.sleep(0.5)

    return give


def pasted(name: str, size: int, before: str = "") -> Give:
    script = """text => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
      document.body.dispatchEvent(event);
    }"""
    return lambda page: page.evaluate(script, before + TEXTS[name](size))


def opened_file(text: str) -> Give:
    """A file of one match, which is opened then."""
    import_it = imported_file(text)

    def give(page: Page) -> None:
        import_it(page)
        page.wait_for_selector("progress", state="detached")
        page.evaluate(f"location.hash = '#/match/{MATCH_ID}'")

    return give


def mistakes(match: Match, letters: int) -> tuple[Mistake, ...]:
    """So many letters of mistakes, each with a long past."""
    position = match.rules.format_position(match.position)
    (seat,) = match.position.active_seats
    action = match.rules.format_action(match.position.legal_actions(seat)[0])
    setup = replace(match.setup, seed=None, start="", players=())

    def mistake(number: int) -> Mistake:
        puzzle = Puzzle(
            f"m{number:05}", setup, position, seat, BETTER, 1, 1, 0, (), ({action: Continuation()},)
        )
        return Mistake(puzzle, action, 0.5)

    return tuple(map(mistake, range(letters // len(position))))


def loaded_again(page: Page) -> None:
    page.reload()
    page.wait_for_selector("html[data-state=ready]", state="attached")


def seat_taken(page: Page) -> None:
    page.locator("[data-do=claim]").first.click()


def spoken(page: Page) -> None:
    page.locator("#set-language").first.select_option("de")


def taken_back(page: Page) -> None:
    page.evaluate("document.getElementById('move-1').click()")
    page.locator("[data-do=play-from]").first.click()


def shared(page: Page) -> None:
    page.locator("[data-do=share]").first.click()


def told_by_another_tab(size: int) -> Give:
    """A value that our tabs do not send, on every channel that the page may listen to."""
    script = """async size => {
      for (const { name } of await indexedDB.databases())
        for (const channel of [name, `${name}-tabs`]) {
          const sender = new BroadcastChannel(channel);
          sender.postMessage("a".repeat(size));
          sender.postMessage(Array(size).fill({ id: "a" }));
          sender.close();
        }
    }"""
    return lambda page: page.evaluate(script, size)
