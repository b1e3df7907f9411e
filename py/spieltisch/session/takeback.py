"""When something may be taken back: the one place that says so."""

from spieltisch.play.match import Match


def is_race(match: Match) -> bool:
    """Whether people act against clocks in a match.

    Then nothing is taken back before the end, and nothing is played anew after it.
    """
    shouts = match.game.shouts
    return shouts is not None and shouts.is_race(match.setup)


def may_show(match: Match) -> bool:
    """Whether earlier moments of a match may be shown now."""
    return not is_race(match) or match.last_position.outcome is not None


def may_play(match: Match) -> bool:
    """Whether a match may go on from the moment that is shown."""
    return match.is_at_end or not is_race(match)


def one_back(match: Match) -> int:
    """How many entries count after taking back one: so many that a person has something to do.

    What the table or a bot did since is taken back with it; where only bots play, it is one.
    """
    if not _has_people(match):
        return max(0, match.shown - 1)
    return next(
        (shown for shown in range(match.shown - 1, 0, -1) if _awaits_person(match, shown)), 0
    )


def one_forth(match: Match) -> int:
    """How many entries count after redoing one: the way back of ``one_back``."""
    length = len(match.turns)
    if not _has_people(match):
        return min(length, match.shown + 1)
    return next(
        (shown for shown in range(match.shown + 1, length) if _awaits_person(match, shown)), length
    )


def _has_people(match: Match) -> bool:
    return any(map(match.is_human, range(1, match.setup.seats + 1)))


def _awaits_person(match: Match, shown: int) -> bool:
    """Whether a person chose what to do at a moment of a match, or is to do so."""
    position = match.position_at(shown)
    is_forced = match.rules.automatic_action(position) is not None
    return not is_forced and any(map(match.is_human, position.active_seats))
