"""The catalogues: one file of the site per language, fetched when the language is wanted."""

import asyncio
from collections.abc import Callable
from typing import Any

from spieltisch.app.message import Message
from spieltisch.app.messages import SetSetting, Tell
from spieltisch.app.notice import LanguageMissing
from spieltisch.kit.words import LANGUAGES, CatalogueError, is_loaded, take_in
from spieltisch.shell.site_files import FETCH_LIMIT_S

SOURCE = next(iter(LANGUAGES))


class Catalogues:
    def __init__(self, window: Any, files: Any, send: Callable[[Message], None]) -> None:
        """``files`` are ``catalogues`` of static/runtime/catalogues.js."""
        self._window = window
        self._files = files
        self._send = send
        self._wanted = ""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> tuple[str, str]:
        """Take in the words that were fetched while Python was loading.

        Returns:
            the language that this visit begins in, and the one that it should have begun in.
        """
        wanted = str(self._files.language)
        can_speak = is_loaded(wanted) or self._take_in(wanted, self._files.first)
        return wanted if can_speak else SOURCE, wanted

    def holds_back(self, message: Message) -> bool:
        """Whether a message must wait for the words of its language; it is sent once they have
        come. Only the last choice counts."""
        match message:
            case SetSetting("language", language):
                self._wanted = language
            case _:
                return False
        if is_loaded(language) or language not in LANGUAGES:
            return False
        self._task = asyncio.ensure_future(self._fetch(message))
        return True

    async def _fetch(self, message: SetSetting) -> None:
        language = message.value
        try:
            async with asyncio.timeout(FETCH_LIMIT_S):
                content = await self._files.fetch(language)
        except Exception:  # no network or a silent host; JavaScript errors have no narrower type
            content = None
        can_speak = self._take_in(language, content)
        if self._wanted != language:
            return
        if can_speak:
            self._send(message)
        else:
            self.tell_missing(language)

    def _take_in(self, language: str, content: Any) -> bool:
        try:
            take_in(language, content.to_bytes() if content else b"")
        except CatalogueError:
            return False
        return True

    def tell_missing(self, language: str) -> None:
        """Say that a language is not available now, and reset its field to the one that stays."""
        field = self._window.document.getElementById("set-language")
        if field:
            field.value = field.querySelector("[selected]").value
        self._send(Tell(LanguageMissing(LANGUAGES[language].name)))
