"""The text of a study (docs/page.md, Studies): tags, then moves with comments, signs and variations
as PGN has them for chess."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from spieltisch.games import catalog
from spieltisch.play.codec import (
    clean_name,
    complete_setup,
    linkable,
    setup_of_texts,
    setup_texts,
)
from spieltisch.play.study import (
    MAX_COMMENT,
    MAX_MOVES,
    MAX_TEXT,
    ROOT,
    SIGNS,
    Node,
    NodeId,
    Study,
    StudyError,
    StudyFlaw,
    clean_comment,
    to_study,
)
from spieltisch.table import Player, Setup, SetupError

WIDTH = 80

QUOTE = '"'

_CODES = dict(zip(SIGNS, ("1", "2", "3", "4", "5", "6", "10"), strict=True))
"""As PGN numbers them."""
_SIGN_OF = {code: sign for sign, code in _CODES.items()}

_QUOTED = r'"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"'
_TAG = re.compile(rf"\s*+\[([A-Z][A-Za-z]*+) {_QUOTED}\]")
_WORD = re.compile(
    r"\s++|\{(?P<comment>[^\\}]*+(?:\\.[^\\}]*+)*+)\}|(?P<bracket>[()])|\$(?P<code>[0-9]{1,3})"
    r"|[0-9]++\.++|(?P<move>[^\s(){}$]++)",
    re.DOTALL,
)
_BEGIN = re.compile(r'\ufeff?\s*+\[Game "')
_TAG_OF = {
    name: name.title() for name in ("game", "variant", "edition", "seats", "seed", "start")
} | {"players": "Player"}
"""By the field of a set-up; the others are its options."""


class ReadStudy(NamedTuple):
    """What a text says."""

    name: str
    study: Study
    at: NodeId
    """The move that is shown first."""
    lines: dict[NodeId, int]
    """In which line of the text each move stands."""


def is_study(text: str) -> bool:
    """Whether a text is meant to be a study."""
    return _BEGIN.match(text) is not None


def format_study(name: str, study: Study, at: NodeId = ROOT) -> str:
    """A study as text; ``at`` is the move that is to be shown first.

    >>> from spieltisch.play.codec import parse_setup
    >>> study, first = Study(to_study(parse_setup("yala", "seed=42"))).played(ROOT, "a+")
    >>> study, _ = study.signed(first, "!").commented(first, "Why not?").played(ROOT, "b+")
    >>> print(format_study("A beginning", study))
    [Game "yala"]
    [Name "A beginning"]
    [Variant "standard"]
    [Edition "standard"]
    [Seats "2"]
    [Start "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"]
    <BLANKLINE>
    1. a+ $1 {Why not?} (1. b+)
    <BLANKLINE>
    """
    setup = study.setup
    tags = [("Game", setup.game), ("Name", name)]
    for field, text in setup_texts(setup).items():
        option = ("Option", f"{field}={text}")
        tags.append((_TAG_OF[field], text) if field in _TAG_OF else option)
    if any(one.name for one in setup.players):
        tags += [("Player", one.name) for one in setup.players]
    if at != ROOT:
        tags.append(("At", str(_number(study, at))))
    head = "".join(f'[{tag} "{_escaped(value, QUOTE)}"]\n' for tag, value in tags)
    lines, line = [], ""
    for word in _words(study):
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    return f"{head}\n" + "".join(f"{one}\n" for one in (*lines, line) if one)


def _number(study: Study, at: NodeId) -> int:
    return next(n for n, (_, _, one) in enumerate(study.walk(), 1) if one == at)


def _escaped(text: str, end: str) -> str:
    return text.replace("\\", "\\\\").replace(end, f"\\{end}")


def _words(study: Study) -> Iterator[str]:
    """Moves with all that belongs to each, and the brackets round variations."""
    ply = {ROOT: 0}
    depth, word = 0, _remarks(study.nodes[ROOT])
    for inner, begins, one in study.walk():
        node = study.nodes[one]
        ply[one] = ply[node.parent] + 1
        closed = depth - inner + begins
        if word or closed:
            yield word + ")" * closed
        depth = inner
        # A number wherever a reader needs one: at each move, as the seats need not alternate.
        word = f"{'(' * begins}{ply[one]}. {node.action}{_remarks(node)}"
    if word or depth:
        yield word + ")" * depth


def _remarks(node: Node) -> str:
    sign = f" ${_CODES[node.sign]}" if node.sign else ""
    comment = f" {{{_escaped(node.comment, '}')}}}" if node.comment else ""
    return f"{sign}{comment}" if node.action else comment.lstrip()


def parse_study(text: str) -> ReadStudy:
    """What a text says, as far as can be told without playing it (``turns_of``); raises StudyError,
    and SetupError for a match that cannot be played."""
    if len(text) > MAX_TEXT:
        raise StudyError(StudyFlaw.LENGTH, value=str(len(text)))
    text = text.removeprefix("\ufeff")
    tags, lines, end = defaultdict[str, list[str]](list), dict[str, int](), 0
    line = 1
    while (tag := _TAG.match(text, end)) is not None:
        line += text.count("\n", end, tag.end())
        lines.setdefault(tag[1], line)
        tags[tag[1]].append(re.sub(r"\\(.)", r"\1", tag[2]))
        end = tag.end()
    reader = _Reader()
    reader.read(text, end)
    study = Study(_setup(tags, lines), reader.frozen(), len(reader.nodes))
    number = (*tags["At"], "")[0]
    at = ROOT
    if number.isascii() and number.isdecimal() and len(number) < 5:
        at = dict(enumerate((one for _, _, one in study.walk()), 1)).get(int(number), ROOT)
    return ReadStudy(clean_name((*tags["Name"], "")[0]), study, at, reader.lines)


def _setup(tags: Mapping[str, Sequence[str]], lines: Mapping[str, int]) -> Setup:
    """The set-up that the tags tell, which stand in some lines; raises StudyError for the first
    that is wrong."""
    first = {tag: told[0] for tag, told in tags.items() if told}
    fields = {name: first[tag] for name, tag in _TAG_OF.items() if tag in first}
    try:
        game, _ = fields.pop("game", ""), fields.pop("players", "")
        for option in tags.get("Option", ()):
            name, _, value = option.partition("=")
            if name in _TAG_OF:
                raise SetupError("option", name)
            fields[name] = value
        setup = setup_of_texts(game, fields, tuple(map(Player, tags.get("Player", ()))))
        if catalog.game_of(game).search_bots is None:
            raise SetupError("game", game)
        return to_study(linkable(complete_setup(setup)))
    except ValueError as error:
        field = error.field if isinstance(error, SetupError) else "game"
        tag = _TAG_OF.get(field, "Option")
        value = f'[{tag} "{first[tag]}"]' if tag in first else ""
        raise StudyError(StudyFlaw.HEAD, lines.get(tag, 1), value) from None


class _Reader:
    """Reads moves; a text that is no study ends at its first wrong word."""

    def __init__(self) -> None:
        self.nodes = [Node()]
        self.children: list[dict[str, NodeId]] = [{}]
        self.lines = {ROOT: 1}

    def frozen(self) -> dict[NodeId, Node]:
        return {
            one: Node(node.action, node.parent, tuple(after.values()), node.comment, node.sign)
            for one, (node, after) in enumerate(zip(self.nodes, self.children, strict=True))
        }

    def read(self, text: str, end: int) -> None:
        at, last, left = ROOT, ROOT, list[tuple[NodeId, NodeId]]()
        line = 1 + text.count("\n", 0, end)
        while end < len(text):
            word = _WORD.match(text, end)
            if word is None:
                flaw = StudyFlaw.COMMENT if text[end] == "{" else StudyFlaw.SIGN
                raise StudyError(flaw, line, text[end : end + 20])
            move, code, comment = word["move"], word["code"], word["comment"]
            if word["bracket"] == "(":
                if last == ROOT:
                    raise StudyError(StudyFlaw.BRACKET, line, "(")
                left.append((at, last))
                at, last = self.nodes[last].parent, ROOT
            elif word["bracket"] == ")":
                if not left:
                    raise StudyError(StudyFlaw.BRACKET, line, ")")
                at, last = left.pop()
            elif comment is not None:
                self._comment(last or at, comment, line)
            elif code is not None:
                self._sign(last, _SIGN_OF.get(code), line, f"${code}")
            elif move is not None:
                plain = move.rstrip("!?")
                # A star stands for a result, which studies have none of.
                if plain not in ("", "*"):
                    at = last = self._move(at, plain, line)
                if plain != move:
                    self._sign(last, move[len(plain) :], line, move)
            line += text.count("\n", end, word.end())
            end = word.end()
        if left:
            raise StudyError(StudyFlaw.BRACKET, line, "(")

    def _move(self, at: NodeId, action: str, line: int) -> NodeId:
        known = self.children[at].get(action)
        if known is not None:
            return known
        new = len(self.nodes)
        if new > MAX_MOVES:
            raise StudyError(StudyFlaw.MOVES, line, str(new))
        self.children[at][action] = new
        self.nodes.append(Node(action, at))
        self.children.append({})
        self.lines[new] = line
        return new

    def _comment(self, at: NodeId, told: str, line: int) -> None:
        node, told = self.nodes[at], re.sub(r"\\(.)", r"\1", told, flags=re.DOTALL)
        told = f"{node.comment} {told}" if node.comment else told
        if len(told) > MAX_COMMENT:
            raise StudyError(StudyFlaw.COMMENT, line, told[:20])
        self.nodes[at] = Node(node.action, node.parent, (), clean_comment(told), node.sign)

    def _sign(self, at: NodeId, sign: str | None, line: int, told: str) -> None:
        if sign not in SIGNS or at == ROOT:
            raise StudyError(StudyFlaw.SIGN, line, told[:20])
        node = self.nodes[at]
        self.nodes[at] = Node(node.action, node.parent, (), node.comment, sign)
