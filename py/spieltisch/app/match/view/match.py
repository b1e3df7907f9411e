"""The screen with a match on it: the board, the players, the moves and the controls."""

from functools import lru_cache

from spieltisch.app.match.browsing import can_study, offers_playback
from spieltisch.app.match.clocks import SeatClocks
from spieltisch.app.match.view.aids import aids, watching
from spieltisch.app.match.view.browsing import (
    banner,
    elsewhere_banner,
    playback_controls,
    steps,
    undoing,
    variation_banner,
)
from spieltisch.app.match.view.ending import ending_card, has_card, offer_card, saying, told_end
from spieltisch.app.match.view.key_list import Calls, calls_of, key_button, key_panel
from spieltisch.app.match.view.moves import move_list
from spieltisch.app.match.view.review import review_section
from spieltisch.app.match.view.sentences import action_sentence, clock_row, seat_clock
from spieltisch.app.match.view.shown import Shown
from spieltisch.app.together.by_link_view import (
    asks_by_link,
    by_link_hint,
    by_link_panel,
    has_by_link_panel,
)
from spieltisch.app.together.codes_view import seat_to_fill, seating_card
from spieltisch.kit.faces import plate
from spieltisch.kit.frame import Frame, button, link_button, page, plain_field, row
from spieltisch.kit.markup import Markup, Value, anew, el, region
from spieltisch.kit.scene import GameView, Scene, as_table
from spieltisch.kit.sentences import announcement, gate_hint, gate_text, plate_name, turn_text
from spieltisch.kit.words import Words
from spieltisch.table import GateReason, Status


def match_screen(frame: Frame, shown: Shown) -> Markup:
    words, view, scene, going = shown.words, shown.view, shown.scene, shown.going
    # The board itself may tell who sits where and what has happened.
    is_whole_table = as_table(view) is not None
    info = shown.game.info
    setup, editor = shown.at.match.setup, shown.game.editor
    may_edit = editor is not None and not info.has_house_rules(setup, but=editor.options)
    variation, last = shown.at.table.variation, last_text(scene, view)
    drawing, left = shown.at.session.undrawn
    # Who goes back through a match that is over presses these again and again: what tells the end,
    # large at first and then in brief, stands below them.
    going_back = (steps(words, going), undoing(words, going))
    is_over = shown.present.position.outcome is not None
    return page(
        frame,
        "match",
        el("h1.visually-hidden", frame.title),
        el(
            "section",
            {
                "class": "table"
                + " is-whole" * is_whole_table
                + " is-variation" * (variation is not None),
                "aria-label": words.gettext("Board"),
                "aria-busy": "true" if shown.is_waiting else None,
                "inert": shown.is_waiting,
            },
            _status(shown) if is_whole_table else None,
            view.board(scene),
            playback_controls(shown)
            if offers_playback(shown.at.table, shown.at.match)
            else choice_controls(scene, view),
            _hint(shown),
            variation_banner(shown, variation)
            if variation is not None
            else banner(shown)
            if going.is_browsing
            else elsewhere_banner(words)
            if shown.at.table.is_elsewhere
            else None,
            None if has_by_link_panel(shown) else seating_card(shown),
        ),
        el(
            "section.panel",
            {"aria-label": words.gettext("This game")},
            offer_card(shown),
            _by_link(shown, is_asking=True),
            None if is_whole_table else players_list(scene, view, shown.clocks),
            going_back if is_over else None,
            ending_card(shown),
            None
            if is_whole_table or has_card(shown)
            else _status(shown)
            if shown.clocks is None
            # With the button that stops the clocks beside it.
            else el("div.status-row", _status(shown), clock_row(shown.present)),
            watching(shown),
            aids(shown) if shown.has_aids else None,
            review_section(shown),
            None if is_over else going_back,
            # Below the buttons, which it would move: it may be one line long, or three.
            region("p#last.last", last) if last and not is_whole_table else None,
            move_list(
                (view, words, scene.names),
                shown.at.match.turns,
                going,
                shown.mistakes,
                branch=None if variation is None else variation.branch,
                undrawn=left if drawing == shown.at.table.match_id else 0,
            ),
            _by_link(shown, is_asking=False),
            typing_form(words),
            saying(shown),
            _actions(words, info.name, may_edit, can_study(shown.at.played)),
        ),
        key_panel(
            view,
            words,
            has_aids=shown.has_aids,
            has_clocks=shown.clocks is not None,
            calls=_calls(shown),
        ),
    )


def _calls(shown: Shown) -> Calls:
    shouts, scene, words = shown.game.shouts, shown.scene, shown.words
    if shouts is None or not shouts.is_heard(shown.at.match.position_at(0)):
        return ()
    who = {seat: scene.names.called(seat, words) for seat in sorted(scene.people)}
    return calls_of(shown.game, scene.keys, who, words)


def _by_link(shown: Shown, *, is_asking: bool) -> Markup | None:
    """The panel about people elsewhere: on top while it asks for something, else at the bottom."""
    if has_by_link_panel(shown):
        return by_link_panel(shown) if asks_by_link(shown) == is_asking else None
    if shown.at.session.live is None:
        return None
    from spieltisch.app.together.view import asks_live, live_on, live_panel

    live = live_on(shown)
    if live is None or seat_to_fill(shown) is not None:
        return None
    return live_panel(shown, live) if asks_live(shown, live) == is_asking else None


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
        "div#controls.controls",
        {
            "role": "group",
            "aria-label": words.gettext("Selected"),
            "data-status": choice.status.value if choice is not None else None,
        },
        button(words.gettext("Back"), "cancel", icon_name="back") if can_go_back else None,
        controls,
        button(words.gettext("Play it"), "play", kind="is-primary") if can_play else None,
    )


