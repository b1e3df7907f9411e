"""Myra in words: its pits and pieces, where a hint points, what was played, how a match ended."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import FORTRESS, GATHER, MOVE, SOW
from spieltisch.games.myra.rules.events import PieceEvent
from spieltisch.games.myra.rules.position import MyraEnd, Piece
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.table import Event, EventKind, Outcome, Seat, Status, Turn

EMPTY: Mapping[str, str] = MappingProxyType({})


def choice_of(scene: Scene) -> MyraChoice | None:
    return scene.choice if isinstance(scene.choice, MyraChoice) else None


def soldiers_text(count: int, words: Words) -> str:
    return words.ngettext("{n} soldier", "{n} soldiers", count).format(n=count)


# Most pits say the same from one picture to the next.
@lru_cache(maxsize=512)
def piece_text(piece: Piece | None, names: Names, words: Words) -> str:
    if piece is None:
        return words.gettext("empty")
    if piece.is_queen:
        text = words.gettext("queen, {name}")
    elif piece.is_fortress:
        text = words.gettext("fortress of 5, {name}")
    else:
        text = words.ngettext("{n} soldier, {name}", "{n} soldiers, {name}", piece.soldiers)
    return text.format(n=piece.soldiers, name=names[piece.seat - 1])


def pit_label(
    scene: Scene, choice: MyraChoice | None, site: str, hints: Mapping[str, str] = EMPTY
) -> str:
    """A pit: what lies in it, what a hint says of it, and what can be done with it now."""
    label = f"{site}: {piece_text(scene.position.pieces.get(site), scene.names, scene.words)}"
    if choice is None:
        return label
    prospects = _prospects(choice, site, scene.words)
    return ". ".join(filter(None, (label, hints.get(site), *prospects)))


def _prospects(choice: MyraChoice, site: str, words: Words) -> Iterator[str]:
    if not choice.kind:
        if site in choice.origins:
            yield words.gettext("You can choose this")
        elif site in choice.births:
            yield words.gettext("You can bring in a soldier here")
    elif site in choice.trace:
        yield from _traced(choice, site, words)
    elif site in choice.ends:
        yield _end(choice, site, words)


def _traced(choice: MyraChoice, site: str, words: Words) -> Iterator[str]:
    number = choice.trace.index(site)
    if choice.kind == GATHER:
        yield words.gettext("Gathered as number {n}").format(n=number + 1)
    elif number:
        yield words.gettext("Soldier {n} goes here").format(n=number)
    elif choice.soldiers:
        template = words.ngettext(
            "Chosen: {n} soldier goes", "Chosen: {n} soldiers go", choice.soldiers
        )
        yield template.format(n=choice.soldiers)
    else:
        yield words.gettext("Chosen")
    if site == choice.trace[-1] and choice.status is Status.PLAYABLE:
        yield words.gettext("Press again to play")


def _end(choice: MyraChoice, site: str, words: Words) -> str:
    if choice.kind == SOW:
        return words.gettext("The next one can go here")
    if choice.kind == GATHER:
        return words.gettext("Can be gathered next")
    piece = choice.position.pieces.get(site)
    if piece is None:
        steps = len(choice.walk(site)) - 1
        template = words.ngettext("Can go here, {n} step", "Can go here, {n} steps", steps)
        return template.format(n=steps)
    if choice.kind == MOVE and piece.seat != choice.seat:
        return words.gettext("Can be captured")
    together = piece.soldiers + choice.soldiers
    return words.gettext("Can join, {n} together").format(n=together)


def hinted(scene: Scene) -> tuple[str | None, str | None]:
    """Where a hint's action starts, or the queen who produces, and where it ends."""
    start, end = scene.hinted
    if scene.advised is not None and scene.advised.kind == "produced":
        start = scene.position.queen(scene.position.to_act)
    return start, end


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    told = {event.kind: event for event in turn.events}
    done = turn.events[0]
    match done.kind:
        case "gathered" | "sown":
            return _chain(turn.seat, done, names, words)
        case "produced":
            to_you = words.gettext("You bring a soldier in on {end}; {n} left in reserve.")
            of_other = words.gettext("{name} brings a soldier in on {end}; {n} left in reserve.")
            left = turn.after.reserve(turn.seat)
            return names.told(turn.seat, to_you, of_other, end=done.sites[-1], n=left)
        case "passed":
            to_you = words.gettext("You have no move and pass.")
            of_other = words.gettext("{name} has no move and passes.")
            return names.told(turn.seat, to_you, of_other)
    if "captured" in told:
        return _capture(told, names, words)
    return _walk(told, names.called(turn.seat, words), words)


def _walk(told: Mapping[EventKind, Any], name: str, words: Words) -> str:
    moved, split, built = told["moved"], told.get("split"), told.get("built")
    count, start, end = moved.count, moved.sites[0], moved.sites[-1]
    if moved.is_queen:
        template = words.gettext("{name}: the queen goes from {start} to {end}.")
        return template.format(name=name, start=start, end=end)
    if split is not None:
        everyone = count + split.count
        template = words.gettext("{name}: {n} of {all} go from {start} to {end}.")
        sentence = template.format(name=name, n=count, all=everyone, start=start, end=end)
    else:
        template = words.gettext("{name}: {soldiers} from {start} to {end}.")
        soldiers = soldiers_text(count, words)
        sentence = template.format(name=name, soldiers=soldiers, start=start, end=end)
    if built is None:
        return sentence
    if built.count == FORTRESS:
        return sentence + " " + words.gettext("Now they are five: a fortress.")
    return sentence + " " + words.gettext("Now they are {n}.").format(n=built.count)


