"""Listening to the browser: each event becomes a message, or nothing.

Shouts count when the key or the finger goes down, each by its event's own time stamp.
"""

from collections.abc import Mapping
from typing import Any

from spieltisch.app.board import browsing, clocks
from spieltisch.app.board.exercise import Exercise
from spieltisch.app.board.messages import Point, Ready
from spieltisch.app.board_keys import board_key
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.keys import LETTERED
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.session import Session
from spieltisch.app.editor.state import EditorScreen
from spieltisch.app.puzzle.contest import StopContest
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.screens import SCREENS
from spieltisch.app.settings.state import KeyLabelsLoaded
from spieltisch.play.match import may_browse
from spieltisch.shell.dom import attribute, closest, ignored, page_ms, proxy, to_js
from spieltisch.shell.events import (
    BROWSING_KEYS,
    NO_KEYS,
    Give,
    change_message,
    click_message,
    input_message,
    key_message,
    shout_message,
    submit_message,
    unsaid_message,
    unsent_message,
)
from spieltisch.shell.host import MessageHost
from spieltisch.shell.keyboard import (
    BOARD,
    FIELDS,
    choose_next,
    is_modified,
    is_off,
    is_real,
    key_down,
    key_name,
    key_up,
    keys_lost,
    shown_message,
)
from spieltisch.shell.move_list import Strip
from spieltisch.shell.pointer import Pointer, Wheel, is_for_board
from spieltisch.shell.second_press import Presses

PRESSED_BY_KEY = "button, a[href], summary, [data-target]"
"""Nodes that Enter and the space bar press."""

WRITTEN = "input[data-edit]"
"""Fields whose text counts once they are left; that of others counts letter by letter."""

HELD_OFF = "#end, #lesson, #puzzle"
"""Where the focus goes after a move: a key that is still held from the move does nothing there."""


