"""The course for those who write a bot: from a first file to one that beats level 2.

Who reads without a mistake wins: what the steps ask for is to be right, and then to be right in the
time that a person has.
"""

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.matches import CardMatch, matches
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.track import format_track
from spieltisch.games.contract import BotCourse, BotField, BotGoal, BotIdea, BotSkill, BotStep
from spieltisch.table import Seat, Turn
from spieltisch.table.fact import gettext_noop

QUICK_MS, CALM_MS = 3_000, 6_000
"""So long a bot waits at least before it calls, where a step wants it to: the second is longer than
a move that is owed may take."""


def _calls(turn: Turn, _: int) -> bool | None:
    if _is_call(turn, duties.AYA):
        return bool(matches(turn.before))
    return False if _has_missed(turn) else None


def _is_sure(turn: Turn, _: int) -> bool | None:
    return not matches(turn.before) if _is_call(turn, duties.OYE) else None


def _gains_most(turn: Turn, _: int) -> bool | None:
    """Whether the best match that begins with a move gains as much as any that is there; None where
    all gain the same, and for a second move that is right, as its first one has been counted."""
    position: AyaPosition = turn.before
    duty = position.duty
    if _has_missed(turn):
        return False
    if not isinstance(duty, duties.Attempt) or duty.demonstration is not None:
        return None
    gains = [(found.moves[0], _gain(found, turn.seat)) for found in matches(position)]
    if not gains:
        return None
    best = max(gain for _, gain in gains)
    if (turn.action, best) not in gains:
        return False
    is_choice = not duty.is_second and any(gain < best for _, gain in gains)
    return True if is_choice else None


def _gain(found: CardMatch, seat: Seat) -> int:
    """How many cards more than the others a seat has once it has shown a match."""
    return sum(card.owner != seat for card in found.cards)


def _waits(least_ms: int, turn: Turn, since_ms: int) -> bool | None:
    is_call = isinstance(turn.before.duty, duties.Calling)
    return since_ms >= least_ms if is_call else None


def _waits_a_little(turn: Turn, since_ms: int) -> bool | None:
    return _waits(QUICK_MS, turn, since_ms)


def _waits_long(turn: Turn, since_ms: int) -> bool | None:
    return _waits(CALM_MS, turn, since_ms)


def _is_call(turn: Turn, call: duties.AyaAction) -> bool:
    return isinstance(turn.before.duty, duties.Calling) and turn.action == call


def _has_missed(turn: Turn) -> bool:
    """Whether an attempt has failed that the bot itself has called."""
    return any(event.kind == "missed" for event in turn.events)


def _track(position: AyaPosition) -> str:
    return format_track(position.track)


def _open_cards(position: AyaPosition) -> tuple[str, ...]:
    return tuple(str(one.card) for one in position.open_cards)


def _owners(position: AyaPosition) -> tuple[Seat | None, ...]:
    return tuple(one.owner for one in position.open_cards)


def bot_course() -> BotCourse:
    """All six steps, and what comes after them."""
    return BotCourse(
        _steps(),
        ways_on=(
            gettext_noop(
                "Beat faster bots: see quickly what is easy, and take longer for the rest."
            ),
            gettext_noop(
                "Look ahead: of several matches that gain the same, show one after which you find"
                " another."
            ),
            gettext_noop("Read how the page’s own bots do it, in the source of this page."),
        ),
        version=1,
    )


