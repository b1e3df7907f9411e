"""Trying out what was not played: a study of the match on the table that is not kept until a person
says so. The bots of the match may answer in it, and the match goes on beneath.

``StudyScreen.home`` is the table, which comes back as it was. ``Session.tried`` has what is tried
out as text, so that going back and forth and a reload lose none.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Annotated

from spieltisch.app.board import opening
from spieltisch.app.board.browsing import can_try
from spieltisch.app.board.messages import (
    Answered,
    BranchOff,
    ShowBetter,
    ShowVariation,
    TypeAction,
    Wake,
)
from spieltisch.app.board.saying import is_to_resign
from spieltisch.app.board.scene import viewer_of
from spieltisch.app.board.thinking import SHORTEST_MS, answered_by
from spieltisch.app.core.effects import Animate, Focus, Hear
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.message import Frozen, Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.names import player_names
from spieltisch.app.core.news import OnTable
from spieltisch.app.core.notice import BadStudy
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.table import TableScreen
from spieltisch.app.keeping.own_things import own_name
from spieltisch.app.study.state import StudyScreen, Told
from spieltisch.kit.words import words_of
from spieltisch.play.codec import clean_name
from spieltisch.play.match import Match
from spieltisch.play.study import MAX_TEXT, NodeId, Study, StudyError, to_study, turns_of
from spieltisch.play.study_text import format_study, parse_study
from spieltisch.table import (
    BY_LINK,
    HUMAN,
    Player,
    Record,
    Setup,
    Turn,
    bot_level,
    seat_for,
)
from spieltisch.table.codec import codec, parse
from spieltisch.table.marks import COUNT, Length
from spieltisch.table.record import MAX_LENGTH


def named_setup(session: Session, match: Match) -> Setup:
    """The set-up of a match, of which a study tells all names."""
    names = player_names(match.setup, words_of(language_of(session)))
    # A person whom nobody has named is called as their side in each language.
    players = tuple(
        Player(player.name if player.controller == HUMAN else clean_name(name))
        for player, name in zip(match.setup.all_players, names, strict=True)
    )
    return replace(match.setup, players=players)


def study_name(session: Session, match: Match) -> str:
    return own_name(" – ".join(player_names(match.setup, words_of(language_of(session)))))


def actions_of(turns: Iterable[Turn]) -> list[str]:
    return [turn.entry.action for turn in turns]


# ---------------------------------------------------------------- beginning


def try_out(session: Session, table: TableScreen, message: Message) -> Result:
    """Moves are tried out in the match on the table, or a variation that was found is."""
    match = session.matches[table.match_id]
    try:
        match message:
            case ShowVariation(count, other):
                return _show_variation(session, table, count, other)
            case ShowBetter(number, count):
                points = table.analysis.turning_points(match)
                point = next((one for one in points if one.number == number), None)
                if point is None:
                    return session, ()
                return _trying(session, table, match.show(number - 1), point.better, count)
        return _from_here(session, table)
    except StudyError as error:
        return replace(session, notice=BadStudy(error.flaw, error.line, error.value)), ()


def _from_here(session: Session, table: TableScreen) -> Result:
    """Moves are to be tried out from the moment that is looked at, as the match is played: where
    bots sit, they answer. Among bots alone, or with people elsewhere, the person moves for all."""
    match = session.matches[table.match_id]
    seen = table.looked_at(match)
    if not can_try(seen):
        return session, ()
    is_by_hand = not match.people or match.is_by_link
    screen = _begun(session, table, seen, setup_to_try(match, has_answers=not is_by_hand))
    return session.on(screen.telling(Told.TRIED)), (Focus("board"),)


def _show_variation(session: Session, table: TableScreen, count: int, other: int) -> Result:
    seen = table.looked_at(session.matches[table.match_id])
    found = table.analysis.evaluation(seen, seen.shown)
    prospects = () if found is None else found.prospects
    if not 0 <= other < len(prospects):
        return session, ()
    return _trying(session, table, seen, prospects[other].variation, count)


def _trying(
    session: Session, table: TableScreen, start: Match, variation: Sequence[str], count: int
) -> Result:
    """A variation comes on the board; no bot answers in it until a person wants that."""
    if not 1 <= count <= len(variation):
        return session, ()
    screen = _begun(session, table, start, setup_to_try(start, has_answers=False))
    study, at, shown, match = screen.study, screen.at, screen.at, screen.match
    turns = dict(screen.turns)
    for number, text in enumerate(variation, 1):
        action = match.rules.parse_action(text)
        match = match.play(seat_for(match.position, action), action)
        study, at = study.played(at, match.turns[-1].entry.action)
        turns[at] = match.turns[-1]
        shown = at if number <= count else shown
    screen = replace(screen, study=study, turns=turns).going_to(shown)
    return session.on(screen.telling(Told.TRIED)), (
        Animate(turns[shown], is_new=False),
        Focus(f"variation-{screen.match.shown}"),
    )


def _begun(session: Session, table: TableScreen, seen: Match, setup: Setup) -> StudyScreen:
    """What is tried out from a moment of the match on, of which nothing is played yet; raises
    StudyError if there is too much of that."""
    match, turns = session.matches[table.match_id], tuple(seen.game_turns)
    study = Study.of_moves(named_setup(session, match), actions_of(turns))
    by_id, at = dict(enumerate(turns, 1)), len(turns)
    return replace(_screen(session, table, study, by_id, at, setup), begun=at)


def _screen(
    session: Session,
    table: TableScreen,
    study: Study,
    turns: dict[NodeId, Turn],
    at: NodeId,
    setup: Setup,
) -> StudyScreen:
    match, found = session.matches[table.match_id], table.analysis.evaluations
    return StudyScreen(
        game=match.setup.game,
        match=replace(match, setup=setup),
        seat=viewer_of(session, table, match),
        cursor=table.cursor,
        home=replace(table, playback_ms=None),
        study_id="",
        name=study_name(session, match),
        study=study,
        turns=turns,
        since=match.shown,
        is_open=table.analysis.is_open,
        # The first moves of a study are numbered as they were played.
        evaluations={ply: one for ply, one in found.items() if ply <= at},
    ).going_to(at)


def setup_to_try(match: Match, *, has_answers: bool) -> Setup:
    """The set-up in which a match is tried out: a person here moves for everybody but, where they
    answer, its bots. It has no clocks, as trying something out may take any time."""
    players = tuple(
        player
        if has_answers and player.controller != BY_LINK
        else replace(player, controller=HUMAN)
        for player in match.setup.players
    )
    return replace(match.setup, clock=None, players=players)


# ------------------------------------------------------------- what it is


def match_of(session: Session, screen: StudyScreen) -> Match:
    """The match in which something is tried out."""
    assert screen.home is not None
    return session.matches[screen.home.match_id]


def is_answered(session: Session, screen: StudyScreen) -> bool:
    return screen.match.setup == setup_to_try(match_of(session, screen), has_answers=True)


def has_bots(match: Match) -> bool:
    return any(match.bot_level(seat) is not None for seat in range(1, match.setup.seats + 1))


def played_in(session: Session, screen: StudyScreen) -> tuple[NodeId, ...]:
    """The moves that lead through the one on screen that are those of the match."""
    moves, study = screen.study.moves_through(screen.at), screen.study
    turns, count = match_of(session, screen).turns, 0
    played = (turn for turn in turns if not turn.is_tables)
    for one, turn in zip(moves, played, strict=False):
        if study.nodes[one].action != turn.entry.action:
            break
        count += 1
    return moves[: min(count, screen.begun)]


def all_played_in(session: Session, screen: StudyScreen) -> frozenset[NodeId]:
    """All moves of the study that are those of the match."""
    played = (turn for turn in match_of(session, screen).turns if not turn.is_tables)
    path = screen.study.path(screen.study.followed(actions_of(played)))
    return frozenset(path[: screen.begun])


def branch_of(session: Session, screen: StudyScreen) -> int:
    """After how many turns of the match what is on screen leaves it."""
    left = len(played_in(session, screen))
    for number, turn in enumerate(match_of(session, screen).turns):
        if not left:
            return number
        left -= not turn.is_tables
    return len(match_of(session, screen).turns)


def meanwhile(session: Session, screen: StudyScreen) -> int:
    """How many turns have been played in the match since."""
    return match_of(session, screen).shown - screen.since


# ------------------------------------------------------------ what happens


def update(session: Session, screen: StudyScreen, message: Message) -> Result | None:
    """The session after a message that means something else where moves are tried out; None for
    what means the same in every study."""
    home = screen.home
    assert home is not None
    match message:
        case Command.LEAVE_VARIATION:
            return left(session, screen), (Focus("board"),)
        case Command.BOTS_ANSWER:
            return _toggled(session, screen), ()
        case BranchOff(ply, at_ms):
            is_kept = home.match_id in session.library.summaries
            # A match that is not kept is known by its link, as the new one may be.
            session = session if is_kept else session.forgetting_tried(home.match_id)
            return opening.branch_off(session, screen.match, ply, at_ms)
        case Answered(answer, at_ms) if screen.bot_to_answer is not None:
            if answered_by(session, answer) is None:
                return session, ()
            return session.on(_replying(screen, answer.action, at_ms)), ()
        case TypeAction(text) if is_to_resign(At.table_of(session, home), text):
            pass
        case Wake():
            return None
        case _ if not message.traits.is_about_match:
            return None
    return left(session, screen), (Hear(message),)


def _toggled(session: Session, screen: StudyScreen) -> Session:
    match = match_of(session, screen)
    setup = setup_to_try(match, has_answers=not is_answered(session, screen))
    screen = replace(screen, match=replace(screen.match, setup=setup)).going_to(screen.at)
    return session.on(screen.telling(Told.ANSWERING))


def after_move(screen: StudyScreen, at_ms: float) -> StudyScreen:
    """What is tried out once a person has moved: a bot that has answered this before does so
    again."""
    match, children = screen.match, screen.study.nodes[screen.at].children
    seats = match.position.active_seats
    if match.is_over or not any(match.bot_level(seat) is not None for seat in seats):
        return screen
    screen = replace(screen, wake_ms=at_ms + SHORTEST_MS)
    if not children:
        return screen
    return replace(screen, replies=(screen.study.nodes[children[0]].action,))


def _replying(screen: StudyScreen, action: str, at_ms: float) -> StudyScreen:
    """A bot has found its answer, which is seen as soon as the person's move has been."""
    soonest_ms = at_ms if screen.wake_ms is None else max(at_ms, screen.wake_ms)
    return replace(screen, replies=(action,), wake_ms=soonest_ms)


