"""What is shown where cards are typed in."""

from collections.abc import Sequence

from spieltisch.app.board.dealt_links import link_to_latest
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import DeckScreen
from spieltisch.app.keeping.decks import MAX_FILE, Decks, start_of, words_of
from spieltisch.app.keeping.own_things import way_back
from spieltisch.games import catalog
from spieltisch.games.contract import OwnCards
from spieltisch.kit.frame import Frame, button, input_field, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import NOBODY, set_apart
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import MAX_NAME
from spieltisch.table import Fact

MOST_FLAWS = 12
"""So many are told at once."""


def deck_screen(session: Session, screen: DeckScreen, frame: Frame) -> Markup:
    """The whole screen."""
    words, own = frame.words, screen.own
    title = catalog.game_of(screen.deck.game).info.title
    return page(
        frame,
        "deck",
        el("h1", words("{game}: your own cards", game=title)),
        el(
            "p.lead",
            words.gettext(
                "If you have the box, type in its cards here: add a card, press its balls until it"
                " looks like yours, and add the next one. Every change is kept."
            ),
        ),
        el(
            "section.deck-cards",
            {"aria-label": words.gettext("Cards")},
            _chosen(words, own, screen),
            _all(words, own, screen),
            _checked(words, own, screen),
            _use(session, screen, words),
        ),
        el("section.deck-file", _fields(words, screen), _shelf(session, screen, words)),
    )


def _chosen(words: Words, own: OwnCards, screen: DeckScreen) -> Markup:
    """The card that is being changed, a button for each of its parts, and what it is in words."""
    cards, at = words_of(screen.deck), screen.chosen
    word = cards[at - 1] if 0 < at <= len(cards) else None
    told = words.gettext("No card is chosen.")
    if word is not None:
        told = words(
            "Card {number} of {count}: {card}",
            number=at,
            count=len(cards),
            card=own.told(word, words),
        )
    # Before a card is chosen an empty one lies there, whose first press makes it the next one.
    parts = [_part(words, own, word or own.blank, part) for part in own.parts]
    return el(
        "div#deck-chosen.deck-chosen",
        el("p#deck-told", {"role": "status"}, told),
        el("div.deck-parts", {"data-card-chosen": word}, parts),
        row(
            button(words.gettext("Add a card"), "add-card", kind="is-primary", node_id="add-card"),
            button(
                words.gettext("Remove this card"),
                "remove-card",
                kind="is-quiet",
                is_disabled=word is None,
            ),
        ),
    )


def _part(words: Words, own: OwnCards, word: str, part: str) -> Markup:
    label, drawn = own.part_words(word, part, words), own.part_picture(word, part)
    return button(
        label if drawn is None else drawn,
        "part",
        part,
        kind="deck-part" if drawn is None else "deck-part is-drawn is-quiet",
        title=None if drawn is None else label,
        node_id=f"part-{own.parts.index(part) + 1}",
        is_pressed=own.is_on(word, part),
    )


def _all(words: Words, own: OwnCards, screen: DeckScreen) -> Markup:
    cards = [
        el(
            "li",
            el(
                "button.deck-card",
                {
                    "type": "button",
                    "id": f"deck-card-{number}",
                    "data-do": "choose-card",
                    "data-arg": number,
                    "aria-pressed": str(number == screen.chosen).lower(),
                },
                el(
                    "span.visually-hidden",
                    words("Card {number}: {card}", number=number, card=own.told(word, words)),
                ),
                # A card may have a figure on it, which its name in words need not have.
                el("span", {"aria-hidden": "true"}, own.picture(word, words)),
            ),
        )
        for number, word in enumerate(words_of(screen.deck), 1)
    ]
    return el("ol#deck-list.deck-list", cards)