class Listeners:
    """Listens to a page's events, from ``listen`` on."""

    def __init__(self, window: Any, root: Any, host: MessageHost) -> None:
        """The root is the document, or the node that holds another page of ours."""
        self._window = window
        self._root = root
        self._host = host
        self._pointer = Pointer(root, self._send, self._position)
        self._wheel = Wheel()
        self._presses = Presses()
        self._strip = Strip(window, self._press_node)
        self._is_pointing = False
        self._is_down = False
        self._is_touch = False
        self._came_by_pointer = False
        self._pressed: Any = None
        self._is_behind = False
        self._on_released = proxy(self._catch_up)

    def listen(self) -> None:
        listeners = {
            "click": self._on_click,
            "change": self._on_change,
            "input": lambda event: self._send(input_message(event.target, event.timeStamp)),
            "submit": self._on_submit,
            "keydown": self._on_key,
            "keyup": self._on_key_up,
            "contextmenu": self._on_keys_lost,
            "pointerdown": self._on_pointer_down,
            "pointermove": self._pointer.move,
            "pointerup": self._on_pointer_up,
            "pointercancel": self._on_pointer_up,
            # Those of a finger come after its pointer's, and it is by them that a field is left.
            "mousedown": self._on_mouse_down,
            "mouseup": self._on_mouse_up,
            "focusin": self._on_focus,
        }
        for name, listener in listeners.items():
            self._root.addEventListener(name, proxy(listener))
        # It does not rise from the list that was scrolled.
        self._root.addEventListener("scroll", proxy(self._strip.scrolled), True)
        # Nor does this one.
        self._root.addEventListener("toggle", proxy(self._on_toggle), True)
        # Not passive: the page must not scroll while the wheel steps through the match.
        options = to_js(self._window, {"passive": False})
        self._root.addEventListener("wheel", proxy(self._on_wheel), options)

    def listen_to_window(self) -> None:
        """Listen to what happens outside the page from now on."""
        add = self._window.addEventListener
        add("blur", proxy(self._on_keys_lost))
        self._window.document.addEventListener("visibilitychange", proxy(self._on_visibility))
        add("pagehide", proxy(self._on_leaving))
        keyboard = getattr(self._window.navigator, "keyboard", None)
        if keyboard is None or not hasattr(keyboard, "getLayoutMap"):
            return
        keyboard.getLayoutMap().then(proxy(self._know_layout), ignored())

    @property
    def _session(self) -> Session:
        return self._host.session

    def _send(self, message: Message | None) -> None:
        if message is not None:
            self._host.send(message)

    def _do(self, wanted: Message | Give | None) -> None:
        if isinstance(wanted, Give):
            self._host.give(wanted.what, wanted.arg)
        else:
            self._send(wanted)

    # ------------------------------------------------------------ fingers, mice

    def _on_pointer_down(self, event: Any) -> None:
        self._is_pointing = self._is_down = True
        self._pressed = event.target
        self._is_touch = event.pointerType == "touch"
        is_astray = self._presses.is_call_astray(event)
        self._pointer.down(event, page_ms(self._window), calls=not is_astray)

    def _on_pointer_up(self, event: Any) -> None:
        self._is_down = False
        self._release()
        self._pointer.up(event)

    def _on_mouse_down(self, event: Any) -> None:
        self._pressed = event.target

    def _on_mouse_up(self, _event: Any) -> None:
        self._release()

    def _on_change(self, event: Any) -> None:
        """Take what a field has come to. It may be left by a press on something else: that must not
        move before it is let go, or the press is on nothing; so the change is drawn after it."""
        message, pressed = change_message(event.target), self._pressed
        if message is None:
            return
        is_held = pressed is not None and not event.target.contains(pressed)
        self._host.send(message, shows=not is_held)
        self._is_behind |= is_held

    def _release(self) -> None:
        """Nothing is pressed any more. The click comes in the same moment, and before the rest."""
        self._pressed = None
        if self._is_behind:
            self._is_behind = False
            self._window.setTimeout(self._on_released, 0)

    def _catch_up(self, *_: Any) -> None:
        self._host.show_now()

    def _on_toggle(self, event: Any) -> None:
        """Have a list that opens over the page read where it begins. Its heading cannot ask for the
        focus itself, as browsers keep it from pages in frames of other sites."""
        if event.newState == "open" and event.target.matches("[popover]"):
            event.target.querySelector("[tabindex]").focus()

    def _on_wheel(self, event: Any) -> None:
        """Step through the match by the wheel; at either end the wheel scrolls the page."""
        match, seen = self._session.match, self._session.looked_at
        if match is None or seen is None or not self._may_browse or not is_for_board(event):
            return
        is_back = event.deltaY < 0
        if (seen.shown == 0 or self._window.scrollY > 0) if is_back else seen.shown == match.shown:
            return
        event.preventDefault()
        self._send(self._wheel.turn(event))

    @property
    def _may_browse(self) -> bool:
        """Whether other moments of a match can be looked at."""
        home, match = self._session.home, self._session.match
        return home is not None and match is not None and may_browse(match)

    @property
    def _has_line(self) -> bool:
        """Whether keys lead to other moments: those of a match, or those before a puzzle."""
        puzzle = self._session.on_screen(PuzzleScreen)
        return self._may_browse if puzzle is None else puzzle.has_past

    @property
    def _screen_keys(self) -> Mapping[str, Message]:
        return SCREENS[type(self._session.screen)].keys

    def _position(self) -> object:
        match = self._session.looked_at
        return None if match is None else match.position

    def _on_click(self, event: Any) -> None:
        if self._pointer.swallows_click(event):
            return
        if self._presses.is_astray(event, is_touch=self._is_touch):
            event.preventDefault()
            return
        self._press(event)

    def _press_node(self, node: Any) -> None:
        now_ms = page_ms(self._window)
        self._do(click_message(node, now_ms, now_ms))

    def _press(self, event: Any) -> None:
        target, at_ms = event.target, event.timeStamp
        message = click_message(target, at_ms, page_ms(self._window))
        if message is not None:
            self._do(message)
        elif closest(target, "[data-shout]") and not event.detail:
            # A pointer's shout was heard when it came down; a click without a pointer has detail 0.
            self._send(shout_message(target, at_ms, page_ms(self._window)))

    def _on_submit(self, event: Any) -> None:
        event.preventDefault()
        self._do(submit_message(event.target, event.timeStamp))

    def _on_focus(self, event: Any) -> None:
        self._came_by_pointer = self._is_down
        node = closest(event.target, "[data-site]")
        site = attribute(node, "data-site") if node is not None else None
        board = (
            self._session.table
            or self._session.on_screen(Exercise)
            or self._session.on_screen(EditorScreen)
        )
        if site is not None and board is not None and site != board.cursor:
            # A pointer is about to press: its click draws this change, too.
            self._host.send(Point(site), shows=not self._is_pointing)

    def _on_leaving(self, _event: Any) -> None:
        """What was deleted cannot be brought back once the page is left: forget it now. A run of
        puzzles that is left in the middle counts as far as it came, and a field as it was written.

        Nothing is drawn: nobody would see it, and a browser waits only for a moment until all is
        written.
        """
        self._take_written(shows=False)
        unsent = unsent_message(self._window.document)
        if unsent is not None:
            self._host.send(unsent, shows=False)
        if self._session.deletions:
            self._host.send(Command.LET_GO, shows=False)
        puzzle = self._session.on_screen(PuzzleScreen)
        contest = None if puzzle is None else puzzle.contest
        if contest is not None and contest.is_whole and contest.has_begun:
            self._host.send(StopContest(page_ms(self._window)), shows=False)

    def _on_visibility(self, event: Any) -> None:
        self._on_keys_lost(event)
        if self._window.document.visibilityState == "hidden":
            # A telephone may end the page without another word.
            self._take_written(shows=True)

    def _take_written(self, *, shows: bool) -> None:
        """Take what was written in the field that has the focus: a browser tells of a change only
        once the field is left, and of none if the whole page is."""
        active = self._window.document.activeElement or None
        field = None if active is None else closest(active, WRITTEN)
        message = None if field is None else unsaid_message(field)
        if message is not None:
            self._host.send(message, shows=shows)

    # ---------------------------------------------------------------- keyboard

    def _on_key(self, event: Any) -> None:
        self._release()
        if not is_real(event):
            return
        self._is_pointing = False
        self._act_on(event)
        self._send(shown_message(event))

    def _act_on(self, event: Any) -> None:
        use = key_down(event, self._session, page_ms(self._window))
        if use.is_ours:
            event.preventDefault()
            self._send(use.message)
            return
        if self._on_board_key(event) or self._on_enter(event):
            event.preventDefault()
            return
        # The key that made the last move, or that has pressed a button, may still be held.
        is_held_on = event.repeat and closest(event.target, HELD_OFF) is not None
        is_held_on |= event.key in ("Enter", " ") and self._presses.is_held_astray(event)
        if is_held_on or self._on_race_key(event):
            event.preventDefault()
            return
        # Enter and Space click a drawn button, as the browser does for a real one.
        if event.key in ("Enter", " ") and attribute(event.target, "role") == "button":
            event.preventDefault()
            if not event.repeat:
                self._press(event)
            return
        # Beside other work on a page, a match is stepped through where the focus is on it.
        is_beside = closest(event.target, "[data-stepping]") is not None
        has_board = (
            self._session.match is not None or self._session.on_screen(EditorScreen) is not None
        )
        message = key_message(
            event,
            is_at_table=has_board or is_beside,
            may_browse=self._has_line or is_beside,
            own=NO_KEYS if is_off(event, self._session) else self._screen_keys,
        )
        if message is not None:
            if event.key != "Escape":
                event.preventDefault()
            self._send(message)

    def _on_key_up(self, event: Any) -> None:
        if is_real(event):
            self._send(key_up(event, self._session))

    def _on_keys_lost(self, _event: Any) -> None:
        # Nor is it heard any more where a pointer comes up.
        self._release()
        self._send(keys_lost(self._session))

    def _on_board_key(self, event: Any) -> bool:
        """Handle a key of the board. Where the board is the whole table, some work everywhere."""
        if is_modified(event) or is_off(event, self._session):
            return False
        node = closest(event.target, "[data-site]")
        site = attribute(node, "data-site") if node is not None else None
        if site is None and closest(event.target, FIELDS):
            return False
        steps = board_key(
            self._session,
            site,
            key_name(event),
            event.timeStamp,
            has_shift=bool(event.shiftKey),
            is_again=bool(event.repeat),
        )
        if steps and self._is_to_browse(event, steps):
            return False
        for step in steps or ():
            if isinstance(step, Focus):
                self._host.carry_out(step)
            else:
                self._send(step)
        return steps is not None

    def _on_enter(self, event: Any) -> bool:
        """Let Enter choose in a field that otherwise needs the arrows or the space bar."""
        is_wanted = self._session.settings.tab_stops == "on"
        is_enter = event.key == "Enter" and not event.repeat
        return is_enter and choose_next(event.target, may_be_in_form=is_wanted)

    def _on_race_key(self, event: Any) -> bool:
        """Handle a key that starts or pauses a race or a playback, unless it has another use."""
        if is_modified(event) or event.repeat or is_off(event, self._session):
            return False
        key, target = key_name(event), event.target
        is_letter_off = (
            key.isalpha() and len(key) == 1 and self._session.settings.letter_keys == "off"
        )
        is_pressing = key in clocks.READY_KEYS and closest(target, PRESSED_BY_KEY) is not None
        # Keys such as Escape belong to an open popover.
        is_taken = closest(target, FIELDS) is not None or self._root.querySelector(":popover-open")
        if is_letter_off or is_pressing or is_taken:
            return False
        message = clocks.key_message(
            self._session, key, event.timeStamp
        ) or browsing.playback_message(self._session, key, event.timeStamp)
        self._send(message)
        is_deaf = self._session.settings.letter_keys == "off" and closest(target, BOARD) is None
        if isinstance(message, Ready) and is_deaf:
            # The keys that call are heard on the board alone.
            self._host.carry_out(Focus("board"))
        return message is not None

    def _is_to_browse(self, event: Any, steps: tuple[Focus | Message, ...]) -> bool:
        """Whether an arrow key browses the match: a mouse leaves the focus on the board, though
        the person does not move over the board by keyboard. Where nothing can be browsed, as in a
        lesson, they do."""
        is_walk = all(isinstance(step, Focus) for step in steps)
        browses = self._has_line and event.key in BROWSING_KEYS
        return self._came_by_pointer and is_walk and (browses or event.key in self._screen_keys)

    def _know_layout(self, layout: Any) -> None:
        known = {code: layout.get(code) for code in sorted(LETTERED) if layout.has(code)}
        self._send(KeyLabelsLoaded({code: text.upper() for code, text in known.items()}))
