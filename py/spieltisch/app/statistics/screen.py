"""The screen that tells what a person's matches add up to; statistics can be erased, and brought
back."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from spieltisch.app.core.contract import Place, Screen, no_more, showing, titled
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.messages import Command
from spieltisch.app.core.news import ScreenState
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping.deleting import bring_back, erase_statistics
from spieltisch.app.keeping.deletions import ErasedStatistics
from spieltisch.app.keeping.puzzle_log import PuzzleLog
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.frame import Area, Frame, button, link_button, page, row
from spieltisch.kit.markup import Child, Markup, el
from spieltisch.kit.names import bot_title
from spieltisch.kit.plots import latest_results, result_bar, time_plot
from spieltisch.kit.sentences import seconds
from spieltisch.kit.words import Words
from spieltisch.play.statistics import GameStatistics, ReactionTimes, Tally, statistics_of


class StatisticsScreen(ScreenState):
    erased: ErasedStatistics | None = None
    """What was erased here, and can come back as long as it is on screen; None if nothing was."""


class EraseStatistics(TimedMessage, do="erase-statistics"):
    """Statistics are to count only what is played from now on."""

    at_ms: float


def statistics_screen(session: Session, screen: StatisticsScreen, frame: Frame) -> Markup:
    """What a person's matches add up to, game by game; solitaires and puzzles; and erasing it."""
    words, since_ms = frame.words, session.settings.counted_since_ms
    is_gone = is_erased(session, screen)
    games = statistics_of(session.library.summaries.values(), since_ms)
    figures = [_game(one, words) for one in games]
    figures += [
        section for section in (_solitaires(session, words), _puzzles(session, words)) if section
    ]
    return page(
        frame,
        "statistics",
        el("h1", words.gettext("Statistics")),
        el(
            "p.lead",
            words.gettext(
                "Your results against computers and alone. They are worked out in this "
                "browser and sent nowhere."
            ),
        ),
        el(
            "p.byline#statistics-since",
            {"role": "status"},
            words.gettext("Erased. Your games are still there. What you play from now on counts.")
            if is_gone
            else words.gettext(
                "Only what you have played since you last erased your statistics counts."
            )
            if since_ms > 0
            else "",
        ),
        figures
        or el(
            "p.statistics-empty", words.gettext("Nothing here yet. Finish a game and come back.")
        ),
        row(
            link_button(words.gettext("Your games"), "#/matches"),
            button(words.gettext("Erase the statistics"), "erase-statistics", kind="is-danger")
            if figures
            else None,
            button(words.gettext("Bring them back"), "restore-statistics") if is_gone else None,
            kind="statistics-foot",
        ),
    )


# It depends on the language and the numbers alone: other changes of the page cost nothing.
@lru_cache(maxsize=16)
def _game(figures: GameStatistics, words: Words) -> Markup:
    game, count = catalog.game_of(figures.game), len(figures.recent)
    label = words.counted(
        "The latest result: up for a win, down for a loss",
        "The latest {n} results, the last on the right: up for a win, down for a loss",
        count,
    )
    return el(
        "section.figures",
        el("h2", game.info.title),
        el(
            "dl.facts",
            [el("div", el("dt", name), el("dd", value)) for name, value in _facts(figures, words)],
        ),
        [latest_results(figures.recent, label), el("p.plot-told", {"aria-hidden": "true"}, label)]
        if count > 1
        else None,
        _results(
            words,
            words.gettext("By opponent"),
            [(_opponent(level, words), tally) for level, tally in figures.by_level],
        ),
        _results(
            words,
            words.gettext("By seat"),
            [(game.view.seat_name(seat, words), tally) for seat, tally in figures.by_seat],
        ),
        _calls(words, game, figures),
        _times(words, game, figures.reactions),
    )


def _facts(figures: GameStatistics, words: Words) -> tuple[tuple[str, str], ...]:
    facts: list[tuple[str, str]] = []
    total = figures.total
    # What one match adds up to is itself.
    if total.played == 1:
        result = (words.gettext("Won"), words.gettext("Lost"), words.gettext("Drawn"))
        facts.append((words.gettext("Your first game"), result[total.index(1)]))
    elif total.played:
        share = round(100 * total.won / total.played)
        facts += [
            (words.gettext("Played"), str(total.played)),
            (words.gettext("Won"), words("{percent} %", percent=share)),
            (words.gettext("Current winning streak"), str(figures.streak)),
            (words.gettext("Longest winning streak"), str(figures.best_streak)),
        ]
    if total.played == 1 and figures.lengths is not None:
        facts.append((words.gettext("Moves"), str(figures.lengths.median)))
    elif figures.lengths is not None:
        facts.append((words.gettext("Moves, median"), str(figures.lengths.median)))
        facts.append(
            (
                words.gettext("Moves, fewest to most"),
                f"{figures.lengths.least}–{figures.lengths.most}",
            )
        )
    if figures.lasted_ms is not None:
        label = words.gettext("Time") if total.played == 1 else words.gettext("Time, median")
        facts.append((label, time_text(figures.lasted_ms.median)))
    by_you, by_others = figures.resigned
    ways = (
        (words.gettext("Resigned by you"), by_you),
        (words.gettext("Resigned by others"), by_others),
        (words.gettext("Draws agreed"), figures.agreed),
    )
    facts += [(name, str(count)) for name, count in ways if count]
    if figures.others:
        facts.append(
            (
                words.gettext("With several people, with your own bots, or watched"),
                str(figures.others),
            )
        )
    return tuple(facts)


