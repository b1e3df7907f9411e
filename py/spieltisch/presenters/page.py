"""From a session to the page's markup."""

from __future__ import annotations

from functools import lru_cache

from spieltisch.games import catalog
from spieltisch.play.bots import is_search, levels_for
from spieltisch.play.match import Match
from spieltisch.presenters.aids import aids_of, watching_of
from spieltisch.presenters.aids import spoken as aids_spoken
from spieltisch.presenters.faces import (
    clock_face,
    help_face,
    key_labels,
    people_of,
    recent_turns,
    rehearsal_picture,
    run_faces,
    tie_face,
)
from spieltisch.session.bindings import MAX_SEATS
from spieltisch.session.link import Link, format_link
from spieltisch.session.session import Session, announced
from spieltisch.session.takeback import may_show, one_back, one_forth
from spieltisch.session.thinking import bot_thought
from spieltisch.table import Player, Seat
from spieltisch.views import screens
from spieltisch.views.bindings import KeysForm, rehearsal_screen
from spieltisch.views.frame import Frame, Question
from spieltisch.views.markup import Markup
from spieltisch.views.match import MatchPicture, last_text, match_screen, status_text
from spieltisch.views.paint import paint_svg
from spieltisch.views.scene import GameView, Scene
from spieltisch.views.sentences import computer_name, notice_text
from spieltisch.views.words import LANGUAGES, Words, words_of


@lru_cache(maxsize=1)
def paint_of_all() -> Markup:
    """What the drawings of all games refer to: the same on every screen, so that it stays put."""
    return paint_svg(*(game.view.paint() for game in catalog.GAMES.values()))


def page_of(session: Session) -> Markup:
    """The inside of ``#app``."""
    language = session.settings.language or next(iter(LANGUAGES))
    words = words_of(language)
    match = session.match
    scene = scene_of(session, match, words) if match is not None else None
    frame = Frame(
        words=words,
        language=language,
        title=title_of(session, words),
        notice=_notice(session, words),
        question=_question(session, words),
        spoken=_spoken(session, scene),
        serial=session.news.serial if session.news else 0,
        paint=paint_of_all(),
    )
    match session.link:
        case Link("setup", str(game)) if session.draft is not None:
            draft = session.draft
            form = screens.Form(
                draft.variant,
                draft.edition,
                draft.options,
                draft.players,
                draft.start,
                levels_for(game),
            )
            return screens.setup_screen(
                frame, catalog.game_of(game).info, catalog.game_of(game).view, form
            )
        case Link("settings"):
            keys = KeysForm(key_labels(session), MAX_SEATS, session.binding)
            return screens.settings_screen(frame, session.settings.chosen(), keys)
        case Link("rehearsal"):
            return rehearsal_screen(frame, rehearsal_picture(session))
        case Link("rules", str(game)):
            return screens.rules_screen(
                frame, catalog.game_of(game).info, catalog.game_of(game).view
            )
        case Link("play", str()) if match is not None and scene is not None:
            return match_screen(frame, _picture(session, match, scene))
    return screens.start_screen(frame, [_menu_item(session, name, words) for name in catalog.GAMES])


def title_of(session: Session, words: Words) -> str:
    """The document's title and the screen's heading."""
    if session.link.game is None:
        return "Spieltisch"
    info = catalog.game_of(session.link.game).info
    if session.match is None:
        return f"{info.title} · Spieltisch"
    players = " · ".join(names_of(session.match, words))
    return f"{info.title}: {players}"


def names_of(match: Match, words: Words) -> tuple[str, ...]:
    """What each player is called: as typed, else what the seat is called."""
    setup = match.setup
    view = catalog.game_of(setup.game).view
    players = setup.players or (Player(),) * setup.seats
    names = [
        player.name or _given_name(match, seat, view, words)
        for seat, player in enumerate(players, start=1)
    ]
    # Who is called like another is told apart by the seat.
    return tuple(
        f"{name} ({seat})" if names.count(name) > 1 else name
        for seat, name in enumerate(names, start=1)
    )


