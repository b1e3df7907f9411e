"""The match on the table: what its board and its panel show."""

from collections.abc import Mapping
from dataclasses import replace

from spieltisch.app.exercise.mistakes import allowed_text, link_to_mistakes
from spieltisch.app.names import player_names
from spieltisch.app.runs import category_of
from spieltisch.app.session import Session
from spieltisch.app.settings.keys import Slot
from spieltisch.app.settings.layouts import fitting, label_in
from spieltisch.app.settings.settings import FROM_KEYS
from spieltisch.app.table import playback
from spieltisch.app.table.branching import can_branch_off
from spieltisch.app.table.clocks_model import seat_clocks, seat_clocks_at
from spieltisch.app.table.ending_model import ending_of, own_seat
from spieltisch.app.table.hints import helper_of
from spieltisch.app.table.ready import may_pause
from spieltisch.app.table.review import can_review, review_on
from spieltisch.app.table.state import Help, News, TableScreen
from spieltisch.app.table.thinking import bot_thought, is_watched, moves_left
from spieltisch.app.table.variation import can_try, untimed
from spieltisch.app.table.view.aids import Aids, Watching
from spieltisch.app.table.view.browsing import Going, browsing_text, changed_text
from spieltisch.app.table.view.clocks import action_sentence, clocks_text, outcome_sentence
from spieltisch.app.table.view.evaluation import evaluation_text
from spieltisch.app.table.view.match import MatchPicture, hint_text, last_text, status_text
from spieltisch.app.table.view.playback import PlaybackModel
from spieltisch.app.table.view.review import ReviewModel, done_text, turning_text
from spieltisch.app.table.view.variation import VariationModel, answering_text, variation_text
from spieltisch.app.together.by_link_model import by_link_model
from spieltisch.app.together.model import live_model, verdict_told
from spieltisch.app.together.refereeing import who_is_awaited
from spieltisch.app.together.seating import role_at
from spieltisch.app.together.state import is_live
from spieltisch.app.together.view import live_text
from spieltisch.kit.frame import sound_text
from spieltisch.kit.scene import GameView, HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match, may_browse, may_take_back
from spieltisch.play.playback import speed_for, speeds_of
from spieltisch.table import Clock, Evaluation, Seat, play


def table_model(session: Session, table: TableScreen, match: Match, words: Words) -> MatchPicture:
    """All that the screen with a match on it shows."""
    has_search = match.game.search_bots is not None
    scene = scene_of(session, table, match, words)
    return MatchPicture(
        match.game.info,
        match.game.view,
        scene,
        _present(session, table, match, scene),
        match.turns,
        _going(session, table, match, scene),
        None if table.variation else ending_of(session.live, table, match, scene.people),
        _aids(session, table, match, words) if has_search else None,
        _watching(session, table, match),
        _variation(session, table),
        _playback(session, table, match),
        by_link_model(session, table, scene.names),
        live_model(session, table, scene.names),
        clocks=seat_clocks(table, match),
    )


# ------------------------------------------------------------- the board


def scene_of(session: Session, table: TableScreen, match: Match, words: Words) -> Scene:
    """What the board is drawn from. Another moment than the present shows only what lay there then:
    choices, help and clocks belong to the present."""
    # A variation keeps the people and the names of the match that it lies over.
    played, seen = session.matches[table.match_id], table.looked_at(match)
    people, told, live = played.people, table.help, session.live
    names = player_names(played.setup, words)
    is_present = table.browsing is None
    return Scene(
        position=seen.position,
        choice=table.choice if is_present else None,
        cursor=table.cursor,
        turns=match.turns.cut(seen.shown),
        people=people,
        keys=key_labels(session),
        in_vain=pressed_in_vain(table.news),
        clock=running_clock(session),
        tie=table.timing.tie if is_present else None,
        help=help_model(told, match) if is_present and told is not None else None,
        runs=session.device.runs.get(category_of(match) or "", ()),
        names=names,
        words=words,
        has_place_names=session.settings.place_names == "on",
        has_tab_stops=session.settings.tab_stops == "on",
        viewer=_viewer(session, table, match, people),
        thinker=session.device.worker if is_present and bot_thought(session) else "",
        announced=moves_left(table, seen),
        gate=None if match.is_over else table.timing.gate,
        others=who_is_awaited(session, table, played),
        can_pause=may_pause(table, match),
        role=role_at(live, table.match_id, played),
        verdict=verdict_told(live, table.match_id, played, names, words) if is_present else "",
    )


