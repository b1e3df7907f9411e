"""What was deleted and can be brought back: for as long as its notice is shown, on whatever screen
and beside whatever else is told. What there is of it stands in keeping/deletions.py."""

from spieltisch.app.core.message import Frozen
from spieltisch.kit.words import Words

MOST_DELETIONS = 10
"""So many can be brought back one after the other, the latest first."""


class Deletion(Frozen, is_kind=True):
    def text(self, words: Words) -> str:
        """What is told of it."""
        raise NotImplementedError
