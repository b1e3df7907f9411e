"""Every list of keys beside a board tells those that do something there, and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import pytest

from spieltisch.app.board.messages import (
    PausePlay,
    Press,
    Ready,
    Say,
    ShowSolution,
    TypeAction,
    Wake,
)
from spieltisch.app.core.effects import Focus
from spieltisch.app.core.keys import TABLE_KEYS, Stroke, message_of, seat_of, slot_of
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, ImportFiles, Navigate, SetClock, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.lesson.screen import SHOW_ROW
from spieltisch.app.puzzle.contest import BeginContest
from spieltisch.app.settings.state import KeyShown
from spieltisch.app.study.keys import PRACTISE_STEPS, STUDY_KEYS
from spieltisch.app.study.state import SetGlyph, SetMode, StudyCommand, Vary
from spieltisch.app.together.messages import AnswerWish
from spieltisch.games import catalog
from spieltisch.play.skill import name_of, puzzle_named
from spieltisch.play.study import StudyMode
from spieltisch.table import TableAction
from tests.puzzles import pack
from tests.small_packs import FETCHED, fetched, pack_came, pack_text
from tests.unit.asking import after, seen, with_turn
from tests.unit.devices import Devices
from tests.unit.pressed import Target, key, listening
from tests.unit.races import counted_down
from tests.unit.test_contests import NOON_MS
from tests.unit.test_study_screen import CHAPTERS
from tests.unit.whole_step import whole_step

ROWS = (*TABLE_KEYS, *STUDY_KEYS, *PRACTISE_STEPS, SHOW_ROW)
STROKES = frozenset(stroke for row in ROWS for stroke in row.strokes)
NOW_MS = 50_000.0


class Node(Target):
    """A node off the board, or on one of its places."""

    def __init__(self, site: str = "") -> None:
        super().__init__(*(["[data-site]", ".table"] if site else []))
        self.site = site

    def getAttribute(self, name: str) -> str | None:  # noqa: N802, as the browser calls it
        return self.site if name == "data-site" else None

    def matches(self, _selector: str) -> bool:
        return False


class Page:
    """A page on which one key is pressed."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.done: list[Message] = []

    def send(self, message: Message, *, shows: bool = True) -> None:
        before = self.session
        self.session, effects = whole_step(before, message)
        if not isinstance(message, KeyShown) and (self.session != before or effects):
            self.done.append(message)

    def carry_out(self, effect: Focus) -> None:
        """Where the keyboard is, is nothing that a list tells."""

    def give(self, what: str, arg: str) -> None:
        raise AssertionError("no key shares anything")


def is_of(message: Message, stroke: Stroke) -> bool:
    """Whether a message is what a stroke stands for."""
    if stroke.do == "pause" and isinstance(message, Ready):
        return stroke.key in ("p", "Escape")
    wanted = message_of(stroke)
    return message == wanted if isinstance(wanted, Command) else type(message) is type(wanted)


def told(session: Session) -> frozenset[Stroke]:
    """The strokes that the list of keys tells."""
    items = [node for node in seen(session).one("id", "keys").walk() if node.tag == "li"]
    lines = {(item.children[0].one("aria-hidden").text, item.children[2].text) for item in items}
    return frozenset(
        stroke for row in ROWS if (row.shown, row.told) in lines for stroke in row.strokes
    )


@pytest.fixture
def doing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Session], frozenset[Stroke]]:
    """The strokes that do something on a page, on the board or off it."""

    def press(session: Session, stroke: Stroke, site: str) -> list[Message]:
        page = Page(session)
        is_letter = len(stroke.key) == 1 and stroke.key.isalpha()
        code = f"Key{stroke.key.upper()}" if is_letter else {"?": "Slash"}.get(stroke.key, "")
        code = f"Digit{stroke.key}" if stroke.key.isdigit() else code or stroke.key
        held = {one.lower(): True for one in stroke.modifier.split("+") if one}
        event = key(code, stroke.key, target=Node(site), at_ms=NOW_MS, **held)
        event.preventDefault = lambda: None
        listening(monkeypatch, page, NOW_MS)["keydown"](event)
        return page.done

    def doing(session: Session) -> frozenset[Stroke]:
        sites = [node.attributes["data-site"] or "" for node in seen(session).all("data-site")]
        return frozenset(
            stroke
            for stroke in STROKES
            for site in ("", *sites[:1])
            if not (stroke.do == "cancel" and is_watched(session))
            and any(is_of(one, stroke) for one in press(session, stroke, site))
        )

    return doing


def is_watched(session: Session) -> bool:
    """Whether nobody here chooses anything: then Escape only leads back to the present."""
    return session.table is not None and not session.match.people


