"""The end of a match as a film to be sent to others: its last turns, as they were played."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import ceil
from typing import Any

from spieltisch.app.board.sentences import action_sentence, outcome_sentence
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import addressed, own_seat, player_names
from spieltisch.kit.names import Names
from spieltisch.kit.scene import LEG_MS, MOST_RECENT, Motion, Scene
from spieltisch.kit.words import Words
from spieltisch.play.match import Match
from spieltisch.table import Turn

MOST_MS, FRAME_MS = 10_000, 100
"""How long a film lasts at most, and how long a picture stays while something moves."""

START_MS, REST_MS, END_MS = 600, 700, 2500
"""How long the position before the first turn, the one after each turn, and the end are seen."""


class FilmFrame(Frozen):
    ms: int
    pieces: Mapping[str, tuple[float, float, float]]
    """By the ``data-piece`` of each that travels: how far it still is from where it is drawn, in
    board units, and how far it is turned, in degrees."""


class Shot(Frozen):
    told: str
    frames: tuple[FilmFrame, ...]


class Film(Frozen):
    """What static/share/film.js draws."""

    title: str
    """What stands below all boards."""
    shots: tuple[Shot, ...]
    scenes: tuple[Scene, ...]
    """What each shot's board is drawn from: all at once, large boards would take long."""

    @property
    def ms(self) -> int:
        return sum(frame.ms for shot in self.shots for frame in shot.frames)

    @property
    def text(self) -> str:
        """All but the boards as JSON, in ASCII, which Pyodide hands to JavaScript at once."""
        return json.dumps({"title": self.title, "shots": [asdict(shot) for shot in self.shots]})


def has_film(match: Match) -> bool:
    """Whether a match is over and something was played in it."""
    return match.is_over and bool(match.game_turns)


def film_of(match: Match, words: Words) -> Film:
    names, view = _told_names(match, words), match.game.view
    outcome, turns = match.position.outcome, match.game_turns
    assert outcome is not None

    def scene(position: Any, played: int, *, is_moving: bool = False) -> Scene:
        return Scene(
            position=position,
            turns=turns[max(0, played - MOST_RECENT) : played],
            words=words,
            viewer=own_seat(match.people),
            is_picture=True,
            is_moving=is_moving,
        )

    first = len(turns) - sum(1 for _ in _last_turns(match))
    players = (names.told(seat, words) for seat in range(1, len(names) + 1))
    start = Shot(" – ".join(players), (FilmFrame(START_MS, {}),))
    end = Shot(outcome_sentence(view, outcome, names, words), (FilmFrame(END_MS, {}),))
    shots = [(start, scene(turns[first].before, first))]
    for played, turn in enumerate(turns[first:], start=first + 1):
        moving = _moving(view.motions(turn))
        told = view.move_words(turn, names, words) or action_sentence(view, turn, names, words)
        if moving:
            shots.append((Shot(told, moving), scene(turn.after, played, is_moving=True)))
        shots.append((Shot(told, (FilmFrame(REST_MS, {}),)), scene(turn.after, played)))
    shots.append((end, scene(match.position, len(turns))))
    return Film(match.game.info.title, *zip(*shots, strict=True))


def _told_names(match: Match, words: Words) -> Names:
    """The names that the film gives: its person is "You", as everywhere, unless they have a name of
    their own. Whoever it is sent to knows them by that."""
    own = addressed(match.people)
    is_named = own is not None and match.setup.all_players[own - 1].name
    return player_names(match.setup, words, frozenset() if is_named else match.people)


def _last_turns(match: Match) -> Iterator[Turn]:
    """The last turns, the latest first, as many as there is time for; at least one."""
    left_ms, turns = MOST_MS - START_MS - END_MS, match.game_turns
    for number in range(len(turns) - 1, -1, -1):
        turn = turns[number]
        left_ms -= REST_MS + sum(frame.ms for frame in _moving(match.game.view.motions(turn)))
        if left_ms < 0 and number < len(turns) - 1:
            return
        yield turn


def _moving(motions: Sequence[Motion]) -> tuple[FilmFrame, ...]:
    """The pictures of pieces on their way."""
    legs = max((len(motion.offsets) - 1 for motion in motions), default=0)
    return tuple(
        FilmFrame(
            FRAME_MS, {motion.piece: _at(motion, count * FRAME_MS / LEG_MS) for motion in motions}
        )
        for count in range(ceil(legs * LEG_MS / FRAME_MS))
    )


def _at(motion: Motion, legs: float) -> tuple[float, float, float]:
    """Where a piece is after so many legs, and how far it is turned."""
    turns = motion.turns or (0.0,) * len(motion.offsets)
    stops = [(*offset, turn) for offset, turn in zip(motion.offsets, turns, strict=True)]
    if legs >= len(stops) - 1:
        return stops[-1]
    (x, y, turn), (next_x, next_y, next_turn) = stops[int(legs) : int(legs) + 2]
    part = legs % 1
    return (
        round(x + (next_x - x) * part, 1),
        round(y + (next_y - y) * part, 1),
        round(turn + (next_turn - turn) * part, 1),
    )
