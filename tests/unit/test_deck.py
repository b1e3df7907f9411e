"""Cards that a person types in: checked, kept, dealt (docs/rules.md, AYA, "Cards")."""

import random
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.board.form import another, to_play
from spieltisch.app.board.messages import PlayAgain, Rematch, TypeAction
from spieltisch.app.board.opening import begin
from spieltisch.app.core.effects import Keep
from spieltisch.app.core.messages import Command, Edit, ImportFiles, Navigate, StartMatch
from spieltisch.app.core.notice import BadSetup
from spieltisch.app.deck.state import (
    ChooseCard,
    DeckCommand,
    DeckScreen,
    NewDeck,
    PressPart,
    SolveDeck,
)
from spieltisch.app.files.state import ImportScreen
from spieltisch.app.keeping.decks import Decks, OwnDeck, format_file, parse_file, start_of
from spieltisch.app.keeping.solitaires import category_of
from spieltisch.app.screens import page_of
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.together.messages import LetBotsPlay
from spieltisch.games import catalog
from spieltisch.games.aya.rules import solver
from spieltisch.games.aya.rules.cards import DARK_COUNT, DECK, LIGHT_COUNT, parse_card, read_card
from spieltisch.games.aya.rules.rules import RULES, deck_of
from spieltisch.games.aya.rules.solver import solve
from spieltisch.games.aya.rules.track import PATTERNS, STANDARD_MOVES, parse_track
from spieltisch.games.contract import Advice
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from spieltisch.live.sealed import Unsealed
from spieltisch.play.codec import format_setup, parse_setup
from spieltisch.play.match import format_match, seated
from spieltisch.play.record_link import decode_match, encode_record
from spieltisch.table import Record, Setup, SetupError
from tests.front_doors import parse_match
from tests.still import session_after
from tests.unit.asking import said, seen
from tests.unit.devices import Devices
from tests.unit.markup_check import check
from tests.unit.whole_step import whole_step

AYA = catalog.game_of("aya")
OWN = AYA.own_cards
assert OWN is not None
CHANGED = " ".join(["bbbyb", "bbbyb", *map(str, DECK[2:])])
"""This site's cards but for two."""
BOX = " ".join([*["bbbyy"] * 10, *["yybby"] * 10, *["ybbbb"] * 8, *["byyby*"] * 6, *["bybyy*"] * 5])


def typed(counts):
    """Decks of the right numbers of dark and light cards, typed from either side."""
    side = st.sampled_from(PATTERNS).flatmap(lambda p: st.sampled_from([p, p[::-1], p.upper()]))
    cards = st.lists(side, min_size=DARK_COUNT + LIGHT_COUNT, max_size=DARK_COUNT + LIGHT_COUNT)

    def marked(words):
        return [word + "*" * (number < counts) for number, word in enumerate(words)]

    return cards.map(marked).flatmap(st.permutations).map(" ".join)


SOUND = typed(LIGHT_COUNT)


def after(*messages, session=None):
    start = session_after([Navigate("#/deck/aya", 0.0)]) if session is None else session
    return session_after(list(messages), start)


@given(SOUND)
def test_a_sound_deck_is_dealt_whole_in_every_variant(cards):
    assert OWN.flaws(cards) == ()
    start = OWN.start_of(cards)
    for variant, seats in AYA.info.seat_counts.items():
        if variant == "tueftler":
            continue
        setup = Setup("aya", variant, "zoch", seats=seats[0], start=start)
        dealt = RULES.deal_rest(setup, random.Random(1).shuffle)
        assert OWN.start_of(dealt) == start
        assert dealt != RULES.deal_rest(setup, random.Random(2).shuffle)
        RULES.initial_position(replace(setup, start=dealt))


