"""What a study looks like: the board, and beside it the tree and what can be said of a move."""

from dataclasses import replace
from functools import lru_cache

from spieltisch.app.board.aids import evaluation_bar, evaluation_text, puzzle_offer
from spieltisch.app.board.controls import (
    actions,
    choice_controls,
    last_text,
    players_list,
    status_text,
    table_kind,
    typing_form,
    winners_of,
)
from spieltisch.app.board.exercise_view import exercise_scene, hint_region, news_text, sides_told
from spieltisch.app.board.key_list import ToldKeys, key_panel, told_keys
from spieltisch.app.board.opening import can_branch_off
from spieltisch.app.board.review_view import review_section
from spieltisch.app.board.scene import bot_levels
from spieltisch.app.board.sentences import outcome_sentence
from spieltisch.app.board.shown import Going, Shown
from spieltisch.app.board.steps import branch_button, failed_banner, meanwhile_text, steps
from spieltisch.app.board.study_list import study_links
from spieltisch.app.core.keys import TABLE_KEYS, Needs
from spieltisch.app.core.names import player_names
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import At, Session
from spieltisch.app.keeping.own_things import way_back
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.study import practising
from spieltisch.app.study.asking import (
    asked_text,
    found_text,
    proof_text,
    result_text,
    task_labels,
    task_name,
    task_title,
)
from spieltisch.app.study.keys import (
    CHAPTER_STEPS,
    GLYPH_KEYS,
    PRACTISE_STEPS,
    STUDY_STEPS,
    STUDY_TOOLS,
)
from spieltisch.app.study.proving import can_check
from spieltisch.app.study.state import StudyScreen, Told
from spieltisch.app.study.trying import (
    all_played_in,
    branch_of,
    has_bots,
    is_answered,
    match_of,
    meanwhile,
    played_in,
)
from spieltisch.kit.frame import Frame, button, input_field, link_button, options_of, page, row
from spieltisch.kit.markup import Markup, anew, el, join, region
from spieltisch.kit.names import Names, set_apart
from spieltisch.kit.scene import Scene, as_table, layout_of
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.play.study import GLYPHS, MAX_COMMENT, ROOT, NodeId, StudyMode, TaskKind
from spieltisch.table import Evaluation

MOST_INDENTS = 4
"""Variations that lie deeper are not moved further in."""


def glyph_words(words: Words) -> dict[str, str]:
    """What the glyphs mean."""
    meanings = (
        words.gettext("good move"),
        words.gettext("mistake"),
        words.gettext("brilliant move"),
        words.gettext("blunder"),
        words.gettext("interesting move"),
        words.gettext("dubious move"),
        words.gettext("even position"),
    )
    return dict(zip(GLYPHS, meanings, strict=True))


OFFERED = {
    StudyMode.WRITE: frozenset({Needs.CHOICE, Needs.UNDO, Needs.REDO}),
    StudyMode.READ: frozenset({Needs.CHOICE}),
    StudyMode.PRACTISE: frozenset({Needs.CHOICE}),
}
"""Which of the table's keys mean something in a study; those that lead through it are its own."""


def study_keys(
    words: Words,
    mode: StudyMode = StudyMode.WRITE,
    *,
    has_chapters: bool = True,
    is_tried: bool = False,
) -> ToldKeys:
    """The keys of a study, beside those of its board: where it is not written, none that changes
    it, and where it is practised, none that leads on or asks the bots. What is tried out has those
    of the review beneath, too."""
    own = PRACTISE_STEPS if mode is StudyMode.PRACTISE else STUDY_STEPS
    steps = told_keys((row for row in own if has_chapters or row is not CHAPTER_STEPS), words)
    if mode is StudyMode.PRACTISE:
        return tuple(steps.items())
    meanings, asked = glyph_words(words), ("B", "N") if is_tried else ("B",)
    bots = told_keys((row for row in TABLE_KEYS if row.shown in asked), words)
    if mode is StudyMode.READ:
        return tuple({**steps, **bots}.items())
    glyphs = {row.shown: f"{row.told} {meanings[row.told]}" for row in GLYPH_KEYS}
    return tuple({**steps, **glyphs, **told_keys(STUDY_TOOLS, words), **bots}.items())


