"""Myra in words: its pits and pieces, where a hint points, what was played, how a match ended, what
can be asked about the board, and what can be done now: the hint and the buttons."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any

from spieltisch.games.myra.rules.choice import MyraChoice
from spieltisch.games.myra.rules.core import CAPTURE, FORTRESS, GATHER, MOVE, PASS, SOW
from spieltisch.games.myra.rules.hexagon import ray
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.games.myra.rules.rules import PieceEvent, start_corners
from spieltisch.games.myra.view.compass import turns_of, way
from spieltisch.kit.markup import Markup, el, join
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import fact_text, hint_labels
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import Words
from spieltisch.table import EventKind, Outcome, Seat, Status, Turn

TOLD = read_told(__name__)

EMPTY: Mapping[str, str] = MappingProxyType({})


def choice_of(scene: Scene) -> MyraChoice | None:
    return scene.choice if isinstance(scene.choice, MyraChoice) else None


def tab_stop(scene: Scene) -> str:
    """The one pit that the Tab key goes to: the viewer's queen until the keyboard is on a pit."""
    position: MyraPosition = scene.position
    if scene.cursor in position.sites:
        return str(scene.cursor)
    corner = start_corners(len(position.seats), position.edge)[scene.viewer - 1]
    return position.queen(scene.viewer) or corner


def soldiers_text(count: int, words: Words) -> str:
    return words.counted("{n} soldier", "{n} soldiers", count)


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
    label = f"{site}, {piece_text(scene.position.pieces.get(site), scene.names, scene.words)}"
    if choice is None:
        return label
    prospects = _prospects(choice, site, scene.words)
    return ". ".join(filter(None, (label, hints.get(site), *prospects)))


def _prospects(choice: MyraChoice, site: str, words: Words) -> Iterator[str]:
    """What a press on a pit would do, or has done."""
    if not choice.kind:
        if site in choice.origins:
            yield words.gettext("You can choose this")
        elif site in choice.births:
            yield words.gettext("You can bring in a soldier here")
    elif site in choice.trace:
        yield _traced(choice, site, words)
        if site == choice.trace[-1] and choice.status is Status.PLAYABLE:
            yield words.gettext("Press again to play")
    elif site in choice.ends:
        yield _end(choice, site, words)


def _traced(choice: MyraChoice, site: str, words: Words) -> str:
    """What a pit is that was pressed."""
    number, n = choice.trace.index(site), choice.soldiers
    if choice.kind == GATHER:
        return words("Gathered, number {n}", n=number + 1)
    if number:
        return words("Soldier {n} goes here", n=number)
    if not n:
        return words.gettext("Chosen")
    return words.counted("Chosen: {n} soldier goes", "Chosen: {n} soldiers go", n)


def _end(choice: MyraChoice, site: str, words: Words) -> str:
    """What a pit is that a press leads on to."""
    if choice.kind == SOW:
        return words.gettext("The next one can go here")
    if choice.kind == GATHER:
        return words.gettext("Can be gathered next")
    if site in choice.captures:
        return words.gettext("Can be captured")
    if site in choice.builds:
        together = choice.position.pieces[site].soldiers + choice.soldiers
        return words("Can join, {n} together", n=together)
    steps = len(choice.walk(site)) - 1
    return words.counted("Can go here, {n} step", "Can go here, {n} steps", steps)


def hinted(scene: Scene) -> tuple[str | None, str | None]:
    """Where a hint's action starts, or the queen who produces, and where it ends."""
    start, end = scene.hinted
    if scene.advised is not None and scene.advised.kind == "produced":
        start = scene.position.queen(scene.position.to_act)
    return start, end


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    tell, told = Teller(TOLD, names, words), {event.kind: event for event in turn.events}
    done = turn.events[0]
    match done.kind:
        case "gathered" | "sown":
            start, *others = done.sites
            pits = others if done.kind == "sown" else done.sites
            listed = ", ".join(pits)
            return tell(done.kind, turn.seat, n=done.count, start=start, end=pits[-1], pits=listed)
        case "produced":
            left = turn.after.reserve(turn.seat)
            return tell("produced", turn.seat, end=done.sites[-1], n=left)
        case "passed":
            return tell("passed", turn.seat)
    return _capture(told, tell) if "captured" in told else _walk(told, tell)


