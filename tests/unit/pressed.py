"""Keys as a browser tells of them, and a page that listens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.shell import listeners, move_list


class Root:
    """A document that hands its listeners over."""

    activeElement: Any = None  # noqa: N815, as the browser calls it
    visibilityState = "visible"  # noqa: N815

    def __init__(self) -> None:
        self.listeners: dict[str, Any] = {}

    def addEventListener(self, name: str, listener: Any, *_: Any) -> None:  # noqa: N802
        self.listeners[name] = listener

    def querySelector(self, _selector: str) -> None:  # noqa: N802
        return None


def listening(monkeypatch: pytest.MonkeyPatch, host: Any, now_ms: float) -> dict[str, Any]:
    """The listeners of a page and its window, by event; it stays at a time by its clock."""
    for module in (listeners, move_list):
        monkeypatch.setattr(module, "proxy", lambda listener: listener)
    monkeypatch.setattr(listeners, "to_js", lambda _window, value: value)
    root = Root()
    window = SimpleNamespace(
        performance=SimpleNamespace(now=lambda: now_ms),
        addEventListener=root.addEventListener,
        document=root,
        navigator=SimpleNamespace(),
    )
    ours = listeners.Listeners(window, root, host)
    ours.listen()
    ours.listen_to_window()
    return root.listeners


class Target:
    """A node that is, or is not, in what a selector names."""

    def __init__(self, *inside: str) -> None:
        self.inside = inside

    def closest(self, selector: str) -> Target | None:
        return self if any(part in selector for part in self.inside) else None

    def hasAttribute(self, name: str) -> bool:  # noqa: N802, as the browser calls it
        return False


def key(
    code: str,
    name: str | None = None,
    *,
    target: Any = None,
    at_ms: float = 100.0,
    key_code: int = 65,
    alt_graph: bool = False,
    **more: bool,
) -> SimpleNamespace:
    """A key that went down; ``ctrl``, ``shift``, ``alt``, ``meta``, ``repeat`` and ``composing``
    may be given."""
    return SimpleNamespace(
        code=code,
        key=name if name is not None else code[-1].lower(),
        keyCode=key_code,
        isComposing=more.get("composing", False),
        repeat=more.get("repeat", False),
        target=target or Target(),
        ctrlKey=more.get("ctrl", False),
        altKey=more.get("alt", False),
        metaKey=more.get("meta", False),
        shiftKey=more.get("shift", False),
        getModifierState=lambda which: alt_graph and which == "AltGraph",
        timeStamp=at_ms,
    )
