"""The rules of AYA's five variants as the page tells them (docs/rules.md, AYA)."""

from spieltisch.kit.rulebook import RulePicture, RuleSection
from spieltisch.kit.words import Words

TRACK = "bb|bbbyy|yy"
PILES = (
    "seat1.pile bbbby bybyb ybyby* ; seat2.pile bbyyy byyby yybyy* ; seat3.pile bybby bbyyb bybyy"
    " ; neutral1 byyyb ybbby"
)
"""Three seats and a neutral pile; 1R matches the card of seat 2, 4R nothing."""

QUIET = (
    "seat1.pile bybyb bbbby ybyby* ; seat2.pile byyby bbyyy yybyy* ; seat3.pile bybby bbyyb bybyy"
    " ; neutral1 byyyb ybbby"
)
"""These seats when nothing can be matched."""

WON = "seat1.won bybyb ybyby* ; seat2.won byyby yybyy* ; seat3.won bbyyb"


def shouting(words: Words) -> RuleSection:
    """Variant 1."""
    zoch, reilly = f"{TRACK} ; aya-oye zoch seats=3", f"{TRACK} ; aya-oye reilly seats=3"
    short = "seat1.pile bbbby ; seat2.pile bbyyy byyby ; seat3.pile bybby bbyyb ; neutral1 byyyb"
    return RuleSection(
        "aya-oye",
        words.gettext("AYA or OYE"),
        (
            words.gettext(
                "For two to six. Everybody has a pile of ten cards (nine if four play, seven if"
                " five, six if six). The rest is a neutral pile; if two play, two. All are turned"
                " up at once, so that only the top cards are open. There are no turns: whoever"
                " calls first acts."
            ),
            words.gettext(
                "AYA: you see a match. You alone play, and at once: the clock gives you five"
                " seconds. Matched cards of others leave the game; your own and neutral ones go"
                " under your pile. If you match nothing, your top card leaves the game, and your"
                " left neighbour owes an exceptional move."
            ),
            words.gettext(
                "OYE (AHA): you are sure that nothing can be matched. The others have 20"
                " seconds to show a match. If one of them does, you lose your top card; nobody"
                " gets a card for it. A try that fails is taken back, and costs only time;"
                " giving up is for good. When all others have given up, or time is up, all of"
                " them lose their top cards, even if there was a match that nobody saw."
            ),
            words.gettext(
                "The game ends as soon as somebody has no cards left; most cards win. The "
                "times can be chosen at set-up, or switched off."
            ),
        ),
        (
            RulePicture(
                words.gettext("Player 2 was first to call, and plays."),
                f"{zoch} ; call ; {PILES}",
                action="aya",
                seat=2,
                is_played=True,
                brings=("called",),
            ),
            RulePicture(
                words.gettext("Player 1 matches the card of player 2: it leaves the game."),
                f"{zoch} ; move seat=1 ; {PILES}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Player 2 matches a card of their own: it goes under their pile."),
                f"{zoch} ; move seat=2 ; {PILES}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Player 3 matches nothing and loses the top card …"),
                f"{zoch} ; move seat=3 ; {PILES}",
                action="4R",
                brings=("moved", "missed"),
            ),
            RulePicture(
                words.gettext("… and player 1, the left neighbour, owes an exceptional move."),
                f"{zoch} ; exceptional-move seat=1 ; {PILES}",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("Player 3 says OYE: nothing can be matched."),
                f"{zoch} ; call ; {QUIET}",
                action="oye",
                seat=3,
                is_played=True,
                brings=("called",),
            ),
            RulePicture(
                words.gettext("Player 2 shows a match: player 3 loses the top card."),
                f"{zoch} ; demonstrate seat=2 track={TRACK} caller=3 ; {PILES}",
                action="1R",
                brings=("moved", "refuted"),
            ),
            RulePicture(
                words.gettext("A match that is shown but fails is taken back."),
                f"{zoch} ; demonstrate seat=2 track={TRACK} caller=3 ; {PILES}",
                action="4R",
                brings=("moved", "taken-back"),
            ),
            RulePicture(
                words.gettext(
                    "Zoch: all have given up, the OYE of player 3 stands. The others have lost a"
                    " card each, and the left neighbour owes an exceptional move."
                ),
                f"{zoch} ; refute caller=3 conceded=1 ; {QUIET}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext(
                    "Reilly: after an AHA that stands, play simply goes on; only a refuted one"
                    " brings an exceptional move."
                ),
                f"{reilly} ; refute caller=3 conceded=1 ; {QUIET}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext("Player 1 loses the last card: players 2 and 3 share the win."),
                f"{zoch} ; move seat=1 ; {short}",
                action="4R",
                brings=("moved", "missed", "won", "won"),
            ),
        ),
    )


