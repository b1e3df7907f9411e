"""AYA's lessons (docs/rules.md, AYA): no clock runs, and nobody acts before the learner."""

from spieltisch.games.aya.rules.info import MOVE_CLOCK, REFUTE_CLOCK
from spieltisch.table import Turn, play
from spieltisch.table.lesson import Course, Misstep, Step, brings, gettext_noop, plays

TRACK = "bb|bbbyy|yy"
"""One move can lead to the patterns bbbby, bbyyy and again bbbyy."""

MIXED = "yb|yybyb|bb"
"""Its ten moves lead to nine patterns."""

ALONE = "tueftler zoch seats=1 size=10 ; move seat=1"

PILES = "seat1.pile bybyb bbbby ; seat2.pile bbyyy byyby ; neutral1 byyyb ybbby ; neutral2 bybby"
"""On TRACK the open card of seat 2 can be matched, and no other."""

QUIET = "seat1.pile bybyb bbbby ; seat2.pile byyby bbyyy ; neutral1 byyyb ybbby ; neutral2 bybby"
"""On TRACK nothing can be matched."""


def _leads_on(turn: Turn) -> bool:
    """Whether a second move can match a light card after a first that has matched nothing."""
    is_matched = brings("matched")
    return not is_matched(turn) and any(
        is_matched(play(turn.rules, turn.after, turn.seat, action))
        for action in turn.after.legal_actions(turn.seat)
    )


