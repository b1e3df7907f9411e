"""What the workshop shows."""

from collections.abc import Mapping

from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots, OwnSeries, PlayedSeries
from spieltisch.app.keeping.league import Trial, TrialEnd, Work
from spieltisch.app.keeping.own_things import way_back
from spieltisch.app.workshop.board_view import board_view
from spieltisch.app.workshop.course_view import course_view, is_solution
from spieltisch.app.workshop.failures import ended_text, failure_text
from spieltisch.app.workshop.league_view import contestant_name, house_name, league_view
from spieltisch.app.workshop.state import (
    LIMITS_S,
    SERIES_LENGTHS,
    HouseRival,
    OwnRival,
    WorkshopScreen,
)
from spieltisch.app.workshop.update import house_bots
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, input_field, link_button, options_of, page, row
from spieltisch.kit.markup import Markup, Value, el, region
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import (
    MAX_NAME,
    MAX_SOURCE,
    MOST_TURNS,
    SUFFIX,
    Failure,
    MatchPlayed,
)
from spieltisch.play.statistics import chance_better


def workshop_screen(session: Session, screen: WorkshopScreen, frame: Frame) -> Markup:
    """The whole screen."""
    words, bot = frame.words, screen.bot
    title = catalog.game_of(bot.game).info.title
    return page(
        frame,
        "workshop",
        el("h1", words("{game}: your own bot", game=title)),
        el(
            "p.lead",
            words.gettext(
                "A bot is a few lines of Python. It runs on this device, where it can reach"
                " nothing but the game."
            ),
        ),
        _foreign(words) if screen.is_foreign else None,
        el(
            "div.bot-desk",
            el(
                "div.bot-work",
                el(
                    "section.bot-file",
                    {"aria-label": words.gettext("Your bot")},
                    _file(words, screen),
                    _actions(session, screen, words),
                    way_back(bot.name, "restore-bot", words) if screen.is_deleted else None,
                ),
                el(
                    "section.bot-trial",
                    {"aria-label": words.gettext("A test run of games")},
                    _trial(session, screen, words),
                    _by_link(words, screen) if bot.by_link else None,
                    _error(words, screen),
                    _result(words, screen),
                    _printed(words, screen.latest),
                    _kept_series(session, screen, words),
                ),
            ),
            board_view(session, screen, words),
        ),
        league_view(session, screen, words),
        el(
            "section.bot-shelf",
            course_view(session, screen, words),
            _shelf(session, screen, words),
            _examples(words, screen),
            _help(words, bot.game),
        ),
    )


def _foreign(words: Words) -> Markup:
    told = words.gettext(
        "This bot came by link, and none of it has run yet. Read it first, then press “Run it”"
        " if you like."
    )
    return el("p#bot-foreign.told", told)


def _by_link(words: Words, screen: WorkshopScreen) -> Markup:
    """That nobody has said yet that they know what is in the file. Below what runs it, as nothing
    above that comes or goes as one types."""
    told = words.gettext("This bot came by link. Have you read it?")
    if screen.asks_to_play:
        told = words.gettext("This bot came by link. Do you want to play against it?")
    return el(
        "div#bot-by-link.row",
        el("p", {"role": "status"}, told),
        button(words.gettext("Play against it"), "try-sure", node_id="try-sure")
        if screen.asks_to_play
        else None,
        button(words.gettext("I have read it"), "accept-bot", kind="is-quiet"),
    )


def _file(words: Words, screen: WorkshopScreen) -> Markup:
    """The name, and the file itself, of which static/workshop/editor.js makes an editor."""
    keys = words.gettext("Tab indents, or takes a suggestion. Escape, then Tab, leaves the file.")
    return el(
        "div.bot-fields",
        el("label", {"for": "bot-name"}, words.gettext("Name")),
        input_field(
            "bot-name",
            "name",
            {
                "data-edit": "name",
                "data-thing": screen.thing,
                "value": screen.bot.name,
                "maxlength": MAX_NAME,
            },
        ),
        el("label", {"for": "bot-source"}, "Python"),
        el("code-editor", _source(words, screen, keys)),
        el("p.bot-keys", {"aria-hidden": "true"}, keys),
    )


