"""One screen is the table, phones are the seats: three browsers and more at one match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from spieltisch.play.codec import format_setup
from tests.e2e import test_live as live
from tests.e2e.aya_player import Script, link, start_of
from tests.e2e.aya_player import Table as AyaTable
from tests.e2e.conftest import launch
from tests.e2e.test_by_link import boards, type_move, with_seats
from tools import browser as chromium

devices, go = live.devices, live.go

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BEGIN = link("aya-oye", "zoch", "human,link", seed=4, names="Anna,Bert")


def take_seat(table: Page, phone: Page, go) -> None:
    """The phone opens the invitation that the table shows, and the table takes its answer."""
    invitation = table.locator("[data-invitation]").inner_text().strip()
    go(phone, invitation)
    table.locator("[data-answer-field]").fill(live.answer_of(phone))
    table.locator("[data-answer-field]").press("Enter")
    live.expect_peers(phone, "connected")
    shown = table.locator("[data-invitation]")
    expect(shown.filter(has_text=invitation)).to_have_count(0)


class Round:
    """A table and its phones, by seat, in a match of AYA."""

    def __init__(self, table: Page, phones: list[Page]) -> None:
        self.table, self.phones = table, phones
        self.script = Script(start_of(BEGIN))
        self.steps = self.script.steps()

    @property
    def pages(self) -> list[Page]:
        return [self.table, *self.phones]

    def begin(self) -> None:
        """Each says on their phone that they are ready."""
        expect(self.table.locator("[data-do=ready]")).to_have_count(0)
        for phone in self.phones:
            phone.locator("[data-do=ready]").tap()
        for page in self.pages:
            expect(page.locator("#board.is-gated")).to_have_count(0)

    def play(self, most: int) -> None:
        """Go on for so many turns, or to the end, each by taps on the phone of who acts."""
        for _, (seat, action) in zip(range(most), self.steps, strict=False):
            phone = AyaTable(self.phones[seat - 1])
            phone._do(self.script.position, seat, action, taps=True)
            for page in self.pages:
                AyaTable(page).expect_entries(self.script.done + 1)


@pytest.fixture
def table(devices, go) -> Round:
    """A screen that is the table, and two phones that have taken their seats."""
    screen = devices().new_page()
    phones = [devices(**PHONE).new_page() for _ in range(2)]
    go(screen, BEGIN)
    screen.locator("[data-do=seat-phones]").click()
    for phone in phones:
        take_seat(screen, phone, go)
    live.expect_peers(screen, "connected")
    return Round(screen, phones)


@pytest.mark.soak
def test_a_race_is_played_on_two_phones_to_its_end_over_a_drop(table, go):
    for seat, phone in enumerate(table.phones, start=1):
        expect(
            phone.locator(f"#board.is-seat [data-shout=aya][data-seat='{seat}']")
        ).to_be_visible()
        expect(phone.locator("[data-shout]")).to_have_count(2)
    expect(table.table.locator("#board.is-table")).to_be_visible()
    expect(table.table.locator("[data-shout]")).to_have_count(0)
    table.begin()
    table.play(3)
    # A line breaks: the table invites that phone again by itself.
    table.phones[1].evaluate(live.DROP)
    expect(table.table.locator("#peers.seating")).to_contain_text("Bert")
    take_seat(table.table, table.phones[1], go)
    table.begin()
    table.play(1000)
    ends = [page.locator("[data-outcome]").get_attribute("data-outcome") for page in table.pages]
    assert ends[0] is not None
    assert len(set(ends)) == 1


class Camera:
    """What a browser's camera sees: a film of a single picture, in YUV4MPEG2, which Chromium reads
    when a page asks for the camera."""

    WIDTH, HEIGHT, MODULE, MARGIN = 640, 480, 6, 30
    DARK, MIDDLE, LIGHT = 40, 128, 190

    def __init__(self, film: Path) -> None:
        self.film = film
        self.sees(0, set())

    def sees(self, size: int, dark: set[tuple[int, int]]) -> None:
        """Hold a code of so many modules a side into the picture, turned by a quarter."""
        rows = [bytearray([self.MIDDLE]) * self.WIDTH for _ in range(self.HEIGHT)]
        for x, y in product(range(size), repeat=2):
            shade = self.DARK if (y, size - 1 - x) in dark else self.LIGHT
            left, top = (self.MARGIN + self.MODULE * place for place in (x, y))
            for row in rows[top : top + self.MODULE]:
                row[left : left + self.MODULE] = bytes([shade]) * self.MODULE
        grey = bytes([128]) * (self.WIDTH * self.HEIGHT // 2)
        head = f"YUV4MPEG2 W{self.WIDTH} H{self.HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n"
        self.film.write_bytes(b"".join([head.encode(), *rows, grey]))


def code_on(screen: Page) -> tuple[int, set[tuple[int, int]]]:
    """The QR code on a screen: how many modules a side has, and which are dark."""
    drawn = screen.locator("qr-code svg")
    size = int((drawn.get_attribute("viewBox") or "").split()[2])
    modules = drawn.locator("path").last.get_attribute("d") or ""
    return size, {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", modules)}


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera(tmp_path_factory.mktemp("camera") / "film.y4m")


@pytest.fixture(scope="module")
def open_browser(playwright: Playwright, camera: Camera) -> Iterator[Browser]:
    """A browser that tells pages the addresses of this machine, and has a camera, which a headless
    shell has not."""
    browser = launch(
        playwright,
        chromium.executable(),
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={camera.film}",
        without=(live.HIDDEN_ADDRESSES,),
    )
    yield browser
    browser.close()


KEEP_STREAMS = """
if (navigator.mediaDevices) {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.streams = [];
  navigator.mediaDevices.getUserMedia = async (what) => {
    streams.push(await ask(what));
    return streams.at(-1);
  };
}
"""
"""Lets a test see whether the camera is still on."""

HAS_DECODER = """() => performance.getEntriesByType("resource").some(
    (entry) => /static\\/qr\\/reader\\..*js$/.test(entry.name))"""

PASS_TEN_SECONDS = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 10_000;
}"""