def scene_of(session: Session, screen: StudyScreen, words: Words) -> Scene:
    begun = () if screen.drawn_from is None else (f"G{screen.drawn_from}",)
    marks = tuple(dict.fromkeys((*screen.study.nodes[screen.at].marks, *begun)))
    scene = replace(exercise_scene(session, screen, words), marks=marks)
    if screen.is_played_out:
        return replace(
            scene,
            names=player_names(screen.match.setup, words, screen.match.people),
            thinker=session.device.worker if screen.bot_to_answer is not None else None,
        )
    if screen.home is None:
        return replace(scene, names=player_names(screen.study.setup, words))
    # What is tried out keeps the people and the names of its match.
    match = match_of(session, screen)
    return replace(
        scene,
        names=player_names(match.setup, words, match.people),
        people=match.people,
        levels=bot_levels(match),
        thinker=session.device.worker if screen.bot_to_answer is not None else None,
    )


def study_screen(session: Session, screen: StudyScreen, frame: Frame) -> Markup:
    words, view, scene = frame.words, screen.match.game.view, scene_of(session, screen, frame.words)
    is_over, is_tried = screen.match.is_over, screen.home is not None
    is_whole_table, controls = as_table(view) is not None, choice_controls(scene, view)
    beneath = _beneath(session, words)
    asking = frame.live.panel if frame.live.is_asking else None
    is_among_players = is_tried and not is_whole_table
    players = players_list(scene, view) if is_among_players else sides_told(view, scene)
    return page(
        frame,
        "match screen-study",
        el("h1.visually-hidden", frame.title),
        el(
            "section",
            {
                "class": table_kind(view, controls) + " is-variation" * is_tried,
                "aria-label": words.gettext("Board"),
                "data-study": None if is_tried else screen.study_id,
            },
            view.board(scene),
            controls,
            tried_banner(session, screen, words) if is_tried else None,
            hint_region(
                view, scene, is_open=not is_over and not screen.is_drawing, is_covered=is_tried
            ),
            failed_banner(session, words),
        ),
        el(
            "section.panel",
            {"aria-label": words.gettext("Study")},
            asking,
            players,
            _status(scene, screen),
            None if is_tried else _modes(screen, words),
            _chapters(screen, words) if len(screen.chapters) > 1 else None,
            steps(words, _going(screen), has_keys=not is_whole_table),
            _practised(screen, scene) if screen.mode is StudyMode.PRACTISE else None,
            _aids(session, screen, scene),
            None if beneath is None else review_section(beneath),
            _tree(session, screen, words),
            _remarks(screen, words) if screen.mode is StudyMode.WRITE else None,
            _tools_of_reader(screen, words) if screen.mode is StudyMode.READ else None,
            None if frame.live.is_asking else frame.live.panel,
            # Who begins to try something out goes on typing.
            typing_form(words, screen.study_id if beneath is None else beneath.at.table.match_id),
            _shelf(session, screen, words)
            if beneath is None
            else (
                row(button(words.gettext("Keep this study"), "study", kind="is-quiet")),
                actions(beneath, may_be_studied=False),
            ),
        ),
        key_panel(view, words, offers=OFFERED[screen.mode], own_keys=_keys(screen, words)),
        layout=(
            screen.match.game.info.name,
            *layout_of(view, scene),
            screen.mode.value,
            *(() if screen.task is None else ("task",)),
            *(() if asking is None else ("asks",)),
            *(() if players is None else ("players",)),
        ),
    )


def _keys(screen: StudyScreen, words: Words) -> ToldKeys:
    is_tried = screen.home is not None
    can_grow = screen.mode is StudyMode.WRITE and not is_tried
    has_chapters = can_grow or len(screen.chapters) > 1
    return study_keys(words, screen.mode, has_chapters=has_chapters, is_tried=is_tried)


