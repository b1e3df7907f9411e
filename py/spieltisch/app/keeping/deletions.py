"""What was deleted and can be brought back: for as long as its notice is shown, on whatever screen
and beside whatever else is told."""

from spieltisch.app.core.damage import EntryKey
from spieltisch.app.core.deletion import Deletion
from spieltisch.app.keeping.own_things import OwnThing, ThingId, as_sentence_start
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.kit.words import Words
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.summary import MatchId


class DeletedMatches(Deletion):
    """Matches that are in ``Library.removed``, and stay in storage until nobody can bring them
    back."""

    ids: tuple[MatchId, ...]

    def text(self, words: Words) -> str:
        count = len(self.ids)
        return words.counted("{n} game deleted.", "{n} games deleted.", count)


class DeletedDamage(Deletion):
    """Damaged entries that are in ``Damage.removed``, and stay in storage likewise."""

    keys: tuple[EntryKey, ...]

    def text(self, words: Words) -> str:
        count = len(self.keys)
        return words.counted("{n} damaged entry deleted.", "{n} damaged entries deleted.", count)


class DeletedThing(Deletion):
    """A thing of a person's own, such as a bot, which is no longer in storage."""

    kind: BelongingsKind
    thing_id: ThingId
    thing: OwnThing

    def text(self, words: Words) -> str:
        return words("{name} deleted.", name=as_sentence_start(self.thing.name))


class ErasedStatistics(Deletion):
    """All that statistics were made of, but for matches."""

    since_ms: int
    """Since when matches were counted."""
    solitaires: Solitaires
    puzzles: PuzzleLog

    def text(self, words: Words) -> str:
        return words.gettext("Statistics erased.")
