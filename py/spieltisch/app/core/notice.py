"""What a person is told beside the match: what went wrong, and what went well."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import ClassVar, Literal, Self, TypeAlias

from spieltisch.app.core.message import Frozen
from spieltisch.games import catalog
from spieltisch.kit.markup import Markup
from spieltisch.kit.names import Names, bot_title, set_apart
from spieltisch.kit.scene import OptionWords
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkPart
from spieltisch.play.match import Match
from spieltisch.play.study import MAX_CHAPTERS, MAX_COMMENT, MAX_MOVES, MAX_TEXT, StudyFlaw
from spieltisch.table import MAX_SEED, Fact, Seat, SetupError
from spieltisch.table.fact import gettext_noop
from spieltisch.table.graphemes import shortened

MOST_OF_FACT = 40
"""How many characters of a typed text are quoted."""

_OTHER_VERSION = gettext_noop(
    "The other device has a different version of this page. Reload the page on both, then invite"
    " again."
)


class Notice(Frozen, is_kind=True):
    """Something went wrong or was refused, or has been done."""

    told: ClassVar[str] = ""
    """The words, with the fields of a notice that has but one text."""
    is_passing: ClassVar[bool] = False
    """Whether it tells that all went well, so that it may disappear by itself."""

    @property
    def is_toast(self) -> bool:
        """Whether it may be ignored."""
        return self.is_passing or isinstance(self, UpdateNotice)

    @property
    def is_of_all_screens(self) -> bool:
        """Whether it stays when the screen changes."""
        return isinstance(self, UpdateNotice)

    def text(self, words: Words) -> str:
        return words.gettext(self.told).format(**vars(self))


class Standstill(Notice):
    """The match on the table has come to a standstill, and a person is asked how it is to go on:
    that is told until they have said, or the match is in another state (Session.failed).
    """

    def ways(self, words: Words) -> Markup:
        """The buttons to choose from."""
        raise NotImplementedError


class FaultNotice(Notice):
    """Code of ours has failed."""

    told = gettext_noop(
        "Something went wrong: there is a mistake in the program. Nothing that was saved is lost. "
        "If the page looks wrong now, load it again."
    )

    @property
    def is_of_all_screens(self) -> bool:
        # What failed may have had nothing to do with the screen.
        return True


class BadLink(Notice):
    part: LinkPart
    value: str

    def text(self, words: Words) -> str:
        texts = {
            LinkPart.PAGE: words.gettext(
                "There is no page “{value}” here. The link may be mistyped."
            ),
            LinkPart.GAME: words.gettext(
                "The link asks for the game “{value}”, which is not on this table."
            ),
            LinkPart.SEATS: words.gettext(
                "The link's seats are “{value}”. Each must be human or a computer of this "
                "game, such as bot:3. Separate them with commas."
            ),
            LinkPart.NAMES: words.gettext("The link has more names than seats: “{value}”."),
            LinkPart.CLOCK: words.gettext(
                "The link's clock is “{value}”; it must be minutes + seconds, such as 5+3."
            ),
            LinkPart.SEED: words.gettext(
                "The link's seed is “{value}”; it must be a whole number from 0 to {largest}."
            ),
            LinkPart.FIELD: words.gettext(
                "The link contains “{value}”, which this page does not understand."
            ),
            LinkPart.PUZZLE: words.gettext("There is no puzzle “{value}” here."),
            LinkPart.MATCH: words.gettext("This device does not have the game in the link."),
            LinkPart.RECORD: words.gettext(
                "The record in the link is damaged or incomplete. Ask for the whole link."
            ),
            LinkPart.FORMAT: words.gettext(
                "The link was made by a newer version of this page. Reload the page to get it."
            ),
            LinkPart.RULES: words.gettext(
                "The game in the link was played by a different version of the rules."
            ),
            LinkPart.DEAL: words.gettext(
                "The game in the link does not start with what was dealt for it, so somebody "
                "has changed it."
            ),
            LinkPart.TURN: words.gettext(
                "Move {value} of the game in the link is illegal, so the game was not opened."
            ),
            LinkPart.SIZE: words.gettext("The game in the link is too long to open."),
            LinkPart.CODE: words.gettext(
                "The code is damaged or incomplete. Ask for the complete code."
            ),
            LinkPart.OTHER_VERSION: words.gettext(_OTHER_VERSION),
            LinkPart.POSITION: words.gettext("The position in the link cannot be read."),
            LinkPart.BOT: words.gettext(
                "The bot in the link is damaged or incomplete. Ask for the whole link."
            ),
            LinkPart.STUDY: words.gettext(
                "The study in the link is damaged or incomplete. Ask for the whole link."
            ),
            LinkPart.SENT_PUZZLE: words.gettext(
                "The puzzle in the link is damaged or incomplete. Ask for the whole link."
            ),
        }
        return texts[self.part].format(value=_short(self.value), largest=MAX_SEED)


class BadSetup(Notice):
    game: str
    """Empty if none is known."""
    field: str
    """As in SetupError, like what follows."""
    value: str
    choices: tuple[str, ...] = ()
    flaw: Fact | None = None

    @classmethod
    def of(cls, error: SetupError, game: str = "") -> Self:
        return cls(game, error.field, error.value, tuple(error.choices), error.flaw)

    def text(self, words: Words) -> str:
        game, field, value = catalog.GAMES.get(self.game), self.field, self.value
        if self.flaw is not None:
            return fact_text(self.flaw, Names(()), words)
        if field == "clock":
            return words.gettext(
                "There are no clocks here: games by link are untimed, and some games have clocks "
                "of their own."
            )
        if field == "start":
            told = words.gettext(
                "The rules do not allow the start you arranged. Change it, or have it dealt at"
                " random."
            )
            flaw = "" if game is None else game.view.start_flaw(value, words)
            return f"{told} {flaw}".rstrip()
        if field == "seats":
            return words(
                "{value} cannot play this. Choose from: {choices}.",
                value=_short(value),
                choices=" / ".join(self.choices),
            )
        labels = {} if game is None else game.view.option_words(words)
        if field == "option" or field not in labels:
            return _without_choice(value if field == "option" else field, labels, words)
        named, known = labels[field].label, labels[field].choices
        told = known.get(value, _short(value))
        if not self.choices:
            return words(
                "“{value}” is not possible for “{field}”. Choose another.", value=told, field=named
            )
        return words(
            "“{value}” is not possible for “{field}”. Choose from: {choices}.",
            value=told,
            field=named,
            choices=", ".join(known.get(one, one) for one in self.choices),
        )


class BadAction(Notice):
    """What was typed cannot be played."""

    typed: str
    example: str
    """An action that can."""
    repeats: int = 0
    """How often this was told before, one time after the other."""

    @classmethod
    def of(cls, typed: str, match: Match, seat: Seat, before: Notice | None) -> Self:
        """``before`` is what is told as yet."""
        notice = cls(typed, match.rules.format_action(match.position.legal_actions(seat)[0]))
        if isinstance(before, cls) and replace(before, repeats=0) == notice:
            return replace(notice, repeats=before.repeats + 1)
        return notice

    def text(self, words: Words) -> str:
        return words(
            "“{text}” is not possible now. Type a move like {example}.",
            text=_short(self.typed),
            example=_short(self.example),
        )


class OlderLink(Notice):
    told = gettext_noop("The link is older than your game: it ends at move {number} of {length}.")
    number: int
    """How many turns the link has."""
    length: int
    """How many the match has."""


class FixedNotice(Notice, Enum):
    """One of some that are told in the same words whenever they are: their values."""

    def text(self, words: Words) -> str:
        return words.gettext(self.value)


class PlainNotice(FixedNotice):
    """Those that have nothing in common."""

    HELD = gettext_noop(
        "The clock is stopped, so nothing was played. Play the move once everyone is ready."
    )
    NO_PICTURE = gettext_noop("The picture could not be drawn. Please try again.")
    NO_FILM = gettext_noop("The clip could not be made. Please try again.")
    CANVAS_HIDDEN = gettext_noop(
        "This browser hides what is drawn, so that no picture or clip can be made. Allow this site"
        " to read its drawings (beside the address or in the settings), or use another browser."
        " The link can be shared all the same."
    )
    FILES_UNREADABLE = gettext_noop("The browser could not read the files. Nothing was imported.")
    MAKING_LINK = gettext_noop("It is a long game: the link will be ready in a moment.")
    MATCH_TOO_LONG = gettext_noop("The game is too long for a link. Share a part of it.")
    HOST_AWAY = gettext_noop(
        "This site cannot be reached now. Check that you are online, and try again."
    )
    MAY_GO = gettext_noop(
        "This browser may delete your games when it needs room or, as Safari does, after a week"
        " without a visit. Export everything now and then to keep it safe."
    )
    DAMAGE_KEPT = gettext_noop(
        "Something saved here is damaged, so it was set aside. Everything else is fine. You can"
        " find it in the settings."
    )

    @property
    def is_of_all_screens(self) -> bool:
        # It is found before the first link is followed, which would remove it.
        return self is PlainNotice.DAMAGE_KEPT


class UpdateNotice(FixedNotice):
    """About a newer build of the site: it is there, only the host has it, another open page is in
    its way, or it does not answer."""

    READY = gettext_noop("A new version is ready.")
    GONE = gettext_noop(
        "A newer version of this page is out, and this one is no longer complete. Load it again: "
        "you come back to this place, and nothing is lost."
    )
    BLOCKED = gettext_noop("Close the other tab first: it still has the old version.")
    SILENT = gettext_noop(
        "The new version does not answer. Close every tab with this game, then open it again."
    )


class LiveTrouble(Enum):
    """What may go wrong, or change, where people play live."""

    CODE = gettext_noop("The code is damaged or incomplete. Ask for the complete code.")
    FORMAT = gettext_noop(
        "The code was made by a newer version of this page. Reload the page to get it."
    )
    OTHER_VERSION = _OTHER_VERSION
    OTHER_ANSWER = gettext_noop(
        "This is the answer to another invitation. Send yours, and use the answer to that one."
    )
    NOT_HOST = gettext_noop(
        "Whoever has answered has not shown that they are your host. They were told nothing"
        " that would give them your seat, and nothing of theirs counts. This page goes on"
        " trying. If it stays so, ask your host for another invitation."
    )
    USED_INVITATION = gettext_noop(
        "Somebody else has already used that invitation. Send the new one shown here."
    )
    ANSWER_TAKEN = gettext_noop("This answer has already been taken. It is not needed again.")
    ANSWER_FAILED = gettext_noop(
        "No connection could be made with this answer. Invite again, and use the answer to that."
    )
    SEAT_DECLINED = gettext_noop("Your host would rather not give you that seat.")
    OWN_INVITATION = gettext_noop(
        "This is your own invitation. Send it, and paste here what comes back."
    )
    STUN = gettext_noop(
        "This is not the address of a server that helps. It should look like stun:host:port, or "
        "like turn:host:port or turn:host:port?transport=tcp with a name and a password. An IPv6 "
        "address stands in square brackets."
    )
    RELAY = gettext_noop(
        "This is not the address of a relay. It should look like wss://host:port/path."
    )
    SITE_FILE = gettext_noop(
        "What this site says about its relay can't be read or used just now. Try again later, or "
        "play live without it."
    )
    OWN_ANSWER = gettext_noop(
        "This is an answer to an invitation. Ask your host for an invitation, and paste that."
    )
    NO_ADDRESS = gettext_noop(
        "Your browser does not tell this page where your device can be reached. Check that you are "
        "on a network, such as Wi-Fi, and that nothing in the browser blocks WebRTC. Then try "
        "again."
    )
    OLD_ANSWER = gettext_noop(
        "Nobody has come, and your answer is too old now. Make a new one and send that."
    )
    LEFT = gettext_noop(
        "The other side has left. Your game is saved, and you can continue by link."
    )
    LEFT_FOR_GOOD = gettext_noop("The other side has left. Your game is saved.")
    REFUSED_MATCH = gettext_noop(
        "The other side offered something that is not a game you can play here, so it was refused."
    )
    REFUSED_SEAT = gettext_noop(
        "Your host wanted to continue with somebody else in your seat, so the connection was "
        "closed. Your game is saved."
    )
    REFUSED_SEALED = gettext_noop(
        "The cards that came up are not those your host sealed at the start, so the game ends here."
    )
    REFUSED_THEIRS = gettext_noop(
        "The other side sent a move that does not fit this game, so it was not played."
    )
    FLOODED = gettext_noop(
        "The other device sent far more than anybody can play, so the connection was closed. "
        "Your game is safe."
    )
    TOO_LONG = gettext_noop(
        "The game has become too long to be sent to other devices. It is saved, and you can "
        "continue it here."
    )
    HELP_DECLINED = gettext_noop("Help is off in this game: not everybody wants it.")
    BACK_DECLINED = gettext_noop("The move stands: not everybody agreed to take it back.")
    NOT_CONNECTED = gettext_noop("This has to wait until you are connected.")
    UNSETTLED = gettext_noop(
        "It is not settled yet which version of the game counts. Try this again once it is."
    )
    REFUSED_OURS = gettext_noop(
        "Move {number} does not fit the other side's game, so it was not accepted there."
    )


class LiveNotice(Notice):
    what: LiveTrouble
    number: int = 0
    """Of which move."""

    def text(self, words: Words) -> str:
        return words.gettext(self.what.value).format(number=self.number)


class RunLeft(Notice):
    """A run was left in the middle, and counts as far as it came."""

    solved: int

    def text(self, words: Words) -> str:
        return words.counted(
            "You left the run. It counts up to here: {n} puzzle solved.",
            "You left the run. It counts up to here: {n} puzzles solved.",
            self.solved,
        )


class DuelLeft(Notice):
    """A duel was left before all cards were cleared."""

    told = gettext_noop("You left the duel before all cards were cleared, so it does not count.")


class Passing(Notice, is_kind=True):
    """It tells that all went well, so that it may disappear by itself."""

    is_passing = True


CopiedKind: TypeAlias = Literal[
    "whole", "so-far", "part", "puzzle", "result", "code", "bot", "position", "study"
]

MOST_SENT = 2_000
"""Letters of a link that is sent as it is. Discord takes no message of more, Outlook and others cut
links of somewhat more; Telegram takes 4,096. Of our links only long games, bots and studies have as
many."""

HAS_FILE: Mapping[CopiedKind, str] = {
    "bot": "save-bot",
    "study": "save-study",
    "whole": "save-match",
    "so-far": "save-match",
    "part": "save-match",
}
"""By which deed a file is saved of what may have a long link."""


class BadStudy(Notice):
    """A study cannot be read, or not be changed so."""

    flaw: StudyFlaw
    line: int = 0
    value: str = ""

    def text(self, words: Words) -> str:
        texts = {
            StudyFlaw.HEAD: words.gettext(
                "The first lines of the study do not name a game that can be studied here."
            ),
            StudyFlaw.START: words.gettext(
                "Line {line} of the study: no [Start] follows that tells what the game begins with."
            ),
            StudyFlaw.CHAPTERS: words.gettext("A study has at most {chapters} chapters."),
            StudyFlaw.LENGTH: words.gettext("A study has at most {letters} letters."),
            StudyFlaw.MOVES: words.gettext("A study has at most {moves} moves."),
            StudyFlaw.COMMENT: words.gettext(
                "Line {line} of the study: the comment does not end, or has more than {comment} "
                "letters."
            ),
            StudyFlaw.BRACKET: words.gettext("Line {line} of the study: a bracket is missing."),
            StudyFlaw.GLYPH: words.gettext(
                "Line {line} of the study: “{value}” is not understood there."
            ),
            StudyFlaw.MOVE: words.gettext(
                "Line {line} of the study: “{value}” cannot be played there."
            ),
            StudyFlaw.ROOM: words.gettext(
                "There is no room for this beside your other studies. Save one as a file, and"
                " delete it here."
            ),
        }
        told = texts[self.flaw]
        if self.flaw is StudyFlaw.HEAD and self.value.startswith("[Game "):
            told = f"{told} {texts[StudyFlaw.GLYPH]}"
        elif self.flaw is StudyFlaw.HEAD and self.value:
            # The game is known, and another line is wrong.
            told = words.gettext("Line {line} of the study: “{value}” does not fit this game.")
        return told.format(
            line=self.line,
            value=_short(self.value),
            letters=MAX_TEXT,
            moves=MAX_MOVES,
            comment=MAX_COMMENT,
            chapters=MAX_CHAPTERS,
        )


class Copied(Passing):
    what: CopiedKind
    """The whole match, what there is of it so far, or a part; the link to a puzzle, or the result
    of the day's; or a code to play live."""
    count: int = 0
    letters: int = 0
    """Of the link."""

    @property
    def file(self) -> str | None:
        """The deed by which what is too long for a link is saved as a file."""
        return HAS_FILE.get(self.what) if self.letters > MOST_SENT else None

    def text(self, words: Words) -> str:
        told = self._what(words)
        return f"{told} {_long_link(words, self.letters, self.what)}".rstrip()

    def _what(self, words: Words) -> str:
        texts: dict[CopiedKind, str] = {
            "code": words.gettext("Copied."),
            "study": words.gettext("The link to the study is copied."),
            "position": words.gettext("The link to the position is copied."),
            "bot": words.gettext("The link to the bot is copied."),
            "puzzle": words.gettext("The link to the puzzle is copied."),
            "result": words.gettext("Your result is copied."),
            "whole": words.ngettext(
                "The link to the whole game is copied: {n} move.",
                "The link to the whole game is copied: {n} moves.",
                self.count,
            ),
            "so-far": words.ngettext(
                "The link to the game so far is copied: {n} move.",
                "The link to the game so far is copied: {n} moves.",
                self.count,
            ),
            "part": words.gettext("The link to the game up to move {n} is copied."),
        }
        return texts[self.what].format(n=self.count)


