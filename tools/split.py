"""Splits Pyodide's WebAssembly in two: what pages run, and the rest, which no start waits for.

Of Pyodide's 14,000 functions the pages of all tests run some 3,000. These are the first part.
The rest is a separate module with the same memory, tables, globals and tags. Where one part calls a
function of the other, it has a stub, which calls it through a table that both share. The table's
first entry is a function that fetches the rest (static/runtime/rest.js), until that is loaded.

Both parts number their functions as the whole does, so that no code has to be rewritten. Binaryen
drops the stubs that nothing calls.

The format: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from tools.project import ToolError
from tools.wasm import (
    CODE,
    ELEMENTS,
    EXPORTS,
    FUNCTION,
    FUNCTIONS,
    GLOBAL,
    GLOBALS,
    HAS_MOST,
    IMPORTS,
    MEMORIES,
    MEMORY,
    TABLE,
    TABLES,
    TAG,
    TAGS,
    TYPES,
    Reader,
    format_number,
    function_names,
    imports,
    read_description,
    sections,
    vector,
    with_function_names,
    with_more,
    with_only,
    with_sections,
    with_size,
    without_names,
)

# Exports with this prefix are for the other part: Pyodide is not shown them.
OWN = "~"
BETWEEN = f"{OWN}between"
# The name of the module that the rest imports from.
FIRST = b"first"
# The place in the shared table of the function that fetches the rest.
FETCHES_REST = 0

PLAIN_TYPE, FUNCTION_REFERENCES = 0x60, b"\x70"
NOTHING_TO_NOTHING = b"\x60\0\0"
NO_LOCALS = b"\0"
UNREACHABLE, END, CALL_INDIRECT, LOCAL_GET, NUMBER = b"\0", b"\x0b", b"\x11", b"\x20", b"\x41"
# The kind of an elements entry for a table given by its number, and elements that are functions.
INTO_TABLE, OF_FUNCTIONS = b"\2", b"\0"


def passed_on(count: int) -> bytes:
    """Write that so many parameters are passed on."""
    return b"".join(LOCAL_GET + format_number(parameter) for parameter in range(count))


@dataclass(frozen=True)
class State:
    """A table, a memory, a global or a tag that the parts share."""

    kind: int
    number: int
    # Its type, as an import has it.
    described: bytes
    name: str

    @property
    def export(self) -> bytes:
        """Write the first part's export of it."""
        return with_size(self.name.encode()) + bytes((self.kind,)) + format_number(self.number)

    @property
    def imported(self) -> bytes:
        """Write the rest's import of it."""
        return (
            with_size(FIRST) + with_size(self.name.encode()) + bytes((self.kind,)) + self.described
        )


def types(reader: Reader) -> Iterator[bytes]:
    """Give the bytes of each type; ToolError if one is not a plain function type."""
    for _ in range(reader.number()):
        start = reader.at
        if reader.byte() != PLAIN_TYPE:
            raise ToolError("Pyodide's WebAssembly has a type of another kind than expected.")
        reader.sized()
        reader.sized()
        yield reader.since(start)


def state(found: Mapping[int, bytes]) -> Iterator[State]:
    """Give the tables, memories, globals and tags that a module's sections define."""
    for section, kind in ((TABLES, TABLE), (MEMORIES, MEMORY), (GLOBALS, GLOBAL), (TAGS, TAG)):
        reader = Reader(found.get(section, b"\0"))
        for number in range(reader.number()):
            start = reader.at
            read_description(reader, kind)
            described = reader.since(start)
            if kind == GLOBAL:
                reader.constant()
            yield State(kind, number, described, f"{OWN}{kind}.{number}")


class Whole:
    """A module, read as far as splitting it needs."""

    def __init__(self, module: bytes) -> None:
        self.module = module
        found = dict(sections(module))
        self.types = list(types(Reader(found[TYPES])))
        self.nothing_to_nothing = self.types.index(NOTHING_TO_NOTHING)
        self.state = list(state(found))
        self.table_count = sum(one.kind == TABLE for one in self.state)
        wanted = list(imports(found[IMPORTS]))
        if any(one.kind != FUNCTION for one in wanted):
            raise ToolError("Pyodide's WebAssembly imports something else than functions.")
        start = len(wanted)
        functions, code = Reader(found[FUNCTIONS]), Reader(found[CODE])
        # By number: the types of the functions that the module defines, and their bodies.
        self.functions = {start + i: functions.number() for i in range(functions.number())}
        self.bodies = {start + i: code.sized() for i in range(code.number())}

    def parameters(self, function: int) -> int:
        """Count a function's parameters."""
        return Reader(self.types[self.functions[function]][1:]).number()