def is_bound(session: Session, stroke: Stroke) -> bool:
    """Whether somebody calls by the key, which comes first."""
    slot = slot_of(session.settings.keys, f"Key{stroke.key.upper()}")
    match = session.match
    return slot is not None and match.game.shouts is not None and seat_of(slot) in match.people


def ended(session: Session) -> Session:
    seat = min(session.match.people)
    return after(session, Say(TableAction.RESIGN, seat, 9_000.0, 0))


def around(session: Session) -> list[Session]:
    """What a person sees who goes through a match, chooses, takes back and pauses."""
    found = [session, after(session, Command.EARLIER), after(session, Command.FIRST)]
    choice = getattr(session.screen, "choice", None)
    if choice is not None:
        found += [after(session, Press(one, NOW_MS - 9)) for one in sorted(choice.targets)[:6]]
    if session.match.turns:
        back = after(session, Command.TAKE_BACK)
        found += [back, after(back, Command.EARLIER)]
    return [*found, after(session, PausePlay(NOW_MS - 9))]


def moved(session: Session, count: int) -> list[Session]:
    """After each of so many turns of whoever is to act."""
    found = [session]
    for _ in range(count):
        position = session.match.position
        seat = min(position.active_seats)
        session = with_turn(session, seat, position.legal_actions(seat)[0])
        found.append(session)
    return found


def at(link: str, *messages: Message) -> Session:
    return after(*messages, Navigate(link, 0.0))


QUIET = (
    "yala?seats=human,human&seed=42",
    "yala?seats=human,bot:2&seed=42",
    "yala?seats=bot:1,bot:1&seed=42",
    "yala?seats=human,human&seed=42&clock=5+3",
    "yala?seats=human,link&seed=42",
    "myra?seats=human,human&seed=42",
    "aya?seats=human,human&variant=kindergarten&seed=42",
    "aya?seats=human&variant=tueftler&seed=42",
)
RACES = (
    "aya?seats=human,bot:1&seed=77",
    "aya?seats=human,human&seed=77",
    "aya?seats=human,bot:1&seed=77&variant=rumkugeln",
    "aya?seats=bot:1,bot:1&seed=77",
)


def quiet(link: str) -> list[list[Session]]:
    start = at(f"#/play/{link}")
    going = moved(start, 2)
    over = [ended(one) for one in going[-1:] if one.match.people]
    return [[state for one in (*going, *over) for state in around(one)]]


def race(link: str) -> list[list[Session]]:
    groups = []
    for hearing in ("off", "key"):
        gate = at(f"#/play/{link}", SetSetting("hearing", hearing))
        going = moved(counted_down(gate, 1_000.0), 5)
        over = [ended(one) for one in going[-1:] if one.match.people]
        heard = [after(one, Wake(one.next_wake_ms or 0.0)) for one in going]
        groups.append([gate, *heard, *(state for one in (*going, *over) for state in around(one))])
    return groups


def live(link: str) -> list[list[Session]]:
    """Both sides of a match on two devices: each could be in what the other one is in."""
    devices = Devices.connected(f"#/play/{link}")
    groups: list[list[Session]] = [list[Session](), list[Session]()]

    def look() -> None:
        for group, session in zip(groups, devices.sessions, strict=True):
            group.append(session)

    look()
    devices.begin()
    look()
    for _ in range(2):
        for number, session in enumerate(devices.sessions):
            position = session.match.position
            for seat in position.active_seats & session.match.here:
                action = position.legal_actions(seat)[0]
                text = session.match.rules.format_action(action)
                devices.send(number, TypeAction(text, devices.now_ms))
                devices.deliver_all()
                break
        look()
    devices.send(0, Command.TAKE_BACK)
    devices.deliver_all()
    devices.send(1, AnswerWish(is_granted=True))
    devices.deliver_all()
    look()
    for group in groups:
        group += [after(one, Command.EARLIER) for one in list(group)]
        group += [
            after(one, Press(target, NOW_MS - 9))
            for one in list(group)
            if one.table.choice is not None
            for target in sorted(one.table.choice.targets)[:1]
        ]
    return [[*groups[0], *groups[1]]]


def lesson(game: str) -> list[list[Session]]:
    return [
        [*around(start), after(start, ShowSolution(5.0)), *failing(start)]
        for step in catalog.game_of(game).lessons.steps
        for start in [at(f"#/learn/{game}/{step.name}")]
    ]


def failing(session: Session) -> list[Session]:
    """After an action that is wrong, if there is one."""
    rules, screen = session.match.rules, session.screen
    texts = map(rules.format_action, session.match.position.legal_actions(screen.seat))
    tried = (after(session, TypeAction(text, 20.0)) for text in texts)
    states = ("wrong", "failed")
    return list(islice((one for one in tried if getattr(one.screen, "state", "") in states), 1))