def rumkugeln(words: Words) -> RuleSection:
    """Variant 2."""
    table = f"{TRACK} ; rumkugeln zoch seats=2"
    return RuleSection(
        "rumkugeln",
        words.gettext("Rumkugeln"),
        (
            words.gettext(
                "For two to six. All cards are dealt equally, a surplus leaves the game. Everybody"
                " has five open (four, if five or six play) and the rest face down. The first to"
                " call AYA begins, then it goes clockwise."
            ),
            words.gettext(
                "Match your own open cards, in any order, as long as you can without a break; at"
                " least one move must be made. What you match is laid off. The first failure ends"
                " your turn with an exceptional move, and your open cards are filled up again."
            ),
            words.gettext(
                "You win with your last card, or at once with all your open cards in one turn."
                " After three turns in a row in which nobody lays a card off, fewest cards win."
            ),
        ),
        (
            RulePicture(
                words.gettext("Only your own cards count: player 1 lays one off and goes on."),
                f"{table} ; move seat=1 ; seat1.pile byyyb ybbby ; seat1.open bbyyy bybyb ybyby*"
                " bbbyy byyby ; seat2.pile bybby bbyyb ; seat2.open bbyyy* bbbby bybyy yybyy*"
                " bbybb",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("No match: the turn ends with this exceptional move."),
                f"{table} ; exceptional-move seat=1 idle=1 ; seat1.pile byyyb ybbby ; seat1.open"
                " bybyb ybyby* bbbyy byyby ; seat2.pile bybby bbyyb ; seat2.open bbyyy* bbbby"
                " bybyy yybyy* bbybb",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("The last open card of this turn: player 1 wins at once."),
                f"{table} ; move seat=1 matched ; seat1.pile byyyb ybbby ; seat1.open bbyyy"
                " ; seat2.pile bybby ; seat2.open bbyyy* bbbby bybyy yybyy* bbybb",
                action="1R",
                brings=("moved", "matched", "won"),
            ),
            RulePicture(
                words.gettext("Three turns without a card: player 2 has fewer cards and wins."),
                f"{table} ; exceptional-move seat=1 idle=3 ; seat1.pile byyyb ybbby ; seat1.open"
                " bybyb ybyby* bbbyy byyby bbyyb ; seat2.pile bybby ; seat2.open bbyyy* bbbby"
                " bybyy yybyy* bbybb",
                action="X",
                brings=("moved", "won"),
            ),
        ),
    )


