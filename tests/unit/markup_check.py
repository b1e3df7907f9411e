"""Reads markup as a browser would, and complains about what no page of ours may have."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from spieltisch.app.settings.screen import LICENCES
from spieltisch.kit.markup import VOID, Markup, whole

REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "popovertarget")


@dataclass
class Node:
    """An element: its tag, its attributes, its children (elements and texts)."""

    tag: str
    attributes: dict[str, str | None]
    children: list[Node | str] = field(default_factory=list)

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, attribute: str, value: str | None = None) -> list[Node]:
        """The elements below with an attribute, if given of a value."""
        return [
            node
            for node in self.walk()
            if attribute in node.attributes
            and (value is None or node.attributes[attribute] == value)
        ]

    def one(self, attribute: str, value: str | None = None) -> Node:
        (node,) = self.all(attribute, value)
        return node

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.stack = [self.root]

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, dict(attrs))
        self.stack[-1].children.append(node)
        if tag not in VOID:
            self.stack.append(node)

    def handle_endtag(self, tag):
        assert self.stack[-1].tag == tag, f"</{tag}> closes <{self.stack[-1].tag}>"
        self.stack.pop()

    def handle_data(self, data):
        self.stack[-1].children.append(data)

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl):
        raise AssertionError(f"a declaration: {decl}")


def read(markup: str) -> Node:
    """The markup as a tree; AssertionError where it is not well formed."""
    reader = _Reader()
    reader.feed(whole(markup) if isinstance(markup, Markup) else markup)
    reader.close()
    assert reader.stack == [reader.root], f"<{reader.stack[-1].tag}> is not closed"
    return reader.root


def check(markup: str, *, is_part: bool = False) -> Node:
    """The markup as a tree, once it has been found fit for a page, or for a part of one, which may
    refer to what is elsewhere."""
    root = read(markup)
    ids = [node.attributes["id"] for node in root.all("id")]
    assert len(set(ids)) == len(ids), (
        f"ids used twice: {sorted({i for i in ids if ids.count(i) > 1})}"
    )
    for node in root.walk():
        assert node.tag not in ("script", "style", "iframe", "object", "embed"), node.tag
        for name, value in node.attributes.items():
            # The page's policy has no room for either.
            assert not name.startswith("on"), f"{name} on <{node.tag}>"
            assert name != "style", f"a style on <{node.tag}>"
            if name in REFERENCES and not is_part:
                for one in (value or "").split():
                    assert one in ids, f"{name} of <{node.tag}> names #{one}, which is not there"
            if name in ("href", "src"):
                is_ours = value == LICENCES or (value or "").startswith("#")
                assert is_ours, f"{name}={value} leads out of the page"
    return root