def time_text(ms: int) -> str:
    """How long something took, in minutes and seconds, as ``4:05``; with hours if it has any."""
    minutes, rest = divmod(round(ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _opponent(level: int, words: Words) -> str:
    """A bot by its usual name, as everywhere else."""
    if level == 0:
        return words.gettext("Alone")
    return bot_title(level, words)


def _results(words: Words, caption: str, rows: Sequence[tuple[str, Tally]]) -> Markup | None:
    if not rows:
        return None
    heads = ("", words.gettext("Wins"), words.gettext("Draws"), words.gettext("Losses"))
    counted = [(label, (tally.won, tally.drawn, tally.lost)) for label, tally in rows]
    return _table(
        "results",
        caption,
        heads,
        [(label, el("td.plot-cell", result_bar(counts)), counts) for label, counts in counted],
    )


def _calls(words: Words, game: Game, figures: GameStatistics) -> Markup | None:
    if not figures.calls or game.shouts is None:
        return None
    heads = [words.gettext("Right"), words.gettext("Wrong")]
    cells = [(game.shouts.label(one.word), None, (one.right, one.wrong)) for one in figures.calls]
    return _table("calls", words.gettext("Calls"), heads, cells)


def _times(words: Words, game: Game, rows: Sequence[ReactionTimes]) -> Markup | None:
    if not rows:
        return None
    kinds = game.view.call_kinds(words)
    # Not the slowest time: one far slower than the others would squeeze them together.
    longest_ms = max(1, *(2 * one.median_ms for one in rows))
    axis = words("0 to {time}", time=seconds(words, longest_ms))
    heads = [axis, words.gettext("Median"), words.gettext("Best"), words.gettext("Count")]
    return _table(
        "times",
        words.gettext("Reaction times of right calls"),
        heads,
        [
            (
                kinds[one.kind],
                el("td.plot-cell", time_plot(one.times_ms, one.median_ms, longest_ms)),
                (seconds(words, one.median_ms), seconds(words, one.best_ms), len(one.times_ms)),
            )
            for one in rows
        ],
    )


def _solitaires(session: Session, words: Words) -> Markup | None:
    heads = [words.gettext("Cards left"), words.gettext("Assists"), words.gettext("Time")]
    tables = [
        _table(
            "runs",
            title,
            heads,
            [
                (
                    f"{place}.",
                    None,
                    (str(solitaire.left), str(solitaire.helps), time_text(solitaire.ms)),
                )
                for place, solitaire in enumerate(best, start=1)
            ],
        )
        for game in catalog.GAMES.values()
        if game.solver is not None
        for category, best in sorted(session.kept.of(Solitaires).items())
        if (title := game.view.solitaire_words(category, words))
    ]
    return _section(words.gettext("Best solitaires"), tables) if tables else None


def _puzzles(session: Session, words: Words) -> Markup | None:
    heads = [words.gettext("Rating"), words.gettext("Solved"), words.gettext("Longest streak")]
    solved = words.gettext("{n} of {count}")
    logs = [(game, session.kept.of(PuzzleLog).of(name)) for name, game in catalog.GAMES.items()]
    rows = [
        (
            game.info.title,
            None,
            (
                round(log.rating.value),
                solved.format(n=log.solved, count=len(log.attempts)),
                log.best,
            ),
        )
        for game, log in logs
        if log.attempts
    ]
    table = _table("puzzles", words.gettext("By game"), heads, rows)
    return _section(words.gettext("Puzzles"), [table]) if rows else None


def _section(title: str, tables: Iterable[Markup]) -> Markup:
    return el("section.figures", el("h2", title), list(tables))


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
        el("caption", caption),
        el(
            "thead",
            el(
                "tr",
                el("td"),
                [el("th", {"scope": "col"}, head) if head else el("td") for head in heads],
            ),
        ),
        el(
            "tbody",
            [
                el("tr", el("th", {"scope": "row"}, head), plot, [el("td", cell) for cell in cells])
                for head, plot, cells in rows
            ],
        ),
    )


def update(session: Session, screen: StatisticsScreen, message: Message) -> Result:
    match message:
        case EraseStatistics(at_ms):
            session, erased, effects = erase_statistics(
                session, at_ms, screen.erased if is_erased(session, screen) else None
            )
            return session.on(StatisticsScreen(erased)), effects
        case Command.RESTORE_STATISTICS if is_erased(session, screen) and screen.erased:
            return bring_back(session.on(StatisticsScreen()), screen.erased)
    return session, ()


def is_erased(session: Session, screen: StatisticsScreen) -> bool:
    """Whether what was erased here is still gone: the notice brings it back, too."""
    return screen.erased is not None and session.settings.counted_since_ms > screen.erased.since_ms


SCREENS = (
    Screen(
        StatisticsScreen,
        statistics_screen,
        update,
        places={"statistics": Place(no_more, showing(lambda _: StatisticsScreen()))},
        title=lambda _, __, words: titled(words.gettext("Statistics")),
        area=Area.YOURS,
    ),
)
