"""What a study looks like: the board, and beside it the tree and what can be said of a move."""

from dataclasses import replace
from functools import lru_cache

from spieltisch.app.exercise.view import exercise_scene, hint_region, news_text, sides_told
from spieltisch.app.match.view.aids import evaluation_bar, evaluation_text
from spieltisch.app.match.view.browsing import steps
from spieltisch.app.match.view.key_list import Calls, key_panel
from spieltisch.app.match.view.match import (
    choice_controls,
    last_text,
    status_text,
    typing_form,
)
from spieltisch.app.match.view.sentences import outcome_sentence
from spieltisch.app.match.view.shown import Going
from spieltisch.app.names import player_names
from spieltisch.app.own_things import way_back
from spieltisch.app.session import Session
from spieltisch.app.study.links import study_links
from spieltisch.app.study.state import StudyScreen, Told
from spieltisch.kit.frame import Frame, button, page, plain_field, row
from spieltisch.kit.markup import Markup, anew, el, region
from spieltisch.kit.scene import Scene, as_table
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.play.study import MAX_COMMENT, ROOT, SIGNS, NodeId
from spieltisch.table import Evaluation

MOST_INDENTS = 4
"""Variations that lie deeper are not moved further in."""


def sign_words(words: Words) -> dict[str, str]:
    """What the signs mean."""
    meanings = (
        words.gettext("good move"),
        words.gettext("mistake"),
        words.gettext("brilliant move"),
        words.gettext("blunder"),
        words.gettext("interesting move"),
        words.gettext("dubious move"),
        words.gettext("even position"),
    )
    return dict(zip(SIGNS, meanings, strict=True))


def study_keys(words: Words) -> Calls:
    """The keys of a study, beside those of its board."""
    return (
        ("← →", words.gettext("the move before or after")),
        ("↑ ↓", words.gettext("another variation")),
        (words.gettext("Home, End"), words.gettext("the start, the end of the line")),
        *(
            (str(n), f"{sign} {told}")
            for n, (sign, told) in enumerate(sign_words(words).items(), 1)
        ),
        ("8", words.gettext("move the variation up")),
        ("9", words.gettext("make it the main line")),
        (words.gettext("Del"), words.gettext("delete the move and all that follows")),
        ("B", words.gettext("what the computer thinks of the position, and its best line")),
    )


def scene_of(session: Session, screen: StudyScreen, words: Words) -> Scene:
    scene = exercise_scene(session, screen, words)
    return replace(scene, names=player_names(screen.study.setup, words))


def study_screen(session: Session, screen: StudyScreen, frame: Frame) -> Markup:
    words, view, scene = frame.words, screen.match.game.view, scene_of(session, screen, frame.words)
    is_over = screen.match.is_over
    return page(
        frame,
        "match screen-study",
        el("h1.visually-hidden", frame.title),
        el(
            "section",
            {
                "class": "table" + " is-whole" * (as_table(view) is not None),
                "aria-label": words.gettext("Board"),
                "data-study": screen.study_id,
            },
            view.board(scene),
            choice_controls(scene, view),
            hint_region(view, scene, is_open=not is_over),
        ),
        el(
            "section.panel",
            {"aria-label": words.gettext("Study")},
            sides_told(view, scene),
            region("p#status.status", anew("status", _status(scene, screen))),
            _aids(session, screen, scene),
            steps(words, _going(screen)),
            _tree(screen, words),
            _remarks(screen, words),
            typing_form(words),
            _shelf(session, screen, words),
        ),
        key_panel(view, words, has_aids=False, calls=study_keys(words)),
    )


def _status(scene: Scene, screen: StudyScreen) -> str:
    view, outcome = screen.match.game.view, scene.position.outcome
    if outcome is not None:
        return outcome_sentence(view, outcome, scene.names, scene.words)
    return status_text(scene, view)


def _going(screen: StudyScreen) -> Going:
    length = len(screen.match.turns)
    return Going(shown=screen.match.shown, present=length, length=length)


def _found(screen: StudyScreen) -> Evaluation | None:
    """How the position on screen is evaluated; nothing is uncertain once a match is over."""
    outcome = screen.match.position.outcome
    if outcome is None:
        return screen.evaluation
    seat, value = min(outcome.winners, default=1), 1.0 if outcome.winners else 0.5
    return Evaluation(screen.match.position, seat, value, None, ())


def _aids(session: Session, screen: StudyScreen, scene: Scene) -> Markup:
    words = scene.words
    return el(
        "div.study-aids",
        row(
            button(words.gettext("Analysis"), "analyse", is_pressed=screen.is_open),
            button(words.gettext("Undo"), "take-back", is_disabled=not screen.before),
            button(words.gettext("Redo"), "redo", is_disabled=not screen.after),
        ),
        evaluation_bar(scene, _found(screen), session.device.worker) if screen.is_open else None,
    )


def _tree(screen: StudyScreen, words: Words) -> Markup:
    """All moves: a list for each stretch of them between two variations."""
    study, ply, names = screen.study, {ROOT: 0}, player_names(screen.study.setup, words)
    stretches = list[tuple[int, list[Markup]]]()
    before = -1
    for depth, begins, one in study.walk():
        node = study.nodes[one]
        ply[one] = ply[node.parent] + 1
        if begins or depth != before:
            stretches.append((depth, []))
        before = depth
        turn = screen.turns[one]
        name = names[turn.seat - 1]
        move = _move(
            words, one, ply[one], node.action, name, node.sign, node.comment, one == screen.at
        )
        stretches[-1][1].append(move)
    comment = study.nodes[ROOT].comment
    return region(
        "div#moves.moves.study-tree",
        {"role": "group", "aria-label": words.gettext("Moves"), "tabindex": 0},
        _comment(comment) if comment else None,
        [
            el("ol", {"class": f"study-line in-{min(depth, MOST_INDENTS)}"}, moves)
            for depth, moves in stretches
        ]
        or el("p", words.gettext("No move yet.")),
    )


