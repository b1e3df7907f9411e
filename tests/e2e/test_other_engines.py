"""In Firefox and WebKit what befalls few: screens that cannot open, storage that fails, a newer
database, copies on one host, deletions taken back, and a kill of the whole browser."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from spieltisch.app.keeping.bots import Bots, OwnBot, PlayedSeries
from spieltisch.games.yala.rules.rules import RULES as YALA
from tests.e2e.test_browser_kills import PRESS, SETTINGS
from tests.e2e.test_damaged import FAULT, READ, WRITE
from tests.e2e.test_faults import BREAK, ON_PURPOSE
from tests.e2e.test_full_disk import IS_WRITTEN
from tests.e2e.test_newer_build import press, says, write
from tests.e2e.test_offline import START_PROGRAM
from tests.e2e.test_private_windows import press_site
from tests.e2e.yala_player import landing, narrowing
from tests.engines.player import Player
from tests.engines.visit import Visit, first_visit
from tests.sampling import sampled
from tests.unit.test_nested import INNER, damaged_letters, series_of, without_pairs
from tools import drivers, engines, serve
from tools.drivers import Json
from tools.project import ToolError

MATCH = "#/play/yala?seats=human,human&seed=42"
COUNT_PACKED = 20

Open = Callable[..., Visit]


@pytest.fixture(params=engines.ENGINES, ids=lambda engine: engine.name)
def open_engine(request: pytest.FixtureRequest, built_site: Path, tmp_path: Path):
    """A browser at a first visit; see `first_visit`."""
    visits = []

    def open_engine(**options: Json) -> Visit:
        visit = first_visit(request.param, built_site, tmp_path / "served", **options)
        visits.append(visit)
        return visit.__enter__()

    yield open_engine
    for visit in visits:
        visit.__exit__(None, None, None)


def call(player: Player, function: str, *given: Json) -> Json:
    return player.ask(f"({function})({', '.join(map(json.dumps, given))})")


def reload(player: Player) -> None:
    player.driver.reload()
    player.expect_ready()


def value(player: Player, node: str, text: str) -> None:
    player.expect(f"document.querySelector({json.dumps(node)})?.value === {json.dumps(text)}")


def move(player: Player) -> None:
    """Play a move of YALA by clicks."""
    position = YALA.parse_position(player.position)
    action = narrowing(position)
    count = player.count("#moves li")
    for site in (action[0], landing(position, action)):
        # A notice may lie over it.
        press_site(player, site)
    player.expect_node(f"#move-{count + 1}")


def begin_match(player: Player, link: str = MATCH) -> None:
    player.follow(link)
    player.expect_node("svg[data-game=yala][data-active-seat]")


def test_a_screen_that_cannot_open_says_so(open_engine: Open) -> None:
    player = open_engine().player
    letters = [*damaged_letters(COUNT_PACKED), ("", without_pairs(INNER[1]))]
    bots, series = {}, {}
    for number, (_, packed) in enumerate(letters):
        bot = f"bot{number:09}"
        bots[bot] = OwnBot(game="yala", name=f"b{number}", source="x")
        series[f"s{number:011}"] = series_of(packed, "" if number == len(letters) - 1 else bot)
    kept = {"bots": Bots(bots).format(), "series": PlayedSeries(series).format()}
    damaged = {"decks": '{"abcdefghijk1":{"game":"aya","cards":7}}', "studies": "[[[[]]]]"}
    for name, text in {**kept, **damaged}.items():
        call(player, WRITE, ["values", [[name, text]]])
    reload(player)
    places = {f"#/workshop/yala/{bot}": "#bot-source" for bot in bots}
    for place, node in {
        **places,
        "#/deck/aya": "#deck-text",
        "#/matches": ".screen-matches",
    }.items():
        player.go(place)
        player.expect_node(node)
        assert player.count(FAULT) == 0, place
    player.go("#/settings")
    player.expect_node("#damaged-title")
    player.ask("{ delete document.body.dataset.said }")
    begin_match(player)
    program = "from pyscript import window\ndef say(value):\n"
    program += "    window.document.body.dataset.said = value\n"
    program += BREAK.format(state="RulesScreen", when="True")
    player.go("#/rules/aya")
    player.expect_node(".screen-rules")
    player.go(MATCH)
    player.expect_node("svg[data-game=yala]")
    call(player, START_PROGRAM, program)
    player.expect("document.body.dataset.said === 'broken'")
    player.go("#/rules/aya")
    says(player, "h1", "This page cannot be shown")
    assert player.ask("location.hash") == "#/rules/aya"
    assert player.ask("Object.values(localStorage).join()").count(ON_PURPOSE) == 1
    player.ask("{ history.back() }")
    player.expect_node("svg[data-game=yala]")
    move(player)
    player.go("#/rules/aya")
    press(player, "main [data-do=load-again]")
    player.expect_node(".screen-rules")
    player.go(MATCH)
    player.expect_node("#move-1")


THROW = """(each) => {
    const { put } = IDBObjectStore.prototype;
    let count = 0;
    window.mend = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = function (...all) {
        if ((count += 1) % each === 0) throw new DOMException("provoked", "UnknownError");
        return put.apply(this, all);
    };
}"""


@pytest.mark.parametrize("each", [1, 2, 3])
def test_what_is_written_while_storage_throws_is_kept(open_engine: Open, each: int) -> None:
    player = open_engine().player
    begin_match(player)
    player.go("#/workshop/yala")
    player.expect_node("#bot-source")
    call(player, THROW, each)
    for number in range(3):
        write(player, "#bot-source", f"# bot {number}")
        player.go("#/deck/aya")
        write(player, "#deck-text", f"bbbyy bbbyb {'bbbby' * number}")
        player.go(MATCH)
        player.expect_node("svg[data-game=yala][data-active-seat]")
        move(player)
        player.go("#/workshop/yala")
        value(player, "#bot-source", f"# bot {number}")
    player.ask("{ mend() }")
    # The next change is written with all before it; else it is tried again by and by.
    write(player, "#bot-source", "# bot at last")
    player.expect("!document.querySelector('#notice')")
    # Written once it is in the database.
    player.expect(f"({READ})(['values']).then(all => JSON.stringify(all).includes('at last'))")
    reload(player)
    value(player, "#bot-source", "# bot at last")
    player.go("#/deck/aya")
    value(player, "#deck-text", "bbbyy bbbyb bbbbybbbby")
    player.go(MATCH)
    player.expect_node("#move-3")


OPEN = """(version) => new Promise((resolve) => {
    const asked = indexedDB.open("spieltisch", version);
    asked.onblocked = () => { window.wasBlocked = true; };
    asked.onsuccess = () => { window.newer = asked.result; resolve(window.wasBlocked ?? false); };
    asked.onerror = () => resolve(asked.error.name);
})"""
DELETE = """() => new Promise((resolve) => {
    newer.close();
    const asked = indexedDB.deleteDatabase("spieltisch");
    asked.onsuccess = asked.onerror = () => resolve(true);
})"""


def test_a_newer_database_is_made_beside_the_page_and_told(open_engine: Open) -> None:
    player = open_engine().player
    begin_match(player)
    move(player)
    assert call(player, OPEN, 99) is False
    player.ask("{ newer.close() }")
    move(player)
    newer = player.text("#notice")
    assert "newer version" in newer
    reload(player)
    # It is told once there is something to keep.
    begin_match(player, "#/play/yala?seats=human,human&seed=7")
    move(player)
    says(player, "#notice", newer)
    # A database that is gone is made anew.
    call(player, OPEN, 99)
    call(player, DELETE)
    reload(player)
    begin_match(player)
    move(player)
    reload(player)
    player.expect_node("#move-1")
    assert player.count("#notice") == 0


def test_copies_on_one_host_do_not_meet(open_engine: Open, built_site: Path) -> None:
    visit = open_engine(has_worker=True)
    player, folder = visit.player, visit.host.folder
    shutil.copytree(built_site, folder / "cache-x")
    worker = "navigator.serviceWorker.getRegistration().then(found => found?.active?.state)"
    is_kept = f"{worker}.then(state => state === 'activated')"
    begin_match(player)
    move(player)
    player.go("#/settings")
    press(player, "#theme-dark")
    player.expect("document.documentElement?.dataset.theme === 'dark'")
    player.expect(is_kept)
    player.start("/cache-x/")
    assert player.ask("document.documentElement.dataset.theme") == "auto"
    begin_match(player)
    assert player.count("#moves li") == 0
    for _ in range(2):
        move(player)
    player.expect(f"{worker}.then(state => state === 'activated')")
    player.expect(
        "navigator.serviceWorker.getRegistration()"
        ".then(found => found?.scope.endsWith('/cache-x/') && found.active?.state === 'activated')"
    )
    player.start("/#/settings")
    assert player.ask("document.documentElement.dataset.theme") == "dark"
    player.expect_node("#offline-off")
    press(player, "#offline-off")
    player.expect("document.documentElement?.dataset.offline === 'off'")
    player.expect(
        "caches.keys().then(all => all.length > 0 && all.every(one => one.includes('x')))"
    )
    visit.host.disconnect()
    player.start(f"/cache-x/{MATCH}")
    player.expect_node("#move-2")
    assert player.count("#move-3") == 0
    visit.host.connect()
    player.start(f"/{MATCH}")
    player.expect_node("#move-1")
    assert player.count("#move-2") == 0


def made(player: Player, kind: str) -> str:
    """Make a thing of a kind; gives the address at which it is deleted."""
    player.go({"bot": "#/workshop/yala", "deck": "#/deck/aya"}.get(kind, "#/rules/yala"))
    if kind in ("bot", "deck"):
        press(player, f"[data-do=new-{kind}]")
        if kind == "deck":
            write(player, "#deck-text", "bbbyy")
        write(player, f"#{kind}-name", "Mine")
    else:
        begin_match(player, "#/play/yala?seats=human,human&names=Mine,B&seed=7")
        if not player.count("#move-1"):
            move(player)
        if kind == "match":
            return "#/matches"
        press(player, "[data-do=study]")
        write(player, "[data-edit=comment]", "Mine")
    player.expect(f"document.querySelector('[data-do=delete-{kind}]')?.disabled === false")
    player.expect("location.hash.split('/').length > 2")
    return str(player.ask("location.hash"))


def is_listed(player: Player, kind: str) -> bool:
    player.go("#/settings")
    player.expect_node(".screen-settings")
    place = {"bot": "#/workshop/yala", "deck": "#/deck/aya"}.get(kind, "#/matches")
    player.go(place)
    if kind in ("bot", "deck"):
        press(player, f"[data-do=new-{kind}]")
        nodes = f"[...document.querySelectorAll(\"a[href*='{place}/']\")]"
        return bool(player.ask(f"{nodes}.some(one => one.textContent.trim() === 'Mine')"))
    player.expect_node(".screen-matches")
    return player.count("[data-match]" if kind == "match" else ".studies a") == 1


def test_what_is_deleted_comes_back_from_another_screen(open_engine: Open) -> None:
    player = open_engine().player
    for kind in ("bot", "deck", "study", "match"):
        address = made(player, kind)
        player.go(address)
        button = "[data-match] [data-do=delete]" if kind == "match" else f"[data-do=delete-{kind}]"
        press(player, button)
        player.expect_node("#deleted")
        player.go("#/rules/myra")
        player.expect_node(".screen-rules")
        press(player, "[data-do=undo-delete]")
        player.expect("!document.querySelector('#deleted')")
        assert player.ask("location.hash") == "#/rules/myra"
        assert is_listed(player, kind), kind
        reload(player)
        assert is_listed(player, kind), kind
        if kind == "study":
            assert is_listed(player, "study")


@pytest.mark.parametrize("kills", sampled((4, 24), 4))
def test_what_was_chosen_and_played_is_there_after_firefox_was_killed(
    built_site: Path, tmp_path: Path, kills: int
) -> None:
    try:
        program = engines.program(engines.FIREFOX)
    except ToolError as error:
        pytest.skip(str(error))
    host = serve.make_server(built_site)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    played, chosen = 0, dict[str, str]()
    for number in range(kills + 1):
        with drivers.firefox(program, profile=tmp_path / "profile") as driver:
            player = Player(driver, host)
            player.start("/#/settings")
            for setting, choice in chosen.items():
                node = f"document.getElementById('{setting}-{choice}')"
                assert player.ask(f"{node}.checked"), (number, setting, choice)
            player.go(MATCH)
            player.expect_node("svg[data-game=yala]")
            player.expect(f"document.querySelectorAll('#moves li').length === {played}")
            if number == kills:
                break
            move(player)
            played += 1
            player.go("#/settings")
            setting, choice = SETTINGS[number % len(SETTINGS)]
            player.expect_node(f"#{setting}-{choice}")
            call(player, PRESS, f"#{setting}-{choice}")
            chosen[setting] = choice
            # Killed at once when the database has it.
            player.expect(f"({IS_WRITTEN})({json.dumps([setting, choice])})")
            driver.kill()