@given(SOUND, st.sampled_from(["zoch", "reilly"]), st.integers(0, 99))
def test_a_solitaire_of_own_cards_can_be_cleared_or_is_refused(cards, edition, seed):
    setup = replace(OWN.solitaire, edition=edition, start=OWN.start_of(cards))
    try:
        start = RULES.deal_rest(setup, random.Random(seed).shuffle)
    except SetupError:
        return
    track, *row = start.split()
    row = tuple(map(parse_card, row[:10]))
    assert solve(parse_track(track), row, edition == "reilly") is not None


MOST_LOOKED_AT = 250_000
"""So many sets of tracks may be looked at for a deal: a third of a second on a desktop."""

STUBBORN = """
bbbbb bbbbb bbbbb bbbbb* bbbbb* bbbby bbbby* bbbby* bbybb bbybb bbybb* bbybb* bbyby bbyby* bbyyb
bybby bybby* bybyb bybyy bybyy bybyy bybyy bybyy* byyby byyby byyby byyyy byyyy ybbyy ybyby ybyby
ybyby ybyby ybyby* ybyby* yybyy yybyy yybyy yybyy
"""
"""On most tracks it takes the solver many thousands of steps to find that these are not cleared."""

HOPELESS = " ".join(["bbbbb"] * 28 + ["yybyy*"] * 11)


def drawn_deck(number):
    """A deck of 6 to 19 different patterns."""
    chance = random.Random(number)
    patterns = chance.sample(PATTERNS, (19, 19, 12, 6)[number % 4])
    dark = [chance.choice(patterns) for _ in range(DARK_COUNT)]
    light = [chance.choice(patterns) + "*" for _ in range(LIGHT_COUNT)]
    return " ".join(sorted(dark + light))


def counting_looks(monkeypatch):
    """How often the solver asks which tracks can follow some others, from now on."""
    looks, after_one_move = [], solver.after_one_move

    def counted(tracks):
        looks.append(tracks)
        assert len(looks) <= MOST_LOOKED_AT
        return after_one_move(tracks)

    monkeypatch.setattr(solver, "after_one_move", counted)
    return looks


def is_dealt(deck, edition, size, looks):
    options = (("cards", size),)
    setup = replace(OWN.solitaire, edition=edition, options=options, start=OWN.start_of(deck))
    looks.clear()
    try:
        start = RULES.deal_rest(setup, random.Random(1).shuffle)
    except SetupError as error:
        told = BadSetup.of(error, "aya").text(ENGLISH)
        if told != (
            f"No row of {size} of these cards was found that can be cleared. Choose another number,"
            " or change some of the cards."
        ):
            raise
        return False
    assert OWN.start_of(start) == setup.start
    looks.clear()
    position = RULES.initial_position(replace(setup, start=start))
    assert isinstance(AYA.solver.advise(position), Advice)
    return True


def test_no_deck_of_300_keeps_the_solver_long_and_nearly_all_are_dealt(monkeypatch):
    looks = counting_looks(monkeypatch)
    kinds = list(product(["zoch", "reilly"], ["10", "20", "39"]))
    dealt = Counter()
    for number in range(300):
        edition, size = kinds[number % len(kinds)]
        dealt[edition, size] += is_dealt(drawn_deck(number), edition, size, looks)
    each = 300 // len(kinds)
    # All 39 in the row's order can hardly be cleared where a few patterns are on many cards.
    assert dealt.pop(("reilly", "39")) > each / 3
    assert all(count > each * 0.8 for count in dealt.values())


@pytest.mark.parametrize("edition", ["zoch", "reilly"])
@pytest.mark.parametrize("deck", [STUBBORN, HOPELESS])
def test_a_deck_that_would_take_minutes_is_refused_soon(deck, edition, monkeypatch):
    assert not is_dealt(deck, edition, "39", counting_looks(monkeypatch))