def _beneath(session: Session, words: Words) -> Shown | None:
    """The table beneath what is tried out."""
    home = session.home
    if home is None:
        return None
    return Shown(At.table_of(replace(session, screen=home), home), words)


def _status(scene: Scene, screen: StudyScreen) -> Markup:
    told, outcome = anew("status", _status_text(scene, screen)), scene.position.outcome
    if outcome is None or screen.home is None:
        return region("p#status.status", told)
    return region("p#status.status", {"data-outcome": winners_of(outcome, scene)}, told)


def _status_text(scene: Scene, screen: StudyScreen) -> str:
    view, outcome = screen.match.game.view, scene.position.outcome
    if outcome is not None:
        return outcome_sentence(view, outcome, scene.names, scene.words)
    return status_text(scene, view)


def _going(screen: StudyScreen) -> Going:
    # What is asked for is not led to.
    is_asked = screen.mode is StudyMode.PRACTISE
    length = screen.match.shown if is_asked else len(screen.match.turns)
    return Going(shown=screen.match.shown, present=length, length=length)


def _found(screen: StudyScreen) -> Evaluation | None:
    """How the position on screen is evaluated."""
    position = screen.match.position
    return screen.evaluation if position.outcome is None else Evaluation.of_end(position)


def _aids(session: Session, screen: StudyScreen, scene: Scene) -> Markup | None:
    """What the bots have found, where positions are evaluated."""
    if not screen.is_open or screen.mode is StudyMode.PRACTISE:
        return None
    return el(
        "div.study-aids",
        evaluation_bar(
            scene,
            _found(screen),
            session.device.worker,
            # The moves of a variation would become moves of the study.
            leads_on=screen.mode is StudyMode.WRITE,
        ),
        puzzle_offer(screen.match, screen.evaluation, scene.words),
    )


def mode_words(words: Words) -> dict[StudyMode, str]:
    return {
        StudyMode.WRITE: words.gettext("Write"),
        StudyMode.READ: words.gettext("Read"),
        StudyMode.PRACTISE: words.gettext("Practise"),
    }


def _modes(screen: StudyScreen, words: Words) -> Markup:
    """Whether the study is written, read or practised."""
    return el(
        "div.study-modes",
        {"role": "group", "aria-label": words.gettext("What you do with the study")},
        [
            button(told, f"{mode}-study", is_pressed=screen.mode is mode)
            for mode, told in mode_words(words).items()
        ],
    )


def chapter_name(words: Words, number: int, name: str) -> str:
    """What a chapter is called, counted from 1."""
    return words("Chapter {number}", number=number) if not name else f"{number}. {set_apart(name)}"


def _chapters(screen: StudyScreen, words: Words) -> Markup:
    labels = {
        str(number): chapter_name(words, number, one.name)
        for number, one in enumerate(screen.chapters, 1)
    }
    return el(
        "div.study-chapters",
        el("label.visually-hidden", {"for": "chapter"}, words.gettext("Chapter")),
        el(
            "select#chapter",
            {"data-edit": "chapter", "data-thing": screen.thing},
            options_of(labels, str(screen.number + 1)),
        ),
    )


def _practised(screen: StudyScreen, scene: Scene) -> Markup:
    """What the study asks, or how the last answer was, and the ways on."""
    words, has_moves = scene.words, bool(screen.study.nodes[ROOT].children)
    is_over, is_last = practising.is_over(screen), screen.number + 1 >= len(screen.chapters)
    state = "done" if is_over else "wrong" if screen.wrong is not None else "asked"
    task, is_shown = screen.task, is_over or screen.is_played_out
    onward = words.gettext("Next chapter") if task is None else words.gettext("Next task")
    can_begin = is_over and (has_moves or screen.is_played_out)
    return region(
        "div#practise.study-practise",
        {
            "data-practise": state,
            "data-task": None if task is None else task.kind.value,
            "data-tasks": len(screen.tasks) or None,
        },
        None if task is None else el("h2.study-task", task_title(screen, words)),
        el("p", {"dir": "auto"}, practise_text(screen, scene)),
        row(
            button(words.gettext("Again"), "first") if can_begin else None,
            button(onward, "next-chapter", kind="is-primary") if is_over and not is_last else None,
            button(words.gettext("Show the move"), "show-answer") if not is_shown else None,
        ),
        _proved(screen, words) if task is not None and is_over else None,
        el(
            "div.study-result",
            el("p", result_text(screen, words)),
            row(button(words.gettext("Share the result"), "share-set-result", icon_name="share")),
        )
        if screen.scores.done
        else None,
    )


