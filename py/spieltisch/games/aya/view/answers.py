"""AYA for those who listen: answers to what they ask about the table."""

from __future__ import annotations

from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import format_track
from spieltisch.games.aya.view.cards import card_text
from spieltisch.games.aya.view.sentences import action_sentence, hint, status
from spieltisch.games.aya.view.track import site_label, tab_stop
from spieltisch.views.scene import Scene
from spieltisch.views.words import Words


def questions(words: Words) -> dict[str, str]:
    """What can be asked, by key."""
    return {
        "h": words.gettext("this ball or end"),
        "k": words.gettext("the track"),
        "o": words.gettext("the open cards"),
        "d": words.gettext("what is owed, and by whom"),
        "s": words.gettext("the piles and scores"),
        "e": words.gettext("the last event"),
    }


def answer(scene: Scene, key: str) -> str:
    """The answer to one of the questions."""
    position: AyaPosition = scene.position
    words = scene.words
    match key:
        case "h":
            return site_label(scene, tab_stop(scene))
        case "k":
            return words.gettext("Track {track}.").format(track=format_track(position.track))
        case "o":
            return _open_cards(scene, position)
        case "d":
            return " ".join(filter(None, (status(scene), hint(scene))))
        case "s":
            return _scores(scene, position)
        case "e" if scene.last is not None:
            return action_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def _open_cards(scene: Scene, position: AyaPosition) -> str:
    cards = position.variant.open_cards(position.table, None)
    if not cards:
        return scene.words.gettext("No card is open.")
    return "; ".join(_open_card(scene, card) for card in cards)


def _open_card(scene: Scene, card: OpenCard) -> str:
    text = card_text(card.card, scene.words)
    return f"{scene.names[card.owner - 1]} {text}" if card.owner else text


def _scores(scene: Scene, position: AyaPosition) -> str:
    told = [f"{name} {score}" for name, score in zip(scene.names, position.scores, strict=True)]
    words, table = scene.words, position.table
    told += [words.gettext("neutral {n}").format(n=len(pile)) for pile in table.neutral]
    if table.stock:
        told.append(words.gettext("stock {n}").format(n=len(table.stock)))
    return ", ".join(told)
