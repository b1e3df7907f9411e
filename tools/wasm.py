"""Reads and writes WebAssembly modules, and makes one compress better.

Emscripten leaves zeros out of a module's data: Pyodide's comes in 14,600 pieces, each with its
address. Zstandard packs zeros better than addresses: with few pieces the compressed module is 52 KB
smaller, a fiftieth.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from tools.project import ToolError

START = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS = range(8)
ELEMENTS, CODE, DATA, DATA_COUNT, TAGS = range(9, 14)
# The kinds of imports and exports.
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
# In the limits of a table or a memory: a maximum follows.
HAS_MOST = 1
# The custom section with names, and the part of it that names functions.
NAMES, FUNCTION_NAMES = b"name", 1
# The operations of a constant expression.
NUMBER, GLOBAL_GET, END = 0x41, 0x23, 0x0B
# The bytes before and after a piece's address, if that is a constant.
ADDRESS, ADDRESS_END = b"\0\x41", b"\x0b"
# Runs of zeros longer than this, in bytes, stay left out.
LONGEST_GAP = 256


def parse_number(content: bytes, at: int) -> tuple[int, int]:
    """Read a LEB128 number that is not negative; give it, and the index of what follows."""
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def format_number(value: int, *, is_signed: bool = False) -> bytes:
    """Write a number that is not negative in LEB128; signed, its last byte has a bit less."""
    written = bytearray()
    while value >= (0x40 if is_signed else 0x80):
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


class Reader:
    """Reads one item after another from bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at = 0

    @property
    def is_done(self) -> bool:
        """Tell whether all has been read."""
        return self.at == len(self._content)

    def number(self) -> int:
        """Read a number in LEB128."""
        value, self.at = parse_number(self._content, self.at)
        return value

    def byte(self) -> int:
        """Read a byte."""
        return self.take(1)[0]

    def take(self, size: int) -> bytes:
        """Read so many bytes."""
        self.at += size
        return self._content[self.at - size : self.at]

    def sized(self) -> bytes:
        """Read bytes that come after their count."""
        return self.take(self.number())

    def constant(self) -> None:
        """Read past a constant expression."""
        while (operation := self.byte()) != END:
            if operation not in (NUMBER, GLOBAL_GET):
                raise ToolError("The module has a constant of another kind than expected.")
            self.number()

    def since(self, start: int) -> bytes:
        """Give again the bytes read since a place."""
        return self._content[start : self.at]

    def rest(self) -> bytes:
        """Read all that is left."""
        return self.take(len(self._content) - self.at)


def with_size(content: bytes) -> bytes:
    """Write bytes after their count."""
    return format_number(len(content)) + content


def vector(items: Collection[bytes]) -> bytes:
    """Write items after their count."""
    return format_number(len(items)) + b"".join(items)


def with_more(content: bytes, items: Collection[bytes]) -> bytes:
    """Give a section with more items at its end."""
    reader = Reader(content)
    return format_number(reader.number() + len(items)) + reader.rest() + b"".join(items)


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Give each section's number and content."""
    if not module.startswith(START):
        raise ToolError("This is no WebAssembly module.")
    at = len(START)
    while at < len(module):
        number = module[at]
        size, at = parse_number(module, at + 1)
        yield number, module[at : at + size]
        at += size


def module_of(found: Iterable[tuple[int, bytes]]) -> bytes:
    """Write a module of sections, each given by its number and content."""
    return START + b"".join(bytes((number,)) + with_size(content) for number, content in found)


@dataclass(frozen=True)
class Import:
    """Something that a module imports: from which module, its name and its kind."""

    source: bytes
    name: bytes
    kind: int


def read_description(reader: Reader, kind: int) -> None:
    """Read past the type of something of this kind, as imports and definitions have it."""
    if kind in (TABLE, GLOBAL, TAG):
        # The type of its elements or its value; a tag's byte says nothing.
        reader.byte()
    if kind in (TABLE, MEMORY) and reader.byte() & HAS_MOST:
        reader.number()
    reader.number()


def imports(content: bytes) -> Iterator[Import]:
    """Give each import."""
    reader = Reader(content)
    for _ in range(reader.number()):
        found = Import(reader.sized(), reader.sized(), reader.byte())
        read_description(reader, found.kind)
        yield found