@pytest.mark.parametrize("track", ["bbbbbyyyy", "bbybybyby", "bbyybbyyb"])
def test_a_hint_that_would_take_minutes_says_so(track, monkeypatch):
    counting_looks(monkeypatch)
    start = f"{track[:2]}|{track[2:7]}|{track[7:]} {OWN.start_of(STUBBORN)}"
    setup = replace(OWN.solitaire, options=(("cards", "39"),), start=start)
    begun, _ = begin(after(), seated(setup), 0.0)
    for command in (Command.HINT, Command.CHECK_SOLVABLE):
        session = after(command, session=begun)
        assert said(session) == "It would take too long to find out. Look for yourself!"
        assert session.match.helps == 0
        assert "disabled" in seen(session).one("data-do", "hint").attributes


def test_cards_of_which_no_further_row_is_found_end_no_play_again_in_an_error():
    start = "bb|bybyb|yy " + OWN.start_of(STUBBORN)
    setup = replace(OWN.solitaire, options=(("cards", "39"),), start=start)
    begun, _ = begin(after(), seated(setup), 0.0)
    position = begun.match.position
    missing = next(move for move in STANDARD_MOVES if position.try_move(move).may_go_on)
    lost = after(TypeAction(missing, 0.0), TypeAction("stop", 0.0), session=begun)
    assert lost.match.position.outcome is not None
    session = after(PlayAgain(Rematch.SAME, 5, 0.0), session=lost)
    assert session.match == lost.match
    assert session.notice.field == "cards"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("bbbyy bbx", "Card 2: “bbx” may only contain"),
        ("bbyy", "Card 1: “bbyy” has 4 balls; a card shows five."),
        ("bbbyy bbyyyy*", "Card 2: “bbyyyy*” has 6 balls"),
        ("*", "Card 1: “*” has 0 balls"),
        ("yyyyy*", "Card 1: Five yellow balls cannot lie side by side"),
        ("", "There are 0 dark cards; the box has 28."),
        (BOX + " bbbyy*", "There are 12 light cards; the box has 11."),
        ("bbbyy**", "Card 1: “bbbyy**” may only contain"),
    ],
)
def test_what_is_wrong_is_said_card_by_card(cards, told):
    assert any(told in str(flaw) for flaw in OWN.flaws(cards))
    with pytest.raises(SetupError):
        OWN.start_of(cards)


def told_of(cards):
    """How many cards the screen counts, what it calls wrong, and what it calls missing."""
    checked = seen(after(Edit("cards", cards)) if cards else after()).one("id", "deck-checked")
    lists = {one.attributes["class"]: one.text for one in checked.all("class")}
    assert checked.attributes["data-deck"] == ("flawed" if OWN.flaws(cards) else "sound")
    return (
        lists["deck-count"],
        lists.get("deck-flaws", ""),
        lists.get("deck-flaws is-missing", ""),
    )


@pytest.mark.parametrize(
    ("cards", "counted", "wrong", "missing"),
    [
        ("", "0 of 39", "", "There are 0 dark cards; the box has 28."),
        ("bbbyy", "1 of 39", "", "There is 1 dark card; the box has 28."),
        ("bbbyy bbx", "2 of 39", "Card 2: “bbx” may only contain", "11."),
        (" ".join(["bbbyy*"] * 12), "12 of 39", "There are 12 light cards", "0 dark cards"),
        (BOX.removesuffix(" " + BOX.split()[-1]), "38 of 39", "", "the box has"),
        (BOX.replace("*", "", 1), "39 of 39", "There are 29 dark cards", ""),
        (BOX, "39 of 39", "", ""),
    ],
)
def test_what_is_only_missing_is_no_fault_before_all_are_typed_in(cards, counted, wrong, missing):
    count, told_wrong, told_missing = told_of(cards)
    assert count == counted
    assert wrong in told_wrong
    assert bool(told_wrong) == bool(wrong)
    assert missing in told_missing
    assert bool(told_missing) == bool(missing)


