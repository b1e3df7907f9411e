"""The screen that tells what a person's matches add up to."""

from collections.abc import Sequence
from dataclasses import dataclass

from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.plots import latest_results, result_bar, time_plot
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class Results:
    """How matches of one kind ended: which kind, and how many were won, drawn and lost."""

    label: str
    counts: tuple[int, int, int]


@dataclass(frozen=True)
class Times:
    """How fast right calls of one kind were.

    Attributes:
        label: what they were about.
        times_ms: all of them, the shortest first.
        best_ms, median_ms: the shortest, and the one in the middle.
    """

    label: str
    times_ms: tuple[int, ...]
    best_ms: int
    median_ms: int


@dataclass(frozen=True)
class Calls:
    """A word, and how often it was called rightly and wrongly."""

    word: str
    right: int
    wrong: int


@dataclass(frozen=True)
class GameFigures:
    """The figures of one game.

    Attributes:
        title: the game's.
        facts: single numbers, each as its label and the number.
        latest: the latest results, the last one last.
        levels, seats: results by opponent, and by where the person sat.
        calls, times: of words that were called; empty for a game without calls.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    latest: tuple[str, ...]
    levels: tuple[Results, ...]
    seats: tuple[Results, ...]
    calls: tuple[Calls, ...] = ()
    times: tuple[Times, ...] = ()


@dataclass(frozen=True)
class BestRuns:
    """The best runs of a category: its title, and the rows of the table as texts."""

    title: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class PuzzleFigures:
    """How a game's puzzles went.

    Attributes:
        title: the game's.
        rating: the person's.
        solved, attempted: how many.
        best: the most that were solved in a row.
    """

    title: str
    rating: int
    solved: int
    attempted: int
    best: int


@dataclass(frozen=True)
class StatisticsModel:
    """Attributes:
    games: the games that have been played to an end, in the order of the menu.
    runs: the best runs.
    puzzles: the games of which puzzles have been attempted.
    is_partial: whether only matches played since the statistics were erased are counted.
    is_erased: whether they have just been erased, so that they can be brought back.
    """

    games: tuple[GameFigures, ...]
    runs: tuple[BestRuns, ...]
    puzzles: tuple[PuzzleFigures, ...] = ()
    is_partial: bool = False
    is_erased: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.games or self.runs or self.puzzles)


def statistics_screen(frame: Frame, model: StatisticsModel) -> Markup:
    """What a person's matches add up to, game by game; solitaires and puzzles; and erasing it."""
    words = frame.words
    return page(
        frame,
        "statistics",
        el("h1", None, words.gettext("Statistics")),
        el(
            "p",
            {"class": "lead"},
            words.gettext(
                "What your matches against computers, and those you play alone, add up to. It is"
                " worked out in this browser and goes nowhere."
            ),
        ),
        el(
            "p",
            {"class": "byline", "id": "statistics-since", "role": "status"},
            words.gettext("Erased. Your matches are still there; what you play from now on counts.")
            if model.is_erased
            else words.gettext("Only what you have played since you last erased them counts.")
            if model.is_partial
            else "",
        ),
        [_game(words, game) for game in model.games],
        _runs(words, model.runs) if model.runs else None,
        _puzzles(words, model.puzzles) if model.puzzles else None,
        _nothing_yet(words) if model.is_empty else None,
        _foot(words, model),
    )


def _nothing_yet(words: Words) -> Markup:
    return el(
        "p",
        {"class": "statistics-empty"},
        words.gettext("Nothing to tell yet: play a match to its end, and come back."),
    )


def _foot(words: Words, model: StatisticsModel) -> Markup:
    """The way to the matches, and the buttons to erase the statistics or bring them back."""
    return row(
        link_button(words.gettext("Your matches"), "#/matches"),
        button(words.gettext("Erase the statistics"), "erase-statistics", kind="is-danger")
        if not model.is_empty
        else None,
        button(words.gettext("Bring them back"), "restore-statistics") if model.is_erased else None,
        kind="statistics-foot",
    )


