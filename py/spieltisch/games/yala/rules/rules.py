"""YALA's texts, set-up and start (docs/rules.md, YALA)."""

from collections.abc import Iterator, Sequence

from spieltisch.games.yala.rules.choice import YalaChoice
from spieltisch.games.yala.rules.position import (
    DIRECTIONS,
    FEWEST_PLACES,
    MAX_HEIGHT,
    MOST_PLACES,
    PLACES,
    SEAT_OF,
    SITES,
    Colour,
    Key,
    YalaAction,
    YalaPosition,
)
from spieltisch.table import (
    Event,
    Fact,
    FlawError,
    GameInfo,
    Kind,
    Option,
    Past,
    Rules,
    Seat,
    Setup,
    SetupError,
    Shuffle,
    Turn,
    endings,
)
from spieltisch.table.fact import gettext_noop, ngettext_noop
from spieltisch.table.graphemes import shortened

BEGINS = Option("begins", ("dark", "light"))
REPETITION = Option("repetition", ("draw", "no-repeat"))

_OTHER_PLACES = (n for n in range(FEWEST_PLACES, MOST_PLACES + 1) if n != PLACES)
RING = Option("ring", tuple(map(str, (PLACES, *_OTHER_PLACES))), is_house=True)
"""How many places there are at the start."""

WALL = Option("wall", (str(MAX_HEIGHT), "4", "6"), is_house=True)
"""How high a wall is."""

INFO = GameInfo(
    name="yala",
    title="YALA",
    author="Jacques Zeimet",
    seat_counts={"standard": (2,)},
    options=(BEGINS, REPETITION, RING, WALL),
)

START_TOWERS = ("dl", "ld")
"""A start tower is one dark and one light stone, bottom to top."""

_BETWEEN = " | "
"""Separates the board, the repetition rule and the earlier boards in a position's text."""


MOST_QUOTED = 20


class YalaFlaw(Kind):
    """What is wrong with the text of a board, with its stones, or with a start."""

    TOWER = gettext_noop("The tower on {site} is “{tower}”: stones are d or l.")
    TOWERS = ngettext_noop(
        "There is {n} tower. There have to be {fewest} to {most}, with / between them, and"
        " then d or l for the side to move.",
        "There are {n} towers. There have to be {fewest} to {most}, with / between them,"
        " and then d or l for the side to move.",
    )
    SIDE = gettext_noop("“{side}” is not a side to move: write d for dark or l for light.")
    WALL = gettext_noop("“{wall}” is not a wall: a wall has {heights} stones.")
    STONES = ngettext_noop(
        "{name} has {n} stone. There have to be {most}.",
        "{name} has {n} stones. There have to be {most}.",
    )
    HIGH = gettext_noop("The tower on {site} is taller than five.")
    HIGH_HERE = gettext_noop(
        "The tower on {site} has more than {n} stones, the height of a wall here."
    )
    UNEVEN = gettext_noop(
        "If every tower has one dark and one light stone, half of them must have the"
        " dark stone on top. With an odd number of towers, one more or one fewer."
    )
    UNEVEN_TWELVE = gettext_noop(
        "Twelve towers of one dark and one light stone each are a starting position, and"
        " then six must have dark on top."
    )
    NO_MOVE = gettext_noop("It is {name}'s turn, but that side has no move.")