def _present(session: Session, table: TableScreen, match: Match, scene: Scene) -> Scene:
    """The scene of the present, given that of the moment on screen."""
    if table.browsing is None:
        return scene
    return scene_of(session, replace(table, browsing=None), match, scene.words)


def _going(session: Session, table: TableScreen, match: Match, scene: Scene) -> Going:
    """Which moment is looked at, and what may be done about it."""
    browsing, is_tried = table.browsing, table.variation is not None
    # In a live match nobody takes back what others have seen.
    is_others = table.is_elsewhere or is_live(session.live, table.match_id)
    return Going(
        shown=table.looked_at(match).shown,
        present=len(match.turns) if is_tried else match.shown,
        length=len(match.turns),
        meanwhile=match.shown - browsing.since if browsing else 0,
        may_browse=may_browse(match),
        may_take_back=may_take_back(match) and not is_tried and not is_others,
        is_elsewhere=table.is_elsewhere,
        has_people=bool(scene.people),
        can_branch_off=can_branch_off(table, match, table.looked_at(match).shown),
    )


def pressed_in_vain(news: News | None) -> str | None:
    """The token that was pressed last, if it led nowhere."""
    if news is None or news.kind not in ("chosen", "dropped"):
        return None
    return news.key or None


def key_labels(session: Session) -> Mapping[Slot, str]:
    """The label of every slot's key."""
    settings, told = session.settings, session.device.key_labels
    learnt, layout = settings.key_labels, settings.keyboard
    if layout == FROM_KEYS:
        layout = fitting(frozenset(learnt.items()), settings.language)
    return {
        slot: told.get(code) or learnt.get(code) or label_in(layout, code)
        for slot, code in settings.keys.items()
    }


def _viewer(session: Session, table: TableScreen, match: Match, people: frozenset[Seat]) -> Seat:
    """The seat from whose side the board is seen: a person's, the one to act if the board turns.

    While a bot acts, and when the match is over, the board stays with the person who acted before.
    """
    if not people:
        return 1
    if session.settings.board_turns == "off" or len(people) == 1:
        return min(people)
    if table.choice is not None:
        return table.choice.seat
    plies = range(match.shown - 1, -1, -1)
    seats = (match.turns[ply].seat for ply in plies)
    return next((seat for seat in seats if seat in people), min(people))


def running_clock(session: Session) -> Clock | None:
    """The clock that runs in the position on screen."""
    table, match = session.table, session.match
    if table is None or match is None or table.browsing is not None:
        return None
    if table.timing.planned_for is not match.position:
        return None
    if table.timing.gate is not None:
        return None
    return table.timing.clock


def help_model(told: Help, match: Match) -> HelpModel:
    """What a person was told on request, about the position of a match."""
    if told.advice is None:
        return HelpModel(told.step, is_lost=not told.is_awaited, is_awaited=told.is_awaited)
    if isinstance(told.advice, str):
        (seat,) = match.position.active_seats
        action = match.rules.parse_action(told.advice)
        turn = play(match.rules, match.position, seat, action)
        return HelpModel(told.step, is_lost=False, moves=(told.advice,), turn=turn)
    actions = tuple(map(match.rules.format_action, told.advice.actions))
    return HelpModel(told.step, is_lost=False, cards=told.advice.cards, moves=actions)


# ------------------------------------------------------------- the panel