def _task(screen: StudyScreen, words: Words) -> Markup:
    """What the chapter asks where it is practised, and what is proved of it."""
    task = screen.study.task
    return el(
        "div.study-field",
        el("label", {"for": "task"}, words.gettext("Task of the chapter")),
        el(
            "select#task",
            {"data-edit": "task", "data-thing": screen.thing},
            options_of(task_labels(screen.match.game, words), "" if task is None else str(task)),
        ),
        None if task is None else _proved(screen, words),
    )


def _proved(screen: StudyScreen, words: Words) -> Markup:
    """What is proved of the task, and the way to look at it."""
    may_check = can_check(screen.study) and screen.proof is None
    proof = screen.proof
    return region(
        "div#task-proof.study-proof",
        {"data-proved": None if proof is None else "yes" if proof.is_proved else "no"},
        el("p", proof_text(screen, words)),
        row(
            button(
                words.gettext("Check the task"),
                "check-task",
                kind="is-quiet",
                is_idle=screen.is_checking,
            )
        )
        if may_check
        else None,
    )


def practise_text(screen: StudyScreen, scene: Scene) -> str:
    """What the study asks, or how the last answer was."""
    words, study = scene.words, screen.study
    if screen.wrong is not None:
        action, node = screen.wrong
        if node is None:
            return words("{move} is not in this study. Look for another move.", move=action)
        said = study.nodes[node].comment or glyph_words(words)[study.nodes[node].glyph]
        return words("{move}: {comment} Look for another move.", move=action, comment=_ended(said))
    if screen.is_played_out:
        outcome = scene.position.outcome
        if outcome is None:
            return asked_text(screen, words)
        return outcome_sentence(screen.match.game.view, outcome, scene.names, words)
    if practising.is_over(screen):
        found = practising.asked(screen)
        if screen.found:
            return found_text(screen, words)
        if not found:
            return words.gettext("No move yet.")
        missed = sum(study.nodes[one].parent in screen.missed for one in found)
        return words(
            "The end of the line. Found at once: {n} of {total}.",
            n=len(found) - missed,
            total=len(found),
        )
    seat = practising.learner(screen)
    if screen.wake_ms is not None or seat is None:
        told = words.gettext("Right.")
        return f"{told} {found_text(screen, words)}" if practising.asks_for_all(screen) else told
    if screen.task is not None and screen.task.kind is not TaskKind.MOVE:
        return asked_text(screen, words)
    return words("What would you play for {name}?", name=scene.names[seat - 1])


def _ended(text: str) -> str:
    """A comment as a sentence."""
    return text if text.rstrip()[-1:] in "!?.…" else f"{text.rstrip()}."


BEFORE, AFTER = 3, 4
"""How many of the moves that are tried out are shown before the one on screen, and after it."""


def tried_banner(session: Session, screen: StudyScreen, words: Words) -> Markup:
    """Where what is tried out leaves the match, its moves, who answers, and the ways on."""
    count, shown = meanwhile(session, screen), screen.match.shown
    return region(
        "div#variation.variation",
        {"role": "group", "aria-label": words.gettext("Variation")},
        el(
            "p",
            variation_text(words, branch_of(session, screen)),
            # The same in brief where there is little room, so that nothing moves.
            [
                el("span.meanwhile", f" {meanwhile_text(words, count)}"),
                el("span.meanwhile-brief", {"aria-hidden": "true"}, f" (+{count})"),
            ]
            if count > 0
            else None,
        ),
        _moves_tried(session, screen, words),
        button(
            words.gettext("Computer answers"),
            "bots-answer",
            is_pressed=is_answered(session, screen),
        )
        if has_bots(match_of(session, screen))
        else None,
        branch_button(words, shown) if can_branch_off(screen.match, shown) else None,
        button(words.gettext("Back to the game"), "leave-variation", kind="is-primary"),
    )


