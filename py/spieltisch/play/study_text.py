"""The text of a study (docs/page.md, Studies): tags, then moves with comments, glyphs and
variations as PGN has them for chess."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple
from unicodedata import normalize

from spieltisch.games import catalog
from spieltisch.play.codec import (
    clean_name,
    complete_setup,
    linkable,
    setup_of_texts,
    setup_texts,
)
from spieltisch.play.replaying import Recipe, Replay
from spieltisch.play.study import (
    GLYPHS,
    MARK,
    MAX_CHAPTERS,
    MAX_COMMENT,
    MAX_MOVES,
    MAX_TEXT,
    MOST_MARKS,
    ROOT,
    Node,
    NodeId,
    Study,
    StudyError,
    StudyFlaw,
    StudyMode,
    Task,
    clean_comment,
    in_order,
    to_study,
    turns_of,
)
from spieltisch.table import Player, Setup, SetupError, Turn
from spieltisch.table.game import AnyRules
from spieltisch.table.position import IllegalActionError
from spieltisch.table.typed import MAX_TYPED, UNSEEN, parse_typed

WIDTH = 80

QUOTE = '"'

_CODES = dict(zip(GLYPHS, (1, 2, 3, 4, 5, 6, 10), strict=True))
"""As PGN numbers them."""
_GLYPH_OF = {code: glyph for glyph, code in _CODES.items()}

_HIDDEN = "\u00ad\u200b-\u200f\u2060\ufeff"
"""Letters that nobody sees, which stand between words, too."""
_CURLY = "\u201c-\u201f\u00ab\u00bb\u2033\uff02"
_QUOTED = (
    r'(?:"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"'
    rf"|[{_CURLY}]([^{_CURLY}\\\n]*+(?:\\.[^{_CURLY}\\\n]*+)*+)[{_CURLY}])"
)
_UNREAD = r"(?:(?<![^\n])%[^\n]*+)"
"""A line that is for other programs alone, as PGN has it."""
_TAG_NAME = r"\[\s*+([A-Za-z][A-Za-z0-9_]*+)\s*+"
_TAG = re.compile(rf"(?:\s|{_UNREAD})*+{_TAG_NAME}{_QUOTED}\s*+\]")
_WORD = re.compile(
    rf"[\s{_HIDDEN}]++|{_UNREAD}|\{{(?P<comment>[^\\}}]*+(?:\\.[^\\}}]*+)*+)\}}|;(?P<rest>[^\n]*+)"
    r"|(?P<bracket>[()])|\$(?P<code>[0-9]{1,4})|(?:[0-9]++[ \t]*+)?[.\u2026]++"
    r"|(?P<move>[^\s(){}$;\[][^\s(){}$;]*+)",
    re.DOTALL,
)
_BLANK = re.compile(rf"(?:[\s{_HIDDEN}]|{_UNREAD})++")
_BEGIN = re.compile(rf'\ufeff?(?:\s|{_UNREAD})*+{_TAG_NAME}["{_CURLY}]')
_TOLD_GAME = re.compile(rf'^([> \t]*+)\[\s*+Game\s*+["{_CURLY}]', re.MULTILINE | re.IGNORECASE)
"""A line that says of what game a study is, whatever stands before it, with what mails that were
answered have put there."""
_FENCE = re.compile(r"^[ \t]*+(`{3,9}+|~{3,9}+)", re.MULTILINE)
_ESCAPED = (("&quot;", QUOTE), ("&#34;", QUOTE), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
"""As pages write signs."""
_DRAWN = re.compile(r"(?<!\\)\[%(csl|cal)\s++([^\[\]]*+)\]\s?")
"""What is marked on the board, in a comment, as PGN has it: rings, and arrows."""
_RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "1/2")
"""What stands for a result, which studies have none of."""
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2044": "/",
        **UNSEEN,
    }
)
_JUDGED = {
    "=": 10,
    "\u221e": 13,
    **dict.fromkeys(("\u2a72", "+=", "+/="), 14),
    **dict.fromkeys(("\u2a71", "=+", "=/+"), 15),
    **dict.fromkeys(("\u00b1", "+/-"), 16),
    **dict.fromkeys(("\u2213", "-/+"), 17),
    "+-": 18,
    "-+": 19,
    "\u25a1": 7,
}
"""The signs by which people say of a position what PGN has numbers for."""
_BEHIND = "!?" + "".join(sign for sign in _JUDGED if len(sign) == 1)
"""What may stand at the end of a move. No game's actions end with one of these."""
_SIGN_BEHIND = re.compile(r"[!?]++|.")
_MOST_CODE = 255
"""PGN has no numbers beyond."""
_TAG_OF = {
    name: name.title() for name in ("game", "variant", "edition", "seats", "seed", "start")
} | {"players": "Player"}
"""By the field of a set-up; the others are its options."""
_TAGS = (*_TAG_OF.values(), "Option", "Name", "Chapter", "Mode", "Task", "At")
"""Those that a study says something with (``_is_ours``); others are kept as they are."""
_MANY = ("Player", "Option", "Seed")
"""Those of which there may be several, and the one that gives way to a start."""
_NUMBER = re.compile(r"[0-9]{1,4}")
"""Of a place in a study, or of a move."""


