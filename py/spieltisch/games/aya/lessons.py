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
                "Between the gates lies the play zone, five balls. Make it show the first card:"
                " choose ball 3, then the left end."
            ),
            f"{MIXED} ; {ALONE} ; table byyyb ybbby",
            brings("matched"),
            ("3L",),
            gettext_noop(
                "The ball went in at the left end, and there another rolled into the zone."
            ),
            gettext_noop("The zone does not show the card. Choose ball 3, then the left end."),
            seats=1,
        ),
        Step(
            "find",
            gettext_noop("Find the move"),
            gettext_noop(
                "Now you: which ball has to leave the zone, and at which end does it go in, so that"
                " the first card is shown?"
            ),
            f"bb|bbyby|yy ; {ALONE} ; table bbyyy ybbby",
            brings("matched"),
            ("4R",),
            gettext_noop("The blue ball had to go, and yellow came in from the right."),
            gettext_noop("No match. One blue ball stands among the yellow ones: send it away."),
            seats=1,
        ),
        Step(
            "mirror",
            gettext_noop("In the mirror"),
            gettext_noop(
                "A pattern counts from either side: the zone may show it mirrored. Match the first"
                " card in the mirror."
            ),
            f"yy|yybbb|bb ; {ALONE} ; table bbyyy bybyb",
            brings("matched"),
            ("3L", "4L", "5L"),
            gettext_noop("Two blue, three yellow, read from the right: that is the card."),
            gettext_noop("No match. Bring a third yellow ball into the zone, from the left."),
            seats=1,
        ),
        Step(
            "two",
            gettext_noop("Two at once"),
            gettext_noop("All cards that a move matches count. Match two with a single move."),
            f"{TRACK} ; {ALONE} ; table bbbby bbyyy bbyyy*",
            brings("matched", 2),
            ("1R", "2R", "3R"),
            gettext_noop("Two cards with one move. The third yellow ball came from the right."),
            gettext_noop("No match. Two of the cards have the same pattern: which one?"),
            (
                Misstep(
                    brings("matched", 1),
                    gettext_noop("A match, but of one card. Two others have the same pattern."),
                ),
            ),
            seats=1,
        ),
        Step(
            "light",
            gettext_noop("Light cards"),
            gettext_noop(
                "A light card, with a 2 on it, may take two moves. Five blue balls are wanted: send"
                " a yellow one away, to the left."
            ),
            f"{TRACK} ; {ALONE} ; table bbbbb* bybyb",
            _leads_on,
            ("4L", "5L"),
            gettext_noop("No match yet, but for a light card you may go on with a second move."),
            gettext_noop("From there no second move makes five blue balls."),
            seats=1,
        ),
        Step(
            "second",
            gettext_noop("The second move"),
            gettext_noop("One yellow ball is still in the zone. Send it away, too."),
            f"yb|bbbby|yy ; {ALONE} second ; table bbbbb* bybyb",
            brings("matched"),
            ("5L",),
            gettext_noop("Matched with two moves. A dark card of that pattern would have stayed."),
            gettext_noop("The yellow ball came back, or another: push it in at the left end."),
            seats=1,
        ),
        Step(
            "exceptional",
            gettext_noop("The exceptional move"),
            gettext_noop(
                "None of your cards can be matched now, but one move has to be made. Make any, and"
                " watch what the table does then."
            ),
            f"{MIXED} ; rumkugeln zoch seats=2 ; move seat=1 ; seat1.pile byyyy yybyy"
            " ; seat1.open bbbby bbbyb bbybb bybby ybbby"
            " ; seat2.pile byyby bbyyb ; seat2.open bbyyy byyyb bbybb bybyy bbyby",
            brings("missed"),
            ("4R",),
            gettext_noop(
                "No match, so your turn is over. Then comes the exceptional move: both outer balls"
                " of the zone go out, each at its own end."
            ),
            gettext_noop("Make a move: a ball, then an end."),
            is_sole=False,
        ),
        Step(
            "aya",
            gettext_noop("Call AYA"),
            gettext_noop(
                "With others there are no turns: whoever sees a match first calls. One open card"
                " can be matched. Call AYA!"
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; call ; {PILES}",
            plays("aya"),
            ("aya",),
            gettext_noop("The table is yours alone: nobody else may touch the balls now."),
            gettext_noop("Look at the card of player 2, and at ball 1."),
            (
                Misstep(
                    plays("oye"),
                    gettext_noop("OYE says that nothing can be matched. Player 2's card can."),
                ),
            ),
        ),
        Step(
            "match",
            gettext_noop("… and match"),
            gettext_noop(
                "You have called, so show it: match the card of player 2. In a real match you"
                " have five seconds; here there is no hurry."
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; move seat=1 ; {PILES}",
            brings("matched"),
            ("1R", "2R", "3R"),
            gettext_noop(
                "It leaves the game. A card of your own would go under your pile instead."
            ),
            gettext_noop(
                "Nothing matched: that costs your top card. Send a blue ball to the right."
            ),
        ),
        Step(
            "oye",
            gettext_noop("Call OYE"),
            gettext_noop(
                "OYE says: no open card can be matched. Look at all four: no move makes any of"
                " them. Call OYE!"
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; call ; {QUIET}",
            plays("oye"),
            ("oye",),
            gettext_noop("Nobody can refute it: all others lose a card. You see it happen."),
            gettext_noop("Nothing can be matched here. Call OYE."),
            (
                Misstep(
                    plays("aya"),
                    gettext_noop(
                        "Now you would have to match, and no move does. That costs a card."
                    ),
                ),
            ),
            ("concede",),
        ),
        Step(
            "refute",
            gettext_noop("Refute"),
            gettext_noop(
                "Player 2 has called OYE. But there is a match! Say that you see one, with the"
                " button or the key of AYA."
            ),
            f"{TRACK} ; aya-oye zoch seats=2 ; refute caller=2 ; {PILES}",
            plays("refute"),
            ("refute",),
            gettext_noop("Now you have to show it."),
            gettext_noop("Say that you see a match."),
            (
                Misstep(
                    plays("concede"),
                    gettext_noop("You have given up, so the OYE stands, though there was a match."),
                ),
            ),
        ),
        Step(
            "show",
            gettext_noop("… and show it"),
            gettext_noop("Show the match: the card of player 2 is the one."),
            f"{TRACK} ; aya-oye zoch seats=2 ; demonstrate seat=1 track={TRACK} caller=2 ; {PILES}",
            brings("refuted"),
            ("1R", "2R", "3R"),
            gettext_noop(
                "Refuted: the caller loses the top card. A try that fails costs only time."
            ),
            gettext_noop("That is no match, so it is taken back. Send a blue ball to the right."),
        ),
        Step(
            "rumkugeln",
            gettext_noop("Rumkugeln"),
            gettext_noop(
                "Rumkugeln goes in turn, and only your own five cards count. Lay one off, then go"
                " on as long as you can."
            ),
            f"{MIXED} ; rumkugeln zoch seats=2 ; move seat=1 ; seat1.pile byyyy yybyy"
            " ; seat1.open byyyb ybbby bbbby bbbbb bbyyb"
            " ; seat2.pile byyby bbyyb ; seat2.open bbyyy byyyb bbybb bybyy bbyby",
            brings("matched"),
            ("3L", "4L"),
            gettext_noop("Laid off. All five in one turn, or your very last card, and you win."),
            gettext_noop("None of your cards. Two of them can be made, by ball 3 or by ball 4."),
        ),
        Step(
            "turbo",
            gettext_noop("Turbo"),
            gettext_noop(
                "Turbo is called like AYA or OYE, but you keep what you match. You have called: win"
                " the card that can be matched."
            ),
            f"{MIXED} ; turbo zoch seats=2 ; move seat=1 ; neutral1 byyyy ; neutral2 ybbby"
            " ; neutral3 bbyyy bybyb ; neutral4 bbbby ; neutral5 bybby",
            brings("matched"),
            ("3R",),
            gettext_noop("The card is yours, and play goes on at once. Most cards win."),
            gettext_noop("No match. Two blue and three yellow balls are wanted, side by side."),
        ),
        Step(
            "kindergarten",
            gettext_noop("Kindergarten"),
            gettext_noop(
                "Kindergarten goes in turn and without calls: match any open card, keep it, and go"
                " on until a move fails."
            ),
            f"{MIXED} ; kindergarten zoch seats=2 size=5 ; move seat=1"
            " ; table byyyy ybbby bbyyb bbbby bbyyy ; stock bybyb byyby",
            brings("matched"),
            ("4L", "3R"),
            gettext_noop("It is yours. Each turn opens with an exceptional move, by the table."),
            gettext_noop("No match. Two of the five can be made, by ball 3 or by ball 4."),
        ),
        Step(
            "tueftler",
            gettext_noop("Tüftler"),
            gettext_noop(
                "Tüftler is for you alone: clear the row without a single failure. In this edition"
                " only the next card counts, the first of the row."
            ),
            f"{MIXED} ; tueftler reilly seats=1 size=10 ; move seat=1 ; table bbyyb byyyb ybbby",
            brings("matched"),
            ("4L",),
            gettext_noop("On to the next. Clear the whole row, and you are an AYA master."),
            gettext_noop("That breaks the run. Which ball stands between the two yellow ones?"),
            (
                Misstep(
                    plays("3L"),
                    gettext_noop("That is the second card of the row; the first comes first."),
                ),
            ),
            seats=1,
        ),
    ),
    gettext_noop(
        "You know AYA now. Your first opponent is slow, and no clock runs. Sit down, look, call!"
    ),
    ((MOVE_CLOCK.name, "off"), (REFUTE_CLOCK.name, "off")),
)
