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
                "For two to six. Everybody has a pile of ten cards: nine with four players, "
                "seven with five, six with six. The rest is one neutral pile; with two "
                "players it is two. All piles are turned up at once, and only their top "
                "cards are open. There are no turns: whoever calls first acts."
            ),
            words.gettext(
                "AYA means that you see a match. You alone play now, and at once. Matched "
                "cards of others leave the game. Your own and neutral ones go under your "
                "pile. If you match nothing, or your time runs out, your top card leaves the "
                "game and your left neighbour has to make an exceptional move."
            ),
            words.gettext(
                "OYE (AHA) means that you are sure there is no match. The others now have "
                "time to show one. If somebody does, you lose your top card, and nobody gets "
                "a card for it. If nobody does, all the others lose their top cards."
            ),
            words.gettext(
                "The game ends as soon as somebody has no cards left. Whoever has the most "
                "cards wins. You can choose the times at set-up, or switch them off."
            ),
        ),
        (
            RulePicture(
                words.gettext("Player 2 called first and plays."),
                f"{zoch} ; call ; {PILES}",
                action="aya",
                seat=2,
                is_played=True,
                brings=("called",),
            ),
            RulePicture(
                words.gettext("Player 1 matches player 2's card, and it leaves the game."),
                f"{zoch} ; move seat=1 ; {PILES}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("Player 2 matches their own card, and it goes under their pile."),
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
                words.gettext(
                    "… and player 1, the left neighbour, has to make an exceptional move."
                ),
                f"{zoch} ; exceptional-move seat=1 ; {PILES}",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("Player 3 says OYE: there is no match."),
                f"{zoch} ; call ; {QUIET}",
                action="oye",
                seat=3,
                is_played=True,
                brings=("called",),
            ),
            RulePicture(
                words.gettext("Player 2 shows a match, so player 3 loses the top card."),
                f"{zoch} ; demonstrate seat=2 track={TRACK} caller=3 ; {PILES}",
                action="1R",
                brings=("moved", "refuted"),
            ),
            RulePicture(
                words.gettext("A refutation that fails is taken back."),
                f"{zoch} ; demonstrate seat=2 track={TRACK} caller=3 ; {PILES}",
                action="4R",
                brings=("moved", "taken-back"),
            ),
            RulePicture(
                words.gettext(
                    "Zoch: all have given up, so player 3's OYE stands. The others have lost "
                    "a card each, and the left neighbour has to make an exceptional move."
                ),
                f"{zoch} ; refute caller=3 conceded=1 ; {QUIET}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext(
                    "Reilly: after an AHA that stands, play just goes on. An exceptional "
                    "move follows only a refuted one."
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
        rulings=(
            words.gettext(
                "You have five seconds to move and 20 to refute, unless you choose other times. "
                "Any other player may try to refute. A failed try is taken back and costs only "
                "time, but giving up is for good."
            ),
            words.gettext(
                "An OYE stands when all the others have given up or time is up, even if there "
                "was a match that nobody saw."
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
                "For two to six. All cards are dealt equally; any left over leave the game. "
                "Everybody has five open cards (four with five or six players) and the rest "
                "face down. The first to call AYA begins, then you take turns clockwise."
            ),
            words.gettext(
                "Match your open cards in any order, for as long as you succeed. You have to "
                "make at least one move. Matched cards are discarded. Your first miss ends "
                "your turn with an exceptional move, and you fill up your open cards again."
            ),
            words.gettext(
                "You win by discarding your last card, or at once by discarding all your "
                "open cards in one turn. If nobody discards a card for three turns in a row, "
                "whoever has the fewest wins."
            ),
        ),
        (
            RulePicture(
                words.gettext("Only your own cards count: player 1 discards one and goes on."),
                f"{table} ; move seat=1 ; seat1.pile byyyb ybbby ; seat1.open bbyyy bybyb ybyby*"
                " bbbyy byyby ; seat2.pile bybby bbyyb ; seat2.open bbyyy* bbbby bybyy yybyy*"
                " bbybb",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext("No match: this exceptional move ends the turn."),
                f"{table} ; exceptional-move seat=1 idle=1 ; seat1.pile byyyb ybbby ; seat1.open"
                " bybyb ybyby* bbbyy byyby ; seat2.pile bybby bbyyb ; seat2.open bbyyy* bbbby"
                " bybyy yybyy* bbybb",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("All open cards gone in one turn: player 1 wins at once."),
                f"{table} ; move seat=1 matched ; seat1.pile byyyb ybbby ; seat1.open bbyyy"
                " ; seat2.pile bybby ; seat2.open bbyyy* bbbby bybyy yybyy* bbybb",
                action="1R",
                brings=("moved", "matched", "won"),
            ),
            RulePicture(
                words.gettext("Three turns without a discard: player 2 has fewer cards and wins."),
                f"{table} ; exceptional-move seat=1 idle=3 ; seat1.pile byyyb ybbby ; seat1.open"
                " bybyb ybyby* bbbyy byyby bbyyb ; seat2.pile bybby ; seat2.open bbyyy* bbbby"
                " bybyy yybyy* bbybb",
                action="X",
                brings=("moved", "won"),
            ),
        ),
        rulings=(
            words.gettext(
                "Zoch ends the game after three exceptional moves in a row. Here only turns "
                "without a discard count, as Reilly has it."
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
                "For two to six, with the same calls as AYA or OYE. But you keep what you "
                "match, face down in front of you, and play goes on at once. Whoever has the "
                "most cards at the end wins."
            ),
            words.gettext(
                "A wrong AYA costs you a card that you have won, if you have any, and your "
                "left neighbour has to make an exceptional move. Every OYE (AHA) is followed "
                "by an exceptional move. If yours is refuted, it also costs you a won card."
            ),
            words.gettext(
                "Zoch: five piles of seven or eight cards lie open in the middle. If your OYE"
                " stands, you win the top card of each. The game ends when all piles are empty."
            ),
            words.gettext(
                "Reilly: everybody has one open card in front of them, replaced from the "
                "stock when it is won. If your AHA stands, you take a won card from "
                "everybody else. The game ends when all cards are won."
            ),
        ),
        (
            RulePicture(
                words.gettext("Zoch: player 1 wins the highlighted card."),
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
                words.gettext("Zoch: player 3's OYE stands and wins the top card of every pile."),
                f"{zoch} ; refute caller=3 conceded=1 ; {WON} ; {quiet_piles}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext("Reilly: player 2 wins player 1's card, and the stock replaces it."),
                f"{reilly} ; move seat=2 ; {places}",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext(
                    "Reilly: player 3's AHA stands and takes a card from each of the others."
                ),
                f"{reilly} ; refute caller=3 conceded=1 ; {quiet_places}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood"),
            ),
            RulePicture(
                words.gettext("Reilly: the third AHA in a row that stands ends the game."),
                f"{reilly} ; refute caller=3 conceded=1 ; ahas=2 ; {quiet_places}",
                action="concede",
                is_played=True,
                brings=("conceded", "stood", "won"),
            ),
        ),
        rulings=(
            words.gettext(
                "Reilly: when several cards are won at once, the stock refills them in the order "
                "of the players."
            ),
            words.gettext(
                "Reilly: the game also ends when three AHAs in a row stand, as nothing could "
                "ever be matched after that."
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
                "For two to six. You take turns clockwise, and nobody calls. Five, eight or "
                "ten cards lie open in the middle. The rest is the stock."
            ),
            words.gettext(
                "Your turn begins with an exceptional move. Then match open cards in any "
                "order, for as long as you succeed, and keep them. Your first miss ends your "
                "turn, and the open cards are filled up."
            ),
            words.gettext(
                "The game ends when the last card of the stock has been turned over. Whoever "
                "has the most cards wins."
            ),
        ),
        (
            RulePicture(
                words.gettext("Player 1's turn begins with an exceptional move."),
                f"{table} ; exceptional-move seat=1 ; {row} ; stock byyyb ybbby",
                action="X",
                brings=("moved",),
            ),
            RulePicture(
                words.gettext("Player 1 keeps the highlighted card and goes on."),
                f"{table} ; move seat=1 ; {row} ; stock byyyb ybbby",
                action="1R",
                brings=("moved", "matched"),
            ),
            RulePicture(
                words.gettext(
                    "A miss, and the last card of the stock is turned over: the game ends."
                ),
                f"{table} ; move seat=1 ; seat1.won bbbyy byyby ; seat2.won bybby"
                " ; table bybyb byyby bybby bbyyb ; stock byyyb",
                action="4R",
                is_played=True,
                brings=("moved", "missed", "won"),
            ),
        ),
        rulings=(
            words.gettext(
                "Zoch asks for an exceptional move after every miss. Here none follows, because "
                "the next turn begins with one."
            ),
            words.gettext("Your turn also ends when no open card is left."),
        ),
    )


def tueftler(words: Words) -> RuleSection:
    """Variant 5."""
    return RuleSection(
        "tueftler",
        words.gettext("Tüftler, alone"),
        (
            words.gettext(
                "10, 20 or all 39 cards lie open. Clear them without a single miss: every "
                "move must match a card. A light card may take two."
            ),
            words.gettext(
                "Zoch: in any order. Reilly: one after another, in the order of the row. If "
                "you clear them all, you are an AYA master."
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
                words.gettext("Reilly: only the next card counts. This move ends the run."),
                f"{TRACK} ; tueftler reilly seats=1 size=10 ; move seat=1"
                " ; table bybyb byyby bbyyy",
                action="1R",
                brings=("moved", "missed", "lost"),
            ),
            RulePicture(
                words.gettext("The last card is cleared: an AYA master!"),
                f"{TRACK} ; tueftler zoch seats=1 size=10 ; move seat=1 ; table bbyyy",
                action="1R",
                brings=("moved", "matched", "won"),
            ),
        ),
        rulings=(
            words.gettext(
                "Reilly: only the row's next card counts, so two equal neighbours need two "
                "matches. Every deal here can be cleared."
            ),
        ),
    )
