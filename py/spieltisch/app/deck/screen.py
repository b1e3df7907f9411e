"""The screen where cards are typed in: ``#/deck/<game>``, ``#/deck/<game>/<id>``."""

from collections.abc import Sequence
from dataclasses import replace

from spieltisch.app.board.form import form_for, in_line, start_match
from spieltisch.app.core.contract import Place, Screen, of_game, optional_part, with_id
from spieltisch.app.core.effects import Effect, Focus, Go, Hear
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit, ImportFiles, ImportMatches, SetUp
from spieltisch.app.core.notice import NoDeckFile
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.deck.state import (
    ChooseCard,
    DeckCommand,
    DeckScreen,
    NewDeck,
    PressPart,
    SolveDeck,
)
from spieltisch.app.deck.view import deck_screen
from spieltisch.app.keeping.decks import MAX_TYPED, Decks, OwnDeck, parse_file, start_of, words_of
from spieltisch.app.keeping.deleting import delete_thing
from spieltisch.app.keeping.own_things import NAME_OF_DECKS, own_name
from spieltisch.app.keeping.writing import keep_thing
from spieltisch.games import catalog
from spieltisch.kit.frame import Area
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.codec import LinkError, LinkPart


def parse(place: str, parts: Sequence[str], query: str) -> Link | None:
    link = optional_part(place, parts, query)
    if link is None or link.game is None or catalog.game_of(link.game).own_cards is None:
        return None
    return with_id(link)


def open_deck(session: Session, link: Link, _at_ms: float) -> Result:
    """The deck that is named, or the one that was changed last, or a new one."""
    assert link.game is not None
    kept = session.kept.of(Decks).of(link.game)
    deck_id = next(iter(kept), "") if link.section is None else link.section
    if deck_id in kept:
        return session.on(DeckScreen(deck_id=deck_id, deck=kept[deck_id])), ()
    if link.section is not None:
        raise LinkError(LinkPart.PAGE, link.section)
    return _begun(session, OwnDeck(game=link.game, name=NAME_OF_DECKS))


def _begun(session: Session, deck: OwnDeck) -> Result:
    session, deck_id = session.with_new_id()
    deck = replace(deck, name=session.kept.of(Decks).free_name(deck.name))
    return session.on(DeckScreen(deck_id=deck_id, deck=deck)), ()


def follow(session: Session, screen: DeckScreen, before: Kept) -> Result:
    """The deck on screen is shown as another tab has made it."""
    decks, one = session.kept.of(Decks), screen.deck_id
    deck = decks.newer(before.of(Decks), one, screen.deck)
    is_deleted = decks.lacks(before.of(Decks), one, is_deleted=screen.is_deleted)
    gone = (_gone(deck),) if is_deleted and not screen.is_deleted else ()
    return session.on(replace(screen, deck=deck, is_deleted=is_deleted)), gone


def update(session: Session, screen: DeckScreen, message: Message) -> Result:
    """The session after a message to this screen."""
    deck, at, own = screen.deck, screen.chosen, screen.own
    cards = words_of(deck)
    match message:
        case Edit():
            return _kept(session, screen, deck.written(message))
        case ChooseCard(number) if 1 <= number <= len(cards):
            return session.on(replace(screen, chosen=number)), (Focus("part-1"),)
        case DeckCommand.ADD_CARD:
            added = " ".join([*cards, own.blank])[:MAX_TYPED]
            screen = replace(screen, chosen=len(cards) + 1)
            session, effects = _kept(session, screen, replace(deck, cards=added))
            return session, (*effects, Focus("part-1"))
        case PressPart(part) if part in own.parts:
            if at not in range(1, len(cards) + 1):
                # The empty card that lies there is the next one.
                cards.append(own.blank)
                at = len(cards)
                screen = replace(screen, chosen=at)
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
            session, effects = _begun(session, replace(deck, name=NAME_OF_DECKS, cards=text))
            return session, (*effects, Focus("add-card"))
        case DeckCommand.DELETE if screen.deck_id in session.kept.of(Decks).by_id:
            session, effects = delete_thing(session, BelongingsKind.DECKS, screen.deck_id)
            session = session.on(replace(screen, is_deleted=True))
            return session, (*effects, _gone(deck), Focus("restore-deck"))
        case Command.KEEP_AGAIN if screen.is_deleted:
            session, effects = _kept(session, replace(screen, is_deleted=False), deck)
            return session, (*effects, Focus("deck-text"))
        case DeckCommand.PLAY:
            start = start_of(deck)
            if start is not None:
                setup = in_line(replace(form_for(session, deck.game), start=start))
                go = Go(Link("setup", deck.game).text)
                return session, (Hear(SetUp(setup)), go)
        case SolveDeck(seed, at_ms):
            start = start_of(deck)
            if start is not None:
                return start_match(session, replace(own.solitaire, start=start), seed, at_ms)
        case ImportFiles(sources):
            return _taken(session, screen, message, sources)
    return session, ()


def _kept(session: Session, screen: DeckScreen, deck: OwnDeck) -> Result:
    """Keep the deck as it is now, unless it was deleted."""
    session = session.on(replace(screen, deck=deck))
    return (session, ()) if screen.is_deleted else keep_thing(session, "deck", screen.deck_id, deck)


def _gone(deck: OwnDeck) -> Effect:
    """The address leads to no deck that was deleted."""
    return Go(Link("deck", deck.game).text, replaces=True)


def _for_matches(session: Session, message: ImportFiles) -> Result:
    return session, (Hear(ImportMatches(message.sources, message.at_ms)),)


def take(session: Session, message: ImportFiles) -> Result:
    """Files of decks, given on any screen, once their own is shown."""
    if not isinstance(session.screen, DeckScreen):
        return _for_matches(session, message)
    return _taken(session, session.screen, message, message.sources)


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
            parse_file(text, screen.deck.game, stem or NAME_OF_DECKS)
            for stem, (_, text) in zip(stems, sources, strict=True)
        ]
        decks = [replace(one, name=own_name(one.name) or NAME_OF_DECKS) for one in decks]
    except ValueError:
        texts = [text.lstrip() for _, text in sources]
        if all(text.startswith(("{", "[")) for text in texts):
            return _for_matches(session, message)
        return replace(session, notice=NoDeckFile(sources[0][0])), ()
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
        title=lambda _, screen, words: of_game(words.gettext("Your own cards"), screen.deck.game),
        area=Area.MAKE,
    ),
)
