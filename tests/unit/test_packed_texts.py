"""A packed text is what was packed, or it is refused, also where the check is right: anybody can
make one."""

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.play.code_text import FORMAT, pack_text, unpack_text
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.digits import to_letters


def sealed(stream: bytes) -> str:
    """Bytes as a code whose check is right, whatever they are."""
    check = zlib.crc32(FORMAT.encode() + stream).to_bytes(4)
    return FORMAT + to_letters(check + stream)


def stream(content: bytes, *, is_whole: bool = True) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    flush = zlib.Z_FINISH if is_whole else zlib.Z_SYNC_FLUSH
    return packer.compress(content) + packer.flush(flush)


@given(st.text(max_size=200))
def test_what_is_packed_comes_out_and_its_code_ends_in_no_dash(text: str) -> None:
    told = text.encode("utf-8", "replace").decode()
    code = pack_text(text)
    assert unpack_text(code, 1_000, LinkPart.BOT) == told
    assert code[-1].isalnum()


def test_a_right_check_is_not_enough() -> None:
    assert unpack_text(sealed(stream(b"mine")), 4, LinkPart.BOT) == "mine"
    assert unpack_text(sealed(b"\0" + stream(b"mine")), 4, LinkPart.BOT) == "mine"
    wrong = {
        "not at its end": stream(b"mine", is_whole=False),
        "more behind it": stream(b"mine") + b"more",
        "too long": stream(b"mines"),
        "too long and not at its end": stream(b"mines", is_whole=False),
        "no text": stream(b"\xff"),
        "two zeros in front": b"\0\0" + stream(b"mine"),
        "nothing": b"",
    }
    for why, given_one in wrong.items():
        with pytest.raises(LinkError) as caught:
            unpack_text(sealed(given_one), 4, LinkPart.BOT)
        assert caught.value.part == LinkPart.BOT, why


@pytest.mark.parametrize("at", range(12))
def test_a_letter_that_is_wrong_or_lacks_is_noticed(at: int) -> None:
    code = pack_text("All that somebody has written.")
    other = "A" if code[at] != "A" else "B"
    for wrong in (code[:at] + other + code[at + 1 :], code[:at] + code[at + 1 :]):
        with pytest.raises(LinkError):
            unpack_text(wrong, 100, LinkPart.BOT)


def test_a_newer_format_is_told_apart_from_none() -> None:
    for code, part in (("2abc", LinkPart.FORMAT), ("0abc", LinkPart.BOT), ("", LinkPart.BOT)):
        with pytest.raises(LinkError) as caught:
            unpack_text(code, 100, LinkPart.BOT)
        assert caught.value.part == part
