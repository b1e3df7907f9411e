"""The page in Firefox and in WebKit: started once in each, and then tried in all that it can do.

The tests of an engine share its page, and each begins at an address of its own. A browser's console
must have nothing to complain of after any of them. What is drawn, said and counted is for the tests
in Chromium; this is for what engines do in ways of their own.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.app.core.keys import DEFAULT_KEYS
from spieltisch.games import catalog
from spieltisch.games.aya.rules.choice import SHOUTS, meaning
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import format_track
from spieltisch.games.myra.rules.rules import RULES as MYRA
from spieltisch.games.yala.rules.rules import RULES as YALA
from spieltisch.kit.words import LANGUAGES
from tests import planes
from tests.e2e import aya_player, myra_player, yala_player
from tests.e2e.test_smoke import smallest_match
from tests.engines.player import Player
from tools import drivers, engines, serve
from tools.drivers import until
from tools.project import ToolError

DESKTOP = (1024, 768)
SIZES = ((390, 844), (800, 900))
SOLITAIRE = aya_player.link("tueftler", "zoch", "human", seed=3)
RACE = aya_player.link("turbo", "zoch", "human,human", seed=1)


@pytest.fixture(scope="module", params=engines.ENGINES, ids=lambda engine: engine.name)
def player(request: pytest.FixtureRequest, built_site: Path) -> Iterator[Player]:
    """Somebody at the page of an engine, which has been started."""
    try:
        running = drivers.started(request.param)
    except ToolError as error:
        pytest.skip(str(error))
    server = serve.make_server(built_site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with running as driver:
        driver.resize(*DESKTOP)
        player = Player(driver, server)
        player.start()
        yield player
    if not player.is_offline:
        player.lose_network()


@pytest.fixture(autouse=True)
def no_complaint(player: Player) -> Iterator[None]:
    """Have each test end with nothing in the console that is a complaint."""
    yield
    assert player.complaints() == []


def test_what_a_console_complains_of_is_heard(player: Player) -> None:
    player.ask("{ console.warn('of no use'); setTimeout(() => { throw new Error('thrown') }) }")
    for text in ("of no use", "thrown"):
        until(lambda text=text: any(text in line for line in player.complaints()), text)
    player.forgive("of no use", "thrown")


def test_it_starts_from_its_snapshot(player: Player) -> None:
    # Starting without it would be told as a warning, see python.js.
    script = "performance.getEntriesByType('resource').map(entry => entry.name)"
    made = [
        name.split("/made/")[1].split(".")[0] for name in player.ask(script) if "/made/" in name
    ]
    assert "snapshot" in made
    assert player.complaints() == []


def play_yala(player: Player, link: str, *, by_keys: bool, has_bot: bool) -> None:
    """Play a match of YALA to its end: two presses a move."""
    player.go(link)
    player.expect_node("svg[data-game=yala][data-active-seat]")
    count = player.count("#moves li")
    while not player.count("[data-outcome]"):
        position = YALA.parse_position(player.position)
        action = yala_player.narrowing(position)
        for site in (action[0], yala_player.landing(position, action)):
            if by_keys:
                key_to(player, site)
            else:
                player.press(f"[data-site='{site}']")
        if not has_bot:
            player.expect_position(YALA.format_board(yala_player.after(position, action)))
        count += 1 + has_bot
        player.expect_node(f"[data-outcome], #move-{count}")


def key_to(player: Player, site: str) -> None:
    """Go round the ring with an arrow key to a tower, and press it."""
    if not player.ask("document.activeElement?.dataset?.site"):
        player.ask("{ document.querySelector('svg#board [tabindex=\"0\"]').focus() }")
    for _ in range(12):
        if player.ask("document.activeElement?.dataset?.site") == site:
            player.keys("Enter")
            return
        player.keys("ArrowRight")
    raise AssertionError(f"the arrow keys never came to {site}")


def test_a_match_of_yala_by_keys(player: Player) -> None:
    play_yala(player, yala_player.play_link(), by_keys=True, has_bot=False)


def test_a_match_of_yala_by_clicks_against_a_computer_in_its_worker(player: Player) -> None:
    play_yala(player, "#/play/yala?seats=human,bot:3&seed=3", by_keys=False, has_bot=True)


def test_a_match_of_myra_by_clicks(player: Player) -> None:
    player.go(myra_player.link())
    position = myra_player.start()
    player.expect_position(MYRA.format_board(position))
    for text in myra_player.TWO_SEATS:
        action = MYRA.parse_action(text)
        for token in myra_player.tokens_for(position, action):
            player.press(f'[data-site="{token}"][data-target], button[data-token="{token}"]')
        position = position.apply(position.to_act, action)
        if action.kind == "gather" and player.position != MYRA.format_board(position):
            player.press("[data-do=play]")
        player.expect_position(MYRA.format_board(position))
    player.expect_node("[data-outcome='1']")


def play_aya(player: Player, link: str, *, with_keys: frozenset[int]) -> None:
    """Play a match of AYA to its end; the seats that are not said to use keys use the mouse."""
    player.go(link)
    script = aya_player.Script(aya_player.start_of(link))
    player.expect_position(format_track(script.position.track))
    for seat, action in script.steps():
        act_in_aya(player, script.position, seat, action, by_keys=seat in with_keys)
        player.expect_node(f"#move-{script.done + 1}")
    player.expect_position(format_track(script.position.track))
    outcome = script.position.outcome
    assert outcome is not None
    winners = ",".join(str(seat) for seat in sorted(outcome.winners))
    player.expect_node(f"[data-outcome='{winners}']")


def act_in_aya(
    player: Player, position: AyaPosition, seat: int, action: str, *, by_keys: bool
) -> None:
    """Do what a seat does: call, or move a ball to an end."""
    if action == "X":
        return  # the table plays it
    if len(action) == 2:
        ball, end = action
        if by_keys:
            player.keys(f"Digit{ball}", {"L": "ArrowLeft", "R": "ArrowRight"}[end])
        else:
            player.press(f"[data-ball='{ball}']")
            player.press(f"[data-end={end}]")
        return
    (word,) = [shout for shout in SHOUTS if meaning(position, seat, shout) == action]
    if by_keys:
        player.keys(DEFAULT_KEYS[f"{seat}:{word}"])
    else:
        player.press(f"[data-shout={word}][data-seat='{seat}']")


def test_a_race_of_aya_of_one_with_keys_and_one_with_the_mouse(player: Player) -> None:
    play_aya(player, RACE, with_keys=frozenset({1}))


def test_a_solitaire_by_clicks(player: Player) -> None:
    play_aya(player, SOLITAIRE, with_keys=frozenset())


def test_it_fits_phones_and_tablets(player: Player) -> None:
    for width, height in SIZES:
        player.resize(width, height)
        for game in catalog.GAMES:
            player.go(smallest_match(game))
            player.expect_node(f"svg[data-game={game}]")
            assert player.ask("document.documentElement.scrollWidth <= innerWidth"), (game, width)
            box = player.ask("document.querySelector('svg[data-position]').getBoundingClientRect()")
            assert box["left"] >= 0, (game, width)
            assert box["top"] >= 0, (game, width)
            assert box["right"] <= width, (game, width)
            assert box["bottom"] <= height, (game, width)
            assert min(box["width"], box["height"]) >= 60, (game, width)
    player.resize(*DESKTOP)


def test_a_screen_begins_at_its_top_and_steps_lead_to_where_one_was(player: Player) -> None:
    player.resize(*SIZES[0])
    for after in (lambda: None, player.reload):
        player.go("#/rules/aya")
        player.expect_node("main.screen-rules")
        # Not to the end: WebKit at times counts what is folded away there, and then no more.
        player.ask("{ document.querySelector('.rules-end').scrollIntoView({ block: 'end' }) }")
        y = player.expect("scrollY > 1000 && scrollY")
        player.press(".rules-end .is-primary")
        player.expect_node("main.screen-setup")
        assert player.ask("scrollY") == 0
        after()
        player.expect_node("main.screen-setup")
        player.ask("{ history.back() }")
        player.expect_node("main.screen-rules")
        player.expect(f"Math.abs(scrollY - {y}) <= 1")
        after()
        player.expect_node("main.screen-rules")
        player.expect(f"Math.abs(scrollY - {y}) <= 1")
        player.ask("{ history.forward() }")
        player.expect_node("main.screen-setup")
        player.expect("scrollY === 0")
    player.resize(*DESKTOP)


def test_it_changes_its_language(player: Player) -> None:
    player.go("#/")
    player.expect_node("#set-language")
    for language in (*LANGUAGES, "en"):
        value, tag = json.dumps(language), LANGUAGES[language].tag
        player.ask(
            "{ const field = document.getElementById('set-language');"
            f" field.value = {value};"
            " field.dispatchEvent(new Event('change', { bubbles: true })) }"
        )
        player.expect(f"document.documentElement?.lang === {json.dumps(tag)}")


def test_a_french_keyboard_is_known_by_the_key_that_is_pressed(player: Player) -> None:
    player.go("#/settings")
    player.expect_node("#keyboard-azerty")
    event = "new KeyboardEvent('keydown', { key: '%s', code: 'KeyQ', bubbles: true })"
    for key, other in (("a", "Q"), ("q", "A")):
        player.ask(f"{{ document.body.dispatchEvent({event % key}) }}")
        label = "document.querySelector(\"[data-arg='1:oye'] kbd\")?.textContent"
        player.expect(f"{label} === '{other}'")


def test_text_of_every_plane_goes_through_every_field_and_address(player: Player) -> None:
    for text in (planes.EVERYTHING, planes.HALF):
        for place in planes.FORMS:
            player.go(place)
            player.ask(planes.filling(text))
        player.ask(planes.visiting(text))
    player.follow("#/play/yala?seats=human,human&seed=43")
    player.expect_node("svg[data-game=yala][data-active-seat]")
    move_in_yala(player)
    player.expect_node("#move-1")


def test_a_bot_is_typed_and_its_wrong_line_marked(player: Player) -> None:
    player.go("#/workshop/yala")
    shadow = "document.querySelector('code-editor')?.shadowRoot"
    player.expect(f"!!{shadow}?.querySelector('.cm-content')")
    # Wherever that is: no name of Python's, and so nothing that would be completed.
    player.press("code-editor")
    player.keys("Digit1", "KeyA")
    player.expect("document.getElementById('bot-source').value.includes('1a')")
    player.keys("Escape", "Tab")
    player.expect("document.activeElement?.dataset?.do === 'share-bot'")
    player.press("#bot-run")
    player.expect_node("[data-series='failed']")
    assert "line " in player.text("#bot-error")
    player.expect(f"{shadow}.querySelector('.cm-wrong')?.textContent.includes('1a')")


def undo(player: Player) -> None:
    """Press Ctrl and Z."""
    control, letter = "\ue009", "z"
    pressed = [("keyDown", control), ("keyDown", letter), ("keyUp", letter), ("keyUp", control)]
    actions = [{"type": kind, "value": key} for kind, key in pressed]
    player.driver.act([{"type": "key", "id": "keyboard", "actions": actions}])


def test_an_undo_brings_no_other_things_text(player: Player) -> None:
    for place, field, begins in (
        ("#/workshop/myra", "bot-source", "new-bot"),
        ("#/deck/aya", "deck-text", "new-deck"),
    ):
        player.go(place)
        player.expect_node(f"#{field}")
        node = f"document.getElementById('{field}')"
        player.ask(f"{{ {node}.focus() }}")
        player.keys("KeyB", "KeyB", "KeyY")
        player.expect(f"{node}.value.includes('bby')")
        player.ask(f"{{ document.querySelector('[data-do={begins}]').click() }}")
        player.expect(f"!{node}.value.includes('bby')")
        begun = player.ask(f"{node}.value")
        player.ask(f"{{ {node}.focus() }}")
        for _ in range(4):
            undo(player)
        assert player.ask(f"{node}.value") == begun


def test_a_name_that_is_being_written_is_kept_as_its_screen_is_left(player: Player) -> None:
    for place, name, begins in (
        ("#/workshop/myra", "bot-name", "new-bot"),
        ("#/deck/aya", "deck-name", "new-deck"),
    ):
        player.go(place)
        player.press(f"[data-do={begins}]")
        player.ask(f"{{ document.getElementById('{name}').focus() }}")
        # Without the focus of a window Firefox tells nothing as a field is left.
        player.keys("KeyA", "Enter")
        player.expect("location.hash.split('/').length === 4")
        address = player.ask("location.hash")
        player.ask(f"{{ document.getElementById('{name}').focus() }}")
        player.keys("KeyX", "KeyY")
        player.expect(f"document.getElementById('{name}').value.includes('xy')")
        player.ask("{ location.hash = '#/workshop/yala' }")
        player.expect("document.getElementById('bot-name')?.value.includes('xy') === false")
        player.go("#/rules/aya")
        player.go(str(address))
        player.expect(f"document.getElementById('{name}')?.value.includes('xy')")


def test_a_position_is_set_up_by_keys(player: Player) -> None:
    player.go("#/editor/yala")
    player.expect_node("[data-editing] [data-site][tabindex='0']")
    player.ask("{ document.querySelector('[data-editing] [data-site][tabindex=\"0\"]').focus() }")
    text = "document.getElementById('position').value"
    before = player.ask(text)
    player.keys("ArrowRight", "Delete")
    player.expect(f"{text} !== {json.dumps(before)}")
    assert player.count("#flaws .is-right") == 0
    player.keys("Digit1", "Enter")
    player.expect(f"{text}.length === {len(before)}")


def test_a_match_is_studied_by_clicks_and_keys(player: Player) -> None:
    player.go("#/play/yala?seats=human,human&seed=42")
    player.expect_node("svg[data-game=yala][data-active-seat]")
    move_in_yala(player)
    player.press("[data-do=study]")
    player.expect_node("[data-study]")
    move_in_yala(player)
    moves = "[...document.querySelectorAll('#moves .move button')]"
    current = f"{moves}.findIndex(one => one.hasAttribute('aria-current'))"
    player.expect(f"{current} === 1")
    player.ask("{ document.getElementById('moves').focus() }")
    player.keys("ArrowLeft")
    player.expect(f"{current} === 0")
    # Another move in its place is a variation, signed and made the main line by keys.
    position = YALA.parse_position(player.position)
    known = yala_player.narrowing(position)
    action = next(one for one in map(str, position.legal_actions(2)) if one[0] != known[0])
    move_in_yala(player, action)
    player.expect(f"{moves}.length === 3 && {current} === 2")
    player.ask("{ document.getElementById('moves').focus() }")
    player.keys("Digit1", "Digit9")
    player.expect(f"{current} === 1 && {moves}[1].innerText.includes('!')")
    player.expect("document.querySelector('[data-do=make-main]').disabled")
    player.press("[data-do=take-back]")
    player.expect(f"{current} === 2")
    player.press("[data-do=make-main]")
    player.expect(f"{current} === 1")
    player.press("[data-edit=comment]")
    player.keys("KeyA", "KeyB")
    player.expect("document.querySelector('.study-comment')?.textContent === 'ab'")
    player.ask("{ document.getElementById('moves').focus() }")
    player.keys("Delete")
    player.expect(f"{moves}.length === 2")
    player.press("[data-do=take-back]")
    player.expect(f"{moves}.length === 3")
    player.press("[data-do=analyse]")
    player.expect("document.querySelectorAll('#evaluation .lines > li').length === 3")
    before = player.ask(f"{moves}.map(one => one.innerText)")
    player.reload()
    player.expect(f"{moves}.length === {len(before)}")
    assert player.ask(f"{moves}.map(one => one.innerText)") == before


def test_a_match_is_kept_and_goes_on_without_a_network(player: Player) -> None:
    """The last of an engine: its host is gone after it. Its names are of every plane of Unicode."""
    player.go(planes.NAMED)
    player.expect_node("svg[data-game=yala][data-active-seat]")
    move_in_yala(player)
    before = player.position
    player.reload()
    player.expect_position(before)
    # What is `ready` would never be told where the worker cannot be installed.
    worker = "navigator.serviceWorker.getRegistration().then(found => found?.active?.state)"
    player.expect(f"{worker}.then(state => state === 'activated')")
    player.reload()
    player.expect("!!navigator.serviceWorker.controller")
    player.lose_network()
    player.reload()
    player.expect_position(before)
    move_in_yala(player)
    player.expect_node("#move-2")
    # So does a bot: the console would tell of a worker that cannot start.
    player.follow("#/play/yala?seats=human,bot:3&seed=31")
    player.expect_node("svg[data-game=yala][data-active-seat]")
    position = YALA.parse_position(player.position)
    action = yala_player.narrowing(position)
    for site in (action[0], yala_player.landing(position, action)):
        player.press(f"[data-site='{site}']")
    player.expect_node("#move-2")


def move_in_yala(player: Player, action: str | None = None) -> None:
    """Play one move by clicks."""
    position = YALA.parse_position(player.position)
    action = action or yala_player.narrowing(position)
    for site in (action[0], yala_player.landing(position, action)):
        player.press(f"[data-site='{site}']")
    player.expect_position(YALA.format_board(yala_player.after(position, action)))
