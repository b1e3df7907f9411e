"""The puzzle on screen: its board, and the texts beside it."""

from spieltisch.app.exercise.mistakes import answer_text, link_to_mistakes
from spieltisch.app.exercise.scene import exercise_scene
from spieltisch.app.exercise.state import OPEN, SOLVED
from spieltisch.app.puzzle.log import HINTED, RIGHT, SHOWN, TOLD, WRONG, score_of
from spieltisch.app.puzzle.state import FAILED, AwaitedPuzzle, PuzzleScreen
from spieltisch.app.puzzle.view import AwaitedModel, PuzzleModel, PuzzleRecord, goal_words
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.app.table.model import help_model
from spieltisch.app.table.view.evaluation import thinking_text
from spieltisch.app.table.view.match import hint_text, last_text
from spieltisch.games import catalog
from spieltisch.kit.dates import date_text
from spieltisch.kit.frame import sound_text
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.mistake import TIMES
from spieltisch.table.calendar import day_of, number_of, parse_day

PICTURES = {RIGHT: "🟢", WRONG: "🔴", HINTED: "💡", TOLD: "💡", SHOWN: "👀"}
"""What was done about a puzzle, as emoji that give nothing of its solution away."""

ICONS = {RIGHT: "solved", WRONG: "close", HINTED: "hint", TOLD: "hint", SHOWN: "play"}
"""The same, as the names of the page's icons."""


def puzzle_model(session: Session, screen: PuzzleScreen, words: Words) -> PuzzleModel:
    """All that the screen with a puzzle on it shows."""
    puzzle, game, told = screen.puzzle, screen.match.game, screen.help
    scene = exercise_scene(
        session, screen, words, None if told is None else help_model(told, screen.match)
    )
    log = session.device.puzzles.of(screen.game)
    themes = game.view.theme_words(words)
    is_over = screen.state == SOLVED or screen.is_shown
    return PuzzleModel(
        info=game.info,
        view=game.view,
        scene=scene,
        puzzle_id=puzzle.id,
        state=screen.state,
        over=_over(screen, words),
        task=_task(screen, scene, words),
        told=_told(session, screen, scene, words),
        is_on=screen.state == OPEN and screen.signs.endswith(RIGHT),
        is_shown=screen.is_shown,
        can_ask=screen.choice is not None,
        themes=tuple(themes[theme] for theme in puzzle.themes) if is_over else (),
        record=PuzzleRecord(
            rating=round(log.rating.value),
            streak=log.streak,
            solved=log.solved,
            attempted=len(log.attempts),
            days=log.days_in_a_row(screen.today, session.device.east_minutes),
        ),
        deeds=tuple(ICONS[sign] for sign in _signs_of_day(session, screen)) if screen.day else (),
        onward=_onward(session, screen),
        daily=None if screen.day else link_to_daily(screen.game),
        is_judged=screen.is_judged,
        mended=None if screen.mistake is None else (screen.mistake.found, TIMES),
        left=len(log.mistakes),
    )


def awaited_model(screen: AwaitedPuzzle) -> AwaitedModel:
    """What is shown while a puzzle is fetched."""
    return AwaitedModel(catalog.game_of(screen.game).info.title, is_missing=screen.is_missing)


def link_to_puzzles(game: str) -> str | None:
    """The link to a game's next puzzle; None if it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("puzzle", game))


def link_to_daily(game: str) -> str | None:
    """The link to a game's puzzle of the day; None if it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("daily", game))


def _onward(session: Session, screen: PuzzleScreen) -> str:
    """The link to the next mistake, else to the next puzzle, else to another match, for a game
    without puzzles."""
    mistakes = link_to_mistakes(session, screen.game) if screen.mistake is not None else None
    puzzles = link_to_puzzles(screen.game)
    return mistakes or puzzles or format_link(Link("setup", screen.game))