def _aids(session: Session, table: TableScreen, match: Match, words: Words) -> Aids:
    """The help that is offered now, and what it has found."""
    return Aids(
        has_hints=not match.is_over and bool(match.people),
        can_hint=helper_of(match) is not None and not table.is_elsewhere,
        is_evaluating=table.analysis.is_open,
        found=_evaluation(table, match),
        worker=session.device.worker,
        can_review=can_review(match) and table.variation is None,
        can_try=can_try(table.looked_at(match)) and table.variation is None,
        review=_review(session, table, words),
    )


def _evaluation(table: TableScreen, match: Match) -> Evaluation | None:
    """How the position on screen is evaluated, as far as that is known."""
    seen = table.looked_at(match)
    outcome = seen.position.outcome
    if outcome is None:
        return table.analysis.evaluation(seen, seen.shown)
    # Nothing is uncertain in a match that is over: a winner has 1, in a draw each has a half.
    seat = min(outcome.winners, default=1)
    return Evaluation(seen.position, seat, 1.0 if outcome.winners else 0.5, None, ())


def _review(session: Session, table: TableScreen, words: Words) -> ReviewModel | None:
    """The review of the match, if one was asked for. During a variation it shows the ply at which
    that leaves the match."""
    home, match = table.home, session.matches[table.match_id]
    found = review_on(home.analysis, match)
    if found is None or not home.analysis.is_reviewed:
        return None
    own, variation = own_seat(match.people), table.variation
    ply = home.looked_at(match).shown if variation is None else variation.branch
    number = ply if variation is None else ply + 1
    point = next((one for one in found.points if one.number == number), None)
    names = player_names(match.setup, words)
    return ReviewModel(
        found,
        home.analysis.is_reviewing and variation is None,
        own,
        ply,
        number,
        allowed_text(match, point, names, words) if point else "",
        link_to_mistakes(session, table.game),
    )


def _variation(session: Session, table: TableScreen) -> VariationModel | None:
    """What is tried out in the place of the match."""
    variation, played = table.variation, session.matches[table.match_id]
    if variation is None:
        return None
    ours = variation.match
    seats = range(1, played.setup.seats + 1)
    has_bots = any(played.bot_level(seat) is not None for seat in seats)
    actions = tuple(turn.entry.action for turn in ours.turns[variation.branch :])
    return VariationModel(
        variation.branch,
        ours.shown,
        actions,
        ours.setup == untimed(played.setup) if has_bots else None,
        can_branch_off(table, ours, ours.shown),
    )


def _playback(session: Session, table: TableScreen, match: Match) -> PlaybackModel | None:
    """How a match that is over is played back."""
    if not playback.is_possible(table, match):
        return None
    return PlaybackModel(
        is_running=table.playback_ms is not None,
        speed=speed_for(match, session.settings.playback),
        speeds=speeds_of(match),
        shown=table.looked_at(match).shown,
        length=match.shown,
    )


def _watching(session: Session, table: TableScreen, match: Match) -> Watching | None:
    """How a match among bots is watched, while it goes on."""
    if not is_watched(match) or match.last_position.outcome is not None:
        return None
    return Watching(session.settings.pace, table.timing.is_halted)


# ---------------------------------------------------------- what is said


def spoken(session: Session, table: TableScreen, match: Match, scene: Scene) -> str:
    """What the live region says of the news."""
    news, words, view = table.news, scene.words, match.game.view
    if news is None:
        return ""
    match news.kind:
        case "chosen" | "dropped" | "helped":
            return hint_text(scene, view)
        case "asked":
            return view.answer(scene, news.key)
        case "browsed" | "tried" | "played-back":
            told = (
                _where(session, table, match, scene),
                last_text(scene, view),
                _end_seen(table, scene, view),
            )
            return " ".join(filter(None, told))
        case "played" | "taken-back" | "redone" | "started" | "resumed" | "returned" | "left":
            scene = _present(session, table, match, scene)
            return " ".join(filter(None, (_changed(news, scene, view), _what_next(scene, view))))
        case "ready" | "begun" | "paused":
            return _what_next(scene, view)
        case "answering":
            shown = _variation(session, table)
            return answering_text(words, is_answered=bool(shown and shown.is_answered))
        case "evaluated":
            return evaluation_text(scene, _evaluation(table, match), session.device.worker)
        case "sound" | "live" | "clocks" | "time-left":
            return _spoken_of_table(session, table, match, scene)
    return _spoken_of_review(session, table, match, scene, news.kind)