def _source(words: Words, screen: WorkshopScreen, keys: str) -> Markup:
    wrong = screen.wrong
    return input_field(
        "bot-source",
        "code",
        {
            "class": "bot-source",
            "data-edit": "source",
            "data-thing": screen.thing,
            "data-editor": "",
            "data-line": wrong.line if wrong is not None else None,
            "data-said": failure_text(wrong, words) if wrong is not None else None,
            "data-keys": keys,
            "data-completions": words.gettext("Suggestions"),
            # Said by the editor (static/workshop/editor.js) when these keys are pressed.
            "data-indented": words.gettext("Indented to {n}"),
            "data-leaving": words.gettext("Tab leaves the file now."),
            "rows": 18,
            "maxlength": MAX_SOURCE,
            "wrap": "off",
            "dir": "ltr",
            "aria-describedby": "bot-error" if wrong else None,
        },
        screen.bot.source,
    )


def _actions(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    is_kept = screen.bot_id in session.kept.of(Bots).by_id
    return row(
        button(words.gettext("Copy link"), "share-bot", kind="is-quiet"),
        button(words.gettext("Save as file"), "save-bot", kind="is-quiet"),
        # Always there: what comes while a finger is down moves a button away from under it.
        button(words.gettext("Delete"), "delete-bot", kind="is-quiet", is_disabled=not is_kept),
    )


# ------------------------------------------------------------------ the series


def _trial(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    is_running = screen.trial is not None and not screen.trial.ended
    rivals = _rivals(session, screen, words)
    matches = {str(n): words.counted("{n} game", "{n} games", n) for n in SERIES_LENGTHS}
    limits = {str(n): words.counted("{n} second", "{n} seconds", n) for n in LIMITS_S}
    return el(
        "div.bot-choices",
        _select(words.gettext("Against"), "rival", rivals, screen.rival.value),
        _select(words.gettext("How many"), "matches", matches, str(screen.matches)),
        _select(words.gettext("Time for a move"), "limit", limits, str(screen.limit_s)),
        row(
            button(words.gettext("Stop"), "stop-series", node_id="bot-run")
            if is_running
            else button(
                words.gettext("Run it"), "run-series", kind="is-primary", node_id="bot-run"
            ),
            # At the table only a bot that is kept is found.
            button(words.gettext("Play against it"), "try-bot", is_disabled=screen.is_deleted)
            if catalog.game_of(screen.bot.game).bots is not None
            else None,
        ),
    )


def _rivals(session: Session, screen: WorkshopScreen, words: Words) -> Mapping[str, str]:
    others = session.kept.of(Bots).of(screen.bot.game)
    return {
        **{HouseRival(one).value: house_name(one, words) for one in house_bots(screen.bot.game)},
        **{OwnRival(one).value: set_apart(bot.name) for one, bot in others.items()},
    }


def _select(label: str, name: str, options: Mapping[str, str], chosen: str) -> Markup:
    return el(
        "label.bot-choice",
        el("span", label),
        el(
            "select",
            {"id": f"bot-{name}", "data-edit": name},
            options_of(options, chosen),
        ),
    )


def _error(words: Words, screen: WorkshopScreen) -> Markup:
    """What went wrong, with the line it happened in. It is always there, so that it is spoken."""
    work = screen.latest
    told: list[Markup | None] = []
    if work is not None and work.failure is not None:
        failure, lines = work.failure, screen.bot.source.split("\n")
        is_in = screen.wrong is not None and 0 < failure.line <= len(lines)
        line = lines[failure.line - 1] if is_in else ""
        told = [
            el("p", failure_text(failure, words)),
            el("pre.bot-line", f"{failure.line}  {line.strip()}") if line else None,
            _position(words, failure) if failure.position else None,
            _lost(words, work),
        ]
    elif work is not None and work.ended in (TrialEnd.TIME, TrialEnd.FLOOD, TrialEnd.DIED):
        told = [el("p", ended_text(work.ended, words))]
    return region(
        "div#bot-error.bot-error",
        {"data-bot-error": "", "role": "alert"},
        told,
    )


def _lost(words: Words, work: Work) -> Markup | None:
    """What becomes of a series in which a bot has failed."""
    if not isinstance(work, Trial) or work.failure is None:
        return None
    if not work.given_up:
        name = set_apart(f"{work.failure.name}{SUFFIX}")
        return el("p", words("{name} has lost that game.", name=name))
    # In what an earlier version has kept, the other one may have failed first.
    said = words.counted(
        "{name} has lost the {n} game that was not played, too.",
        "{name} has lost the {n} games that were not played, too.",
        work.given_up,
        name=set_apart(f"{work.contestants[work.quitter].name}{SUFFIX}"),
    )
    return el("p", said)


def _position(words: Words, failure: Failure) -> Markup:
    told = words.gettext("It was asked about this position:")
    if failure.turn:
        told = words("It was asked about this position, at move {n}:", n=failure.turn)
    return el(
        "div.bot-position",
        el("p", told),
        el("pre", {"tabindex": 0}, failure.position),
        button(words.gettext("Use this as a test"), "take-test", kind="is-quiet"),
    )


def _result(words: Words, screen: WorkshopScreen) -> Markup:
    trial = screen.trial
    attributes: dict[str, Value] = {
        "id": "bot-series",
        "data-series": _state(trial),
        "tabindex": -1,
    }
    if trial is None:
        return region("div", attributes)
    count, total = len(trial.played), trial.series.matches
    rivals = [contestant_name(one, words) for one in trial.series.contestants]
    return region(
        "div",
        attributes,
        el("progress", {"max": total, "value": count, "aria-label": words.gettext("Games played")})
        if not trial.ended
        else None,
        el("p.series-names", " – ".join(rivals)),
        el("p#series-told", {"role": "status"}, _told(words, trial)),
        el(
            "ol.series-list",
            {"aria-label": " – ".join(rivals)},
            [
                el("li", _played(words, number, one))
                for number, one in enumerate(trial.played, start=1)
            ],
        )
        if count
        else None,
    )


def _kept_series(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """What was played before, also in other visits; a press brings it back."""
    series, gone = session.kept.of(PlayedSeries).of(screen.bot.game), screen.made_room
    open_ones = (one for one in screen.shown_series if one in series and series[one].bot)
    shown = next(open_ones, None)
    return region(
        "div#kept-series",
        [
            el("h2", words.gettext("Saved test runs")),
            el(
                "p",
                words(
                    "These are not among your own games. The latest {most} are saved, fewer if"
                    " they are long: the oldest make room.",
                    most=PlayedSeries.MOST,
                ),
            ),
            el(
                "ol.series-list",
                [
                    el(
                        "li",
                        button(
                            _series_name(one, words),
                            "look-at-series",
                            series_id,
                            kind="is-quiet",
                            is_pressed=series_id in screen.shown_series,
                            is_disabled=screen.running is not None,
                        ),
                        _compared(words, series[shown], one)
                        if shown is not None and series_id != shown
                        else None,
                    )
                    for series_id, one in series.items()
                ],
            ),
        ]
        if series
        else None,
        el(
            "p",
            {"role": "status"},
            words.counted(
                "{n} older test run was removed to make room.",
                "{n} older test runs were removed to make room.",
                gone,
            )
            if gone
            else "",
        ),
    )


def _compared(words: Words, shown: OwnSeries, other: OwnSeries) -> Markup | None:
    """How likely the bot of the series on screen is better than that of another one, which has met
    the same rival."""
    if not other.bot or other.rival != shown.rival:
        return None
    if not (shown.matches and other.matches):
        return None
    chance = chance_better(
        shown.half_points / 2, shown.matches, other.half_points / 2, other.matches
    )
    told = words(
        "The one on screen is better than this one with a chance of {n}%.", n=round(100 * chance)
    )
    return el("span.series-compared", told)


def _series_name(series: OwnSeries, words: Words) -> str:
    """Who played, and what came of it."""
    count = words.counted("{n} game", "{n} games", series.matches)
    name = set_apart(series.name)
    if not series.bot:
        return f"{words.gettext('League')}: {name} … {count}"
    own = series.rival.removesuffix(SUFFIX)
    rival = set_apart(own) if own != series.rival else house_name(series.rival, words)
    return f"{name} – {rival}: {series.half_points / 2:g}/{series.matches}"


def _state(trial: Trial | None) -> str:
    return "none" if trial is None else trial.ended or ("playing" if trial.is_ready else "starting")


def _told(words: Words, trial: Trial) -> str:
    count, total = len(trial.played), trial.series.matches
    if not trial.ended:
        if not trial.is_ready:
            return words.gettext("Python is starting …")
        return words("Playing: {n} of {count}", n=count, count=total)
    if not count:
        return words.gettext("Stopped.") if trial.ended == TrialEnd.STOPPED else ""
    share, low, high = (round(100 * part) for part in trial.share)
    parts = words(
        "{wins} won, {draws} drawn, {losses} lost.",
        wins=trial.wins,
        draws=trial.draws,
        losses=trial.losses,
    )
    points = words(
        "Points: {share}%. In the long run, most likely {low} to {high}%.",
        share=share,
        low=low,
        high=high,
    )
    if not trial.unended:
        return f"{parts} {points}"
    endless = words.counted(
        "{n} of the draws is a game that had no end after {most} moves.",
        "{n} of the draws are games that had no end after {most} moves.",
        trial.unended,
        most=MOST_TURNS,
    )
    return f"{parts} {points} {endless}"


def _played(words: Words, number: int, one: MatchPlayed) -> Markup:
    kind, how = "is-quiet", words.gettext("lost")
    if len(one.winners) != 1:
        how = words.gettext("drawn")
    elif one.winners == (one.first,):
        kind, how = "is-quiet series-win", words.gettext("won")
    label = words("Game {n}: {how}", n=number, how=how)
    return button(how, "look-at-played", number, kind=kind, title=label)


def _printed(words: Words, work: Work | None) -> Markup:
    printed = work.printed if work is not None else ()
    return region(
        "div#bot-printed",
        el("h2", words.gettext("Printed")) if printed else None,
        el("pre.bot-printed", {"tabindex": 0}, "\n".join(printed)) if printed else None,
    )


# -------------------------------------------------------------- all other bots


def _shelf(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    bots = session.kept.of(Bots).of(screen.bot.game)
    return el(
        "div",
        el("h2", words.gettext("Your bots")),
        el(
            "ul.ways-list",
            [
                el(
                    "li",
                    el(
                        "a.button",
                        {
                            "href": Link("workshop", bot.game, section=bot_id).text,
                            "aria-current": "page" if bot_id == screen.bot_id else None,
                        },
                        words("{name} (by link)", name=set_apart(bot.name))
                        if bot.by_link
                        else set_apart(bot.name),
                    ),
                )
                for bot_id, bot in bots.items()
            ],
        )
        if bots
        else None,
        row(
            button(words.gettext("New bot"), "new-bot", ""),
            el(
                "label.file.button.is-quiet",
                el("input", {"type": "file", "data-files": "", "accept": ".py", "multiple": True}),
                words.gettext("Open a file"),
            ),
        ),
    )


def _examples(words: Words, screen: WorkshopScreen) -> Markup | None:
    if not screen.examples:
        return None
    return el(
        "div",
        el("h2", words.gettext("Examples")),
        el(
            "ul.ways-list",
            [
                el("li", button(name.replace("_", " "), "new-bot", name))
                for name, _ in screen.examples
                if not is_solution(name)
            ],
        ),
    )


def _help(words: Words, game: str) -> Markup:
    known = catalog.game_of(game)
    rows = [
        ("choose(position, seat)", words.gettext("returns one of position.legal_actions(seat)"))
    ]
    if known.search_bots is not None:
        told = words.gettext(
            "returns a number: above 0 is good for the seat. Our search does the rest."
        )
        rows.append(("evaluate(position, seat)", told))
    if known.reaction_bots is not None:
        told = words.gettext("returns a call, its moves and the milliseconds that it took")
        rows.append(("see(position, seat)", told))
    return el(
        "div.bot-help",
        el("h2", words.gettext("What a bot has")),
        el("p", words.gettext("Exactly one of these functions:")),
        el(
            "dl",
            [[el("dt", el("code", name)), el("dd", told)] for name, told in rows],
        ),
        el("p", words.gettext("What you can ask a position, for example:")),
        el(
            "ul",
            [
                el("li", el("code", code))
                for code in (
                    "position.legal_actions(seat)",
                    "position.apply(seat, action)",
                    "position.outcome, position.outcome.winners",
                    "position.active_seats",
                    "print(position, action)",
                    *known.asked,
                )
            ],
        ),
        link_button(words.gettext("Rules"), Link("rules", game).text, "is-quiet"),
    )
