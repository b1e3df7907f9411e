"""What all tests share."""

from hypothesis import HealthCheck, Phase, settings

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