def _game(words: Words, game: GameFigures) -> Markup:
    label = words.ngettext(
        "The latest result: up is won, down is lost",
        "The latest {n} results, the last on the right: up is won, down is lost",
        len(game.latest),
    ).format(n=len(game.latest))
    return el(
        "section",
        {"class": "figures"},
        el("h2", None, game.title),
        el(
            "dl",
            {"class": "facts"},
            [
                el("div", None, el("dt", None, name), el("dd", None, value))
                for name, value in game.facts
            ],
        ),
        latest_results(game.latest, label) if game.latest else None,
        _results(words, words.gettext("By opponent"), game.levels),
        _results(words, words.gettext("By seat"), game.seats),
        _calls(words, game.calls),
        _times(words, game.times),
    )


def _results(words: Words, caption: str, rows: Sequence[Results]) -> Markup | None:
    if not rows:
        return None
    heads = (words.gettext("Wins"), words.gettext("Draws"), words.gettext("Losses"))
    return _table(
        "results",
        caption,
        ["", *heads],
        [
            (one.label, el("td", {"class": "plot-cell"}, result_bar(one.counts)), one.counts)
            for one in rows
        ],
    )


def _calls(words: Words, rows: Sequence[Calls]) -> Markup | None:
    if not rows:
        return None
    heads = [words.gettext("Right"), words.gettext("Wrong")]
    cells = [(one.word, None, (one.right, one.wrong)) for one in rows]
    return _table("calls", words.gettext("Calls"), heads, cells)


def _times(words: Words, rows: Sequence[Times]) -> Markup | None:
    if not rows:
        return None
    # Not the slowest time: one far slower than the others would squeeze them together.
    longest_ms = max(2 * one.median_ms for one in rows)
    heads = ["", words.gettext("Median"), words.gettext("Best"), words.gettext("Count")]
    return _table(
        "times",
        words.gettext("Reaction times of right calls"),
        heads,
        [
            (
                one.label,
                el(
                    "td", {"class": "plot-cell"}, time_plot(one.times_ms, one.median_ms, longest_ms)
                ),
                (
                    seconds(words, one.median_ms),
                    seconds(words, one.best_ms),
                    len(one.times_ms),
                ),
            )
            for one in rows
        ],
    )


def _runs(words: Words, runs: Sequence[BestRuns]) -> Markup:
    heads = [words.gettext("Left over"), words.gettext("Assists"), words.gettext("Time")]
    return el(
        "section",
        {"class": "figures"},
        el("h2", None, words.gettext("Best solitaires")),
        [
            _table(
                "runs",
                one.title,
                heads,
                [(f"{place}.", None, cells) for place, cells in enumerate(one.rows, start=1)],
            )
            for one in runs
        ],
    )


def _puzzles(words: Words, puzzles: Sequence[PuzzleFigures]) -> Markup:
    heads = [words.gettext("Rating"), words.gettext("Solved"), words.gettext("Best in a row")]
    solved = words.gettext("{n} of {count}")
    return el(
        "section",
        {"class": "figures"},
        el("h2", None, words.gettext("Puzzles")),
        _table(
            "puzzles",
            words.gettext("By game"),
            heads,
            [
                (
                    one.title,
                    None,
                    (one.rating, solved.format(n=one.solved, count=one.attempted), one.best),
                )
                for one in puzzles
            ],
        ),
    )


def _table(
    kind: str,
    caption: str,
    heads: Sequence[str],
    rows: Sequence[tuple[str, Markup | None, Sequence[Child]]],
) -> Markup:
    """A table: of each row its head, its plot if it has one, and its numbers.

    Where rows have plots, the head of their column is empty.
    """
    return el(
        "table",
        {"class": f"figures-table of-{kind}"},
        el("caption", None, caption),
        el(
            "thead",
            None,
            el(
                "tr",
                None,
                el("td"),
                [el("th", {"scope": "col"}, head) if head else el("td") for head in heads],
            ),
        ),
        el(
            "tbody",
            None,
            [
                el(
                    "tr",
                    None,
                    el("th", {"scope": "row"}, head),
                    plot,
                    [el("td", None, cell) for cell in cells],
                )
                for head, plot, cells in rows
            ],
        ),
    )


def seconds(words: Words, ms: int) -> str:
    """A short time, to the hundredth of a second."""
    whole, hundredths = divmod(round(ms / 10), 100)
    return words.gettext("{seconds}.{hundredths} s").format(
        seconds=whole, hundredths=f"{hundredths:02}"
    )