@given(st.text(st.sampled_from("byBY* \nx?"), max_size=300))
def test_a_deck_without_flaws_is_exactly_one_that_can_be_dealt(cards):
    deck = OwnDeck(game="aya", name="x", cards=cards)
    assert (start_of(deck) is not None) == (OWN.flaws(cards) == ())


@given(st.text(st.sampled_from("byx*"), min_size=1, max_size=8), st.sampled_from(OWN.parts))
def test_a_press_changes_one_part_and_makes_a_card_of_anything(word, part):
    pressed = OWN.pressed(word, part)
    parts = [OWN.is_on(pressed, one) != OWN.is_on(word, one) for one in OWN.parts]
    assert parts == [one == part for one in OWN.parts]
    assert OWN.pressed(OWN.pressed(pressed, part), part) == pressed
    assert pressed.startswith("yyyyy") or read_card(pressed)


@given(SOUND, st.text(min_size=1, max_size=24))
def test_a_deck_comes_back_from_its_file_and_from_storage(cards, name):
    deck = OwnDeck(game="aya", name=name, cards=cards)
    assert parse_file(format_file(deck), "aya", "other") == deck
    assert parse_file(cards.replace(" ", "\n"), "aya", name) == deck
    decks = Decks().having("a", deck)
    assert Decks.parse(decks.format()) == decks


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"format":1}', "\0", "bbbyy " * 300, format_file(OwnDeck(game="x", name="x"))],
)
def test_what_is_no_deck_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        parse_file(text, "aya", "x")


def test_cards_are_typed_in_by_pressing_and_kept_at_once():
    session = after(
        DeckCommand.ADD_CARD, PressPart("2"), PressPart("*"), DeckCommand.ADD_CARD, PressPart("5")
    )
    (deck,) = session.kept.of(Decks).by_id.values()
    assert deck.cards == "bybbb* bbbby"
    session = after(ChooseCard(1), DeckCommand.REMOVE_CARD, Edit("name", "Box"), session=session)
    (deck,) = session.kept.of(Decks).by_id.values()
    assert (deck.name, deck.cards) == ("Box", "bbbby")
    gone = after(DeckCommand.DELETE, session=session)
    assert not gone.kept.of(Decks).by_id
    back = after(Command.KEEP_AGAIN, session=gone)
    assert [one.cards for one in back.kept.of(Decks).by_id.values()] == ["bbbby"]


def test_a_second_press_on_the_button_deletes_no_other_deck():
    session = after(Edit("cards", "bbbyy"), NewDeck(is_usual=False), Edit("cards", BOX))
    gone = after(DeckCommand.DELETE, DeckCommand.DELETE, session=session)
    assert [one.cards for one in gone.kept.of(Decks).by_id.values()] == ["bbbyy"]
    back = after(Command.KEEP_AGAIN, session=gone)
    assert back.kept.of(Decks).by_id.keys() == session.kept.of(Decks).by_id.keys()


@pytest.mark.parametrize("part", OWN.parts)
def test_a_press_on_the_empty_card_begins_the_next_one(part):
    session = after(PressPart(part))
    first = OWN.pressed(OWN.blank, part)
    assert (session.screen.deck.cards, session.screen.chosen) == (first, 1)
    # Also where there are cards and none is chosen, as after a visit.
    session = after(Edit("cards", "bbbyy"), PressPart(part))
    assert (session.screen.deck.cards, session.screen.chosen) == (f"bbbyy {first}", 2)
    assert OWN.pressed(first, part) == after(PressPart(part), session=session).screen.deck.cards[6:]


def test_nothing_below_moves_while_cards_are_typed_in():
    """All buttons are there from the beginning; those that are not of use yet are disabled."""
    new, first = after(), after(Edit("cards", "bbbyy"))
    chosen = after(ChooseCard(1), session=first)
    sound = after(Edit("cards", BOX), session=chosen)
    assert len({tuple(labels(session)) for session in (new, first, chosen, sound)}) == 1


