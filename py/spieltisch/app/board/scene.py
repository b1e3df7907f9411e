"""What the board on the table is drawn from."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from spieltisch.app.board.clocks import may_pause
from spieltisch.app.board.thinking import bot_thought, moves_left
from spieltisch.app.board.verdicts import last_verdict, margin_ms, verdict_text
from spieltisch.app.core.keys import Slot, fitting, label_in
from spieltisch.app.core.names import addressed, player_names
from spieltisch.app.core.news import Chosen, Dropped, ExerciseNews, News, TableNews
from spieltisch.app.core.session import At, Session
from spieltisch.app.core.settings import FROM_KEYS
from spieltisch.app.core.table import Help, TableScreen
from spieltisch.app.keeping.solitaires import Solitaires, category_of
from spieltisch.games.contract import Undecided
from spieltisch.kit.scene import HelpModel, PhotoFinish, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import is_own_player
from spieltisch.table import Clock, Seat, bot_level, play

if TYPE_CHECKING:
    from spieltisch.live.protocol import TieBreak

FINISH_MS = 1500
"""How long a photo finish is seen, if nothing ends it; see call.css."""


def scene_of(session: Session, table: TableScreen, match: Match, words: Words) -> Scene:
    """What the board is drawn from. Another moment than the present shows only what lay there then:
    choices, help and clocks belong to the present."""
    seen = table.looked_at(match)
    people, aid = match.people, table.help
    meeting = At(session, table, match).meeting
    names = player_names(match.setup, words, people)
    is_present = table.browsing is None
    verdict = last_verdict(meeting, match) if is_present else None
    return Scene(
        position=seen.position,
        choice=table.choice if is_present else None,
        cursor=table.cursor,
        turns=seen.game_turns,
        said=seen.last_turn if seen.last_turn and seen.last_turn.is_tables else None,
        people=people,
        keys=key_labels(session),
        in_vain=pressed_in_vain(table.news),
        clock=running_clock(session),
        tie=table.timing.tie if is_present else None,
        help=help_model(aid, match) if is_present and aid is not None else None,
        solitaires=session.kept.of(Solitaires).get(category_of(match) or "", ()),
        names=names,
        # Of the house's bots alone.
        levels=bot_levels(match),
        words=words,
        settings=session.settings.of_boards,
        viewer=viewer_of(session, table, match),
        thinker=session.device.worker if is_present and _is_thinking(session) else None,
        announced=moves_left(table, seen),
        gate=None if match.is_over else table.timing.gate,
        others=meeting.awaited,
        can_pause=may_pause(table, match),
        role=meeting.role,
        verdict=verdict_text(words, names, verdict),
        lead_ms=margin_ms(verdict),
        finish=_finish(table, match, verdict) if is_present else None,
    )


def _is_thinking(session: Session) -> bool:
    return session.failed is None and bot_thought(session) is not None


def _finish(table: TableScreen, match: Match, verdict: "TieBreak | None") -> PhotoFinish | None:
    """The photo finish that is seen: one of people on several devices, or of those at this one."""
    ms, found = margin_ms(verdict), table.finish
    if verdict is not None and ms is not None:
        found = PhotoFinish(match.shown, verdict.seats, ms)
    if found is None or not 0 < found.number <= match.shown:
        return None
    first, last = match.turns[found.number - 1], match.turns[match.shown - 1]
    is_seen = first.seat == found.seats[0] and last.at_ms - first.at_ms < FINISH_MS
    return found if is_seen else None


def pressed_in_vain(news: News[TableNews] | News[ExerciseNews] | None) -> str | None:
    """The token that was pressed last, if it led nowhere."""
    return news.what.in_vain if news and isinstance(news.what, Chosen | Dropped) else None


def key_labels(session: Session) -> Mapping[Slot, str]:
    settings, told = session.settings, session.device.key_labels
    learnt, layout = settings.key_labels, settings.keyboard
    if layout == FROM_KEYS:
        layout = fitting(frozenset(learnt.items()), settings.language)
    return {
        slot: told.get(code) or learnt.get(code) or label_in(layout, code)
        for slot, code in settings.keys.items()
    }


def bot_levels(match: Match) -> tuple[int | None, ...]:
    """The level of the house's bot on each seat; None for anybody else."""
    return tuple(
        None if is_own_player(player) else bot_level(player.controller)
        for player in match.setup.all_players
    )


def viewer_of(session: Session, table: TableScreen, match: Match) -> Seat:
    """The seat from whose side the board is seen: a person's, the one to act if the board turns.

    While a bot acts, and when the match is over, the board stays with the person who acted before.
    """
    people = match.people
    if not people:
        return 1
    if session.settings.board_turns == "off" or addressed(people):
        return min(people)
    if table.choice is not None:
        return table.choice.seat
    seats = (turn.seat for turn in reversed(match.turns.cut(match.shown)))
    return next((seat for seat in seats if seat in people), min(people))


def running_clock(session: Session) -> Clock | None:
    table, match = session.table, session.match
    if table is None or match is None or table.browsing is not None:
        return None
    if not table.timing.is_planned_for(match):
        return None
    if table.timing.gate is not None:
        return None
    return table.timing.clock


def help_model(aid: Help, match: Match) -> HelpModel:
    if aid.advice is None:
        return HelpModel(aid.step, is_lost=not aid.is_awaited, is_awaited=aid.is_awaited)
    if isinstance(aid.advice, Undecided):
        return HelpModel(aid.step, is_lost=False, is_undecided=True)
    if isinstance(aid.advice, str):
        (seat,) = match.position.active_seats
        action = match.rules.parse_action(aid.advice)
        turn = play(match.rules, match.position, seat, action)
        return HelpModel(
            aid.step, is_lost=False, moves=(aid.advice,), turn=turn, warning=aid.warning
        )
    return HelpModel(
        aid.step,
        is_lost=False,
        cards=aid.advice.cards,
        moves=tuple(map(match.rules.format_action, aid.advice.actions)),
        warning=aid.warning,
    )
