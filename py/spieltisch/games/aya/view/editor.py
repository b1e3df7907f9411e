"""AYA's track and open cards, set up by hand.

A draft's start is a track of any balls and the deck, as it is dealt: a card that is put on a place
changes places with the one that lies there, so that the deck always stays whole.
"""

import re
from dataclasses import replace

from spieltisch.games.aya.rules.cards import (
    DARK_COUNT,
    LIGHT_COUNT,
    Card,
    CardFlaw,
    Cards,
    misprint,
    parse_card,
    read_card,
    words_of,
)
from spieltisch.games.aya.rules.info import CARDS, OPEN_CARDS
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.rules import RULES, variant_of
from spieltisch.games.aya.rules.table import OpenCard, Table
from spieltisch.games.aya.rules.track import BALLS, SIDE, Track, format_track, read_track
from spieltisch.games.aya.rules.variants import Variant, clockwise
from spieltisch.games.aya.view.cards import card_svg, card_text
from spieltisch.games.aya.view.track import COUNT, ball_text, bare_track
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Editor, Scene, played_on, site_button
from spieltisch.kit.words import Words
from spieltisch.table import FlawError, Setup

_BALL_WORD = re.compile(
    r"(?:(🔵|🟦|💙|\b(?:blue|blau|bleue?s?|azul|azules|azuis)\b)"
    r"|🟡|🟨|💛|\b(?:yellow|gelb|jaunes?|amarill[ao]s?|amarel[ao]s?)\b)"
)
"""A ball by the page's words for its colour, or as chats draw it."""
_IN_Y = str.maketrans("gj", "yy")
_TRACK = re.compile(rf"(?:[bygj][][ ,;|/()-]*+){{{COUNT - 1}}}[bygj](?![^\W_])")
"""The balls of a track at the beginning, with whatever between them."""
_NO_BALL = re.compile("[^bygj]")
_FIRST_WORD = re.compile(r"\S*")
_DECK = DARK_COUNT + LIGHT_COUNT

BALL_SITES = tuple(f"ball{number}" for number in range(1, COUNT + 1))


class AyaEditor(Editor):
    options = (OPEN_CARDS.name, CARDS.name)

    def pieces(self, draft: Setup) -> tuple[str, ...]:
        """The cards of the deck; balls need no piece, as a press changes their colour."""
        return tuple(sorted(set(map(str, _parts(draft)[1])), key=lambda card: ("*" in card, card)))

    def piece(self, piece: str, names: Names, words: Words) -> tuple[str, Markup]:
        card = parse_card(piece)
        return card_text(card, words), card_svg(card, words)

    def put(self, draft: Setup, piece: str, site: str) -> str:
        """A ball gets the other colour; a card comes from where it lies face down, or else from
        another place."""
        track, cards = _parts(draft)
        if site in BALL_SITES:
            place = BALL_SITES.index(site)
            other = "y" if track[place] == "b" else "b"
            return _start(track[:place] + other + track[place + 1 :], cards)
        places = _places(draft)
        if site not in places or not piece or cards[places[site]] == (card := parse_card(piece)):
            return draft.start
        open_ones = set(places.values())
        found = (index for index, one in enumerate(cards) if one == card)
        origin = min(found, key=lambda index: index in open_ones, default=None)
        return draft.start if origin is None else _swapped(draft, origin, places[site])

    def carried(self, draft: Setup, origin: str, goal: str) -> str:
        """Two balls or two cards change places."""
        track, cards = _parts(draft)
        places = _places(draft)
        if origin in BALL_SITES and goal in BALL_SITES:
            one, other = BALL_SITES.index(origin), BALL_SITES.index(goal)
            balls = list(track)
            balls[one], balls[other] = balls[other], balls[one]
            return _start("".join(balls), cards)
        if origin in places and goal in places:
            return _swapped(draft, places[origin], places[goal])
        return draft.start

    def emptied(self, draft: Setup) -> str:
        """Nothing can be taken away: the deck lies in its order."""
        return _start(BALLS, tuple(sorted(_parts(draft)[1])))

    def read(self, draft: Setup, text: str) -> Setup:
        """A start; or a position, of which the track and the open cards are taken."""
        deck = _parts(draft)[1]
        if ";" in text:
            position = RULES.parse_position(text)
            track = position.track
            shown = [one.card for one in _open(position.variant, position.table)]
            draft = replace(draft, start=_start(track, deck))
            for site, card in zip(_places(draft), shown, strict=False):
                draft = replace(draft, start=self.put(draft, str(card), site))
            return draft
        board, *words = text.split() or [""]
        track = read_track(board)
        for number, word in enumerate(words, 1):
            if (wrong := misprint(word)) is not None:
                raise FlawError(CardFlaw.CARD(number=number, card=wrong))
        if len(words) not in (0, _DECK):
            raise FlawError(CardFlaw.NUMBER(n=len(words), all=_DECK))
        return replace(draft, start=_start(track, tuple(map(parse_card, words)) or deck))

    def meant(self, draft: Setup, text: str) -> str:
        """The track with or without its bars, a ball a letter or a word, and cards as in a deck
        that is typed, if there are any."""
        plain = _BALL_WORD.sub(lambda word: "b" if word[1] else "y", text.lower())
        found = _TRACK.match(plain)
        if ";" in plain[0 if found is None else found.end() :]:
            return text
        if found is not None:
            board = format_track(_NO_BALL.sub("", found[0]).translate(_IN_Y))
        else:
            board, found = plain.split(" ", 1)[0].translate(_IN_Y), _FIRST_WORD.match(plain)
        rest = plain[found.end() :] if found else ""
        words = words_of(rest) if rest.strip(" ,|:") else []
        return " ".join(
            (board, *(word if misprint(word) else str(read_card(word)) for word in words))
        )

    def position(self, draft: Setup) -> AyaPosition:
        track, cards = _parts(draft)
        variant = variant_of(draft)
        return AyaPosition(variant, *variant.deal(track, cards, draft.seats))

    def site_text(self, scene: Scene, site: str) -> str:
        words, position = scene.words, scene.position
        if site in BALL_SITES:
            return ball_text(position.track[BALL_SITES.index(site)], site[4:], COUNT, words)
        found = _open(position.variant, position.table)
        card = next((one for one in found if _site(one) == site), None)
        if card is None:
            return ""
        told, name = words.gettext("Card {n} in the middle: {card}"), ""
        if card.owner is not None:
            told, name = words.gettext("{name}, card {n}: {card}"), scene.names[card.owner - 1]
        return told.format(name=name, n=_number(card), card=card_text(card.card, words))


