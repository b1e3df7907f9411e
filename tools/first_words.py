"""Finds the texts of the first views in other languages: the page has the views in English alone.

A view in another language differs only in its texts. Comparing the two gives each whole text and
its translation; static/boot/words.js puts these in.
"""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import NamedTuple

from tools.project import ToolError

SOURCE = "en"
# The attributes that a person reads or hears; static/boot/words.js has the same list.
ATTRIBUTES = ("alt", "aria-label", "aria-roledescription", "data-other", "placeholder", "title")


class Part(NamedTuple):
    """A part of markup: what it is, and its text if that can be translated."""

    what: str
    text: str = ""


class Parts(HTMLParser):
    """All parts of a view, in order."""

    def __init__(self, view: str) -> None:
        super().__init__()
        self.found: list[Part] = []
        self.feed(view)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and its attributes."""
        self.found.append(Part(f"<{tag}>"))
        is_language = tag == "option" and any(name == "lang" for name, _ in attrs)
        for name, value in attrs:
            if name in ATTRIBUTES:
                self.found.append(Part(name, value or ""))
            elif name == "id":
                # Some ids are made from the element's text, see `markup.anew`.
                self.found.append(Part(name, f"#{value}"))
            # The script itself marks the language that is selected.
            elif not (is_language and name == "selected"):
                self.found.append(Part(f"{name}={value}"))

    def handle_endtag(self, tag: str) -> None:
        """Note the end of an element."""
        self.found.append(Part(f"</{tag}>"))

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.found.append(Part("text", data))


def side_by_side(source: str, view: str, key: str) -> Iterator[tuple[str, str]]:
    """Pair each text of the English view with another view's; ToolError if more differs."""
    ours, theirs = Parts(source).found, Parts(view).found
    for one, other in zip(ours, theirs, strict=False):
        if one.what != other.what:
            raise ToolError(f"First view {key}: {other.what} is {one.what} in English.")
        yield one.text, other.text
    if len(ours) != len(theirs):
        raise ToolError(f"First view {key} has {len(theirs)} parts, {len(ours)} in English.")


def first_words(views: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Map English texts to their translations, by language; those that are the same are left out.

    Args:
        views: markup by language and place, as `first_views` gives it.

    Raises:
        ToolError: more than texts differ, or one English text has two translations.
    """
    words: dict[str, dict[str, str]] = {}
    for key, view in sorted(views.items()):
        language, _, place = key.partition(":")
        known = words.setdefault(language, {})
        for text, told in side_by_side(views[f"{SOURCE}:{place}"], view, key):
            if known.setdefault(text, told) != told:
                raise ToolError(
                    f"First view {key}: {text!r} is {known[text]!r} and {told!r}; say one of them"
                    " in other words in English."
                )
    return {
        language: {text: told for text, told in known.items() if told != text}
        for language, known in words.items()
    }
