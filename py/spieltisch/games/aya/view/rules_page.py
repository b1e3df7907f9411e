"""AYA's rules as the page tells them (docs/rules.md, AYA): what all variants share.

Each variant's own rules stand in ``rules_variants.py``.
"""

from spieltisch.games.aya.view import rules_variants as variants
from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.words import Words

TRACK = "bb|bbbyy|yy"
ALONE = f"{TRACK} ; tueftler zoch seats=1 size=10 ; move seat=1"
"""One player and no calls: the only cards are those in the middle."""

SECOND = "yb|bbbby|yy ; tueftler zoch seats=1 size=10 ; move seat=1 second"
"""A first move has matched nothing; a light card allows another."""


def rules(words: Words) -> tuple[RuleSection, ...]:
    """What all variants share, then each of them, with what the editions do differently."""
    return (
        _track(words),
        _move(words),
        _cards(words),
        _exceptional(words),
        _editions(words),
        variants.shouting(words),
        variants.rumkugeln(words),
        variants.turbo(words),
        variants.kindergarten(words),
        variants.tueftler(words),
    )


def _track(words: Words) -> RuleSection:
    return RuleSection(
        "track",
        words.gettext("Track and patterns"),
        (
            words.gettext(
                "Nine balls lie in the track, five blue and four yellow: five of them in the play"
                " zone in the middle, two on either side. Make the play zone show the pattern of an"
                " open card, read from either side."
            ),
        ),
        (
            RulePicture(words.gettext("The play zone lies between the two gates."), TRACK),
            RulePicture(
                words.gettext("The lit card's pattern is what the move makes the zone show …"),
                f"{ALONE} ; table bbyyy bybyb",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("… and here it is the same pattern in the mirror."),
                f"yy|yybbb|bb ; {ALONE.partition(' ; ')[2]} ; table bbyyy bybyb",
                action="5L",
                brings=("moved", "matched"),
            ),
        ),
    )


def _move(words: Words) -> RuleSection:
    return RuleSection(
        "move",
        words.gettext("A move"),
        (
            words.gettext(
                "Take one ball out of the play zone and push it in at the left or the right end;"
                " there the inner ball rolls into the play zone."
            ),
        ),
        (
            RulePicture(
                words.gettext("Ball 4 goes to the right end …"),
                "by|byyby|bb ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbbyy*",
                action="4R",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("… and a ball from the right rolls into the zone."),
                "by|byyby|bb ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbbyy*",
                action="4R",
                is_played=True,
                brings=("moved",),
            ),
        ),
    )


def _cards(words: Words) -> RuleSection:
    return RuleSection(
        "cards",
        words.gettext("Dark and light cards"),
        (
            words.gettext(
                "A dark card is matched with one move; a light one, striped and with a 2, with one"
                " or two. The second move follows only when the first has matched nothing, and it"
                " counts for light cards alone."
            ),
            words.gettext(
                "One move may match several open cards: all of them count. A pattern that lies in"
                " the zone already is not matched by that: it must be made anew."
            ),
        ),
        (
            RulePicture(
                words.gettext("For the light card: the first move matches nothing …"),
                f"{ALONE} ; table bbbbb* bybyb",
                action="4L",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("… the second makes its pattern. A dark card like it would stay."),
                f"{SECOND} ; table bbbbb* bbbbb",
                action="5L",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("One move, two cards."),
                f"{ALONE} ; table bbyyy bybyb bbyyy*",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("The zone shows the card already; this move makes it show it again."),
                f"{ALONE} ; table bbbyy bybyb",
                action="1L",
                brings=("moved", "matched"),
            ),
        ),
    )


def _exceptional(words: Words) -> RuleSection:
    position = "yb|ybbyb|by ; kindergarten zoch seats=2 size=5 ; exceptional-move seat=1"
    return RuleSection(
        "exceptional-move",
        words.gettext("The exceptional move"),
        (
            words.gettext(
                "Both outer balls of the play zone go out, each at its own end. Nothing in it can"
                " be chosen, so the table plays it by itself, wherever the rules ask for it."
            ),
        ),
        (
            RulePicture(
                words.gettext("Balls 1 and 5 go out …"),
                position,
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("… and one comes in from either side."),
                position,
                action="X",
                is_played=True,
                brings=("moved",),
            ),
        ),
    )


def _editions(words: Words) -> RuleSection:
    return RuleSection(
        "editions",
        words.gettext("Two rule books"),
        (
            words.gettext(
                "There are two: Zoch's German one, where the second call is OYE, and Mike Reilly's,"
                " where it is AHA. You choose at set-up. Where they differ, it is said below."
            ),
            words.gettext("Whoever has as many cards as the winner shares the win."),
        ),
    )