def left(session: Session, screen: StudyScreen) -> Session:
    """The match itself, at the moment where what was tried out leaves it. That is forgotten."""
    home, match = screen.home, match_of(session, screen)
    assert home is not None
    hidden_ms = None if match.runs_unseen else session.device.hidden_since_ms
    timing = replace(home.timing.afresh(), is_halted=home.timing.is_halted, paused_at_ms=hidden_ms)
    home = replace(
        home.looking_at(match, branch_of(session, screen)),
        cursor=screen.cursor,
        zero_ms=None,
        timing=timing,
        analysis=replace(home.analysis, is_open=screen.is_open),
    )
    home = home.for_match(match).saying(OnTable.LEFT)
    return session.forgetting_tried(home.match_id).on(home)


def at_home(session: Session, run: Callable[[Session], Result]) -> Result:
    """What ``run`` does to the match on the table and to its table, though moves are tried out in
    it: those stay on screen, and what has happened is told."""
    screen, home = session.screen, session.home
    if home is None or not isinstance(screen, StudyScreen):
        return run(session)
    before = session.matches[home.match_id]
    session, effects = run(replace(session, screen=home))
    table = session.table
    if table is None or table.match_id != home.match_id:
        return session, effects
    match = session.matches[table.match_id]
    screen = replace(screen, home=table, since=min(screen.since, match.shown))
    if (match.shown, match.turns) != (before.shown, before.turns):
        screen = screen.telling(Told.MEANWHILE)
    elif table.news != home.news and table.live_news is not None:
        screen = screen.telling(Told.AT_TABLE)
    return session.on(screen), tuple(one for one in effects if not isinstance(one, Animate))


