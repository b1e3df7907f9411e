"""The screen with a puzzle on it, and the one that is shown while puzzles are fetched."""

from dataclasses import dataclass

from spieltisch.app.exercise.view import (
    again_button,
    exercise_screen,
    hint_region,
    onward_link,
    task_region,
)
from spieltisch.app.table.view.match import refusal, typing_form
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.paint import icon
from spieltisch.kit.scene import GameView, GoalWords, Scene
from spieltisch.kit.words import Words
from spieltisch.table import GameInfo


@dataclass(frozen=True)
class PuzzleRecord:
    """How somebody has fared with a game's puzzles.

    Attributes:
        rating: the rating that follows from the results.
        streak: solved in a row without help.
        solved, attempted: how many.
        days: on how many days in a row the day's puzzle was solved.
    """

    rating: int
    streak: int
    solved: int
    attempted: int
    days: int


@dataclass(frozen=True)
class PuzzleModel:
    """Attributes:
    info, view: the game.
    scene: what lies on the board.
    puzzle_id: the puzzle's id.
    state: ``open``, ``solved`` or ``failed``.
    over: which puzzle it is.
    task: the task, in a sentence.
    told: the text beside it.
    is_on: whether what was done last was right, and something is left to do.
    is_shown: whether its solution is or was played for the person.
    can_ask: whether help can be asked for.
    themes: what it was about, once that gives nothing away.
    record: how the person has fared so far.
    deeds: what was done about the day's puzzle, as names of icons; empty before, and for any other
        puzzle.
    onward: the link to the next puzzle.
    daily: the link to the day's puzzle; None where it is this one.
    is_judged: whether the bots are still to find out what the last action is worth.
    mended: for one of the person's own mistakes, how often it has been solved at once, and how
        often it has to be; None for any other puzzle.
    left: how many of the person's mistakes are left.
    """

    info: GameInfo
    view: GameView
    scene: Scene
    puzzle_id: str
    state: str
    over: str
    task: str
    told: str
    is_on: bool
    is_shown: bool
    can_ask: bool
    themes: tuple[str, ...]
    record: PuzzleRecord
    deeds: tuple[str, ...]
    onward: str
    daily: str | None
    is_judged: bool = False
    mended: tuple[int, int] | None = None
    left: int = 0

    def verdict(self, words: Words) -> str:
        """The verdict in a word; empty while nothing has been done."""
        if self.is_shown:
            return words.gettext("This is how.")
        if self.is_on and not self.is_judged:
            return words.gettext("Right!")
        texts = {"solved": words.gettext("Solved!"), "failed": words.gettext("Not this one:")}
        return texts.get(self.state, "")


@dataclass(frozen=True)
class AwaitedModel:
    """Attributes:
    title: the game's.
    is_missing: whether its puzzles could not be fetched.
    """

    title: str
    is_missing: bool


def goal_words(view: GameView, goal: str, words: Words) -> GoalWords:
    """A goal of a game's puzzles: the game's own, or one that games share."""
    shared = {
        "win": GoalWords(
            words.gettext("{side} to move: win in {n}."),
            words.gettext("it does not win in time."),
        ),
        "do-not-lose": GoalWords(
            words.gettext("{side} to move: do not lose."), words.gettext("it loses.")
        ),
        "draw": GoalWords(
            words.gettext("{side} to move: keep the draw."),
            words.gettext("it gives the draw away."),
        ),
    }
    return view.goal_words(goal, words) or shared[goal]


def puzzle_screen(frame: Frame, model: PuzzleModel) -> Markup:
    """A puzzle."""
    words, scene, view = frame.words, model.scene, model.view
    # Help is told with the task, so the hint is empty then, unless it explains a press in vain.
    is_hinted = scene.help is not None and refusal(scene, view) is None
    return exercise_screen(
        frame,
        view,
        scene,
        _task(words, model),
        {"data-puzzle": model.puzzle_id, "data-puzzle-state": model.state},
        hint_region(view, scene, is_open=model.state == "open" and not is_hinted),
        el(
            "section",
            {"class": "panel", "aria-label": words.gettext("Puzzles")},
            _result(words, model) if model.deeds else None,
            _themes(words, model),
            _record(words, model.record) if model.mended is None else _mended(words, model),
            typing_form(words),
            row(
                button(words.gettext("Share"), "share-puzzle", icon_name="share", kind="is-quiet")
                if model.mended is None
                else None,
                _mistakes(words, model),
                link_button(words.gettext("Today's puzzle"), model.daily, "is-quiet")
                if model.daily
                else None,
                link_button(words.gettext("Rules"), f"#/rules/{model.info.name}", "is-quiet"),
                kind="actions",
            ),
        ),
    )


