"""What a contest looks like: the screen before and after it, and what stands beside its board."""

from spieltisch.app.board.sentences import RUNNING, STANDING, clock_text, elapsed_text
from spieltisch.app.core.contract import SITE
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.routes import Link, link_to_all_puzzles
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    ContestFigures,
    ContestKind,
    DuelResult,
    PuzzleLog,
    skill_log,
)
from spieltisch.app.puzzle.contest import MISS, PENALTY_MS, Contest, ContestScreen
from spieltisch.app.puzzle.facts import facts_so_far
from spieltisch.app.puzzle.goals import task_of
from spieltisch.app.puzzle.wanted import PuzzleFilter, PuzzleLink, link_to_next_of_skill
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, Value, el
from spieltisch.kit.scene import Scene, SkillWords
from spieltisch.kit.words import Words, words_of
from spieltisch.play.skill import band_of

ROLLED = {"🔵": "is-blue", "🟡": "is-yellow", MISS: "is-miss"}
"""How the letters of a duel look, also where a device has no pictures for them."""


def contest_screen(session: Session, screen: ContestScreen, frame: Frame) -> Markup:
    """What a contest is about, or how it went, and the results so far."""
    words, log = frame.words, session.kept.of(PuzzleLog).of(screen.game)
    tallies = [log.tallies.get(name) for name in (screen.kind, f"{screen.kind}-calm")]
    result = duel_result(session, screen)
    view = catalog.game_of(screen.game).view
    return page(
        frame,
        "contest",
        el("h1", title_text(screen.game, screen.kind, words)),
        el(
            "p#contest-told.lead",
            {"tabindex": -1},
            _rules_text(screen, words) if screen.over is None else _over(screen.over, words),
        ),
        None if result is None else _row_of_balls(result, screen.over, words),
        _missed(session, screen, words),
        _one_by_one(session, screen, words),
        row(
            button(words.gettext("Against the clock"), "begin-contest", kind="is-primary"),
            button(words.gettext("Untimed"), "begin-contest", arg="calm"),
            button(words.gettext("Share the result"), "share-result", icon_name="share")
            if result is not None or screen.over is not None
            else None,
        ),
        _results(screen.kind, tallies, words),
        row(
            link_button(words.gettext("All puzzles"), link_to_all_puzzles(screen.game), "is-quiet")
        ),
        el(
            "div.contest-picture",
            {"aria-hidden": "true"},
            view.board(Scene(position=view.picture_position(), words=words, is_picture=True)),
        ),
    )


def _missed(session: Session, screen: ContestScreen, words: Words) -> Markup | None:
    """The puzzles of the run that were missed, to be tried again, one after the other."""
    missed = () if screen.over is None else screen.over.missed
    if screen.kind == ContestKind.SPOT:
        ways = [
            (words("Level {n}", n=band_of(name)), Link(screen.kind, screen.game, section=name).text)
            for name in missed
        ]
    else:
        pack = {one.id: one for one in session.visit.packs.get(screen.game, ())}
        wanted = PuzzleFilter(among=".".join(dict.fromkeys(missed)))
        ways = [
            (
                task_of(pack[name], words),
                PuzzleLink("puzzle", screen.game, name, wanted).text,
            )
            for name in missed
            if name in pack
        ]
    if not ways:
        return None
    return el(
        "section#contest-missed",
        el("h2", words.gettext("Try these again")),
        el(
            "ol",
            [el("li", el("a", {"href": link}, label)) for label, link in ways],
        ),
    )


def _one_by_one(session: Session, screen: ContestScreen, words: Words) -> Markup | None:
    """What there is of a game's own skill beside a run, and what has come of it."""
    if screen.kind != ContestKind.SPOT:
        return None
    log, daily = skill_log(screen.game), Link(ContestKind.SPOT, screen.game, section=screen.today)
    return el(
        "div.one-by-one",
        facts_so_far(session, session.kept.of(PuzzleLog).of(log), screen.today, words),
        row(
            link_button(words.gettext("Next puzzle"), link_to_next_of_skill(screen.game)),
            link_button(words.gettext("Today's puzzle"), daily.text),
        ),
        el("h2", words.gettext("Puzzle run")),
        el("p", _run_text(words)),
    )


def skill_title(game: str, words: Words) -> str:
    return _skill_words(game, words).title


def _skill_words(game: str, words: Words) -> SkillWords:
    """What a game says of the skill of its own that it has."""
    skill = catalog.game_of(game).view.skill_words(words)
    assert skill is not None
    return skill


def title_text(game: str, kind: ContestKind, words: Words) -> str:
    title = catalog.game_of(game).info.title
    if kind == ContestKind.SPOT:
        return skill_title(game, words)
    if kind == ContestKind.RUN:
        return words("{game}: puzzle run", game=title)
    return words("{game}: duel of the day", game=title)


def _rules_text(screen: ContestScreen, words: Words) -> str:
    if screen.kind == ContestKind.SPOT:
        return _skill_words(screen.game, words).rules
    if screen.kind == ContestKind.RUN:
        return _run_text(words)
    return words.gettext(
        "Nine balls and ten cards, the same for everybody today. Clear the cards in any order,"
        " as fast as you can. A move that clears nothing is a miss. So is a move after which you"
        " can't clear the rest. A miss is taken back and costs ten seconds. Only your first duel"
        " of the day counts."
    )


def _run_text(words: Words) -> str:
    return words.gettext(
        "Solve as many puzzles as you can, against the clock in three minutes, or untimed."
        " They get harder as you go. After a mistake you see the right answer, and no clock"
        " runs meanwhile. The third mistake ends the run. Your rating stays as it is."
    )


