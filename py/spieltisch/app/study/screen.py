"""The screen of studies: ``#/study/<id>``, ``#/study/<code>``."""

from collections.abc import Sequence

from spieltisch.app.messages import Command
from spieltisch.app.routes import Link
from spieltisch.app.screen import SITE, Place, Screen
from spieltisch.app.study.state import (
    DeleteMove,
    DeleteStudy,
    GiveStudy,
    GoTo,
    Promote,
    RestoreStudy,
    SignMove,
    StudyScreen,
    Vary,
)
from spieltisch.app.study.update import open_study, update
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
            "Delete": DeleteMove(),
            **{str(number): SignMove(sign) for number, sign in enumerate(SIGNS, 1)},
            "8": Promote(),
            "9": Promote(is_main=True),
        },
        verbs={
            "go-to": lambda node, _: GoTo(int(node)),
            "sign": lambda sign, _: SignMove(sign),
            "delete-move": lambda *_: DeleteMove(),
            "promote": lambda *_: Promote(),
            "make-main": lambda *_: Promote(is_main=True),
            "share-study": lambda *_: GiveStudy(is_file=False),
            "save-study": lambda *_: GiveStudy(is_file=True),
            "delete-study": lambda *_: DeleteStudy(),
            "restore-study": lambda *_: RestoreStudy(),
        },
    ),
)