# ---------------------------------------------------------------- as text


class _Stored(Frozen):
    study: Annotated[str, Length(1, MAX_TEXT)]
    begun: Annotated[int, COUNT]
    """With how many moves of the match it began."""
    is_answered: bool
    """Whether the bots of the match answer."""


class _Variation(Frozen):
    """What was tried out, as it was noted before it was a study."""

    branch: Annotated[int, COUNT]
    """How many turns of the match come before it."""
    position: str
    """The text of the position after them."""
    record: Record
    """Its own turns, as if it began there."""
    shown: Annotated[int, COUNT]
    """How many turns, of both, were shown."""


_STORED, _VARIATION = codec(_Stored, ignores_more=True), codec(_Variation, ignores_more=True)


def noted(session: Session) -> Session:
    """The session with what is tried out on screen noted as text."""
    screen = session.screen
    if not isinstance(screen, StudyScreen) or screen.home is None:
        return session
    text = format_study(screen.name, screen.study, screen.at)
    stored = _Stored(text, screen.begun, is_answered(session, screen))
    return session.noting_tried(screen.home.match_id, json.dumps(_STORED.write(stored)))


def taken_up(session: Session, table: TableScreen, text: str) -> Session:
    """The session with what was tried out before in the match on the table, if that can be played
    in it."""
    try:
        screen = _parsed(session, table, text)
    except ValueError:
        return session.forgetting_tried(table.match_id)
    home = table.looking_at(match_of(session, screen), branch_of(session, screen))
    return noted(session.on(replace(screen, home=home).telling(Told.TRIED)))


