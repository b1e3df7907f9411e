"""Where in the site a person is, as the part of the address after ``#``.

``#/``, ``#/settings``, ``#/key-test``, ``#/import``, ``#/statistics``, ``#/setup/<game>``,
``#/rules/<game>``, ``#/rules/<game>/<section>``, ``#/learn/<game>``, ``#/learn/<game>/<step>``,
``#/puzzle/<game>``, ``#/puzzle/<game>/<id>``, ``#/daily/<game>``, ``#/mistakes/<game>``,
``#/mistakes/<game>/<id>``, ``#/play/<game>?seats=human,human&seed=42``, ``#/match/<id>``,
``#/record/<code>``, ``#/matches?show=ended&game=<game>``, ``#/live/<code>``.
"""

from dataclasses import dataclass

from spieltisch.app.matches.filters import MatchFilter, format_filter, parse_filter
from spieltisch.games import catalog
from spieltisch.live.codes import PLACE, CodeError, format_code, parse_code
from spieltisch.play.codec import LinkError, format_setup, known_game, parse_setup
from spieltisch.play.record_link import LinkedMatch, decode_match, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Setup


@dataclass(frozen=True)
class Link:
    """A place in the site.

    Attributes:
        screen: ``start``, ``settings``, ``key-test``, ``import``, ``statistics``, ``setup``,
            ``rules``, ``learn``, ``puzzle``, ``daily``, ``mistakes``, ``play``, ``match``,
            ``matches``, ``record``, ``live``.
        game: which game, where the screen has one.
        section: which part of the rules, for ``rules``; None for all of them. For ``learn`` which
            step; None for the first that has not been solved. For ``puzzle`` and ``mistakes`` which
            one; None for the next that fits.
        setup: the match to play, for ``play``.
        match: what to open, for ``record``.
        match_id: the kept match to open, for ``match``.
        wanted: which of the kept matches to list, for ``matches``.
        code: an invitation to play live, or the answer to one, for ``live``.
    """

    screen: str
    game: str | None = None
    setup: Setup | None = None
    match: LinkedMatch | None = None
    section: str | None = None
    match_id: MatchId | None = None
    wanted: MatchFilter | None = None
    code: str = ""


def parse_link(text: str) -> Link:
    """The place that a link leads to; raises LinkError (ValueError) if there is no such place."""
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
        case ["learn" | "puzzle" | "daily" | "mistakes" as screen, game, *which] if len(which) < 2:
            return _exercise(screen, known_game(game), next(iter(which), None))
        case ["play", game]:
            return Link("play", known_game(game), setup=parse_setup(game, query))
        case ["match", match_id]:
            return Link("match", match_id=match_id)
        case ["record" | "live" as screen, code]:
            return _coded(screen, code)
    raise LinkError("page", path)


def _exercise(screen: str, game: str, name: str | None) -> Link:
    """A link to a lesson or a puzzle; raises LinkError where the game has none of that name."""
    has_one = {
        "learn": _has_step(game, name),
        "puzzle": catalog.game_of(game).puzzles is not None,
        "daily": catalog.game_of(game).puzzles is not None and name is None,
        "mistakes": catalog.game_of(game).search_bots is not None,
    }
    link = Link(screen, game, section=name)
    if not has_one[screen]:
        raise LinkError("page", format_link(link).removeprefix("#/"))
    return link


def _has_step(game: str, name: str | None) -> bool:
    """Whether a game's lessons have a step of that name, or any at all."""
    course = catalog.game_of(game).lessons
    return course is not None and name in (None, *(step.name for step in course.steps))


def _coded(screen: str, text: str) -> Link:
    """A link that holds a code; raises LinkError, or SetupError for a match's code."""
    if screen == "record":
        return Link(screen, match=decode_match(text))
    try:
        return Link(screen, code=format_code(parse_code(text)))
    except CodeError as error:
        part = "code" if error.kind == "damaged" else error.kind
        raise LinkError(part, text) from error


def format_link(link: Link) -> str:
    """The link as text, with its ``#``."""
    if link.code:
        return f"#{PLACE}{link.code}"
    if link.match is not None:
        return f"#/record/{encode_match(link.match)}"
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