def _task(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """The task, in a sentence."""
    side, puzzle = scene.names[screen.seat - 1], screen.puzzle
    if screen.mistake is not None:
        template = words.gettext("{side} to move: find something better than {action}.")
        return template.format(side=side, action=screen.mistake.played)
    goal = goal_words(screen.match.game.view, puzzle.goal, words)
    return goal.task.format(side=side, n=puzzle.moves)


def spoken_puzzle(screen: PuzzleScreen, model: PuzzleModel, sound: str) -> str:
    """What the live region says of the news."""
    news, scene, view = screen.news, model.scene, model.view
    words = scene.words
    if news is None:
        return ""
    match news.kind:
        case "chosen" | "dropped" | "helped":
            return hint_text(scene, view)
        case "asked":
            return view.answer(scene, news.key)
        case "replied":
            return f"{last_text(scene, view)} {_after_reply(screen, model, words)}".strip()
        case "judged":
            return " ".join((model.verdict(words), model.told, last_text(scene, view)))
        case "shown":
            return model.verdict(words)
        case "sound":
            return sound_text(words, sound)
    return f"{model.task} {model.told}"


def _after_reply(screen: PuzzleScreen, model: PuzzleModel, words: Words) -> str:
    """What is said after a reply: what to do next, or, if the person's action was wrong, what the
    reply does, unless the verdict has said so."""
    if screen.choice is not None:
        return model.told
    is_told = screen.mistake is not None or not screen.is_wrong
    return "" if is_told else _refuted(screen, model.scene, words)


def shared_puzzle(session: Session, screen: PuzzleScreen) -> str:
    """The link to a puzzle."""
    return session.device.site + format_link(Link("puzzle", screen.game, section=screen.puzzle.id))


def shared_result(session: Session, screen: PuzzleScreen) -> str:
    """How the day's puzzle went, as emoji, and the link to it."""
    title = screen.match.game.info.title
    link = session.device.site + (link_to_daily(screen.game) or "")
    pictures = "".join(PICTURES[sign] for sign in _signs_of_day(session, screen))
    return f"{title} {screen.day}\n{pictures}\n{link}"


def _signs_of_day(session: Session, screen: PuzzleScreen) -> str:
    """The signs of the day's puzzle: this attempt's once its outcome is clear, else the log's."""
    is_clear = screen.state == SOLVED or SHOWN in screen.signs
    if is_clear and not screen.is_practice:
        return screen.signs
    return session.device.puzzles.of(screen.game).signs_of_day(screen.day)


def _over(screen: PuzzleScreen, words: Words) -> str:
    """Which puzzle it is."""
    title = screen.match.game.info.title
    if screen.mistake is not None:
        return words.gettext("{game}, one of your mistakes").format(game=title)
    if not screen.day:
        return words.gettext("{game}, a puzzle of level {band}").format(
            game=title, band=screen.puzzle.band
        )
    day = parse_day(screen.day)
    return words.gettext("{game}, the puzzle of {date}").format(
        game=title, date=date_text(words, day, day_of(number_of(parse_day(screen.today))))
    )


def _told(session: Session, screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """The text beside the task."""
    if screen.is_shown:
        return words.gettext("Play it yourself now, or go on to the next.")
    if screen.state == FAILED:
        return _wrong(screen, scene, words)
    if screen.is_judged:
        return thinking_text(words, session.device.worker)
    if screen.state == SOLVED:
        return _gain(screen, words) if screen.mistake is None else _mended(screen, words)
    if screen.help is not None:
        return screen.match.game.view.hint(scene)
    if screen.mistake is not None:
        return words.gettext("What is as good as the best counts, too.")
    done, moves = screen.signs.count(RIGHT), screen.puzzle.moves
    if screen.match.game.solver is not None:
        # Not all solutions have the same length.
        return "" if done else words.gettext("At least {n} moves.").format(n=moves)
    if screen.is_practice or moves == 1:
        return words.gettext("One move does it.") if moves == 1 else words.gettext("Once more.")
    return words.gettext("Move {n} of {count}.").format(n=min(done + 1, moves), count=moves)


def _wrong(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """Why the last action is wrong, and the best answer to it."""
    if screen.mistake is not None:
        answer = words.gettext("it gives too much away.")
    else:
        answer = goal_words(screen.match.game.view, screen.puzzle.goal, words).answer
    left = screen.match.game.view.left_sentence(scene)
    return " ".join(filter(None, (answer, left, _refuted(screen, scene, words))))


def _refuted(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """The best answer to the wrong action; it may have been played on the board already."""
    match = screen.match.show(screen.refuted)
    return answer_text(match, screen.refutation, scene.names, words)


def _mended(screen: PuzzleScreen, words: Words) -> str:
    """Whether the mistake will be asked again."""
    if screen.is_practice or screen.mistake is None:
        return words.gettext("Once more.")
    if score_of(screen.signs) == 1 and screen.mistake.tried(is_found=True).is_mended:
        return words.gettext("You will not see this one again.")
    return words.gettext("It will come once more.")


def _gain(screen: PuzzleScreen, words: Words) -> str:
    """How solving the puzzle changed the rating."""
    if screen.is_practice or screen.gained is None:
        return words.gettext("You have met it before, so your rating stays.")
    rating, change = screen.gained
    if not change:
        return words.gettext("Your rating stays {rating}.").format(rating=rating)
    sign = "+" if change > 0 else "−"
    return words.gettext("Your rating is {rating} now: {change}.").format(
        rating=rating, change=f"{sign}{abs(change)}"
    )
