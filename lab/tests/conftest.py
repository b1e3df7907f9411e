"""The laboratory's tests run as all others do."""

from tests.conftest import (
    pytest_collection_finish,
    pytest_runtest_call,
    pytest_runtest_setup,
    pytest_runtest_teardown,
)

__all__ = [
    "pytest_collection_finish",
    "pytest_runtest_call",
    "pytest_runtest_setup",
    "pytest_runtest_teardown",
]
