"""The screen with a match on it: the board, the players, the moves and the controls."""

from collections.abc import Iterator
from functools import lru_cache

from spieltisch.app.board.aids import aids, watching
from spieltisch.app.board.browsing import can_study
from spieltisch.app.board.controls import (
    actions,
    choice_controls,
    hint_text,
    last_text,
    players_list,
    refusal,
    status_text,
    table_kind,
    typing_form,
)
from spieltisch.app.board.hearing import waits
from spieltisch.app.board.key_list import ToldKeys, calls_of, key_panel
from spieltisch.app.board.review_view import is_reviewed, review_section
from spieltisch.app.board.sentences import clock_row
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.steps import (
    banner,
    elsewhere_banner,
    failed_banner,
    playback_controls,
    steps,
    undoing,
)
from spieltisch.app.board.thinking import may_help
from spieltisch.app.core.keys import Needs
from spieltisch.app.core.notice import LessonOffer
from spieltisch.app.core.routes import link_to_step
from spieltisch.app.match.view.by_link import (
    asks_by_link,
    by_link_hint,
    by_link_panel,
    has_by_link_panel,
)
from spieltisch.app.match.view.ending import (
    ending_card,
    offer_card,
    saying,
    told_end,
    told_to_programs,
)
from spieltisch.app.match.view.moves import move_list
from spieltisch.kit.frame import Frame, button, page, row
from spieltisch.kit.markup import Markup, Value, anew, el, join, region
from spieltisch.kit.scene import as_table, layout_of
from spieltisch.kit.words import Words
from spieltisch.play.match import is_race
from spieltisch.play.timing import can_play_back


def match_screen(frame: Frame, shown: Shown) -> Markup:
    words, view, scene, going = shown.words, shown.view, shown.scene, shown.going
    # The board itself may tell who sits where and what has happened.
    is_whole_table = as_table(view) is not None
    last = last_text(scene, view)
    drawing, left = shown.at.session.undrawn
    # Who goes back through a match that is over presses these again and again: what tells the end,
    # large at first and then in brief, stands below them.
    stepping = steps(words, going, has_keys=not is_whole_table)
    going_back = (stepping, undoing(words, going))
    is_over = shown.present.position.outcome is not None
    controls = (
        playback_controls(shown) if can_play_back(shown.at.match) else choice_controls(scene, view)
    )
    is_by_link, live = has_by_link_panel(shown), frame.live
    # Where people elsewhere have asked something else before, it stands below that.
    offer = offer_card(shown) if is_by_link or not live.has_draw else None
    about_others = by_link_panel(shown) if is_by_link else live.panel
    is_asking = asks_by_link(shown) if is_by_link else live.is_asking
    card = None if is_by_link else live.card
    return page(
        frame,
        "match",
        el("h1.visually-hidden", frame.title),
        el(
            "section",
            {
                "class": table_kind(view, controls),
                "aria-label": words.gettext("Board"),
                "aria-busy": "true" if shown.is_waiting else None,
                "inert": shown.is_waiting,
            },
            el("h2.visually-hidden", words.gettext("Board")),
            _status(shown) if is_whole_table else None,
            told_to_programs(shown.ending) if shown.ending is not None else None,
            view.board(shown.ending or scene),
            controls,
            _hint(shown),
            banner(shown)
            if going.is_browsing
            else elsewhere_banner(words)
            if shown.at.table.is_elsewhere
            else failed_banner(shown.at.session, words),
            card,
        ),
        el(
            "section.panel",
            {"aria-label": words.gettext("This game")},
            offer,
            about_others if is_asking else None,
            None if is_whole_table else players_list(scene, view, shown.clocks),
            going_back if is_over else None,
            ending_card(shown),
            None
            if is_whole_table or shown.has_card
            else _status(shown)
            if shown.clocks is None
            # With the button that stops the clocks beside it.
            else el("div.status-row", _status(shown), clock_row(shown.present)),
            watching(shown),
            _help(shown),
            review_section(shown),
            None if is_over else going_back,
            _more(words) if is_first_table(shown) else None,
            # Below the buttons, which it would move: it may be one line long, or three.
            region("p#last.last", last) if last and not is_whole_table else None,
            el("h2.moves-title.visually-hidden", words.gettext("Moves")),
            move_list(
                (view, words, scene.names),
                shown.at.match.turns,
                going,
                shown.mistakes,
                undrawn=left if drawing == shown.at.table.match_id else 0,
            ),
            None if is_asking else about_others,
            # For those who have no keys.
            row(button(words.gettext("Heard"), "listened"))
            if waits(shown.at.session, shown.at.match)
            else None,
            typing_form(words, shown.at.table.match_id, is_apart=is_race(shown.at.match)),
            saying(shown),
            actions(shown, may_be_studied=can_study(shown.at.match)),
        ),
        key_panel(
            view,
            words,
            offers=frozenset(_offered(shown)),
            own_keys=_calls(shown),
        ),
        layout=_layout(
            shown,
            is_seating=card is not None,
            is_asking=offer is None and about_others is not None and is_asking,
        ),
    )