def _checked(words: Words, own: OwnCards, screen: DeckScreen) -> Markup:
    """How many cards there are, and what is wrong with the deck, in words, or that nothing is. What
    is only missing is no fault before all cards have been typed in."""
    flaws = own.flaws(screen.deck.cards)
    count, full = len(words_of(screen.deck)), len(own.words_of(own.usual))
    missing = [one for one in flaws if count < full and _is_missing(one)]
    wrong = [one for one in flaws if one not in missing]
    return region(
        "div#deck-checked.deck-checked",
        {"data-deck": "sound" if not flaws else "flawed"},
        el("p.deck-count", words("{n} of {count}", n=count, count=full)),
        _told_flaws(words, wrong, "deck-flaws"),
        _told_flaws(words, missing, "deck-flaws is-missing"),
        None if flaws else el("p.told", words.gettext("The deck is complete.")),
    )


def _is_missing(flaw: Fact) -> bool:
    """Whether a flaw is that there are fewer of something than there have to be."""
    match dict(flaw.about):
        case {"n": int(n), "all": int(all_of_them)}:
            return n < all_of_them
    return False


def _told_flaws(words: Words, flaws: Sequence[Fact], kind: str) -> Markup | None:
    rest = len(flaws) - MOST_FLAWS
    more = words.counted("and {n} more", "and {n} more", rest) if rest > 0 else None
    if not flaws:
        return None
    return el(
        "ul",
        {"class": kind},
        [el("li", fact_text(flaw, NOBODY, words)) for flaw in flaws[:MOST_FLAWS]],
        more and el("li", more),
    )


def _use(session: Session, screen: DeckScreen, words: Words) -> Markup:
    """What can be played with the deck, once it is sound."""
    start, to_puzzles = start_of(screen.deck), words.gettext("Puzzles with these cards")
    is_flawed = start is None
    return row(
        button(
            words.gettext("Play with these cards"),
            "play-deck",
            kind="is-primary",
            is_disabled=is_flawed,
        ),
        button(words.gettext("Clear ten of them alone"), "solve-deck", is_disabled=is_flawed),
        button(to_puzzles, is_disabled=True)
        if start is None
        else link_button(to_puzzles, link_to_latest(session, screen.deck.game, start)),
    )


def _fields(words: Words, screen: DeckScreen) -> Markup:
    return el(
        "div.deck-fields",
        el("label", {"for": "deck-name"}, words.gettext("Name")),
        input_field(
            "deck-name",
            "name",
            {
                "data-edit": "name",
                "data-thing": screen.thing,
                "value": screen.deck.name,
                "maxlength": MAX_NAME,
            },
        ),
        el("label", {"for": "deck-text"}, words.gettext("All cards as text")),
        input_field(
            "deck-text",
            "code",
            {
                "data-edit": "cards",
                "data-thing": screen.thing,
                "data-editor": "",
                "rows": 8,
                "maxlength": MAX_FILE,
                "dir": "ltr",
                "aria-describedby": "deck-help",
            },
            screen.deck.cards,
        ),
        el(
            "p#deck-help.told",
            words.gettext(
                "One word per card: bbbyy is three blue balls and two yellow ones; bbbyy* is a"
                " light card."
            ),
        ),
    )


def _shelf(session: Session, screen: DeckScreen, words: Words) -> Markup:
    """All decks, and their files."""
    kept = session.kept.of(Decks).of(screen.deck.game)
    return el(
        "div.deck-shelf",
        row(
            button(words.gettext("Save as file"), "save-deck", kind="is-quiet"),
            el(
                "label.file.button.is-quiet",
                el("input", {"type": "file", "data-files": "", "accept": ".txt,.json"}),
                words.gettext("Open a file"),
            ),
            button(
                words.gettext("Delete"),
                "delete-deck",
                kind="is-quiet",
                is_disabled=screen.deck_id not in kept,
            ),
        ),
        row(
            button(words.gettext("New deck"), "new-deck", kind="is-quiet"),
            button(
                words.gettext("New, from this site’s cards"), "new-deck", "usual", kind="is-quiet"
            ),
        ),
        el(
            "ul.deck-others",
            [
                el(
                    "li",
                    link_button(
                        set_apart(deck.name),
                        Link("deck", deck.game, section=deck_id).text,
                        "is-quiet",
                    ),
                )
                for deck_id, deck in kept.items()
                if deck_id != screen.deck_id
            ],
        )
        if kept.keys() - {screen.deck_id}
        else None,
        way_back(screen.deck.name, "restore-deck", words) if screen.is_deleted else None,
    )
