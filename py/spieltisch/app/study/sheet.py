"""A study as a sheet to be printed: a diagram for each chapter with what it asks, and what the
study says on the last page."""

from collections.abc import Sequence

from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import player_names
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.notice import BadStudy
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.wrong_links import lost
from spieltisch.app.keeping.own_things import ThingId
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.study.asking import task_name, task_text
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, link_button, page, row
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import set_apart
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.study import ROOT, Study, StudyError, StudyFlaw
from spieltisch.play.study_text import ReadStudy, parse_chapters
from spieltisch.table import AnyPosition, SetupError, seat_for


class Diagram(Frozen):
    """A chapter as it is printed."""

    name: str
    study: Study
    position: AnyPosition


class SheetScreen(ScreenState):
    study_id: ThingId
    game: str
    name: str
    diagrams: tuple[Diagram, ...]


def open_sheet(session: Session, link: Link, _at_ms: float) -> Result:
    own = session.kept.of(Studies).by_id.get(link.section or "")
    if own is None:
        raise LinkError(LinkPart.PAGE, link.section or "")
    try:
        diagrams = _diagrams(parse_chapters(own.text))
    except StudyError as error:
        return lost(session, BadStudy(error.flaw, error.line, error.value))
    except SetupError:
        return lost(session, BadStudy(StudyFlaw.HEAD))
    return session.on(SheetScreen(link.section or "", own.game, own.name, diagrams)), ()


def _diagrams(found: Sequence[ReadStudy]) -> tuple[Diagram, ...]:
    rules = catalog.game_of(found[0].study.setup.game).rules
    return tuple(
        Diagram(one.chapter, one.study, rules.initial_position(one.study.setup)) for one in found
    )


def sheet_screen(_: Session, screen: SheetScreen, frame: Frame) -> Markup:
    words = frame.words
    return page(
        frame,
        "sheet",
        el("h1", {"dir": "auto"}, screen.name),
        el(
            "p.sheet-told",
            words.gettext(
                "Print this page from your browser's menu: first the diagrams, then, on a page of"
                " their own, the solutions."
            ),
        ),
        row(
            link_button(
                words.gettext("Back to the study"), Link("study", section=screen.study_id).text
            ),
            kind="sheet-ways",
        ),
        el(
            "section.sheet-diagrams",
            {"aria-label": words.gettext("Diagrams")},
            [_figure(screen.game, n, one, words) for n, one in enumerate(screen.diagrams, 1)],
        ),
        el(
            "section.sheet-solutions",
            {"aria-labelledby": "sheet-solutions"},
            el("h2#sheet-solutions", words.gettext("Solutions")),
            el("ol", [_solution(one, words) for one in screen.diagrams]),
        ),
    )


def _figure(game: str, number: int, one: Diagram, words: Words) -> Markup:
    """The position, with what is drawn on it and said of it before anything is played."""
    start, view = one.study.nodes[ROOT], catalog.game_of(game).view
    seat = 0 if one.position.outcome is not None else seat_for(one.position)
    scene = Scene(
        position=one.position,
        names=player_names(one.study.setup, words),
        words=words,
        viewer=seat or 1,
        marks=start.marks,
        is_picture=True,
    )
    task, title = one.study.task, _title(one, words)
    if task is not None and seat:
        told = task_text(task, game, seat, words)
    else:
        told = words("{name} to move", name=view.seat_name(seat, words)) if seat else ""
    return el(
        "figure.sheet-diagram",
        {"data-task": None if task is None else task.kind.value},
        view.board(scene),
        el(
            "figcaption",
            el("h2", {"dir": "auto"}, f"{number}. {title}".rstrip()),
            el("p", told) if told else None,
            el("p", {"dir": "auto"}, start.comment) if start.comment else None,
        ),
    )


def _title(one: Diagram, words: Words) -> str:
    task = one.study.task
    if one.name:
        return set_apart(one.name)
    return "" if task is None else task_name(task, words)


def _solution(one: Diagram, words: Words) -> Markup:
    title = _title(one, words)
    return el(
        "li",
        {"dir": "auto"},
        [el("strong", title), el("br")] if title else None,
        written(one.study) or "–",
    )


def written(study: Study) -> str:
    """The moves with what is said of them, as they are read on paper.

    >>> from spieltisch.play.study_text import parse_study
    >>> text = '[Game "yala"]\\n[Seed "42"]\\n\\n1. a+ $1 {Why not?} (1. b+ 2. h+) 2. a-'
    >>> written(parse_study(text).study)
    '1. a+! Why not? (1. b+ 2. h+) 2. a-'
    """
    ply, depth, parts = {ROOT: 0}, 0, list[str]()
    for inner, begins, one in study.walk():
        node = study.nodes[one]
        ply[one] = ply[node.parent] + 1
        if parts:
            parts[-1] += ")" * (depth - inner + begins)
        depth = inner
        said = f" {node.comment}" if node.comment else ""
        parts.append(f"{'(' * begins}{ply[one]}. {node.action}{node.glyph}{said}")
    return " ".join(parts) + ")" * depth
