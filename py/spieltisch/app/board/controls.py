"""What is shown beside any board: who plays, what is chosen, what happened last."""

from functools import lru_cache

from spieltisch.app.board.clocks import SeatClocks
from spieltisch.app.board.key_list import key_button
from spieltisch.app.board.sentences import action_sentence, seat_clock
from spieltisch.app.board.shown import Shown
from spieltisch.app.core.keys import shortcuts
from spieltisch.kit.faces import plate
from spieltisch.kit.frame import button, input_field, link_button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.scene import GameView, Scene, as_table
from spieltisch.kit.sentences import (
    announcement,
    fact_text,
    gate_hint,
    gate_text,
    own_moves,
    plate_name,
    turn_text,
)
from spieltisch.kit.words import Words
from spieltisch.table import GateReason, Outcome, Status


def choice_controls(scene: Scene, view: GameView) -> Markup | None:
    """What is chosen beside the board, with buttons to go back and to play a playable choice."""
    words = scene.words
    controls = view.controls(scene)
    if controls is None:
        return None
    choice = scene.choice
    can_go_back = choice is not None and choice != choice.back()
    can_play = choice is not None and choice.status is Status.PLAYABLE
    has_buttons = can_go_back or can_play or "<button" in controls
    return region(
        "div#controls",
        {
            "class": "controls" if has_buttons else "controls is-bare",
            "role": "group",
            "aria-label": words.gettext("Selected"),
            "data-status": choice.status.value if choice is not None else None,
        },
        button(words.gettext("Back"), "cancel", icon_name="back", keys=shortcuts("cancel"))
        if can_go_back
        else None,
        controls,
        button(words.gettext("Play it"), "play", kind="is-primary") if can_play else None,
    )


def table_kind(view: GameView, controls: Markup | None) -> str:
    """What the layout of a table depends on, as its class: whether it is the whole table, and
    whether there are controls below the board."""
    kind = "table" if as_table(view) is None else "table is-whole"
    return kind if controls is None else f"{kind} has-controls"


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
    return refusal(scene, view) or help_text(scene, view)


def help_text(scene: Scene, view: GameView) -> str:
    """What can be done now, or the help that was asked for, with what threatens there."""
    aid = scene.help
    # Somebody alone learns at first only that there is a card.
    is_told = aid is not None and aid.step > bool(aid.cards)
    warning = aid.warning if aid is not None and is_told else ()
    facts = (fact_text(fact, scene.names, scene.words) for fact in warning)
    return " ".join(filter(None, (view.hint(scene), *facts)))


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
                is_bot=bool(scene.levels) and scene.levels[seat - 1] is not None,
            )
            for seat, side in enumerate(sides, 1)
        ],
    )


# Most turns change none of it.


@lru_cache(maxsize=64)
def _player(
    badge: Markup,
    name: Markup,
    side: str,
    note: str,
    clock: Markup | None,
    *,
    is_active: bool,
    is_bot: bool,
) -> Markup:
    return el(
        "li",
        {
            "class": "player"
            + " is-active" * is_active
            + " is-bot" * is_bot
            + " is-timed" * (clock is not None),
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
    left = own_moves(scene.announced, len(scene.names))
    return f"{told} {announcement(name, left, scene.words)}"


@lru_cache(maxsize=4)
def typing_form(words: Words, of: str, *, is_apart: bool = False) -> Markup:
    """The field for actions in the game's notation, and the list of keys beside it; ``of`` is the
    name of what they are played in: what is typed for one match is nothing to another. Where it
    ``is_apart``, nobody plays by it who looks at the board: it is seen while it has the focus."""
    return region(
        "form#typing",
        {"class": "typing is-apart" if is_apart else "typing"},
        el("label.visually-hidden", {"for": "typed"}, words.gettext("Type a move")),
        input_field(
            "typed",
            "code",
            {
                "data-typed": True,
                "data-thing": of or None,
                "placeholder": words.gettext("Type a move"),
                "maxlength": 40,
            },
        ),
        button(words.gettext("Go"), kind="is-quiet"),
        key_button(words),
    )


def winners_of(outcome: Outcome, scene: Scene) -> str:
    """Who has won, as the page tells programs."""
    nobody = "draw" if len(scene.names) > 1 else "lost"
    return ",".join(str(seat) for seat in sorted(outcome.winners)) or nobody


def actions(shown: Shown, *, may_be_studied: bool) -> Markup:
    """What can be done with the match as a whole."""
    info, setup, editor = shown.game.info, shown.at.match.setup, shown.game.editor
    may_edit = editor is not None and not info.has_house_rules(setup, but=editor.options)
    return _actions(shown.words, info.name, may_edit, may_be_studied)


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
