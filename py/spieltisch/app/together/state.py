"""The state of the screen that a link with a code opens."""

from enum import Enum, auto

from spieltisch.app.core.news import ScreenState
from spieltisch.app.together.invited import Invited


class CodeUse(Enum):
    """What becomes of a code that was opened: it invites this tab, answers another, is taken or was
    made by another, or is a room at a relay, where this tab may go."""

    INVITES = auto()
    ANSWERS = auto()
    TAKEN = auto()
    OWN = auto()
    ROOM = auto()


class JoinScreen(ScreenState):
    """What a link with a code opens."""

    code: str
    use: CodeUse
    told: Invited = Invited()
    """What the link says of the invitation."""

    @property
    def code_to_paste(self) -> str:
        return self.code if self.use is CodeUse.ANSWERS else ""
