"""The page's life: it starts, listens, and after each message shows the session as it now is."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from spieltisch.games import catalog
from spieltisch.session.link import Link, format_link
from spieltisch.session.messages import (
    Animate,
    Answered,
    Ask,
    BotsAre,
    Cancel,
    Effect,
    Focus,
    Follow,
    Go,
    Keep,
    KeepSettings,
    Message,
    Point,
    Press,
    Restore,
    Tell,
    Wake,
)
from spieltisch.session.session import Session
from spieltisch.session.settings import parse_settings
from spieltisch.session.thinking import wanted_thought
from spieltisch.session.update import update
from spieltisch.shell.animation import travel
from spieltisch.shell.dom import attribute, closest
from spieltisch.shell.events import change_message, click_message, key_message, submit_message
from spieltisch.shell.page import page_of, scene_of, title_of
from spieltisch.shell.storage import LAST_VIEW, PREFIX, SETTINGS, Storage, StorageError, match_name
from spieltisch.shell.thinker import StartWorker, Thinker
from spieltisch.views.catalog import view_of
from spieltisch.views.scene import Turn
from spieltisch.views.words import LANGUAGES, Words, words_of

Morph = Callable[[Any, str], None]
"""Turns a node's content into some markup, keeping what is the same."""


def start(window: Any, morph: Morph, start_worker: StartWorker) -> None:
    """Bring the page to life; when this returns, it answers."""
    App(window, morph, start_worker).start()


