"""What the workshop shows of a league."""

from collections.abc import Mapping

from spieltisch.app.core.session import Session
from spieltisch.app.keeping.league import League, TrialEnd
from spieltisch.app.workshop.failures import failure_text, whole_sentence
from spieltisch.app.workshop.state import WorkshopScreen
from spieltisch.app.workshop.update import FEWEST_ENTRANTS, entrants_of, house_bots
from spieltisch.kit.frame import button, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import bot_title, set_apart
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import SUFFIX, Contestant, Failure


def contestant_name(one: Contestant, words: Words) -> str:
    """Who plays in a series, as people call them."""
    return set_apart(one.name) if one.source else house_name(one.name, words)


def house_name(name: str, words: Words) -> str:
    """A bot of the house, as people call it."""
    return bot_title(int(name), words) if name.isdecimal() else words.gettext("Random moves")


def league_view(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """Who is to play, and the table."""
    entrants, league = entrants_of(session, screen), screen.league
    is_running = league is not None and league.running is not None
    return el(
        "section.bot-league",
        {"aria-labelledby": "league-title"},
        el("h2#league-title", {"tabindex": -1}, words.gettext("League")),
        el("p", words.gettext("All of your bots play each other, and these if you want:")),
        row(
            *(
                button(
                    house_name(name, words),
                    "enter-level",
                    name,
                    is_pressed=name in screen.levels,
                )
                for name in house_bots(screen.bot.game)
            )
        ),
        row(
            button(words.gettext("Stop"), "stop-series", node_id="league-run")
            if is_running
            else button(
                words.gettext("Start the league"),
                "run-league",
                node_id="league-run",
                is_disabled=len(entrants) < FEWEST_ENTRANTS,
            ),
            button(words.gettext("Continue the league"), "resume-league")
            if league is not None and league.is_stopped
            else None,
        ),
        region(
            "div#bot-league",
            {"data-league": _state(league)},
            None if league is None else _table(words, league),
        ),
    )


def _state(league: League | None) -> str:
    if league is None:
        return "none"
    return league.trials[-1].ended or "playing"


def _table(words: Words, league: League) -> list[Markup]:
    order = league.order
    names = [contestant_name(one, words) for one in league.entrants]
    done = sum(len(one.played) for one in league.trials)
    all_matches = league.matches * len(league.pairs)
    count = words("Games played: {n} of {count}", n=done, count=all_matches)
    return [
        el("p", {"role": "status"}, count),
        *_failures(words, league),
        el(
            "div.league-scroll",
            {"tabindex": 0, "role": "group", "aria-labelledby": "league-title"},
            el(
                "table.league-table",
                el(
                    "thead",
                    el(
                        "tr",
                        el("th", {"scope": "col"}, words.gettext("Place")),
                        el("td"),
                        # First, as a phone has no room for all of the others.
                        el("th", {"scope": "col"}, words.gettext("Points")),
                        el("th", {"scope": "col"}, words.gettext("In the long run")),
                        [el("th", {"scope": "col"}, names[one]) for one in order],
                    ),
                ),
                el(
                    "tbody",
                    [
                        el(
                            "tr",
                            el("td", league.place(one)),
                            el("th", {"scope": "row"}, names[one]),
                            el("td", _of(league.total(one))),
                            el("td", _bounds(words, league, one)),
                            [_cell(words, league, one, other) for other in order],
                        )
                        for one in order
                    ],
                ),
            ),
        ),
    ]


def _failures(words: Words, league: League) -> list[Markup]:
    """Who has failed, with what, and to whom it has lost games by that."""
    rivals: dict[int, set[int]] = {}
    failures: dict[str, Failure] = {}
    for trial, pair in zip(league.trials, league.pairs, strict=False):
        for failure in (trial.failure, *trial.firsts):
            if failure is not None:
                failures.setdefault(failure.name, failure)
        for place in trial.failed:
            rivals.setdefault(pair[place], set()).add(pair[1 - place])
    order, told = league.order, list[Markup]()
    for one in filter(rivals.__contains__, order):
        others = filter(rivals[one].__contains__, order)
        names = ", ".join(contestant_name(league.entrants[other], words) for other in others)
        told.append(el("p.league-failure", _failure(words, league.entrants[one], failures, names)))
    return told


def _failure(words: Words, one: Contestant, failures: Mapping[str, Failure], rivals: str) -> str:
    """Why a bot has lost games to others, as far as that is known: of a pair that was kept, one
    failure alone is."""
    failure = failures.get(one.name)
    if failure is not None:
        why = whole_sentence(failure_text(failure, words))
        return words("{why} It has lost games by that, to {names}.", why=why, names=rivals)
    name = set_apart(f"{one.name}{SUFFIX}")
    return words("{name} has failed and lost games by that, to {names}.", name=name, names=rivals)


def _cell(words: Words, league: League, place: int, other: int) -> Markup:
    if place == other:
        return el("td", "·")
    number = league.pairs.index((min(place, other), max(place, other)))
    trial = league.trials[number] if number < len(league.trials) else None
    made = league.points(place, other)
    said = "–" if made is None else _of(made)
    if trial is None or not trial.ended:
        return el("td", "" if trial is None else said)
    mark = "" if trial.ended == TrialEnd.DONE else " !"
    names = [contestant_name(league.entrants[one], words) for one in (place, other)]
    title = words("{names}: {points}", names=" – ".join(names), points=said)
    return el("td", button(said + mark, "look-at-pair", number, kind="is-quiet", title=title))


def _bounds(words: Words, league: League, place: int) -> str:
    """What share of the points an entrant makes in the long run, most likely."""
    bounds = league.bounds(place)
    if bounds is None:
        return "–"
    low, high = (round(100 * bound) for bound in bounds)
    return words("{low} to {high}%", low=low, high=high)


def _of(made: tuple[float, int]) -> str:
    points, count = made
    return f"{points:g}/{count}"
