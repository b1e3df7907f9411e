"""What every game promises is asked of the fourth game, too."""

from collections.abc import Iterator

import pytest

from tests import fourth


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """Tests are made for the games that are in the catalogue while they are collected."""
    with fourth.in_catalogue():
        return (yield)


@pytest.fixture(autouse=True)
def _fourth_game() -> Iterator[None]:
    with fourth.in_catalogue():
        yield
