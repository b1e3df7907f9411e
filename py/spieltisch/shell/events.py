"""From the browser's events to messages.

The markup says what a node does: ``data-site`` or ``data-token`` is pressed (for ``data-seat``,
where several may act), ``data-shout`` is shouted by ``data-seat``, ``data-do`` with ``data-arg`` is
done, ``data-edit``, ``data-set`` and ``data-typed`` are fields.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow
from typing import Any

from spieltisch.play.match import Match
from spieltisch.session.messages import Dismiss, SetSetting
from spieltisch.session.screens.key_test import StartKeyTest
from spieltisch.session.screens.settings import Bind, ResetKeys
from spieltisch.session.screens.setup import Arrange, Edit, StartMatch, Swap
from spieltisch.session.screens.table.messages import (
    Analyse,
    Cancel,
    CheckSolvable,
    Confirm,
    GoOn,
    Halt,
    Hint,
    NextTurningPoint,
    PlayChosen,
    Press,
    Review,
    SetUpAgain,
    Shout,
    Show,
    ShowTurningPoint,
    StepOn,
    StopReview,
    TypeAction,
)
from spieltisch.session.takeback import one_back, one_forth
from spieltisch.session.update import Message
from spieltisch.shell.dom import attribute, closest

PRESSED = "button[data-do], g[data-do], [data-site], [data-token], [data-shout]"

DEEDS: dict[str, Callable[[str], Message]] = {
    "show": lambda arg: Show(int(arg)),
    "again": lambda arg: SetUpAgain(),
    "swap": lambda arg: Swap(),
    "arrange": Arrange,
    "start": lambda arg: StartMatch(randbelow(10**9)),
    "hint": lambda arg: Hint(),
    "analyse": lambda arg: Analyse(),
    "review": lambda arg: Review(),
    "stop-review": lambda arg: StopReview(),
    "turning-point": lambda arg: ShowTurningPoint(int(arg)),
    "next-turning-point": lambda arg: NextTurningPoint(),
    "previous-turning-point": lambda arg: NextTurningPoint(is_back=True),
    "halt": lambda arg: Halt(),
    "check": lambda arg: CheckSolvable(),
    "bind": Bind,
    "reset-keys": lambda arg: ResetKeys(),
    "test-keys": lambda arg: StartKeyTest(int(arg)),
    "confirm": lambda arg: Confirm(),
    "cancel": lambda arg: Cancel(),
    "dismiss": lambda arg: Dismiss(),
}
"""What ``data-do`` means. What is not here (``share``) is the shell's own business."""

TIMED_DEEDS: dict[str, Callable[[float], Message]] = {
    "play": PlayChosen,
    "go-on": GoOn,
    "step": StepOn,
}
"""The same for what happens at a time."""


def shout_message(target: Any, at_ms: float, now_ms: float) -> Message | None:
    """What pressing a shout button means; None for anything else."""
    node = closest(target, "[data-shout]:not([disabled])")
    if node is None:
        return None
    seat = int(attribute(node, "data-seat") or 0)
    return Shout(seat, attribute(node, "data-shout") or "", at_ms, now_ms)


def click_message(target: Any, at_ms: float) -> Message | None:
    """What a click on a node, or on something inside it, means."""
    node = closest(target, PRESSED)
    if node is None or node.hasAttribute("data-shout"):
        return None
    if node.hasAttribute("data-do"):
        return deed_message(node, at_ms)
    seat = attribute(node, "data-seat")
    token = attribute(node, "data-token") or attribute(node, "data-site") or ""
    return Press(token, at_ms, int(seat) if seat else None)


def submit_message(form: Any, at_ms: float) -> Message | None:
    """What sending a form means."""
    typed = form.querySelector("[data-typed]") or None
    return deed_message(form) if typed is None else TypeAction(typed.value, at_ms)


def deed_message(node: Any, at_ms: float = 0.0) -> Message | None:
    """What a node with ``data-do`` is for; None where that is the shell's own business."""
    name = attribute(node, "data-do") or ""
    if name in TIMED_DEEDS:
        return TIMED_DEEDS[name](at_ms)
    deed = DEEDS.get(name)
    return deed(attribute(node, "data-arg") or "") if deed else None


def change_message(target: Any) -> Message | None:
    """What a changed field means."""
    edited = attribute(target, "data-edit")
    if edited is not None:
        return Edit(edited, target.value)
    setting = attribute(target, "data-set")
    return None if setting is None else SetSetting(setting, target.value)


def key_message(event: Any, match: Match | None) -> Message | None:
    """What a key means anywhere on the page, given the match on screen."""
    if event.key == "Escape":
        return Cancel()
    has_command = event.ctrlKey or event.metaKey
    if match is None or not has_command or event.altKey:
        return None
    match event.key.lower(), bool(event.shiftKey):
        case "z", False:
            return Show(one_back(match))
        case ("z", True) | ("y", False):
            return Show(one_forth(match))
    return None
