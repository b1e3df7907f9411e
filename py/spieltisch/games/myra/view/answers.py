"""What can be asked about Myra's board, and what can be done now: the hint and the buttons."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import CAPTURE, FORTRESS, GATHER, MOVE, PASS, SOW
from spieltisch.games.myra.rules.hexagon import ray
from spieltisch.games.myra.rules.position import MyraPosition
from spieltisch.games.myra.view.board import tab_stop, turns_of
from spieltisch.games.myra.view.compass import way
from spieltisch.games.myra.view.sentences import (
    action_sentence,
    choice_of,
    hinted,
    piece_text,
    pit_label,
    soldiers_text,
)
from spieltisch.kit.markup import Markup, el, join
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import hint_labels
from spieltisch.kit.words import Words
from spieltisch.table import Seat, Status


def answer(scene: Scene, key: str) -> str:
    position: MyraPosition = scene.position
    words = scene.words
    match key:
        case "h":
            hints = hint_labels(*hinted(scene), words)
            return pit_label(scene, choice_of(scene), tab_stop(scene), hints)
        case "r":
            return _rays(scene, tab_stop(scene))
        case "m":
            return _pieces_of(scene, position.to_act)
        case "o":
            others = (seat for seat in position.seats if seat != position.to_act)
            return " ".join(_pieces_of(scene, seat) for seat in others)
        case "k":
            return _queens(scene)
        case "x":
            return _captures(scene)
        case "t":
            return _ends(scene)
        case "p":
            notes = ((scene.names[seat - 1], seat_note(scene, seat)) for seat in position.seats)
            return "; ".join(f"{name}: {note}" for name, note in notes) + "."
        case "l" if scene.last is not None:
            return action_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def look(scene: Scene) -> str:
    """The first step of a hint: which piece."""
    words, (site, _), event = scene.words, hinted(scene), scene.advised
    if event is None or site is None:
        return ""
    if event.kind == "produced":
        return words.gettext("Look at the pits around your queen on {site}.").format(site=site)
    piece = piece_text(scene.position.pieces.get(site), scene.names, words)
    return words.gettext("Look at {site}: {piece}.").format(site=site, piece=piece)


def _rays(scene: Scene, site: str) -> str:
    words, turns, pits = scene.words, turns_of(scene), scene.position.board.pits
    names = (
        words.gettext("up"),
        words.gettext("up and right"),
        words.gettext("down and right"),
        words.gettext("down"),
        words.gettext("down and left"),
        words.gettext("up and left"),
    )
    told = (
        f"{name}: {_ray(scene, ray(site, way(direction, turns), pits))}"
        for direction, name in enumerate(names)
    )
    return f"{site}. " + "; ".join(told) + "."


def _ray(scene: Scene, line: Sequence[str]) -> str:
    """What lies on a line of pits: how many are empty, and then each piece with its pit."""
    words, pieces = scene.words, scene.position.pieces
    if not line:
        return words.gettext("the edge")
    told: list[str] = []
    for is_empty, group in groupby(line, lambda site: site not in pieces):
        sites = list(group)
        if is_empty:
            told.append(words.ngettext("{n} empty", "{n} empty", len(sites)).format(n=len(sites)))
        else:
            told += [f"{site} {piece_text(pieces[site], scene.names, words)}" for site in sites]
    return ", ".join(told)


def _pieces_of(scene: Scene, seat: Seat) -> str:
    words = scene.words
    position: MyraPosition = scene.position
    name = scene.names[seat - 1]
    if seat in position.fallen:
        return f"{name}: {seat_note(scene, seat)}."
    sites: dict[int, list[str]] = {}
    for site, piece in position.pieces.items():
        if piece.seat == seat:
            sites.setdefault(piece.soldiers, []).append(site)
    told = [words.gettext("queen on {site}").format(site=", ".join(sites.pop(0, [])))]
    for count in sorted(sites, reverse=True):
        if count == FORTRESS:
            template = words.gettext("fortress: {sites}")
        else:
            template = words.ngettext("single soldiers: {sites}", "troops of {n}: {sites}", count)
        told.append(template.format(n=count, sites=", ".join(sites[count])))
    return f"{name}: " + "; ".join(told) + "."


def _queens(scene: Scene) -> str:
    position: MyraPosition = scene.position
    told = (
        f"{scene.names[seat - 1]}: {position.queen(seat) or scene.words.gettext('out')}"
        for seat in position.seats
    )
    return "; ".join(told) + "."


def _captures(scene: Scene) -> str:
    words = scene.words
    position: MyraPosition = scene.position
    found: dict[str, list[str]] = {}
    for action in position.legal_actions(position.to_act):
        if action.kind == CAPTURE:
            found.setdefault(action.target, []).append(action.site)
    if not found:
        return words.gettext("Nothing can be captured.")
    template = words.gettext("{site}, {piece}, from {origins}")
    told = (
        template.format(
            site=target,
            piece=piece_text(position.pieces[target], scene.names, words),
            origins=", ".join(sorted(origins)),
        )
        for target, origins in found.items()
    )
    return words.gettext("Can be captured: {list}.").format(list="; ".join(told))


def _ends(scene: Scene) -> str:
    """What is chosen, and every pit that a press leads on to."""
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return words.gettext("There is nothing to choose now.")
    if not choice.kind:
        told = [hint(scene), _list(words.gettext("Pits: {sites}."), choice.origins)]
        if choice.births:
            told.append(_list(words.gettext("New soldiers on: {sites}."), choice.births))
        return " ".join(told)
    free = choice.ends - choice.captures - choice.builds
    told = [hint(scene), _list(words.gettext("Pits: {sites}."), free)]
    if choice.builds:
        told.append(_list(words.gettext("Own soldiers: {sites}."), choice.builds))
    if choice.captures:
        told.append(_list(words.gettext("You can capture on: {sites}."), choice.captures))
    return " ".join(told)


def _list(template: str, sites: frozenset[str]) -> str:
    return template.format(sites=", ".join(sorted(sites)) or "–")


def seat_note(scene: Scene, seat: Seat) -> str:
    """A seat's soldiers; for a fallen seat, who got them."""
    position: MyraPosition = scene.position
    words = scene.words
    if seat in position.fallen:
        captor = _captor(scene, seat)
        if captor is None or position.outcome:
            return words.gettext("out")
        return words.gettext("out, soldiers to {name}").format(name=scene.names[captor - 1])
    return words.gettext("{soldiers}, {reserve} in reserve").format(
        soldiers=soldiers_text(position.soldiers(seat), words), reserve=position.reserve(seat)
    )


