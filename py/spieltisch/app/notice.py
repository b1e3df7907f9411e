"""What a person is told beside the match: what went wrong, and what went well."""

from dataclasses import dataclass
from typing import Self

from spieltisch.table import SetupError


@dataclass(frozen=True)
class Notice:
    """Something went wrong or was refused, or has been done; views put it into words.

    Attributes:
        kind: ``link``, ``setup``, ``damaged``, ``storage-full``, ``storage-blocked``,
            ``storage-newer``, ``storage-lost``, ``storage-unread``, ``deleted``,
            ``deleted-damaged``, ``saved-damaged``,
            ``copied``, ``copy``, ``too-long``, ``older``, ``held`` (time stands still),
            ``exported``, ``exported-all``, ``file-unreadable``, ``no-picture``,
            ``language`` (its words could not be fetched), ``action``, ``key-taken``,
            ``key-reserved``, ``live`` (about live play: the first fact says what),
            ``update`` (a newer build of the site is ready) or ``update-elsewhere`` (another
            open page is in its way).
        facts: what the words need, such as the part of the link and its value.
    """

    kind: str
    facts: tuple[str, ...] = ()

    @property
    def is_passing(self) -> bool:
        """Whether it tells that all went well, so that it may disappear by itself."""
        return self.kind in (
            "copied",
            "deleted",
            "deleted-damaged",
            "exported",
            "exported-all",
            "saved-damaged",
        )

    @property
    def is_toast(self) -> bool:
        """Whether it may be ignored, so that it must not move what is under a finger."""
        return self.is_passing or self.is_of_update

    @property
    def is_of_update(self) -> bool:
        """Whether it is about a newer build of the site."""
        return self.kind in ("update", "update-elsewhere")

    @property
    def is_of_storage(self) -> bool:
        """Whether it tells that something cannot be kept, or read, for now."""
        return self.kind.startswith("storage-")

    @property
    def is_of_all_screens(self) -> bool:
        """Whether it stays when the screen changes. That a kept match is damaged is found before
        the first link is followed, which would remove the notice. One that goes away by itself when
        it is true no more stays until then."""
        is_lasting = self.kind in ("damaged", "storage-lost", "storage-unread")
        return is_lasting or self.is_of_update

    @classmethod
    def of_setup(cls, error: SetupError, game: str = "") -> Self:
        """The notice that a set-up of a game cannot be played."""
        return cls("setup", (game, error.field, error.value, *error.choices))