def _steps() -> tuple[BotStep, ...]:
    return (
        BotStep(
            BotGoal("random", 2, idea=BotIdea.PLAYING),
            gettext_noop("The file you see already plays. Check it."),
        ),
        BotStep(
            BotGoal(
                "random",
                10,
                idea=BotSkill(
                    gettext_noop("Your bot calls AYA rightly ten times, and never wrongly."),
                    gettext_noop(
                        "Your bot has called AYA, and here no card can be matched, or its move"
                        " matches none."
                    ),
                    _calls,
                    enough=10,
                ),
            ),
            gettext_noop(
                "Write see instead of choose. Try each of the ten moves: if one matches a card,"
                " call AYA with it; else call OYE for now."
            ),
            (
                BotField(
                    "see(position, seat)",
                    gettext_noop(
                        "Returns three things: a call, a list of moves, and how many milliseconds"
                        " it took to see them."
                    ),
                ),
                BotField(
                    'return "aya", ["4R"], 1000',
                    gettext_noop(
                        "Calls AYA after a second, and then pushes ball 4 in on the right."
                    ),
                ),
                BotField("position.track", gettext_noop("The balls, b or y."), _track),
                BotField(
                    "position.open_cards",
                    gettext_noop("The cards that count. Those with a * are light."),
                    _open_cards,
                ),
                BotField(
                    'position.try_move("4R").cards',
                    gettext_noop("The cards that a move would match; empty if there are none."),
                ),
            ),
        ),
        BotStep(
            BotGoal(
                "random",
                10,
                idea=BotSkill(
                    gettext_noop("Your bot calls OYE rightly ten times, and never wrongly."),
                    gettext_noop(
                        "Your bot has called OYE, and here a card can be matched, perhaps in two"
                        " moves."
                    ),
                    _is_sure,
                    enough=10,
                ),
            ),
            gettext_noop(
                "A light card may take two moves. Before you call OYE, read the track after each"
                " pair of them."
            ),
            (
                BotField(
                    "from spieltisch.games.aya.rules.track import pattern_of, standard_move",
                    gettext_noop("A line at the top of the file, for the two below."),
                ),
                BotField(
                    'standard_move(position.track, "4R")', gettext_noop("The track after a move.")
                ),
                BotField(
                    "pattern_of(track)",
                    gettext_noop("What the five balls in the middle show, as cards are written."),
                ),
                BotField("card = position.open_cards[0]", gettext_noop("One of the open cards.")),
                BotField(
                    "card.card.pattern, card.card.is_light",
                    gettext_noop("Its five balls, and whether it is light."),
                ),
            ),
        ),
        BotStep(
            BotGoal(
                "random",
                10,
                idea=BotSkill(
                    gettext_noop(
                        "Of several matches your bot always shows one that gains the most cards,"
                        " ten times or more."
                    ),
                    gettext_noop(
                        "Your bot’s move matches nothing here, or gains fewer cards than another"
                        " match does."
                    ),
                    _gains_most,
                    enough=10,
                ),
            ),
            gettext_noop(
                "Find all matches before you choose. A card of your own gains you nothing, as you"
                " keep it either way; one of the others or one in the middle does."
            ),
            (
                BotField(
                    "card.owner",
                    gettext_noop("Before which seat it lies; None in the middle. In their order:"),
                    _owners,
                ),
                BotField(
                    '"stop" in position.legal_actions(seat)',
                    gettext_noop(
                        "Whether the first of two moves is played. Then a single move is left, and"
                        " light cards alone count; try_move knows that."
                    ),
                ),
            ),
        ),
        BotStep(
            BotGoal(
                "1",
                10,
                8,
                BotSkill(
                    gettext_noop("Your bot never calls before 3 seconds are over."),
                    gettext_noop("Your bot has called too soon here."),
                    _waits_a_little,
                ),
            ),
            gettext_noop(
                "Now time counts: whoever calls first has the track. Take as long as a person does,"
                " and still be first."
            ),
            (
                BotField(
                    'return "oye", [], 3000',
                    gettext_noop(
                        "Calls OYE after three seconds, unless somebody else calls first."
                    ),
                ),
            ),
        ),
        BotStep(
            BotGoal(
                "2",
                10,
                8,
                BotSkill(
                    gettext_noop("Your bot never calls before 6 seconds are over."),
                    gettext_noop("Your bot has called too soon here."),
                    _waits_long,
                ),
            ),
            gettext_noop(
                "Who has called has to make a move within 5 seconds, and nothing is left to be"
                " looked for. So take your time for the call, and none for the move."
            ),
            (
                BotField(
                    '"aya" in position.legal_actions(seat)',
                    gettext_noop(
                        "Whether anybody may call now; if not, your bot has to move or to answer."
                    ),
                ),
            ),
        ),
    )
