"""Where in the site a person is, as the part of the address after ``#``.

``#/``, ``#/settings``, ``#/key-test``, ``#/setup/<game>``, ``#/rules/<game>``,
``#/rules/<game>/<section>``, ``#/learn/<game>``, ``#/learn/<game>/<step>``,
``#/play/<game>?seats=human,human&seed=42``, ``#/record/<code>``.
"""

from dataclasses import dataclass

from spieltisch.games import catalog
from spieltisch.play.codec import (
    LinkError,
    decode_record,
    encode_record,
    format_setup,
    known_game,
    parse_setup,
)
from spieltisch.table import Record, Setup


@dataclass(frozen=True)
class Link:
    """A place in the site.

    Attributes:
        screen: ``start``, ``settings``, ``key-test``, ``setup``, ``rules``, ``learn``, ``play`` or
            ``record``.
        game: which game, where the screen has one.
        section: which part of the rules, for ``rules``; None for all of them. For ``learn`` which
            step; None for the first that has not been solved.
        setup: the match to play, for ``play``.
        record: the record to open, for ``record``.
    """

    screen: str
    game: str | None = None
    setup: Setup | None = None
    record: Record | None = None
    section: str | None = None


def parse_link(text: str) -> Link:
    """What a link asks for; raises LinkError (ValueError) where it asks for what is not there."""
    path, _, query = text.removeprefix("#").partition("?")
    parts = path.strip("/").split("/")
    match parts:
        case [""]:
            return Link("start")
        case ["settings" | "key-test" as screen]:
            return Link(screen)
        case ["setup" | "rules" as screen, game]:
            return Link(screen, known_game(game))
        case ["rules", game, section]:
            return Link("rules", known_game(game), section=section)
        case ["learn", game, *step] if len(step) < 2:
            return Link("learn", known_game(game), section=_known_step(game, *step))
        case ["play", game]:
            return Link("play", known_game(game), setup=parse_setup(game, query))
        case ["record", code]:
            return Link("record", record=decode_record(code))
    raise LinkError("page", path)


def _known_step(game: str, name: str | None = None) -> str | None:
    """The name of a step of a game's lessons; raises LinkError where there is none."""
    course = catalog.game_of(game).lessons
    if course is None:
        raise LinkError("page", f"learn/{game}")
    if name is not None and name not in [step.name for step in course.steps]:
        raise LinkError("page", f"learn/{game}/{name}")
    return name


def format_link(link: Link) -> str:
    """The link as text, with its ``#``."""
    if link.record is not None:
        return f"#/record/{encode_record(link.record)}"
    if link.setup is not None:
        return f"#/play/{link.setup.game}?{format_setup(link.setup)}"
    if link.section is not None:
        return f"#/{link.screen}/{link.game}/{link.section}"
    if link.game is not None:
        return f"#/{link.screen}/{link.game}"
    return "#/" if link.screen == "start" else f"#/{link.screen}"