def _parts(draft: Setup) -> tuple[Track, Cards]:
    board, *cards = draft.start.split(" ")
    return board.replace("|", ""), tuple(map(parse_card, cards))


def _start(track: Track, cards: Cards) -> str:
    return " ".join((format_track(track), *map(str, cards)))


def _swapped(draft: Setup, one: int, other: int) -> str:
    track, cards = _parts(draft)
    changed = list(cards)
    changed[one], changed[other] = changed[other], changed[one]
    return _start(track, tuple(changed))


def _open(variant: Variant, table: Table) -> tuple[OpenCard, ...]:
    """All cards that lie open, also those that do not count yet."""
    tops = table.pile_tops() if variant.face_down.has_tops_up else ()
    return (*table.in_row(), *table.open_before(clockwise(table)), *tops)


def _site(card: OpenCard) -> str:
    return f"{card.pile}-{card.place}"


def _number(card: OpenCard) -> int:
    """How a card is called: a neutral pile has its number, any other card its place."""
    pile = card.pile
    return int(pile.removeprefix("neutral")) if pile.startswith("neutral") else card.place + 1


def _places(draft: Setup) -> dict[str, int]:
    """Which card of the deck lies on which site: numbers in the place of cards tell it."""
    variant = variant_of(draft)
    numbers = tuple(Card(str(index)) for index in range(_DECK))
    table = variant.deal(BALLS, numbers, draft.seats).table
    return {_site(one): int(one.card.pattern) for one in _open(variant, table)}


def sites_of(position: AyaPosition) -> tuple[str, ...]:
    """All places in the order of the keyboard."""
    return (*BALL_SITES, *map(_site, _open(position.variant, position.table)))


def board(scene: Scene) -> Markup:
    """The track, and the open cards below it: all of them can be pressed."""
    position: AyaPosition = scene.position
    stop = scene.cursor if scene.cursor in sites_of(position) else BALL_SITES[SIDE]
    label = scene.words.gettext("AYA: a track and open cards. The arrow keys go along them.")

    balls = [site_button(scene, site, EDITOR.site_text(scene, site), stop) for site in BALL_SITES]
    naming = played_on(scene, "aya", RULES.format_board(position), label)
    cards = [_card(scene, card, stop) for card in _open(position.variant, position.table)]
    return region(
        "div",
        {"class": "board aya-edited", **naming},
        bare_track(position.track, balls),
        el("div.edited-cards", cards),
    )


def _card(scene: Scene, card: OpenCard, stop: str) -> Markup:
    """An open card, and where it lies: before whom, or which one in the middle."""
    site, position, where = _site(card), scene.position, str(_number(card))
    if card.owner is not None:
        name = scene.names[card.owner - 1]
        owners = [other.owner for other in _open(position.variant, position.table)]
        where = name if owners.count(card.owner) == 1 else f"{name} {where}"
    drawing = card_svg(card.card, scene.words)
    return el(
        "div",
        {"class": "edited-card", **site_button(scene, site, None, stop)},
        el("span.visually-hidden", EDITOR.site_text(scene, site)),
        el("span", {"aria-hidden": "true"}, el("span.edited-owner", where), drawing),
    )


EDITOR = AyaEditor()