def _hint(shown: Shown) -> Markup:
    # A banner takes the place of the hint, unless help was asked for.
    scene, view, going = shown.scene, shown.view, shown.going
    is_tried = shown.at.table.variation is not None
    is_covered = going.is_browsing or shown.at.table.is_elsewhere or is_tried
    hint = hint_text(scene, view) if not is_covered or scene.help is not None else ""
    if not hint and not is_covered and has_by_link_panel(shown):
        hint = by_link_hint(shown)
    is_played_back = offers_playback(shown.at.table, shown.at.match)
    if not hint and not is_covered and is_played_back and as_table(view) is None:
        # Keeps the place of the banner, which comes with the first step back.
        hint = _lasted(scene.words, going.length)
    is_needless = is_covered or scene.position.outcome is not None
    attributes: dict[str, Value] = {
        "id": "hint",
        "class": "hint is-answer" if refusal(scene, view) else "hint",
        "hidden": is_needless and not hint,
    }
    return region("p", attributes, anew("hint", hint))


def _lasted(words: Words, count: int) -> str:
    told = words.ngettext("The game lasted {n} move.", "The game lasted {n} moves.", count)
    return told.format(n=count)


def hint_text(scene: Scene, view: GameView) -> str:
    """What can be done now, but first of all why what was just pressed cannot be done; at a table
    where nothing has happened yet, what everybody wants."""
    gate, choice = scene.gate, scene.choice
    is_new = not scene.turns and not scene.is_exercise and not scene.others
    if gate is not None:
        is_first = gate.reason is GateReason.START and gate.opens_at_ms is None
        return (
            view.goal(scene) if is_new and is_first else gate_hint(gate, scene.words, scene.others)
        )
    is_asked = scene.help is not None or scene.in_vain is not None
    if is_new and not is_asked and choice is not None and choice == choice.back():
        return view.goal(scene)
    return refusal(scene, view) or view.hint(scene)


def refusal(scene: Scene, view: GameView) -> str | None:
    """Why what was pressed last leads nowhere, if there is something to explain."""
    return view.why_not(scene, scene.in_vain) if scene.in_vain is not None else None


def players_list(scene: Scene, view: GameView, clocks: SeatClocks | None = None) -> Markup:
    """Who plays, and what there is to know of each, with the time that is left."""
    sides = [view.seat_name(seat, scene.words) for seat in range(1, len(scene.names) + 1)]
    return region(
        "ul#players.players",
        [
            _player(
                view.seat_badge(seat),
                plate(scene, seat, side, "player-name"),
                side if plate_name(scene, seat, side) != side else "",
                view.seat_note(scene, seat),
                seat_clock(scene.words, clocks, seat) if clocks else None,
                is_active=seat in scene.position.active_seats,
            )
            for seat, side in enumerate(sides, 1)
        ],
    )


# Most turns change none of it.
@lru_cache(maxsize=64)
def _player(
    badge: Markup, name: Markup, side: str, note: str, clock: Markup | None, *, is_active: bool
) -> Markup:
    return el(
        "li",
        {
            "class": "player is-active" if is_active else "player",
            "aria-current": "true" if is_active else None,
        },
        badge,
        el(
            "span.player-text",
            name,
            el("span.player-side", side) if side else None,
            el("span.player-side", note) if note else None,
        ),
        clock,
    )


def _status(shown: Shown) -> Markup:
    if has_card(shown):
        # The card has it; here its place stays, so that nothing moves.
        return el("p.status", "\u00a0")
    if shown.present.position.outcome is not None:
        return told_end(shown)
    told = anew("status", status_text(shown.present, shown.view))
    return region("p#status.status", told)


def status_text(scene: Scene, view: GameView) -> str:
    """Who is to do what, while a match goes on."""
    if scene.gate is not None:
        is_alone = scene.names.you is not None and not scene.others
        return gate_text(scene.gate, scene.words, is_alone=is_alone)
    table = as_table(view)
    if table is not None:
        return table.status(scene)
    return turn_text(scene)


def last_text(scene: Scene, view: GameView) -> str:
    """What was played or said last, and what the computer that played it has to say."""
    if scene.said is not None:
        return action_sentence(view, scene.said, scene.names, scene.words)
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
        "form#typing.typing",
        {"autocomplete": "off"},
        el("label.visually-hidden", {"for": "typed"}, words.gettext("Type a move")),
        plain_field("typed", 40, {"data-typed": True, "placeholder": words.gettext("Type a move")}),
        button(words.gettext("Go"), kind="is-quiet"),
        key_button(words),
    )


@lru_cache(maxsize=4)
def _actions(words: Words, name: str, may_be_edited: bool, may_be_studied: bool) -> Markup:
    return row(
        button(words.gettext("New game"), "again", icon_name="new", kind="is-quiet"),
        button(words.gettext("Share"), "share", icon_name="share", kind="is-quiet"),
        link_button(words.gettext("Rules"), f"#/rules/{name}", "is-quiet"),
        button(words.gettext("Edit this position"), "edit-position", kind="is-quiet")
        if may_be_edited
        else None,
        button(words.gettext("Study"), "study", kind="is-quiet") if may_be_studied else None,
        kind="actions",
    )
