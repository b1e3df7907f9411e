"""Shares matches: as a link, and once they are over as a picture and a film, too."""

from collections.abc import Callable, Iterator
from typing import Any

from spieltisch.app.board.film import film_of, has_film
from spieltisch.app.board.review import mistake_at
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.messages import PartMissing, Tell
from spieltisch.app.core.notice import (
    MOST_SENT,
    Copied,
    CopiedKind,
    FilmReady,
    LongLink,
    MakingFilm,
    Notice,
    PlainNotice,
    ToCopy,
)
from spieltisch.app.core.routes import EditorLink, Link, Route, link_to_escape
from spieltisch.app.core.session import At
from spieltisch.app.core.waiting import REPLAYED_AT_ONCE
from spieltisch.app.deck.state import DeckScreen
from spieltisch.app.editor.state import EditorScreen
from spieltisch.app.keeping.decks import format_file
from spieltisch.app.match.view.by_link import link_of
from spieltisch.app.picture import picture_of, picture_of_draft
from spieltisch.app.puzzle.contest import ContestScreen
from spieltisch.app.puzzle.state import PuzzleScreen
from spieltisch.app.workshop.state import WorkshopScreen
from spieltisch.kit.words import words_of
from spieltisch.play.code_text import encode_bot
from spieltisch.play.codec import LinkError
from spieltisch.play.digits import MAX_TURNS
from spieltisch.play.match import Match
from spieltisch.play.summary import MatchId
from spieltisch.shell.dom import ignored, in_ascii, proxy, to_js
from spieltisch.shell.files import save_blob, save_text
from spieltisch.shell.host import MessageHost
from spieltisch.shell.pacer import Pacer
from spieltisch.shell.site_files import LateScript
from spieltisch.table import Turn

SCRIPT = "static/share/begin.js"
LOADED = "spieltisch:picture"

COPY_MS = 2000.0
"""How long the browser may take to copy: one that asks where nobody sees it never answers."""


def preparations(match_of: Callable[[], Match | None]) -> Iterator[float | None]:
    """The steps for SpareTime that find for each turn what else could have been played, as a link
    needs it: all at once, when somebody shares a long match, they would take seconds."""
    start, found = None, 0
    while True:
        match = match_of()
        if match is not None and match.start is not start:
            start, found = match.start, 0
        if match is None or found >= len(match.turns):
            yield None
            continue
        turn = match.turns[found]
        found += 1
        if not turn.has_place:
            turn.find_place()
            yield 0.0


