"""What all tests share."""

from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: nothing here is about how long it takes.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")