def puzzle(link: str, *packs: Message) -> list[list[Session]]:
    start = after(SetClock(NOON_MS), *(fetched(*packs) if packs else FETCHED))
    start = after(start, Navigate(link, 0.0))
    return [[*around(start), *failing(start), after(start, ShowSolution(5.0))]]


DRAW = next(one for one in pack("yala") if one.goal == "draw")


def contest(link: str) -> list[list[Session]]:
    start = after(SetClock(NOON_MS), *FETCHED, Navigate(link, 0.0), BeginContest(False, 1000.0))
    return [[*around(start), *failing(start)]]


SPOT = next(
    one
    for one in (name_of(number, 1) for number in range(99))
    if puzzle_named("aya", one).moves > 1
)
"""A puzzle of AYA's own skill with a match."""


def spot() -> list[list[Session]]:
    start = after(SetClock(NOON_MS), Navigate(f"#/spot/aya/{SPOT}", 0.0))
    called = after(start, Press("aya", NOW_MS - 9))
    return [[*around(start), *failing(start), *around(called)]]


def study(mode: StudyMode) -> list[list[Session]]:
    written = after(ImportFiles((("", CHAPTERS),), 0.0), StudyCommand.NEXT_CHAPTER)
    written = after(written, StudyCommand.PREVIOUS_CHAPTER, Command.LATER, SetGlyph("!"))
    begun = after(written, SetMode(mode)) if mode is not written.screen.mode else written
    states = [
        begun,
        after(begun, Command.LATER),
        after(begun, TypeAction("a+", 1.0), Wake(9_999.0)),
    ]
    states += [after(begun, one) for one in (Command.PRESENT, Command.FIRST)]
    states += [after(begun, StudyCommand.NEXT_CHAPTER), after(begun, Command.TAKE_BACK)]
    first = after(begun, Command.FIRST)
    targets = sorted(first.screen.choice.targets)
    return [[*states, *(after(first, Press(one, 9.0)) for one in targets)]]


def legal(session: Session) -> list[str]:
    position = session.match.position
    found = position.legal_actions(min(position.active_seats))
    return [session.match.rules.format_action(one) for one in found]


def tried_out() -> list[list[Session]]:
    table = moved(at("#/play/yala?seats=human,human&seed=42"), 2)[-1]
    line = [after(table, Command.TRY_OUT)]
    for _ in range(2):
        line.append(after(line[-1], TypeAction(legal(line[-1])[0], 9.0)))
    back = after(line[-1], Command.EARLIER)
    other = after(back, TypeAction(legal(back)[1], 10.0))
    assert [len(one.screen.study.nodes) for one in (line[0], other)] == [3, 6]
    more = [after(other, one) for one in (Command.TAKE_BACK, Command.EARLIER, Vary(-1))]
    return [[state for one in (*line, other, *more) for state in around(one)]]


SITUATIONS: dict[str, Callable[[], Iterable[list[Session]]]] = {
    **{one: lambda one=one: quiet(one) for one in QUIET},
    **{f"race {one}": lambda one=one: race(one) for one in RACES},
    "live": lambda: live("yala?seats=human,link&seed=42"),
    "led": lambda: live("yala?seats=human,link&seed=42&clock=5+3"),
    "live race": lambda: live("aya?seats=human,link&seed=77"),
    **{f"lesson {one}": lambda one=one: lesson(one) for one in catalog.GAMES},
    "puzzle": lambda: puzzle("#/puzzle/yala/aaaaaa"),
    "puzzle alone": lambda: puzzle("#/puzzle/aya"),
    "past": lambda: puzzle(f"#/puzzle/yala/{DRAW.id}", pack_came("yala", pack_text(DRAW))),
    "run": lambda: contest("#/run/yala"),
    "duel": lambda: contest("#/duel/aya"),
    "spot": spot,
    **{f"study {mode}": lambda mode=mode: study(mode) for mode in StudyMode},
    "tried out": tried_out,
}
"""By name, groups of what one person sees one after another."""


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_key_is_told_where_it_does_something_and_only_there(doing: Any, name: str) -> None:
    faults: dict[tuple[object, ...], list[int]] = {}
    parts = [
        [one for one in group if one.match.is_over == is_over]
        for group in SITUATIONS[name]()
        for is_over in (False, True)
    ]
    # A match that is over is another screen than one that goes on; an exercise is the same.
    if not any(one.table is not None for part in parts for one in part):
        parts = list(SITUATIONS[name]())
    for part, group in enumerate(parts):
        done = [doing(session) for session in group]
        for number, session in enumerate(group):
            listed = told(session)
            found = [("untold", part, *one) for one in done[number] - listed]
            found += [
                ("idle", part, *one)
                for one in listed - frozenset().union(*done)
                if not is_bound(session, one)
            ]
            for one in found:
                faults.setdefault(one, []).append(number)
    assert not faults, "\n".join(map(str, sorted(faults.items())))
