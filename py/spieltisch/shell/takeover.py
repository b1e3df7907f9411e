"""Takes over what the page kept before it had a database: a match of each game, and the best runs.

An old copy is erased only when it has been read back from the database. One that cannot be read
stays where it is.
"""

from collections.abc import Callable
from zlib import crc32

from spieltisch.app.damaged.state import MATCHES, VALUES
from spieltisch.app.kept_values import RUNS
from spieltisch.app.matches.state import Adopt
from spieltisch.app.runs import parse_runs
from spieltisch.games import catalog
from spieltisch.play.summary import MatchId
from spieltisch.shell.storage import Database, Storage


def take_over(
    storage: Storage, database: Database, send: Callable[[Adopt], None], at_ms: float
) -> None:
    """Adopt the matches that are found, and erase the old copies of what the database has."""
    for game in catalog.GAMES:
        name = f"match.{game}"
        text = storage.read(name)
        if text is not None:
            match_id = adopted_id(game, text)
            send(Adopt(match_id, game, text, at_ms))
            _erase_once_there(storage, database, name, MATCHES, match_id)
    flaws: list[str] = []
    if parse_runs(storage.read(RUNS), flaws) and not flaws:
        _erase_once_there(storage, database, RUNS, VALUES, RUNS)


def adopted_id(game: str, text: str) -> MatchId:
    """The id of an adopted match: made from its text, so that it is not adopted twice if the page
    was closed before the old copy was erased."""
    return f"{crc32(game.encode()) & 0xFFFF:04x}{crc32(text.encode(errors='replace')):08x}"


def _erase_once_there(
    storage: Storage, database: Database, name: str, store: str, key: str
) -> None:
    def erase(text: str | None) -> None:
        if text is not None:
            storage.erase(name)

    database.read(store, key, erase)