def _spoken_of_table(session: Session, table: TableScreen, match: Match, scene: Scene) -> str:
    """What is said of the volume, the clocks, or who is connected."""
    news, words = table.news, scene.words
    if news is None or news.kind == "sound":
        return sound_text(words, session.settings.sound)
    if news.kind == "live":
        model = live_model(session, table, scene.names)
        return live_text(words, model) if model is not None else ""
    clocks = seat_clocks_at(table, match, float(news.key))
    if clocks is None:
        return ""
    return clocks_text(words, scene.names, clocks, is_short=news.kind == "time-left")


def _end_seen(table: TableScreen, scene: Scene, view: GameView) -> str:
    """How the match ended, if its end is on screen."""
    outcome = scene.position.outcome
    if table.variation is not None or outcome is None:
        return ""
    return outcome_sentence(view, outcome, scene.names, scene.words)


def _where(session: Session, table: TableScreen, match: Match, scene: Scene) -> str:
    """Which moment is on screen, or that it was not played. In a playback only the start is named:
    every other moment is told by its move."""
    if table.playback_ms is not None or (table.browsing is None and table.variation is None):
        return "" if scene.last else scene.words.gettext("From the start.")
    if table.variation is not None:
        return variation_text(scene.words, table.variation.branch)
    return browsing_text(scene.words, _going(session, table, match, scene))


def _spoken_of_review(
    session: Session, table: TableScreen, match: Match, scene: Scene, kind: str
) -> str:
    words = scene.words
    match kind:
        case "reviewing":
            return words.gettext("The review begins.")
        case "reviewed":
            review = _review(session, table, words)
            return done_text(scene, review) if review else ""
        case "no-turning-point":
            return words.gettext("There is no further turning point.")
        case "turning-point":
            shown = table.looked_at(match).shown
            point = _aids(session, table, match, words).turning_points.get(shown)
            allowed = allowed_text(match, point, scene.names, words) if point else ""
            return turning_text(scene, point, allowed) if point else ""
    raise ValueError(f"nothing is said of {kind!r}")


def _changed(news: News, scene: Scene, view: GameView) -> str:
    """What has happened to the match."""
    words = scene.words
    match news.kind:
        case "taken-back" | "redone":
            return changed_text(words, news.kind, int(news.key))
        case "started":
            return words.gettext("The match begins.")
        case "resumed":
            # A match that is over does not go on; its last turn is told either way.
            is_over = scene.position.outcome is not None
            going = "" if is_over else words.gettext("The match goes on.")
            return f"{going} {last_text(scene, view)}".strip()
        case "returned":
            return words.gettext("Back to the present.")
        case "left":
            return words.gettext("Back to the match.")
    return _played(scene, view, int(news.key or 1))


def _played(scene: Scene, view: GameView, count: int) -> str:
    """What was played; the last turns only if many came at once, as from another device."""
    earlier = scene.recent[-count:-1]
    told = [action_sentence(view, turn, scene.names, scene.words) for turn in earlier]
    return " ".join((*told, last_text(scene, view)))


def _what_next(scene: Scene, view: GameView) -> str:
    outcome = scene.position.outcome
    if outcome is not None:
        return outcome_sentence(view, outcome, scene.names, scene.words)
    told = status_text(scene, view)
    return told if told.endswith((".", "?")) else f"{told}."