def exports(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give the name of each export, and all of its bytes."""
    reader = Reader(content)
    for _ in range(reader.number()):
        start = reader.at
        name = reader.sized()
        # Its kind and its number.
        reader.byte()
        reader.number()
        yield name, reader.since(start)


def exported_function(module: bytes, name: bytes) -> int:
    """Give the number of an exported function; ToolError if there is none of this name."""
    written = dict(exports(dict(sections(module))[EXPORTS])).get(name)
    if written is None:
        raise ToolError(f"The module exports no {name.decode()}.")
    reader = Reader(written)
    reader.sized()
    reader.byte()
    return reader.number()


def with_exports(module: bytes, named: Collection[bytes]) -> bytes:
    """Give the module with only those exports that are named, as they are or, as scripts do it,
    with an underscore before them."""
    kept = [
        written
        for number, content in sections(module)
        if number == EXPORTS
        for name, written in exports(content)
        if name in named or b"_" + name in named
    ]
    return with_sections(module, {EXPORTS: vector(kept)})


def with_sections(module: bytes, changed: dict[int, bytes]) -> bytes:
    """Give the module with other contents of some sections."""
    return module_of((number, changed.get(number, content)) for number, content in sections(module))


def function_count(module: bytes) -> int:
    """Count a module's functions, those that it imports among them."""
    found = dict(sections(module))
    imported = sum(one.kind == FUNCTION for one in imports(found[IMPORTS]))
    return imported + Reader(found[FUNCTIONS]).number()


def with_function_names(module: bytes, names: dict[int, str]) -> bytes:
    """Give the module with a name for each function, by number, imported ones among them."""
    named = vector([format_number(of) + with_size(name.encode()) for of, name in names.items()])
    content = with_size(NAMES) + bytes((FUNCTION_NAMES,)) + with_size(named)
    return module + bytes((CUSTOM,)) + with_size(content)


def function_names(module: bytes) -> dict[int, str]:
    """Give the name of each function that has one, by number."""
    names: dict[int, str] = {}
    for number, content in sections(module):
        reader = Reader(content)
        if number != CUSTOM or reader.sized() != NAMES:
            continue
        while not reader.is_done:
            part, named = reader.byte(), Reader(reader.sized())
            if part == FUNCTION_NAMES:
                names |= {named.number(): named.sized().decode() for _ in range(named.number())}
    return names


def without_names(module: bytes) -> bytes:
    """Give the module without its section of names."""
    return module_of(
        (number, content)
        for number, content in sections(module)
        if number != CUSTOM or Reader(content).sized() != NAMES
    )


def with_only(module: bytes, kept: Collection[int]) -> bytes:
    """Give the module with only some of its sections."""
    return module_of((number, content) for number, content in sections(module) if number in kept)


def pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the address and content of each piece of the data."""
    count, at = parse_number(data, 0)
    for _ in range(count):
        if not data.startswith(ADDRESS, at):
            raise ToolError("A piece of the module's data has no constant address.")
        address, at = parse_number(data, at + len(ADDRESS))
        size, at = parse_number(data, at + len(ADDRESS_END))
        yield address, data[at : at + size]
        at += size


def joined(found: Iterator[tuple[int, bytes]]) -> list[tuple[int, bytearray]]:
    """Join pieces with the zeros between them; they must come in the order of their addresses."""
    longer: list[tuple[int, bytearray]] = []
    end = 0
    for address, content in found:
        gap = address - end
        if gap < 0:
            raise ToolError("The pieces of the module's data lie in another order than expected.")
        if longer and gap <= LONGEST_GAP:
            longer[-1][1].extend(bytes(gap) + content)
        else:
            longer.append((address, bytearray(content)))
        end = address + len(content)
    return longer


def with_joined_data(module: bytes) -> bytes:
    """Give the module with its data in few pieces; ToolError where it has another kind of data."""
    found = (pieces(content) for number, content in sections(module) if number == DATA)
    longer = joined(chain.from_iterable(found))
    count = format_number(len(longer))
    data = count + b"".join(
        ADDRESS
        + format_number(address, is_signed=True)
        + ADDRESS_END
        + format_number(len(content))
        + content
        for address, content in longer
    )
    return with_sections(module, {DATA: data, DATA_COUNT: count})