def _walk(told: Mapping[EventKind, Any], tell: Teller) -> str:
    moved, split, built = told["moved"], told.get("split"), told.get("built")
    count, facts = moved.count, {"start": moved.sites[0], "end": moved.sites[-1]}
    if moved.is_queen:
        sentence = tell("moved.queen", moved.seat, **facts)
    elif split is not None:
        sentence = tell("moved.part", moved.seat, n=count, all=count + split.count, **facts)
    else:
        soldiers = soldiers_text(count, tell.words)
        sentence = tell("moved.troop", moved.seat, soldiers=soldiers, **facts)
    if built is None:
        return sentence
    size = "fortress" if built.count == FORTRESS else "troop"
    return f"{sentence} {tell(f'built.{size}', n=built.count)}"


def _capture(told: Mapping[EventKind, Any], tell: Teller) -> str:
    moved, captured, inherited = told["moved"], told["captured"], told.get("inherited")
    words, prey = tell.words, "queen" if captured.is_queen else "troop"
    seat, target = moved.seat, captured.target
    other = tell.names[target - 1]
    sentence = tell(
        f"captured.{prey}",
        seat,
        target,
        who=words.gettext("the queen") if moved.is_queen else soldiers_text(moved.count, words),
        start=moved.sites[0],
        end=moved.sites[-1],
        prey=soldiers_text(captured.count, words),
        other=other,
    )
    if inherited is None:
        return sentence
    soldiers = soldiers_text(inherited.count, words)
    return f"{sentence} {tell('inherited', seat, target, other=other, soldiers=soldiers)}"


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    tell, winner, how = Teller(TOLD, names, words), min(outcome.winners, default=0), outcome.reason
    if not winner:
        return tell(f"ended.{how}")
    if len(names) > 2:
        return tell("ended.last-queen", winner)
    return tell(f"ended.{how}", winner, 3 - winner, loser=names[2 - winner])


def refutation_sentence(turn: Turn, wins_in: int | None, names: Names, words: Words) -> str:
    """What the best answer to a mistake does; empty where it takes nothing and no win is proved."""
    tell, action = Teller(TOLD, names, words), turn.entry.action
    captured = next((event for event in turn.events if event.kind == "captured"), None)
    loser = (captured.target if captured is not None else None) or 0
    if isinstance(captured, PieceEvent) and captured.is_queen:
        return tell("refuted.queen", loser, action=action)
    if wins_in is not None:
        is_duel = len(names) == 2
        return tell("refuted.within", 3 - turn.seat, n=wins_in, action=action) if is_duel else ""
    if captured is None:
        return ""
    prey = soldiers_text(captured.count, words)
    return tell("refuted.soldiers", loser, soldiers=prey, action=action)


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
            queens = (
                (seat, position.queen(seat) or words.gettext("out")) for seat in position.seats
            )
            return "; ".join(f"{scene.names[seat - 1]}: {site}" for seat, site in queens) + "."
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
        return words("Look at the pits around your queen on {site}.", site=site)
    piece = piece_text(scene.position.pieces.get(site), scene.names, words)
    return words("Look at {site}: {piece}.", site=site, piece=piece)


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
    return f"{site}. " + ". ".join(told) + "."


def _ray(scene: Scene, line: Sequence[str]) -> str:
    """What lies on a line of pits: how many are empty, and then each piece with its pit."""
    words, pieces = scene.words, scene.position.pieces
    if not line:
        return words.gettext("the edge")
    told: list[str] = []
    for is_empty, group in groupby(line, lambda site: site not in pieces):
        sites = list(group)
        if is_empty:
            told.append(words.counted("{n} empty", "{n} empty", len(sites)))
        else:
            told += [f"{site} {piece_text(pieces[site], scene.names, words)}" for site in sites]
    # Where a piece ends, a long answer may.
    return "; ".join(told)


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
    told = [words("queen on {site}", site=", ".join(sites.pop(0, [])))]
    for count in sorted(sites, reverse=True):
        if count == FORTRESS:
            template = words.gettext("fortress: {sites}")
        else:
            template = words.ngettext("single soldiers: {sites}", "troops of {n}: {sites}", count)
        told.append(template.format(n=count, sites=", ".join(sites[count])))
    return f"{name}: " + "; ".join(told) + "."


def _captures(scene: Scene) -> str:
    words = scene.words
    position: MyraPosition = scene.position
    found: dict[str, list[str]] = {}
    for action in position.legal_actions(position.to_act):
        if action.kind == CAPTURE:
            found.setdefault(action.target, []).append(action.site)
    if not found:
        return words.gettext("Nothing can be captured.")
    told = (
        words(
            "{site}, {piece}, from {origins}",
            site=target,
            piece=piece_text(position.pieces[target], scene.names, words),
            origins=", ".join(sorted(origins)),
        )
        for target, origins in found.items()
    )
    return words("Can be captured: {list}.", list="; ".join(told))


