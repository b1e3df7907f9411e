"""What a puzzle's themes claim is so in its position: looked for in all packs by playing the line,
in another way than the themes are made."""

from collections import Counter

import pytest

from spieltisch.app.puzzle.wanted import parse_wanted
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH
from spieltisch.play.codec import LinkError
from spieltisch.search.proof import Proof
from spieltisch.table import play
from tests.puzzles import PUZZLED, pack, position_of
from tests.unit.test_puzzle_reasons import COLOURS, first_met, height, movable, top

FEWEST_THEMES, FEWEST_PUZZLES = 6, 10

each_game = pytest.mark.parametrize("name", PUZZLED)


class Line:
    """A puzzle's line on the board."""

    def __init__(self, puzzle):
        self.puzzle, self.game = puzzle, catalog.game_of(puzzle.game)
        self.seat, self.other = puzzle.seat, 3 - puzzle.seat
        rules, position = self.game.rules, position_of(puzzle)
        self.turns = []
        for text in puzzle.variation:
            (seat,) = position.active_seats
            self.turns.append(play(rules, position, seat, rules.parse_action(text)))
            position = self.turns[-1].after
        self.own = [turn for turn in self.turns if turn.seat == self.seat]
        self.replies = [turn for turn in self.turns if turn.seat != self.seat]
        self.on_the_way = [turn for turn in self.own if turn.after.outcome is None]

    def brings(self, *kinds):
        return any(event.kind in kinds for turn in self.on_the_way for event in turn.events)

    def others(self, position):
        """A position as if it were the other side's turn."""
        rules = self.game.rules
        board = rules.format_position(position).partition(" | ")[0]
        if self.puzzle.game == "myra":
            return rules.parse_position(f"{board.rpartition(';')[0]}; {self.other}")
        towers, _, rest = board.partition(" ")
        return rules.parse_position(f"{towers} {COLOURS[self.other]}{rest[1:]}")


# ---------------------------------------------------------------- YALA


def builds_wall(line):
    return any(
        any(map(wall_built(turn), "abcdefghijklmnop"[: len(turn.after.towers)]))
        for turn in line.on_the_way
    )


def wall_built(turn):
    return lambda site: height(turn.before, site) < turn.after.wall == height(turn.after, site)


def covers(line):
    """A stone lies on one with which the other side could have moved instead."""
    return any(
        top(turn.before, site) == COLOURS[line.other]
        and top(turn.after, site) == COLOURS[line.seat]
        for turn in line.on_the_way
        for site in movable(line.others(turn.before), line.other)
    )


def bars(line):
    """A new wall is the first on a way of a stone that could have moved instead."""
    return any(
        {wall} in [first_met(turn.after, site, way) for way in (1, -1)]
        for turn in line.on_the_way
        for wall in filter(wall_built(turn), "abcdefghijklmnop"[: len(turn.after.towers)])
        for site in movable(line.others(turn.before), line.other)
        if height(turn.after, site)
    )


def vanishes(line):
    return any(
        turn.before.towers.count("") < turn.after.towers.count("") for turn in line.on_the_way
    )


def gives_no_choice(line):
    return line.replies and all(
        len(turn.before.legal_actions(line.other)) == 1 for turn in line.replies
    )


def holds(line):
    return line.puzzle.goal == "do-not-lose"


def repeats(line):
    outcome = line.turns[-1].after.outcome
    return outcome is not None and outcome.is_draw


# ---------------------------------------------------------------- Myra


def takers(line, position):
    """The actions with which the other side could capture the queen if it were its turn."""
    there = line.others(position)
    return [
        action
        for action in there.legal_actions(line.other)
        if there.apply(line.other, action).queen(line.seat) is None
    ]


def is_saved(line, turn):
    return bool(takers(line, turn.before)) and not takers(line, turn.after)


def steps_away(line):
    return any(
        is_saved(line, turn) and turn.before.queen(line.seat) != turn.after.queen(line.seat)
        for turn in line.own
    )


def takes_attacker(line):
    return any(
        is_saved(line, turn)
        and turn.action.target in {action.site for action in takers(line, turn.before)}
        and any(event.kind == "captured" for event in turn.events)
        for turn in line.own
    )


def gets_out_of_reach(line):
    return any(
        is_saved(line, turn) and turn.before.queen(line.seat) == turn.after.queen(line.seat)
        for turn in line.own
    )