def labels(session):
    """What the rows of buttons say, but for cards and for what leads elsewhere."""
    root = check(whole(page_of(session)))
    rows = [one for one in root.all("class") if "row" in one.attributes["class"].split()]
    return [node.text for row in rows for node in row.children]


def test_the_other_deck_is_listed_beside_a_new_one():
    session = after(Edit("name", "Box"), NewDeck(is_usual=False))
    assert ">Box<" in whole(page_of(session))


def test_a_deck_is_chosen_and_dealt_and_dealt_anew_in_the_next_match():
    session = after(Edit("cards", BOX), DeckCommand.PLAY, Edit("variant", "turbo"))
    assert isinstance(session.screen, SetupScreen)
    session = after(StartMatch(7, 0.0), session=session)
    match = session.match
    assert OWN.start_of(match.setup.start) == OWN.start_of(BOX)
    assert OWN.is_dealt(match.setup.start)
    record = Record(match.setup)
    assert decode_match(encode_record(record)).record == record
    other = to_play(another(match.setup), 3).start
    assert other != match.setup.start
    assert deck_of(other) == deck_of(match.setup.start)


def test_a_position_that_was_set_up_by_hand_stays():
    start = RULES.deal(AYA.info.default_setup(), random.Random(1).shuffle)
    setup = replace(AYA.info.default_setup(), start=start)
    assert to_play(another(setup), 3).start == start


def test_the_form_offers_sound_decks_alone():
    session = after(
        Edit("cards", BOX), Edit("name", "whole"), NewDeck(is_usual=False), DeckCommand.ADD_CARD
    )
    begun, whole = session.kept.of(Decks).by_id
    session = after(Navigate("#/setup/aya", 0.0), Edit("deck", begun), session=session)
    assert session.screen.setup.start == ""
    session = after(Edit("deck", whole), session=session)
    assert session.screen.setup.start == OWN.start_of(BOX)
    assert after(Edit("deck", ""), session=session).screen.setup.start == ""


def test_ten_cards_are_cleared_alone_and_counted_apart():
    session = after(NewDeck(is_usual=True), Edit("cards", CHANGED), SolveDeck(4, 0.0))
    assert category_of(session.match) == "zoch/10/own"
    assert "own" in AYA.view.solitaire_words("zoch/10/own", ENGLISH)
    site = session_after([Navigate("#/play/aya?seats=human&variant=tueftler&seed=4", 0.0)])
    assert category_of(site.match) == "zoch/10"


def test_where_no_row_can_be_cleared_that_is_said():
    session = after(Edit("cards", HOPELESS), SolveDeck(4, 0.0))
    assert isinstance(session.screen, DeckScreen)
    assert session.notice.field == "cards"


def test_files_that_are_dropped_become_decks_and_others_are_imported():
    session = after(ImportFiles((("My box.txt", BOX),), 0.0))
    (deck,) = session.kept.of(Decks).by_id.values()
    assert (deck.name, deck.cards) == ("My box", BOX)
    session = after(ImportFiles((("x.json", '{"format":1,"matches":[]}'),), 0.0), session=session)
    assert isinstance(session.screen, ImportScreen)


def test_the_name_in_a_file_is_made_fit_to_be_shown():
    for name, fit in (("\u202eBox,  mine", "Box mine"), ("\u200b", "deck")):
        text = format_file(OwnDeck(game="aya", name=name, cards=BOX))
        (deck,) = after(ImportFiles((("x.json", text),), 0.0)).kept.of(Decks).by_id.values()
        assert (deck.name, deck.cards) == (fit, BOX)


def test_files_of_which_one_is_no_deck_leave_none_half_kept():
    start = after()
    session, effects = whole_step(start, ImportFiles((("a.txt", BOX), ("b.json", "{")), 0.0))
    assert not session.kept.of(Decks).by_id
    assert not [one for one in effects if isinstance(one, Keep)]