class Sharing:
    def __init__(self, window: Any, host: MessageHost) -> None:
        self._window = window
        self._host = host
        self._unprepared: Iterator[Turn] = iter(())
        self._when_prepared: Callable[[], None] = lambda: None
        self._preparing = Pacer(window, self._prepare_on)
        self._script = LateScript(window, SCRIPT, LOADED, self._draw_wanted, self._give_up)
        self._wanted: list[tuple[Callable[[], None], Notice]] = []
        self._is_filming = False
        self._film: Any = None
        """The film that was made last, as a file."""
        self._copies = 0
        """How many texts were to be copied: only what became of the last one is told."""

    def share(self, *, is_part: bool) -> None:
        """Share the match on the table.

        If it is over and a touch device can share files, both the link and a picture are shared;
        otherwise the link is copied, or shown to be copied.

        Args:
            is_part: whether the link leads to the moment that is looked at, not to the whole match.
        """
        table, match = self._host.session.home, self._host.session.kept_match
        if table is None or match is None:
            return
        # What is tried out in it is not shared.
        match = table.looked_at(match) if is_part else match
        what: CopiedKind = "part" if is_part else "whole" if match.is_over else "so-far"

        def share(link: str) -> None:
            if what == "whole" and self._shares_files():
                self._picture(
                    match,
                    lambda file: self._share_file(file, match, link),
                    lambda: self._send(link, what, match.shown),
                )
            else:
                self._copy(link, what, match.shown)

        self._with_link(match, table.match_id, share)

    def send_turn(self) -> None:
        """Open the device's share sheet for the match on the table; without one, copy the link."""
        table, match = self._host.session.home, self._host.session.kept_match
        if table is None or match is None:
            return
        if not self._has_sheet():
            self.share(is_part=False)
            return
        what: CopiedKind = "whole" if match.is_over else "so-far"
        self._with_link(match, table.match_id, lambda link: self._send(link, what, match.shown))

    def give(self, link: str, what: CopiedKind, *, is_sent: bool, said: str = "") -> None:
        """Give somebody a link, such as the code to play live: by the device's share sheet, if that
        is wanted and available, with what is said of it, otherwise copied."""
        if is_sent and self._has_sheet():
            self._send(link, what, 0, said)
        else:
            self._copy(link, what, 0)

    def _send(self, link: str, what: CopiedKind, shown: int, said: str = "") -> None:
        if len(link) > MOST_SENT:
            self._host.send(Tell(LongLink(what, len(link))))
        shared = {"url": link, **({"title": said, "text": said} if said else {})}
        self._share(to_js(self._window, shared), lambda: self._copy(link, what, shown))

    def share_puzzle(self, *, is_result: bool) -> None:
        """Share the link to the puzzle on screen, or the result of the day's puzzle."""
        session = self._host.session
        puzzle = session.on_screen(PuzzleScreen)
        if isinstance(session.screen, ContestScreen):
            from spieltisch.app.puzzle.contest_view import shared_contest

            text = shared_contest(session, session.screen)
        elif puzzle is not None:
            from spieltisch.app.puzzle.texts import shared_puzzle, shared_result

            text = (shared_result if is_result else shared_puzzle)(session, puzzle)
        else:
            return
        if is_result:
            self.give_text(text, "result")
        else:
            self._copy(text, "puzzle", 0)

    def give_text(self, text: str, what: CopiedKind) -> None:
        """Give somebody a text: by the share sheet of a device that is touched, else copied."""
        if self._is_touched() and self._has_sheet():
            self._share(to_js(self._window, {"text": text}), lambda: self._copy(text, what, 0))
        else:
            self._copy(text, what, 0)

    def share_escape(self, number: int) -> None:
        """Copy the link to the position before a person's mistake, or hand it to the share
        sheet."""
        session, home = self._host.session, self._host.session.home
        mistake = None if home is None else mistake_at(At.table_of(session, home), number)
        if mistake is not None:
            self.give(link_to_escape(session, mistake), "puzzle", is_sent=self._is_touched())

    def share_bot(self) -> None:
        screen = self._host.session.screen
        if isinstance(screen, WorkshopScreen):
            code = encode_bot(screen.bot.name, screen.bot.source)
            self._copy_place(Link("bot", screen.bot.game, section=code), "bot")

    def share_position(self) -> None:
        screen = self._host.session.on_screen(EditorScreen)
        if screen is not None:
            self._copy_place(EditorLink(screen.draft), "position")

    def save_bot(self) -> None:
        screen = self._host.session.screen
        if isinstance(screen, WorkshopScreen):
            name = f"{screen.bot.name}.py"
            save_text(self._window, screen.bot.source, name, "text/x-python")

    def save_deck(self) -> None:
        screen = self._host.session.screen
        if isinstance(screen, DeckScreen):
            save_text(self._window, format_file(screen.deck), f"{screen.deck.name}.json")

    def _with_link(self, match: Match, match_id: MatchId, then: Callable[[str], None]) -> None:
        """Go on with the link to a match: later, if much of a long one is not prepared; not at all,
        with a notice, if it is too long for a link."""

        def give() -> None:
            try:
                link = self._host.session.device.site + link_of(match, match_id).text
            except LinkError:
                self._host.send(Tell(PlainNotice.MATCH_TOO_LONG))
            else:
                then(link)

        unprepared = [turn for turn in match.turns[: match.shown] if not turn.has_place]
        if len(unprepared) <= REPLAYED_AT_ONCE or match.shown > MAX_TURNS:
            give()
            return
        self._unprepared, self._when_prepared = iter(unprepared), give
        self._host.send(Tell(PlainNotice.MAKING_LINK))
        self._preparing.follow(is_wanted=True)

    def _prepare_on(self, _: float) -> bool:
        turn = next(self._unprepared, None)
        if turn is None:
            self._preparing.follow(is_wanted=False)
            self._when_prepared()
            return False
        turn.find_place()
        return True

    def save_picture(self) -> None:
        """Make the browser save a picture of the match on the table, or of the position that is
        set up, as a file."""
        shown = self._host.session.on_screen(EditorScreen) or self._host.session.kept_match
        if shown is not None:
            self._picture(shown, lambda file: save_blob(self._window, file, file.name))

    def _copy_place(self, place: Route, what: CopiedKind) -> None:
        self._copy(self._host.session.device.site + place.text, what, 0)

    def _copy(self, link: str, what: CopiedKind, shown: int) -> None:
        """Copy a text. Where the browser cannot, will not or does not answer, it is shown instead;
        an answer that comes late all the same is told, too."""
        self._copies += 1
        number, is_shown = self._copies, False

        def copied(*_: Any) -> None:
            nonlocal is_shown
            is_shown = True
            if number == self._copies:
                self._host.send(Tell(Copied(what, shown, len(link))))

        def show(*_: Any) -> None:
            nonlocal is_shown
            if number == self._copies and not is_shown:
                is_shown = True
                self._show(link, what)

        try:
            writing = self._window.navigator.clipboard.writeText(link)
            writing.then(proxy(copied), proxy(show))
        except Exception:  # there is none, as on an insecure address, or the browser's own
            show()
        else:
            self._window.setTimeout(proxy(show), COPY_MS)

    def _show(self, text: str, what: CopiedKind) -> None:
        """Show what the browser can neither send nor copy in a field, to be copied by hand."""
        self._host.send(Tell(ToCopy(text, what)))
        field = self._window.document.getElementById("to-copy")
        if field:
            field.focus()
            field.select()

    def _shares_files(self) -> bool:
        """Whether the device can share files and people expect it to: with a mouse, a link in the
        clipboard is handier."""
        navigator = self._window.navigator
        if not self._is_touched() or not hasattr(navigator, "canShare"):
            return False
        return bool(navigator.canShare(self._shared(self._file(self._window.Array.new(), "a.png"))))

    def _has_sheet(self) -> bool:
        return bool(getattr(self._window.navigator, "share", None))

    def _is_touched(self) -> bool:
        return bool(self._window.matchMedia("(pointer: coarse)").matches)

    def _share_file(self, file: Any, match: Match, link: str) -> None:
        if len(link) > MOST_SENT:
            self._host.send(Tell(LongLink("whole", len(link))))
        shared = self._shared(file)
        shared.title, shared.url = match.game.info.title, link
        self._share(shared, lambda: self._copy(link, "whole", match.shown))

    def _share(self, shared: Any, otherwise: Callable[[], None]) -> None:
        """Open the device's share sheet; if that fails, do something else. A person who closes the
        sheet has changed their mind: nothing is said then."""

        def failed(error: Any) -> None:
            # AbortError: the person has closed the sheet.
            if error.name != "AbortError":
                otherwise()

        try:
            sharing = self._window.navigator.share(shared)
        except Exception:  # the browser's own, such as where a page in a frame may not share
            otherwise()
            return
        sharing.then(ignored(), proxy(failed))

    def _shared(self, file: Any) -> Any:
        shared, files = self._window.Object.new(), self._window.Array.new()
        files.push(file)
        shared.files = files
        return shared

    def _file(self, parts: Any, name: str, kind: str = "image/png") -> Any:
        return self._window.File.new(parts, name, to_js(self._window, {"type": kind}))

    def _file_of(self, blob: Any, name: str) -> Any:
        parts = self._window.Array.new()
        parts.push(blob)
        return self._file(parts, name, blob.type)

    # ---------------------------------------------------------------- pictures

    def _picture(
        self,
        shown: Match | EditorScreen,
        then: Callable[[Any], None],
        otherwise: Callable[[], None] | None = None,
    ) -> None:
        """Draw a match or a position, as soon as the drawing script has loaded. If it cannot be
        drawn, that is told, or something else is done."""
        if self._script.handed is None:
            self._want(lambda: self._picture(shown, then, otherwise), PlainNotice.NO_PICTURE)
            return

        def failed(error: Any) -> None:
            if otherwise is None:
                self._tell_failed(error, PlainNotice.NO_PICTURE)
            else:
                otherwise()

        words = words_of(language_of(self._host.session))
        picture = (
            picture_of_draft(shown, words)
            if isinstance(shown, EditorScreen)
            else picture_of(shown, words)
        )
        drawn = self._script.handed.picture(str(picture.board), picture.title, picture.text)
        drawn.then(
            proxy(lambda blob: then(self._file_of(blob, picture.file_name))),
            proxy(failed),
        )

    def _tell_failed(self, error: Any, otherwise: Notice) -> None:
        """Say why nothing could be drawn."""
        is_hidden = getattr(error, "name", "") == "HiddenError"
        self._host.send(Tell(PlainNotice.CANVAS_HIDDEN if is_hidden else otherwise))

    def make_film(self) -> None:
        """Make a film of the end of the match on the table, and share it or save it as a file."""
        match = self._host.session.kept_match
        if match is not None and has_film(match) and not self._is_filming:
            self._is_filming = True
            self._tell_film(0)
            self._draw_film(match)

    def _draw_film(self, match: Match) -> None:
        if self._script.handed is None:
            self._want(lambda: self._draw_film(match), PlainNotice.NO_FILM)
            return

        def made(blob: Any) -> None:
            self._is_filming = False
            self._film = self._file_of(blob, f"{match.setup.game}.gif")
            if self._shares_files():
                # Making it may have taken longer than a press lasts: then another one is asked for.
                self._share_film(lambda: self._host.send(Tell(FilmReady(is_saved=False))))
            else:
                self._save_film()

        def failed(error: Any) -> None:
            self._is_filming = False
            self._tell_failed(error, PlainNotice.NO_FILM)

        film = film_of(match, words_of(language_of(self._host.session)))
        board = proxy(lambda index: in_ascii(match.game.view.board(film.scenes[index])))
        drawn = self._script.handed.film(film.text, board, proxy(self._tell_film))
        drawn.then(proxy(made), proxy(failed))

    def _tell_film(self, percent: int) -> None:
        self._host.send(Tell(MakingFilm(percent)))

    def send_film(self) -> None:
        """Open the device's share sheet for the film that was made last."""
        if self._film is not None:
            self._share_film(self._save_film)

    def _share_film(self, otherwise: Callable[[], None]) -> None:
        self._share(self._shared(self._film), otherwise)

    def _save_film(self) -> None:
        save_blob(self._window, self._film, self._film.name)
        self._host.send(Tell(FilmReady(is_saved=True)))

    def _want(self, draw: Callable[[], None], or_tell: Notice) -> None:
        """Draw once the script is there, or say that it cannot be fetched."""
        self._wanted.append((draw, or_tell))
        self._script.load()

    def _draw_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        for draw, _ in wanted:
            draw()

    def _give_up(self) -> None:
        wanted, self._wanted = self._wanted, []
        self._is_filming = False
        for _, notice in wanted:
            self._host.send(PartMissing(notice))