class ReadStudy(NamedTuple):
    """What a text says."""

    name: str
    study: Study
    at: NodeId
    """The move that is shown first."""
    lines: dict[NodeId, int]
    """In which line of the text each move stands."""
    chapter: str = ""
    """The name of the chapter."""
    mode: StudyMode = StudyMode.WRITE
    """What the text is to whoever opens it."""


@dataclass(frozen=True)
class _AllMoves(Recipe[Turn]):
    found: tuple[ReadStudy, ...]

    def things(self) -> Iterator[Turn]:
        found = self.found
        return chain.from_iterable(turns_of(one.study, one.lines) for one in found)


def replay_of_chapters(found: Sequence[ReadStudy]) -> Replay:
    """The moves of all chapters, to be played; raises StudyError as ``turns_of``."""
    total = sum(one.study.moves for one in found)
    return Replay.by(_AllMoves(tuple(found)), found[0].study.setup, total)


@dataclass(frozen=True)
class Chapter:
    """A part of a study with a beginning of its own."""

    name: str
    study: Study

    @cached_property
    def told_setup(self) -> tuple[tuple[str, str], ...]:
        """The tags of what it begins with. These and the moves are put into words once: a study is
        written whenever a letter of it changes, and that is in one chapter of many."""
        tags, setup = list[tuple[str, str]](), self.study.setup
        for field, text in setup_texts(setup).items():
            option = ("Option", f"{field}={text}")
            tags.append((_TAG_OF[field], text) if field in _TAG_OF else option)
        if any(one.name for one in setup.players):
            tags += [("Player", one.name) for one in setup.players]
        return tuple(tags)

    @cached_property
    def told_moves(self) -> str:
        """Its moves with all that is said of them, in lines."""
        lines, line = [], ""
        for word in _words(self.study):
            if line and len(line) + 1 + len(word) > WIDTH:
                lines.append(line)
                line = ""
            line += f" {word}" if line else word
        return "".join(f"{one}\n" for one in (*lines, line) if one)


def is_study(text: str) -> bool:
    """Whether a text is meant to be a study."""
    return _BEGIN.match(text) is not None or _BEGIN.match(_unwrapped(text)) is not None


def _unwrapped(text: str) -> str:
    """A text without what mails, chats and pages have put round a study; every line keeps its
    number."""
    if len(text) > MAX_TEXT or _BEGIN.match(text):
        return text
    if QUOTE not in text:
        for escape, sign in _ESCAPED:
            text = text.replace(escape, sign)
    begun = _TOLD_GAME.search(text)
    if begun is None:
        return text
    before, text = _unquoted(text, begun.start(), begun[1].count(">"))
    begin, text = len(before), before + text
    # Tags of other hands may stand above it.
    while begin and text.startswith("[", line := text.rfind("\n", 0, begin - 1) + 1):
        if _TAG.match(text, line) is None:
            break
        begin = line
    # Of fences in fences, the study stands in the last one that was begun.
    *_, mark = ("", *_FENCE.findall(text, 0, begin))
    ends = (one for one in _FENCE.finditer(text, begin) if mark and one[1].startswith(mark))
    fence = next(ends, None)
    end = len(text) if fence is None else fence.start()
    return "\n" * text.count("\n", 0, begin) + text[begin:end]


