"""The screen with a puzzle on it."""

from collections.abc import Iterator
from typing import assert_never

from spieltisch.app.board.controls import refusal, typing_form
from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.exercise import OPEN, SOLVED
from spieltisch.app.board.exercise_view import (
    again_button,
    exercise_screen,
    hint_region,
    onward_link,
    sides_told,
    task_region,
)
from spieltisch.app.board.refutation import link_to_mistakes
from spieltisch.app.core.keys import Needs
from spieltisch.app.core.routes import (
    Link,
    link_to_all_puzzles,
    link_to_daily,
    link_to_deck,
    link_to_puzzles,
)
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    HINTED,
    RIGHT,
    SHOWN,
    TRACE_TOLD,
    TRACE_WRONG,
    ContestKind,
    PuzzleLog,
)
from spieltisch.app.puzzle.contest_view import contest_row, skill_title
from spieltisch.app.puzzle.facts import facts_row, facts_so_far, solved_facts
from spieltisch.app.puzzle.state import (
    FromCards,
    InContest,
    OfDay,
    OfPack,
    OfSkill,
    OwnMistake,
    PuzzleScreen,
    SentMistake,
)
from spieltisch.app.puzzle.texts import (
    over_text,
    scene_of,
    task_text,
    told_text,
    trace_of_day,
    verdict_text,
)
from spieltisch.app.puzzle.wanted import ALL, PuzzleLink, link_to_next_of_skill
from spieltisch.kit.frame import Frame, button, either, link_button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.mistake import TIMES, Mistake

ICONS = {RIGHT: "solved", TRACE_WRONG: "close", HINTED: "hint", TRACE_TOLD: "hint", SHOWN: "play"}
"""What was done about a puzzle, as names of the page's icons."""


def puzzle_screen(session: Session, screen: PuzzleScreen, frame: Frame) -> Markup:
    words, info, view = frame.words, screen.match.game.info, screen.match.game.view
    told = screen.help
    scene = scene_of(session, screen, words)
    # Help is told with the task, so the hint is empty then, unless it explains a press in vain.
    is_hinted = told is not None and refusal(scene, view) is None
    is_of_day, is_from_cards = bool(screen.day), screen.is_from_cards
    past = _past(screen, words)
    trace = trace_of_day(session, screen) if is_of_day else ""
    daily = None if screen.is_todays or is_from_cards else _daily(screen)
    deck = link_to_deck(screen.game) if is_from_cards else None
    every = link_to_all_puzzles(screen.game) if screen.match.game.puzzles is not None else None
    skill = Link(ContestKind.SPOT, screen.game).text if screen.is_of_skill else None
    return exercise_screen(
        frame,
        view,
        scene,
        _task(session, screen, scene, trace),
        {"data-puzzle": screen.puzzle.id, "data-puzzle-state": screen.state},
        hint_region(view, scene, is_open=screen.state == OPEN and not is_hinted),
        el(
            "section.panel",
            {"aria-label": words.gettext("Puzzles")},
            sides_told(view, scene),
            past,
            _result(screen, trace, words) if is_of_day else None,
            _themes(screen, words),
            _facts_of(session, screen, words),
            typing_form(words, screen.puzzle.id, is_apart=True),
            row(
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
                kind="actions",
            )
            if screen.contest is not None
            else row(
                button(words.gettext("Share"), "share-puzzle", icon_name="share", kind="is-quiet"),
                _mistakes(session, screen, words),
                link_button(words.gettext("Today's puzzle"), daily, "is-quiet") if daily else None,
                link_button(words.gettext("Your own cards"), deck, "is-quiet") if deck else None,
                link_button(skill_title(screen.game, words), skill, "is-quiet") if skill else None,
                link_button(words.gettext("All puzzles"), every, "is-quiet") if every else None,
                link_button(words.gettext("Rules"), f"#/rules/{info.name}", "is-quiet"),
                kind="actions",
            ),
        ),
        frozenset(_offered(screen)),
    )


def _offered(screen: PuzzleScreen) -> Iterator[Needs]:
    """Which keys of the table mean something."""
    yield Needs.CHOICE
    if screen.has_hints:
        yield Needs.HINT
    if screen.has_past:
        yield Needs.LINE
    # In a run what was done stays so; but one comes back from what had led to the position.
    if screen.has_past or screen.contest is None or not screen.contest.is_run:
        yield Needs.UNDO


def _facts_of(session: Session, screen: PuzzleScreen, words: Words) -> Markup | None:
    """What the person has reached so far with puzzles of this kind."""
    log = session.kept.of(PuzzleLog).of(screen.log_name)
    match screen.source:
        case InContest() | SentMistake():
            return None
        case FromCards():
            return facts_row(*solved_facts(log, words), is_told=bool(log.attempts))
        case OwnMistake(mistake):
            return _mended(session, mistake, screen.game, words)
        case OfPack() | OfDay() | OfSkill():
            return facts_so_far(session, log, screen.today, words)
    assert_never(screen.source)


def _mistakes(session: Session, screen: PuzzleScreen, words: Words) -> Markup | None:
    """The link to the person's own mistakes, on any other puzzle."""
    left = len(session.kept.of(PuzzleLog).of(screen.game).mistakes)
    if isinstance(screen.source, OwnMistake) or not left:
        return None
    label = words("My mistakes: {n}", n=left)
    return link_button(label, f"#/mistakes/{screen.game}", "is-quiet")


