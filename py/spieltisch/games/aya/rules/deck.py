"""The deck, a card a word: ``bbbyy`` is dark, ``bbbyy*`` light. Data, and nothing else.

The sources do not print the cards. Rules.md rules: each of the 19 patterns twice, light those five
that are hardest to reach, and a third, light ``ybyby``. Who owns the box may type in its 39 cards
here, in any order and from either side; matches recorded with another deck still open.
"""

DECK_TEXT = """
bbbby bbbby   bbbyb bbbyb   bbbyy bbbyy   bbybb bbybb   bbyby bbyby
bbyyb bbyyb   bbyyy bbyyy   bybby bybby   bybyb bybyb   bybyy bybyy
byyby byyby   byyyb byyyb   ybbby ybbby   ybbyy ybbyy

bbbbb* bbbbb*   byyyy* byyyy*   ybyyy* ybyyy*   yybyy* yybyy*
ybyby* ybyby* ybyby*
"""
