"""The match on the table together with the session that it is in."""

from dataclasses import dataclass
from typing import Self

from spieltisch.app.match.state import TableScreen
from spieltisch.app.session import Session
from spieltisch.play.match import Match


@dataclass(frozen=True)
class At:
    """What is on the table."""

    session: Session
    table: TableScreen
    match: Match
    """The match, or the variation in its place."""

    @classmethod
    def table_of(cls, session: Session, table: TableScreen) -> Self:
        """What is on this table of a session."""
        variation = table.variation
        match = session.matches[table.match_id] if variation is None else variation.match
        return cls(session, table, match)

    @classmethod
    def of(cls, session: Session) -> Self | None:
        """What is on the table, if it is on screen."""
        table = session.table
        return None if table is None else cls.table_of(session, table)

    @property
    def played(self) -> Match:
        """The match itself, even if a variation is shown in its place."""
        return self.session.matches[self.table.match_id]

    @property
    def seen(self) -> Match:
        """The match as it was at the moment that is looked at."""
        return self.table.looked_at(self.match)

    def on(self, table: TableScreen) -> Self:
        """Another state of the table, with the match unchanged."""
        return type(self)(self.session.on(table), table, self.match)

    def with_match(self, match: Match) -> Self:
        """Another state of the match, or of the variation in its place, on the table."""
        return self.after(self.session.with_table(self.table, match))

    def after(self, session: Session) -> Self:
        """What is on the table after something has happened there."""
        # Playing never leaves the table.
        assert session.table is not None
        return self.table_of(session, session.table)
