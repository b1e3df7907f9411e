"""What a puzzle says: its task, the verdict, what stands beside it, and what is sent of it."""

from typing import assert_never

from spieltisch.app.board.aids import thinking_text
from spieltisch.app.board.controls import help_text, last_text
from spieltisch.app.board.exercise import FAILED, OPEN, SOLVED
from spieltisch.app.board.exercise_view import exercise_scene, news_text
from spieltisch.app.board.refutation import answer_text, told_action
from spieltisch.app.board.scene import help_model
from spieltisch.app.board.sentences import elapsed_text
from spieltisch.app.core.contract import SITE
from spieltisch.app.core.dates import date_text, day_of, number_of, parse_day
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.news import InExercise
from spieltisch.app.core.routes import Link, link_to_escape
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    HINTED,
    RIGHT,
    SHOWN,
    TRACE_TOLD,
    TRACE_WRONG,
    ContestKind,
    PuzzleLog,
    score_of,
)
from spieltisch.app.puzzle.contest_view import skill_title, standing_text, title_text
from spieltisch.app.puzzle.dealt import link_to_deal
from spieltisch.app.puzzle.goals import goal_words
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
from spieltisch.kit.scene import GoalWords, Scene
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import Words, words_of


def scene_of(session: Session, screen: PuzzleScreen, words: Words) -> Scene:
    told = None if screen.help is None else help_model(screen.help, screen.match)
    return exercise_scene(session, screen, words, told)


def _goal_of(screen: PuzzleScreen, words: Words) -> GoalWords:
    game, puzzle = screen.match.game, screen.puzzle
    return goal_words(game.view, puzzle.goal, screen.match.position, words)


def over_text(screen: PuzzleScreen, words: Words) -> str:
    title, band = screen.match.game.info.title, screen.puzzle.band
    match screen.source:
        case InContest(contest):
            return title_text(screen.game, contest.kind, words)
        case OwnMistake() | SentMistake() if screen.wins_in:
            return words("{game}: a puzzle from a position", game=title)
        case SentMistake():
            return words("{game}: can you get out of this?", game=title)
        case OwnMistake():
            return words("{game}, one of your mistakes", game=title)
        case FromCards():
            return words("{game}: a puzzle from a custom deck, level {band}", game=title, band=band)
        case OfPack():
            return words("{game}, a puzzle of level {band}", game=title, band=band)
        case OfDay(day):
            date = _date(screen, day, words)
            return words("{game}, the puzzle of {date}", game=title, date=date)
        case OfSkill(""):
            return f"{skill_title(screen.game, words)} {words('Level {n}', n=band)}"
        case OfSkill(day):
            return f"{skill_title(screen.game, words)} {_date(screen, day, words)}"
    assert_never(screen.source)


def _date(screen: PuzzleScreen, day: str, words: Words) -> str:
    return date_text(words, parse_day(day), day_of(number_of(parse_day(screen.today))))


def task_text(screen: PuzzleScreen, words: Words) -> str:
    side, puzzle = screen.match.game.view.side_words(screen.seat, words), screen.puzzle
    if screen.wins_in:
        return words.counted(
            "{side} to move: find the move that wins at once.",
            "{side} to move: find the move that wins within {n} moves.",
            screen.wins_in,
            side=side,
        )
    if screen.is_sent:
        return words("{side} to move: find the way out.", side=side)
    if screen.mistake is not None:
        return words("{side} to move: find a better move.", side=side)
    return _goal_of(screen, words).task.format(side=side, n=puzzle.moves)


def verdict_text(screen: PuzzleScreen, words: Words) -> str:
    """The verdict in a word; empty while nothing has been done."""
    if screen.is_shown:
        return words.gettext("This is how.")
    is_on = screen.state == OPEN and screen.trace.endswith(RIGHT)
    if is_on and not screen.is_judged:
        return words.gettext("Right!")
    texts = {SOLVED: words.gettext("Solved!"), FAILED: words.gettext("Not this one:")}
    return texts.get(screen.state, "")


