"""What all tests share."""

import gc

from hypothesis import HealthCheck, Phase, settings

# Tests make hardly any garbage that only the collector finds: looking for it as often as Python
# does by itself, among all that pytest has collected, would take a seventh of their time.
gc.set_threshold(50_000, 20, 50)
# A busy machine is no fault of the code: nothing here is about how long it takes.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Of a mutant (tools/mutants) only whether it fails is wanted, the same each time.
settings.register_profile(
    "mutants",
    settings.get_profile("ours"),
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("ours")


def pytest_collection_finish() -> None:
    """The tests stay to the end: they need not be looked at again and again."""
    gc.freeze()
