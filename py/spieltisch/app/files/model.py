"""How far the import of matches has come, as its screen shows it."""

from spieltisch.app.files.view import ImportModel, RefusalModel
from spieltisch.games import catalog
from spieltisch.play.importing import Import


def import_model(job: Import | None) -> ImportModel | None:
    """What the screen shows; None where nothing was given yet."""
    if job is None:
        return None
    return ImportModel(
        at=job.at,
        total=len(job.pieces),
        taken=len(job.taken),
        known=job.known,
        refused=[RefusalModel(*one) for one in job.refused],
        is_over=job.is_over,
        merged={kind: [_title(game) for game in games] for kind, games in job.merged.items()},
    )


def _title(game: str) -> str:
    return catalog.GAMES[game].info.title if game in catalog.GAMES else game
