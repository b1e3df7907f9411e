"""What the workshop shows."""

from collections.abc import Mapping

from spieltisch.app.own_things import way_back
from spieltisch.app.routes import Link, format_link
from spieltisch.app.session import Session
from spieltisch.app.setup.update import OWN_BOT
from spieltisch.app.workshop.board_view import board_view
from spieltisch.app.workshop.bots import OwnSeries
from spieltisch.app.workshop.course_view import course_view
from spieltisch.app.workshop.failures import ended_text, failure_text
from spieltisch.app.workshop.league import Trial, TrialEnd
from spieltisch.app.workshop.league_view import contestant_name, house_name, league_view
from spieltisch.app.workshop.state import LIMITS_S, MATCHES, WorkshopScreen
from spieltisch.app.workshop.update import house_bots
from spieltisch.games import catalog
from spieltisch.kit.frame import Frame, button, link_button, options_of, page, row
from spieltisch.kit.markup import Markup, Value, el, region
from spieltisch.kit.words import Words
from spieltisch.play.own_jobs import (
    MAX_NAME,
    MAX_SOURCE,
    SUFFIX,
    Failure,
    MatchPlayed,
)


def workshop_screen(session: Session, screen: WorkshopScreen, frame: Frame) -> Markup:
    """The whole screen."""
    words, bot = frame.words, screen.bot
    title = catalog.game_of(bot.game).info.title
    return page(
        frame,
        "workshop",
        el("h1", words.gettext("{game}: your own bot").format(game=title)),
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
                ),
                el(
                    "section.bot-trial",
                    {"aria-label": words.gettext("A series of games")},
                    _trial(session, screen, words),
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


def _file(words: Words, screen: WorkshopScreen) -> Markup:
    """The name, and the file itself, of which static/workshop/editor.js makes an editor."""
    keys = words.gettext("Tab indents; Escape, then Tab, leaves the file.")
    return el(
        "div.bot-fields",
        el("label", {"for": "bot-name"}, words.gettext("Name")),
        el(
            "input#bot-name",
            {
                "data-edit": "name",
                "value": screen.bot.name,
                "maxlength": MAX_NAME,
                "autocomplete": "off",
                "spellcheck": "false",
            },
        ),
        el("label", {"for": "bot-source"}, "Python"),
        el("code-editor", _source(words, screen.bot.source, screen.wrong, keys)),
        el("p.bot-keys", {"aria-hidden": "true"}, keys),
    )


def _source(words: Words, source: str, wrong: Failure | None, keys: str) -> Markup:
    return el(
        "textarea#bot-source.bot-source",
        {
            "data-edit": "source",
            "data-editor": "",
            "data-line": wrong.line if wrong is not None else None,
            "data-said": failure_text(wrong, words) if wrong is not None else None,
            "data-keys": keys,
            "data-completions": words.gettext("Suggestions"),
            "rows": 18,
            "maxlength": MAX_SOURCE,
            "spellcheck": "false",
            "autocapitalize": "off",
            "autocomplete": "off",
            "wrap": "off",
            "dir": "ltr",
            "aria-describedby": "bot-error" if wrong else None,
        },
        # A line break right behind the tag would not count.
        "\n" + source,
    )


def _actions(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    is_kept = screen.bot_id in session.kept.bots.by_id
    return row(
        button(words.gettext("Copy link"), "share-bot", kind="is-quiet"),
        button(words.gettext("Save as file"), "save-bot", kind="is-quiet"),
        # Always there: what comes while a finger is down moves a button away from under it.
        button(words.gettext("Delete"), "delete-bot", kind="is-quiet", is_disabled=not is_kept),
    )


# ------------------------------------------------------------------ the series


def _trial(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    is_running = screen.run is not None and not screen.run.ended
    rivals = _rivals(session, screen, words)
    matches = {str(n): words.ngettext("{n} game", "{n} games", n).format(n=n) for n in MATCHES}
    limits = {str(n): words.ngettext("{n} second", "{n} seconds", n).format(n=n) for n in LIMITS_S}
    return el(
        "div.bot-choices",
        _select(words.gettext("Against"), "rival", rivals, screen.rival),
        _select(words.gettext("How many"), "matches", matches, str(screen.matches)),
        _select(words.gettext("Time for a move"), "limit", limits, str(screen.limit_s)),
        row(
            button(words.gettext("Stop"), "stop-series", node_id="bot-run")
            if is_running
            else button(
                words.gettext("Run it"), "run-series", kind="is-primary", node_id="bot-run"
            ),
            button(words.gettext("Play against it"), "try-bot")
            if catalog.game_of(screen.bot.game).bots is not None
            else None,
        ),
    )


def _rivals(session: Session, screen: WorkshopScreen, words: Words) -> Mapping[str, str]:
    others = session.kept.bots.of(screen.bot.game)
    return {
        **{name: house_name(name, words) for name in house_bots(screen.bot.game)},
        **{f"{OWN_BOT}{one}": bot.name for one, bot in others.items()},
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
    run = screen.latest
    told: list[Markup | None] = []
    if run is not None and run.failure is not None:
        failure, lines = run.failure, screen.bot.source.split("\n")
        is_in = screen.wrong is not None and 0 < failure.line <= len(lines)
        line = lines[failure.line - 1] if is_in else ""
        told = [
            el("p", failure_text(failure, words)),
            el("pre.bot-line", f"{failure.line}  {line.strip()}") if line else None,
            _position(words, failure.position) if failure.position else None,
        ]
    elif run is not None and run.ended in (TrialEnd.TIME, TrialEnd.FLOOD, TrialEnd.DIED):
        told = [el("p", ended_text(run.ended, run.limit_ms, words))]
    return region(
        "div#bot-error.bot-error",
        {"data-bot-error": "", "role": "alert"},
        told,
    )


def _position(words: Words, position: str) -> Markup:
    return el(
        "div.bot-position",
        el("p", words.gettext("It was asked about this position:")),
        el("pre", {"tabindex": 0}, position),
        button(words.gettext("Use it as a test"), "take-test", kind="is-quiet"),
    )


def _result(words: Words, screen: WorkshopScreen) -> Markup:
    run = screen.run
    attributes: dict[str, Value] = {
        "id": "bot-series",
        "data-series": _state(run),
        "tabindex": -1,
    }
    if run is None:
        return region("div", attributes)
    count, total = len(run.played), run.series.matches
    rivals = [contestant_name(one, words) for one in run.series.contestants]
    return region(
        "div",
        attributes,
        el("progress", {"max": total, "value": count, "aria-label": words.gettext("Games played")})
        if not run.ended
        else None,
        el("p.series-names", " – ".join(rivals)),
        el("p#series-told", {"role": "status"}, _told(words, run)),
        el(
            "ol.series-list",
            {"aria-label": " – ".join(rivals)},
            [
                el("li", _played(words, number, one))
                for number, one in enumerate(run.played, start=1)
            ],
        )
        if count
        else None,
    )


def _kept_series(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    """What was played before, also in other visits; a press brings it back."""
    series, gone = session.kept.series.of(screen.bot.game), screen.made_room
    made_room = words.ngettext(
        "{n} older series was removed to make room.",
        "{n} older series were removed to make room.",
        gone,
    )
    return region(
        "div#kept-series",
        [
            el("h2", words.gettext("Saved series")),
            el(
                "p",
                words.gettext(
                    "These are not among your own games. When space runs out, the oldest series"
                    " are removed first."
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
                            is_pressed=series_id in (screen.run_id, screen.league_id),
                            is_disabled=screen.running is not None,
                        ),
                    )
                    for series_id, one in series.items()
                ],
            ),
        ]
        if series
        else None,
        el("p", {"role": "status"}, made_room.format(n=gone) if gone else ""),
    )


def _series_name(series: OwnSeries, words: Words) -> str:
    """Who played, and what came of it."""
    count = words.ngettext("{n} game", "{n} games", series.matches).format(n=series.matches)
    if not series.bot:
        return f"{words.gettext('League')}: {series.name} … {count}"
    own = series.rival.removesuffix(SUFFIX)
    rival = own if own != series.rival else house_name(series.rival, words)
    return f"{series.name} – {rival}: {series.half_points / 2:g}/{series.matches}"


def _state(run: Trial | None) -> str:
    return "none" if run is None else run.ended or ("playing" if run.is_ready else "starting")


def _told(words: Words, run: Trial) -> str:
    count, total = len(run.played), run.series.matches
    if not run.ended:
        if not run.is_ready:
            return words.gettext("Python is starting …")
        return words.gettext("Playing: {n} of {count}").format(n=count, count=total)
    if not count:
        return words.gettext("Stopped.") if run.ended == TrialEnd.STOPPED else ""
    share, low, high = (round(100 * part) for part in run.share)
    parts = words.gettext("{wins} won, {draws} drawn, {losses} lost.").format(
        wins=run.wins, draws=run.draws, losses=run.losses
    )
    points = words.gettext(
        "Points: {share}%. In the long run, most likely {low} to {high}%."
    ).format(share=share, low=low, high=high)
    return f"{parts} {points}"


def _played(words: Words, number: int, one: MatchPlayed) -> Markup:
    kind, how = "is-quiet", words.gettext("lost")
    if len(one.winners) != 1:
        how = words.gettext("drawn")
    elif one.winners == (one.first,):
        kind, how = "is-quiet series-win", words.gettext("won")
    label = words.gettext("Game {n}: {how}").format(n=number, how=how)
    return button(how, "look-at-played", number, kind=kind, title=label)


def _printed(words: Words, run: Trial | None) -> Markup:
    printed = run.printed if run is not None else ()
    return region(
        "div#bot-printed",
        el("h2", words.gettext("Printed")) if printed else None,
        el("pre.bot-printed", {"tabindex": 0}, "\n".join(printed)) if printed else None,
    )


# -------------------------------------------------------------- all other bots


def _shelf(session: Session, screen: WorkshopScreen, words: Words) -> Markup:
    bots = session.kept.bots.of(screen.bot.game)
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
                            "href": format_link(Link("workshop", bot.game, section=bot_id)),
                            "aria-current": "page" if bot_id == screen.bot_id else None,
                        },
                        bot.name,
                    ),
                )
                for bot_id, bot in bots.items()
            ],
        )
        if bots
        else None,
        row(
            button(words.gettext("New bot"), "new-bot", ""),
            way_back(screen.deleted[1].name, "restore-bot", words)
            if screen.deleted is not None
            else None,
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
                )
            ],
        ),
        link_button(words.gettext("Rules"), format_link(Link("rules", game)), "is-quiet"),
    )