def _parsed(session: Session, table: TableScreen, text: str) -> StudyScreen:
    """Raises ValueError for a damaged text."""
    match = session.matches[table.match_id]
    study, at, begun, has_answers = parse_noted(text, match, named_setup(session, match))
    played = [turn for turn in match.turns if not turn.is_tables]
    known = dict(zip(study.path(study.followed(actions_of(played))), played, strict=False))
    turns = turns_of(study, None, known)
    by_id = dict(zip((one for _, _, one in study.walk()), turns, strict=True))
    setup = setup_to_try(match, has_answers=has_answers)
    return replace(_screen(session, table, study, by_id, at, setup), begun=begun)


def parse_noted(text: str, match: Match, named: Setup) -> tuple[Study, NodeId, int, bool]:
    """What is tried out in a match, whose set-up with all names is given, the move on screen, with
    how many moves of the match it began, and whether bots answer; raises ValueError for a damaged
    text."""
    try:
        stored = parse(text, 2 * MAX_LENGTH, _STORED, "what is tried out")
    except ValueError:
        return _of_variation(text, match, named)
    found = parse_study(stored.study)
    if found.study.setup.game != match.setup.game:
        raise ValueError(f"it is of {found.study.setup.game}")
    study = replace(found.study, setup=to_study(named))
    return study, found.at, stored.begun, stored.is_answered


def _of_variation(text: str, match: Match, named: Setup) -> tuple[Study, NodeId, int, bool]:
    stored = parse(text, MAX_LENGTH, _VARIATION, "what is tried out")
    begun = match.show(stored.branch)
    if (
        begun.shown < stored.branch
        or match.rules.format_position(begun.position) != stored.position
    ):
        raise ValueError("the match has gone on otherwise")
    before = [turn for turn in match.turns.cut(stored.branch) if not turn.is_tables]
    actions = [*actions_of(before), *(entry.action for entry in stored.record.entries)]
    shown = stored.shown - (begun.shown - len(before))
    if not 0 <= shown <= len(actions):
        raise ValueError(f"shown is {stored.shown} of {len(actions)} turns")
    players = stored.record.setup.players
    has_answers = any(bot_level(player.controller) is not None for player in players)
    return Study.of_moves(named, actions), shown, len(before), has_answers


def kept_text(session: Session, screen: StudyScreen) -> str:
    """The study of the whole match with what is tried out in it, as text."""
    match = match_of(session, screen)
    whole = Study.of_moves(named_setup(session, match), actions_of(match.game_turns))
    study, at = whole.grafted(screen.study, screen.at)
    return format_study(screen.name, study, at)
