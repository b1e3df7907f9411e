"""What all tests share."""

import gc

import pytest
from hypothesis import HealthCheck, Phase, settings

# The hooks that end a test which waits in vain.
from tests.limits import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown
from tests.parts import keep_part

__all__ = ["pytest_runtest_call", "pytest_runtest_setup", "pytest_runtest_teardown"]

# Tests leave hardly any reference cycles: collecting garbage as often as Python does by default,
# among all that pytest has collected, would take a seventh of their time.
gc.set_threshold(50_000, 20, 50)
# No deadlines: the tests do not measure time, and a busy machine is no fault of the code.
# An explanation takes longer than finding the failure did, and may take longer than a test may
# (limits.py): then nobody would read what was found.
settings.register_profile(
    "ours",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[phase for phase in Phase if phase is not Phase.explain],
)
# Each run of one commit tries the same.
settings.register_profile("repeatable", settings.get_profile("ours"), derandomize=True)
# For a mutant (lab/mutants) it only matters whether a test fails, and that each run is the same.
settings.register_profile(
    "mutants",
    settings.get_profile("repeatable"),
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run have one part of the tests."""
    parser.addoption("--part", default="", help="run one part of the tests, such as 2/4")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave one part, of what all else has chosen."""
    keep_part(config, items)


def pytest_collection_finish() -> None:
    """Take the tests out of garbage collection: they stay to the end."""
    gc.freeze()
