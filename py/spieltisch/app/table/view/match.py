"""The screen with a match on it: the board, the players, the moves and the controls."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from spieltisch.app.settings.keys_view import key_button, key_panel
from spieltisch.app.table.view.aids import Aids, Watching, aids, watching
from spieltisch.app.table.view.browsing import Going, banner, elsewhere_banner, steps, undoing
from spieltisch.app.table.view.clocks import (
    SeatClocks,
    action_sentence,
    clock_row,
    outcome_sentence,
    seat_clock,
)
from spieltisch.app.table.view.ending import Ending, ending_card
from spieltisch.app.table.view.moves import move_list
from spieltisch.app.table.view.playback import PlaybackModel, playback_controls
from spieltisch.app.table.view.variation import VariationModel, variation_banner
from spieltisch.app.together.by_link_view import ByLink, by_link_hint, by_link_panel
from spieltisch.app.together.seating_view import seating_card
from spieltisch.app.together.view import LiveModel, live_panel
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, Value, anew, el, region
from spieltisch.kit.scene import GameView, Scene, as_table
from spieltisch.kit.sentences import announcement, gate_hint, gate_text, thinking_text
from spieltisch.kit.words import Words
from spieltisch.table import GameInfo, Status, Turn, TurningPoint


@dataclass(frozen=True)
class MatchPicture:
    """A match as the match screen shows it.

    Attributes:
        info, view: the game.
        scene: what lies on the table at the moment that is looked at.
        present: the scene of the present.
        turns: all that was played, including what was taken back.
        going: which moment is looked at, and what one may do about it.
        ending: how it ended; None before.
        aids: the help on request; None for a game whose bots do not look ahead.
        watching: the pace of bots that play each other; None where a person plays.
        variation: what is tried out in the place of the match; None for the match itself.
        playback: how it is played back; None where it cannot be.
        by_link: how it goes on with people elsewhere; None for one that is played here alone.
        live: who is connected to play it live; None where it is not played live.
        is_waiting: whether it is not known yet which match it is, so that the board is inert.
        clocks: the seats' clocks; None in a match without.
    """

    info: GameInfo
    view: GameView
    scene: Scene
    present: Scene
    turns: Sequence[Turn]
    going: Going
    ending: Ending | None = None
    aids: Aids | None = None
    watching: Watching | None = None
    variation: VariationModel | None = None
    playback: PlaybackModel | None = None
    by_link: ByLink | None = None
    live: LiveModel | None = None
    is_waiting: bool = False
    clocks: SeatClocks | None = None

    @property
    def is_whole_table(self) -> bool:
        """Whether the board itself tells who sits where and what has happened."""
        return as_table(self.view) is not None


def match_screen(frame: Frame, picture: MatchPicture) -> Markup:
    """The screen on which a match is played."""
    words = frame.words
    return page(
        frame,
        "match",
        el("h1", {"class": "visually-hidden"}, frame.title),
        el(
            "section",
            {
                "class": "table"
                + " is-whole" * picture.is_whole_table
                + " is-variation" * (picture.variation is not None),
                "aria-label": words.gettext("Board"),
                "aria-busy": "true" if picture.is_waiting else None,
                "inert": picture.is_waiting,
            },
            _status(frame, picture) if picture.is_whole_table else None,
            picture.view.board(picture.scene),
            playback_controls(words, picture.playback)
            if picture.playback
            else choice_controls(picture.scene, picture.view),
            _hint(picture),
            _banner(words, picture),
            _seating(words, picture),
            ending_card(picture.present, picture.view, picture.ending) if picture.ending else None,
        ),
        el(
            "section",
            {"class": "panel", "aria-label": words.gettext("Match")},
            _by_link(words, picture, is_asking=True),
            None if picture.is_whole_table else _players(picture),
            None if picture.is_whole_table else _status_row(frame, picture),
            watching(words, picture.watching) if picture.watching else None,
            aids(picture.scene, picture.view, picture.aids) if picture.aids else None,
            steps(words, picture.going),
            undoing(words, picture.going),
            # Below the buttons, which it would move: it may be one line long, or three.
            None if picture.is_whole_table else _last(picture),
            move_list(
                picture.view,
                words,
                picture.scene.names,
                picture.turns,
                picture.going.shown,
                picture.going.present,
                _mistakes(picture),
                branch=picture.variation.branch if picture.variation else None,
                is_locked=not picture.going.may_browse,
            ),
            _by_link(words, picture, is_asking=False),
            typing_form(words),
            _actions(words, picture.info.name),
        ),
        key_panel(
            picture.view,
            words,
            has_aids=picture.aids is not None,
            has_clocks=picture.clocks is not None,
        ),
    )


def _by_link(words: Words, picture: MatchPicture, *, is_asking: bool) -> Markup | None:
    """The panel about people elsewhere: on top while it asks for something, else at the bottom."""
    if picture.live is not None and picture.by_link is None:
        if _seating(words, picture) is not None:
            return None
        return live_panel(words, picture.live) if picture.live.is_asking == is_asking else None
    model = picture.by_link
    return by_link_panel(words, model) if model and model.is_asking == is_asking else None


def _seating(words: Words, picture: MatchPicture) -> Markup | None:
    """The card over the board while phones take their seats."""
    live = picture.live
    if live is None or live.seating is None or picture.by_link is not None:
        return None
    return seating_card(words, live.seating)


def _banner(words: Words, picture: MatchPicture) -> Markup | None:
    """Says that a variation or another moment of the match is on screen, or that the match is
    played in another tab."""
    if picture.variation is not None:
        return variation_banner(words, picture.variation)
    if picture.going.is_browsing:
        return banner(words, picture.going)
    return elsewhere_banner(words) if picture.going.is_elsewhere else None


def _mistakes(picture: MatchPicture) -> tuple[TurningPoint, ...]:
    """The mistakes among the moves that are listed."""
    found = picture.aids.mistakes if picture.aids else ()
    if picture.variation is None:
        return found
    return tuple(one for one in found if one.number <= picture.variation.branch)


def choice_controls(scene: Scene, view: GameView) -> Markup | None:
    """What is chosen beside the board, with buttons to go back and to play a playable choice."""
    words = scene.words
    controls = view.controls(scene)
    if controls is None:
        return None
    choice = scene.choice
    can_go_back = choice is not None and choice != choice.back()
    can_play = choice is not None and choice.status is Status.PLAYABLE
    return region(
        "div",
        {
            "id": "controls",
            "class": "controls",
            "role": "group",
            "aria-label": words.gettext("What is chosen"),
            "data-status": choice.status.value if choice is not None else None,
        },
        button(words.gettext("Back"), "cancel", icon_name="back") if can_go_back else None,
        controls,
        button(words.gettext("Play it"), "play", kind="is-primary") if can_play else None,
    )


def _hint(picture: MatchPicture) -> Markup:
    # A banner takes the place of the hint, unless help was asked for.
    scene, view = picture.scene, picture.view
    going = picture.going
    is_covered = going.is_browsing or going.is_elsewhere or picture.variation is not None
    hint = hint_text(scene, view) if not is_covered or scene.help is not None else ""
    if not hint and not is_covered and picture.by_link is not None:
        hint = by_link_hint(scene.words, picture.by_link)
    is_needless = is_covered or scene.position.outcome is not None
    attributes: dict[str, Value] = {
        "id": "hint",
        "class": "hint is-answer" if refusal(scene, view) else "hint",
        "hidden": is_needless and not hint,
    }
    return region("p", attributes, anew("hint", hint))


def hint_text(scene: Scene, view: GameView) -> str:
    """What can be done now; first of all why what was just pressed cannot be done."""
    if scene.gate is not None:
        return gate_hint(scene.gate, scene.words, scene.others)
    return refusal(scene, view) or view.hint(scene)


def refusal(scene: Scene, view: GameView) -> str | None:
    """Why what was pressed last leads nowhere, if there is something to explain."""
    return view.why_not(scene, scene.in_vain) if scene.in_vain is not None else None


def _players(picture: MatchPicture) -> Markup:
    scene, view = picture.scene, picture.view
    return region(
        "ul",
        {"id": "players", "class": "players"},
        [
            _player(
                view.seat_badge(seat),
                name,
                view.seat_name(seat, scene.words),
                view.seat_note(scene, seat),
                seat_clock(scene.words, picture.clocks, seat) if picture.clocks else None,
                is_active=seat in scene.position.active_seats,
            )
            for seat, name in enumerate(scene.names, start=1)
        ],
    )


# The same at most turns.
@lru_cache(maxsize=64)
def _player(
    badge: Markup, name: str, side: str, note: str, clock: Markup | None, *, is_active: bool
) -> Markup:
    return el(
        "li",
        {
            "class": "player is-active" if is_active else "player",
            "aria-current": "true" if is_active else None,
        },
        badge,
        el(
            "span",
            {"class": "player-text"},
            el("span", {"class": "player-name"}, name),
            el("span", {"class": "player-side"}, side) if side != name else None,
            el("span", {"class": "player-side"}, note) if note else None,
        ),
        clock,
    )


def _after(words: Words) -> Markup:
    """The buttons of a match that is over."""
    return row(
        button(words.gettext("Play again"), "again", kind="is-primary"),
        button(words.gettext("Result"), "show-end"),
    )


def _status_row(frame: Frame, picture: MatchPicture) -> Markup:
    """Who is to do what; where clocks run, with the button that stops them beside it."""
    status = _status(frame, picture)
    if picture.clocks is None:
        return status
    return el("div", {"class": "status-row"}, status, clock_row(picture.present))


def _status(frame: Frame, picture: MatchPicture) -> Markup:
    scene, words = picture.present, frame.words
    outcome = scene.position.outcome
    if outcome is None:
        told = anew("status", status_text(scene, picture.view))
        return region("p", {"id": "status", "class": "status"}, told)
    nobody = "draw" if len(scene.names) > 1 else "lost"
    winners = ",".join(str(seat) for seat in sorted(outcome.winners)) or nobody
    mood = picture.ending.mood if picture.ending else "told"
    return region(
        "div",
        {
            "id": "status",
            "class": f"status is-over is-{mood}",
            "data-outcome": winners,
            "data-settled": True,
        },
        el("p", None, outcome_sentence(picture.view, outcome, scene.names, words)),
        _after(words) if picture.variation is None else None,
    )


def status_text(scene: Scene, view: GameView) -> str:
    """Who is to do what, while a match goes on."""
    if scene.gate is not None:
        return gate_text(scene.gate, scene.words)
    table = as_table(view)
    if table is not None:
        return table.status(scene)
    names = [scene.names[seat - 1] for seat in sorted(scene.position.active_seats) if seat > 0]
    return thinking_text(scene.thinker, ", ".join(names), scene.words)


def _last(picture: MatchPicture) -> Markup | None:
    """The last action, in words."""
    scene = picture.scene
    if scene.last is None:
        return None
    return region("p", {"id": "last", "class": "last"}, last_text(scene, picture.view))


def last_text(scene: Scene, view: GameView) -> str:
    """What was played last, and what the computer that played it has to say."""
    if scene.last is None:
        return ""
    told = action_sentence(view, scene.last, scene.names, scene.words)
    if scene.announced is None:
        return told
    name = scene.names[scene.last.seat - 1]
    return f"{told} {announcement(name, scene.announced, scene.words)}"


@lru_cache(maxsize=4)
def typing_form(words: Words) -> Markup:
    """The field for actions in the game's notation, and the list of keys beside it."""
    return region(
        "form",
        {"id": "typing", "class": "typing", "autocomplete": "off"},
        el("label", {"for": "typed", "class": "visually-hidden"}, words.gettext("Type a move")),
        el(
            "input",
            {
                "id": "typed",
                "data-typed": True,
                "placeholder": words.gettext("Type a move"),
                "autocapitalize": "off",
                "autocomplete": "off",
                "spellcheck": "false",
                "maxlength": 40,
            },
        ),
        button(words.gettext("Go"), kind="is-quiet"),
        key_button(words),
    )


@lru_cache(maxsize=4)
def _actions(words: Words, name: str) -> Markup:
    return row(
        button(words.gettext("New match"), "again", icon_name="new", kind="is-quiet"),
        button(words.gettext("Share"), "share", icon_name="share", kind="is-quiet"),
        link_button(words.gettext("Rules"), f"#/rules/{name}", "is-quiet"),
        kind="actions",
    )
