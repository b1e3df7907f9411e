"""Set-ups as short texts, such as a link carries.

What is dealt for a set-up's text is always the same, so a match is a link. Everything here may come
from anywhere: what is wrong raises LinkError or SetupError, and what is shown is made fit for it.
"""

from dataclasses import replace
from functools import lru_cache
from random import Random
from urllib.parse import parse_qsl, quote

from spieltisch.games import catalog
from spieltisch.table import MAX_SEED, GameInfo, Player, Setup, SetupError

MAX_NAME_LENGTH = 24

BY_LINK = "link"
"""The controller of a seat for which a person acts on a device that is yet to claim it; see
Match.here."""


class LinkError(ValueError):
    """A link that leads nowhere.

    Attributes:
        part: which part of it is wrong, such as ``seed``.
        value: what stands there.
    """

    def __init__(self, part: str, value: str, why: str = "") -> None:
        super().__init__(why or f"the link's {part} is {value!r}")
        self.part = part
        self.value = value


def parse_setup(game: str, query: str) -> Setup:
    """A set-up from a link's query; the start is dealt from the seed where none is given."""
    info = catalog.game_of(known_game(game)).info
    fields = _fields(query, info)
    controllers = fields.pop("seats", ",".join(("human",) * info.seat_counts[info.variants[0]][0]))
    seats = controllers.split(",")
    names = fields.pop("names").split(",") if "names" in fields else []
    if len(names) > len(seats):
        raise LinkError("names", ",".join(names))
    names += [""] * (len(seats) - len(names))
    seed_text = fields.pop("seed", None)
    start = fields.pop("start", "")
    setup = Setup(
        game=game,
        variant=fields.pop("variant", info.variants[0]),
        edition=fields.pop("edition", info.editions[0]),
        options=tuple(sorted(fields.items())),
        seats=len(seats),
        seed=None if start else _seed(seed_text or ""),
        start=start,
        players=tuple(
            Player(clean_name(name), controller)
            for name, controller in zip(names, seats, strict=True)
        ),
    )
    if not all(is_controller(setup, controller) for controller in seats):
        raise LinkError("seats", controllers)
    return complete_setup(setup)


def complete_setup(setup: Setup) -> Setup:
    """The set-up with its start dealt; raises SetupError where it cannot be played."""
    info = catalog.game_of(setup.game).info
    info.check(setup)
    game = catalog.game_of(known_game(setup.game)).rules
    if not setup.start and setup.seed is not None:
        setup = replace(setup, start=game.deal(setup, Random(setup.seed).shuffle))
    game.initial_position(setup)
    return setup


def format_setup(setup: Setup) -> str:
    """A link's query for a set-up, the inverse of parse_setup."""
    info = catalog.game_of(setup.game).info
    players = setup.all_players
    fields = [("seats", ",".join(player.controller for player in players))]
    if any(player.name for player in players):
        fields.append(("names", ",".join(player.name for player in players)))
    if setup.variant != info.variants[0]:
        fields.append(("variant", setup.variant))
    if setup.edition != info.editions[0]:
        fields.append(("edition", setup.edition))
    fields += setup.options
    if setup.seed is None:
        fields.append(("start", setup.start))
    else:
        fields.append(("seed", str(setup.seed)))
    return "&".join(f"{name}={quote(value, safe='/:|,*')}" for name, value in fields)


def linkable(setup: Setup) -> Setup:
    """The set-up with players such as a link can carry: a record comes from anywhere."""
    players = tuple(
        Player(
            clean_name(player.name),
            player.controller if is_controller(setup, player.controller) else "human",
        )
        for player in setup.players
    )
    return replace(setup, players=players)


def clean_name(text: str) -> str:
    """A player's name fit to be shown: printable, without commas, of bounded length."""
    kept = "".join(c if c.isprintable() and c != "," else " " for c in text)
    return " ".join(kept.split())[:MAX_NAME_LENGTH].rstrip()


def is_controller(setup: Setup, text: str) -> bool:
    """Whether that is who may act for a seat of a match: ``human``, one of the game's bots, or
    BY_LINK where the match may be played so."""
    bots = catalog.game_of(setup.game).bots
    levels = bots.levels if bots is not None else ()
    if text == BY_LINK:
        return may_be_by_link(setup)
    return text == "human" or text in [f"bot:{level}" for level in levels]


def may_be_by_link(setup: Setup) -> bool:
    """Whether a match may be played by people who send it to each other as a link: one seat after
    the other acts, no clock runs, and nothing is hidden that the link would tell."""
    if setup.seats < 2:
        return False
    return _is_open(replace(setup, seed=0, start="", players=()))


@lru_cache(maxsize=64)
def _is_open(setup: Setup) -> bool:
    game = catalog.game_of(setup.game)
    try:
        dealt = complete_setup(setup)
    except SetupError:
        return False
    position = game.rules.initial_position(dealt)
    is_seen = all(position.observe(seat) == position for seat in (None, *range(1, setup.seats + 1)))
    has_turns = len(position.active_seats) == 1
    is_timed = game.rules.time_limit(dealt, position) is not None
    return is_seen and has_turns and not is_timed


def known_game(game: str) -> str:
    """The name, if it is a game's; raises LinkError."""
    if game not in catalog.GAMES:
        raise LinkError("game", game)
    return game


def _fields(query: str, info: GameInfo) -> dict[str, str]:
    known = {"seats", "names", "variant", "edition", "seed", "start"}
    known |= {option.name for option in info.options}
    fields: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known or name in fields:
            raise LinkError("field", name)
        fields[name] = value
    return fields


def _seed(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED))
    if not is_number or int(text) > MAX_SEED:
        raise LinkError("seed", text)
    return int(text)