def told_text(session: Session, screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    if screen.contest is not None:
        is_wrong = screen.state == FAILED and not screen.is_shown
        # Of the duel's last miss it is told once that is taken back.
        is_told = screen.is_shown or screen.contest.kind == ContestKind.DUEL
        why = reason_text(screen, scene) if is_told else ""
        answer = _wrong(screen, scene, words) if is_wrong else why
        return _joined(answer, standing_text(screen.contest, words))
    if screen.is_shown:
        told = words.gettext("Now play it yourself, or go on to the next.")
        return _joined(reason_text(screen, scene), told, _as_played(screen, scene, words))
    if screen.state == FAILED:
        return _wrong(screen, scene, words)
    if screen.is_judged:
        return thinking_text(words, session.device.worker)
    if screen.state == SOLVED:
        return _solved(screen, scene, words)
    if screen.help is not None:
        return help_text(scene, screen.match.game.view)
    return _joined(reason_text(screen, scene), _open_text(screen, scene, words))


def _open_text(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """What stands beside the task, and how far the person has come."""
    if screen.mistake is not None:
        played = "" if screen.is_sent else _as_played(screen, scene, words)
        told = words.gettext("A move as good as the best one counts, too.")
        return f"{played} {told}".strip()
    done, moves = screen.trace.count(RIGHT), screen.puzzle.moves
    if screen.is_at_a_glance:
        return ""
    if screen.match.game.solver is not None:
        # Not all solutions have the same length.
        return "" if done else words("At least {n} moves.", n=moves)
    note = "" if done else _note(screen, words)
    if moves == 1:
        return note or words.gettext("One move does it.")
    if screen.is_practice:
        return words.gettext("Play it again.")
    number = words("Move {n} of {count}.", n=min(done + 1, moves), count=moves)
    return f"{note} {number}".strip()


def reason_text(screen: PuzzleScreen, scene: Scene) -> str:
    """Why the last action is right or wrong; empty where nothing is certain."""
    facts = screen.reason.facts
    return _joined(*(fact_text(fact, scene.names, scene.words) for fact in facts))


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _note(screen: PuzzleScreen, words: Words) -> str:
    """What makes the puzzle hard, before anything was done."""
    puzzles = screen.match.game.puzzles
    horizon = puzzles.horizon if puzzles is not None else 0
    return _goal_of(screen, words).note.format(horizon=horizon)


def _wrong(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """Why the last action is wrong, and the best answer to it."""
    if screen.mistake is not None:
        answer = words.gettext("it gives up too much of your advantage.")
    else:
        answer = _goal_of(screen, words).answer.format(n=screen.puzzle.moves)
    left = screen.match.game.view.left_sentence(scene)
    why = reason_text(screen, scene) or _refuted(screen, scene, words)
    played = _as_played(screen, scene, words) if screen.is_sent else ""
    return _joined(answer, left, why, played)


def _as_played(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """What was played, where a mistake is to be mended; else empty."""
    if screen.mistake is None or screen.wins_in:
        return ""
    match = screen.match.show(screen.past)
    turn = told_action(match, screen.mistake.played, scene.names, words)
    return words("In the game – {turn}", turn=turn)


def _refuted(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """The best answer to the wrong action; it may have been played on the board already."""
    match = screen.match.show(screen.refuted)
    return answer_text(match, screen.refutation, scene.names, words)


def _solved(screen: PuzzleScreen, scene: Scene, words: Words) -> str:
    """What was reached, and what that counts for."""
    if screen.is_sent:
        return _joined(reason_text(screen, scene), _as_played(screen, scene, words))
    if screen.mistake is not None:
        return _joined(reason_text(screen, scene), _mended(screen, words))
    reached, why = _goal_of(screen, words).solved, reason_text(screen, scene)
    return _joined(reached, why, _gain(screen, words))


def _mended(screen: PuzzleScreen, words: Words) -> str:
    """Whether the mistake will be asked again."""
    if screen.is_practice or screen.mistake is None:
        return words.gettext("Play it again.")
    if score_of(screen.trace) == 1 and screen.mistake.tried(is_found=True).is_mended:
        return words.gettext("You will not get it again.")
    return words.gettext("You will get it once more.")


def _gain(screen: PuzzleScreen, words: Words) -> str:
    """How solving the puzzle changed the rating."""
    if screen.is_from_cards:
        return words.gettext("Puzzles from custom decks do not change your rating.")
    if screen.is_practice or screen.gained is None:
        return words.gettext("You have seen this one before, so your rating stays the same.")
    rating, change = screen.gained
    if not change:
        return words("Your rating stays at {rating}.", rating=rating)
    sign = "+" if change > 0 else "−"
    return words(
        "Your rating is now {rating}: {change}.", rating=rating, change=f"{sign}{abs(change)}"
    )


def said_text(session: Session, screen: PuzzleScreen, words: Words) -> str:
    scene, view = scene_of(session, screen, words), screen.match.game.view

    def own(news: InExercise) -> str:
        told, verdict = told_text(session, screen, scene, words), verdict_text(screen, words)
        last = last_text(scene, view)
        match news:
            case InExercise.SET:
                seen = view.glance(scene) if screen.is_at_a_glance else ""
                return _joined(task_text(screen, words), told, seen)
            case InExercise.JUDGED:
                return f"{last} {told}" if screen.is_judged else f"{verdict} {told} {last}"
            case InExercise.FOUND:
                return f"{verdict} {told}"
            case InExercise.SHOWN:
                return verdict
            case InExercise.REPLIED if screen.choice is not None:
                # The reason was heard with the verdict.
                return _joined(last, _open_text(screen, scene, words))
            case InExercise.REPLIED:
                return _reply_text(screen, scene, last)
            case _:
                assert_never(news)

    return news_text(session, screen, scene, own)


def _reply_text(screen: PuzzleScreen, scene: Scene, reply: str) -> str:
    """A reply after which the person has nothing to do, and what it proves, unless that is the
    same; of a solution that is shown, why an action is right."""
    if screen.is_shown:
        is_own = screen.match.turns[-1].seat == screen.seat
        return _joined(reply, reason_text(screen, scene) if is_own else "")
    refuted = _refuted(screen, scene, scene.words) if screen.is_wrong else ""
    is_said = reply in refuted
    if screen.mistake is not None:
        return "" if is_said else reply
    return refuted if is_said else f"{reply} {refuted}".strip()


PICTURES = {RIGHT: "🟢", TRACE_WRONG: "🔴", HINTED: "💡", TRACE_TOLD: "💡", SHOWN: "👀"}
"""What was done about a puzzle, as emoji that give nothing of its solution away."""


def shared_puzzle(session: Session, screen: PuzzleScreen) -> str:
    match screen.source:
        case OwnMistake(mistake) | SentMistake(mistake):
            return link_to_escape(session, mistake)
        case FromCards(deal):
            return session.device.site + link_to_deal(screen.game, deal)
    place = ContestKind.SPOT if screen.is_of_skill else "puzzle"
    return session.device.site + Link(place, screen.game, section=screen.puzzle.id).text


def shared_result(session: Session, screen: PuzzleScreen) -> str:
    """How the day's puzzle went, and the link to it; of the solution it gives nothing away. Of any
    other puzzle it is the puzzle."""
    day = screen.day
    if not day:
        return shared_puzzle(session, screen)
    words = words_of(language_of(session))
    log = session.kept.of(PuzzleLog).of(screen.log_name)
    days = log.days_in_a_row(screen.today, session.device.east_minutes)
    pictures = "".join(PICTURES[letter] for letter in trace_of_day(session, screen))
    parts = [pictures]
    if screen.took_ms is not None:
        parts.append(f"⏱ {elapsed_text(round(screen.took_ms, -3))}")
    if days > 1 and screen.is_todays:
        parts.append(words.counted("{n} day in a row", "{n} days in a row", days))
    link, title = Link("daily", screen.game, section=day), screen.match.game.info.title
    if screen.is_of_skill:
        link, title = (
            Link(ContestKind.SPOT, screen.game, section=day),
            skill_title(screen.game, words),
        )
    return "\n".join(
        (
            f"{SITE} · {title} · {day}",
            task_text(screen, words),
            " · ".join(parts),
            session.device.site + link.text,
        )
    )


def trace_of_day(session: Session, screen: PuzzleScreen) -> str:
    """The trace of the day's puzzle: this attempt's once its outcome is clear, else the log's."""
    is_clear = screen.state == SOLVED or SHOWN in screen.trace
    if is_clear and not screen.is_practice:
        return screen.trace
    log = session.kept.of(PuzzleLog).of(screen.log_name)
    if screen.is_todays:
        return log.trace_of_day(screen.today)
    attempt = log.attempts.get(screen.puzzle.id)
    return attempt.trace if attempt is not None else ""