class LongLink(Passing):
    """A long link was handed to the device's share sheet."""

    what: CopiedKind
    letters: int

    @property
    def file(self) -> str | None:
        return HAS_FILE.get(self.what)

    def text(self, words: Words) -> str:
        return _long_link(words, self.letters, self.what)


def _long_link(words: Words, letters: int, what: CopiedKind) -> str:
    """What is said of a link that messengers may cut."""
    if letters <= MOST_SENT or what == "result":
        return ""
    if what in HAS_FILE:
        told = words.gettext(
            "The link is {letters} characters long, and some messengers cut such a link: a file is"
            " safer."
        )
    else:
        told = words.gettext(
            "The link is {letters} characters long, and some messengers cut such a link: ask"
            " whether it opens."
        )
    return told.format(letters=f"{letters:,}".replace(",", "\u202f"))


class Introduced(Passing):
    """Who a bot at the table is."""

    level: int
    name: str

    def text(self, words: Words) -> str:
        return bot_title(self.level, words, set_apart(self.name)) + "."


class WaitsForEars(Passing):
    """Somebody has asked about the board of a race, and so listens."""

    told = gettext_noop(
        "From now on, computers wait until you have heard everything. Press F to go on at once. The"
        " speed is in the settings."
    )


class LessonOffer(Notice):
    """Somebody who has never played here begins a game that has lessons."""

    told = gettext_noop("New here? The first lesson takes a minute.")
    game: str


