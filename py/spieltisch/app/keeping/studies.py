"""The studies that a person has made or been given, kept on the device."""

import re
from dataclasses import dataclass, replace
from typing import Annotated, Self

from spieltisch.app.core.messages import Edit
from spieltisch.app.keeping.own_things import OwnThing, OwnThings
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.study import MAX_TEXT, StudyError
from spieltisch.play.study_text import Chapter, format_chapters, parse_chapters
from spieltisch.table.codec import codec
from spieltisch.table.marks import Length


@dataclass(frozen=True, kw_only=True)
class OwnStudy(OwnThing):
    """A study as text, which is read when it is opened."""

    text: Annotated[str, Length(1, MAX_TEXT)]

    def written(self, edit: Edit) -> Self:
        named = super().written(edit)
        if named == self:
            return self
        try:
            found = parse_chapters(self.text)
        except StudyError:
            return self
        chapters = [Chapter(one.chapter, one.study) for one in found]
        return replace(named, text=format_chapters(named.name, chapters, mode=found[0].mode))


class Studies(OwnThings[OwnStudy]):
    """All of them, by id."""

    KIND = BelongingsKind.STUDIES
    CODEC = codec(OwnStudy, ignores_more=True)

    def same(self, game: str, text: str) -> str | None:
        """The study that says the same as a text, whatever its name."""
        body = _nameless(text)
        mine = self.of(game).items()
        return next((one for one, study in mine if _nameless(study.text) == body), None)


_OF_READER = re.compile(r'\n\[(?:Name ".*"|Mode "(?:write|read|practise)")\]')


def _nameless(text: str) -> str:
    """A text without its name and what it is to its reader."""
    head, end, moves = text.partition("\n\n")
    return f"{_OF_READER.sub('', head)}{end}{moves}"
