"""The puzzle on screen: what its board and what is said beside it show."""

from spieltisch.games import catalog
from spieltisch.presenters.exercise import exercise_scene
from spieltisch.presenters.table import help_model
from spieltisch.session.puzzle_log import HINTED, RIGHT, SHOWN, TOLD, WRONG
from spieltisch.session.routes import Link, format_link
from spieltisch.session.screens.puzzle.state import AwaitedPuzzle, PuzzleScreen
from spieltisch.session.session import Session
from spieltisch.table.calendar import day_of, number_of, parse_day
from spieltisch.views.dates import date_text
from spieltisch.views.frame import sound_text
from spieltisch.views.match import hint_text, last_text
from spieltisch.views.puzzle import AwaitedModel, PuzzleModel, PuzzleRecord, goal_words
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words

PICTURES = {RIGHT: "🟢", WRONG: "🔴", HINTED: "💡", TOLD: "💡", SHOWN: "👀"}
"""What was done about a puzzle, in signs that say nothing of how it is solved."""

ICONS = {RIGHT: "solved", WRONG: "close", HINTED: "hint", TOLD: "hint", SHOWN: "play"}
"""The same as the page draws it."""


def puzzle_model(session: Session, screen: PuzzleScreen, words: Words) -> PuzzleModel:
    """All that the screen with a puzzle on it shows."""
    puzzle, game, told = screen.puzzle, screen.match.game, screen.help
    scene = exercise_scene(
        session, screen, words, None if told is None else help_model(told, screen.match)
    )
    goal = goal_words(game.view, puzzle.goal, words)
    log = session.device.puzzles.of(screen.game)
    themes = game.view.theme_words(words)
    is_over = screen.state == "solved" or screen.is_shown
    return PuzzleModel(
        info=game.info,
        view=game.view,
        scene=scene,
        puzzle_id=puzzle.id,
        state=screen.state,
        over=_over(session, screen, words),
        task=goal.task.format(side=scene.names[puzzle.seat - 1], n=puzzle.moves),
        told=_told(screen, scene, goal.answer, words),
        is_on=screen.state == "open" and screen.signs.endswith(RIGHT),
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
        onward=link_to_puzzles(screen.game) or "",
        daily=None if screen.day else link_to_daily(screen.game),
    )


def awaited_model(screen: AwaitedPuzzle) -> AwaitedModel:
    """What is shown while a puzzle is fetched."""
    return AwaitedModel(catalog.game_of(screen.game).info.title, is_missing=screen.is_missing)


def link_to_puzzles(game: str) -> str | None:
    """Where the next puzzle of a game is; None where it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("puzzle", game))


def link_to_daily(game: str) -> str | None:
    """Where a game's puzzle of the day is; None where it has none."""
    return None if catalog.game_of(game).puzzles is None else format_link(Link("daily", game))


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
            told = model.told if screen.choice is not None else ""
            return f"{last_text(scene, view)} {told}".strip()
        case "judged":
            return " ".join((model.verdict(words), model.told, last_text(scene, view)))
        case "shown":
            return model.verdict(words)
        case "sound":
            return sound_text(words, sound)
    return f"{model.task} {model.told}"


def shared_puzzle(session: Session, screen: PuzzleScreen) -> str:
    """The link to a puzzle."""
    return session.device.site + format_link(Link("puzzle", screen.game, section=screen.puzzle.id))


def shared_result(session: Session, screen: PuzzleScreen) -> str:
    """How the day's puzzle went, in a few signs, and where it is."""
    title = screen.match.game.info.title
    link = session.device.site + (link_to_daily(screen.game) or "")
    pictures = "".join(PICTURES[sign] for sign in _signs_of_day(session, screen))
    return f"{title} {screen.day}\n{pictures}\n{link}"


def _signs_of_day(session: Session, screen: PuzzleScreen) -> str:
    """What was done about the day's puzzle, once it is clear how that went."""
    is_clear = screen.state == "solved" or SHOWN in screen.signs
    if is_clear and not screen.is_practice:
        return screen.signs
    return session.device.puzzles.of(screen.game).signs_of_day(screen.day)


def _over(session: Session, screen: PuzzleScreen, words: Words) -> str:
    """Which puzzle it is."""
    title = screen.match.game.info.title
    if not screen.day:
        return words.gettext("{game}, a puzzle of level {band}").format(
            game=title, band=screen.puzzle.band
        )
    day = parse_day(screen.day)
    return words.gettext("{game}, the puzzle of {date}").format(
        game=title, date=date_text(words, day, day_of(number_of(parse_day(screen.today))))
    )


def _told(screen: PuzzleScreen, scene: Scene, answer: str, words: Words) -> str:
    """What there is to say beside the task."""
    if screen.is_shown:
        return words.gettext("Play it yourself now, or go on to the next.")
    if screen.state == "failed":
        return answer
    if screen.state == "solved":
        return _gain(screen, words)
    if screen.help is not None:
        return screen.match.game.view.hint(scene)
    done, moves = screen.signs.count(RIGHT), screen.puzzle.moves
    if screen.match.game.solver is not None:
        # Some ways are longer than others.
        return "" if done else words.gettext("At least {n} moves.").format(n=moves)
    if screen.is_practice or moves == 1:
        return words.gettext("One move does it.") if moves == 1 else words.gettext("Once more.")
    return words.gettext("Move {n} of {count}.").format(n=min(done + 1, moves), count=moves)


def _gain(screen: PuzzleScreen, words: Words) -> str:
    """What it has brought."""
    if screen.is_practice or screen.gained is None:
        return words.gettext("You have met it before, so your rating stays.")
    rating, change = screen.gained
    if not change:
        return words.gettext("Your rating stays {rating}.").format(rating=rating)
    sign = "+" if change > 0 else "−"
    return words.gettext("Your rating is {rating} now: {change}.").format(
        rating=rating, change=f"{sign}{abs(change)}"
    )
