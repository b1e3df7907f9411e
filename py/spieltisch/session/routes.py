"""Where in the site a person is, as the part of the address after ``#``.

``#/``, ``#/settings``, ``#/key-test``, ``#/import``, ``#/statistics``, ``#/setup/<game>``,
``#/rules/<game>``, ``#/rules/<game>/<section>``,
``#/play/<game>?seats=human,human&seed=42``, ``#/match/<id>``, ``#/record/<code>``,
``#/matches?show=ended&game=<game>``.
"""

from dataclasses import dataclass

from spieltisch.play.codec import (
    LinkError,
    decode_record,
    encode_record,
    format_setup,
    known_game,
    parse_setup,
)
from spieltisch.play.summary import MatchId
from spieltisch.session.filters import MatchFilter, format_filter, parse_filter
from spieltisch.table import Record, Setup


@dataclass(frozen=True)
class Link:
    """A place in the site.

    Attributes:
        screen: ``start``, ``settings``, ``key-test``, ``import``, ``statistics``, ``setup``,
            ``rules``, ``play``, ``match`` or ``record``.
        game: which game, where the screen has one.
        section: which part of the rules, for ``rules``; None for all of them.
        setup: the match to play, for ``play``.
        record: the record to open, for ``record``.
        match_id: the kept match to open, for ``match``.
        wanted: which of the kept matches to list, for ``matches``.
    """

    screen: str
    game: str | None = None
    setup: Setup | None = None
    record: Record | None = None
    section: str | None = None
    match_id: MatchId | None = None
    wanted: MatchFilter | None = None


def parse_link(text: str) -> Link:
    """What a link asks for; raises LinkError (ValueError) where it asks for what is not there."""
    path, _, query = text.removeprefix("#").partition("?")
    parts = path.strip("/").split("/")
    match parts:
        case [""]:
            return Link("start")
        case ["settings" | "key-test" | "import" | "statistics" as screen]:
            return Link(screen)
        case ["setup" | "rules" as screen, game]:
            return Link(screen, known_game(game))
        case ["rules", game, section]:
            return Link("rules", known_game(game), section=section)
        case ["matches"]:
            return Link("matches", wanted=parse_filter(query))
        case ["play", game]:
            return Link("play", known_game(game), setup=parse_setup(game, query))
        case ["match", match_id]:
            return Link("match", match_id=match_id)
        case ["record", code]:
            return Link("record", record=decode_record(code))
    raise LinkError("page", path)


def format_link(link: Link) -> str:
    """The link as text, with its ``#``."""
    if link.record is not None:
        return f"#/record/{encode_record(link.record)}"
    if link.setup is not None:
        return f"#/play/{link.setup.game}?{format_setup(link.setup)}"
    if link.match_id is not None:
        return f"#/match/{link.match_id}"
    if link.wanted is not None:
        query = format_filter(link.wanted)
        return f"#/matches?{query}" if query else "#/matches"
    if link.section is not None:
        return f"#/{link.screen}/{link.game}/{link.section}"
    if link.game is not None:
        return f"#/{link.screen}/{link.game}"
    return "#/" if link.screen == "start" else f"#/{link.screen}"
