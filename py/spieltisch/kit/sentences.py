"""What the page says, apart from the games; and the buttons that stop time and let it go on."""

from spieltisch.kit.frame import button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import Names
from spieltisch.kit.scene import GameView, Others, Scene, Worker
from spieltisch.kit.words import Words
from spieltisch.table import Fact, Gate, GateReason, Seat, Turn


def gate_text(gate: Gate, words: Words, *, is_alone: bool) -> str:
    """What a race waits for: for everybody, or for the one person who plays."""
    if gate.opens_at_ms is not None:
        return words.gettext("It starts in three seconds.")
    match gate.reason:
        case GateReason.START:
            return words.gettext("Ready?") if is_alone else words.gettext("Everyone ready?")
        case GateReason.RETURN | GateReason.TURN:
            return words.gettext("Continue the game?")
        case GateReason.PAUSE:
            return words.gettext("Pause")


def gate_hint(gate: Gate, words: Words, others: Others | None = None) -> str:
    """What the wait means for those at the table; ``others`` as in Scene."""
    if gate.opens_at_ms is not None:
        return ""
    match others:
        case Others.MISSING:
            return words.gettext("It begins when everyone is there.")
        case Others.ASKED | Others.WATCHED:
            return words.gettext("It begins for everybody at once, as soon as everyone is ready.")
        case Others.AWAITED:
            return words.gettext("You are ready. The others are not yet.")
        case Others.SEATED:
            return words.gettext("It begins when all have pressed Ready on their phones.")
    match gate.reason:
        case GateReason.PAUSE:
            return words.gettext("Clocks and computers are paused.")
        case GateReason.TURN:
            return words.gettext("The clocks wait for you. A move starts them at once.")
        case GateReason.START | GateReason.RETURN:
            return words.gettext("Clocks and computers wait for you. A call starts at once.")


def turn_text(scene: Scene) -> str:
    """Whose turn it is, and what the computer is doing."""
    words, names = scene.words, scene.names
    seats = sorted(seat for seat in scene.position.active_seats if seat > 0)
    name = ", ".join(names[seat - 1] for seat in seats)
    if scene.thinker is None:
        if seats == [names.you]:
            return words.gettext("Your turn")
        return words("{name} to move", name=name)
    if scene.thinker is Worker.STARTING:
        return words("{name} is sitting down", name=name)
    return words("{name} is thinking", name=name)


def plate_name(scene: Scene, seat: Seat, seat_name: str) -> str:
    """What stands on a player's plate: "You" for a person who has no other name than the seat's."""
    name = scene.names[seat - 1]
    return scene.names.told(seat, scene.words) if name == seat_name else name


def own_moves(actions: int, seats: int) -> int:
    """How many of the winner's own moves so many actions are of which theirs is the last; among
    three nobody knows whose the others are, and all are counted.

    >>> [own_moves(actions, 2) for actions in range(5)], own_moves(4, 3)
    ([0, 1, 1, 2, 2], 4)
    """
    return (actions + 1) // 2 if seats == 2 else actions


def announcement(name: str, left: int, words: Words) -> str:
    """A bot says that nothing can keep it from winning; ``left`` counts its own moves, where it
    plays one other."""
    return words.counted(
        "{name} sees a win in at most {n} more move.",
        "{name} sees a win in at most {n} more moves.",
        left,
        name=name,
    )


def advice_text(scene: Scene, view: GameView, look: str) -> str:
    """What was told on request; empty where nothing was asked. ``look`` is the first step, in the
    game's words."""
    told, words = scene.help, scene.words
    if told is None:
        return ""
    if told.is_awaited:
        return words.gettext("Looking for a hint …")
    if told.turn is None or told.step == 1:
        return look
    if scene.is_spoken:
        turn = view.action_sentence(told.turn, scene.names, words)
    else:
        turn = told_turn(view, told.turn, scene.names, words)
    return words("Just a hint – {turn}", turn=turn)


def told_turn(view: GameView, turn: Turn, names: Names, words: Words) -> str:
    """A turn in words, and then as it is written."""
    told = view.action_sentence(turn, names, words)
    end = "." if told.endswith(".") else ""
    return f"{told.removesuffix(end)} ({turn.entry.action}){end}"


def hint_labels(start: str | None, end: str | None, words: Words) -> dict[str, str]:
    """What is said of the site where a hint's action starts, and of the one where it ends."""
    labels = {
        start: words.gettext("The hint starts here"),
        end: words.gettext("The hint ends here"),
    }
    return {site: label for site, label in labels.items() if site is not None}


def fact_text(fact: Fact, names: Names, words: Words) -> str:
    """A fact in its sentence: what is wrong, why something is not possible, what a move did."""
    facts = {name: _fact_part(value, names, words) for name, value in fact.about}
    seat, kind, name = facts.get("seat"), fact.kind, ""
    if isinstance(seat, int) and 0 < seat <= len(names):
        name = names[seat - 1]
    facts["name"] = name
    if kind.other:
        return words.counted(kind.one, kind.other, int(str(facts["n"])), **facts)
    return words(kind.one, **facts)


def _fact_part(value: object, names: Names, words: Words) -> object:
    """What a fact is about, as it stands in the sentence; several things are listed."""
    if isinstance(value, tuple):
        return words.listed([str(_fact_part(one, names, words)) for one in value])
    return fact_text(value, names, words) if isinstance(value, Fact) else value


def seconds(words: Words, ms: int) -> str:
    """A short time, to the hundredth of a second."""
    whole, hundredths = divmod(round(ms / 10), 100)
    return words("{seconds}.{hundredths} s", seconds=whole, hundredths=f"{hundredths:02}")


def ready_button(scene: Scene) -> Markup | None:
    """The button that says that everybody is ready, while the match waits for that."""
    gate, words = scene.gate, scene.words
    is_ours = scene.others in (None, Others.ASKED)
    if gate is None or gate.opens_at_ms is not None or not is_ours:
        return None
    label = words.gettext("Ready") if gate.reason is GateReason.START else words.gettext("Continue")
    key = el("kbd.race-key", words.gettext("Space"))
    return button([label, key], "ready", kind="is-primary")


def pause_button(scene: Scene) -> Markup | None:
    """The button that stops all clocks while they run; it also stops a countdown."""
    if not scene.can_pause or (scene.gate is not None and scene.gate.opens_at_ms is None):
        return None
    title = scene.words.gettext("Pause the game")
    return button(None, "pause", icon_name="pause", kind="is-quiet", title=title)
