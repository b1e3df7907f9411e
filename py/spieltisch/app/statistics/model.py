"""What the screen with the statistics shows."""

from collections.abc import Iterator
from functools import lru_cache

from spieltisch.app.puzzle.log import PuzzleLog
from spieltisch.app.runs import Runs
from spieltisch.app.session import Session
from spieltisch.app.statistics.view import (
    BestRuns,
    Calls,
    GameFigures,
    PuzzleFigures,
    Results,
    StatisticsModel,
    Times,
)
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.levels import level_words
from spieltisch.kit.words import Words
from spieltisch.play.statistics import GameStatistics, Tally, statistics_of


def statistics_model(session: Session, words: Words, *, is_erased: bool) -> StatisticsModel:
    """What the screen shows.

    Args:
        session: whose matches they are.
        words: the language.
        is_erased: whether all has just been erased.
    """
    since_ms = session.settings.counted_since_ms
    games = statistics_of(session.library.summaries.values(), since_ms)
    return StatisticsModel(
        games=tuple(_figures(game, words) for game in games),
        runs=_best_runs(session.device.runs, words),
        puzzles=tuple(_puzzles(session.device.puzzles)),
        is_partial=since_ms > 0,
        is_erased=is_erased,
    )


# They depend on the language and the numbers alone: other changes of the page cost nothing.
@lru_cache(maxsize=16)
def _figures(told: GameStatistics, words: Words) -> GameFigures:
    game = catalog.game_of(told.game)
    kinds = game.view.call_kinds(words)
    shouts = game.shouts
    return GameFigures(
        title=game.info.title,
        facts=_facts(told, words),
        latest=told.recent,
        levels=tuple(
            Results(_opponent(game, level, words), _counts(tally)) for level, tally in told.by_level
        ),
        seats=tuple(
            Results(game.view.seat_name(seat, words), _counts(tally))
            for seat, tally in told.by_seat
        ),
        calls=tuple(
            Calls(shouts.label(one.word) if shouts is not None else one.word, one.right, one.wrong)
            for one in told.calls
        ),
        times=tuple(
            Times(kinds[one.kind], one.times_ms, one.best_ms, one.median_ms)
            for one in told.reactions
        ),
    )


def _puzzles(log: PuzzleLog) -> Iterator[PuzzleFigures]:
    for name, game in catalog.GAMES.items():
        one = log.of(name)
        if one.attempts:
            count, rating = len(one.attempts), round(one.rating.value)
            yield PuzzleFigures(game.info.title, rating, one.solved, count, one.best)


def _counts(tally: Tally) -> tuple[int, int, int]:
    return tally.won, tally.drawn, tally.lost


def _opponent(game: Game, level: int, words: Words) -> str:
    if level == 0:
        return words.gettext("Alone")
    name = level_words(level, words, is_race=game.reaction_bots is not None).name
    return words.gettext("{level} – {name}").format(level=level, name=name)


def _facts(told: GameStatistics, words: Words) -> tuple[tuple[str, str], ...]:
    facts: list[tuple[str, str]] = []
    total = told.total
    if total.played:
        share = round(100 * total.won / total.played)
        facts += [
            (words.gettext("Played"), str(total.played)),
            (words.gettext("Won"), words.gettext("{percent} %").format(percent=share)),
            (words.gettext("Wins in a row now"), str(told.streak)),
            (words.gettext("Most wins in a row"), str(told.best_streak)),
        ]
    if told.lengths is not None:
        facts.append((words.gettext("Moves, median"), str(told.lengths.median)))
        facts.append(
            (
                words.gettext("Moves, least to most"),
                f"{told.lengths.least}–{told.lengths.most}",
            )
        )
    if told.lasted_ms is not None:
        facts.append((words.gettext("Time, median"), time_text(told.lasted_ms.median)))
    if told.others:
        facts.append((words.gettext("With several players, or watched"), str(told.others)))
    return tuple(facts)


def time_text(ms: int) -> str:
    """How long something took, in minutes and seconds, as ``4:05``; with hours if it has any."""
    minutes, rest = divmod(round(ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _best_runs(runs: Runs, words: Words) -> tuple[BestRuns, ...]:
    found = []
    for game in catalog.GAMES.values():
        solver = game.solver
        for category, best in sorted(runs.items()) if solver is not None else ():
            title = game.view.run_words(category, words)
            if title:
                rows = tuple((str(run.left), str(run.helps), time_text(run.ms)) for run in best)
                found.append(BestRuns(title, rows))
    return tuple(found)
