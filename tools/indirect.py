"""Lets browsers keep Python's interpreter compiled well.

V8 notes which function each indirect call in WebAssembly calls. Where it was the same one each
time, code that V8 optimizes expects it, and is thrown away when another comes. The function that
runs Python's code has many indirect calls: Chromium optimized it several times in a page's first
seconds, a tenth of a second each, and had to again in most starts, as no good code of it was there
when Chromium kept what was compiled. Here all its indirect calls of a type go through one function
more: V8 sees there that anything may be called, and expects nothing. That one is so short that V8
puts it in the caller's place.

The format: https://webassembly.github.io/spec/core/binary/instructions.html
"""

import re
from collections.abc import Iterator

from tools.project import ToolError
from tools.wasm import (
    CODE,
    FUNCTIONS,
    TYPES,
    Reader,
    format_number,
    function_count,
    sections,
    vector,
    with_more,
    with_sections,
    with_size,
)

PLAIN_TYPE, NO_LOCALS = b"\x60", b"\0"
CALL, CALL_INDIRECT, LOCAL_GET, END = b"\x10", b"\x11", b"\x20", b"\x0b"
BR_TABLE, SELECT_TYPED = b"\x0e", b"\x1c"
# All other instructions by what follows their code: nothing, one number or two, or a constant; some
# have a second code.
NUMBER = rb"[\x80-\xff]*+[\x00-\x7f]"
ALONE = rb"[\x00\x01\x05\x0a\x0b\x0f\x19-\x1b\x45-\xc4\xd1]"
WITH_ONE = rb"[\x02-\x04\x06-\x09\x0c\x0d\x10\x12\x18\x20-\x26\x3f-\x42\xd0\xd2]" + NUMBER
WITH_TWO = rb"[\x28-\x3e]" + NUMBER * 2
WITH_CONSTANT = rb"\x43.{4}|\x44.{8}"
SECOND_ALONE = rb"\xfc[\x00-\x07]"
SECOND_WITH_ONE = rb"\xfc[\x09\x0b\x0d\x0f-\x11]" + NUMBER
SECOND_WITH_TWO = rb"\xfc[\x08\x0a\x0c\x0e]" + NUMBER * 2
OTHER = (
    *(ALONE, WITH_ONE, WITH_TWO, WITH_CONSTANT),
    *(SECOND_ALONE, SECOND_WITH_ONE, SECOND_WITH_TWO),
)
OTHERS = re.compile(rb"(?s:" + rb"|".join(OTHER) + rb")*+")
# The table that indirect calls look in, and the type of a function's place there.
TABLE, PLACE = 0, b"\x7f"


def instructions(body: bytes) -> Iterator[bytes | int]:
    """Give a function's body in pieces: an indirect call as its type, all else as it is written."""
    reader = Reader(body)
    for _ in range(reader.number()):
        reader.number()
        reader.byte()
    yield reader.since(0)
    while True:
        run = OTHERS.match(body, reader.at)
        yield reader.take(run.end() - reader.at if run else 0)
        if reader.is_done:
            return
        start = reader.at
        operation = reader.take(1)
        if operation == CALL_INDIRECT:
            of_type, table = reader.number(), reader.number()
            yield of_type if table == TABLE else reader.since(start)
            continue
        if operation == BR_TABLE:
            for _ in range(reader.number() + 1):
                reader.number()
        elif operation == SELECT_TYPED:
            reader.sized()
        else:
            raise ToolError(
                f"The module has an instruction that is unknown here: {operation.hex()}."
            )
        yield reader.since(start)


def types(section: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give each type's parameters and results; ToolError if one is not a plain function type."""
    reader = Reader(section)
    for _ in range(reader.number()):
        if reader.take(1) != PLAIN_TYPE:
            raise ToolError("The module has a type of another kind than expected.")
        yield reader.sized(), reader.sized()


def bodies_of(module: bytes) -> dict[int, bytes]:
    """Give the bodies of the functions that a module defines, by number: those that it imports
    have the first numbers."""
    code = Reader(dict(sections(module))[CODE])
    count = code.number()
    first = function_count(module) - count
    return {first + place: code.sized() for place in range(count)}


def with_shared_calls(module: bytes, function: int) -> bytes:
    """Let one function, given by its number, make its indirect calls through functions that are
    added at the module's end: one for each type."""
    bodies = bodies_of(module)
    count = function_count(module)
    added: dict[int, int] = {}
    bodies[function] = b"".join(
        piece
        if isinstance(piece, bytes)
        else CALL + format_number(added.setdefault(piece, count + len(added)))
        for piece in instructions(bodies[function])
    )
    found = dict(sections(module))
    known = list(types(found[TYPES]))
    new_types = []
    for of_type, number in added.items():
        given, back = known[of_type]
        new_types.append(PLAIN_TYPE + with_size(given + PLACE) + with_size(back))
        passed_on = b"".join(LOCAL_GET + format_number(i) for i in range(len(given) + 1))
        call = CALL_INDIRECT + format_number(of_type) + format_number(TABLE)
        bodies[number] = NO_LOCALS + passed_on + call + END
    of_types = [format_number(len(known) + i) for i in range(len(new_types))]
    more = {TYPES: new_types, FUNCTIONS: of_types}
    written = {number: with_more(found[number], items) for number, items in more.items()}
    written[CODE] = vector([with_size(body) for body in bodies.values()])
    return with_sections(module, written)
