"""The screen of studies: ``#/study/<id>``, ``#/study/<code>``."""

from collections.abc import Sequence

from spieltisch.app.messages import Command
from spieltisch.app.routes import Link
from spieltisch.app.screen import SITE, Place, Screen, verb_of
from spieltisch.app.study.state import (
    GoTo,
    SignMove,
    StudyCommand,
    StudyScreen,
    Vary,
)
from spieltisch.app.study.update import follow, open_study, update
from spieltisch.app.study.view import spoken, study_screen
from spieltisch.play.code_text import unpack_text
from spieltisch.play.study import MAX_TEXT, SIGNS
from spieltisch.play.summary import is_match_id


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    if len(parts) != 1 or not parts[0]:
        return None
    if is_match_id(parts[0]):
        return Link(place, section=parts[0])
    return Link(place, text=unpack_text(parts[0], 4 * MAX_TEXT))


SCREENS = (
    Screen(
        StudyScreen,
        study_screen,
        update,
        follow=follow,
        places={"study": Place(parse, open_study)},
        spoken=spoken,
        title=lambda _, screen, __: f"{screen.name} · {SITE}",
        keys={
            "ArrowLeft": Command.EARLIER,
            "ArrowRight": Command.LATER,
            "ArrowUp": Vary(-1),
            "ArrowDown": Vary(1),
            "Home": Command.FIRST,
            "End": Command.PRESENT,
            "Delete": StudyCommand.DELETE_MOVE,
            **{str(number): SignMove(sign) for number, sign in enumerate(SIGNS, 1)},
            "8": StudyCommand.PROMOTE,
            "9": StudyCommand.MAKE_MAIN,
        },
        verbs={
            "go-to": lambda node, _: GoTo(int(node)),
            "sign": lambda sign, _: SignMove(sign),
            **{command.value: verb_of(command) for command in StudyCommand},
        },
    ),
)
