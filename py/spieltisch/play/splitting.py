"""Splitting a file into the texts of its matches, whatever its layout, a part at a time."""

import re
from collections.abc import Iterator

from spieltisch.play.archive_file import HEAD, OTHERS, TAIL, check_frame
from spieltisch.table import RecordError

LISTS = ('"matches"', '"others"')
"""Members of a file whose items are pieces."""

SIGNS_AT_ONCE = 200

_SPACE = re.compile(r"\ufeff?\s*")
_SIGN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{},]', re.DOTALL)


def split_file(text: str) -> tuple[str, ...]:
    """The pieces of a file of any kind, one for each match that it seems to hold, see parse_piece.

    Raises RecordError if nothing of it can be read.
    """
    return tuple(piece for piece in pieces_in(text) if piece is not None)


def pieces_in(text: str) -> Iterator[str | None]:
    """As split_file, one after another, with None now and then, so that nothing takes long. An
    empty piece stands for what is missing from a file that is cut short."""
    start = _after_space(text, 0)
    end = text.find("\n", start)
    line = text[start : len(text) if end < 0 else end].strip()
    if line == HEAD:
        return _lines_of_archive(text, end)
    is_line = line[:1] == "{" and line[-1:] == "}"
    if end >= 0 and is_line and _after_space(text, end) < len(text):
        return _lines(text, start)
    return _values(text, start)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return at if found is None else found.end()


def _lines(text: str, at: int) -> Iterator[str]:
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        if line:
            yield line
        at = end + 1


def _lines_of_archive(text: str, at: int) -> Iterator[str]:
    last = ""
    for line in _lines(text, len(text) if at < 0 else at):
        if last not in ("", OTHERS):
            yield last.removesuffix(",")
        last = line
    if last == TAIL:
        return
    if last not in ("", OTHERS):
        yield last.removesuffix(",")
    yield ""


def _values(text: str, first: int) -> Iterator[str | None]:
    """The items of a list, or of the lists of a file; of any other text the whole of it."""
    is_list = text[first : first + 1] == "["
    is_file, depth, name, count = is_list, 0, "", 0
    items_at = 1 if is_list else 0
    begin, end = first + 1, len(text)
    # What is round the lists tells of what kind the file is.
    frame, copied = "", first
    signs = _SIGN.finditer(text, first) if text[first : first + 1] in ("[", "{") else ()
    for number, sign in enumerate(signs):
        if number % SIGNS_AT_ONCE == 0:
            yield None
        at, letter = sign.start(), text[sign.start()]
        if letter in "[{":
            depth += 1
            if depth == 2 and letter == "[" and name in LISTS and not items_at:
                items_at, is_file, begin, count = depth, True, sign.end(), 0
                frame += text[copied:begin]
        elif letter == "," and depth == items_at:
            yield _item(text[begin:at])
            begin, count = sign.end(), count + 1
        elif letter in "]}":
            if depth == items_at:
                if count or text[begin:at].strip():
                    yield _item(text[begin:at])
                copied, items_at, name = at, 0, ""
            depth -= 1
            if not depth:
                end = sign.end()
                break
        elif letter == '"' and depth == 1:
            name = sign[0]
    if not is_file:
        yield text[first:].rstrip()
    elif depth:
        yield ""
    elif text[end:].strip():
        raise RecordError("not JSON: there is more after its end")
    elif not is_list:
        check_frame(frame + text[copied:end])


def _item(text: str) -> str:
    item = text.strip()
    if not item:
        raise RecordError("not JSON: a value is missing in a list")
    return item
