"""Matches by link, between browsers that share nothing but the links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from spieltisch.games import catalog
from spieltisch.play.codec import format_setup
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import Player, Record, parse_controller, parse_record, replay
from tests.e2e.conftest import Trouble, several_profiles
from tests.e2e.yala_player import Table
from tests.records import keeping
from tests.sampling import sampled

Open = Callable[[Page, str], None]


@pytest.fixture
def devices(browser: Browser, trouble: Trouble) -> Iterator[Callable[[], Page]]:
    """Gives pages of browsers that have kept nothing yet, each with a storage of its own."""
    with several_profiles(browser, trouble) as profile:
        yield lambda: profile().new_page()


@pytest.fixture
def go(site_url: str) -> Open:
    """Opens a link as one that was sent is: where the site is open already, its page goes there."""

    def go(page: Page, link: str) -> None:
        page.goto(site_url + link)
        expect(page.locator("html")).to_have_attribute("data-state", "ready")

    return go


def turn_link(page: Page, site_url: str) -> str:
    """What is offered to be sent, without the site's address."""
    link = page.locator("[data-turn-link]").inner_text().strip()
    assert link.startswith(f"{site_url}#/record/")
    assert len(link.partition("#")[2]) < 500
    return link.removeprefix(site_url)


def with_seats(name: str, *controllers: str) -> Record:
    """A recorded match, with these at its seats."""
    record = parse_record(keeping.read(name))
    players = tuple(
        Player(player.name, parse_controller(controller))
        for player, controller in zip(record.setup.all_players, controllers, strict=True)
    )
    return replace(record, setup=replace(record.setup, players=players))


def boards(record: Record) -> list[str]:
    """What lies on the board after each turn."""
    rules = catalog.game_of(record.setup.game).rules
    return [rules.format_board(turn.after) for turn in replay(rules, record)]


def type_move(page: Page, action: str, board: str) -> None:
    page.locator("[data-typed]").fill(action)
    page.locator("[data-typed]").press("Enter")
    expect(page.locator("#board")).to_have_attribute("data-position", board)


@pytest.mark.parametrize(
    "name",
    sampled(
        ["yala-shortest", "myra-two-seats", "myra-three-seats"], "yala-shortest", "myra-three-seats"
    ),
)
def test_a_match_is_played_to_its_end_by_links(devices, go, site_url, name):
    """Each seat's first turn and the last one are played on the pages; the turns between come as
    links that Python has written, without the name that the devices keep the match under."""
    seats = parse_record(keeping.read(name)).setup.seats
    record = with_seats(name, *["link"] * seats)
    begins = with_seats(name, "human", *["link"] * (seats - 1))
    seen, entries = boards(record), record.entries
    pages = [devices() for _ in range(seats)]
    go(pages[0], f"#/play/{record.setup.game}?{format_setup(begins.setup)}")
    for number, page in enumerate(pages):
        if number:
            go(page, turn_link(pages[number - 1], site_url))
            page.locator(f"[data-do=claim][data-arg='{number + 1}']").click()
            expect(page.locator("[data-do=claim]")).to_have_count(0)
        type_move(page, entries[number].action, seen[number])

    sent = decode_match(turn_link(pages[-1], site_url).removeprefix("#/record/"))
    assert sent.match_id
    assert sent.setup == record.setup
    last = pages[entries[-1].seat - 1]
    go(last, "#/record/" + encode_record(record.cut(len(entries) - 1)))
    expect(last.locator("#board")).to_have_attribute("data-position", seen[-2])
    type_move(last, entries[-1].action, seen[-1])
    outcome = last.locator("[data-outcome]").get_attribute("data-outcome")
    assert outcome
    link = turn_link(last, site_url)
    for page in pages:
        # As after days: all that the page remembers is what it has kept.
        page.goto("about:blank")
        go(page, link)
        expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", outcome)
        expect(page.locator("[data-do=claim]")).to_have_count(0)


YALA = with_seats("yala-shortest", "link", "link")
FIRST, SECOND = YALA.entries[0].action, YALA.entries[1].action
BEGIN = f"#/play/yala?{format_setup(with_seats('yala-shortest', 'human', 'link').setup)}"


