"""A switch that has Tab and Enter alone: matches are begun and played, and forms filled in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from spieltisch.app.board.messages import Press, Shout, Wake
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Navigate, PlayNow, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.shell.keyboard import choose_next
from tests.still import session_after
from tests.unit.markup_check import Node, read
from tests.unit.races import counted_down

SWITCH = SetSetting("tab_stops", "on")


def stops(session: Session) -> list[Node]:
    """What Tab goes to, in order."""
    return [
        node
        for node in read(page_of(session)).walk()
        if node.attributes.get("tabindex") == "0"
        or (node.tag in ("button", "a") and "disabled" not in node.attributes)
    ]


def with_data(session: Session, name: str) -> list[Node]:
    return [node for node in stops(session) if name in node.attributes]


@pytest.mark.parametrize("game", catalog.GAMES)
def test_one_press_on_the_menu_begins_a_match(game: str) -> None:
    args = [node.attributes.get("data-arg") for node in with_data(Session(), "data-do")]
    assert game in args
    assert session_after([PlayNow(game, 1, 0.0)]).table is not None


@pytest.mark.parametrize(
    "link",
    [
        "#/play/yala?seats=human,human&seed=1",
        "#/play/myra?seats=human,human&seed=1",
        "#/play/aya?seats=human,human&seed=1&move-clock=off&refute-clock=off",
        "#/play/aya?seats=human,human&seed=1&variant=kindergarten",
    ],
)
def test_a_move_is_made_by_tab_and_enter_alone(link: str) -> None:
    session = counted_down(session_after([SWITCH, Navigate(link, 0.0)]))
    for step in range(8):
        if session.next_wake_ms is not None:
            session = session_after([Wake(session.next_wake_ms)], session)
        if session.match and session.match.turns and session.match.turns[-1].events[0].sites:
            return
        session = pressed(session, step) if session.next_wake_ms is None else session
    raise AssertionError("nothing was moved")


def pressed(session: Session, step: int) -> Session:
    """Enter on the first place that may be pressed; else a call, which is waited for."""
    at_ms = 1000.0 * (step + 1)
    targets = [node for node in with_data(session, "data-target") if "data-site" in node.attributes]
    message: Message
    if targets:
        # A place that is chosen would be put down again.
        free = [node for node in targets if node.attributes.get("aria-pressed") != "true"]
        message = Press(free[0].attributes["data-site"] or "", at_ms)
    else:
        message = Shout(
            1, with_data(session, "data-shout")[0].attributes["data-shout"] or "", at_ms, at_ms
        )
    return session_after([message], session)


@pytest.mark.parametrize("name", ["yala", "myra", "aya"])
def test_by_itself_a_board_is_one_stop(name: str) -> None:
    link = Navigate(f"#/play/{name}?seats=human,human&seed=1", 0.0)
    assert len(with_data(session_after([link]), "data-site")) == 1


@dataclass
class Field:
    """A field of a form, as far as it is asked."""

    kind: str
    name: str = ""
    is_in_form: bool = False
    group: list[Field] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    disabled: bool = False
    options: list[str] = field(default_factory=list)
    selectedIndex: int = 0  # noqa: N815

    @property
    def ownerDocument(self) -> Any:  # noqa: N802
        return self

    def closest(self, _selector: str) -> bool:
        return self.is_in_form

    def matches(self, selector: str) -> bool:
        return selector == self.kind or selector == f"input[type={self.kind}]"

    def querySelectorAll(self, _selector: str) -> list[Field]:  # noqa: N802
        return self.group

    def isSameNode(self, other: Field) -> bool:  # noqa: N802
        return self is other

    def focus(self) -> None:
        self.done.append("focus")

    def click(self) -> None:
        self.done.append("click")


def radios(*disabled: bool, **fields: Any) -> list[Field]:
    group: list[Field] = []
    group += [Field("radio", "theme", group=group, disabled=one, **fields) for one in disabled]
    return group


def test_enter_chooses_the_next_of_a_group_and_after_the_last_the_first() -> None:
    first, second, third = radios(False, True, False)
    assert choose_next(first, may_be_in_form=False)
    assert choose_next(third, may_be_in_form=False)
    assert (first.done, second.done, third.done) == (["focus", "click"], [], ["focus", "click"])


def test_in_a_form_enter_sends_it_unless_somebody_has_asked_for_more() -> None:
    first, second = radios(False, False, is_in_form=True)
    assert not choose_next(first, may_be_in_form=False)
    assert second.done == []
    assert choose_next(first, may_be_in_form=True)
    assert second.done == ["focus", "click"]


def test_enter_ticks_a_box_and_leaves_a_button_alone() -> None:
    box, button = Field("checkbox"), Field("button")
    assert choose_next(box, may_be_in_form=False)
    assert box.done == ["click"]
    assert not choose_next(button, may_be_in_form=False)
