"""For which visits the page shows the browser what is worth being kept compiled."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from spieltisch.shell import warmup
from spieltisch.shell.storage import Storage
from spieltisch.shell.warmup import CompiledBuild
from tests.unit.local_storage import FullStorage, LocalStorage


@pytest.fixture(autouse=True)
def plain_listeners(monkeypatch):
    monkeypatch.setattr(warmup, "proxy", lambda listener: listener)
    monkeypatch.setattr(warmup, "ignored", lambda: lambda _: None)


def visit(
    storage, *, build="one", is_chromium=True, has_workers=True, is_controlled=True, **device
):
    navigator = SimpleNamespace(**device)
    if is_chromium:
        navigator.userAgentData = object()
    if has_workers:
        navigator.serviceWorker = SimpleNamespace(controller=object() if is_controlled else None)
    dataset = SimpleNamespace(build=build) if build else SimpleNamespace()
    document = SimpleNamespace(documentElement=SimpleNamespace(dataset=dataset))
    window = SimpleNamespace(navigator=navigator, document=document, localStorage=storage)
    return CompiledBuild(window, Storage(window))


def test_each_build_is_shown_once():
    storage = LocalStorage()
    assert visit(storage).is_wanted
    # A visit that ends too soon notes nothing.
    assert visit(storage).is_wanted
    visit(storage).note()
    assert not visit(storage).is_wanted
    assert visit(storage, build="two").is_wanted


@pytest.mark.parametrize(
    "where",
    [{"is_chromium": False}, {"has_workers": False}, {"is_controlled": False}, {"build": ""}],
)
def test_nothing_is_shown_where_nothing_would_be_kept(where):
    assert not visit(LocalStorage(), **where).is_wanted


def test_a_full_storage_does_no_harm():
    visit(FullStorage()).note()
    assert visit(FullStorage()).is_wanted


def battery(level, *, charging=False):
    """What a browser promises about its device's battery, at once."""
    told = SimpleNamespace(level=level, charging=charging)
    return lambda: SimpleNamespace(then=lambda take, _: take(told))


@pytest.mark.parametrize(
    ("device", "is_wanted"),
    [
        ({"connection": SimpleNamespace(saveData=True)}, False),
        ({"connection": SimpleNamespace(saveData=False)}, True),
        ({"connection": SimpleNamespace()}, True),
        ({"getBattery": battery(0.1)}, False),
        ({"getBattery": battery(0.1, charging=True)}, True),
        ({"getBattery": battery(0.9)}, True),
        ({"getBattery": lambda: SimpleNamespace(then=lambda _, refuse: refuse(None))}, True),
    ],
)
def test_a_device_that_saves_data_or_has_little_battery_left_is_spared(device, is_wanted):
    assert visit(LocalStorage(), **device).is_wanted == is_wanted
