"""What buttons do: each message that a button makes says so itself (``do`` in message.py), with the
name that markup gives the button as ``data-do``. What else the message needs is read here from the
press: the button's ``data-arg``, the time, and what chance draws.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, get_args, get_type_hints

from spieltisch.table import MAX_SEED

if TYPE_CHECKING:
    from spieltisch.app.core.message import Message

Draw: TypeAlias = Callable[[int], int]
"""Draws a number from 0 on that is smaller than the one given."""

Do: TypeAlias = str | Mapping[str, Mapping[str, Any]]
"""The name of a message's button; or of several, each with the fields that it sets."""


class Drawn(NamedTuple):
    """Beside a field: a number that is drawn as the button is pressed, smaller than this one."""

    below: int


Seed: TypeAlias = Annotated[int, Drawn(MAX_SEED + 1)]
"""What chance deals from."""

_READERS: Mapping[object, Callable[[str], object]] = {int: int, str: str, bool: bool}


@dataclass(frozen=True)
class Button:
    """How a message is made of a press."""

    kind: type
    sets: Mapping[str, Any]
    """Fields that are the same at every press."""

    @cached_property
    def drawn(self) -> dict[str, int]:
        return {
            name: mark.below
            for name, hint in self._hints.items()
            for mark in get_args(hint)[1:]
            if isinstance(mark, Drawn)
        }

    @cached_property
    def details(self) -> dict[str, Callable[[str], object]]:
        """The fields that ``data-arg`` has, in this order, each with what reads it. A field of
        texts takes all words that are left."""
        known = {*self.sets, *self.drawn, "at_ms"}
        bare = get_type_hints(self.kind)
        names = [one.name for one in fields(self.kind) if one.name not in known]
        return {name: _READERS.get(bare[name], _words) for name in names}

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.kind, include_extras=True)

    def message(self, arg: str, at_ms: float, draw: Draw) -> "Message":
        values = {**self.sets, **{name: draw(below) for name, below in self.drawn.items()}}
        if "at_ms" in self._hints:
            values["at_ms"] = at_ms
        if self.details:
            texts = arg.split(" ", len(self.details) - 1) if len(self.details) > 1 else [arg]
            for (name, read), text in zip(self.details.items(), texts, strict=False):
                values[name] = read(text)
        made: Message = self.kind(**values)
        return made


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


BUTTONS: "dict[str, Button | Message]" = {}
"""By the name of the button; of a message without fields itself."""


def register(kind: type, do: Do | None) -> None:
    """Note the buttons of a class of messages. Of an enum each value is one. Raises TypeError for a
    name that another class has."""
    found: dict[str, Any] = {}
    if issubclass(kind, Enum):
        found = {one.value: one for one in kind}
    elif do is not None:
        named = {do: {}} if isinstance(do, str) else do
        found = {name: Button(kind, sets) for name, sets in named.items()}
    for name, button in found.items():
        known = BUTTONS.get(name)
        of = known.kind if isinstance(known, Button) else type(known)
        # A module may be imported anew.
        is_same = (of.__module__, of.__qualname__) == (kind.__module__, kind.__qualname__)
        if known is not None and not is_same:
            raise TypeError(f"the button {name} makes {kind.__name__} and {of.__name__}")
        BUTTONS[name] = button


def pressed(name: str, arg: str, at_ms: float, draw: Draw) -> "Message | None":
    """The message of a button; None for a name that no message has."""
    button = BUTTONS.get(name)
    return button.message(arg, at_ms, draw) if isinstance(button, Button) else button
