"""AYA's rules, short, in our own words."""

from spieltisch.views.markup import Markup, el, join
from spieltisch.views.words import Words


def rules(words: Words) -> Markup:
    """What all variants share, then each of them, with what the editions do differently."""
    return join(
        _section("", _common(words)),
        _section(words.gettext("AYA or OYE"), _aya_oye(words)),
        _section(words.gettext("Rumkugeln"), _rumkugeln(words)),
        _section(words.gettext("Turbo"), _turbo(words)),
        _section(words.gettext("Kindergarten"), _kindergarten(words)),
        _section(words.gettext("Tüftler, alone"), _tueftler(words)),
    )


def _section(title: str, paragraphs: tuple[str, ...]) -> Markup:
    return join(
        el("h2", None, title) if title else None, [el("p", None, text) for text in paragraphs]
    )


def _common(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "Nine balls lie in the track, five of them in the play zone. Make the play zone show"
            " the pattern of an open card, read from either side."
        ),
        words.gettext(
            "A move takes one ball out of the play zone and pushes it in at the left or the right"
            " end; there the inner ball rolls into the play zone. A dark card is matched by one"
            " move, a light one (striped, with a 2) by one or two: the second follows only when"
            " the first has matched nothing. A pattern that lies there already must be made anew."
        ),
        words.gettext(
            "The exceptional move takes both outer balls of the play zone and pushes each in at"
            " its own end. The table plays it by itself."
        ),
        words.gettext(
            "There are two rule books: Zoch's German one, where the second call is OYE, and Mike"
            " Reilly's, where it is AHA."
        ),
    )


def _aya_oye(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "No turns. Whoever sees a match calls AYA and must play at once. Matched cards of"
            " others leave the game; your own and neutral ones go under your pile. If nothing is"
            " matched you lose your top card, and your left neighbour owes an exceptional move."
        ),
        words.gettext(
            "Whoever is sure that there is no match calls OYE. The others may show one: then the"
            " caller loses the top card. If nobody does, all others lose theirs. With Zoch an"
            " exceptional move follows in either case, with Reilly only a refuted call."
        ),
        words.gettext("When a seat has no cards left the game ends; most cards win."),
    )


def _rumkugeln(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "The first to call AYA begins, then it goes clockwise. Match your own open cards, as"
            " many as you can without a break. The first failure ends the turn with an exceptional"
            " move, and your open cards are filled up."
        ),
        words.gettext(
            "You win with your last card, or at once with all your open cards in one turn. After"
            " three turns without a card, fewest cards win."
        ),
    )


def _turbo(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "Calls as in AYA or OYE, but you keep what you match. A failed call costs a won card."
            " After an OYE there is always an exceptional move; refuted, it costs a won card."
        ),
        words.gettext(
            "Zoch: five open piles; an OYE that stands wins the top of each. Reilly: one open card"
            " before every seat, refilled from the stock; an AHA that stands takes a won card from"
            " everybody. When all cards are won, most win."
        ),
        words.gettext("Reilly: three AHAs in a row that stand end the game too."),
    )


def _kindergarten(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "Clockwise, no calls. A turn opens with an exceptional move; then match cards in the"
            " middle for as long as you can, and keep them. When the last card of the stock is"
            " turned over, most cards win."
        ),
    )


def _tueftler(words: Words) -> tuple[str, ...]:
    return (
        words.gettext(
            "Clear 10, 20 or all 39 cards without a single failure: with Zoch in any order, with"
            " Reilly one after another. Every deal can be cleared. Who does it is AYA master."
        ),
    )