def corners(line):
    """Whatever the other side does, its queen is captured at once."""
    return any(is_lost_at_once(line, turn.after) for turn in line.on_the_way)


def is_lost_at_once(line, position):
    root = line.game.search_bots.search_for(position).root(position)
    search = line.game.search_bots.search_for(position)
    return Proof(search, root, 3_000_000, line.game.puzzles.sees_losses).is_lost(root.node, 1)


# ---------------------------------------------------------------- AYA


def shrinks(turn):
    """How many cards of the row a move clears."""
    return len(turn.before.table.row) - len(turn.after.table.row)


def tempts(line):
    """A first move clears a card, after which not all can be cleared."""
    before = line.turns[0].before
    moves = (play(line.game.rules, before, 1, move) for move in before.legal_actions(1))
    return any(
        shrinks(turn) and turn.after.outcome is None and line.game.solver.advise(turn.after) is None
        for turn in moves
    )


def has_one_card(line):
    """At no moment could one card be cleared, or another one with another move."""
    return all(len(clearable(line, turn.before)) == 1 for turn in line.turns)


def clearable(line, position):
    """The groups of cards that can be cleared from here, with one move or with two."""
    found = set()
    for move in position.legal_actions(1):
        turn = None if move == "stop" else play(line.game.rules, position, 1, move)
        if turn is None:
            continue
        if shrinks(turn):
            found.add(left_of(turn))
        elif turn.after.outcome is None:
            seconds = (
                play(line.game.rules, turn.after, 1, second)
                for second in turn.after.legal_actions(1)
                if second != "stop"
            )
            found |= {left_of(second) for second in seconds if shrinks(second)}
    return found


def left_of(turn):
    return tuple(map(str, turn.after.table.row))


CLAIMS = {
    "yala": {
        "wall": builds_wall,
        "vanish": vanishes,
        "cover": covers,
        "bar": bars,
        "one-reply": gives_no_choice,
        "defence": holds,
        "repetition": repeats,
        "long": lambda line: len(line.own) >= 5,
    },
    "myra": {
        "capture": lambda line: line.brings("captured"),
        "cornered": corners,
        "step-away": steps_away,
        "attacker": takes_attacker,
        "out-of-reach": gets_out_of_reach,
        "build": lambda line: line.brings("built"),
        "rearrange": lambda line: line.brings("sown", "split", "produced"),
    },
    "aya": {
        "light-cards": lambda line: any(card.is_light for card in line.turns[0].before.table.row),
        "in-order": lambda line: line.puzzle.setup.edition == "reilly",
        "any-order": lambda line: line.puzzle.setup.edition == "zoch",
        "second-move": lambda line: any(not shrinks(turn) for turn in line.turns),
        "two-at-once": lambda line: any(shrinks(turn) > 1 for turn in line.turns),
        "trap": tempts,
        "one-by-one": has_one_card,
        "long": lambda line: len(line.turns) >= 10,
    },
}


@each_game
def test_there_are_themes_enough_with_puzzles_enough_and_each_is_named(name):
    game = catalog.game_of(name)
    counts = Counter(theme for one in pack(name) if not one.retired for theme in one.themes)
    assert set(counts) == set(game.puzzles.themes) == set(CLAIMS[name])
    assert len(counts) >= FEWEST_THEMES
    assert min(counts.values()) >= FEWEST_PUZZLES
    assert list(game.view.theme_words(ENGLISH)) == list(game.puzzles.themes)


@each_game
def test_what_themes_claim_is_so(name):
    """Of each theme in some puzzles."""
    for theme, is_so in CLAIMS[name].items():
        about = [one for one in pack(name) if theme in one.themes]
        for puzzle in about[:: max(1, len(about) // 12)]:
            assert is_so(Line(puzzle)), (theme, puzzle.id)


@pytest.mark.soak
@each_game
def test_what_all_themes_claim_is_so(name):
    for puzzle in pack(name):
        line = Line(puzzle)
        for theme in puzzle.themes:
            assert CLAIMS[name][theme](line), (theme, puzzle.id)


def test_links_to_themes_that_have_gone_into_others_lead_there():
    for former in ("sow", "split", "produce"):
        assert parse_wanted(f"theme={former}", "myra").theme == "rearrange"
        with pytest.raises(LinkError):
            parse_wanted(f"theme={former}", "yala")
