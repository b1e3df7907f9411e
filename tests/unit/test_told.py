"""Everything that a game can tell of events and of people is told by some match, to everybody it is
told to, in every language."""

import ast
import re
from dataclasses import replace
from html import unescape
from itertools import chain, product
from pathlib import Path
from string import Formatter

import pytest

from spieltisch.app.board.aids import verdict_text
from spieltisch.app.board.clocks import SeatClocks
from spieltisch.app.board.messages import Say, TypeAction
from spieltisch.app.board.refutation import answer_text, missed_text
from spieltisch.app.board.review_view import curve
from spieltisch.app.board.sentences import TOLD, action_sentence, clocks_text, outcome_sentence
from spieltisch.app.core.messages import Command, Navigate
from spieltisch.app.screens import page_of
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene, TableView
from spieltisch.kit.telling import read_told
from spieltisch.kit.words import ENGLISH, LANGUAGES, Words, words_of
from spieltisch.play.codec import parse_setup
from spieltisch.play.match import Match
from spieltisch.table import (
    CLOCK,
    FlagFall,
    Outcome,
    Prospect,
    Record,
    Refutation,
    Review,
    TableAction,
    Tie,
    parse_record,
)
from tests import fourth
from tests.conformance.matches import match_of, setups
from tests.records import keeping
from tests.unit.asking import after
from tests.unit.devices import Devices

LATER = (None, 1, 3)
"""Within how many moves an answer wins, as far as that is known."""

RARE = {
    "aya": [Outcome(frozenset({1, 2}), "three-idle-turns", (4, 4))],
    "myra": [Outcome(frozenset(), "no-action")],
}
"""How matches end that nobody has recorded yet; the tests of rules have them."""

MOST_DRAWN = 4
"""Of so many turns the whole table is drawn, which also says what is told beside a turn."""


def told_by(game):
    """The sayings of a game, by key."""
    return read_told(type(game.view).__module__)


class Heard(Words):
    """English that remembers what it was asked for."""

    def __init__(self):
        super().__init__()
        self.texts = set()

    def gettext(self, message):
        self.texts.add(message)
        return super().gettext(message)

    def ngettext(self, msgid1, msgid2, n):
        self.texts |= {msgid1, msgid2}
        return super().ngettext(msgid1, msgid2, n)


def recorded(game):
    names = (name for name in keeping.names() if name.startswith(f"{game.info.name}-"))
    return [parse_record(keeping.read(name)) for name in names]


def random_ones(game):
    """A match of every variant, among as many as can play it."""
    most = {one.variant: one for one in setups() if one.game == game.info.name and not one.options}
    return [match_of(setup) for setup in most.values()]


def say_all(game, records, words, *, to_all=True):
    """Tell all that there is to tell of matches, to somebody else and to each player."""
    for record in records:
        match = Match.open(record)
        seats = match.setup.seats
        for you in (None, *range(1, seats + 1)) if to_all else (1,):
            names = Names(("Ada", "Bo", "Cy", "Di", "Ed", "Flo")[:seats], you)
            for number, turn in enumerate(match.game_turns, 1):
                yield from say(game, turn, names, words)
                if isinstance(game.view, TableView):
                    turns = match.game_turns[:number]
                    yield from say_of_table(game.view, turns, names, words)


def say(game, turn, names, words):
    view = game.view
    yield view.action_sentence(turn, names, words)
    if game.search_bots is not None:
        for wins_in in LATER:
            yield view.refutation_sentence(turn, wins_in, names, words)
    if turn.after.outcome is not None:
        yield view.outcome_sentence(turn.after.outcome, names, words)


def say_of_table(view, turns, names, words):
    last = turns[-1]
    others = tuple(seat for seat in range(1, len(names) + 1) if seat != last.seat)
    tie = Tie((last.seat, *others), 7.0) if others and last.seat else None
    scene = Scene(last.after, names=names, words=words, turns=turns, tie=tie)
    yield view.status(scene)
    if len(turns) <= MOST_DRAWN:
        yield str(view.board(scene))


@pytest.mark.parametrize("name", catalog.GAMES)
def test_all_that_a_game_can_tell_is_told_by_its_matches(name):
    game, words = catalog.GAMES[name], Heard()
    matches = recorded(game) + random_ones(game)
    for outcome in RARE.get(name, ()):
        assert game.view.outcome_sentence(outcome, Names(("Ada", "Bo")), words)
    assert all(isinstance(text, str) for text in say_all(game, matches, words))
    silent = {
        (key, text)
        for key, saying in told_by(game).items()
        for forms in saying
        for text in forms
        if text not in words.texts
    }
    assert silent == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", catalog.GAMES)
def test_nothing_is_left_to_fill_in_whatever_the_language(name, language):
    game = catalog.GAMES[name]
    told = say_all(game, recorded(game), words_of(language), to_all=False)
    assert [text for text in told if "{" in text] == []


FILES = {game.info.name: told_by(game) for game in catalog.GAMES.values()} | {"table": TOLD}


@pytest.mark.parametrize("file", FILES)
def test_who_is_spoken_to_is_told_no_less(file):
    """What stands in braces for others does so for the person, but for names."""
    for key, saying in FILES[file].items():
        other = places(saying.other)
        for forms in (saying.you, saying.yours):
            assert places(forms) - other <= {"loser"}, key
            assert other - places(forms) <= {"name", "names", "other", "winners", "loser"}, key


def places(forms):
    return {place for text in forms for _, place, _, _ in Formatter().parse(text) if place}


TWO = "#/play/yala?seats=human,human&names=Anna,Ben&seed=1"
ONE = "#/play/yala?seats=human,bot:3&seed=1"
LIVE = "#/play/yala?seats=human,link&names=Anna,Ben&seed=1"