def _chain(seat: Seat, done: Event, names: Names, words: Words) -> str:
    start, *pits = done.sites
    if done.kind == "sown":
        to_you = words.gettext("You sow {n} soldiers from {start}: {pits}.")
        of_other = words.gettext("{name} sows {n} soldiers from {start}: {pits}.")
    else:
        to_you = words.gettext("You gather {n} soldiers in {end}: {pits}.")
        of_other = words.gettext("{name} gathers {n} soldiers in {end}: {pits}.")
        pits = [start, *pits]
    listed = ", ".join(pits)
    return names.told(seat, to_you, of_other, n=done.count, start=start, end=pits[-1], pits=listed)


def _capture(told: Mapping[EventKind, Any], names: Names, words: Words) -> str:
    moved, captured, inherited = told["moved"], told["captured"], told.get("inherited")
    start, end = moved.sites[0], moved.sites[-1]
    name, other = names.called(moved.seat, words), names[captured.target - 1]
    who = words.gettext("the queen") if moved.is_queen else soldiers_text(moved.count, words)
    if not captured.is_queen:
        prey = soldiers_text(captured.count, words)
        template = (
            words.gettext("{name}: {who} from {start}, capturing {prey} of yours on {end}.")
            if captured.target == names.you
            else words.gettext("{name}: {who} from {start}, capturing {prey} of {other} on {end}.")
        )
        return template.format(name=name, who=who, start=start, end=end, prey=prey, other=other)
    template = (
        words.gettext("{name}: {who} from {start}, capturing your queen on {end}!")
        if captured.target == names.you
        else words.gettext("{name}: {who} from {start}, capturing {other}'s queen on {end}!")
    )
    sentence = template.format(name=name, who=who, start=start, end=end, other=other)
    if inherited is not None:
        soldiers = soldiers_text(inherited.count, words)
        sentence += " " + _inherited(moved.seat, captured.target, names, words).format(
            other=other, soldiers=soldiers, name=name
        )
    return sentence


def _inherited(captor: Seat, loser: Seat, names: Names, words: Words) -> str:
    """What becomes of the soldiers whose queen is captured."""
    if names.you == captor:
        return words.gettext("{other} is out; {soldiers} on the board are yours now.")
    if names.you == loser:
        return words.gettext("You are out; {soldiers} on the board now belong to {name}.")
    return words.gettext("{other} is out; {soldiers} on the board now belong to {name}.")


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    match MyraEnd(outcome.reason):
        case MyraEnd.REPETITION:
            return words.gettext("A draw: the same position for the third time.")
        case MyraEnd.NO_ACTION:
            return words.gettext("A draw: nobody has a move.")
        case MyraEnd.QUEEN_CAPTURED:
            return _captured_last(outcome, names, words)


def _captured_last(outcome: Outcome, names: Names, words: Words) -> str:
    winner = min(outcome.winners)
    if len(names) == 2:
        if names.you == 3 - winner:
            lost = words.gettext("Your queen is captured, and {name} wins.")
            return lost.format(name=names[winner - 1])
        to_you = words.gettext("You win: you have captured {loser}'s queen.")
        of_other = words.gettext("{name} wins by capturing {loser}'s queen.")
        return names.told(winner, to_you, of_other, loser=names[2 - winner])
    to_you = words.gettext("You win: no other queen is left.")
    return names.told(winner, to_you, words.gettext("{name} wins: no other queen is left."))


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does; empty where it takes nothing and no win is proved."""
    captured, action = _captured(turn), turn.entry.action
    if captured is not None and captured.is_queen:
        to_you = words.gettext("Your queen can be captured ({action}).")
        of_other = words.gettext("{name}'s queen can be captured ({action}).")
        return names.told(_loser(captured), to_you, of_other, action=action)
    if wins_in is not None and len(names) == 2:
        to_you = words.gettext(
            "Your queen can be captured within {n} moves, starting with {action}."
        )
        of_other = words.gettext(
            "{name}'s queen can be captured within {n} moves, starting with {action}."
        )
        return names.told(3 - turn.seat, to_you, of_other, n=wins_in, action=action)
    if captured is not None and wins_in is None:
        prey = soldiers_text(captured.count, words)
        to_you = words.gettext("You can lose {soldiers} ({action}).")
        of_other = words.gettext("{name} can lose {soldiers} ({action}).")
        return names.told(_loser(captured), to_you, of_other, soldiers=prey, action=action)
    return ""


def _captured(turn: Turn) -> PieceEvent | None:
    pieces = (event for event in turn.events if isinstance(event, PieceEvent))
    return next((event for event in pieces if event.kind == "captured"), None)


def _loser(captured: PieceEvent) -> Seat:
    assert captured.target is not None
    return captured.target