def _unquoted(text: str, begin: int, answers: int) -> tuple[str, str]:
    """A text before and from a place where it has been answered so often, up to the last line in
    which it still has: without what was put before each line of it then. What was put round it
    later stands before lines of its own, too, and so less often before those in the middle, as
    where a mail broke lines that were too long."""
    if answers == 0:
        return text[:begin], text[begin:]
    quoted = re.compile(rf"^(?:[ \t]*+>){{{answers}}}[^\n]*+", re.MULTILINE)
    end = max((one.end() for one in quoted.finditer(text, begin)), default=begin)
    lead = re.compile(rf"^(?:[ \t]*+>[ \t]?){{1,{answers}}}+", re.MULTILINE)
    return lead.sub("", text[:begin]), lead.sub("", text[begin:end])


def format_chapters(
    name: str,
    chapters: Sequence[Chapter],
    shown: tuple[int, NodeId] = (0, ROOT),
    mode: StudyMode = StudyMode.WRITE,
) -> str:
    """Some chapters as text, one after another; ``shown`` is the chapter, and its move, that is to
    be shown first. The name is told once."""
    texts = []
    for number, chapter in enumerate(chapters):
        at, is_first = shown[1] if number == shown[0] else ROOT, number == 0
        told = (name, mode) if is_first else ("", StudyMode.WRITE)
        texts.append(_format(chapter, at, *told))
    return "\n".join(texts)