def _captor(scene: Scene, fallen: Seat) -> Seat | None:
    """Who captured a seat's queen, if the scene's turns show it; bisected, as no queen returns."""
    number = bisect_left(scene.turns, True, key=lambda turn: fallen in turn.after.fallen)
    return scene.turns[number].seat if number < len(scene.turns) else None


def hint(scene: Scene) -> str:
    """What can be done now: shown under the board, and said after each press."""
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return ""
    if PASS in choice.targets:
        return words.gettext("No move is possible, so the turn passes.")
    if not choice.kind:
        if choice.births:
            return words.gettext(
                "Choose one of your pits. To bring in a soldier, choose an empty pit beside "
                "your queen."
            )
        return words.gettext("Choose one of your pits.")
    if choice.kind == MOVE:
        return _walk_hint(choice, words)
    return _chain_hint(choice, words)


def why_not(scene: Scene, token: str) -> str | None:
    """Why a pit that was pressed does nothing."""
    choice, words = choice_of(scene), scene.words
    is_pit = choice is not None and token in choice.position.sites
    if choice is None or not is_pit or token in choice.targets or token in choice.trace:
        return None
    if choice.kind in (SOW, GATHER):
        template = words.gettext("{site} is not next to {last}. Choose a pit beside {last}.")
        return template.format(site=token, last=choice.trace[-1])
    piece = scene.position.pieces.get(token)
    if piece is None:
        template = words.gettext("{site} is empty. First choose one of your pits.")
    elif piece.seat != choice.seat:
        template = words.gettext("{site} belongs to {name}. Choose one of your own pits.")
        if piece.is_fortress:
            template = words.gettext(
                "{name} has a fortress on {site}, and a fortress cannot be captured."
            )
        return template.format(site=token, name=scene.names[piece.seat - 1])
    elif piece.is_queen:
        template = words.gettext(
            "The queen on {site} is shut in: beside her there is no empty pit and nothing to "
            "capture."
        )
    else:
        template = words.gettext("The soldiers on {site} are shut in: they have nowhere to go.")
    return template.format(site=token)


