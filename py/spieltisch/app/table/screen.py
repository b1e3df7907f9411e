"""The screen with a match among the others."""

from dataclasses import replace

from spieltisch.app.names import player_names
from spieltisch.app.screen import Screen
from spieltisch.app.session import Session
from spieltisch.app.table.model import spoken, table_model
from spieltisch.app.table.state import TableScreen
from spieltisch.app.table.update import update
from spieltisch.app.table.variation import match_on
from spieltisch.app.table.view.match import match_screen
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame
from spieltisch.kit.markup import Markup
from spieltisch.kit.words import Words


def view(session: Session, table: TableScreen, frame: Frame) -> Markup:
    match = match_on(session, table)
    model = table_model(session, table, match, frame.words)
    told = spoken(session, table, match, model.scene)
    return match_screen(replace(frame, spoken=told), model)


def title(session: Session, table: TableScreen, words: Words) -> str:
    """Who plays what."""
    players = " · ".join(player_names(session.matches[table.match_id].setup, words))
    return f"{catalog.game_of(table.game).info.title}: {players}"


SCREENS = (Screen(TableScreen, view, update, title),)
