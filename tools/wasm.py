"""Reads and writes WebAssembly modules.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tools.project import ToolError

START = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, EXPORTS, CODE = 0, 1, 2, 3, 7, 10
# The kinds of imports and exports.
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
# In the limits of a table or a memory: a maximum follows.
HAS_MOST = 1
# The custom section with names, and the part of it that names functions.
NAMES, FUNCTION_NAMES = b"name", 1


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


def format_number(value: int) -> bytes:
    """Write a number that is not negative in LEB128."""
    written = bytearray()
    while value >= 0x80:
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