def variation_text(words: Words, branch: int) -> str:
    """Says that it was not played, and where it leaves the match."""
    if not branch:
        return words.gettext("Variation from the start: not played.")
    return words("Variation after move {number}: not played.", number=branch)


def _moves_tried(session: Session, screen: StudyScreen, words: Words) -> Markup | None:
    """The moves round the one on screen."""
    branch, study = len(played_in(session, screen)), screen.study
    moves = study.moves_through(screen.at)[branch:]
    if not moves:
        return None
    at = max(0, screen.match.shown - branch)
    first = max(0, min(at - BEFORE, len(moves) - BEFORE - AFTER))
    some = list(enumerate(moves, branch + 1))[first : first + BEFORE + AFTER]
    return el(
        "div.line",
        {"role": "group", "aria-label": words.gettext("Moves")},
        "…" if first else None,
        [
            el(
                "button.line-action",
                {
                    "type": "button",
                    "id": f"variation-{ply}",
                    "data-do": "go-to",
                    "data-arg": one,
                    "aria-current": "step" if one == screen.at else None,
                },
                study.nodes[one].action,
            )
            for ply, one in some
        ],
        "…" if first + len(some) < len(moves) else None,
    )


def _tree(session: Session, screen: StudyScreen, words: Words) -> Markup:
    """All moves as they are read: those of a line flow, with what is said of them in between. A
    variation that is brief stands in brackets where it belongs, a longer one further in."""
    if screen.is_played_out:
        return _played_out(screen, words, player_names(screen.match.setup, words))
    study, ply, names = screen.study, {ROOT: 0}, player_names(screen.study.setup, words)
    played = frozenset(study.nodes) if screen.home is None else all_played_in(session, screen)
    brief, label = study.brief_variations(), words.gettext("Variation")
    # Where it is practised, nothing is seen of what is still to be found.
    seen = frozenset(study.path(screen.at)) if screen.mode is StudyMode.PRACTISE else None
    stretches, aside = list[tuple[int, list[Markup]]](), list[Markup]()
    before = -1
    for depth, begins, one in study.walk():
        node = study.nodes[one]
        ply[one] = ply[node.parent] + 1
        if seen is not None and one not in seen:
            continue
        move = _move(
            words,
            one,
            ply[one],
            node.action,
            names[screen.turns[one].seat - 1],
            node.glyph,
            node.comment,
            is_shown=one == screen.at,
            is_played=one in played,
        )
        if one in brief and seen is None:
            aside.append(move)
            if not node.children:
                if stretches[-1][0] != depth - 1:
                    stretches.append((depth - 1, []))
                before = depth - 1
                stretches[-1][1].append(_aside(label, aside))
                aside = []
            continue
        depth, begins = (depth, begins) if seen is None else (0, False)
        if begins or depth != before:
            stretches.append((depth, []))
        before = depth
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


def _played_out(screen: StudyScreen, words: Words, names: Names) -> Markup:
    """The moves of a position that is played out: its own, and none of the study's."""
    turns, comment = screen.match.turns.cut(screen.match.shown), screen.study.nodes[ROOT].comment
    label = words.gettext("Move {number} {action}, {name}")
    return region(
        "div#moves.moves.study-tree",
        {"role": "group", "aria-label": words.gettext("Moves"), "tabindex": 0},
        _comment(comment) if comment else None,
        el(
            "ol.study-line.in-0",
            [
                el(
                    "li.move",
                    el(
                        "span.visually-hidden",
                        label.format(
                            number=number, action=turn.entry.action, name=names[turn.seat - 1]
                        ),
                    ),
                    el("span", {"aria-hidden": "true"}, f"{number} {turn.entry.action}"),
                )
                for number, turn in enumerate(turns, 1)
            ],
        )
        if turns
        else el("p", words.gettext("No move yet.")),
    )


