"""Reads what belongs to no match when the page starts: settings, best runs, lessons and so on."""

from collections.abc import Iterator
from typing import NamedTuple

from spieltisch.app.damaged.state import (
    ASIDE,
    LOCAL,
    VALUES,
    DamageFound,
    DamageMessage,
    ValueDamaged,
)
from spieltisch.app.kept_values import KINDS, RUNS
from spieltisch.app.runs import Runs, parse_runs
from spieltisch.app.session import Kept
from spieltisch.app.settings.settings import Settings, format_settings, parse_settings
from spieltisch.shell.storage import SETTINGS, Database, Storage, StorageError, changes_of


class Values(NamedTuple):
    """What was read; ``damage`` is told to the session once it is there."""

    settings: Settings
    kept: Kept
    damage: tuple[DamageMessage, ...]


def read_values(storage: Storage, database: Database, now_ms: int) -> Values:
    """Read them; whatever is damaged has no part in it, and stays in storage."""
    settings, settings_damage = _settings(storage, now_ms)
    flaws: dict[str, list[str]] = {name: [] for name in KINDS}
    read = {
        kind.field: kind.parse(database.value(name), flaws[name]) for name, kind in KINDS.items()
    }
    if database.value(RUNS) is None:
        read["runs"] = _earlier_runs(storage, database)
    earlier = (
        *(((VALUES, name), "set aside on an earlier visit") for name in database.aside),
        *(
            ((LOCAL, name), "set aside on an earlier visit")
            for name in storage.names()
            if name.startswith(ASIDE)
        ),
    )
    damaged: Iterator[DamageMessage] = (
        ValueDamaged(name, "; ".join(told)) for name, told in flaws.items() if told
    )
    damage: tuple[DamageMessage, ...] = (
        DamageFound(earlier, is_new=False),
        *settings_damage,
        *damaged,
    )
    return Values(settings, Kept(**read), damage)


def _settings(storage: Storage, now_ms: int) -> tuple[Settings, tuple[DamageFound, ...]]:
    """The settings; of damaged ones a copy stays, as the next choice writes them anew."""
    text, flaws = storage.read(SETTINGS), list[str]()
    settings = parse_settings(text, flaws)
    if text is None or not flaws:
        return settings, ()
    name = f"{ASIDE}{SETTINGS}/{now_ms}"
    try:
        storage.write(name, text)
        storage.write(SETTINGS, format_settings(settings))
    except StorageError:
        name = SETTINGS
    return settings, (DamageFound((((LOCAL, name), "; ".join(flaws)),)),)


def _earlier_runs(storage: Storage, database: Database) -> Runs:
    """The best runs from where they were kept before there was a database."""
    runs = parse_runs(storage.read(RUNS))
    if runs:
        database.write(changes_of(runs))
    return runs
