"""Files of the site that are fetched when they are wanted: a host that falls silent is not waited
for without an end."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from spieltisch.app.core.effects import Fetch
from spieltisch.app.core.host import part_missing, way_on, why_missing
from spieltisch.app.core.messages import (
    HostState,
    ImportFiles,
    Navigate,
    PartMissing,
)
from spieltisch.app.core.notice import LanguageMissing, PlainNotice, UpdateNotice
from spieltisch.app.core.session import Device, Session, Visit
from spieltisch.app.core.waiting import tell
from spieltisch.app.core.waits import Came, Catalogue, HostBuild, Modules, PuzzlePack
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.kit.words import words_of
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


def test_words_that_do_not_come_are_missing_and_can_be_asked_for_again():
    async def run():
        sent = []
        files = SimpleNamespace(fetch=silent)
        fetcher = Catalogues(files, sent.append, lambda *came: sent.append(came))
        for _ in range(2):
            fetcher.fetch(Catalogue("pt"))
            fetcher.fetch(Catalogue("pt"))
            await until_sent(sent)
            assert sent == [(Catalogue("pt"), False)]
            sent.clear()
            await asyncio.sleep(0)

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
    "this build": (answer('run({"id": "a1",'), "a1", HostState.SAME),
    "another build": (answer('run({"id": "b2",'), "b2", HostState.NEWER),
    "an error": (answer('"id": "b2"', ok=False), None, HostState.AWAY),
    "a login": (answer("<!doctype html>"), None, HostState.AWAY),
    "no network": (refused, None, HostState.AWAY),
    "silence": (silent, None, HostState.AWAY),
}


@pytest.mark.parametrize("answers", HOSTS)
def test_a_host_is_asked_which_build_it_has(monkeypatch, answers):
    monkeypatch.setattr(site_files, "LOOK_LIMIT_S", 0.01)
    monkeypatch.setattr(site_files, "to_js", lambda _, value: value)
    fetch, build, _ = HOSTS[answers]

    async def run():
        sent = []
        watch = HostWatch(window(fetch), sent.append, lambda *came: sent.append(came))
        for _ in range(2):
            watch.ask(HostBuild())
            watch.ask(HostBuild())
            await until_sent(sent)
            assert sent == [(HostBuild(), build)]
            sent.clear()
            await asyncio.sleep(0)

    asyncio.run(run())


@pytest.mark.parametrize("told", [{"build": "a1"}, {}])
def test_a_page_knows_of_which_build_it_is_unless_it_is_from_the_sources(told):
    page = window(refused)
    page.document.documentElement = SimpleNamespace(dataset=SimpleNamespace(**told))
    assert HostWatch(page, None, None).build == told.get("build", "")


BUILT = Session(device=Device(build="a1"))


def heard(session, *messages):
    """The session after messages, and what was asked for."""
    asked = []
    for message in messages:
        session, effects = update(session, message)
        asked += [one.need for one in effects if isinstance(one, Fetch)]
    return session, asked


@pytest.mark.parametrize("answers", HOSTS)
def test_why_a_part_is_missing_is_known_before_it_is_told(answers):
    """It waits as anything else does: nobody is told meanwhile that it is missing."""
    _, build, host = HOSTS[answers]
    waiting, _ = update(
        replace(BUILT, visit=replace(PART, is_read=True)), Navigate("#/rules/yala", 0.0)
    )
    for told in (Came(Modules(), False, 5.0), PartMissing(PlainNotice.NO_FILM)):
        session, asked = heard(waiting, told)
        assert asked == [HostBuild()]
        assert session.notice is None
        assert not any(one.is_missing for one in session.waits)
        session, asked = heard(session, Came(HostBuild(), build, 6.0))
        assert not asked
        assert session.device.host is host
        assert session.notice is not None or session.waits[0].is_missing
        assert [one.need for one in session.waits] == [Modules()]


@pytest.mark.parametrize("came", [Came(Modules(), True, 5.0), pack_came("yala", "{}")])
def test_what_is_there_is_told_at_once(came):
    session, asked = heard(BUILT, came)
    assert not asked
    assert not session.waits


def test_a_page_from_the_sources_asks_nobody():
    session, asked = heard(Session(), PartMissing(PlainNotice.NO_FILM))
    assert not asked
    assert session.notice is PlainNotice.NO_FILM


def test_what_the_page_does_without_is_told_once():
    newer, session = Came(HostBuild(), "b2", 1.0), BUILT
    told = []
    asked = PartMissing(PlainNotice.NO_FILM)
    for missing in (PartMissing(), PartMissing(), asked, PartMissing()):
        session, _ = heard(replace(session, notice=None), missing, newer)
        told.append(session.notice)
    assert told == [UpdateNotice.GONE, None, UpdateNotice.GONE, None]


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
