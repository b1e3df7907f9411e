"""A whole position of AYA as text: what it says, that it says all, and what is refused."""

from random import Random

import pytest

from spieltisch.games.aya.rules.rules import RULES
from spieltisch.table import Setup
from tests.unit.aya_table import (
    START,
    all_setups,
    aya_oye,
    kindergarten,
    name_of,
    play,
    rumkugeln,
    tueftler,
    turbo_places,
)

OYE = f"{START} ; aya-oye zoch seats=3 ; refute caller=1"
SHOWN = (
    f"{START} ; aya-oye zoch seats=3 ; demonstrate seat=2 track={START} caller=1"
    " ; seat1.pile bbbby ; seat2.pile bbbby"
)


def reachable(setup, chance):
    """The positions of a match in which every seat, and the clock, does anything at random."""
    start = RULES.deal(setup, chance.shuffle)
    options = (setup.game, setup.variant, setup.edition, (), setup.seats, None, start)
    position = RULES.initial_position(Setup(*options))
    while position.active_seats:
        yield position
        seat = chance.choice(sorted(position.active_seats))
        actions = position.legal_actions(seat)
        good = [a for a in actions if len(a) == 2 and position.try_move(a).cards]
        is_good = good and chance.random() < 0.7
        position = position.apply(seat, chance.choice(good if is_good else actions))
    yield position


@pytest.mark.parametrize("setup", list(all_setups()), ids=name_of)
def test_every_position_is_what_its_text_says(setup):
    told = set()
    for seed in range(2):
        for whole in reachable(setup, Random(seed)):
            for position in (whole, whole.observe(1)):
                text = RULES.format_position(position)
                parsed = RULES.parse_position(text)
                assert parsed == position
                assert hash(parsed) == hash(position)
                assert RULES.format_position(parsed) == text
                assert RULES.trace(parsed) == RULES.trace(position)
                assert text.startswith(RULES.format_board(position) + " ; ")
                assert "\n" not in text
            told.add(text.split(" ; ")[2].split(" ")[0])
    words = {
        "aya-oye": {"call", "move", "refute", "demonstrate", "exceptional-move", "over"},
        "turbo": {"call", "move", "refute", "demonstrate", "exceptional-move", "over"},
        "rumkugeln": {"call", "move", "exceptional-move", "over"},
        "kindergarten": {"move", "exceptional-move", "over"},
        "tueftler": {"move", "over"},
    }
    assert told == words[setup.variant]


def test_what_a_text_says():
    def text(position):
        return RULES.format_position(position)[len(START) + 3 :]

    start = aya_oye("yybyy* bbyyy", "bbbby bbyyy", "bybyb", neutral=("bybyb", ""))
    piles = (
        "seat1.pile yybyy* bbyyy ; seat2.pile bbbby bbyyy ; seat3.pile bybyb"
        " ; neutral1 bybyb ; neutral2 -"
    )
    assert text(start) == f"aya-oye zoch seats=3 ; call ; {piles}"
    assert text(play(start, "2 oye")) == f"aya-oye zoch seats=3 ; refute caller=2 ; {piles}"
    conceded = play(start, "2 oye", "3 concede")
    assert text(conceded) == f"aya-oye zoch seats=3 ; refute caller=2 conceded=3 ; {piles}"
    shown = RULES.format_position(play(conceded, "1 refute", "1 1R"))
    assert shown == (
        "bb|bbyyy|yb ; aya-oye zoch seats=3"
        f" ; demonstrate seat=1 second track={START} caller=2 conceded=3 ; {piles}"
    )
    assert text(start.observe(1)) == (
        "aya-oye zoch seats=3 ; call ; seat1.pile yybyy* ? ; seat2.pile bbbby ? ; seat3.pile bybyb"
        " ; neutral1 bybyb ; neutral2 -"
    )
    assert text(tueftler("bbbby bybyb", "reilly")) == (
        "tueftler reilly seats=1 size=2 ; move seat=1 ; table bbbby bybyb"
    )
    assert text(kindergarten("bbyyy", "bybyb", "", "bbbby", to_act=2)) == (
        "kindergarten zoch seats=2 size=5 ; move seat=2"
        " ; seat2.won bbbby ; table bbyyy ; stock bybyb"
    )