LESSONS = Course(
    (
        Step(
            "move",
            gettext_noop("Track and zone"),
            gettext_noop(
                "The play zone lies between the gates and holds five balls. Make it show the "
                "first card: choose ball 3, then the left end."
            ),
            f"{MIXED} ; {ALONE} ; table byyyb ybbby",
            brings("matched"),
            ("3L",),
            gettext_noop(
                "The ball went in at the left end, and on that side another one rolled into "
                "the zone."
            ),
            gettext_noop("The zone does not show the card. Choose ball 3, then the left end."),
            seats=1,
            named=("3", "L"),
        ),
        Step(
            "find",
            gettext_noop("Find the move"),
            gettext_noop(
                "Your turn: which ball has to leave, and at which end must it go in, to show "
                "the first card?"
            ),
            f"bb|bbyby|yy ; {ALONE} ; table bbyyy ybbby",
            brings("matched"),
            ("4R",),
            gettext_noop("The blue ball had to go, and a yellow one came in from the right."),
            gettext_noop("No match. There is one blue ball among the yellow ones: push it out."),
            seats=1,
        ),
        Step(
            "mirror",
            gettext_noop("Back to front"),
            gettext_noop(
                "A pattern counts from either side, so the zone may show it mirrored. Match "
                "the first card back to front."
            ),
            f"yy|yybbb|bb ; {ALONE} ; table bbyyy bybyb",
            brings("matched"),
            ("3L", "4L", "5L"),
            gettext_noop("Two blue, three yellow, read from the right. That is the card!"),
            gettext_noop("No match. Bring a third yellow ball into the zone from the left."),
            seats=1,
        ),
        Step(
            "two",
            gettext_noop("Two at once"),
            gettext_noop("Every card your move matches counts. Match two with a single move."),
            f"{TRACK} ; {ALONE} ; table bbbby bbyyy bbyyy*",
            brings("matched", 2),
            ("1R", "2R", "3R"),
            gettext_noop("Two cards with one move. The third yellow ball came in from the right."),
            gettext_noop("No match. Two of the cards share a pattern: make that one."),
            (
                Misstep(
                    brings("matched", 1),
                    gettext_noop(
                        "That matches one card. Two others share a pattern: make that one."
                    ),
                ),
            ),
            seats=1,
        ),
        Step(
            "light",
            gettext_noop("Light cards"),
            gettext_noop(
                "A light card (marked 2) gives you two moves. This one needs five blue "
                "balls: push a yellow one out to the left."
            ),
            f"{TRACK} ; {ALONE} ; table bbbbb* bybyb",
            _leads_on,
            ("4L", "5L"),
            gettext_noop("No match yet, but a light card gives you a second move."),
            gettext_noop("From there, no second move can make five blue balls."),
            seats=1,
        ),
        Step(
            "second",
            gettext_noop("The second move"),
            gettext_noop("One yellow ball is still in the zone. Push it out, too."),
            f"yb|bbbby|yy ; {ALONE} second ; table bbbbb* bybyb",
            brings("matched"),
            ("5L",),
            gettext_noop(
                "Matched with two moves. A dark card with that pattern would not have counted."
            ),
            gettext_noop("There is still a yellow ball in the zone. Push it in at the left end."),
            seats=1,
        ),
        Step(
            "exceptional",
            gettext_noop("The exceptional move"),
            gettext_noop(
                "You can't match any of your cards, but you have to move. Make any move and "
                "watch what happens next."
            ),
            f"{MIXED} ; rumkugeln zoch seats=2 ; move seat=1 ; seat1.pile byyyy yybyy"
            " ; seat1.open bbbby bbbyb bbybb bybby ybbby"
            " ; seat2.pile byyby bbyyb ; seat2.open bbyyy byyyb bbybb bybyy bbyby",
            brings("missed"),
            ("4R",),
            gettext_noop(
                "No match, so your turn is over. Then the table makes an exceptional move: "
                "the two outer balls of the zone go out, each at its own end."
            ),
            gettext_noop("Make a move: a ball, then an end."),
            is_sole=False,
        ),
        Step(
            "aya",
            gettext_noop("Call AYA"),
            gettext_noop(
                "In this variant there are no turns: whoever sees a match first calls. One "
                "open card can be matched now. Call AYA!"
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; call ; {PILES}",
            plays("aya"),
            ("aya",),
            gettext_noop("The table is yours: nobody else may touch the balls now."),
            gettext_noop("Look at player 2's card and at ball 1."),
            (
                Misstep(
                    plays("oye"),
                    gettext_noop("OYE means that nothing can be matched. But player 2's card can."),
                ),
            ),
        ),
        Step(
            "match",
            gettext_noop("Match after the call"),
            gettext_noop(
                "You have called, so show it: match player 2's card. In a real game you have "
                "five seconds; here there is no hurry."
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; move seat=1 ; {PILES}",
            brings("matched"),
            ("1R", "2R", "3R"),
            gettext_noop(
                "It leaves the game. A card of your own would go under your pile instead."
            ),
            gettext_noop(
                "No match, and that costs you your top card. Push a blue ball out to the right."
            ),
        ),
        Step(
            "oye",
            gettext_noop("Call OYE"),
            gettext_noop(
                "OYE means that no open card can be matched. Look at all four: no move makes "
                "any of them. Call OYE!"
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; call ; {QUIET}",
            plays("oye"),
            ("oye",),
            gettext_noop("Nobody can prove you wrong: all the others lose a card. Watch."),
            gettext_noop("There is no match here. Call OYE."),
            (
                Misstep(
                    plays("aya"),
                    gettext_noop(
                        "Now you'd have to make a match, and there is none. That costs a card."
                    ),
                ),
            ),
            ("concede",),
        ),
        Step(
            "refute",
            gettext_noop("Refute"),
            gettext_noop(
                "Player 2 has called OYE. But there is a match! Press AYA (button or key) to "
                "say that you see one."
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; refute caller=2 ; {PILES}",
            plays("refute"),
            ("refute",),
            gettext_noop("Now you have to show it."),
            gettext_noop("Press AYA to say that you see a match."),
            (
                Misstep(
                    plays("concede"),
                    gettext_noop(
                        "You have given up, so the OYE stands, even though there was a match."
                    ),
                ),
            ),
        ),
        Step(
            "show",
            gettext_noop("Show the match"),
            gettext_noop("Show the match: it is player 2's card."),
            f"{TRACK} ; aya-oye zoch seats=2 ; demonstrate seat=1 track={TRACK} caller=2 ; {PILES}",
            brings("refuted"),
            ("1R", "2R", "3R"),
            gettext_noop("Refuted: the caller loses the top card. A failed try only costs time."),
            gettext_noop(
                "That is no match, so it is taken back. Push a blue ball out to the right."
            ),
        ),
        Step(
            "rumkugeln",
            gettext_noop("Rumkugeln"),
            gettext_noop(
                "In Rumkugeln you take turns, and only your own five cards count. Discard "
                "one, then go on for as long as you can."
            ),
            f"{MIXED} ; rumkugeln zoch seats=2 ; move seat=1 ; seat1.pile byyyy yybyy"
            " ; seat1.open byyyb ybbby bbbby bbbbb bbyyb"
            " ; seat2.pile byyby bbyyb ; seat2.open bbyyy byyyb bbybb bybyy bbyby",
            brings("matched"),
            ("3L", "4L"),
            gettext_noop(
                "Discarded. Discard all five in one turn, or your very last card, and you win."
            ),
            gettext_noop(
                "That matches none of your cards. Two can be matched: one with ball 3, one "
                "with ball 4."
            ),
        ),
        Step(
            "turbo",
            gettext_noop("Turbo"),
            gettext_noop(
                "Turbo uses the same calls as AYA or OYE, but you keep what you match. You "
                "have called: win the card that can be matched."
            ),
            f"{MIXED} ; turbo zoch seats=2 ; move seat=1 ; neutral1 byyyy ; neutral2 ybbby"
            " ; neutral3 bbyyy bybyb ; neutral4 bbbby ; neutral5 bybby",
            brings("matched"),
            ("3R",),
            gettext_noop(
                "The card is yours, and play goes on at once. Whoever has the most cards at "
                "the end wins."
            ),
            gettext_noop("No match. You need two blue and three yellow balls, side by side."),
        ),
        Step(
            "kindergarten",
            gettext_noop("Kindergarten"),
            gettext_noop(
                "In Kindergarten you take turns and nobody calls. Match any open card, keep "
                "it, and go on until you miss."
            ),
            f"{MIXED} ; kindergarten zoch seats=2 size=5 ; move seat=1"
            " ; table byyyy ybbby bbyyb bbbby bbyyy ; stock bybyb byyby",
            brings("matched"),
            ("4L", "3R"),
            gettext_noop(
                "It is yours. Each turn begins with an exceptional move, which the table "
                "makes for you."
            ),
            gettext_noop(
                "No match. Two of the five can be matched: one with ball 3, one with ball 4."
            ),
        ),
        Step(
            "tueftler",
            gettext_noop("Tüftler"),
            gettext_noop(
                "Tüftler is for one: clear the row without a single miss. In this edition "
                "only the next card counts, the first of the row."
            ),
            f"{MIXED} ; tueftler reilly seats=1 size=10 ; move seat=1 ; table bbyyb byyyb ybbby",
            brings("matched"),
            ("4L",),
            gettext_noop("On to the next. Clear the whole row and you are an AYA master."),
            gettext_noop("That ends the run. Which ball is between the two yellow ones?"),
            (
                Misstep(
                    plays("3L"),
                    gettext_noop("That is the second card of the row. Match the first one first."),
                ),
            ),
            seats=1,
        ),
    ),
    gettext_noop(
        "Now you know AYA. Your first opponent is slow, and there is no clock. Sit down, "
        "look, call!"
    ),
    ((MOVE_CLOCK.name, "off"), (REFUTE_CLOCK.name, "off")),
)
