"""AYA's deck: docs/rules.md, AYA, "Cards", every number derived from the track."""

from collections import Counter

import pytest

from spieltisch.games.aya.rules.cards import DECK, HIDDEN, Card, check_deck, parse_card
from spieltisch.games.aya.rules.track import PATTERNS, TRACKS, one_move_to

REACHED_FROM = {p: sum(p in one_move_to(track) for track in TRACKS) for p in PATTERNS}
RAREST = {pattern for pattern, count in REACHED_FROM.items() if count < len(TRACKS) / 5}


def test_the_light_patterns_are_the_five_that_one_move_reaches_from_fewer_than_a_fifth():
    assert {"ybyby", "ybyyy", "byyyy", "bbbbb", "yybyy"} == RAREST
    assert {card.pattern for card in DECK if card.is_light} == RAREST


def test_the_deck_holds_28_dark_and_11_light_cards():
    # In zoch: "39 Spielkarten (davon 28 mit dunkel-, 11 mit hellblauem Hintergrund)"
    assert len(DECK) == 39
    assert Counter(card.is_light for card in DECK) == {False: 28, True: 11}


def test_each_pattern_is_there_twice_and_ybyby_three_times():
    assert Counter(card.pattern for card in DECK) == dict.fromkeys(PATTERNS, 2) | {"ybyby": 3}


def test_no_pattern_is_both_dark_and_light():
    assert len(set(DECK)) == len(PATTERNS)


@pytest.mark.parametrize("text", ["bbbyy", "bbbyy*", "ybyby*"])
def test_cards_are_written_and_read(text):
    assert str(parse_card(text)) == text
    assert parse_card(text).is_light == text.endswith("*")


@pytest.mark.parametrize("text", ["", "*", "yybbb", "yyyyy", "bbbyy**", "*bbbyy", "bbby", "?"])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_a_hidden_card_matches_nothing():
    assert HIDDEN.pattern not in PATTERNS


def test_a_deck_with_other_numbers_is_refused():
    check_deck(DECK)
    with pytest.raises(ValueError, match="27 dark cards and 11 light"):
        check_deck(card for i, card in enumerate(DECK) if i)
    with pytest.raises(ValueError, match="27 dark cards and 12 light"):
        check_deck([*DECK[1:], Card("bbbbb", is_light=True)])
