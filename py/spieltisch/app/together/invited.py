"""What an invitation says for people to read, behind its code: who invites, to which game, on which
seat, with which clock. Nothing follows from it: what is played is told once people are connected.
"""

from contextlib import suppress
from urllib.parse import parse_qsl, quote

from spieltisch.app.core.live import Hosting
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import addressed
from spieltisch.app.core.session import Session
from spieltisch.games import catalog
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import Words
from spieltisch.play.codec import clean_name
from spieltisch.table import Seat, TimeControl, format_time_control, parse_time_control
from spieltisch.table.graphemes import clusters

MAX_FIELDS = 12
"""So many fields of a link are looked at: what passes links on adds some."""

MOST_OF_NAME = 144
"""So many letters a name may take in a link, where most scripts take six or nine for each of
theirs, and a picture of a family more than fifty."""


def brief(name: str) -> str:
    """As much of the beginning of a name, in whole characters, as a link has room for.

    >>> brief("Anna"), brief("字" * 24) == "字" * 16
    ('Anna', True)
    """
    begun = ""
    for character in clusters(name):
        if len(quote(begun + character, safe="")) > MOST_OF_NAME:
            break
        begun += character
    return begun.rstrip()


class Invited(Frozen):
    by: str = ""
    """The name of who invites."""
    game: str = ""
    seat: Seat = 0
    """The seat that the guest would have, if that is known."""
    clock: TimeControl | None = None

    @property
    def text(self) -> str:
        """As the end of a link; empty if there is nothing to say."""
        clock = "" if self.clock is None else format_time_control(self.clock)
        told = {
            "by": brief(self.by),
            "seat": str(self.seat or ""),
            "clock": clock,
            "game": self.game,
        }
        # The last one ends in a letter, as links do.
        pairs = [f"{name}={quote(value, safe='')}" for name, value in told.items() if value]
        return "?" + "&".join(pairs) if self.game else ""


def parse_invited(query: str) -> Invited:
    """The inverse of ``Invited.text``, of anything: what cannot be read is left out."""
    try:
        pairs = parse_qsl(query, errors="ignore", max_num_fields=MAX_FIELDS)
    except ValueError:
        return Invited()
    told = dict(pairs)
    name = told.get("game", "").rstrip(".,;:!?")
    game = catalog.GAMES.get(name)
    if game is None:
        return Invited()
    clock: TimeControl | None = None
    seat = told.get("seat", "")
    is_seat = seat.isascii() and seat.isdecimal() and len(seat) == 1
    with suppress(ValueError):
        clock = parse_time_control(told.get("clock", ""))
    most = max(max(counts) for counts in game.info.seat_counts.values())
    known = int(seat) if is_seat and 1 <= int(seat) <= most else 0
    return Invited(clean_name(told.get("by", "")), name, known, clock)


def invited(session: Session) -> Invited:
    """What the invitation of this device says."""
    live, match = session.live, session.live_match
    if not isinstance(live, Hosting) or match is None:
        return Invited()
    setup, own = match.setup, addressed(match.people)
    others = [seat for seat in match.shared if seat not in match.people]
    # A link for everybody stays the same, whoever has come.
    seat = others[0] if len(others) == 1 else 0
    if live.relay is None:
        seat = live.host.next_seat(match) or 0
    by = setup.all_players[own - 1].name if own is not None else session.settings.friends_name
    return Invited(by, setup.game, seat, setup.clock)


def heading(words: Words, told: Invited) -> str:
    """Who invites, and to what, in a sentence: a heading, a title, and what goes with the link."""
    if not told.game:
        return words.gettext("You are invited to a game.")
    title = catalog.game_of(told.game).info.title
    if not told.by:
        return words("You are invited to a game of {game}.", game=title)
    return words("{name} invites you to a game of {game}.", name=set_apart(told.by), game=title)


def terms(words: Words, told: Invited) -> str:
    """On which seat, and with which clock; empty if neither is known."""
    said = []
    if told.seat:
        seat = catalog.game_of(told.game).view.seat_name(told.seat, words)
        said.append(words("Your seat: {seat}.", seat=seat))
    if told.clock is not None:
        minutes, seconds = told.clock.minutes, told.clock.seconds
        time = words("{minutes} min + {seconds} s per move", minutes=minutes, seconds=seconds)
        said.append(words("Clock: {time}.", time=time))
    return " ".join(said)
