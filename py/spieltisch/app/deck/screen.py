"""The screen where cards are typed in: ``#/deck/<game>``, ``#/deck/<game>/<id>``."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.deck.decks import MAX_TYPED, OwnDeck, parse_file, start_of
from spieltisch.app.deck.state import (
    ChooseCard,
    DeckCommand,
    DeckScreen,
    NewDeck,
    PressPart,
    SolveDeck,
)
from spieltisch.app.deck.view import deck_screen
from spieltisch.app.effects import Effect, Focus, Go
from spieltisch.app.files import screen as importing
from spieltisch.app.files.state import ImportFiles
from spieltisch.app.keeping import keep_thing, keep_value
from spieltisch.app.message import Message
from spieltisch.app.own_things import own_name
from spieltisch.app.routes import Link, format_link
from spieltisch.app.screen import Place, Screen, game_title, optional_part, verb_of
from spieltisch.app.session import Kept, Result, Session
from spieltisch.app.setup.update import Edit, SetupScreen, form_for, in_line, start_match
from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, LinkPart


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    link = optional_part(place, parts, query)
    if link is None or link.game is None or catalog.game_of(link.game).own_cards is None:
        return None
    return link


def open_deck(session: Session, link: Link, _at_ms: float = 0.0) -> Result:
    """The deck that is named, or the one that was changed last, or a new one."""
    assert link.game is not None
    kept = session.kept.decks.of(link.game)
    deck_id = next(iter(kept), "") if link.section is None else link.section
    if deck_id in kept:
        return session.on(DeckScreen(deck_id=deck_id, deck=kept[deck_id])), ()
    if link.section is not None:
        raise LinkError(LinkPart.PAGE, link.section)
    return _begun(session, OwnDeck(game=link.game, name="deck"))


def _begun(session: Session, deck: OwnDeck) -> Result:
    session, deck_id = session.with_new_id()
    deck = replace(deck, name=session.kept.decks.free_name(deck.name))
    return session.on(DeckScreen(deck_id=deck_id, deck=deck)), ()


def follow(session: Session, screen: DeckScreen, before: Kept) -> Result:
    """The deck on screen is shown as another tab has made it."""
    deck = session.kept.decks.newer(before.decks, screen.deck_id, screen.deck)
    return session.on(replace(screen, deck=deck)), ()


def update(session: Session, screen: DeckScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    deck, at, own = screen.deck, screen.chosen, screen.own
    cards = deck.cards.split()
    match message:
        case Edit("name", value):
            return _kept(session, screen, replace(deck, name=own_name(value) or deck.name))
        case Edit("cards", value):
            return _kept(session, screen, replace(deck, cards=value[:MAX_TYPED]))
        case ChooseCard(number) if 1 <= number <= len(cards):
            return session.on(replace(screen, chosen=number)), (Focus("part-1"),)
        case DeckCommand.ADD_CARD:
            added = " ".join([*cards, own.blank])[:MAX_TYPED]
            screen = replace(screen, chosen=len(cards) + 1)
            session, effects = _kept(session, screen, replace(deck, cards=added))
            return session, (*effects, Focus("part-1"))
        case PressPart(part) if at in range(1, len(cards) + 1) and part in own.parts:
            cards[at - 1] = own.pressed(cards[at - 1], part)
            return _kept(session, screen, replace(deck, cards=" ".join(cards)[:MAX_TYPED]))
        case DeckCommand.REMOVE_CARD if at in range(1, len(cards) + 1):
            screen = replace(screen, chosen=min(at, len(cards) - 1))
            session, effects = _kept(
                session, screen, replace(deck, cards=" ".join(cards[: at - 1] + cards[at:]))
            )
            return session, (*effects, Focus("add-card"))
        case NewDeck(cards_wanted):
            text = own.usual if cards_wanted else ""
            session, effects = _begun(session, replace(deck, name="deck", cards=text))
            return session, (*effects, Focus("add-card"))
        case DeckCommand.DELETE if screen.deck_id in session.kept.decks.by_id:
            session, effects = keep_value(session, session.kept.decks.without(screen.deck_id))
            gone = Go(format_link(Link("deck", deck.game)), replaces=True)
            session = session.on(replace(screen, is_deleted=True))
            return session, (*effects, gone, Focus("restore-deck"))
        case DeckCommand.RESTORE if screen.is_deleted:
            return _kept(session, screen, deck)
        case DeckCommand.PLAY:
            start = start_of(deck)
            if start is not None:
                setup = in_line(replace(form_for(session, deck.game), start=start))
                go = Go(format_link(Link("setup", deck.game)))
                return session.on(SetupScreen(setup)), (go,)
        case SolveDeck(seed, at_ms):
            start = start_of(deck)
            if start is not None:
                return start_match(session, replace(own.solitaire, start=start), seed, at_ms)
        case ImportFiles(sources):
            return _taken(session, screen, message, sources)
    return session, ()


def _kept(session: Session, screen: DeckScreen, deck: OwnDeck) -> Result:
    """Keep the deck as it is now."""
    session = session.on(replace(screen, deck=deck, is_deleted=False))
    return keep_thing(session, "deck", screen.deck_id, deck)


def _taken(
    session: Session,
    screen: DeckScreen,
    message: ImportFiles,
    sources: tuple[tuple[str, str], ...],
) -> Result:
    """Files of decks were given: each becomes a deck, and the last one comes on screen. Others are
    files of matches, or wrong in a way that the import tells."""
    stems = [own_name(name.rpartition(".")[0] or name) for name, _ in sources]
    try:
        decks = [
            parse_file(text, screen.deck.game, stem or "deck")
            for stem, (_, text) in zip(stems, sources, strict=True)
        ]
        decks = [replace(one, name=own_name(one.name) or "deck") for one in decks]
    except ValueError:
        return importing.begin(session, message)
    effects: tuple[Effect, ...] = ()
    for deck in decks:
        session, _ = _begun(session, deck)
        assert isinstance(session.screen, DeckScreen)
        session, kept = _kept(session, session.screen, session.screen.deck)
        effects = (*effects, *kept)
    return session, effects


SCREENS = (
    Screen(
        DeckScreen,
        deck_screen,
        update,
        follow=follow,
        places={"deck": Place(parse, open_deck)},
        title=lambda _, screen, __: game_title(screen.deck.game),
        verbs={
            **{command.value: verb_of(command) for command in DeckCommand},
            "part": lambda part, _: PressPart(part),
            "choose-card": lambda number, _: ChooseCard(int(number)),
            "new-deck": lambda arg, _: NewDeck(bool(arg)),
        },
    ),
)
