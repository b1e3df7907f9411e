"""Files of the site that are fetched when they are wanted: a host that falls silent is not waited
for without an end."""

import asyncio
from types import SimpleNamespace

import pytest

from spieltisch.app.messages import SetSetting, Tell
from spieltisch.app.notice import LanguageMissing
from spieltisch.app.puzzle.state import PackFetched
from spieltisch.kit.words import LANGUAGES
from spieltisch.shell import site_files
from spieltisch.shell.site_files import Catalogues, Packs


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
    return SimpleNamespace(ok=True, text=silent)


@pytest.mark.parametrize("fetch", [silent, says_ok], ids=["at once", "after its first words"])
def test_a_pack_that_does_not_come_is_missing_and_can_be_asked_for_again(fetch):
    async def run():
        sent = []
        fetcher = Packs(window(fetch), sent.append)
        for _ in range(2):
            fetcher.fetch("yala")
            await until_sent(sent)
            assert sent == [PackFetched("yala", None, 5.0)]
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
            assert sent == [Tell(LanguageMissing(LANGUAGES["pt"].name))]
            sent.clear()

    asyncio.run(run())