class Parts:
    """A module split in two."""

    def __init__(
        self,
        whole: Whole,
        first: frozenset[int],
        by_rest: Collection[int],
        by_first: Collection[int],
    ) -> None:
        """Split it: `first` are the functions of the first part, `by_rest` those of them that the
        rest calls, `by_first` those of the rest that the first part calls. The shared table holds
        the functions that the other part calls."""
        self.whole = whole
        self.first = first
        self.rest = frozenset(whole.functions) - first
        self.by_rest, self.by_first = sorted(by_rest), sorted(by_first)
        called = (*self.by_rest, *self.by_first)
        self.places = {function: 1 + i for i, function in enumerate(called)}
        size = format_number(1 + len(called))
        described = FUNCTION_REFERENCES + bytes((HAS_MOST,)) + size + size
        self.between = State(TABLE, whole.table_count, described, BETWEEN)

    def call(self, place: int, of_type: int) -> bytes:
        """Write a call through the shared table."""
        at = NUMBER + format_number(place, is_signed=True)
        return at + CALL_INDIRECT + format_number(of_type) + format_number(self.between.number)

    def stub(self, function: int, before: bytes) -> bytes:
        """Write the stub for a function of the other part, which runs `before` and then calls."""
        if function not in self.places:
            return NO_LOCALS + UNREACHABLE + END
        return (
            NO_LOCALS
            + before
            + passed_on(self.whole.parameters(function))
            + self.call(self.places[function], self.whole.functions[function])
            + END
        )

    def code(self, mine: Collection[int], before_call: bytes) -> list[bytes]:
        """Write the functions of one part: its own as they are, stubs for the other's."""
        return [
            with_size(body if function in mine else self.stub(function, before_call))
            for function, body in self.whole.bodies.items()
        ]

    def elements(self, place: int, functions: Collection[int]) -> bytes:
        """Write that functions stand in the shared table from a place on."""
        at = NUMBER + format_number(place, is_signed=True) + END
        table = format_number(self.between.number)
        numbers = vector([format_number(function) for function in functions])
        return INTO_TABLE + table + at + OF_FUNCTIONS + numbers

    def write_first(self, lent: Collection[str]) -> bytes:
        """Write the first part, which exports the state that is named to the rest."""
        fetch_rest = self.call(FETCHES_REST, self.whole.nothing_to_nothing)
        more = {
            TABLES: [self.between.described],
            EXPORTS: [one.export for one in (*self.whole.state, self.between) if one.name in lent],
            ELEMENTS: [self.elements(1, self.by_rest)],
        }
        found = dict(sections(self.whole.module))
        changed = {number: with_more(found[number], items) for number, items in more.items()}
        changed[CODE] = vector(self.code(self.first, fetch_rest))
        return with_sections(self.whole.module, changed)

    def write_rest(self) -> bytes:
        """Write the rest. Its last function does nothing: it replaces the one that fetches it."""
        last = max(self.whole.functions) + 1
        nothing = format_number(self.whole.nothing_to_nothing)
        of_mine = self.elements(1 + len(self.by_rest), self.by_first)
        found = dict(sections(self.whole.module))
        wanted = [one.imported for one in (*self.whole.state, self.between)]
        changed = {
            IMPORTS: with_more(found[IMPORTS], wanted),
            FUNCTIONS: with_more(found[FUNCTIONS], [nothing]),
            ELEMENTS: vector([self.elements(FETCHES_REST, [last]), of_mine]),
            CODE: vector([*self.code(self.rest, b""), with_size(NO_LOCALS + END)]),
        }
        return with_only(with_sections(self.whole.module, changed), {TYPES, *changed})


def split(
    module: bytes, first: frozenset[int], optimize: Callable[[bytes], bytes]
) -> tuple[bytes, bytes]:
    """Give the first part, which has these functions, and the rest.

    `optimize` drops what a module cannot reach, and keeps functions' names. At first a part gets
    stubs for all of the other's functions: those that `optimize` leaves are the ones it calls.
    """
    whole = Whole(module)
    marks = {f"{OWN}{function}": function for function in whole.functions}
    names = {function: mark for mark, function in marks.items()}

    def reached(part: bytes) -> set[int]:
        left = function_names(optimize(with_function_names(part, names))).values()
        return {marks[name] for name in left if name in marks}

    every = Parts(whole, first, by_rest=first, by_first=frozenset(whole.functions) - first)
    by_rest = reached(every.write_rest()) & first
    parts = Parts(whole, first, by_rest=by_rest, by_first=every.rest)
    by_first = reached(parts.write_first([one.name for one in whole.state])) & every.rest
    parts = Parts(whole, first, by_rest=by_rest, by_first=by_first)
    written = without_names(optimize(parts.write_rest()))
    wanted = imports(dict(sections(written))[IMPORTS])
    lent = {BETWEEN, *(one.name.decode() for one in wanted if one.source == FIRST)}
    return without_names(optimize(parts.write_first(lent))), written