def _task(session: Session, screen: PuzzleScreen, scene: Scene, trace: str) -> Markup:
    words = scene.words
    return task_region(
        "puzzle",
        screen.state,
        over_text(screen, words),
        task_text(screen, words),
        verdict_text(screen, words),
        told_text(session, screen, scene, words),
        _buttons(session, screen, words, has_result=bool(trace)),
    )


def _buttons(session: Session, screen: PuzzleScreen, words: Words, *, has_result: bool) -> Markup:
    if screen.contest is not None:
        return contest_row(screen.contest, words, is_shown=screen.is_shown)
    is_solved, is_open = screen.state == SOLVED, screen.state == OPEN
    can_ask, kind = screen.choice is not None, "is-quiet" if is_solved else "is-primary"
    is_helped, has_way = is_open and not screen.is_judged, not (is_solved or screen.is_shown)
    hint, again = words.gettext("Hint"), words.gettext("Try again")
    # What is pressed stays where it is, so that a second press on it is none on another button.
    return row(
        button(either(hint, again), "hint", kind="is-quiet", is_idle=not can_ask)
        if is_helped and screen.has_hints
        else button(again, "take-back", kind="is-quiet", is_idle=True)
        if is_helped
        else again_button("puzzle", either(again, hint), kind),
        _share_result(words, "is-quiet")
        if is_solved and has_result
        else button(
            words.gettext("Show me"),
            "show-solution",
            kind="is-quiet",
            is_idle=not has_way or (is_helped and not can_ask),
        ),
        onward_link(
            "puzzle",
            words.gettext("Next"),
            _onward(session, screen),
            "is-primary" if is_solved else "is-quiet",
        ),
        kind="task-buttons",
    )


def _past(screen: PuzzleScreen, words: Words) -> Markup | None:
    """The way through the positions that have led to this one, until something is done."""
    last, shown = len(screen.match.turns), screen.match.shown
    if not screen.has_past:
        return None
    told = words.counted("{n} move ago", "{n} moves ago", last - shown)
    return region(
        "div#puzzle-past.row",
        button(words.gettext("Earlier"), "earlier", is_idle=not shown),
        button(words.gettext("Later"), "later", is_idle=shown == last),
        el("span", told if shown < last else words.gettext("How it came to this")),
    )


def _onward(session: Session, screen: PuzzleScreen) -> str:
    """The link to the next mistake, else to the next puzzle, else to another match, for a game
    without puzzles."""
    mistakes, puzzles = None, link_to_puzzles(screen.game)
    match screen.source:
        case FromCards(cards=cards):
            return link_to_next(screen.game, screen.puzzle.id, cards)
        case OfSkill():
            return link_to_next_of_skill(screen.game)
        case OwnMistake():
            mistakes = link_to_mistakes(session, screen.game)
        case OfPack(wanted) if puzzles is not None and wanted != ALL:
            puzzles = PuzzleLink("puzzle", screen.game, wanted=wanted).text
    return mistakes or puzzles or Link("setup", screen.game).text


def _daily(screen: PuzzleScreen) -> str | None:
    """The link to today's puzzle of the same kind."""
    if screen.is_of_skill:
        return Link(ContestKind.SPOT, screen.game, section=screen.today).text
    return link_to_daily(screen.game)


def _result(screen: PuzzleScreen, trace: str, words: Words) -> Markup:
    """How the day's puzzle went; its place is there before, so that what follows stays where it
    is."""
    if not trace:
        return region("div#puzzle-result.puzzle-result.is-to-come")
    deeds = [ICONS[letter] for letter in trace]
    wrong = deeds.count("close")
    told = words.counted("{n} mistake", "{n} mistakes", wrong)
    return region(
        "div#puzzle-result.puzzle-result",
        el("span.visually-hidden", told),
        el(
            "span.puzzle-deeds",
            {"aria-hidden": "true"},
            [el("span", {"class": f"deed is-{deed}"}, icon(deed)) for deed in deeds],
        ),
        # Just after it was solved, the button beside "Next" shares it.
        None if screen.state == SOLVED else _share_result(words, ""),
    )


def _share_result(words: Words, kind: str) -> Markup:
    return button(words.gettext("Share the result"), "share-result", kind=kind)


def _themes(screen: PuzzleScreen, words: Words) -> Markup:
    """What it was about, once that gives nothing away; the empty line is there before, so that what
    follows stays where it is."""
    is_over = screen.state == SOLVED or screen.is_shown
    known = screen.match.game.view.theme_words(words)
    themes = ", ".join(known[theme] for theme in screen.puzzle.themes) if is_over else ""
    told = words("Themes: {themes}", themes=themes) if themes else ""
    return region("p#puzzle-themes.puzzle-themes", told)


def _mended(session: Session, mistake: Mistake, game: str, words: Words) -> Markup:
    """How far one of the person's own mistakes is mended, and how many are left."""
    left = len(session.kept.of(PuzzleLog).of(game).mistakes)
    mended = words("{n} of {count}", n=mistake.found, count=TIMES)
    return facts_row((words.gettext("Solved"), mended), (words.gettext("Mistakes left"), str(left)))
