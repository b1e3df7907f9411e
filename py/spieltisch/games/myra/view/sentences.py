"""What was played in Myra, and how a match ended, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.games.myra.rules.core import CAPTURE, GATHER, PASS, PRODUCE, SOW
from spieltisch.games.myra.rules.position import Effect, MyraPosition
from spieltisch.games.myra.view.labels import soldiers_text
from spieltisch.table import Outcome, Turn
from spieltisch.views.words import Words

Names = Sequence[str]


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    """What was played and what it brought about."""
    before: MyraPosition = turn.before
    effect = before.effect(turn.action)
    name = names[turn.seat - 1]
    if effect.kind == CAPTURE:
        return _capture(turn, effect, names, words)
    if effect.kind in (GATHER, SOW):
        return _chain(name, effect, words)
    if effect.kind == PRODUCE:
        template = words.gettext("{name} brings a soldier in on {end}; {n} left in reserve.")
        left = turn.after.reserve(turn.seat)
        return template.format(name=name, end=turn.action.target, n=left)
    if effect.kind == PASS:
        return words.gettext("{name} can do nothing and passes.").format(name=name)
    return _walk(turn, effect, name, words)


def _walk(turn: Turn, effect: Effect, name: str, words: Words) -> str:
    count, start, end = turn.action.soldiers, turn.action.site, turn.action.target
    if not count:
        template = words.gettext("{name}: the queen goes from {start} to {end}.")
        return template.format(name=name, start=start, end=end)
    if effect.kind == "split":
        all_of_it = turn.before.pieces[start].soldiers
        template = words.gettext("{name}: {n} of {all} go from {start} to {end}.")
        sentence = template.format(name=name, n=count, all=all_of_it, start=start, end=end)
    else:
        template = words.gettext("{name}: {soldiers} from {start} to {end}.")
        soldiers = soldiers_text(count, words)
        sentence = template.format(name=name, soldiers=soldiers, start=start, end=end)
    together = turn.after.pieces[end]
    if together.is_fortress:
        return sentence + " " + words.gettext("Now they are five: a fortress.")
    if together.soldiers > count:
        joined = words.gettext("Now they are {n}.").format(n=together.soldiers)
        return sentence + " " + joined
    return sentence


def _chain(name: str, effect: Effect, words: Words) -> str:
    if effect.kind == SOW:
        template = words.gettext("{name} sows {n} soldiers from {start}: {pits}.")
        pits, count = effect.walk[1:], len(effect.walk) - 1
    else:
        template = words.gettext("{name} gathers {n} soldiers in {end}: {pits}.")
        pits, count = effect.walk, len(effect.walk)
    return template.format(
        name=name, n=count, start=effect.walk[0], end=effect.walk[-1], pits=", ".join(pits)
    )


def _capture(turn: Turn, effect: Effect, names: Names, words: Words) -> str:
    captured = effect.captured
    count, start, end = turn.action.soldiers, turn.action.site, turn.action.target
    name = names[turn.seat - 1]
    who = soldiers_text(count, words) if count else words.gettext("the queen")
    if captured is None:
        raise ValueError(f"{turn.action} captures nothing")
    other = names[captured.seat - 1]
    if not captured.is_queen:
        prey = soldiers_text(captured.soldiers, words)
        template = words.gettext(
            "{name}: {who} from {start}; captured on {end}: {prey} of {other}."
        )
        return template.format(name=name, who=who, start=start, end=end, prey=prey, other=other)
    template = words.gettext(
        "{name}: {who} from {start}; the queen of {other} is captured on {end}!"
    )
    sentence = template.format(name=name, who=who, start=start, end=end, other=other)
    if effect.inherited:
        taken = sum(turn.before.pieces[site].soldiers for site in effect.inherited)
        sentence += " " + words.gettext(
            "{other} is out; {soldiers} on the board now belong to {name}."
        ).format(other=other, soldiers=soldiers_text(taken, words), name=name)
    return sentence


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    """Who won and why."""
    if outcome.reason == "repetition":
        return words.gettext("A draw: this position has come for the third time.")
    if outcome.is_draw:
        return words.gettext("A draw: nobody can do anything any more.")
    winner = min(outcome.winners)
    if len(names) == 2:
        template = words.gettext("{winner} wins: the queen of {loser} is captured.")
        return template.format(winner=names[winner - 1], loser=names[2 - winner])
    template = words.gettext("{winner} wins: no other queen is left.")
    return template.format(winner=names[winner - 1])