@pytest.fixture
def played(devices, go, site_url) -> tuple[Page, Page, str, str]:
    """Dark's page and Light's after a turn each, and both links."""
    dark, light = devices(), devices()
    go(dark, BEGIN)
    Table(dark).click(FIRST)
    first = turn_link(dark, site_url)
    go(light, first)
    light.locator("[data-do=claim][data-arg='2']").click()
    Table(light).click(SECOND)
    second = turn_link(light, site_url)
    go(dark, second)
    expect(dark.locator("#board")).to_have_attribute("data-position", boards(YALA)[1])
    return dark, light, first, second


def test_the_other_seat_cannot_be_played_by_mistake(played):
    _, light, _, _ = played
    before = Table(light).position
    assert light.locator("#board [data-target]").count() == 0
    light.locator("#board [data-site]").first.click()
    light.locator("[data-typed]").fill(YALA.entries[2].action)
    light.locator("[data-typed]").press("Enter")
    expect(light.locator("#status")).to_contain_text("Anna")
    assert Table(light).position == before


def test_an_older_link_shows_where_it_stands(played, go):
    dark, _, first, _ = played
    go(dark, first)
    expect(dark.locator("#notice")).to_contain_text("it ends at move 1 of 2")
    expect(dark.locator("#board")).to_have_attribute("data-position", boards(YALA)[0])
    dark.locator("[data-do=present]").first.click()
    expect(dark.locator("#board")).to_have_attribute("data-position", boards(YALA)[1])


def test_a_broken_link_says_so_and_harms_nothing(played, go):
    dark, _, _, second = played
    go(dark, second[:-4])
    expect(dark.locator("#notice")).to_contain_text("damaged or incomplete")
    go(dark, second)
    expect(dark.locator("#board")).to_have_attribute("data-position", boards(YALA)[1])
    expect(dark.locator("#by-link")).to_contain_text("You are Anna")


def test_a_fork_is_asked_about_and_the_own_way_stays(played, go, site_url):
    dark, light, _, second = played
    light.locator("[data-do=take-back]").click()
    expect(light.locator("#board")).to_have_attribute("data-position", boards(YALA)[0])
    position = Table(light).position
    other = next(str(one) for one in position.legal_actions(2) if str(one) != SECOND)
    Table(light).click(other)
    forked = turn_link(light, site_url)
    assert forked != second
    go(dark, forked)
    expect(dark.locator("#by-link")).to_contain_text("split after move 1")
    dark.locator("[data-do=take-theirs]").click()
    expect(dark.locator("#by-link")).not_to_contain_text("split after")
    expect(dark.locator("#board")).to_have_attribute(
        "data-position", light.locator("#board").get_attribute("data-position") or ""
    )
    # What was played here first is a match among the others.
    go(dark, second)
    expect(dark.locator("#by-link")).to_contain_text("split after move 1")


def test_a_turn_is_sent_copied_and_read_from_the_screen(played, site_url):
    _, light, _, _ = played
    link = site_url + turn_link(light, site_url)
    light.evaluate("navigator.share = data => { window.sent = data; return Promise.resolve(); }")
    light.locator("[data-do=send-turn]").click()
    light.wait_for_function("() => window.sent")
    assert light.evaluate("window.sent") == {"url": link}
    light.locator("#qr summary").click()
    code = light.locator("#qr qr-code")
    expect(code).to_have_attribute("data-text", link)
    # Finder, timing and data modules: of some thousand about half are dark.
    light.wait_for_function(
        "() => document.querySelector('qr-code').shadowRoot?.querySelector('svg')"
    )
    dark, size = code.evaluate(
        "node => [node.shadowRoot.querySelectorAll('path')[1].getAttribute('d').split('M').length,"
        " node.shadowRoot.querySelector('svg').viewBox.baseVal.width]"
    )
    assert 0.3 < dark / (size - 8) ** 2 < 0.7
    assert code.bounding_box()["width"] > 150


def test_the_form_begins_one(devices, go, site_url):
    page = devices()
    go(page, "#/setup/yala")
    page.locator("#company-by-link").check()
    page.locator("#places-2").check()
    page.get_by_role("button", name="Start the game").click()
    # Dark begins, elsewhere: the match itself is what is to be sent.
    expect(page.locator("#by-link")).to_contain_text("Send the game to Dark")
    assert decode_match(turn_link(page, site_url).removeprefix("#/record/")).turns == ()