class App:
    """One page: the only place where a session is held and changed."""

    def __init__(self, window: Any, morph: Morph, start_worker: StartWorker) -> None:
        self._window = window
        self._document = window.document
        self._root = window.document.getElementById("app")
        self._morph = morph
        self._storage = Storage(window)
        self._session = Session()
        self._thinker = Thinker(
            start_worker,
            lambda answer: self.send(Answered(answer, window.performance.now())),
            lambda state: self.send(BotsAre(state)),
        )
        self._alarm: Any = None
        self._on_alarm = _proxy(self._wake)

    def start(self) -> None:
        settings = parse_settings(self._storage.read(SETTINGS))
        if settings.language not in LANGUAGES:
            settings = replace(settings, language=self._browser_language())
        self._session = Session(settings=settings)
        for game in catalog.ON_PAGE:
            kept = self._storage.read(match_name(game))
            if kept is not None:
                self.send(Restore(game, kept), shows=False)
        self.send(Follow(self._window.location.hash))
        self._listen()
        self._document.documentElement.dataset.state = "ready"

    def send(self, message: Message, *, shows: bool = True) -> None:
        """Let a message change the session, show it, and do what it asks for."""
        self._session, effects = update(self._session, message)
        if shows:
            self._show()
        for effect in effects:
            self._carry_out(effect)
        self._set_alarm()
        self._thinker.want(wanted_thought(self._session))

    def _set_alarm(self) -> None:
        """Have the session woken when it wants to be."""
        self._window.clearTimeout(self._alarm)
        wanted_ms = self._session.next_wake_ms
        if wanted_ms is not None:
            wait_ms = max(0.0, wanted_ms - self._window.performance.now())
            self._alarm = self._window.setTimeout(self._on_alarm, wait_ms)

    def _wake(self, *_: Any) -> None:
        self.send(Wake(self._window.performance.now()))

    # ------------------------------------------------------------- listening

    def _listen(self) -> None:
        listeners = {
            "click": self._on_click,
            "change": self._on_change,
            "submit": self._on_submit,
            "keydown": self._on_key,
            "focusin": self._on_focus,
            "visibilitychange": self._on_visibility,
        }
        for name, listener in listeners.items():
            self._document.addEventListener(name, _proxy(listener))
        self._window.addEventListener("hashchange", _proxy(self._on_address))
        self._window.addEventListener("storage", _proxy(self._on_storage))

    def _on_click(self, event: Any) -> None:
        node = closest(event.target, "[data-do]")
        if node is not None and attribute(node, "data-do") == "share":
            self._share()
            return
        message = click_message(event.target, event.timeStamp)
        if message is not None:
            self.send(message)

    def _on_change(self, event: Any) -> None:
        message = change_message(event.target)
        if message is not None:
            self.send(message)

    def _on_submit(self, event: Any) -> None:
        event.preventDefault()
        message = submit_message(event.target, event.timeStamp)
        if message is not None:
            self.send(message)

    def _on_key(self, event: Any) -> None:
        site = closest(event.target, "[data-site]")
        if site is not None and self._on_board_key(event, attribute(site, "data-site")):
            return
        # Enter and Space on a drawn button are a click, as they are on a real one.
        if event.key in ("Enter", " ") and attribute(event.target, "role") == "button":
            event.preventDefault()
            if not event.repeat:
                self._on_click(event)
            return
        match = self._session.match
        message = key_message(event, match.shown if match else None)
        if message is not None:
            if event.key != "Escape":
                event.preventDefault()
            self.send(message)

    def _on_board_key(self, event: Any, site: str | None) -> bool:
        match = self._session.match
        if match is None or site is None or event.ctrlKey or event.altKey or event.metaKey:
            return False
        key = event.key.lower() if len(event.key) == 1 else event.key
        if len(key) == 1 and key.isalpha() and self._session.settings.letter_keys == "off":
            return False
        view = view_of(match.record.setup.game)
        scene = scene_of(self._session, match, self._words)
        goal = view.neighbour(scene, site, key)
        token = view.token_of(scene, site, key)
        if goal is not None:
            self._carry_out(Focus(f"site-{goal}"))
            if event.shiftKey and scene.choice is not None and goal in scene.choice.targets:
                self.send(Press(goal, event.timeStamp))
        elif token is not None:
            self.send(Press(token, event.timeStamp))
        elif key == "Backspace":
            self.send(Cancel())
        elif key in view.questions(self._words):
            self.send(Ask(key))
        else:
            return False
        event.preventDefault()
        return True

    @property
    def _words(self) -> Words:
        return words_of(self._session.settings.language)

    def _on_focus(self, event: Any) -> None:
        node = closest(event.target, "[data-site]")
        site = attribute(node, "data-site") if node is not None else None
        if site is not None and site != self._session.cursor:
            self.send(Point(site))

    def _on_address(self, event: Any) -> None:
        self.send(Follow(self._window.location.hash))

    def _on_storage(self, event: Any) -> None:
        for game in catalog.ON_PAGE:
            if event.key == PREFIX + match_name(game) and event.newValue:
                self.send(Restore(game, event.newValue))

    def _on_visibility(self, event: Any) -> None:
        """Leaving, the page keeps what it shows, so that the next visit begins with it."""
        if self._document.visibilityState != "hidden":
            return
        view = {
            "hash": self._window.location.hash,
            "language": self._session.settings.language,
            "html": self._root.innerHTML,
        }
        # It only makes the next start look quicker: no harm is done where there is no room.
        with suppress(StorageError):
            self._storage.write(LAST_VIEW, json.dumps(view))

    # ------------------------------------------------------- what is asked for

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Keep(game, text):
                self._keep(match_name(game), text)
            case KeepSettings(text):
                self._keep(SETTINGS, text)
            case Go(link, replaces):
                # Neither call fires hashchange: the session is there already.
                history = self._window.history
                (history.replaceState if replaces else history.pushState)(None, "", link)
            case Focus(node_id):
                node = self._document.getElementById(node_id)
                if node:
                    node.focus()
            case Animate(before, entry, after):
                self._animate(before, entry.seat, entry.action, after)

    def _keep(self, name: str, text: str) -> None:
        try:
            self._storage.write(name, text)
        except StorageError as error:
            self.send(Tell("storage-full" if error.is_full else "storage-blocked"))

    def _animate(self, before: Any, seat: int, action: str, after: Any) -> None:
        match = self._session.match
        if match is None:
            return
        turn = Turn(before, seat, match.game.parse_action(action), after)
        board = self._document.getElementById("board")
        travel(self._window, board, view_of(match.record.setup.game).motions(turn))

    def _share(self) -> None:
        match = self._session.match
        if match is None:
            return
        link = self._window.location.href.partition("#")[0] + format_link(
            Link("record", match.record.setup.game, record=match.record.cut(match.shown))
        )
        copied = _proxy(lambda *_: self.send(Tell("copied")))
        failed = _proxy(lambda *_: self.send(Tell("copy", (link,))))
        clipboard = self._window.navigator.clipboard
        if not clipboard:
            failed()
            return
        clipboard.writeText(link).then(copied, failed)

    # --------------------------------------------------------------- showing

    def _show(self) -> None:
        settings = self._session.settings
        page = self._document.documentElement
        page.lang = settings.language
        page.dataset.theme = settings.theme
        self._document.title = title_of(self._session, self._words)
        was_at_table = self._is_at_table()
        self._morph(self._root, page_of(self._session))
        # A button that was pressed and is gone leaves the keyboard nowhere.
        if was_at_table and not self._is_at_table() and self._session.cursor is not None:
            self._carry_out(Focus(f"site-{self._session.cursor}"))

    def _is_at_table(self) -> bool:
        """Whether the keyboard is on the board or on what belongs to it."""
        node = self._document.activeElement or None
        return node is not None and closest(node, ".table") is not None

    def _browser_language(self) -> str:
        for tag in self._window.navigator.languages:
            if tag[:2].lower() in LANGUAGES:
                return str(tag[:2].lower())
        return next(iter(LANGUAGES))


def _proxy(listener: Callable[..., None]) -> Any:
    from pyodide.ffi import create_proxy  # only there in the browser

    return create_proxy(listener)