class Yala(Rules[YalaPosition, YalaAction]):
    def deal(self, setup: Setup, shuffle: Shuffle) -> str:
        """As many towers with dark on top as with light, in random order; of an odd number, the
        side that does not begin has one more. Who begins is an option."""
        places, begins = _places(setup), setup.option(BEGINS.name, BEGINS.default)[0]
        towers = [tower for tower in START_TOWERS for _ in range(places // 2)]
        towers += [tower for tower in START_TOWERS if not tower.endswith(begins)] * (places % 2)
        shuffle(towers)
        return "/".join(towers) + " " + begins

    def initial_position(self, setup: Setup) -> YalaPosition:
        """The start as dealt or arranged, or any board from which the match can go on; its text
        says who begins, and the option must agree."""
        INFO.check(setup)
        for flaw in self.flaws(setup):
            raise SetupError("start", setup.start, why=str(flaw))
        towers, to_move, _ = read_board(setup.start)
        if len(towers) != _places(setup):
            raise SetupError("start", setup.start)
        begins = setup.option(BEGINS.name, "")
        if begins and begins[0] != to_move:
            (side,) = (choice for choice in BEGINS.choices if choice[0] == to_move)
            raise SetupError(BEGINS.name, begins, (side,))
        repetition = setup.option(REPETITION.name, REPETITION.default)
        return YalaPosition(towers, to_move, repetition, wall=int(_wall(setup)))

    def flaws(self, setup: Setup) -> tuple[Fact, ...]:
        wall = int(_wall(setup))
        try:
            towers, to_move, told = read_board(setup.start)
        except FlawError as error:
            return (error.flaw,)
        if told is not None:
            return (YalaFlaw.SIDE(side=shortened(setup.start.partition(" ")[2], MOST_QUOTED)),)
        found = list(_wrong_stones(towers, wall))
        surplus = 2 * towers.count(START_TOWERS[0]) - len(towers)
        # Towers as at the start; of an odd number one more may have one of the colours on top.
        if set(towers) <= {*START_TOWERS} and abs(surplus) != len(towers) % 2:
            found.append(YalaFlaw.UNEVEN_TWELVE() if len(towers) == PLACES else YalaFlaw.UNEVEN())
        if YalaPosition(towers, to_move, wall=wall).outcome:
            found.append(YalaFlaw.NO_MOVE(seat=SEAT_OF[to_move]))
        return tuple(found)

    def parse_position(self, text: str) -> YalaPosition:
        """``dl/ld/.../ld d``, or ``BOARD | no-repeat | BOARD | ...``; see format_position."""
        board, *more = text.split(_BETWEEN)
        now, to_move, wall = _parse_board(board)
        if not more:
            return YalaPosition(now, to_move, wall=wall)
        repetition, *boards = more
        if repetition not in REPETITION.choices:
            raise ValueError(f"{repetition!r} is none of {', '.join(REPETITION.choices)}")
        if repetition == REPETITION.default and not boards:
            raise ValueError(f"{repetition!r} goes without saying where nothing can come again")
        earlier = tuple(_parse_board(one, wall)[:2] for one in boards)
        for towers, _ in earlier:
            if list(map(bool, towers)) != list(map(bool, now)):
                raise ValueError(f"{'/'.join(towers)} has other places, so it cannot come again")
        return YalaPosition(now, to_move, repetition, Past(earlier), wall)

    def format_position(self, position: YalaPosition) -> str:
        """The board, the repetition rule, and the boards that could come again, oldest first. Under
        the default rule and with no earlier boards it is the board alone."""
        board, repetition = self.format_board(position), position.repetition
        if repetition == REPETITION.default and not position.earlier:
            return board
        return _BETWEEN.join((board, repetition, *position.earlier.texts(_format_board)))

    def format_board(self, position: YalaPosition) -> str:
        """``dl/ld/.../ld d``: the towers, bottom to top, and the side to move; and ``wall=4`` or
        ``wall=6`` if a wall is so high."""
        board = _format_board(position.board)
        return board if position.wall == MAX_HEIGHT else f"{board} wall={position.wall}"

    def parse_action(self, text: str) -> YalaAction:
        """``e+``: the top stone of e, clockwise.

        >>> RULES.parse_action("e+")
        YalaAction(site='e', direction='+')
        >>> RULES.parse_action("e5")
        Traceback (most recent call last):
            ...
        ValueError: 'e5' is not a place a-p and a direction + or -
        """
        if len(text) != 2 or text[0] not in SITES or text[1] not in DIRECTIONS:
            raise ValueError(f"{text!r} is not a place a-p and a direction + or -")
        return YalaAction(text[0], text[1])

    def arrange(self, setup: Setup, token: str) -> str:
        """A pressed tower is turned over; at first dark and light alternate.

        >>> start = RULES.arrange(Setup("yala"), "")
        >>> start
        'dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        >>> RULES.arrange(Setup("yala", start=start), "a")
        'ld/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d'
        """
        places, begins = _places(setup), setup.option(BEGINS.name, BEGINS.default)[0]
        towers = setup.start.partition(" ")[0].split("/")
        if len(towers) != places:
            order = sorted(START_TOWERS, key=lambda tower: tower.endswith(begins))
            towers = [*(START_TOWERS if places % 2 == 0 else order) * (places // 2)]
            towers += order[: places % 2]
        if token in SITES[:places]:
            index = SITES.index(token)
            towers[index] = towers[index][::-1]
        return "/".join(towers) + " " + begins

    def choose(self, position: YalaPosition, seat: Seat) -> YalaChoice:
        return YalaChoice(position, seat)

    def events(self, turn: Turn) -> tuple[Event, ...]:
        """``moved`` along its places, ``built`` with the tower's height, perhaps ``vanished``."""
        action, seat = turn.action, turn.seat
        path = turn.before.walk(action).path
        towers = dict(zip(SITES, turn.after.towers, strict=False))
        told = [
            Event("moved", seat, (action.site, *path)),
            Event("built", seat, path[-1:], count=len(towers[path[-1]])),
        ]
        if not towers[action.site]:
            told.append(Event("vanished", seat, (action.site,)))
        return (*told, *endings(turn.after.outcome, seat))


def _places(setup: Setup) -> int:
    return int(setup.option(RING.name, RING.default))


def _wall(setup: Setup) -> str:
    return setup.option(WALL.name, WALL.default)


def _format_board(key: Key) -> str:
    towers, to_move = key
    return "/".join(towers) + " " + to_move


def _parse_board(text: str, wall: int | None = None) -> tuple[tuple[str, ...], Colour, int]:
    """The towers, the side to move, and how high a wall is: as told, or as it has to be."""
    towers, to_move, told = read_board(text)
    if told is not None and (told == MAX_HEIGHT or wall is not None):
        raise ValueError(f"wall={told} is none of the heights that have to be told here")
    most = wall or told or MAX_HEIGHT
    for flaw in _wrong_stones(towers, most):
        raise FlawError(flaw)
    return towers, to_move, most


def read_board(text: str) -> tuple[tuple[str, ...], Colour, int | None]:
    """The towers of a board's text, of any stones, the side to move, and how high a wall is, if the
    text tells it; raises FlawError for what is no such text."""
    ring, _, rest = text.partition(" ")
    towers, (side, walled, wall) = tuple(ring.split("/")), rest.partition(f" {WALL.name}=")
    for site, tower in zip(SITES, towers, strict=False):
        if not set(tower) <= {*SEAT_OF}:
            raise FlawError(YalaFlaw.TOWER(site=site, tower=shortened(tower, MOST_QUOTED)))
        if len(tower) > 2 * MOST_PLACES:
            raise FlawError(YalaFlaw.HIGH(site=site))
    if not FEWEST_PLACES <= len(towers) <= MOST_PLACES:
        raise FlawError(YalaFlaw.TOWERS(n=len(towers), fewest=FEWEST_PLACES, most=MOST_PLACES))
    if side not in SEAT_OF:
        raise FlawError(YalaFlaw.SIDE(side=shortened(side, MOST_QUOTED)))
    if walled and wall not in WALL.choices:
        told = shortened(wall, MOST_QUOTED)
        raise FlawError(YalaFlaw.WALL(wall=told, heights=", ".join(WALL.choices)))
    return towers, "d" if side == "d" else "l", int(wall) if walled else None


def _wrong_stones(towers: Sequence[str], wall: int) -> Iterator[Fact]:
    """What is wrong with the numbers of stones in any position."""
    for site, tower in zip(SITES, towers, strict=False):
        if len(tower) > wall:
            usual = wall == MAX_HEIGHT
            yield YalaFlaw.HIGH(site=site) if usual else YalaFlaw.HIGH_HERE(site=site, n=wall)
    stones = "".join(towers)
    for colour, seat in SEAT_OF.items():
        count = stones.count(colour)
        if count != len(towers):
            yield YalaFlaw.STONES(seat=seat, n=count, most=len(towers))


RULES = Yala()