def format_study(name: str, study: Study, at: NodeId = ROOT) -> str:
    """A study of one chapter as text; ``at`` is the move that is to be shown first.

    >>> from spieltisch.play.codec import parse_setup
    >>> study, first = Study(to_study(parse_setup("yala", "seed=42"))).played(ROOT, "a+")
    >>> study, _ = study.with_glyph(first, "!").commented(first, "Why not?").played(ROOT, "b+")
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
    return format_chapters(name, (Chapter("", study),), (0, at))


def _format(chapter: Chapter, at: NodeId, name: str, mode: StudyMode) -> str:
    study = chapter.study
    tags = [("Game", study.setup.game)]
    if name:
        tags.append(("Name", name))
    if chapter.name:
        tags.append(("Chapter", chapter.name))
    if mode is not StudyMode.WRITE:
        tags.append(("Mode", mode.value))
    if study.task is not None:
        tags.append(("Task", str(study.task)))
    tags += chapter.told_setup
    if at != ROOT:
        tags.append(("At", str(_number(study, at))))
    tags += study.tags
    head = "".join(f'[{tag} "{_escaped(value, QUOTE)}"]\n' for tag, value in tags)
    return f"{head}\n{chapter.told_moves}"


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
    if not (node.glyph or node.codes or node.comment or node.marks):
        # As most moves.
        return ""
    codes = ((_CODES[node.glyph],) if node.glyph else ()) + node.codes
    glyph = "".join(f" ${code}" for code in codes)
    said = " ".join(one for one in (_drawn(node.marks), _said(node.comment)) if one)
    comment = f" {{{said}}}" if said else ""
    return f"{glyph}{comment}" if node.action else comment.lstrip()


def _said(comment: str) -> str:
    """A comment as text: what only looks like marks stays what it is."""
    return re.sub(r"\[(?=%(?:csl|cal)\s)", r"\\[", _escaped(comment, "}"))


def _drawn(marks: Sequence[str]) -> str:
    """Marks as PGN has them for chess, but for a dash in arrows."""
    kinds = {
        "csl": [one for one in marks if "-" not in one],
        "cal": [one for one in marks if "-" in one],
    }
    return "".join(f"[%{kind} {','.join(some)}]" for kind, some in kinds.items() if some)


def _marks_in(told: str) -> tuple[str, ...]:
    """The marks of a comment; what is none of them is left out."""
    found: dict[str, str] = {}
    for kind, some in _DRAWN.findall(told):
        for one in some.split(","):
            mark = one.strip()
            plain = mark[1:]
            if kind == "cal" and "-" not in plain and len(plain) % 2 == 0:
                # As others write an arrow.
                half = len(plain) // 2
                mark = f"{mark[:1]}{plain[:half]}-{plain[half:]}"
            if MARK.fullmatch(mark) and ("-" in mark) == (kind == "cal"):
                found.setdefault(mark[1:], mark)
    return tuple(found.values())[:MOST_MARKS]


def parse_study(text: str) -> ReadStudy:
    """The first chapter of a text, see ``parse_chapters``."""
    return parse_chapters(text)[0]


def parse_chapters(text: str) -> tuple[ReadStudy, ...]:
    """What a text says, chapter by chapter, as far as can be told without playing it
    (``turns_of``); raises StudyError, also for a match that cannot be played. The first chapter
    has the name of the whole, and the mode."""
    if len(text) > MAX_TEXT:
        raise StudyError(StudyFlaw.LENGTH, value=str(len(text)))
    text = _unwrapped(text).removeprefix("\ufeff")
    found, end, line = list[ReadStudy](), 0, 1
    while not found or end < len(text):
        if len(found) >= MAX_CHAPTERS:
            raise StudyError(StudyFlaw.CHAPTERS, line)
        begun = end
        tags, lines = list[tuple[str, str]](), dict[str, int]()
        while (tag := _TAG.match(text, end)) is not None:
            name = tag[1].title() if tag[1].title() in _TAGS else tag[1]
            if name in ("Game", "Chapter") and name in lines:
                # The next chapter: this one has no moves.
                break
            line += text.count("\n", end, tag.end())
            lines.setdefault(name, line)
            told = tag[3] if tag[2] is None else tag[2]
            tags.append((name, re.sub(r"\\(.)", r"\1", told)))
            end = tag.end()
        if end == begun and text[end : end + 1] == "[":
            raise StudyError(StudyFlaw.GLYPH, line, text[end : end + 20])
        games = (value for name, value in tags if name == "Game")
        game = next(games, found[0].study.setup.game if found else "")
        reader = _Reader(line, catalog.GAMES[game].rules if game in catalog.GAMES else None)
        end = reader.read(text, end)
        found.append(_chapter(tags, lines, reader, found[0] if found else None))
        line = reader.line
    return tuple(found)


def _chapter(
    tags: Sequence[tuple[str, str]],
    lines: Mapping[str, int],
    reader: "_Reader",
    first: ReadStudy | None,
) -> ReadStudy:
    told, others = defaultdict[str, list[str]](list), list[tuple[str, str]]()
    for tag, value in tags:
        if tag in _TAGS and _is_ours(tag, value, told, is_first=first is None):
            told[tag].append(value)
        else:
            others.append((tag, value))
    if first is None:
        setup = _setup(told, lines)
    elif told.get("Game", [first.study.setup.game])[0] != first.study.setup.game:
        # One study is of one game.
        raise StudyError(StudyFlaw.HEAD, lines["Game"], f'[Game "{told["Game"][0]}"]')
    elif told.keys() & {*_TAG_OF.values(), "Option"} <= {"Game"}:
        setup = first.study.setup
    else:
        told.setdefault("Game", [first.study.setup.game])
        setup = _setup(told, lines)
    task = Task.read((*told["Task"], "")[0])
    study = Study(setup, reader.frozen(), len(reader.nodes), tuple(others), task)
    at = ROOT
    if told["At"]:
        numbered = dict(enumerate((one for _, _, one in study.walk()), 1))
        at = numbered.get(int(told["At"][0]), ROOT)
    return ReadStudy(
        clean_name((*told["Name"], "")[0]),
        study,
        at,
        reader.lines,
        clean_name((*told["Chapter"], "")[0]),
        StudyMode((*told["Mode"], StudyMode.WRITE)[0]),
    )


def _is_ours(tag: str, value: str, told: Mapping[str, Sequence[str]], *, is_first: bool) -> bool:
    """Whether a tag is one of a study's own, and not one of another program that is called alike:
    chess has a ``Mode``, too. Of those of which there is one, the first counts."""
    match tag:
        case "Mode":
            return value in list(StudyMode)
        case "Task":
            return tag not in told and Task.read(value) is not None
        case "At":
            return _NUMBER.fullmatch(value) is not None
        case "Name" if not is_first:
            # It is that of the whole.
            return False
    return tag in _MANY or tag not in told


def _setup(tags: Mapping[str, Sequence[str]], lines: Mapping[str, int]) -> Setup:
    """The set-up that the tags tell, which stand in some lines; raises StudyError for the first
    that is wrong, or for a start that nothing tells."""
    first = {tag: told[0] for tag, told in tags.items() if told}
    fields = {name: first[tag] for name, tag in _TAG_OF.items() if tag in first}
    try:
        game, _ = fields.pop("game", ""), fields.pop("players", "")
        for option in tags.get("Option", ()):
            name, _, value = option.partition("=")
            if name in _TAG_OF:
                raise SetupError("option", name)
            fields[name] = value
        fields.setdefault("seats", str(catalog.game_of(game).info.default_setup().seats))
        setup = setup_of_texts(game, fields, tuple(map(Player, tags.get("Player", ()))))
        if catalog.game_of(game).search_bots is None:
            raise SetupError("game", game)
        return to_study(linkable(complete_setup(setup)))
    except ValueError as error:
        field = error.field if isinstance(error, SetupError) else "game"
        tag = _TAG_OF.get(field, "Option")
        value = f'[{tag} "{first[tag]}"]' if tag in first else ""
        is_begun = "Start" in first or "Seed" in first
        top = min(lines.values(), default=1)
        if tag in ("Start", "Seed") and not is_begun:
            raise StudyError(StudyFlaw.START, lines.get("Game", top)) from None
        raise StudyError(StudyFlaw.HEAD, lines.get(tag, top), value) from None


def _plain(word: str) -> str:
    """A word with plain signs in the place of those that letters are written with, and without what
    nobody sees."""
    return word if word.isascii() else normalize("NFKC", word).translate(_PLAIN)


class _Reader:
    """Reads the moves of a chapter; a text that is no study ends at its first wrong word."""

    def __init__(self, line: int, rules: AnyRules | None) -> None:
        self.rules = rules
        self.nodes = [Node()]
        self.children: list[dict[str, NodeId]] = [{}]
        self.lines = {ROOT: line}
        self.line = line

    def frozen(self) -> dict[NodeId, Node]:
        return {
            one: replace(node, children=tuple(after.values()))
            for one, (node, after) in enumerate(zip(self.nodes, self.children, strict=True))
        }

    def read(self, text: str, end: int) -> int:
        """Read as far as the chapter goes, and give where that is."""
        at, last, left = ROOT, ROOT, list[tuple[NodeId, NodeId]]()
        ahead, was_number = list[tuple[str, bool]](), False
        while end < len(text):
            if text[end] == "[" and not left:
                break
            word = _WORD.match(text, end)
            if word is None:
                flaw = StudyFlaw.COMMENT if text[end] == "{" else StudyFlaw.GLYPH
                raise StudyError(flaw, self.line, text[end : end + 20])
            move, code = word["move"], word["code"]
            move = move if move is None else _plain(move)
            is_number = word[0][0].isdigit() if move is None else self._is_number(move)
            comment = word["comment"] if word["rest"] is None else word["rest"].strip()
            if word["bracket"] == "(":
                if last == ROOT:
                    raise StudyError(StudyFlaw.BRACKET, self.line, "(")
                left.append((at, last))
                at, last = self.nodes[last].parent, ROOT
            elif word["bracket"] == ")" and (
                not was_number or (left and last and not self._is_move_at(text, word.end()))
            ):
                if not left:
                    raise StudyError(StudyFlaw.BRACKET, self.line, ")")
                for told, is_plain in ahead:
                    self._comment(at, told, is_plain=is_plain)
                ahead.clear()
                at, last = left.pop()
            elif comment is not None and last == ROOT and left:
                # Before the first move of a variation it is about that move.
                ahead.append((comment, word["rest"] is not None))
            elif comment is not None:
                self._comment(last or at, comment, is_plain=word["rest"] is not None)
            elif code is not None:
                self._code(last, int(code))
            elif move in _JUDGED and last != ROOT:
                self._code(last, _JUDGED[move])
            elif move and not is_number:
                plain = move.rstrip(_BEHIND)
                signs = () if plain in _RESULTS else _SIGN_BEHIND.findall(move, len(plain))
                if self._is_move(plain):
                    read = _WORD.fullmatch(plain)
                    if read is None or read["move"] is None:
                        raise StudyError(StudyFlaw.GLYPH, self.line, word[0][:20])
                    at = last = self._move(at, self._action(plain))
                    for said, is_plain in ahead:
                        self._comment(last, said, is_plain=is_plain)
                    ahead.clear()
                for sign in signs:
                    if sign in _JUDGED:
                        self._code(last, _JUDGED[sign])
                    else:
                        self._set_glyph(last, sign, move)
            was_number = is_number
            self.line += text.count("\n", end, word.end())
            end = word.end()
        if left:
            raise StudyError(StudyFlaw.BRACKET, self.line, "(")
        return end

    def _action(self, word: str) -> str:
        """The action that a word means, as it is written. A word that means none stays as it is: it
        is refused where it would be played."""
        if self.rules is None or (word.isascii() and word.islower()) or len(word) > MAX_TYPED:
            return word
        try:
            return str(self.rules.format_action(parse_typed(self.rules, word)))
        except ValueError:
            return word

    def _is_move(self, plain: str) -> bool:
        return plain != "" and plain not in _RESULTS and not self._is_number(plain)

    def _is_move_at(self, text: str, end: int) -> bool:
        """Whether a move comes next: then a bracket before it belongs to its number, and no
        variation ends there."""
        blank = _BLANK.match(text, end)
        word = _WORD.match(text, end if blank is None else blank.end())
        if word is None or word["move"] is None:
            return False
        move = _plain(word["move"])
        return move not in _JUDGED and self._is_move(move.rstrip(_BEHIND))

    def _is_number(self, word: str) -> bool:
        """Whether a word is the number of a move without its full stop, and no action."""
        if self.rules is None or _NUMBER.fullmatch(word) is None:
            return False
        try:
            self.rules.parse_action(word)
        except IllegalActionError:
            return False
        except ValueError:
            return True
        return False

    def _move(self, at: NodeId, action: str) -> NodeId:
        known = self.children[at].get(action)
        if known is not None:
            return known
        new = len(self.nodes)
        if new > MAX_MOVES:
            raise StudyError(StudyFlaw.MOVES, self.line, str(new))
        self.children[at][action] = new
        self.nodes.append(Node(action, at))
        self.children.append({})
        self.lines[new] = self.line
        return new

    def _comment(self, at: NodeId, told: str, *, is_plain: bool) -> None:
        node, marks = self.nodes[at], _marks_in(told)
        told = _DRAWN.sub("", told)
        if not is_plain:
            told = re.sub(r"\\(.)", r"\1", told, flags=re.DOTALL)
        if marks:
            of_place = {one[1:]: one for one in (*marks, *node.marks)}
            node = replace(node, marks=in_order(of_place.values())[:MOST_MARKS])
        if told:
            told = f"{node.comment} {told}" if node.comment else told
            if len(told) > MAX_COMMENT:
                raise StudyError(StudyFlaw.COMMENT, self.line, told[:20])
            node = replace(node, comment=clean_comment(told))
        self.nodes[at] = node

    def _code(self, at: NodeId, code: int) -> None:
        """What PGN's number says: a glyph, or something else that is kept."""
        glyph = _GLYPH_OF.get(code)
        if glyph is not None and not self.nodes[at].glyph:
            self._set_glyph(at, glyph, f"${code}")
        elif code > _MOST_CODE or at == ROOT:
            raise StudyError(StudyFlaw.GLYPH, self.line, f"${code}")
        elif code not in self.nodes[at].codes:
            node = self.nodes[at]
            self.nodes[at] = replace(node, codes=(*node.codes, code))

    def _set_glyph(self, at: NodeId, glyph: str, told: str) -> None:
        if glyph not in GLYPHS or at == ROOT:
            raise StudyError(StudyFlaw.GLYPH, self.line, told[:20])
        self.nodes[at] = replace(self.nodes[at], glyph=glyph)
