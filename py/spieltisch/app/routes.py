"""Where in the site a person is, as the part of the address after ``#``.

``#/``, ``#/settings``, ``#/keys``, ``#/key-test``, ``#/import``, ``#/statistics``,
``#/setup/<game>``, ``#/setup/<game>/elsewhere``, ``#/rules/<game>``, ``#/rules/<game>/<section>``,
``#/learn/<game>``, ``#/learn/<game>/<step>``,
``#/puzzle/<game>``, ``#/puzzle/<game>/<id>``, ``#/daily/<game>``, ``#/daily/<game>/<day>``,
``#/puzzles/<game>``, ``#/puzzles/<game>/<month>``, ``#/mistakes/<game>``,
``#/mistakes/<game>/<id>``, ``#/escape/<game>/<code>``, ``#/dealt/<game>/<code>``,
``#/run/<game>``, ``#/duel/<game>``,
``#/play/<game>?seats=human,human&seed=42``, ``#/match/<id>``, ``#/record/<code>``,
``#/workshop/<game>``, ``#/workshop/<game>/<id>``, ``#/bot/<game>/<code>``,
``#/editor/<game>?position=...``,
``#/matches?show=ended&game=<game>``, ``#/live/<code>``,
``#/room/<address of a relay>/<secret>``, ``#/deck/<game>``, ``#/deck/<game>/<id>``,
``#/study/<id>``, ``#/study/<code>``.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from spieltisch.app.matches.state import MatchFilter, format_filter
from spieltisch.app.message import Frozen
from spieltisch.app.puzzle.wanted import ALL, PuzzleFilter, format_wanted
from spieltisch.app.session import Session
from spieltisch.app.setup.seats import Company, companies_of
from spieltisch.games import catalog
from spieltisch.live.codes import PLACE
from spieltisch.play.codec import format_draft, format_setup
from spieltisch.play.mistake import Mistake, encode_mistake
from spieltisch.play.record_link import LinkedMatch, LinkReplay, encode_match
from spieltisch.play.summary import MatchId
from spieltisch.table import Setup

MOST_TRIED = 12
"""How many ends of a link are tried."""

_AROUND = re.compile(
    r"""[\s<>"'`\u2018-\u201f\u00ab\u00bb\u2039\u203a]|%(?:20|22|3[CcEe])|&(?:[gl]t|quot);"""
)
"""What ends a link in a text, also as browsers write it into an address."""

_CODED = re.compile("%[0-9A-Fa-f]{2}")
"""A sign behind a link, as browsers write it into an address. All our links end in a letter or a
digit."""


class Link(Frozen):
    screen: str
    """``start``, ``settings``, ``key-test``, ``import``, ``statistics``, ``setup``, ``rules``,
    ``learn``, ``puzzle``, ``puzzles``, ``daily``, ``mistakes``, ``escape``, ``dealt``, ``run``,
    ``duel``, ``play``, ``match``, ``matches``, ``record``, ``live``, ``room``, ``workshop``,
    ``bot``, ``editor``, ``deck``, ``study``."""
    game: str | None = None
    setup: Setup | None = None
    """The match to play, for ``play``."""
    draft: Setup | None = None
    """The position that is set up, for ``editor``; None for that of the start."""
    match: LinkedMatch | None = None
    """What to open, for ``record``; an address that was read has it in ``replay`` first."""
    replay: LinkReplay | None = None
    """What to open, before its turns are played."""
    section: str | None = None
    """Which part of the rules, for ``rules``; None for all of them. For ``learn`` which step; None
    for the first that has not been solved. For ``puzzle`` and ``mistakes`` which one; None for the
    next that fits. For ``daily`` which day, and for ``puzzles`` which month; None for the present
    one. For ``room`` where it is."""
    wanted_puzzles: PuzzleFilter = ALL
    """Which puzzles come one after another, for ``puzzle``."""
    match_id: MatchId | None = None
    """The kept match to open, for ``match``."""
    wanted: MatchFilter | None = None
    """Which of the kept matches to list, for ``matches``."""
    text: str = ""
    """A study to open, for ``study``; for other screens, one that came from there."""
    code: str = ""
    """An invitation to play live, or the answer to one, for ``live``."""