def _given_name(match: Match, seat: Seat, view: GameView, words: Words) -> str:
    level = match.bot_level(seat)
    return view.seat_name(seat, words) if level is None else computer_name(level, words)


def scene_of(session: Session, match: Match, words: Words) -> Scene:
    """What the board is drawn from."""
    recent = recent_turns(match)
    return Scene(
        position=match.position,
        choice=session.choice,
        cursor=session.cursor,
        last=recent[-1] if recent else None,
        recent=recent,
        serial=match.shown,
        people=people_of(match),
        keys=key_labels(session),
        clock=clock_face(session, match),
        tie=tie_face(session),
        help=help_face(session, match),
        runs=run_faces(session, match),
        names=names_of(match, words),
        words=words,
        viewer=_viewer(session, match),
        thinker=session.bots if bot_thought(session) else "",
        positions=tuple(match.positions[: match.shown + 1]),
        announced=announced(session, match),
    )


def _viewer(session: Session, match: Match) -> Seat:
    """The seat from whose side the board is seen: a person's, whoever acts if the board turns.

    While a bot acts, and when the match is over, the board stays with whoever acted before.
    """
    people = [seat for seat in range(1, match.setup.seats + 1) if match.is_human(seat)]
    if not people:
        return 1
    if session.settings.board_turns == "off":
        return people[0]
    if session.choice is not None:
        return session.choice.seat
    turns = reversed(match.turns[: match.shown])
    return next((turn.seat for turn in turns if turn.seat in people), people[0])


def _picture(session: Session, match: Match, scene: Scene) -> MatchPicture:
    game = match.setup.game
    return MatchPicture(
        catalog.game_of(game).info,
        catalog.game_of(game).view,
        scene,
        match.record.entries,
        match.shown,
        (one_back(match), one_forth(match)) if may_show(match) else None,
        aids_of(session, match) if is_search(game) else None,
        watching_of(session, match),
    )


def _menu_item(session: Session, game: str, words: Words) -> screens.MenuItem:
    view = catalog.game_of(game).view
    kept = session.matches.get(game)
    resume = None
    if kept is not None and kept.record.entries and not kept.is_over:
        resume = format_link(Link("play", game, kept.setup))
    position = kept.position if kept and resume else view.picture_position()
    scene = Scene(position=position, words=words, is_picture=True)
    return screens.MenuItem(catalog.game_of(game).info, view, view.board(scene), resume)


def _notice(session: Session, words: Words) -> str | None:
    if session.notice is None:
        return None
    return notice_text(session.notice.kind, session.notice.facts, words)


def _question(session: Session, words: Words) -> Question | None:
    if session.asked is None:
        return None
    return Question(
        title=words.gettext("Throw the match in progress away?"),
        text=words.gettext(
            "A match of this game is not finished yet. Another one takes its place on this device."
        ),
        yes=words.gettext("Throw it away"),
        no=words.gettext("Keep it"),
    )


def _spoken(session: Session, scene: Scene | None) -> str:
    match, news = session.match, session.news
    if match is None or scene is None or news is None:
        return ""
    words, view = scene.words, catalog.game_of(match.setup.game).view
    if news.kind in ("chosen", "dropped", "helped"):
        return view.hint(scene)
    told_of_aids = aids_spoken(session, match, scene)
    if told_of_aids is not None:
        return told_of_aids
    if news.kind == "asked":
        return view.answer(scene, news.key)
    told = {
        "taken-back": words.gettext("Taken back."),
        "started": words.gettext("The match begins."),
        "resumed": words.gettext("The match goes on."),
        "played": "",
    }[news.kind]
    if news.kind == "played" and scene.last is not None:
        told = last_text(scene, view)
    return " ".join(filter(None, (told, _what_next(scene, view))))


def _what_next(scene: Scene, view: GameView) -> str:
    outcome = scene.position.outcome
    if outcome is not None:
        return view.outcome_sentence(outcome, scene.names, scene.words)
    told = status_text(scene, view)
    return told if told.endswith((".", "?")) else f"{told}."