class ToCopy(Notice):
    """Something could not be sent or copied by the page."""

    told = gettext_noop("This could not be sent or copied. You can copy it from here.")
    copy: str
    what: CopiedKind = "code"

    @property
    def file(self) -> str | None:
        return HAS_FILE.get(self.what) if len(self.copy) > MOST_SENT else None

    def text(self, words: Words) -> str:
        told = words.gettext(self.told)
        return f"{told} {_long_link(words, len(self.copy), self.what)}".rstrip()


class KeyTaken(Notice):
    told = gettext_noop("{key} is already player {seat}'s key for {word}. Press another one.")
    key: str
    seat: int
    word: str
    """What the key calls already."""


class KeyReserved(Notice):
    told = gettext_noop("{key} already has a use on the page or on a board. Press another one.")
    key: str


class Exported(Passing):
    count: int
    damaged: int
    """How many of them are."""
    is_all: bool = False
    """Whether all else that is kept was exported, too."""
    lacks: bool = False
    """Whether storage has not given this page all that is kept."""

    def text(self, words: Words) -> str:
        told = (
            words.ngettext(
                "{n} game and everything else kept here are in the file.",
                "{n} games and everything else kept here are in the file.",
                self.count,
            )
            if self.is_all
            else words.ngettext(
                "{n} game is in the file.", "{n} games are in the file.", self.count
            )
        ).format(n=self.count)
        if self.lacks:
            told = f"{told} {StorageFails.UNREAD.text(words)}"
        if not self.damaged:
            return told
        more = words.ngettext(
            "{n} of them is damaged and was saved as it is.",
            "{n} of them are damaged and were saved as they are.",
            self.damaged,
        )
        return f"{told} {more.format(n=self.damaged)}"


