"""What all tests share."""

import gc

from hypothesis import HealthCheck, Phase, settings

# The hooks that end a test which waits in vain.
from tests.limits import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown

__all__ = ["pytest_runtest_call", "pytest_runtest_setup", "pytest_runtest_teardown"]

# Tests leave hardly any reference cycles: collecting garbage as often as Python does by default,
# among all that pytest has collected, would take a seventh of their time.
gc.set_threshold(50_000, 20, 50)
# No deadlines: the tests do not measure time, and a busy machine is no fault of the code.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# For a mutant (tools/mutants) it only matters whether a test fails, and that each run is the same.
settings.register_profile(
    "mutants",
    settings.get_profile("ours"),
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("ours")


def pytest_collection_finish() -> None:
    """Take the tests out of garbage collection: they stay to the end."""
    gc.freeze()
