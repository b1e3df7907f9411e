"""The WebAssembly module is made smaller without a change of what a page has of it."""

import pytest

from tools import lean
from tools.project import ToolError
from tools.wasm import (
    EXPORTS,
    START,
    exports,
    format_number,
    parse_number,
    sections,
    with_exports,
)


def section(number: int, content: bytes) -> bytes:
    return bytes((number,)) + format_number(len(content)) + content


@pytest.mark.parametrize("value", [0, 1, 63, 64, 127, 128, 8191, 8192, 3_299_276])
def test_numbers_are_written_as_they_are_read(value: int) -> None:
    written = format_number(value)
    assert parse_number(b"\0" + written + b"\x7f", 1) == (value, 1 + len(written))


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(ToolError, match="no WebAssembly"):
        list(sections(b"<!doctype html>"))


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
