"""Many small numbers packed into one large one, without wasted bits.

A choice among twelve takes log2(12) = 3.6 bits, and a choice among one none at all: each number is
a digit of the large one, in a base of its own (a mixed radix) that reader and writer both know.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence

from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.play.codec import MOST_TOLD, LinkError, LinkPart
from spieltisch.table import (
    CLOCK,
    Clocks,
    FlagFall,
    IllegalActionError,
    Offers,
    PlayState,
    Setup,
    TableAction,
    Turn,
    has_clock,
    possible,
)
from spieltisch.table.marks import MAX_NUMBER

MAX_TEXT = 4_000
"""The longest text that is read: one of equal letters takes next to no room, however long it is."""

_LAST_CHARACTER = 0x10FFFF
_NUMBER_BITS = 3
_LETTER_BITS = 6


def to_letters(content: bytes) -> str:
    """Bytes in the letters of a link.

    >>> to_letters(b"Myra"), from_letters("TXlyYQ")
    ('TXlyYQ', b'Myra')
    """
    return urlsafe_b64encode(content).decode().rstrip("=")


def from_letters(text: str) -> bytes:
    """The inverse of to_letters; raises ValueError."""
    content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    # Python's decoder ignores invalid letters and leftover bits.
    if to_letters(content) != text:
        raise ValueError(f"{text[:MOST_TOLD]!r} is not what any bytes are written as")
    return content


class DigitWriter:
    """Writes what a DigitReader reads, in the same order.

    >>> writer = DigitWriter()
    >>> for value, base in ((3, 12), (0, 1), (5, 7)):
    ...     writer.digit(value, base)
    >>> packed = bytes(writer)
    >>> reader = DigitReader(packed)
    >>> len(packed), [reader.digit(base) for base in (12, 1, 7)], reader.is_at_end
    (1, [3, 0, 5], True)
    """

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def digit(self, value: int, base: int) -> None:
        """One of ``base`` values, from 0."""
        if not 0 <= value < base:
            raise ValueError(f"{value} is no digit in base {base}")
        self._digits.append((value, base))

    def number(self, value: int, bits: int = _NUMBER_BITS) -> None:
        """A whole number from 0, ``bits`` bits at a time: smaller numbers are shorter."""
        group = 1 << bits
        while value >= group:
            self.digit(group + value % group, 2 * group)
            value //= group
        self.digit(value, 2 * group)

    def text(self, text: str) -> None:
        """A text: its different letters, then the index of each letter among these."""
        letters = sorted(set(text))
        self.number(len(text))
        if not text:
            return
        self.number(len(letters))
        for letter in letters:
            self.number(ord(letter), _LETTER_BITS)
        for letter in text:
            self.digit(letters.index(letter), len(letters))

    def __bytes__(self) -> bytes:
        whole = 0
        for value, base in reversed(self._digits):
            whole = whole * base + value
        return whole.to_bytes((whole.bit_length() + 7) // 8)


class DigitReader:
    """Reads what a DigitWriter has written; raises ValueError for what none can have written."""

    def __init__(self, content: bytes) -> None:
        self._whole = int.from_bytes(content)

    @property
    def is_at_end(self) -> bool:
        return not self._whole

    @property
    def rest(self) -> bytes:
        """What has not been read yet, as another reader is given it."""
        return self._whole.to_bytes((self._whole.bit_length() + 7) // 8)

    def digit(self, base: int) -> int:
        self._whole, value = divmod(self._whole, base)
        return value

    def number(self, bits: int = _NUMBER_BITS) -> int:
        group = 1 << bits
        value, place = 0, 1
        while True:
            found = self.digit(2 * group)
            value += found % group * place
            if value > MAX_NUMBER:
                raise ValueError("a number is too large")
            if found < group:
                return value
            place *= group

    def text(self) -> str:
        length = self.number()
        if length > MAX_TEXT:
            raise ValueError(f"a text of {length} letters")
        if not length:
            return ""
        count = self.number()
        if not 1 <= count <= length:
            raise ValueError(f"{count} letters for a text of {length}")
        codes = [self.number(_LETTER_BITS) for _ in range(count)]
        for code in codes:
            if code > _LAST_CHARACTER or 0xD800 <= code <= 0xDFFF:
                raise ValueError(f"{code} is no character")
        letters = list(map(chr, codes))
        return "".join(letters[self.digit(count)] for _ in range(length))


MAX_TURNS = 12_000
_TIME_BITS = 5


def check_length(turns: int) -> None:
    """Raise LinkError for more turns than a link holds."""
    if turns > MAX_TURNS:
        why = f"a match of {turns} turns; the longest that a link holds has {MAX_TURNS}"
        raise LinkError(LinkPart.SIZE, str(turns), why)


def _time_unit_ms(game: Game, setup: Setup) -> int:
    """The unit in which a link has the times of turns; 0 if times do not count and it has none:
    they do in a race against a clock, and in a run that is compared."""
    if setup.clock is not None:
        # Exact, as in a record: a rounded time may be too late.
        return 1
    is_race = game.shouts is not None and game.shouts.is_race(setup)
    is_compared = game.solver is not None and game.solver.category(setup) is not None
    return 10 if is_race or is_compared else 0


def write_turns(
    digits: DigitWriter, setup: Setup, turns: Sequence[Turn], *, has_said: bool = False
) -> None:
    """Write how many turns there are, and which; raises LinkError for too many, and for turns of
    the table (TableAction) unless ``has_said``."""
    count = len(turns)
    check_length(count)
    unit_ms = _time_unit_ms(catalog.game_of(setup.game), setup)
    digits.number(count)
    before, clocks, offers = 0, Clocks.of(setup), Offers()
    for turn in turns:
        state = PlayState(turn.rules, turn.before, clocks, offers)
        has_flag = state.running is not None
        said = state.sayable() if has_said else []
        if turn.is_flag_fall:
            place, possibilities = -1, len(possible(turn.before))
        elif isinstance(turn.action, TableAction):
            possibilities = len(possible(turn.before))
            place = possibilities + said.index((turn.seat, turn.action))
        else:
            place, possibilities = turn.place
        # A flag that may fall comes first, what could be said last.
        digits.digit(place + has_flag, possibilities + has_flag + len(said))
        if unit_ms:
            at = turn.at_ms // unit_ms
            digits.number(at - before, _TIME_BITS)
            before = at
        clocks, offers = turn.clocks, turn.offers or offers


def read_turns(
    digits: DigitReader, setup: Setup, count: int, *, has_said: bool = False
) -> Iterator[Turn]:
    """The turns, each played by the rules; raises LinkError for one that cannot be played."""
    game = catalog.game_of(setup.game)
    state, at_ms = PlayState.of(game.rules, setup), 0
    unit_ms = _time_unit_ms(game, setup)
    for number in range(1, count + 1):
        in_game, running = possible(state.position), state.running
        flags = [] if running is None else [(CLOCK, FlagFall(running))]
        said = state.sayable() if has_said else []
        options = [*flags, *in_game, *said]
        if not options:
            why = f"turn {number} is played after the match is over"
            raise LinkError(LinkPart.TURN, str(number), why)
        place = digits.digit(len(options))
        seat, action = options[place]
        is_own = seat == CLOCK and running is None
        if is_own and not has_clock(game.rules, setup, state.position):
            raise LinkError(LinkPart.TURN, str(number), f"turn {number}: no clock runs")
        at_ms += digits.number(_TIME_BITS) * unit_ms if unit_ms else 0
        if at_ms > MAX_NUMBER:
            raise ValueError("a match of too many years")
        try:
            turn = state.play(seat, action, at_ms)
        except IllegalActionError as error:
            raise LinkError(LinkPart.TURN, str(number), f"turn {number}: {error}") from error
        if not turn.is_tables:
            # To find it once more, when the match is shared, takes as long as to read the link.
            vars(turn)["place"] = place - len(flags), len(in_game)
        yield turn
        state = state.after(turn)
