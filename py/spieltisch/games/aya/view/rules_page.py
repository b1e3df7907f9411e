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
                "Nine balls lie in the track, five blue and four yellow. Five of them are in "
                "the play zone in the middle, two on either side. Make the play zone show "
                "the pattern of an open card, read from either side."
            ),
        ),
        (
            RulePicture(words.gettext("The play zone lies between the two gates."), TRACK),
            RulePicture(
                words.gettext(
                    "After this move the zone shows the pattern of the highlighted card …"
                ),
                f"{ALONE} ; table bbyyy bybyb",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("… and here the same pattern, back to front."),
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
                "Take one ball out of the play zone and push it in at the left or the right "
                "end. On that side the inner ball rolls into the play zone."
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
                "A dark card takes one move. A light one (striped, with a 2) takes one or "
                "two. You get the second move only if the first has matched nothing."
            ),
            words.gettext(
                "One move may match several open cards, and all of them count. If the zone "
                "shows a pattern already, you have to make it anew."
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
                words.gettext(
                    "… the second makes its pattern. A dark card with that pattern would not count."
                ),
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
                words.gettext(
                    "The zone shows this pattern already. This move makes it anew, so the "
                    "card counts."
                ),
                f"{ALONE} ; table bbbyy bybyb",
                action="1L",
                brings=("moved", "matched"),
            ),
        ),
        rulings=(
            words.gettext(
                "The printed rules do not show the cards, so the patterns on these 39 are this "
                "site's. The cards in a box may carry others."
            ),
            words.gettext(
                "A second move counts for light cards alone. You may also stop instead of making "
                "it."
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
                "The two outer balls of the play zone go out, each at its own end. There is "
                "nothing to choose, so the table makes this move for you whenever the rules "
                "call for one."
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
                words.gettext("… and one ball comes in from either side."),
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
                "There are two: Zoch's German one, where the second call is OYE, and Mike "
                "Reilly's, where it is AHA. You choose at set-up. Differences are pointed "
                "out below."
            ),
            words.gettext("Equal counts share the win."),
            words.gettext(
                "Source: the rule book of Zoch Verlag (2000, in German) and the English rules "
                "that Mike Reilly publishes. The game is also called AHA and Match 5."
            ),
        ),
        rulings=(
            words.gettext("Players with equally many cards share the win, in every variant."),
        ),
    )
