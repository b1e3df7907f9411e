"""What follows once the moves of a study have been played through."""

from spieltisch.app.core.routes import Link
from spieltisch.app.core.waits import Follow
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.app.keeping.studies import OwnStudy
from spieltisch.play.replaying import Replay
from spieltisch.play.study_text import ReadStudy


class StudyLink(Link):
    """A study as text, wherever it has come from."""

    source: str = ""


class OpenStudy(Follow):
    """A study has been played through, and comes on screen."""

    found: tuple[ReadStudy, ...]
    """Its chapters."""
    turns: Replay
    study_id: ThingId | None
    """None for one that is not kept yet."""
    is_address: bool
    """Whether the address leads to it."""
    number: int | None = None
    """The chapter that is to be shown; None for the first of which a move is."""


class KeepStudy(Follow):
    """A study has been played through, and is kept beside another one that comes on screen."""

    found: tuple[ReadStudy, ...]
    turns: Replay
    text: str

    @property
    def about(self) -> str:
        return self.text


class FollowStudy(Follow):
    """What another tab has made of the study on screen has been played through."""

    study_id: ThingId
    shown: OwnStudy
    """The study as it was shown then."""
    name: str
    found: tuple[ReadStudy, ...]
    turns: Replay
