"""A first visit in Firefox or WebKit, to a host of the test's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.test_offline import Host
from tests.engines.player import Player
from tools import drivers, engines
from tools.project import ToolError


@dataclass
class Visit:
    """Somebody at a page of a host that can change, fail and go."""

    player: Player
    host: Host

    def load_again(self, button: str) -> None:
        """Press a button that loads the page again, and wait until it is there."""
        self.player.ask("{ window.isBefore = true }")
        self.player.press(button)
        self.player.expect("!window.isBefore")
        self.player.expect_ready()


@contextmanager
def first_visit(
    engine: engines.Engine,
    site: Path,
    folder: Path,
    *,
    prefix: str = "/",
    has_worker: bool = False,
    preferences: Mapping[str, bool] | None = None,
) -> Iterator[Visit]:
    """A page that has started; skips the test where there is no such browser.

    Args:
        engine: the browser.
        site: what the host serves at first.
        folder: a new one, for the host.
        prefix: where on the host the site is.
        has_worker: whether the browser may keep the site, which then answers for the host.
        preferences: of Firefox.
    """
    try:
        running = (
            drivers.firefox(engines.program(engine), preferences)
            if engine is engines.FIREFOX
            else drivers.started(engine)
        )
    except ToolError as error:
        pytest.skip(str(error))
    shutil.copytree(site, folder)
    host = Host(folder, prefix, {})
    host.has_worker = has_worker
    try:
        with running as driver:
            player = Player(driver, host.server)
            player.start(prefix)
            yield Visit(player, host)
    finally:
        host.disconnect()
