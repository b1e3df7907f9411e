"""What a study asks, in words: the tasks of its chapters, what is proved of them, and how they
went."""

from spieltisch.app.study import practising
from spieltisch.app.study.proving import TaskProof, Verdict, answers_of, can_check
from spieltisch.app.study.state import Score, StudyScreen
from spieltisch.games import catalog
from spieltisch.games.contract import Game
from spieltisch.kit.names import bot_title, set_apart
from spieltisch.kit.words import Words
from spieltisch.play.study import Task, TaskKind

SIGNS = {Score.ALONE: "✓", Score.HELPED: "(✓)", Score.DRAWN: "½", Score.FAILED: "✗"}


def task_name(task: Task, words: Words) -> str:
    """What a task is called where it is chosen, and above it."""
    match task.kind:
        case TaskKind.MOVE:
            return words.gettext("Which move?")
        case TaskKind.WIN:
            return words.gettext("Find the winning move")
        case TaskKind.DEFEND:
            return words.gettext("Find the defence")
        case TaskKind.ALL:
            return words.gettext("Find all good moves")
        case TaskKind.PLAY:
            return words("Play it out against {bot}", bot=bot_title(task.level, words))


def task_labels(game: Game, words: Words) -> dict[str, str]:
    """The tasks that a chapter may have, by their texts."""
    levels = () if game.search_bots is None else game.search_bots.levels
    kinds = (Task(kind) for kind in TaskKind if kind is not TaskKind.PLAY)
    tasks = (*kinds, *(Task(TaskKind.PLAY, level) for level in levels))
    return {"": words.gettext("No task"), **{str(one): task_name(one, words) for one in tasks}}


def task_title(screen: StudyScreen, words: Words) -> str:
    """The task on screen among those of the set."""
    task, tasks = screen.study.task, screen.tasks
    assert task is not None
    return words(
        "Task {number} of {total}: {task}",
        number=tasks.index(screen.number) + 1,
        total=len(tasks),
        task=task_name(task, words),
    )


def task_text(task: Task, game: str, seat: int, words: Words) -> str:
    """What is to be done, by whoever is to move."""
    side = catalog.game_of(game).view.side_words(seat, words)
    match task.kind:
        case TaskKind.WIN:
            return words("{side} to move: find the winning move.", side=side)
        case TaskKind.DEFEND:
            return words("{side} to move: find the move that does not lose.", side=side)
        case TaskKind.ALL:
            return words("{side} to move: find all good moves.", side=side)
        case TaskKind.PLAY:
            bot = bot_title(task.level, words)
            return words("{side} to move: play it out against {bot}.", side=side, bot=bot)
        case TaskKind.MOVE:
            return words("{side} to move: what would you play?", side=side)


def asked_text(screen: StudyScreen, words: Words) -> str:
    """What is asked, and how much of it was found."""
    task, seat = screen.task, practising.learner(screen)
    assert task is not None
    assert seat is not None
    told = task_text(task, screen.game, seat, words)
    if not screen.found:
        return told
    count = found_text(screen, words)
    return f"{told} {count}"


def found_text(screen: StudyScreen, words: Words) -> str:
    """How many of all good moves were found."""
    total = len(answers_of(screen.study))
    return words("Found: {n} of {total}.", n=len(screen.found), total=total)


def proof_text(screen: StudyScreen, words: Words) -> str:
    """What is proved of the task on screen, or that nothing is."""
    if not can_check(screen.study):
        return words.gettext("Nothing is proved here: what the study says counts.")
    if screen.is_checking:
        return words.gettext("Checking every move …")
    proof = screen.proof
    return words.gettext("Not checked yet.") if proof is None else _told(proof, words)


def _told(proof: TaskProof, words: Words) -> str:
    moves = ", ".join(proof.moves)
    match proof.verdict:
        case Verdict.WINS:
            return words.counted(
                "Proved, a win at once: {moves}. Nothing else wins at once.",
                "Proved, a win within {n} moves: {moves}. Nothing else wins as fast.",
                proof.within,
                moves=moves,
            )
        case Verdict.HOLDS:
            return words.gettext("Proved: every other move loses.")
        case Verdict.LONGEST:
            return words(
                "Proved: every move loses; what holds out longest is {moves}.", moves=moves
            )
        case Verdict.NO_WIN:
            return words.gettext("Not proved: no forced win was found.")
        case Verdict.OTHERS_WIN:
            return words("Not proved: what wins fastest is {moves}.", moves=moves)
        case Verdict.LOSES:
            return words("Wrong, this loses: {moves}.", moves=moves)
        case Verdict.OTHERS_HOLD:
            return words("Not proved: {moves} may hold, too.", moves=moves)
        case Verdict.TOO_MANY:
            return words.gettext("Not proved: there are too many moves.")


def result_text(screen: StudyScreen, words: Words) -> str:
    """How many tasks were done, and how many of them with help."""
    scores, total = screen.scores.done, len(screen.tasks)
    done = sum(one in (Score.ALONE, Score.HELPED) for one in scores.values())
    helped = sum(one is Score.HELPED for one in scores.values())
    if not helped:
        return words("Solved: {n} of {total}.", n=done, total=total)
    return words("Solved: {n} of {total}, {helped} with help.", n=done, total=total, helped=helped)


def set_result(screen: StudyScreen, words: Words) -> str:
    """The result of the set, to be sent to whoever has made it: task by task, too."""
    scores = screen.scores.done
    signs = (
        f"{number} {SIGNS[scores[one]] if one in scores else '–'}"
        for number, one in enumerate(screen.tasks, 1)
    )
    return "\n".join((f"{set_apart(screen.name)}: {result_text(screen, words)}", " · ".join(signs)))