def awaited_screen(frame: Frame, model: AwaitedModel) -> Markup:
    """A puzzle that is being fetched, or could not be."""
    words = frame.words
    told = (
        words.gettext("The puzzles could not be fetched. Check that you are online, and try again.")
        if model.is_missing
        else words.gettext("The puzzles are being fetched …")
    )
    return page(
        frame,
        "awaited",
        el("h1", None, words.gettext("{game}: puzzles").format(game=model.title)),
        el("p", {"id": "puzzle-told", "class": "lead", "role": "status"}, told),
        row(
            button(words.gettext("Try again"), "fetch-again", kind="is-primary"),
            link_button(words.gettext("All games"), "#/", "is-quiet"),
        )
        if model.is_missing
        else None,
    )


def _mistakes(words: Words, model: PuzzleModel) -> Markup | None:
    """The link to the person's own mistakes, on any other puzzle."""
    if model.mended is not None or not model.left:
        return None
    label = words.gettext("My mistakes: {n}").format(n=model.left)
    return link_button(label, f"#/mistakes/{model.info.name}", "is-quiet")


def _task(words: Words, model: PuzzleModel) -> Markup:
    """The task, the verdict on what has been done, and the buttons."""
    verdict = model.verdict(words)
    return task_region(
        "puzzle", model.state, model.over, model.task, verdict, model.told, _buttons(words, model)
    )


def _buttons(words: Words, model: PuzzleModel) -> Markup:
    is_solved, is_open = model.state == "solved", model.state == "open"
    kind = "is-quiet" if is_solved else "is-primary"
    return row(
        button(words.gettext("Hint"), "hint", kind="is-quiet", is_idle=not model.can_ask)
        if is_open and not model.is_judged
        else again_button("puzzle", words.gettext("Again"), kind),
        _share_result(words, "is-quiet") if is_solved and model.deeds else None,
        None
        if is_solved or model.is_shown
        else _show(words, is_idle=is_open and not model.can_ask and not model.is_judged),
        onward_link(
            "puzzle",
            words.gettext("Next"),
            model.onward,
            "is-primary" if is_solved else "is-quiet",
        ),
        kind="task-buttons",
    )


def _show(words: Words, *, is_idle: bool) -> Markup:
    return button(words.gettext("Show me"), "show-solution", kind="is-quiet", is_idle=is_idle)


def _result(words: Words, model: PuzzleModel) -> Markup:
    """How the day's puzzle went."""
    wrong = model.deeds.count("close")
    told = words.ngettext("{n} mistake", "{n} mistakes", wrong).format(n=wrong)
    return region(
        "div",
        {"id": "puzzle-result", "class": "puzzle-result"},
        el("span", {"class": "visually-hidden"}, told),
        el(
            "span",
            {"class": "puzzle-deeds", "aria-hidden": "true"},
            [el("span", {"class": f"deed is-{deed}"}, icon(deed)) for deed in model.deeds],
        ),
        # Just after it was solved, the button beside "Next" shares it.
        None if model.state == "solved" else _share_result(words, ""),
    )


def _share_result(words: Words, kind: str) -> Markup:
    return button(words.gettext("Share the result"), "share-result", kind=kind)


def _themes(words: Words, model: PuzzleModel) -> Markup:
    """The themes; the empty line is there before, so that what follows stays where it is."""
    themes = ", ".join(model.themes)
    told = words.gettext("What it is about: {themes}").format(themes=themes) if themes else ""
    return region("p", {"id": "puzzle-themes", "class": "puzzle-themes"}, told)


def _mended(words: Words, model: PuzzleModel) -> Markup:
    """How far this mistake is mended, and how many are left."""
    found, times = model.mended or (0, 0)
    return _facts(
        (words.gettext("Solved"), words.gettext("{n} of {count}").format(n=found, count=times)),
        (words.gettext("Mistakes left"), str(model.left)),
    )


def _record(words: Words, record: PuzzleRecord) -> Markup:
    return _facts(
        (words.gettext("Your rating"), str(record.rating)),
        (
            words.gettext("Solved"),
            words.gettext("{n} of {count}").format(n=record.solved, count=record.attempted),
        ),
        (words.gettext("In a row"), str(record.streak)),
        (words.gettext("Days in a row"), str(record.days)),
    )


def _facts(*facts: tuple[str, str]) -> Markup:
    return region(
        "dl",
        {"id": "puzzle-record", "class": "facts puzzle-record"},
        [el("div", None, el("dt", None, name), el("dd", None, value)) for name, value in facts],
    )