def _aside(label: str, moves: list[Markup]) -> Markup:
    """A brief variation, between the moves of its line."""
    return el("li.study-aside", el("ol", {"aria-label": label}, moves))


@lru_cache(maxsize=4096)
def _move(
    words: Words,
    one: NodeId,
    ply: int,
    action: str,
    name: str,
    glyph: str,
    comment: str,
    *,
    is_shown: bool,
    is_played: bool,
) -> Markup:
    label = words.gettext("Move {number} {action}, {name}")
    if not is_played:
        label = words.gettext("Move {number} {action}, {name}, not played")
    label = label.format(number=ply, action=f"{action} {glyph}".strip(), name=name)
    return el(
        "li",
        {"class": "move" + " is-variation" * (not is_played)},
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
            el("strong", f" {glyph}") if glyph else None,
        ),
        _comment(comment) if comment else None,
    )


def _comment(text: str) -> Markup:
    return el("p.study-comment", {"dir": "auto"}, text)


def _remarks(screen: StudyScreen, words: Words) -> Markup:
    """What is said of the move on screen, and what can be done to it."""
    node, at = screen.study.nodes[screen.at], screen.at
    return el(
        "div.study-remarks",
        el(
            "div.study-signs",
            {"role": "group", "aria-label": words.gettext("Sign")},
            [
                button(
                    glyph,
                    "sign",
                    glyph,
                    title=told,
                    node_id=f"sign-{n}",
                    is_disabled=at == ROOT,
                    is_pressed=node.glyph == glyph,
                )
                for n, (glyph, told) in enumerate(glyph_words(words).items(), 1)
            ],
        ),
        el(
            "label.visually-hidden",
            {"for": f"comment-{at}"},
            words.gettext("Comment"),
        ),
        input_field(
            # Each move has a field of its own.
            f"comment-{at}",
            "prose",
            {
                "data-edit": "comment",
                "data-thing": f"{screen.thing}/{screen.number}.{at}",
                "data-editor": "",
                "rows": 2,
                "maxlength": MAX_COMMENT,
                "placeholder": words.gettext("Comment"),
            },
            node.comment,
        ),
        _tools(screen, words),
    )


def _tools_of_reader(screen: StudyScreen, words: Words) -> Markup:
    return row(button(words.gettext("Analysis"), "analyse", is_pressed=screen.is_open))


def _tools(screen: StudyScreen, words: Words) -> Markup:
    """What is done to the tree, and whether positions are evaluated: a row of icons."""
    at = screen.at
    is_start, is_main = at == ROOT, screen.study.promoted(at) == screen.study
    tools = (
        ("take-back", "undo", words.gettext("Undo"), not screen.before),
        ("redo", "redo", words.gettext("Redo"), not screen.after),
        ("promote", "up", words.gettext("Move variation up"), is_main),
        ("make-main", "top", words.gettext("Make main line"), is_main),
        ("delete-move", "delete", words.gettext("Delete from here"), is_start),
    )
    return el(
        "div.study-tools",
        {"role": "group", "aria-label": words.gettext("Edit the moves")},
        button(
            None,
            "analyse",
            icon_name="analysis",
            title=words.gettext("Analysis"),
            is_pressed=screen.is_open,
        ),
        button(
            None,
            "draw-marks",
            icon_name="draw",
            title=words.gettext("Draw rings and arrows"),
            is_pressed=screen.is_drawing,
        )
        if screen.match.game.view.places(screen.match.position)
        else None,
        [
            button(None, do, icon_name=icon, title=told, is_disabled=is_idle)
            for do, icon, told, is_idle in tools
        ],
    )