def begun(link):
    """The session after the first move of a match."""
    session = after(Navigate(link, 0.0))
    action = session.match.position.legal_actions(1)[0]
    return after(session, TypeAction(session.match.rules.format_action(action), 1000.0))


def asked_to_resign():
    for link in (TWO, ONE):
        yield whole(page_of(after(begun(link), Command.ASK_RESIGN)))


def offered_draws():
    """To who sits at the same screen, and to who plays on another."""
    yield whole(page_of(after(begun(TWO), Say(TableAction.OFFER, 2, 2000.0))))
    devices = Devices.connected(LIVE)
    devices.play(0)
    devices.deliver_all()
    devices.send(0, Say(TableAction.OFFER, 1, devices.now_ms))
    devices.deliver_all()
    yield from (whole(page_of(session)) for session in devices.sessions)


def refuted():
    """In a game without words of its own for it."""
    with fourth.in_catalogue():
        game = catalog.game_of(fourth.NAME)
        setup = game.info.default_setup()
        start = game.rules.deal(setup, lambda _: None)
        match = Match.open(Record(replace(setup, start=start)))
        (seat,) = match.position.active_seats
        text = game.rules.format_action(match.position.legal_actions(seat)[0])
        for you, wins_in in product((None, seat), (1, 2)):
            yield answer_text(match, Refutation(text, wins_in), Names(("Ada", "Bo"), you), ENGLISH)


def curves():
    review = Review((None,) * 2, 2, ((((0, 0.5), (1, 0.9)),),) * 2, (), (50.0, 50.0))
    for you in (None, 1):
        yield whole(curve(ENGLISH, Names(("Ada", "Bo"), you), review, 1))


SCREENS = {
    "asked.resign": asked_to_resign,
    "asked.draw": offered_draws,
    "offered": offered_draws,
    "refuted": refuted,
    "chances": curves,
}
"""What is said on screens alone, and who has them say it."""


@pytest.mark.parametrize("key", SCREENS)
def test_what_the_table_tells_on_a_screen_alone_is_told_there(key):
    told = [unescape(text) for text in SCREENS[key]()]
    for form in chain(*TOLD[key]):
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(form))
        assert [text for text in told if re.search(pattern, text)], form


ENDS = [
    *(Outcome(winners, "time") for winners in ({1}, {2}, {1, 3}, {3})),
    *(Outcome(winners, "resigned") for winners in ({1}, {2}, {3}, set())),
    Outcome(frozenset(), "agreed"),
]


def test_all_that_the_table_tells_is_told_as_its_screens_do():
    words, view = Heard(), catalog.GAMES["yala"].view
    for outcome in ENDS:
        for seats, you in product((2, 3), (None, 1, 2, 3)):
            if max(outcome.winners, default=0) <= seats:
                names = Names(("Ada", "Bo", "Cy")[:seats], you)
                assert outcome_sentence(view, outcome, names, words)
    match = Match.open(Record(parse_setup("yala", "seats=human,human&seed=42&clock=1+0")))
    match = match.play(1, match.rules.parse_action("a+"), at_ms=100)
    actions = [(seat, one) for one in TableAction for seat in (1, 2)]
    for you in (None, 1, 2):
        names = Names(("Ada", "Bo"), you)
        for seat, action in [*actions, (CLOCK, FlagFall(2))]:
            turn = replace(match.turns[0], seat=seat, action=action)
            assert action_sentence(view, turn, names, words)
        gives_up = replace(match.turns[0], action=TableAction.RESIGN)
        assert action_sentence(view, gives_up, Names(("Ada",), you), words)
        for left_ms in (1_000, 60_000, 61_000):
            assert clocks_text(words, names, SeatClocks((left_ms, left_ms), 1))
        for seat, percent in product((1, 2), (0.0, 1.0)):
            scene = Scene(match.position, names=names, words=words)
            assert verdict_text(scene, seat, Prospect(percent, 3, ()))
            three = replace(scene, names=Names(("Ada", "Bo", "Cy"), you))
            assert verdict_text(three, seat, Prospect(percent, 3, ()))
            assert missed_text(seat, 2, names, words)
    said = {key for key, saying in TOLD.items() if {*chain(*saying)} <= words.texts}
    assert TOLD.keys() - said == SCREENS.keys()


MOST_NESTED = 2
SAID_BY = {"gettext", "ngettext", "words", "counted"}


def nested(node, depth=0):
    """The sentences below a node that stand in the code, each with how many conditions it stands
    behind, one within the other; those of an ``elif`` stand side by side."""
    for child in ast.iter_child_nodes(node):
        is_beside = isinstance(node, ast.If) and (
            child is node.test or (node.orelse == [child] and isinstance(child, ast.If))
        )
        is_chosen = isinstance(node, ast.If | ast.IfExp) and child is not node.test
        below = depth + (is_chosen and not is_beside)
        if isinstance(child, ast.FunctionDef):
            below = 0
        if isinstance(child, ast.Call) and child.args:
            name = getattr(child.func, "attr", getattr(child.func, "id", ""))
            text = child.args[0]
            if name in SAID_BY and isinstance(text, ast.Constant):
                yield text.value, below
        yield from nested(child, below)


def test_no_sentence_is_chosen_by_nested_conditions():
    """Where more is to be told apart, facts do it: a Kind, or a file of sayings."""
    package = Path(catalog.__file__).parents[1]
    sentences = [
        (path.name, *found)
        for path in package.rglob("*.py")
        for found in nested(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(sentences) > 500
    assert [one for one in sentences if one[2] > MOST_NESTED] == []
    deep = "def f():\n if a:\n  if b:\n   return words.gettext('x') if c else ''"
    assert [*nested(ast.parse(deep))] == [("x", 3)]
