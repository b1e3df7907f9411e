"""What a button can do: the values of ``data-do``, but for those that one screen alone has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from secrets import randbelow

from spieltisch.app.deck.state import SolveDeck
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.match.messages import (
    Again,
    BranchOff,
    ClaimSeat,
    GoOn,
    LookAt,
    MakePuzzle,
    PausePlay,
    PlayAgain,
    PlayBack,
    PlayChosen,
    PlayFrom,
    Ready,
    Say,
    Show,
    ShowBetter,
    ShowLine,
    ShowSolution,
    ShowTurningPoint,
    StepOn,
    TryMistake,
)
from spieltisch.app.matches.state import DeleteMatches, EditName
from spieltisch.app.message import Message
from spieltisch.app.messages import Command, Tell
from spieltisch.app.notice import Introduced
from spieltisch.app.settings.update import Bind, StartKeyTest
from spieltisch.app.setup.update import Arrange, StartMatch
from spieltisch.app.start.state import PlayNow
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AskForSeat,
    GiveSign,
    LetBotsPlay,
    LiveCommand,
    PlayLive,
    TakeCode,
)
from spieltisch.app.workshop.state import AskHere, CheckStep, RunBot, RunLeague, TryBot
from spieltisch.live.codes import LINES
from spieltisch.table import MAX_SEED, TableAction


@dataclass(frozen=True)
class Give:
    """The shell does something by itself: it hands a link, a picture or a file to the browser, or
    takes the next build of the site. App.give says what each is."""

    what: str
    arg: str = ""


Verb = Callable[[str, float], Message | Give]
"""What a press does, of the button's ``data-arg`` and the time of the press."""


def _seed() -> int:
    return randbelow(MAX_SEED + 1)


def _again(kind: Again) -> Verb:
    return lambda _, at_ms: PlayAgain(kind, _seed(), at_ms)


def _giving(what: str) -> Verb:
    return lambda arg, _: Give(what, arg)


def _command(command: Command | LiveCommand) -> Verb:
    return lambda *_: command


def _numbered(message: Callable[[int], Message]) -> Verb:
    return lambda number, _: message(int(number))


def _introduced(level_and_name: str, _: float) -> Message:
    level, name = level_and_name.split(" ", 1)
    return Tell(Introduced(int(level), name))


def _saying(action: TableAction) -> Verb:
    return lambda seat, at_ms: Say(action, int(seat), at_ms)


GIVEN = (
    "share", "share-match", "share-part", "send-turn", "send-code", "copy-code", "save-picture",
    "make-film", "send-film",
    "share-puzzle", "share-result", "share-escape", "share-bot", "save-bot", "share-position",
    "save-deck",
    "export", "export-all", "save-damaged", "update", "notify", "to-board",
)  # fmt: skip

NUMBERED: Mapping[str, Callable[[int], Message]] = {
    "show": Show,
    "look-at": LookAt,
    "play-from": PlayFrom,
    "claim": ClaimSeat,
    "ask-seat": AskForSeat,
    "give-seat": lambda line: AnswerSeat(line, is_given=True),
    "keep-seat": lambda line: AnswerSeat(line, is_given=False),
    "turning-point": ShowTurningPoint,
    "test-keys": StartKeyTest,
}
"""Verbs whose ``data-arg`` is a number; a slider has them, too."""

VERBS: Mapping[str, Verb] = {
    **{command.value: _command(command) for command in (*Command, *LiveCommand)},
    **{name: _numbered(message) for name, message in NUMBERED.items()},
    **{name: _giving(name) for name in GIVEN},
    "play-now": lambda game, at_ms: PlayNow(game, _seed(), at_ms),
    "run-series": lambda *_: RunBot(_seed()),
    "ask-here": lambda *_: AskHere(_seed()),
    "solve-deck": lambda _, at_ms: SolveDeck(_seed(), at_ms),
    "check-step": lambda number, _: CheckStep(int(number), _seed()),
    "run-league": lambda *_: RunLeague(_seed()),
    "try-bot": lambda _, at_ms: TryBot(_seed(), at_ms),
    "who": _introduced,
    "start": lambda _, at_ms: StartMatch(_seed(), at_ms),
    **{kind.value: _again(kind) for kind in Again},
    "arrange": lambda token, _: Arrange(token),
    "bind": lambda slot, _: Bind(slot),
    "line": lambda numbers, _: ShowLine(*map(int, numbers.split())),
    "better": lambda numbers, _: ShowBetter(*map(int, numbers.split())),
    "play": lambda _, at_ms: PlayChosen(at_ms),
    "go-on": lambda _, at_ms: GoOn(at_ms),
    **{action.value: _saying(action) for action in TableAction},
    "step": lambda _, at_ms: StepOn(at_ms),
    "ready": lambda _, at_ms: Ready(at_ms),
    "pause": lambda _, at_ms: PausePlay(at_ms),
    "play-back": lambda _, at_ms: PlayBack(at_ms),
    "branch-off": lambda ply, at_ms: BranchOff(int(ply), at_ms),
    "edit-position": lambda *_: EditPosition(),
    "edit-name": lambda match_id, _: EditName(match_id),
    "delete": lambda match_id, _: DeleteMatches((match_id,)),
    "make-puzzle": lambda _, at_ms: MakePuzzle(at_ms),
    "try-mistake": lambda number, at_ms: TryMistake(int(number), at_ms),
    "show-solution": lambda _, at_ms: ShowSolution(at_ms),
    "let-bots-play": lambda _, at_ms: LetBotsPlay(at_ms),
    "play-live": lambda *_: PlayLive(randbelow(LINES)),
    "seat-phones": lambda *_: PlayLive(randbelow(LINES), is_table=True),
    "give-sign": GiveSign,
    "allow-help": lambda *_: AllowHelp(is_allowed=True),
    "refuse-help": lambda *_: AllowHelp(is_allowed=False),
    "take-code": lambda code, _: TakeCode(code),
}