ARE_ALL_OFF = "streams.flatMap((one) => one.getTracks()).every((one) => one.readyState === 'ended')"


def test_the_camera_takes_the_answer_from_the_phones_screen(devices, go, camera):
    context = devices()
    context.add_init_script(KEEP_STREAMS)
    table, phone = context.new_page(), devices(**PHONE).new_page()
    go(table, BEGIN)
    table.locator("[data-do=seat-phones]").click()
    go(phone, table.locator("[data-invitation]").inner_text().strip())
    expect(phone.locator("qr-code svg")).to_be_visible()
    assert not table.evaluate(HAS_DECODER)
    scanner = table.locator("code-scanner")
    # Nobody has allowed it yet.
    scanner.get_by_role("button").click()
    expect(scanner.get_by_role("alert")).to_contain_text("can't be used. Paste the link")
    context.grant_permissions(["camera"])
    scanner.get_by_role("button").click()
    expect(scanner.locator("video")).to_be_visible()
    expect(scanner.get_by_role("alert")).to_have_count(0)
    table.evaluate(PASS_TEN_SECONDS)
    expect(scanner.get_by_role("alert")).to_contain_text("No code found yet")
    scanner.get_by_role("button").click()
    expect(scanner.locator("video")).to_be_hidden()
    table.wait_for_function(ARE_ALL_OFF)
    camera.sees(*code_on(phone))
    scanner.get_by_role("button").click()
    live.expect_peers(phone, "connected")
    expect(table.locator("#peers.seating")).to_contain_text("Bert")
    assert table.evaluate("streams.length") == 2
    table.wait_for_function(ARE_ALL_OFF)


def test_three_people_and_somebody_who_watches_see_a_whole_match(devices, go):
    record = with_seats("myra-three-seats", "link", "link", "link")
    begins = with_seats("myra-three-seats", "human", "link", "link")
    seen = boards(record)
    pages = [devices().new_page() for _ in range(4)]
    go(pages[0], f"#/play/myra?{format_setup(begins.setup)}")
    for page in pages[1:3]:
        live.connect(pages[0], page, go)
    # One press on the host's screen, and each seat has had its own invitation.
    expect(pages[0].locator("[data-do=play-live]")).to_have_text("Invite somebody to watch")
    live.connect(pages[0], pages[3], go)
    pages[3].locator("[data-do=watch]").click()
    expect(pages[3].locator("#peers")).to_contain_text("You are watching.")
    for page in pages[:3]:
        expect(page.locator("#peers")).to_contain_text("1 person is watching.")
    pages[2].locator("#signs summary").click()
    pages[2].locator("[data-do=give-sign]").first.click()
    for page in (pages[0], pages[3]):
        expect(page.locator("#peers [data-sign]")).to_contain_text("Hello!")
        expect(page.locator("#live")).to_contain_text("Hello!")
    for number, entry in enumerate(record.entries):
        type_move(pages[entry.seat - 1], entry.action, seen[number])
        for page in pages:
            expect(page.locator("#board")).to_have_attribute("data-position", seen[number])
    ends = {page.locator("[data-outcome]").get_attribute("data-outcome") for page in pages}
    assert len(ends) == 1
    assert None not in ends
