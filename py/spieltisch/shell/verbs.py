"""Turns the browser's events into messages, and says what a button can do: the values of
``data-do``, but for those that one screen alone has.

The markup says what a node does: ``data-site`` or ``data-token`` is pressed (for ``data-seat``,
if several seats may act), ``data-shout`` is shouted by ``data-seat``, ``data-do`` is done with
``data-arg``, ``data-edit``, ``data-set``, ``data-filter``, ``data-typed`` and ``data-name`` are
fields.
"""

from collections.abc import Callable, Mapping
from secrets import randbelow, token_hex
from typing import Any

from spieltisch.app.deck.state import SolveDeck
from spieltisch.app.editor.state import EditPosition
from spieltisch.app.files.state import ImportFiles
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
    Press,
    Ready,
    Say,
    Shout,
    Show,
    ShowBetter,
    ShowLine,
    ShowSolution,
    ShowTurningPoint,
    StepOn,
    TryMistake,
    TypeAction,
)
from spieltisch.app.matches.state import DeleteMatches, EditName, RenameMatch, SetFilter
from spieltisch.app.message import Frozen, Message
from spieltisch.app.messages import Command, SetSetting, Tell
from spieltisch.app.notice import Introduced
from spieltisch.app.screens import OWN_VERBS
from spieltisch.app.settings.update import Bind, StartKeyTest
from spieltisch.app.setup.update import Arrange, Edit, StartMatch
from spieltisch.app.start.state import PlayNow
from spieltisch.app.together.messages import (
    AllowHelp,
    AnswerSeat,
    AskForSeat,
    GiveSign,
    LetBotsPlay,
    LiveCommand,
    NameStun,
    OpenRoom,
    PlayLive,
    TakeCode,
)
from spieltisch.app.workshop.state import AskHere, CheckStep, RunBot, RunLeague, TryBot
from spieltisch.live.codes import LINES
from spieltisch.shell.deeds import DEEDS
from spieltisch.shell.dom import attribute, closest, long_text, written
from spieltisch.shell.keyboard import FIELDS, key_name
from spieltisch.table import MAX_SEED, TableAction


class Give(Frozen):
    """The shell does something by itself."""

    what: str
    """One of ``DEEDS``."""
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
    **{name: _giving(name) for name in DEEDS},
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


PRESSED = "button[data-do], g[data-do], [data-site], [data-token], [data-shout]"

BROWSING_KEYS = {
    "ArrowLeft": Command.EARLIER,
    "ArrowRight": Command.LATER,
    "Home": Command.FIRST,
    "End": Command.PRESENT,
}
"""Keys that step through a match; on the board they move the focus over it instead."""

NO_KEYS: Mapping[str, Message] = {}

OWN_KEYS = f"input, {FIELDS}, [popover]"
"""Where the arrow keys, and Ctrl with a letter, are the browser's own."""

CODE_FIELDS = "[data-answer-field], [data-invitation-field]"


def shout_message(target: Any, at_ms: float, now_ms: float) -> Message | None:
    """The message of a pressed shout button; None for anything else. One that means nothing now is
    heard, too: somebody else may have been a moment faster."""
    node = closest(target, "[data-shout]")
    if node is None:
        return None
    seat = int(attribute(node, "data-seat") or 0)
    return Shout(seat, attribute(node, "data-shout") or "", at_ms, now_ms)


def click_message(target: Any, at_ms: float) -> Message | Give | None:
    """The message of a click on a node, or on something inside it."""
    node = closest(target, PRESSED)
    if node is None or node.hasAttribute("data-shout"):
        return None
    if node.hasAttribute("data-do"):
        return deed_message(node, at_ms)
    seat = attribute(node, "data-seat")
    token = attribute(node, "data-token") or attribute(node, "data-site") or ""
    return Press(token, at_ms, int(seat) if seat else None)


def submit_message(form: Any, at_ms: float) -> Message | Give | None:
    pasted = form.querySelector("[data-pasted]") or None
    if pasted is not None:
        text = long_text(pasted)
        return ImportFiles((("", text),)) if text.strip() else None
    code = form.querySelector(CODE_FIELDS) or None
    if code is not None:
        text = long_text(code)
        return TakeCode(text) if text.strip() else None
    stun = form.querySelector("[data-stun]") or None
    if stun is not None:
        login = " ".join(map(written, form.querySelectorAll("[data-login]")))
        return NameStun(f"{written(stun)} {login}")
    relay = form.querySelector("[data-relay]") or None
    if relay is not None:
        return OpenRoom(written(relay), randbelow(LINES), token_hex(16))
    typed, name = form.querySelector("[data-typed]") or None, form.querySelector("[data-name]")
    if name:
        return RenameMatch(attribute(form, "data-arg") or "", written(name))
    return deed_message(form, at_ms) if typed is None else TypeAction(written(typed), at_ms)


def deed_message(node: Any, at_ms: float = 0.0) -> Message | Give | None:
    """What a node with ``data-do`` does; None for a word that no table knows."""
    name = attribute(node, "data-do") or ""
    verb = VERBS.get(name) or OWN_VERBS.get(name)
    return None if verb is None else verb(attribute(node, "data-arg") or "", at_ms)


def input_message(target: Any) -> Message | None:
    """The message of a slider that is being moved, or of a search or a bot that is being typed."""
    if attribute(target, "type") == "search" or target.hasAttribute("data-editor"):
        return change_message(target)
    name = attribute(target, "data-do") or ""
    return NUMBERED[name](int(target.value)) if name in NUMBERED else None


def change_message(target: Any) -> Message | None:
    edited = attribute(target, "data-edit")
    if edited is not None:
        return Edit(edited, written(target))
    filtered = attribute(target, "data-filter")
    if filtered is not None:
        return SetFilter(filtered, written(target))
    setting = attribute(target, "data-set")
    return None if setting is None else SetSetting(setting, written(target))


def key_message(
    event: Any,
    *,
    is_at_table: bool,
    may_browse: bool = False,
    own: Mapping[str, Message] = NO_KEYS,
) -> Message | None:
    """The message of a key, wherever on the page it is pressed; ``own`` are the screen's."""
    is_own = closest(event.target, OWN_KEYS) is not None
    if event.key == "Escape":
        return None if is_own and is_at_table else Command.CANCEL
    if not is_at_table or is_own or event.altKey or event.getModifierState("AltGraph"):
        return None
    if not (event.ctrlKey or event.metaKey):
        if event.shiftKey:
            return None
        return own.get(key_name(event)) or (BROWSING_KEYS.get(event.key) if may_browse else None)
    match key_name(event), bool(event.shiftKey):
        case "z", False:
            return Command.TAKE_BACK
        case ("z", True) | ("y", False):
            return Command.REDO
    return None