def _over(contest: Contest, words: Words) -> str:
    if contest.is_run:
        return words.counted(
            "The run is over: you solved {n} puzzle.",
            "The run is over: you solved {n} puzzles.",
            contest.solved,
        )
    if not contest.is_cleared:
        return words.gettext("You stopped. Try the duel again.")
    return _duel_text(contest.seconds, contest.misses, contest.is_calm, words)


def _duel_text(seconds: int, misses: int, is_calm: bool, words: Words) -> str:
    missed = words.counted("{n} miss", "{n} misses", misses)
    if not misses and is_calm:
        return words.gettext("All cards cleared without a miss.")
    if not misses:
        return words(
            "All cards cleared in {time} without a miss.", time=elapsed_text(seconds * 1000)
        )
    if is_calm:
        return words("All cards cleared, with {misses}.", misses=missed)
    told = words.gettext("All cards cleared in {time}, with {misses} ({seconds} s each).")
    penalty = round(PENALTY_MS / 1000)
    return told.format(time=elapsed_text(seconds * 1000), misses=missed, seconds=penalty)


def duel_result(session: Session, screen: ContestScreen) -> DuelResult | None:
    """Today's duel, if it is done."""
    duel = session.kept.of(PuzzleLog).of(screen.game).duel
    is_here = screen.kind == ContestKind.DUEL and duel is not None and duel.day == screen.today
    return duel if is_here else None


def _row_of_balls(result: DuelResult, over: Contest | None, words: Words) -> Markup:
    """Today's result, as it can be shared; in words unless what is over has just said the same."""
    told = _duel_text(result.seconds, result.misses, result.is_calm, words)
    is_told = over is not None and _over(over, words) == told
    return el(
        "div.puzzle-result",
        None if is_told else el("p", el("strong", words.gettext("Today:")), " ", told),
        el(
            "p.puzzle-deeds",
            {"aria-hidden": "true"},
            [
                el("span", {"class": f"rolled {ROLLED[letter]}"}, letter)
                for letter in result.rolled
                if letter in ROLLED
            ],
        ),
    )


def _results(
    kind: ContestKind, tallies: list[ContestFigures | None], words: Words
) -> Markup | None:
    """The best and the average of contests with and without a clock; nothing before the first."""
    labels = (words.gettext("Against the clock"), words.gettext("Untimed"))
    rows = [
        el(
            "tr",
            el("th", {"scope": "row"}, label),
            el("td", _figure(kind, tally.best, is_calm=bool(place))),
            el("td", _figure(kind, tally.average, is_calm=bool(place))),
            el("td", tally.times),
        )
        for place, (label, tally) in enumerate(zip(labels, tallies, strict=True))
        if tally is not None
    ]
    if not rows:
        return None
    unit = (
        words.gettext("Time, or misses")
        if kind == ContestKind.DUEL
        else words.gettext("Puzzles solved")
    )
    heads = (words.gettext("Best"), words.gettext("Average"), words.gettext("Number"))
    return el(
        "table#contest-results.contest-results",
        el("caption", unit),
        el("thead", el("tr", el("td"), [el("th", {"scope": "col"}, head) for head in heads])),
        el("tbody", rows),
    )


def _figure(kind: ContestKind, value: float, *, is_calm: bool) -> str:
    return (
        elapsed_text(value * 1000)
        if kind == ContestKind.DUEL and not is_calm
        else f"{value:.1f}".removesuffix(".0")
    )


# ------------------------------------------------------------- beside the board


def contest_row(contest: Contest, words: Words, *, is_shown: bool) -> Markup:
    """The way out, the way on from an answer that is shown, and the clock, which stands then."""
    until_ms, held_ms = contest.until_ms, contest.held_ms
    clock: dict[str, Value] = {
        "id": "contest-clock",
        "class": RUNNING if held_ms is None else STANDING,
        "role": "timer",
        "aria-live": "off",
        "aria-label": words.gettext("Time"),
    }
    since_ms = contest.begun_ms if held_ms is None else held_ms
    shown = elapsed_text(0) if until_ms is None else clock_text(max(0.0, until_ms - since_ms))
    return row(
        button(words.gettext("Stop"), "stop-contest"),
        button(words.gettext("Next"), "next-of-run", kind="is-primary", node_id="puzzle-onward")
        if is_shown
        else None,
        None if contest.is_calm else el("span", clock, shown),
        kind="task-buttons",
    )


def standing_text(contest: Contest, words: Words) -> str:
    if contest.kind == ContestKind.DUEL:
        return words("Misses: {n}.", n=contest.misses)
    mistakes = words.counted("{n} mistake", "{n} mistakes", contest.misses)
    solved = words.counted("{n} solved", "{n} solved", contest.solved)
    return f"{solved}, {mistakes}."


def shared_contest(session: Session, screen: ContestScreen) -> str:
    """The result to share: of the duel, the row of balls as they rolled, which spoils nothing."""
    words, result = words_of(language_of(session)), duel_result(session, screen)
    over = screen.over
    parts = [f"{SITE} · {title_text(screen.game, screen.kind, words)} · {screen.today}"]
    if result is not None:
        told = _duel_text(result.seconds, result.misses, result.is_calm, words)
        parts += [result.rolled, told]
    elif over is not None:
        parts.append(_over(over, words))
    link = Link(screen.kind, screen.game).text
    return "\n".join((*parts, session.device.site + link))
