"""The WebAssembly module is made smaller without a change of what a page has of it."""

import pytest

from tools import lean
from tools.project import NODE_MODULES, ToolError
from tools.wasm import (
    DATA,
    DATA_COUNT,
    EXPORTS,
    LONGEST_GAP,
    START,
    exports,
    format_number,
    parse_number,
    pieces,
    sections,
    with_exports,
    with_joined_data,
)

FAR = 70 + LONGEST_GAP + 1


def section(number: int, content: bytes) -> bytes:
    return bytes((number,)) + format_number(len(content)) + content


def piece(address: int, content: bytes) -> bytes:
    constant = b"\x41" + format_number(address, is_signed=True) + b"\x0b"
    return b"\0" + constant + format_number(len(content)) + content


def module(*found: bytes) -> bytes:
    count = format_number(len(found))
    counted = section(DATA_COUNT, count) + section(10, b"code")
    return START + section(0, b"before") + counted + section(DATA, count + b"".join(found))


def memory_of(wasm: bytes) -> bytes:
    """What the data of a module make of an empty memory."""
    memory = bytearray(1 << 23)
    for number, content in sections(wasm):
        if number == DATA:
            for address, data in pieces(content):
                memory[address : address + len(data)] = data
    return bytes(memory)


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 8191, 8192, 3_299_276])
@pytest.mark.parametrize("is_signed", [False, True])
def test_numbers_are_written_as_they_are_read(value: int, is_signed: bool) -> None:
    written = format_number(value, is_signed=is_signed)
    assert parse_number(b"\0" + written + b"\x7f", 1) == (value, 1 + len(written))
    assert not is_signed or not written[-1] & 0x40


def test_pieces_are_joined_where_little_lies_between_them() -> None:
    apart = module(piece(64, b"ab"), piece(66, b"c"), piece(69, b"d"), piece(FAR, b"e"))
    assert with_joined_data(apart) == module(piece(64, b"abc\0\0d"), piece(FAR, b"e"))
    assert with_joined_data(with_joined_data(apart)) == with_joined_data(apart)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (b"<!doctype html>", "no WebAssembly"),
        (module(b"\1\1x"), "no constant address"),
        (module(piece(64, b"ab"), piece(65, b"c")), "another order"),
    ],
)
def test_other_modules_are_refused(wrong: bytes, told: str) -> None:
    with pytest.raises(ToolError, match=told):
        with_joined_data(wrong)


def test_pyodides_module_gives_the_same_memory_in_fewer_pieces() -> None:
    wasm = (NODE_MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes()
    short = with_joined_data(wasm)
    assert memory_of(short) == memory_of(wasm)
    unlike = [(number, one) for number, one in sections(wasm) if number not in {DATA, DATA_COUNT}]
    assert unlike == [
        (number, one) for number, one in sections(short) if number not in {DATA, DATA_COUNT}
    ]
    counts = [parse_number(dict(sections(one))[DATA_COUNT], 0)[0] for one in (wasm, short)]
    assert counts[1] * 50 < counts[0]


def export(name: bytes, number: int) -> bytes:
    return format_number(len(name)) + name + b"\0" + format_number(number)


def test_exports_that_no_script_names_are_dropped() -> None:
    one, other, third = (
        export(name, number) for name, number in ((b"malloc", 7), (b"glHint", 300), (b"free", 8))
    )
    wasm = START + section(EXPORTS, b"\3" + one + other + third) + section(10, b"code")
    kept = with_exports(wasm, {b"_malloc", b"free", b"Hint"})
    assert kept == START + section(EXPORTS, b"\2" + one + third) + section(10, b"code")


# Functions of its own that return what they are given, one of them for the export.
SMALL = START + b"".join(
    (
        section(1, b"\1\x60\1\x7f\1\x7f"),
        section(3, b"\2\0\0"),
        section(EXPORTS, b"\1" + export(b"kept", 1)),
        section(10, b"\2" + b"\7\0\x41\x2a\x20\0\x6a\x0b" + b"\4\0\x20\0\x0b"),
    )
)


def test_what_nothing_reaches_is_dropped() -> None:
    dropped = dict(sections(lean.without_unreachable(SMALL)))
    assert list(exports(dropped[EXPORTS])) == [(b"kept", export(b"kept", 0))]
    assert dropped[10] == b"\1\4\0\x20\0\x0b"


def test_a_module_that_cannot_be_read_is_told() -> None:
    with pytest.raises(ToolError, match="Binaryen does not take"):
        lean.without_unreachable(SMALL[:-3])