def is_first_table(shown: Shown) -> bool:
    """Whether somebody sits at a table for the first time, and nothing has been played: then few
    controls are seen, and the others come with the first move."""
    session, table, match = shown.at.session, shown.at.table, shown.at.match
    library = session.library
    is_alone = bool(match.people) and not (match.is_by_link or table.is_elsewhere)
    # Where all lies on one table its controls are few, and in a race nothing moves at a call.
    if as_table(shown.view) is not None:
        return False
    # What was deleted was played, too, and who has set a board up has seen more than this one.
    has_played = bool(library.summaries or library.removed or match.turns)
    is_set_up = match.setup.seed is None and bool(match.setup.start)
    return is_alone and session.live is None and not (shown.is_waiting or has_played or is_set_up)


@lru_cache(maxsize=4)
def _more(words: Words) -> Markup:
    """Unfolds the controls round it, each where it stays after the first move: so whoever types
    that move, or presses one of them, keeps the field and the focus. See screens.css."""
    return el("details#table-more.more.table-more", el("summary", words.gettext("More")))


def _help(shown: Shown) -> Markup | None:
    """What helps a person; beside the card of the end, which offers the review, only what is still
    open."""
    if not shown.has_aids or (shown.has_card and not shown.at.table.analysis.is_open):
        return None
    return join(el("h2.visually-hidden", shown.words.gettext("Help")), aids(shown))


def _layout(shown: Shown, *, is_seating: bool, is_asking: bool) -> Iterator[str]:
    """What the layout depends on: the game, its board, and what else is on the screen."""
    yield shown.game.info.name
    yield from layout_of(shown.view, shown.scene)
    if shown.has_card:
        yield "ended"
    if is_reviewed(shown):
        yield "reviewed"
    if is_seating:
        yield "seating"
    if is_asking:
        yield "asks"


def _offered(shown: Shown) -> Iterator[Needs]:
    """Which keys of the table mean something in the match, as long as it goes on, or once it is
    over."""
    match, is_here = shown.at.match, not shown.at.table.is_elsewhere
    if match.people:
        yield Needs.CHOICE
    if is_here and may_help(match):
        yield Needs.HINT
    if shown.has_aids:
        yield Needs.BOTS
    if shown.clocks is not None:
        yield Needs.CLOCKS
    has_gate = is_race(match) or match.is_led or shown.clocks is not None
    if is_here and has_gate and not match.is_over:
        yield Needs.GATE
    if waits(shown.at.session, match):
        yield Needs.RACE
    if shown.going.may_browse:
        yield Needs.LINE
    if can_play_back(match):
        yield Needs.PLAYBACK
    if shown.going.may_take_back or _may_wish_back(shown):
        yield Needs.UNDO
        # What has ended a match is the last of its turns.
        if not match.is_over:
            yield Needs.REDO


def _may_wish_back(shown: Shown) -> bool:
    """Whether people here, who play live, may ask the others to have a turn taken back."""
    match = shown.at.match
    return shown.at.meeting.is_on and not match.is_led and bool(match.here)


def _calls(shown: Shown) -> ToldKeys:
    shouts, scene, words = shown.game.shouts, shown.scene, shown.words
    if shouts is None or not shouts.is_heard(shown.at.match.position_at(0)):
        return ()
    who = {seat: scene.names.told(seat, words) for seat in sorted(scene.people)}
    return calls_of(shown.game, scene.keys, who, words)


def _hint(shown: Shown) -> Markup:
    # A banner takes the place of the hint, unless help was asked for.
    scene, view, going = shown.scene, shown.view, shown.going
    told = shown.at.session.notice_on_board
    is_covered = going.is_browsing or shown.at.table.is_elsewhere or told is not None
    hint = hint_text(scene, view) if not is_covered or scene.help is not None else ""
    if not hint and not is_covered and has_by_link_panel(shown):
        hint = by_link_hint(shown)
    is_played_back = can_play_back(shown.at.match)
    if not hint and not is_covered and is_played_back and as_table(view) is None:
        # Keeps the place of the banner, which comes with the first step back.
        hint = _lasted(scene.words, going.length)
    is_needless = is_covered or scene.position.outcome is not None
    attributes: dict[str, Value] = {
        "id": "hint",
        "class": "hint is-answer" if refusal(scene, view) else "hint",
        "hidden": is_needless and not hint,
    }
    return region("p", attributes, anew("hint", hint), _lesson(shown) if hint else None)


def _lesson(shown: Shown) -> Markup | None:
    """The way to the first lesson for who has never played here, until something is chosen: in the
    line that says what everybody wants, as a notice over the page would cover the board."""
    offer, choice = shown.at.session.shown_notice, shown.scene.choice
    if not isinstance(offer, LessonOffer) or offer.game != shown.game.info.name:
        return None
    if shown.at.match.turns or (choice is not None and choice != choice.back()):
        return None
    told: dict[str, Value] = {"href": link_to_step(offer.game), "title": offer.text(shown.words)}
    return join(" ", el("a.hint-lesson", told, shown.words.gettext("Learn it")))


def _lasted(words: Words, count: int) -> str:
    return words.counted("The game lasted {n} move.", "The game lasted {n} moves.", count)


def _status(shown: Shown) -> Markup:
    if shown.has_card:
        # The card has it; here its place stays, so that nothing moves.
        return el("p.status", "\u00a0")
    if shown.present.position.outcome is not None:
        return told_end(shown)
    told = anew("status", status_text(shown.present, shown.view))
    return region("p#status.status", told)