@lru_cache(maxsize=4096)
def _move(
    words: Words,
    one: NodeId,
    ply: int,
    action: str,
    name: str,
    sign: str,
    comment: str,
    is_shown: bool,
) -> Markup:
    label = words.gettext("Move {number} {action}, {name}")
    label = label.format(number=ply, action=f"{action} {sign}".strip(), name=name)
    return el(
        "li.move",
        el(
            "button",
            {
                "type": "button",
                "id": f"node-{one}",
                "data-do": "go-to",
                "data-arg": one,
                "aria-current": "step" if is_shown else None,
                "aria-label": label,
            },
            el("span.move-number", ply),
            f" {action}",
            el("strong", f" {sign}") if sign else None,
        ),
        _comment(comment) if comment else None,
    )


def _comment(text: str) -> Markup:
    return el("p.study-comment", {"dir": "auto"}, text)


def _remarks(screen: StudyScreen, words: Words) -> Markup:
    """What is said of the move on screen, and what can be done to it."""
    node, at = screen.study.nodes[screen.at], screen.at
    label, is_main = words.gettext("Comment"), screen.study.promoted(at) is screen.study
    return el(
        "div.study-remarks",
        el(
            "div.row.study-signs",
            {"role": "group", "aria-label": words.gettext("Sign")},
            [
                button(
                    sign,
                    "sign",
                    sign,
                    title=told,
                    node_id=f"sign-{n}",
                    is_disabled=at == ROOT,
                    is_pressed=node.sign == sign,
                )
                for n, (sign, told) in enumerate(sign_words(words).items(), 1)
            ],
        ),
        el("label", {"for": f"comment-{at}"}, label),
        el(
            "textarea",
            {
                # Each move has a field of its own.
                "id": f"comment-{at}",
                "data-edit": "comment",
                "data-editor": "",
                "rows": 2,
                "maxlength": MAX_COMMENT,
                "dir": "auto",
            },
            # A line break right behind the tag would not count.
            "\n" + node.comment,
        ),
        row(
            button(
                words.gettext("Move variation up"),
                "promote",
                kind="is-quiet",
                is_disabled=is_main,
            ),
            button(
                words.gettext("Make main line"),
                "make-main",
                kind="is-quiet",
                is_disabled=is_main,
            ),
            button(
                words.gettext("Delete from here"),
                "delete-move",
                kind="is-quiet",
                is_disabled=at == ROOT,
            ),
        ),
    )


def _shelf(session: Session, screen: StudyScreen, words: Words) -> Markup:
    """Its name, what can be done with all of it, and the other studies of the game."""
    kept = session.kept.studies
    return el(
        "div.study-shelf",
        el("label", {"for": "study-name"}, words.gettext("Name")),
        plain_field("study-name", MAX_NAME, {"data-edit": "name", "value": screen.name}),
        row(
            button(words.gettext("Copy link"), "share-study", kind="is-quiet"),
            button(words.gettext("Save as file"), "save-study", kind="is-quiet"),
            button(
                words.gettext("Delete"),
                "delete-study",
                kind="is-quiet",
                is_disabled=screen.study_id not in kept.by_id,
            ),
        ),
        study_links(session, words, screen.study_id),
        way_back(screen.name, "restore-study", words) if screen.deleted is not None else None,
    )


# ------------------------------------------------------------------- by ear


def spoken(session: Session, screen: StudyScreen, words: Words) -> str:
    scene = scene_of(session, screen, words)
    return news_text(session, screen, scene, lambda _: _told(session, screen, scene))


def _told(session: Session, screen: StudyScreen, scene: Scene) -> str:
    """What has just happened to the study."""
    words = scene.words
    match screen.told:
        case Told.REMARK:
            sign = screen.study.nodes[screen.at].sign
            return _sentence(sign_words(words)[sign] if sign else words.gettext("no sign"))
        case Told.EVALUATED:
            found, worker = _found(screen), session.device.worker
            return evaluation_text(scene, screen.match, found, worker)
        case Told.MOVE:
            return _step(screen, scene)
    done = {
        Told.DELETED: words.gettext("Deleted."),
        Told.PROMOTED: words.gettext("Moved up."),
        Told.MAIN: words.gettext("Now the main line."),
        Told.UNDONE: words.gettext("Undone."),
        Told.REDONE: words.gettext("Redone."),
    }
    return f"{done[screen.told]} {_step(screen, scene)}"


def _step(screen: StudyScreen, scene: Scene) -> str:
    """The move on screen with all that is said of it, and how many variations there are."""
    words, node = scene.words, screen.study.nodes[screen.at]
    told = [words.gettext("The start.")]
    if screen.at != ROOT:
        number = words.gettext("Move {number}.").format(number=screen.match.shown)
        told = [number, last_text(scene, screen.match.game.view)]
    if node.sign:
        told.append(_sentence(sign_words(words)[node.sign]))
    if node.comment:
        told.append(words.gettext("Comment: {comment}").format(comment=node.comment))
    alternatives = screen.study.nodes[node.parent].children if screen.at != ROOT else ()
    place = alternatives.index(screen.at) if alternatives else 0
    if place:
        variation = words.gettext("Variation {number} of {total}.")
        told.append(variation.format(number=place, total=len(alternatives) - 1))
    count = len(node.children) - 1
    if count > 0:
        told.append(words.ngettext("{n} variation.", "{n} variations.", count).format(n=count))
    if screen.match.is_over:
        told.append(_status(scene, screen))
    return " ".join(told)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
