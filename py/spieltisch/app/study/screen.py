"""The screens of studies: ``#/study/<id>``, ``#/study/<code>``; and ``#/sheet/<id>``, one to be
printed."""

from collections.abc import Sequence

from spieltisch.app.core.contract import Place, Screen, titled, with_id
from spieltisch.app.core.keys import message_of
from spieltisch.app.core.routes import Link
from spieltisch.app.study.keys import GLYPH_KEYS, STUDY_KEYS
from spieltisch.app.study.messages import StudyLink
from spieltisch.app.study.sheet import SheetScreen, open_sheet, sheet_screen
from spieltisch.app.study.state import StudyScreen
from spieltisch.app.study.update import follow, open_study, update
from spieltisch.app.study.view import spoken, study_screen
from spieltisch.kit.frame import Area
from spieltisch.kit.names import set_apart
from spieltisch.play.code_text import unpack_text
from spieltisch.play.codec import LinkPart
from spieltisch.play.study import MAX_TEXT
from spieltisch.play.summary import is_match_id


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    if len(parts) != 1 or not parts[0]:
        return None
    if is_match_id(parts[0]):
        return Link(place, section=parts[0])
    return StudyLink(place, source=unpack_text(parts[0], 4 * MAX_TEXT, LinkPart.STUDY))


def parse_sheet(place: str, parts: Sequence[str], query: str) -> Link | None:
    return with_id(Link(place, section=parts[0])) if len(parts) == 1 and parts[0] else None


SCREENS = (
    Screen(
        StudyScreen,
        study_screen,
        update,
        follow=follow,
        places={"study": Place(parse, open_study)},
        spoken=spoken,
        title=lambda _, screen, __: titled(set_apart(screen.name)),
        area=Area.MAKE,
        keys={
            one.key: message_of(one) for row in (*STUDY_KEYS, *GLYPH_KEYS) for one in row.strokes
        },
    ),
    Screen(
        SheetScreen,
        sheet_screen,
        places={"sheet": Place(parse_sheet, open_sheet)},
        title=lambda _, screen, words: titled(words.gettext("To print"), set_apart(screen.name)),
        area=Area.MAKE,
    ),
)
