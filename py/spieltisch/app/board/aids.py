"""The help beside the board: hints, what bots have found about the position on screen, and the pace
of bots that play each other."""

from collections.abc import Sequence

from spieltisch.app.board.browsing import can_try
from spieltisch.app.board.refutation import told_action, variation_words
from spieltisch.app.board.review import can_review, may_make, no_puzzle
from spieltisch.app.board.sentences import TOLD
from spieltisch.app.board.shown import Shown
from spieltisch.app.board.thinking import helper_of, is_watched
from spieltisch.app.core.settings import pace_words
from spieltisch.kit.frame import button, either, options_of, row
from spieltisch.kit.markup import Child, Markup, el, join, region
from spieltisch.kit.scene import Scene, Worker
from spieltisch.kit.sentences import own_moves
from spieltisch.kit.telling import Teller
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Evaluation, Prospect, Seat


def aids(shown: Shown) -> Markup:
    worker = shown.at.session.device.worker
    return join(
        _buttons(shown),
        evaluation_bar(shown.scene, shown.evaluation, worker)
        if shown.at.table.analysis.is_open
        else None,
        puzzle_offer(shown.at.seen, shown.evaluation, shown.words)
        if shown.at.table.analysis.is_open
        else None,
    )


def puzzle_offer(match: Match, found: Evaluation | None, words: Words) -> Markup | None:
    """The way to make a puzzle of the position on screen, with what is asked there; or why it is
    none. None until all is known that a puzzle needs."""
    if found is None or not may_make(match, found):
        return None
    refused = no_puzzle(found)
    if refused is not None:
        return el("p.no-puzzle", refused.text(words))
    task = words.counted(
        "{side} to move: find the move that wins at once.",
        "{side} to move: find the move that wins within {n} moves.",
        found.prospects[0].wins_in or 0,
        side=match.game.view.side_words(found.seat, words),
    )
    return el(
        "div.puzzle-offer",
        row(button(words.gettext("Make a puzzle of it"), "make-puzzle", kind="is-quiet")),
        el("p", task),
    )


def _buttons(shown: Shown) -> Markup:
    words, table, match = shown.words, shown.at.table, shown.at.match
    can_hint = helper_of(match) is not None and not table.is_elsewhere
    # Each press tells one step more; after the last one it repeats that.
    aid, labels = shown.scene.help, (words.gettext("Hint"), words.gettext("Which move?"))
    label, other = labels[:: -1 if aid is not None and aid.turn and not aid.action else 1]
    hint = either(label, other)
    return region(
        "div#aids.row.aids",
        {"role": "group", "aria-label": words.gettext("Help")},
        # While a bot is to move it is idle, not gone, so that its neighbours stay in place and it
        # keeps the focus.
        button(hint, "hint", is_idle=not can_hint) if match.people and not match.is_over else None,
        button(words.gettext("Analysis"), "analyse", is_pressed=table.analysis.is_open),
        # One button in one place starts the review and stops it, so that it keeps the focus. On the
        # card of the end there is another.
        (
            button(words.gettext("Stop"), "stop-review")
            if shown.review is not None and shown.is_reviewing
            else button(words.gettext("Review"), "review")
        )
        if can_review(match) and not shown.has_card
        else None,
        button(words.gettext("Try moves"), "try-out") if can_try(shown.at.seen) else None,
    )


def watching(shown: Shown) -> Markup | None:
    """The controls of a match that is only watched, while it goes on."""
    words, at = shown.words, shown.at
    if not is_watched(at.match) or at.match.last_position.outcome is not None:
        return None
    paces = options_of(pace_words(words), at.session.settings.pace)
    return region(
        "div#watching.row.watching",
        {"role": "group", "aria-label": words.gettext("Watching")},
        button(words.gettext("Continue"), "go-on", kind="is-primary")
        if at.table.timing.is_halted or not at.match.is_at_end
        else button(words.gettext("Pause"), "halt"),
        button(words.gettext("One move"), "step"),
        el("select#set-pace", {"data-set": "pace", "aria-label": words.gettext("Pace")}, paces),
    )


MOST_OF_VARIATION = 8
"""How many actions of the best variation are shown."""

MOST_SAID = 4
"""How many of them are read out."""


