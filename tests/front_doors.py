"""Text that comes in from outside, taken in by the doors that the page has for it."""

from collections.abc import Iterable

from spieltisch.app.core.routes import RecordLink, Route
from spieltisch.app.match.screen import ReplayLink
from spieltisch.app.screens import understood
from spieltisch.play.archive_file import (
    ArchivedMatch,
    check_frame,
    framed,
    parse_piece,
)
from spieltisch.play.importing import Refusal, Source, SourcePart, pieces_in, splitting
from spieltisch.play.match import Match, parse_kept
from spieltisch.play.replaying import replay_of
from spieltisch.table.codec import codec
from spieltisch.table.json_text import compact


def parse_link(text: str) -> Route:
    """The place that a link leads to, a match with all of its turns; raises LinkError."""
    _, _, link = understood(text)
    return RecordLink(link.link.match()) if isinstance(link, ReplayLink) else link


def parse_match(text: str) -> Match:
    """A match from its text in storage; raises ValueError."""
    kept = parse_kept(text)
    return kept.match(replay_of(kept.record))


def split_file(text: str) -> tuple[str, ...]:
    """The pieces of a file; raises RecordError if nothing of it can be read."""
    return tuple(piece for piece in pieces_in(text) if piece is not None)


def pieces_of(sources: Iterable[Source]) -> tuple[tuple[SourcePart, ...], tuple[Refusal, ...]]:
    """The pieces of all sources, and the refusals."""
    found = splitting(sources).items
    return (
        tuple(one for one in found if isinstance(one, SourcePart)),
        tuple(one for one in found if isinstance(one, Refusal)),
    )


def format_archived(match: ArchivedMatch) -> str:
    """One match of a file, on one line."""
    return compact(codec(ArchivedMatch).write(match))


def format_archive(matches: Iterable[ArchivedMatch]) -> str:
    """The file of some matches, in their order."""
    return framed(map(format_archived, matches))


def parse_archive(text: str) -> tuple[ArchivedMatch, ...]:
    """The matches of a file of these alone; raises RecordError."""
    check_frame(text)
    found = tuple(map(parse_piece, split_file(text)))
    assert all(isinstance(one, ArchivedMatch) for one in found)
    return tuple(one for one in found if isinstance(one, ArchivedMatch))