def test_what_a_position_remembers_is_told():
    idle = rumkugeln("bybyb/", "bybyb/", idle_turns=1)
    assert " ; move seat=1 idle=1 ; " in RULES.format_position(idle)
    assert " ; exceptional-move seat=1 idle=2 ; " in RULES.format_position(play(idle, "1 1L"))
    on_a_run = play(rumkugeln("bbbby bybyb/", "bybyb/"), "1 4L")
    assert " ; move seat=1 matched ; " in RULES.format_position(on_a_run)
    over = play(rumkugeln("bbbby/", "bbyyy"), "1 4L")
    assert " ; over winners=1 reason=last-card scores=0,1 ; " in RULES.format_position(over)
    stood = play(turbo_places("yybyy*/", "yybyy*/"), "1 oye", "0 expire")
    assert " ; exceptional-move seat=2 ; ahas=1 ; " in RULES.format_position(stood)


def test_cards_that_left_the_game_unseen_are_told_apart():
    setup = Setup("aya", "rumkugeln", "zoch", (), 5)
    start = RULES.deal(setup, Random(1).shuffle)
    position = RULES.initial_position(Setup("aya", "rumkugeln", "zoch", (), 5, None, start))
    whole, seen = RULES.format_position(position), RULES.format_position(position.observe(None))
    assert whole.endswith(" ; unseen " + " ".join(start.split(" ")[-4:]))
    assert seen.endswith(" ; unseen ? ? ? ?")


