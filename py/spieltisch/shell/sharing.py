"""Matches are given to others: as a link, and once they are over as a picture, too."""

from collections.abc import Callable
from typing import Any

from spieltisch.play.codec import LinkError
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.presenters.by_link import link_of
from spieltisch.presenters.page import language_of
from spieltisch.presenters.picture import picture_of
from spieltisch.presenters.puzzle import shared_puzzle, shared_result
from spieltisch.session.messages import Tell
from spieltisch.session.routes import format_link
from spieltisch.shell.dom import load_script, proxy, to_js
from spieltisch.shell.files import save_blob
from spieltisch.shell.host import Host
from spieltisch.views.words import words_of

SCRIPT = "static/share/begin.js"
LOADED = "spieltisch:picture"


class Sharing:
    """The way of a match to other people."""

    def __init__(self, window: Any, host: Host) -> None:
        self._window = window
        self._host = host
        self._draw: Any = None
        self._wanted: list[Callable[[], None]] = []

    def share(self, *, is_part: bool) -> None:
        """Give the match on the table to others.

        Where it is over, and a finger opens the device's own list of ways to share, both the link
        and a picture are shared; elsewhere the link is copied, or shown to be copied.

        Args:
            is_part: whether the link is to lead to the moment that is looked at, not to all.
        """
        table, match = self._host.session.table, self._host.session.kept_match
        if table is None or match is None:
            return
        # What is tried out is nobody's match.
        match = table.home.looked_at(match) if is_part else match
        link = self._link(match, table.match_id)
        if link is None:
            return
        what = "part" if is_part else "whole" if match.is_over else "so-far"
        if what == "whole" and self._shares_files():
            self._picture(match, lambda file: self._share_file(file, match, link))
        else:
            self._copy(link, what, match.shown)

    def send_turn(self) -> None:
        """Ask the device whom to send the match on the table to; where it has nothing to send it
        by, the link is copied."""
        table, match = self._host.session.table, self._host.session.kept_match
        if table is None or match is None:
            return
        if not self._has_sheet():
            self.share(is_part=False)
            return
        link = self._link(match, table.match_id)
        if link is not None:
            self._send(link)

    def give_code(self, link: str, *, is_sent: bool) -> None:
        """Give what somebody needs to play live to them: by what the device sends with, if that is
        wanted and it has something, or copied."""
        if is_sent and self._has_sheet():
            self._send(link)
        else:
            self._copy(link, "code", 0)

    def _send(self, link: str) -> None:
        # Who closes the sheet without sending has changed their mind: nothing is to be told.
        ignored = proxy(lambda *_: None)
        self._window.navigator.share(to_js(self._window, {"url": link})).then(None, ignored)

    def share_puzzle(self, *, is_result: bool) -> None:
        """Give others the link to the puzzle on screen, or how the day's puzzle went."""
        session = self._host.session
        if session.puzzle is None:
            return
        text = (shared_result if is_result else shared_puzzle)(session, session.puzzle)
        what = "result" if is_result else "puzzle"
        if is_result and self._is_touched() and self._has_sheet():
            self._share(to_js(self._window, {"text": text}), lambda: self._copy(text, what, 0))
        else:
            self._copy(text, what, 0)

    def _link(self, match: Match, match_id: MatchId) -> str | None:
        """The link to a match; None, and a notice, where it is too long for one."""
        try:
            return self._host.session.device.site + format_link(link_of(match, match_id))
        except LinkError:
            self._host.send(Tell("too-long"))
            return None

    def save_picture(self) -> None:
        """Have the browser keep a picture of the match on the table as a file."""
        match = self._host.session.kept_match
        if match is not None:
            self._picture(match, lambda file: save_blob(self._window, file, file.name))

    def _copy(self, link: str, what: str, shown: int) -> None:
        copied = proxy(lambda *_: self._host.send(Tell("copied", (what, str(shown)))))
        failed = proxy(lambda *_: self._host.send(Tell("copy", (link,))))
        clipboard = self._window.navigator.clipboard
        if not clipboard:
            failed()
            return
        clipboard.writeText(link).then(copied, failed)

    def _shares_files(self) -> bool:
        """Whether the device shares files, and is one on which people expect that: where there is a
        mouse, a link in the clipboard is nearer."""
        navigator = self._window.navigator
        if not self._is_touched() or not hasattr(navigator, "canShare"):
            return False
        return bool(navigator.canShare(self._shared(self._file(self._window.Array.new(), "a.png"))))

    def _has_sheet(self) -> bool:
        """Whether the device has a list of its own of ways to share."""
        return bool(getattr(self._window.navigator, "share", None))

    def _is_touched(self) -> bool:
        return bool(self._window.matchMedia("(pointer: coarse)").matches)

    def _share_file(self, file: Any, match: Match, link: str) -> None:
        shared = self._shared(file)
        shared.title, shared.url = match.game.info.title, link
        self._share(shared, lambda: self._copy(link, "whole", match.shown))

    def _share(self, shared: Any, otherwise: Callable[[], None]) -> None:
        """Open the device's own list of ways to share."""

        def failed(error: Any) -> None:
            # Who closes the list has changed their mind.
            if error.name != "AbortError":
                otherwise()

        self._window.navigator.share(shared).then(proxy(lambda *_: None), proxy(failed))

    def _shared(self, file: Any) -> Any:
        """What the browser is asked to share."""
        shared, files = self._window.Object.new(), self._window.Array.new()
        files.push(file)
        shared.files = files
        return shared

    def _file(self, parts: Any, name: str) -> Any:
        return self._window.File.new(parts, name, to_js(self._window, {"type": "image/png"}))

    # ---------------------------------------------------------------- pictures

    def _picture(self, match: Match, then: Callable[[Any], None]) -> None:
        """Draw a match, as soon as what draws is there."""
        if self._draw is None:
            self._wanted.append(lambda: self._picture(match, then))
            self._load()
            return
        words = words_of(language_of(self._host.session))
        picture = picture_of(match, words)

        def drawn(blob: Any) -> None:
            parts = self._window.Array.new()
            parts.push(blob)
            then(self._file(parts, picture.file_name))

        failed = proxy(lambda *_: self._host.send(Tell("no-picture")))
        self._draw(str(picture.board), picture.title, picture.text).then(proxy(drawn), failed)

    def _load(self) -> None:
        """Fetch what draws pictures; a second press while it comes does not fetch it again."""
        if len(self._wanted) > 1:
            return
        self._window.addEventListener(LOADED, proxy(self._take))
        load_script(self._window, SCRIPT).addEventListener("error", proxy(self._give_up))

    def _take(self, event: Any) -> None:
        self._draw = event.detail
        wanted, self._wanted = self._wanted, []
        for draw in wanted:
            draw()

    def _give_up(self, *_: Any) -> None:
        """It could not be fetched; it may be the next time."""
        self._wanted = []
        self._host.send(Tell("no-picture"))