def format_link(link: Link) -> str:
    """The link as text, with its ``#``."""
    if link.code:
        return f"#{PLACE}{link.code}"
    if link.match is not None:
        return f"#/record/{encode_match(link.match)}"
    if link.setup is not None:
        return f"#/play/{link.setup.game}?{format_setup(link.setup)}"
    if link.draft is not None:
        return f"#/editor/{link.draft.game}?{format_draft(link.draft)}"
    if link.match_id is not None:
        return f"#/match/{link.match_id}"
    if link.wanted is not None:
        query = format_filter(link.wanted)
        return f"#/matches?{query}" if query else "#/matches"
    query = format_wanted(link.wanted_puzzles)
    end = f"?{query}" if query else ""
    if link.section is not None:
        return f"#/{link.screen}/{link.game}/{link.section}{end}"
    if link.game is not None:
        return f"#/{link.screen}/{link.game}{end}"
    return "#/" if link.screen == "start" else f"#/{link.screen}"


def links_in(text: str) -> Iterator[str]:
    """What may be meant by an address that words or signs have come along with, from ``#`` on."""
    whole = text.removeprefix("#")
    ends = [one.start() for one in islice(_AROUND.finditer(whole), MOST_TRIED)]
    for end in (*reversed(ends), len(whole)):
        link = _without_signs(whole[:end])
        # A link without anything of what it asked for would lead elsewhere.
        is_bare = "?" in whole and "=" not in link
        if link and link != whole and not is_bare:
            yield f"#{link}"


def _without_signs(text: str) -> str:
    end = len(text)
    while end:
        coded = _CODED.fullmatch(text, max(0, end - 3), end)
        if coded is None and text[end - 1].isascii() and text[end - 1].isalnum():
            break
        end -= 1 if coded is None else 3
    return text[:end]


ELSEWHERE = "elsewhere"
"""The section of the form for people on other devices."""

ESCAPE = "escape"
"""The first word of the address of a mistake that is sent: can you get out of this?"""


def link_to_step(game: str, name: str | None = None) -> str:
    """The address of a lesson's step; without a name, of the first that has not been solved."""
    return format_link(Link("learn", game, section=name))


def link_to_lessons(game: str) -> str | None:
    return None if catalog.game_of(game).lessons is None else link_to_step(game)


def link_to_puzzles(game: str) -> str | None:
    return None if catalog.game_of(game).puzzles is None else format_link(Link("puzzle", game))


def link_to_all_puzzles(game: str) -> str:
    return format_link(Link("puzzles", game))


def link_to_daily(game: str) -> str | None:
    return None if catalog.game_of(game).puzzles is None else format_link(Link("daily", game))


def link_to_escape(session: Session, mistake: Mistake) -> str:
    """The link by which somebody else can look for a better move."""
    code = encode_mistake(mistake)
    return session.device.site + format_link(Link(ESCAPE, mistake.puzzle.game, section=code))


def link_to_elsewhere(game: str) -> str | None:
    """The link to the form for a match with people on other devices; None if there is none."""
    setup = catalog.game_of(game).info.default_setup()
    is_offered = Company.BY_LINK in companies_of(setup)
    return format_link(Link("setup", game, section=ELSEWHERE)) if is_offered else None


def link_to_workshop(game: str) -> str:
    """The link to where bots that play a game are written."""
    return format_link(Link("workshop", game))


def link_to_editor(setup: Setup) -> str | None:
    """The link to where a game's positions are set up, with that of a set-up if it has one; None
    for a game without an editor."""
    editor = catalog.game_of(setup.game).editor
    if editor is None:
        return None
    options = tuple(pair for pair in setup.options if pair[0] in editor.options)
    draft = replace(setup, options=options, seed=None, clock=None)
    return format_link(Link("editor", setup.game, draft=draft if setup.start else None))


def link_to_deck(game: str) -> str | None:
    """The link to where cards of a game are typed in; None where there are none."""
    has_cards = catalog.game_of(game).own_cards is not None
    return format_link(Link("deck", game)) if has_cards else None


def has_met(session: Session, game: str) -> bool:
    """Whether somebody has played a game here, or learnt something of it."""
    is_learnt = bool(session.kept.progress.solved.get(game))
    return is_learnt or session.library.latest(game) is not None
