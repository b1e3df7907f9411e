"""What has just happened at AYA's table, to be seen: who called, what matched, what all missed."""

from __future__ import annotations

from spieltisch.games.aya.rules.events import Event, Kind
from spieltisch.games.aya.rules.matches import Match
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.view.cards import lit
from spieltisch.games.aya.view.sentences import (
    event_in,
    event_sentence,
    moves_text,
    outcome_sentence,
    tie_text,
)
from spieltisch.games.aya.view.solo import best_runs
from spieltisch.games.aya.view.track import small_track
from spieltisch.table import Turn
from spieltisch.views.markup import Markup, el, region
from spieltisch.views.scene import Scene

MOST_MISSED = 2
"""So many of the matches that all have missed are shown."""


def told_turns(scene: Scene) -> tuple[Turn, ...]:
    """The actions to tell: the last one, and before an exceptional move what has led to it."""
    told: list[Turn] = []
    for turn in reversed(scene.recent):
        told.insert(0, turn)
        if event_in(turn).kind is not Kind.EXCEPTIONAL:
            break
    return tuple(told[-2:])


def just_matched(scene: Scene) -> tuple[OpenCard, ...]:
    """The cards that the last action has matched, where they lay before it."""
    return event_in(scene.last).cards if scene.last is not None else ()


def news(scene: Scene) -> Markup:
    """The last event, with the cards it is about."""
    return region(
        "div",
        {"id": "news", "class": "news"},
        _outcome(scene),
        [_told(scene, turn) for turn in told_turns(scene)],
        best_runs(scene) if scene.position.outcome or not scene.serial else None,
    )


def _outcome(scene: Scene) -> Markup | None:
    outcome = scene.position.outcome
    if outcome is None:
        return None
    told = outcome_sentence(outcome, scene.names, scene.words)
    return el("p", {"class": "news-outcome"}, told)


def _told(scene: Scene, turn: Turn) -> Markup:
    event = event_in(turn)
    words = scene.words
    tie = tie_text(scene) if turn is scene.last else ""
    return el(
        "div",
        {"class": f"news-item is-{event.kind.value}", "data-event": event.kind.value},
        el("p", None, event_sentence(turn, event, scene.names, words)),
        el("p", {"class": "news-tie"}, tie) if tie else None,
        lit(event.cards, words) if event.cards else None,
        _missed(scene, turn, event) if event.missed else None,
    )


def _missed(scene: Scene, turn: Turn, event: Event) -> Markup:
    """The match that all had missed, on the track as it was."""
    track = turn.before.track
    duty = turn.before.duty
    if getattr(duty, "demonstration", None) is not None:
        track = duty.demonstration.track
    return el(
        "ul",
        {"class": "missed"},
        [_missed_match(scene, track, match) for match in event.missed[:MOST_MISSED]],
    )


def _missed_match(scene: Scene, track: str, match: Match) -> Markup:
    return el(
        "li",
        {"class": "missed-match"},
        small_track(track, match.moves[0]),
        el("span", {"class": "missed-moves"}, moves_text(match.moves, scene.words)),
        lit(match.cards, scene.words),
    )