@pytest.mark.parametrize("text", [OYE, SHOWN])
def test_a_table_may_hold_fewer_cards_than_the_box(text):
    assert RULES.format_position(RULES.parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ball"),
        (f"{START} ; ", "what is owed"),
        (f"{START} ; aya-oye zoch seats=3", "what is owed"),
        (f"{START} ", "ball"),
        (OYE.replace("bbyy|yy", "bbyy|yyy"), "ball"),
        (OYE.replace("aya-oye", "bare-track"), "none of aya-oye"),
        (OYE.replace("zoch", "hasbro"), "none of zoch"),
        (OYE.replace(" seats=3", ""), "not a variant"),
        (OYE.replace("seats=3", "size=3"), "seats= is missing"),
        (OYE.replace("seats=3", "seats=x"), "not a number"),
        (OYE.replace("seats=3", "seats=³"), "not a number"),
        (OYE.replace("seats=3", "seats=7"), "not played by 7"),
        (OYE.replace("seats=3", "seats=3 size=5"), "has no size"),
        (OYE.replace("seats=3", "seats=03"), "has to be written"),
        (OYE.replace("seats=3", "seats=3 seats=3"), "has to be written"),
        (f"{START} ; kindergarten zoch seats=2 ; move seat=1", "needs a size"),
        (OYE.replace("refute", "concede"), "nothing that is owed"),
        (OYE.replace("caller=1", "caller=4"), "no seat 4"),
        (OYE.replace("caller=1", "caller=0"), "no seat 0"),
        (OYE.replace("caller=1", ""), "caller= is missing"),
        (OYE + " conceded=1", "does not wait"),
        (OYE + " conceded=2,3", "does not wait"),
        (OYE + " conceded=2,2", "has to be written"),
        (OYE + " conceded=", "not a number"),
        (OYE + " second", "has to be written"),
        (SHOWN.replace("seat=2", "seat=1"), "may not refute"),
        (SHOWN.replace("caller=1", "caller=1 conceded=2"), "may not refute"),
        (SHOWN.replace(f"track={START} ", ""), "track= is missing"),
        (SHOWN.replace(f"track={START}", "track=bbbbbyyyy"), "ball"),
        (f"{START} ; kindergarten zoch seats=2 size=5 ; call", "nothing that is owed"),
        (f"{START} ; rumkugeln zoch seats=2 ; refute caller=1", "nothing that is owed"),
        (f"{START} ; tueftler zoch seats=1 size=10 ; exceptional-move seat=1", "nothing that"),
        (f"{START} ; turbo zoch seats=2 ; over winners=1", "reason= is missing"),
        (f"{START} ; turbo zoch seats=2 ; over winners=3 reason=stuck", "no seat 3"),
        (f"{START} ; turbo zoch seats=2 ; over reason=Stuck!", "no reason"),
        (f"{START} ; turbo zoch seats=2 ; over reason=boredom", "no reason"),
        (f"{START} ; turbo zoch seats=2 ; over reason=stuck scores=1", "1 scores for 2"),
        (f"{START} ; kindergarten zoch seats=2 size=999 ; move seat=1", "none of 5, 8, 10"),
        (f"{START} ; tueftler zoch seats=1 size=5 ; move seat=1", "none of 10, 20, 39"),
        (f"{START} ; aya-oye zoch seats=2 ; move seat=1 matched", "no card was laid off"),
        (f"{START} ; turbo zoch seats=2 ; exceptional-move seat=1 idle=1", "no card was laid off"),
        (f"{START} ; rumkugeln zoch seats=2 ; move seat=1 matched idle=1", "has ended before"),
        (f"{START} ; rumkugeln zoch seats=2 ; move seat=1 idle=3", "has ended before"),
        (f"{START} ; rumkugeln zoch seats=2 ; exceptional-move seat=1 idle=4", "has ended before"),
        (f"{START} ; aya-oye zoch seats=2 ; over winners=1 reason=aya-master", "does not end by"),
        (f"{START} ; turbo zoch seats=2 ; over winners=1 reason=no-cards", "does not end by"),
        (f"{START} ; tueftler zoch seats=1 size=10 ; over reason=aya-master", "0 seats have won"),
        (f"{START} ; aya-oye zoch seats=2 ; over reason=no-cards", "0 seats have won"),
        (f"{START} ; kindergarten zoch seats=2 size=5 ; move seat=1 second", "open light card"),
        (
            f"{START} ; kindergarten zoch seats=2 size=5 ; move seat=1 second ; table bbyyy",
            "open light card",
        ),
        (f"{START} ; aya-oye zoch seats=2 ; call ; stock bbyyy", "has no stock"),
        (f"{START} ; aya-oye zoch seats=2 ; call ; seat2.open bbyyy", "has no seat2.open"),
        (f"{START} ; turbo zoch seats=2 ; call ; seat1.open bbyyy", "has no seat1.open"),
        (f"{START} ; turbo reilly seats=2 ; call ; neutral1 bbyyy", "has no neutral1"),
        (f"{START} ; kindergarten zoch seats=2 size=5 ; move seat=1 ; out bbyyy", "has no out"),
        (f"{START} ; turbo zoch seats=2 ; call ; unseen bbyyy", "has no unseen"),
        (OYE + " ; ahas=1", "do not stand in aya-oye"),
        (f"{START} ; turbo zoch seats=2 ; call ; ahas=1", "do not stand in turbo zoch"),
        (f"{START} ; turbo reilly seats=2 ; call ; ahas=3", "ends with 3"),
        (f"{START} ; turbo reilly seats=2 ; call ; ahas=999", "999 AHAs"),
        (f"{START} ; turbo reilly seats=2 ; over winners=1 reason=stuck ; ahas=2", "ends with 3"),
        (f"{START} ; turbo zoch seats=2 ; over winners=1 reason=stuck", "ends with 3"),
        (OYE + " ; ahas=0", "has to be written"),
        (OYE + " ; ahas=", "not a number"),
        (OYE + " ; seat1.pile bbbyx", "not a card"),
        (OYE + " ; seat1.pile yybbb", "not a card"),
        (OYE + " ; seat1.pile ?*", "not a card"),
        (OYE + " ; seat1.pile", "not a card"),
        (OYE + " ; seat1.pile -", "has to be written"),
        (OYE + " ; seat4.pile bbbyy", "has to be written"),
        (OYE + " ; neutral2 bbbyy", "has to be written"),
        (OYE + " ; seat2.pile bbbyy ; seat1.pile bbbyy", "has to be written"),
        (OYE + " ; seat1.pile bbbyy ; seat1.pile bbbyy", "has to be written"),
        (OYE + " ; seat1.pile" + " bbbyy" * 40, "more than 39"),
        (OYE + " ; ", "not a card"),
    ],
)
def test_what_is_no_text_of_a_position(text, why):
    with pytest.raises(ValueError, match=why):
        RULES.parse_position(text)
