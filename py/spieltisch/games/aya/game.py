"""GAME: the record of what AYA can do."""

from collections.abc import Hashable
from functools import cache

from spieltisch.games.aya.bots.reflex import LEVELS, act_on, chance, goes_on_looking, react
from spieltisch.games.aya.rules import why
from spieltisch.games.aya.rules.cards import DECK, deck_flaws, misprint, words_of
from spieltisch.games.aya.rules.choice import SHOUTS, is_heard, meaning
from spieltisch.games.aya.rules.events import CALL_KINDS, timed_calls
from spieltisch.games.aya.rules.info import CARDS, INFO, SPOT, has_clocks, is_solitaire
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES, deck_of, has_own_deck, is_undealt
from spieltisch.games.aya.rules.solver import StepsSpentError, solution
from spieltisch.games.aya.rules.track import Move, play_zone
from spieltisch.games.aya.rules.variants import SOLE_SEAT, ZOCH
from spieltisch.games.aya.view import deck
from spieltisch.games.aya.view.editor import EDITOR
from spieltisch.games.aya.view.view import VIEW
from spieltisch.games.contract import (
    Advice,
    Arrays,
    DailyDuel,
    GameOf,
    OwnCards,
    Puzzles,
    ReactionBots,
    Shouts,
    Skill,
    Solver,
    Undecided,
    late,
)
from spieltisch.table import Setup, Turn, play
from spieltisch.table.lesson import brings, read_course

_YES, _NO = SHOUTS

_ROWS, _SPOT = f"{__package__}.rules.rows", f"{__package__}.rules.spot"
"""No start needs them (LATE in app/screens.py), and neither do matches."""


def _category(setup: Setup) -> str | None:
    """Solitaire runs are compared by rule book, number of cards, and whose these are."""
    cards = setup.option(CARDS.name, CARDS.default)
    own = "/own" if has_own_deck(setup.start) else ""
    return f"{setup.edition}/{cards}{own}" if is_solitaire(setup) else None


def _advise(position: AyaPosition) -> Advice | Undecided | None:
    """The next match on the way to clear all cards; None if they cannot be cleared any more."""
    try:
        run = solution(position)
    except StepsSpentError:
        return Undecided()
    if not run:
        return None
    moves = run[0]
    for move in moves[:-1]:
        position = position.apply(SOLE_SEAT, move)
    return Advice(position.try_move(moves[-1]).cards, moves)


def _rolled(position: AyaPosition, move: Move) -> str:
    """The colour of the ball that a standard move takes out of the zone."""
    return {"b": "🔵", "y": "🟡"}[play_zone(position.track)[int(move[0]) - 1]]


def _future(position: AyaPosition) -> Hashable:
    """The track and what is left to clear, without what was cleared and in which order."""
    return position.track, position.table.row, position.duty


def _leads_on(turn: Turn) -> bool:
    """Whether a second move can match a light card after a first that has matched nothing."""
    is_matched = brings("matched")
    return not is_matched(turn) and any(
        is_matched(play(turn.rules, turn.after, turn.seat, action))
        for action in turn.after.legal_actions(turn.seat)
    )


@cache
def _arrays() -> Arrays[AyaPosition, str]:
    # Late: who only plays needs none.
    from spieltisch.games.aya.rules.arrays import ACTIONS, SHAPE, observe

    return Arrays(ACTIONS, SHAPE, observe)


GAME = GameOf(
    info=INFO,
    rules=RULES,
    view=VIEW,
    bots=ReactionBots(react, tuple(LEVELS), act_on, goes_on_looking, chance),
    shouts=Shouts(
        words=SHOUTS,
        # Seat 1 on the left, 2 on the right, the others between: hands as far apart as possible.
        keys={
            _YES: ("KeyQ", "KeyP", "KeyC", "KeyT", "KeyU", "KeyM"),
            _NO: ("KeyA", "Semicolon", "KeyV", "KeyG", "KeyJ", "Comma"),
        },
        reserved=frozenset(
            {f"{row}{ball}" for row in ("Digit", "Numpad") for ball in range(1, 6)}
            | {f"Arrow{way}" for way in ("Left", "Right", "Up", "Down")}
            | {"KeyL", "KeyR"}
        ),
        meaning=meaning,
        label={_YES: "AYA", _NO: "OYE / AHA"}.__getitem__,
        is_heard=is_heard,
        is_race=has_clocks,
        timed_calls=timed_calls,
        kinds=CALL_KINDS,
    ),
    solver=Solver(
        category=_category,
        total=lambda setup: int(setup.option(CARDS.name, CARDS.default)),
        advise=_advise,
    ),
    # In its lessons no clock runs, and nobody acts before the learner.
    lessons=read_course(__name__, {"leads-on": _leads_on}),
    puzzles=Puzzles(
        goals=("clear",),
        themes=(
            *("light-cards", "in-order", "any-order", "second-move", "two-at-once"),
            *("trap", "one-by-one", "long"),
        ),
        future=_future,
        why=why.why,
        warn=why.warn,
        missed=why.missed,
        why_not=why.why_not,
        skill=Skill(
            SPOT,
            Setup("aya", "turbo", ZOCH.name, seats=2),
            made=late(_SPOT, "made"),
            why=late(_SPOT, "why"),
        ),
        duel=DailyDuel(
            Setup("aya", "tueftler", ZOCH.name, ((CARDS.name, "10"),), seats=1), _rolled
        ),
    ),
    editor=EDITOR,
    bot_course=late(f"{__package__}.bots.course", "bot_course"),
    asked=(
        "position.track",
        'position.try_move("1L").cards',
        "[one.card.pattern for one in position.open_cards]",
    ),
    arrays=_arrays,
    own_cards=OwnCards(
        usual=" ".join(map(str, DECK)),
        blank=deck.BLANK,
        parts=deck.PARTS,
        pressed=deck.pressed,
        part_words=deck.part_words,
        is_on=deck.is_on,
        part_picture=deck.part_picture,
        picture=deck.picture,
        told=deck.told,
        words_of=words_of,
        is_card=lambda word: misprint(word) is None,
        flaws=deck_flaws,
        start_of=lambda text: " ".join(map(str, deck_of(text))),
        is_undealt=is_undealt,
        is_dealt=has_own_deck,
        solitaire=Setup("aya", "tueftler", ZOCH.name, seats=1),
        deal=late(_ROWS, "deal_of_own"),
        dealt=late(_ROWS, "dealt"),
        themes=late(_ROWS, "themes"),
        efforts=(167, 200, 250, 500),
    ),
)