def turbo(words: Words) -> RuleSection:
    """Variant 3."""
    zoch, reilly = f"{TRACK} ; turbo zoch seats=3", f"{TRACK} ; turbo reilly seats=3"
    quiet_piles = "neutral1 bybyb bbyyy ; neutral2 byyby yybyy* ; neutral3 bybby bbyyb"
    piles = "neutral1 bbyyy bybyb ; neutral2 byyby yybyy* ; neutral3 bybby bbyyb"
    places = (
        "seat1.open bbyyy ; seat1.won bybyb ybyby* ; seat2.open bybby ; seat2.won byyby"
        " ; seat3.open yybyy* ; seat3.won bbyyb ; stock byyyb ybbby bybyy"
    )
    quiet_places = places.replace("open bbyyy", "open bybyb")
    return RuleSection(
        "turbo",
        words.gettext("Turbo"),
        (
            words.gettext(
                "For two to six, with calls as in AYA or OYE; but you keep what you match, face"
                " down before you, and play goes on at once. Most cards win."
            ),
            words.gettext(
                "A wrong AYA costs you a card that you have won, if you have any, and your left"
                " neighbour owes an exceptional move. After an OYE or AHA there is always one; if"
                " it was refuted, it costs you a won card, too."
            ),
            words.gettext(
                "Zoch: five piles of seven or eight lie open in the middle. An OYE that stands wins"
                " the top card of each. When all are empty the match ends."
            ),
            words.gettext(
                "Reilly: one open card lies before everybody, and is replaced from the stock when"
                " it is won. An AHA that stands takes a won card from everybody else. The match"
                " ends when all cards are won, or when three AHAs in a row have stood."
            ),
        ),
        (
            RulePicture(
                words.gettext("Zoch: player 1 wins the lit card."),
                f"{zoch} ; move seat=1 ; {WON} ; {piles}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Player 2 matches nothing: a won card leaves the game."),
                f"{zoch} ; move seat=2 ; {WON} ; {piles}",
                action="4R",
                brings=("moved", "missed"),
            ),
            RulePicture(
                words.gettext("Zoch: the OYE of player 3 stood, and won the top of every pile."),
                f"{zoch} ; refute caller=3 conceded=1 ; {WON} ; {quiet_piles}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext("Reilly: player 2 wins the card of player 1; the stock replaces it."),
                f"{reilly} ; move seat=2 ; {places}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Reilly: the AHA of player 3 stood, and took a card from each."),
                f"{reilly} ; refute caller=3 conceded=1 ; {quiet_places}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext("Reilly: the third AHA in a row that stands ends the match."),
                f"{reilly} ; refute caller=3 conceded=1 ; ahas=2 ; {quiet_places}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood", "won"),
            ),
        ),
    )


def kindergarten(words: Words) -> RuleSection:
    """Variant 4."""
    table = f"{TRACK} ; kindergarten zoch seats=2 size=5"
    row = "table bbyyy bybyb byyby bybby ybyby*"
    return RuleSection(
        "kindergarten",
        words.gettext("Kindergarten"),
        (
            words.gettext(
                "For two to six, clockwise and without calls. Five cards lie open in the middle, or"
                " eight, or ten; the rest is a stock."
            ),
            words.gettext(
                "Your turn opens with an exceptional move. Then match open cards, in any order, as"
                " long as you can, and keep them. The first failure ends your turn, and so does the"
                " last open card; then the open cards are filled up."
            ),
            words.gettext("When the last card of the stock is turned over, most cards win."),
        ),
        (
            RulePicture(
                words.gettext("The turn of player 1 opens with an exceptional move."),
                f"{table} ; exceptional-move seat=1 ; {row} ; stock byyyb ybbby",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("The lit card is kept, and player 1 goes on."),
                f"{table} ; move seat=1 ; {row} ; stock byyyb ybbby",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("A failure, and the last card of the stock is turned over: the end."),
                f"{table} ; move seat=1 ; seat1.won bbbyy byyby ; seat2.won bybby"
                " ; table bybyb byyby bybby bbyyb ; stock byyyb",
                action="4R",
                is_played=True,
                brings=("moved", "missed", "won"),
            ),
        ),
    )


def tueftler(words: Words) -> RuleSection:
    """Variant 5."""
    return RuleSection(
        "tueftler",
        words.gettext("Tüftler, alone"),
        (
            words.gettext(
                "10, 20 or all 39 cards lie open. Clear them without a single failure: every move,"
                " for a light card every one or two, must match."
            ),
            words.gettext(
                "Zoch: in any order. Reilly: one after another, in the order of the row. Every deal"
                " can be cleared. Do it, and you are an AYA master."
            ),
        ),
        (
            RulePicture(
                words.gettext("Zoch: any card of the row counts."),
                f"{TRACK} ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bybyb byyby bbyyy",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Reilly: only the next card counts. This move breaks the run."),
                f"{TRACK} ; tueftler reilly seats=1 size=10 ; move seat=1"
                " ; table bybyb byyby bbyyy",
                action="1R",
                brings=("moved", "missed", "lost"),
            ),
            RulePicture(
                words.gettext("The last card is cleared: AYA master."),
                f"{TRACK} ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbyyy",
                action="1R",
                brings=("moved", "matched", "won"),
            ),
        ),
    )
