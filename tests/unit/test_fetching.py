"""Files of the site that are fetched when they are wanted: a host that falls silent is not waited
for without an end."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.core.effects import Fetch
from spieltisch.app.core.host import part_missing, way_on, why_missing
from spieltisch.app.core.messages import (
    HostFound,
    HostState,
    ImportFiles,
    Navigate,
    PartMissing,
    SetSetting,
)
from spieltisch.app.core.notice import LanguageMissing, PlainNotice, UpdateNotice
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.core.waiting import tell
from spieltisch.app.core.waits import Came, Modules, PuzzlePack
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.shell import site_files
from spieltisch.shell.site_files import (
    AGAIN_MS,
    LONGEST_WAIT_MS,
    MISSING,
    Catalogues,
    Element,
    HostWatch,
    Packs,
)
from tests.small_packs import pack_came
from tests.unit.asking import seen


@pytest.fixture(autouse=True)
def _short_limit(monkeypatch):
    monkeypatch.setattr(site_files, "FETCH_LIMIT_S", 0.01)


async def silent(*_: object) -> None:
    await asyncio.Event().wait()


def window(fetch):
    return SimpleNamespace(
        document=SimpleNamespace(getElementById=lambda _: None),
        fetch=fetch,
        performance=SimpleNamespace(now=lambda: 5.0),
    )


async def until_sent(sent):
    async with asyncio.timeout(10):
        while not sent:
            await asyncio.sleep(0.005)


async def says_ok(_):
    return SimpleNamespace(ok=True, text=silent, headers={})


@pytest.mark.parametrize("fetch", [silent, says_ok], ids=["at once", "after its first words"])
def test_a_pack_that_does_not_come_is_missing_and_can_be_asked_for_again(fetch):
    async def run():
        sent = []
        fetcher = Packs(window(fetch), lambda *came: sent.append(came))
        for _ in range(2):
            fetcher.fetch(PuzzlePack("yala"))
            await until_sent(sent)
            assert sent == [(PuzzlePack("yala"), None)]
            sent.clear()
            await asyncio.sleep(0)

    asyncio.run(run())


def test_words_that_do_not_come_are_missing(monkeypatch):
    monkeypatch.setattr(site_files, "is_loaded", lambda _: False)

    async def run():
        sent = []
        fetcher = Catalogues(window(silent), SimpleNamespace(fetch=silent), sent.append)
        for _ in range(2):
            assert fetcher.holds_back(SetSetting("language", "pt"))
            await until_sent(sent)
            assert sent == [PartMissing(LanguageMissing(LANGUAGES["pt"].name))]
            sent.clear()

    asyncio.run(run())


def answer(text, *, ok=True):
    async def fetch(*_):
        async def read():
            return text

        return SimpleNamespace(ok=ok, text=read, headers={})

    return fetch


async def refused(*_):
    raise OSError("no network")


HOSTS = {
    "this build": (answer('run({"id": "a1",'), HostState.SAME),
    "another build": (answer('run({"id": "b2",'), HostState.NEWER),
    "an error": (answer('"id": "b2"', ok=False), HostState.AWAY),
    "a login": (answer("<!doctype html>"), HostState.AWAY),
    "no network": (refused, HostState.AWAY),
    "silence": (silent, HostState.AWAY),
}


@pytest.fixture
def watched(monkeypatch):
    """Gives what is sent in the end, where a host answers so."""
    monkeypatch.setattr(site_files, "LOOK_LIMIT_S", 0.01)
    monkeypatch.setattr(site_files, "to_js", lambda _, value: value)

    def watched(fetch, *messages, build="a1"):
        async def run():
            sent = []

            def send(message, *, shows=True):
                if not watch.holds_back(message):
                    sent.append(message)

            told = {} if build is None else {"build": build}
            page = window(fetch)
            page.document.documentElement = SimpleNamespace(dataset=SimpleNamespace(**told))
            watch = HostWatch(page, send)
            for message in messages:
                send(message)
                while watch._tasks:
                    await asyncio.gather(*watch._tasks)
            return sent

        return asyncio.run(run())

    return watched


@pytest.mark.parametrize("answers", HOSTS)
@pytest.mark.parametrize(
    "message",
    [Came(Modules(), False, 5.0), pack_came("yala", None), PartMissing(PlainNotice.NO_FILM)],
    ids=lambda one: type(one).__name__,
)
def test_why_a_part_is_missing_is_known_before_it_is_told(watched, answers, message):
    fetch, host = HOSTS[answers]
    assert watched(fetch, message, message) == [HostFound(host), message] * 2


def test_what_is_there_is_told_at_once(watched):
    messages = [
        Came(Modules(), True, 5.0),
        pack_came("yala", "{}"),
        HostFound(HostState.SAME),
    ]
    assert watched(silent, *messages) == messages


def test_a_page_from_the_sources_asks_nobody(watched):
    async def fetch(*_):
        raise AssertionError

    assert watched(fetch, PartMissing(), build=None) == [HostFound(HostState.SAME), PartMissing()]


def test_what_the_page_does_without_is_told_once(watched):
    newer = HostFound(HostState.NEWER)
    asked = PartMissing(PlainNotice.NO_FILM)
    sent = watched(HOSTS["another build"][0], PartMissing(), PartMissing(), asked, PartMissing())
    assert sent == [newer, PartMissing(), newer, newer, asked, newer]


WORDS = words_of("en")
PART = Visit("abcdefgh", is_whole=False, is_read=True)
"""A visit that lacks the Python which comes late."""


@pytest.mark.parametrize("usual", [None, PlainNotice.NO_FILM, LanguageMissing("Deutsch")])
def test_people_are_told_what_helps(usual):
    def told(host):
        return part_missing(Session(device=Device(host=host)), usual).notice

    assert told(HostState.NEWER) is UpdateNotice.GONE
    assert told(HostState.SAME) is usual
    away = PlainNotice.HOST_AWAY if usual is PlainNotice.NO_FILM else usual
    assert told(HostState.AWAY) is away
    assert "newer version" in why_missing(HostState.NEWER, "usual", WORDS)
    assert "reached" in why_missing(HostState.AWAY, "usual", WORDS)
    assert why_missing(HostState.SAME, "usual", WORDS) == "usual"
    assert "load-again" in way_on(HostState.NEWER, WORDS)
    assert all("fetch-again" in way_on(host, WORDS) for host in (HostState.SAME, HostState.AWAY))


@pytest.mark.parametrize("link", ["#/workshop/yala", "#/puzzle/yala", "#/statistics"])
@pytest.mark.parametrize(
    ("host", "notice"),
    [(HostState.NEWER, UpdateNotice.GONE), (HostState.AWAY, PlainNotice.HOST_AWAY)],
)
def test_what_a_screen_says_of_the_host_no_notice_says_beside_it(link, host, notice):
    start = Session(device=Device(host=host), visit=PART)
    session, effects = update(start, Navigate(link, 0.0))
    session = tell(replace(session, notice=notice))
    assert notice.text(WORDS) in seen(session).one("id", "notice").text
    (need,) = (one.need for one in effects if isinstance(one, Fetch))
    session, _ = update(session, Came(need, None, 1.0))
    assert not seen(session).all("id", "notice")
    assert whole(page_of(session)).count(notice.text(WORDS)) == 1
    # Anything else is told beside it.
    session = replace(session, notice=PlainNotice.NO_FILM)
    assert PlainNotice.NO_FILM.text(WORDS) in seen(session).one("id", "notice").text


@pytest.mark.parametrize("host", HostState)
def test_what_is_awaited_over_a_screen_and_a_notice_say_a_thing_once(host):
    start = Session(device=Device(host=host), visit=PART)
    session, _ = update(start, ImportFiles((("a.json", "{}"),), 0.0))
    session, _ = update(session, Came(Modules(), None, 1.0))
    session = part_missing(session, PlainNotice.NO_FILM)
    page = seen(session)
    assert page.one("id", "reading").text
    notices = [] if session.notice is None else [session.notice.text(WORDS)]
    texts = [*notices, why_missing(host, Modules().missing(WORDS), WORDS)]
    assert len(page.all("id", "notice")) == len(set(texts)) - 1


def test_an_element_is_asked_for_again_later_for_as_long_as_it_is_wanted(monkeypatch):
    loaded, timers, told = [], [], []

    def load(_, name, failures):
        script = SimpleNamespace(addEventListener=lambda _, listener: loaded.append(listener))
        assert (name, failures) == ("codes.js", len(loaded))
        return script

    monkeypatch.setattr(site_files, "load_script", load)
    monkeypatch.setattr(site_files, "proxy", lambda listener: listener)
    page = SimpleNamespace(
        setTimeout=lambda listener, ms: timers.append((listener, ms)),
        dispatchEvent=told.append,
        Event=SimpleNamespace(new=lambda name: name),
    )
    element = Element(page, "codes.js", lambda session: session)
    element.follow(False)
    assert not loaded
    for number in range(1, 9):
        element.follow(True)
        element.follow(True)
        assert len(loaded) == number
        loaded[-1](None)
        element.follow(True)
        assert len(loaded) == number
        timers[-1][0](None)
        assert len(loaded) == number + 1
    assert told == [MISSING] * 8
    waits = [ms for _, ms in timers]
    assert waits[:3] == [AGAIN_MS, 2 * AGAIN_MS, 4 * AGAIN_MS]
    assert max(waits) == LONGEST_WAIT_MS
    loaded[-1](None)
    element.follow(False)
    timers[-1][0](None)
    assert len(loaded) == 9
