"""Makes a WebAssembly module that compresses better, and does the same.

Emscripten leaves zeros out of a module's data: Pyodide's comes in 14,600 pieces, each with its
address. Zstandard packs zeros better than addresses: in few pieces the module is 52 KB smaller on
its way, a fiftieth.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Collection, Iterator
from itertools import chain

from tools.project import ToolError

START = b"\0asm\1\0\0\0"
EXPORTS, DATA, DATA_COUNT = 7, 11, 12
# How a piece begins whose address is a constant, and how that ends.
ADDRESS, ADDRESS_END = b"\0\x41", b"\x0b"
# Longer runs of zeros stay left out, in bytes.
LONGEST_GAP = 256


def parse_number(content: bytes, at: int) -> tuple[int, int]:
    """Read a number in LEB128 that is not negative; give it, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def format_number(value: int, *, is_signed: bool = False) -> bytes:
    """Write a number that is not negative in LEB128, which has a bit less for what is signed."""
    written = bytearray()
    while value >= (0x40 if is_signed else 0x80):
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


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


def exports(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give the name of each export, and all that is written of it."""
    count, at = parse_number(content, 0)
    for _ in range(count):
        start = at
        size, at = parse_number(content, at)
        name, at = content[at : at + size], at + size
        # A byte for its kind, then its number.
        _, at = parse_number(content, at + 1)
        yield name, content[start:at]


def with_exports(module: bytes, named: Collection[bytes]) -> bytes:
    """Give the module with those of its exports alone that are named, as scripts do: as they are or
    with an underscore before them."""
    kept = [
        written
        for number, content in sections(module)
        if number == EXPORTS
        for name, written in exports(content)
        if name in named or b"_" + name in named
    ]
    return with_sections(module, {EXPORTS: format_number(len(kept)) + b"".join(kept)})


def with_sections(module: bytes, changed: dict[int, bytes]) -> bytes:
    """Give the module with other contents of some sections."""
    written = bytearray(START)
    for number, content in sections(module):
        content = changed.get(number, content)
        written += bytes((number,)) + format_number(len(content)) + content
    return bytes(written)


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
