"""What every game promises is asked of the further games, too."""

from collections.abc import Iterator

import pytest

from tests import fourth


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """Tests are made for the games that are in the catalogue while they are collected."""
    with fourth.in_catalogue(*fourth.FURTHER):
        return (yield)


@pytest.fixture(autouse=True)
def _further_games() -> Iterator[None]:
    with fourth.in_catalogue(*fourth.FURTHER):
        yield