def _shelf(session: Session, screen: StudyScreen, words: Words) -> Markup:
    """Its name, what can be done with all of it, and the other studies of the game."""
    kept, is_written = session.kept.of(Studies), screen.mode is StudyMode.WRITE
    return el(
        "div.study-shelf",
        _names(screen, words) if is_written else el("p", {"dir": "auto"}, screen.name),
        _task(screen, words) if is_written else None,
        row(
            button(words.gettext("Chapter from here"), "new-chapter", kind="is-quiet"),
            button(words.gettext("Delete chapter"), "delete-chapter", kind="is-quiet")
            if len(screen.chapters) > 1
            else None,
        )
        if is_written
        else None,
        row(
            button(words.gettext("Make a set of tasks"), "make-set", kind="is-quiet")
            if is_written
            else None,
            link_button(
                words.gettext("Sheet to print"),
                Link("sheet", section=screen.study_id).text,
                "is-quiet",
            )
            if screen.study_id in kept.by_id
            else None,
        ),
        _way_back_of_chapter(screen, words) if is_written else None,
        row(
            button(_link_label(screen, words), "share-study", kind="is-quiet"),
            button(words.gettext("Save as file"), "save-study", kind="is-quiet"),
            button(words.gettext("Make a copy"), "clone-study", kind="is-quiet"),
            button(
                words.gettext("Delete"),
                "delete-study",
                kind="is-quiet",
                is_disabled=screen.study_id not in kept.by_id,
            ),
        ),
        study_links(session, words, screen.study_id),
        way_back(screen.name, "restore-study", words) if screen.is_deleted else None,
    )


def _way_back_of_chapter(screen: StudyScreen, words: Words) -> Markup | None:
    """Which chapter was deleted, and the button that brings it back."""
    if screen.gone is None:
        return None
    name = _gone_name(screen, words)
    label = words("Restore {name}", name=name)
    return el(
        "div.row.is-deleted",
        el("p", words("{name} deleted.", name=name)),
        button(label, "take-back", node_id="restore-chapter"),
    )


def _gone_name(screen: StudyScreen, words: Words) -> str:
    number, name = screen.gone or (0, "")
    return chapter_name(words, number + 1, name)


def _link_label(screen: StudyScreen, words: Words) -> str:
    """A link leads to what the study is here."""
    return {
        StudyMode.WRITE: words.gettext("Copy link"),
        StudyMode.READ: words.gettext("Copy link to read"),
        StudyMode.PRACTISE: words.gettext("Copy link to practise"),
    }[screen.mode]