class DamagedSaved(Passing):
    count: int

    def text(self, words: Words) -> str:
        return words.counted(
            "{n} damaged entry is in the file.", "{n} damaged entries are in the file.", self.count
        )


class LanguageMissing(Notice):
    told = gettext_noop("{name} could not be loaded. Choose it again when you are online.")
    name: str


class StorageFails(FixedNotice):
    """Why something cannot be kept, or read, for now."""

    FULL = gettext_noop(
        "There is no room left to save your game: what you play now is safe only in a file. Export "
        "everything, or free some of the browser's storage."
    )
    BLOCKED = gettext_noop(
        "The browser does not let this page save your game: what you play now is safe only in a "
        "file. Export everything, or allow storage for this site."
    )
    NEWER = gettext_noop(
        "A newer version of this page looks after your games now, so this one can no longer save "
        "them. Reload the page to get it."
    )
    LOST = gettext_noop(
        "The browser has stopped saving your game. What you play is still here, and is saved "
        "as soon as that works again. Leave this tab open, or export everything."
    )
    UNREAD = gettext_noop(
        "The browser has not given this page your games and puzzles yet. They are not lost, and"
        " will appear as soon as it does. If they don't, reload the page."
    )

    @property
    def is_of_all_screens(self) -> bool:
        # It goes away by itself when it is true no more.
        return self in (StorageFails.LOST, StorageFails.UNREAD)