SEALED_ONE = "?" + "0" * 31 + "a"


@pytest.mark.parametrize("space", [" ", "\n"])
def test_a_sealed_card_is_no_card_that_somebody_has_typed(space):
    """docs/rules.md, AYA, "Cards": only 39 cards are a deck."""
    text = space.join([SEALED_ONE, *map(str, DECK[1:])])
    with pytest.raises(ValueError, match="may only contain"):
        read_card(SEALED_ONE)
    assert OWN.flaws(text)
    assert SEALED_ONE not in deck_text(text)


def deck_text(text):
    """The cards that are dealt from what somebody has typed; none if that is refused."""
    try:
        return OWN.start_of(text)
    except SetupError:
        return ""


def test_somebody_who_plays_alone_is_dealt_no_sealed_cards():
    """Nobody else is there who could open them: a hint could not be found."""
    start = " ".join(["bb|bbbyy|yy", SEALED_ONE, *map(str, DECK[1:])])
    setup = replace(OWN.solitaire, start=start)
    with pytest.raises(SetupError, match="sealed"):
        RULES.initial_position(setup)
    shared = Setup("aya", "turbo", "zoch", seats=2, start=start)
    assert RULES.initial_position(shared).table.neutral[0][0].pattern == SEALED_ONE


@pytest.mark.parametrize("count", ["+2", "02", " 2", "1_0", "\u0662"])
def test_a_deal_has_one_text(count):
    cards = " ".join(map(str, DECK))
    assert OWN.dealt(f"zoch 2 bb|bbbyy|yy {cards}")
    with pytest.raises(ValueError, match=r"\S"):
        OWN.dealt(f"zoch {count} bb|bbbyy|yy {cards}")


def test_this_sites_deck_is_sound_and_no_own_one():
    assert OWN.flaws(OWN.usual) == ()
    assert deck_of(OWN.usual) == tuple(sorted(DECK))
    assert not OWN.is_dealt(RULES.deal(AYA.info.default_setup(), random.Random(1).shuffle))


class TestLive:
    """Guests may know every card but the last: what hides that must follow from none of them."""

    @staticmethod
    def link() -> str:
        setup = parse_setup("aya", "seats=human,link&seed=4")
        return f"#/play/aya?{format_setup(replace(setup, seed=None))}"

    def test_what_hides_them_cannot_be_worked_out(self):
        devices = Devices.connected(self.link())
        host, start = devices.match(0), devices.match(1).setup.start.split(" ")
        assert host.setup.seed is None
        match_id, words = devices.sessions[0].live.match_id, host.setup.start.split(" ")
        sealed = [number for number, word in enumerate(start) if word.startswith("?")]
        assert sealed
        for number, known in product(sealed, ("None", "", "0", host.setup.start)):
            text = f"{known}/{host.setup.start}/{match_id}/{number}"
            salt = sha256(text.encode()).hexdigest()[:32]
            assert Unsealed(words[number], salt).sealed != start[number]

    def test_a_host_that_is_loaded_anew_seals_them_as_before(self):
        devices = Devices.connected(self.link())
        known = devices.match(1).setup
        match_id = devices.sessions[0].live.match_id
        devices.reload(0)
        devices.send(0, Navigate(f"#/match/{match_id}", 0.0))
        devices.connect(0, 1)
        devices.deliver_all()
        assert devices.sessions[1].peers == "connected"
        assert devices.match(1).setup == known
        other = Devices.connected(self.link())
        assert other.match(0).setup == devices.match(0).setup
        assert other.match(0).salt != ""

    def test_what_is_drawn_goes_on_with_the_seats_and_the_next_match(self):
        devices = Devices.connected(self.link())
        salt = devices.match(0).salt
        devices.cut(1)
        devices.send(0, LetBotsPlay(devices.now_ms))
        assert devices.match(0).salt == salt
        assert parse_match(format_match(devices.match(0))).salt == salt
