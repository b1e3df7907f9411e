"""Many small numbers packed into one large one, without wasted bits.

A choice among twelve takes log2(12) = 3.6 bits, and a choice among one none at all: each number is
a digit of the large one, in a base of its own (a mixed radix) that reader and writer both know.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode

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
        raise ValueError(f"{text!r} is not what any bytes are written as")
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
        """Whether nothing is left to be read."""
        return not self._whole

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
        letters = [self._letter() for _ in range(count)]
        return "".join(letters[self.digit(count)] for _ in range(length))

    def _letter(self) -> str:
        code = self.number(_LETTER_BITS)
        if code > _LAST_CHARACTER or 0xD800 <= code <= 0xDFFF:
            raise ValueError(f"{code} is no character")
        return chr(code)
