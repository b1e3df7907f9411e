"""What the shell does by itself at the press of a button: it hands a link, a picture or a file to
the browser, or takes the next build of the site."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from spieltisch.app.core.effects import Focus
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.writing import belongings
from spieltisch.app.matches.finding import chosen
from spieltisch.kit.words import words_of
from spieltisch.shell.attention import Attention
from spieltisch.shell.faults import Faults
from spieltisch.shell.files import Files
from spieltisch.shell.host import MessageHost
from spieltisch.shell.offline import Updates
from spieltisch.shell.sharing import Sharing


@dataclass(frozen=True)
class Doers:
    """The parts of the shell that do it."""

    host: MessageHost
    sharing: Sharing
    files: Files
    updates: Updates
    attention: Attention
    faults: Faults

    @property
    def session(self) -> Session:
        return self.host.session

    def give_code(self, *, is_sent: bool) -> None:
        """The code to play live; it has come with what shows it."""
        from spieltisch.app.together.codes import code_to_send, said_with_code

        session = self.session
        said = said_with_code(session, words_of(session.settings.language))
        self.sharing.give(code_to_send(session), "code", is_sent=is_sent, said=said)

    def export(self, which: str) -> None:
        words = words_of(self.session.settings.language)
        self.files.save(chosen(self.session, which, words))

    def save_match(self) -> None:
        """The match on the table as a file."""
        table = self.session.home
        if table is not None:
            self.export(table.match_id)

    def export_all(self) -> None:
        summaries = list(self.session.library.summaries.values())
        self.files.save(summaries, belongings(self.session))


DEEDS: Mapping[str, Callable[[Doers, str], None]] = {
    # The link to the match, or to the moment of it that is looked at.
    "share": lambda do, _: do.sharing.share(is_part=False),
    "share-match": lambda do, _: do.sharing.share(is_part=False),
    "share-part": lambda do, _: do.sharing.share(is_part=True),
    # By the device's share sheet.
    "send-turn": lambda do, _: do.sharing.send_turn(),
    # The code to play live.
    "send-code": lambda do, _: do.give_code(is_sent=True),
    "copy-code": lambda do, _: do.give_code(is_sent=False),
    "save-picture": lambda do, _: do.sharing.save_picture(),
    "make-film": lambda do, _: do.sharing.make_film(),
    "send-film": lambda do, _: do.sharing.send_film(),
    # The link to a puzzle, or the result of the day's.
    "share-puzzle": lambda do, _: do.sharing.share_puzzle(is_result=False),
    "share-result": lambda do, _: do.sharing.share_puzzle(is_result=True),
    "share-escape": lambda do, number: do.sharing.share_escape(int(number)),
    "share-bot": lambda do, _: do.sharing.share_bot(),
    "share-position": lambda do, _: do.sharing.share_position(),
    "save-match": lambda do, _: do.save_match(),
    "save-bot": lambda do, _: do.sharing.save_bot(),
    "save-deck": lambda do, _: do.sharing.save_deck(),
    "export": lambda do, which: do.export(which),
    "export-all": lambda do, _: do.export_all(),
    "save-damaged": lambda do, _: do.files.save_damaged(do.session.damage.entries),
    # The next build of the site.
    "update": lambda do, _: do.updates.take(),
    # The same place, by the build that the host has now.
    "load-again": lambda do, _: do.host.load_again(),
    "save-report": lambda do, _: do.faults.save(do.session),
    "notify": lambda do, _: do.attention.ask(),
    # Past all that stands above it.
    "to-board": lambda do, _: do.host.carry_out(Focus("board")),
}
"""Each by the ``data-do`` of its buttons, with their ``data-arg``."""

OF_ALL = ("export", "export-all")
"""Those that save all that is kept, or what a filter finds of it."""