def _ends(scene: Scene) -> str:
    """What is chosen, and every pit that a press leads on to."""
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return words.gettext("There is nothing to choose now.")
    pits = choice.ends - choice.captures - choice.builds if choice.kind else choice.origins
    others = (
        (words.gettext("New soldiers on: {sites}."), choice.births),
        (words.gettext("Own soldiers: {sites}."), choice.builds),
        (words.gettext("You can capture on: {sites}."), choice.captures),
    )
    told = [hint(scene), words("Pits: {sites}.", sites=_list(pits) or "–")]
    told += [template.format(sites=_list(sites)) for template, sites in others if sites]
    return " ".join(told)


def _list(sites: frozenset[str]) -> str:
    return ", ".join(sorted(sites))


def seat_note(scene: Scene, seat: Seat) -> str:
    """A seat's soldiers; for a fallen seat, who got them."""
    position: MyraPosition = scene.position
    words = scene.words
    if seat in position.fallen:
        # Who captured the queen, if the scene's turns show it; bisected, as no queen returns.
        number = bisect_left(scene.turns, True, key=lambda turn: seat in turn.after.fallen)
        if number == len(scene.turns) or position.outcome:
            return words.gettext("out")
        if seat in scene.turns[number].before.fallen:
            # The match began without her: nobody knows who captured her.
            return words.gettext("out")
        captor = scene.names[scene.turns[number].seat - 1]
        return words("out, soldiers to {name}", name=captor)
    return words(
        "{soldiers}, {reserve} in reserve",
        soldiers=soldiers_text(position.soldiers(seat), words),
        reserve=position.reserve(seat),
    )


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
    site, last = choice.trace[0], choice.trace[-1]
    if choice.kind == MOVE:
        return _walk_hint(choice, words)
    if choice.kind == SOW:
        return words(
            "Sowing from {site}: {n} of {all} placed. Choose the next pit.",
            site=site,
            n=len(choice.trace) - 1,
            all=choice.soldiers,
        )
    if choice.status is Status.PLAYABLE:
        return words(
            "{n} soldiers gathered in {last}. Play it, or add the next soldier.",
            n=len(choice.trace),
            last=last,
        )
    return words("Gathering from {site}. Choose the next soldier.", site=site)


def why_not(scene: Scene, token: str) -> str | None:
    """Why a pit that was pressed does nothing."""
    choice = choice_of(scene)
    reason = None if choice is None else choice.why_not(token)
    return None if reason is None else fact_text(reason, scene.names, scene.words)


def _walk_hint(choice: MyraChoice, words: Words) -> str:
    site = choice.trace[0]
    if not choice.soldiers:
        told = [words("The queen goes one step from {site}.", site=site)]
    else:
        told = [
            words.counted(
                "{n} soldier goes from {site}, one step.",
                "{n} soldiers go from {site}, up to {n} steps.",
                choice.soldiers,
                site=site,
            )
        ]
    if choice.captures:
        prey = _list(choice.captures)
        told.append(words("You can capture: {sites}.", sites=prey))
    told.append(words.gettext("Choose where to go."))
    return " ".join(told)


def controls(scene: Scene) -> Markup:
    choice, words = choice_of(scene), scene.words
    if choice is None:
        return Markup("")
    if PASS in choice.targets:
        return _button(PASS, words.gettext("Pass"), is_pressed=None)
    counts = choice.counts if len(choice.trace) == 1 else ()
    numbers = [
        _button(str(n), str(n), is_pressed=n == choice.soldiers, label=soldiers_text(n, words))
        for n in counts
    ]
    told = {MOVE: words.gettext("Walk"), GATHER: words.gettext("Gather"), SOW: words.gettext("Sow")}
    kinds = [_button(kind, told[kind], is_pressed=kind == choice.kind) for kind in choice.kinds]
    return join(
        _group(words.gettext("How many soldiers go"), numbers),
        _group(words.gettext("What they do"), kinds),
        _status(choice, words),
    )


def _group(label: str, buttons: list[Markup]) -> Markup | None:
    """Buttons of which one is chosen; none where there is nothing to choose."""
    if len(buttons) < 2:
        return None
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