def _walk_hint(choice: MyraChoice, words: Words) -> str:
    site = choice.trace[0]
    if not choice.soldiers:
        told = [words.gettext("The queen goes one step from {site}.").format(site=site)]
    else:
        steps = words.ngettext(
            "{n} soldier goes from {site}, one step.",
            "{n} soldiers go from {site}, up to {n} steps.",
            choice.soldiers,
        )
        told = [steps.format(n=choice.soldiers, site=site)]
    if choice.captures:
        prey = ", ".join(sorted(choice.captures))
        told.append(words.gettext("You can capture: {sites}.").format(sites=prey))
    told.append(words.gettext("Choose where to go."))
    return " ".join(told)


def _chain_hint(choice: MyraChoice, words: Words) -> str:
    site, last = choice.trace[0], choice.trace[-1]
    if choice.kind == SOW:
        template = words.gettext("Sowing from {site}, {n} of {all} placed. Choose the next pit.")
        return template.format(site=site, n=len(choice.trace) - 1, all=choice.soldiers)
    if choice.kind == GATHER and choice.status is Status.PLAYABLE:
        template = words.gettext(
            "{n} soldiers gathered in {last}. Play it, or add the next soldier."
        )
        return template.format(n=len(choice.trace), last=last)
    return words.gettext("Gathering from {site}. Choose the next soldier.").format(site=site)


def controls(scene: Scene) -> Markup:
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return Markup("")
    if PASS in choice.targets:
        return _button(PASS, words.gettext("Pass"), is_pressed=None)
    return join(_counts(choice, words), _kinds(choice, words), _status(choice, words))


def _counts(choice: MyraChoice, words: Words) -> Markup | None:
    if len(choice.counts) < 2 or len(choice.trace) != 1:
        return None
    buttons = [
        _button(
            str(count),
            str(count),
            is_pressed=count == choice.soldiers,
            label=soldiers_text(count, words),
        )
        for count in choice.counts
    ]
    return _group(words.gettext("How many soldiers go"), buttons)


def _kinds(choice: MyraChoice, words: Words) -> Markup | None:
    if len(choice.kinds) < 2:
        return None
    labels = {
        MOVE: words.gettext("Walk"),
        GATHER: words.gettext("Gather"),
        SOW: words.gettext("Sow"),
    }
    buttons = [_button(kind, labels[kind], is_pressed=kind == choice.kind) for kind in choice.kinds]
    return _group(words.gettext("What they do"), buttons)


def _group(label: str, buttons: list[Markup]) -> Markup:
    return el("div.controls-set", {"role": "group", "aria-label": label}, buttons)


def _button(token: str, text: str, *, is_pressed: bool | None, label: str | None = None) -> Markup:
    return el(
        "button.button",
        {
            "type": "button",
            "id": f"token-{token}",
            "data-token": token,
            "aria-label": label,
            "aria-pressed": None if is_pressed is None else str(is_pressed).lower(),
        },
        text,
    )


def _status(choice: MyraChoice, words: Words) -> Markup | None:
    texts = {
        Status.INCOMPLETE: words.gettext("Not finished"),
        Status.PLAYABLE: words.gettext("Ready to play"),
    }
    if not choice.kind or choice.status not in texts:
        return None
    kind = f"controls-status is-{choice.status.value}"
    return el("span", {"class": kind, "data-status": choice.status.value}, texts[choice.status])