def evaluation_bar(
    scene: Scene, found: Evaluation | None, worker: Worker, *, leads_on: bool = True
) -> Markup:
    """The bar and the best variation, as far as anything was found about the position on screen;
    where it ``leads_on``, a press on one of its actions shows the board after it."""
    is_waiting = found is None or not found.is_final
    # Two seats share the bar, in their colours; of three only the evaluated one is shown.
    seat, other, share = (
        (found.seat, 0, found.prospects[0].percent) if found is not None else (0, 0, 0)
    )
    if seat and len(scene.names) == 2:
        seat, other, share = 1, 2, share if seat == 1 else 100 - share
    return region(
        "div#evaluation.evaluation",
        {"data-final": not is_waiting},
        el(
            "svg.expectation",
            {"viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"},
            el("rect", {"class": f"share of-{other}", "width": 100, "height": 10}),
            el("rect", {"class": f"share of-{seat}", "width": share, "height": 10}),
            el("path.middle", {"d": "M50 0v10"}),
        ),
        el("p.shares", [el("span", text) for text in _shares(scene, found)]) if found else None,
        _prospects(scene, found, leads_on=leads_on) if found and found.variation else None,
        el("p.line.depth", scene.words("Depth {n}", n=found.depth))
        if found and found.depth
        else None,
        el("p.line", thinking_text(scene.words, worker)) if is_waiting else None,
    )


def evaluation_text(scene: Scene, match: Match, found: Evaluation | None, worker: Worker) -> str:
    """The evaluation and the best variation, as they are spoken: in words."""
    words = scene.words
    if found is None or not found.is_final:
        return thinking_text(scene.words, worker)
    told = ", ".join(_shares(scene, found)) + "."
    if not found.variation:
        return told
    turn = told_action(match, found.variation[0], scene.names, words, is_spoken=True)
    told += " " + words("Best – {turn}", turn=turn)
    if len(found.variation) > 1:
        line = ", ".join(
            variation_words(match, found.variation[:MOST_SAID], scene.names, words)[1:]
        )
        told += " " + words("Then {line}.", line=line)
    if len(found.prospects) == 1:
        return told
    others = (
        ", ".join(
            [
                verdict_text(scene, found.seat, one),
                *variation_words(match, one.variation[:1], scene.names, words),
            ]
        )
        for one in found.prospects[1:]
    )
    return told + " " + words("Next best: {lines}.", lines="; ".join(others))


def verdict_text(scene: Scene, seat: Seat, found: Prospect) -> str:
    """What a variation leads to for a seat that is to act."""
    words, names = scene.words, scene.names
    if found.ends_in is None:
        return words("{name} {n}%", name=names.told(seat, words), n=found.percent)
    is_win = found.win_probability > 0.5
    if not is_win and len(names) == 2:
        seat, is_win = 3 - seat, True
    count = own_moves(found.ends_in, len(names))
    return Teller(TOLD, names, words)("seen.win" if is_win else "seen.loss", seat, n=count)


def _shares(scene: Scene, found: Evaluation) -> list[str]:
    """What each seat may expect; a single verdict if the end is seen or more than two play."""
    if found.ends_in is not None or len(scene.names) > 2:
        return [verdict_text(scene, found.seat, found.prospects[0])]
    percent = found.prospects[0].percent
    shares = {found.seat: percent, 3 - found.seat: 100 - percent}
    words, names = scene.words, scene.names
    return [words("{name} {n}%", name=names.told(seat, words), n=shares[seat]) for seat in (1, 2)]


def _prospects(scene: Scene, found: Evaluation, *, leads_on: bool) -> Markup:
    """The best variation, or several, each with what it leads to."""
    label = scene.words.gettext("Best line")
    best, *others = found.prospects
    if not others:
        told = _variation(label, best, leads_on=leads_on)
        return el("p.line", {"role": "group", "aria-label": label}, told)
    lines = [
        el(
            "li.line",
            _variation(
                verdict_text(scene, found.seat, one),
                one,
                after=f" {other}" * (other > 0),
                leads_on=leads_on,
            ),
        )
        for other, one in enumerate(found.prospects)
    ]
    return el("ol.lines", {"aria-label": scene.words.gettext("Best lines")}, lines)


def _variation(label: str, found: Prospect, after: str = "", *, leads_on: bool) -> list[Child]:
    some = found.variation[:MOST_OF_VARIATION]
    return [
        el("span.line-label", label),
        action_buttons(some, "line", after=after) if leads_on else el("span", " ".join(some)),
        "…" if len(found.variation) > MOST_OF_VARIATION else None,
    ]


def action_buttons(actions: Sequence[str], do: str, of: str = "", after: str = "") -> list[str]:
    """The actions of a variation as buttons: each shows the board as it is after the action. Their
    ``data-arg`` is the number of actions to show, between ``of`` and ``after``."""
    buttons = [
        el(
            "button.line-action",
            {"type": "button", "data-do": do, "data-arg": f"{of}{count}{after}"},
            action,
        )
        for count, action in enumerate(actions, start=1)
    ]
    return [part for one in buttons for part in (" ", one)]


def thinking_text(words: Words, worker: Worker) -> str:
    """Says that the bots are still starting or thinking."""
    if worker is Worker.STARTING:
        return words.gettext("The computer is sitting down …")
    return words.gettext("The computer is thinking …")


def percent(chance: float) -> int:
    return round(100 * chance)