def _names(screen: StudyScreen, words: Words) -> Markup:
    fields = [("name", words.gettext("Name"), screen.name)]
    if len(screen.chapters) > 1:
        told = words.gettext("Name of the chapter")
        fields.append(("chapter-name", told, screen.chapters[screen.number].name))
    return join(
        *(
            el(
                "div.study-field",
                el("label", {"for": f"study-{field}"}, told),
                input_field(
                    f"study-{field}",
                    "name",
                    {
                        "data-edit": field,
                        "data-thing": screen.thing,
                        "value": value,
                        "maxlength": MAX_NAME,
                    },
                ),
            )
            for field, told, value in fields
        )
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
            glyph = screen.study.nodes[screen.at].glyph
            return _sentence(glyph_words(words)[glyph] if glyph else words.gettext("no sign"))
        case Told.EVALUATED:
            found, worker = _found(screen), session.device.worker
            return evaluation_text(scene, screen.match, found, worker)
        case Told.MOVE:
            return _step(screen, scene)
        case Told.CHAPTER:
            return _chapter_begun(screen, scene)
        case Told.CHAPTER_DELETED:
            gone = words("{name} deleted.", name=_gone_name(screen, words))
            return f"{gone} {_chapter_begun(screen, scene)}"
        case Told.MODE:
            return f"{_ended(mode_words(words)[screen.mode])} {_begun(screen, scene)}"
        case Told.DRAWING if screen.drawn_from is not None:
            return words("From {place}.", place=screen.drawn_from)
        case Told.DRAWING:
            if not screen.is_drawing:
                return words.gettext("Presses play again.")
            return words.gettext(
                "Presses draw: two places make an arrow, twice the same one a ring."
            )
        case Told.DRAWN:
            told = mark_text(words, screen.drawn)
            if screen.drawn in screen.study.nodes[screen.at].marks:
                return _sentence(told)
            return words("Taken away: {mark}.", mark=told)
        case Told.PRACTISED:
            told = practise_text(screen, scene)
            if screen.is_played_out and not screen.match.is_over:
                return _step(screen, scene)
            return told if screen.wrong is not None else f"{_step(screen, scene)} {told}"
        case Told.TRIED:
            where = variation_text(words, branch_of(session, screen))
            return f"{where} {last_text(scene, screen.match.game.view)}".strip()
        case Told.ANSWERING:
            if is_answered(session, screen):
                return words.gettext("The computer answers.")
            return words.gettext("You play every side.")
        case Told.MEANWHILE:
            count = meanwhile(session, screen)
            return meanwhile_text(words, count) if count > 0 else words.gettext("The game goes on.")
        case Told.AT_TABLE:
            # Live play tells it (app/screens.py).
            return ""
        case Told.TASK:
            task = screen.study.task
            if task is None:
                return _sentence(words.gettext("No task"))
            return f"{_ended(task_name(task, words))} {proof_text(screen, words)}"
        case Told.CHECKED:
            return proof_text(screen, words)
    done = {
        Told.DELETED: words.gettext("Deleted."),
        Told.PROMOTED: words.gettext("Moved up."),
        Told.MAIN: words.gettext("Now the main line."),
        Told.UNDONE: words.gettext("Undone."),
        Told.REDONE: words.gettext("Redone."),
    }
    if screen.is_led_away:
        return f"{done[screen.told]} {_chapter_begun(screen, scene)}"
    return f"{done[screen.told]} {_step(screen, scene)}"


def mark_text(words: Words, mark: str) -> str:
    """A ring or an arrow in words."""
    start, _, goal = mark[1:].partition("-")
    if not goal:
        return words("ring on {place}", place=start)
    return words("arrow from {start} to {goal}", start=start, goal=goal)


def _chapter_begun(screen: StudyScreen, scene: Scene) -> str:
    """Which chapter is on screen, and what is there."""
    name = chapter_name(scene.words, screen.number + 1, screen.chapters[screen.number].name)
    return f"{_ended(name)} {_begun(screen, scene)}"


def _begun(screen: StudyScreen, scene: Scene) -> str:
    """The move on screen, and what is asked there."""
    is_asked = screen.mode is StudyMode.PRACTISE
    asked = practise_text(screen, scene) if is_asked else ""
    if screen.task is not None:
        asked = f"{_ended(task_title(screen, scene.words))} {asked}"
    return f"{_step(screen, scene)} {asked}".strip()


def _step(screen: StudyScreen, scene: Scene) -> str:
    """The move on screen with all that is said of it, and how many variations there are."""
    words, node = scene.words, screen.study.nodes[screen.at]
    told = [words.gettext("The start.")]
    if screen.match.shown:
        number = words("Move {number}.", number=screen.match.shown)
        told = [number, last_text(scene, screen.match.game.view)]
    if node.glyph:
        told.append(_sentence(glyph_words(words)[node.glyph]))
    if node.comment:
        told.append(words("Comment: {comment}", comment=_ended(node.comment)))
    if node.marks:
        told.append(_sentence(", ".join(mark_text(words, one) for one in node.marks)))
    if screen.mode is StudyMode.PRACTISE:
        return " ".join(told)
    alternatives = screen.study.nodes[node.parent].children if screen.at != ROOT else ()
    place = alternatives.index(screen.at) if alternatives else 0
    if place:
        told.append(
            words("Variation {number} of {total}.", number=place, total=len(alternatives) - 1)
        )
    count = len(node.children) - 1
    if count > 0:
        told.append(words.counted("{n} variation.", "{n} variations.", count))
    if screen.match.is_over:
        told.append(_status_text(scene, screen))
    return " ".join(told)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