class NotYours(Notice):
    """A move was typed where nobody here is to act."""

    is_elsewhere: bool
    """Whether another tab plays the match."""
    is_over: bool

    def text(self, words: Words) -> str:
        if self.is_over:
            return words.gettext("The game is over, so nothing was played.")
        if self.is_elsewhere:
            return words.gettext("This game is being played in another tab: play your move there.")
        return words.gettext("It is not your turn now, so nothing was played.")


class MakingFilm(Passing):
    told = gettext_noop("Making a clip: {percent}%.")
    percent: int


class FilmReady(Passing):
    is_saved: bool
    """Whether it was saved as a file; else it is to be shared."""

    def text(self, words: Words) -> str:
        return (
            words.gettext("The clip is saved.")
            if self.is_saved
            else words.gettext("The clip is ready.")
        )


class NoPuzzle(Notice):
    moves: tuple[str, ...] = ()
    """The moves that win equally fast; empty if none is proved to win."""

    def text(self, words: Words) -> str:
        if not self.moves:
            return words.gettext("This can't be a puzzle: no forced win can be proved here.")
        return words(
            "This can't be a puzzle: {moves} win equally fast, and a puzzle must have one"
            " solution only.",
            moves=", ".join(self.moves),
        )


class LeaguePlayed(Passing):
    """A league has ended while its maker did other things."""

    game: str
    over: Notice | None = None
    """What stays on all screens, and is told again after it."""

    @property
    def is_of_all_screens(self) -> bool:
        return self.over is not None

    def text(self, words: Words) -> str:
        name = catalog.game_of(self.game).info.title
        return words("The league of {game} is over. Its table is in the workshop.", game=name)


class NoBotFile(Notice):
    """A file was given to the workshop that is no bot."""

    name: str

    def text(self, words: Words) -> str:
        return words(
            "{file} was not accepted. A bot is a .py file of at most 100,000 characters.",
            file=_short(self.name),
        )


class NoDeckFile(Notice):
    """A file was given where decks are made that is none."""

    name: str

    def text(self, words: Words) -> str:
        return words(
            "{file} was not accepted. A deck is a text with a card for each word, such as bbbyy or"
            " ybyby*, or a file that was saved here.",
            file=_short(self.name),
        )


def _short(fact: str) -> str:
    return set_apart(shortened(fact, MOST_OF_FACT))


def _without_choice(option: str, labels: Mapping[str, OptionWords], words: Words) -> str:
    """Something was chosen that this game, or this variant of it, leaves nobody to choose."""
    if option not in labels:
        return words.gettext("This game is set up in a way that its rules do not allow.")
    return words(
        "“{field}” cannot be chosen in this variant. Leave it out.", field=labels[option].label
    )
