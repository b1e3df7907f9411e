"""The kept matches: those in progress as small boards, and the archive of those that are over."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from spieltisch.app.board.match_cards import card_of, match_item
from spieltisch.app.board.study_list import study_links
from spieltisch.app.core.contract import Place, Screen, titled
from spieltisch.app.core.dates import Now
from spieltisch.app.core.effects import Effect, Focus, Go
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command
from spieltisch.app.core.session import Result, Session
from spieltisch.app.keeping import deleting
from spieltisch.app.keeping import writing as keeping
from spieltisch.app.matches.finding import Facets, Part, facets_of, found_matches, part_of
from spieltisch.app.matches.state import (
    LONGEST,
    DeleteMatches,
    EditName,
    MatchesLink,
    MatchesScreen,
    MatchFilter,
    MatchList,
    RenameMatch,
    SetFilter,
    parse_filter,
)
from spieltisch.games import catalog
from spieltisch.kit.frame import (
    Area,
    Frame,
    button,
    input_field,
    link_button,
    options_of,
    page,
    row,
)
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import bot_title
from spieltisch.kit.words import Words
from spieltisch.play.codec import LinkError
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Bot


def matches_screen(session: Session, screen: MatchesScreen, frame: Frame) -> Markup:
    words, wanted, summaries = frame.words, screen.wanted, session.library.summaries
    heading = el("h1", words.gettext("Your games"))
    studies = study_links(session, words)
    if not summaries:
        return page(frame, "matches", heading, _nothing_kept(words), studies)
    now = Now(screen.now_ms, session.device.zone)
    found = found_matches(summaries, wanted, now, words)
    count = sum(len(found[name]) for name in wanted.lists)
    label = words.counted("Export {n} game", "Export {n} games", count)
    return page(
        frame,
        "matches",
        el("div.matches-head", heading, _tabs(words, wanted, found)),
        _finder(words, facets_of(summaries, wanted), wanted, is_in_vain=not count),
        [_list(words, screen, now, name, found[name]) for name in wanted.lists],
        None if count else _nothing_found(words, wanted),
        el(
            "nav.row.matches-more",
            {"aria-label": words.gettext("More")},
            link_button(words.gettext("Statistics"), "#/statistics"),
            link_button(words.gettext("Import and export"), "#/import"),
            button(label, "export", "found", icon_name="export", kind="is-quiet")
            if count
            else None,
        ),
        studies,
    )


def _link(wanted: MatchFilter) -> str:
    return MatchesLink(wanted).text


def _link_to_all(wanted: MatchFilter) -> str:
    return _link(MatchFilter(show=wanted.show))


def _tabs(
    words: Words, wanted: MatchFilter, found: Mapping[MatchList, Sequence[Summary]]
) -> Markup:
    """The links to both lists, and to either alone."""
    going, ended = (len(found[name]) for name in MatchList)
    labels = (
        words.gettext("All"),
        words("In progress ({n})", n=going),
        words("Ended ({n})", n=ended),
    )
    return el(
        "nav.tabs",
        {"aria-label": words.gettext("Which games")},
        [
            el(
                "a",
                {
                    "href": _link(replace(wanted, show=name, page=1)),
                    "aria-current": "page" if name == wanted.show else None,
                },
                label,
            )
            for name, label in zip((None, *MatchList), labels, strict=True)
        ],
    )


def _nothing_kept(words: Words) -> Markup:
    return el(
        "div.nothing",
        el("p.lead", words.gettext("No game yet.")),
        el(
            "p",
            words.gettext(
                "Every game you begin is kept here, on this device only. You can continue "
                "it, play it back and look at it again."
            ),
        ),
        row(
            link_button(words.gettext("Choose a game"), "#/", "is-primary"),
            link_button(words.gettext("Statistics"), "#/statistics"),
            link_button(words.gettext("Import and export"), "#/import"),
        ),
    )


def _nothing_found(words: Words, wanted: MatchFilter) -> Markup:
    if wanted.is_narrow:
        told = words.gettext("No game found.")
        way_on = link_button(words.gettext("Show all"), _link_to_all(wanted), "is-primary")
    elif wanted.show is MatchList.ENDED:
        told = words.gettext("No game is finished yet.")
        way_on = link_button(words.gettext("Continue one"), "#/matches", "is-primary")
    else:
        told = words.gettext("No game is in progress.")
        way_on = link_button(words.gettext("Choose a game"), "#/", "is-primary")
    return el("div.nothing", el("p", {"role": "status"}, told), row(way_on))


# --------------------------------------------------------------- the filter


def _finder(words: Words, facets: Facets, wanted: MatchFilter, *, is_in_vain: bool) -> Markup:
    games = catalog.GAMES.items()
    played = {name: game.info.title for name, game in games if name in facets.games}
    results = {
        "": words.gettext("Any result"),
        "won": words.gettext("Won"),
        "lost": words.gettext("Lost"),
        "drawn": words.gettext("Drawn"),
    }
    variants, opponents = _variants(words, facets, wanted.game), _opponents(words, facets)
    fields: tuple[tuple[str, str, Mapping[str, str], str], ...] = (
        (words.gettext("Game"), "game", {"": words.gettext("Any game"), **played}, wanted.game),
        (words.gettext("Variant"), "variant", variants, wanted.variant),
        (words.gettext("Opponent"), "opponent", opponents, wanted.opponent),
        (words.gettext("Result"), "result", results, wanted.result or ""),
    )
    return el(
        "form.finder",
        {"role": "search", "aria-label": words.gettext("Find a game")},
        el("label.visually-hidden", {"for": "find"}, words.gettext("Search by name")),
        input_field(
            "find",
            "name",
            {
                "type": "search",
                "data-filter": "text",
                "value": wanted.text,
                "placeholder": words.gettext("Search by name"),
                "maxlength": LONGEST,
            },
        ),
        # The fields that it unfolds stand below the whole row, see matches.css.
        el(
            "details#finder-more",
            {"open": replace(wanted, text="").is_narrow},
            el("summary.button.is-quiet", words.gettext("Filter")),
        ),
        el(
            "div.finder-fields",
            [_choice(*field) for field in fields],
            _day(words.gettext("From"), "since", wanted.since),
            _day(words.gettext("To"), "until", wanted.until),
        ),
        link_button(words.gettext("Show all"), _link_to_all(wanted), "finder-clear")
        # Where nothing is found, the message about that has the same link.
        if wanted.is_narrow and not is_in_vain
        else None,
    )


def _choice(label: str, name: str, choices: Mapping[str, str], chosen: str) -> Markup | None:
    """A field of the filter; None where there is one value to choose, and it is not chosen."""
    if len(choices) <= 2 and not chosen:
        return None
    return el(
        "label.finder-field",
        el("span", label),
        el(
            "select",
            {"id": f"filter-{name}", "data-filter": name},
            options_of(choices, chosen),
        ),
    )


def _variants(words: Words, facets: Facets, chosen: str) -> dict[str, str]:
    choices = {"": words.gettext("Any variant")}
    game = catalog.GAMES.get(chosen)
    if game is None or len(game.info.variants) == 1:
        return choices
    named = game.view.option_words(words)["variant"].choices
    played = [name for name in game.info.variants if (chosen, name) in facets.variants]
    return choices | {name: named[name] for name in played}


def _opponents(words: Words, facets: Facets) -> dict[str, str]:
    choices = {"": words.gettext("Anybody")}
    if facets.has_people:
        choices["people"] = words.gettext("People only")
    if facets.has_bots:
        choices["bot"] = words.gettext("Any computer")
    levels = {str(Bot(level)): bot_title(level, words) for level in facets.levels}
    return choices | levels


def _day(label: str, name: str, chosen: str) -> Markup:
    return el(
        "label.finder-field",
        el("span", label),
        input_field(f"filter-{name}", "date", {"data-filter": name, "value": chosen}),
    )


# ---------------------------------------------------------------- the lists


def _list(
    words: Words, screen: MatchesScreen, now: Now, name: MatchList, found: Sequence[Summary]
) -> Markup | None:
    """A part of the matches, under its heading; None where it has none."""
    if not found:
        return None
    wanted = replace(screen.wanted, show=name)
    part = part_of(found, screen.wanted, name)
    title = words.gettext("In progress") if name is MatchList.GOING else words.gettext("Ended")
    cards = [card_of(one, now, words, is_renamed=one.id == screen.renaming) for one in part.shown]
    count = words.ngettext("{n} game", "{n} games", part.total)
    has_more = part.pages == 1 and part.total > len(part.shown)
    return el(
        "section",
        {"class": f"kept-section is-{name}", "aria-labelledby": f"{name}-title"},
        el(
            "div.kept-head",
            el("h2", {"id": f"{name}-title", "tabindex": -1}, title),
            region("p", {"id": f"{name}-count", "role": "status"}, count.format(n=part.total)),
        ),
        el("ul", {"class": f"kept-list is-{name}"}, [match_item(words, one) for one in cards]),
        link_button(words.gettext("Show all"), _link(replace(wanted, page=1)), "kept-all")
        if has_more
        else None,
        _pager(words, wanted, part) if part.pages > 1 else None,
    )


def _pager(words: Words, wanted: MatchFilter, part: Part) -> Markup:

    def link(label: str, number: int) -> Markup | None:
        is_there = 1 <= number <= part.pages
        return link_button(label, _link(replace(wanted, page=number))) if is_there else None

    return el(
        "nav.row.pager",
        {"aria-label": words.gettext("Pages")},
        link(words.gettext("Previous page"), part.page - 1),
        el(
            "span",
            words("Page {number} of {total}", number=part.page, total=part.pages),
        ),
        link(words.gettext("Next page"), part.page + 1),
    )


def update(session: Session, screen: MatchesScreen, message: Message) -> Result:
    match message:
        case SetFilter(name, value):
            # The address follows, so that a reload and the way back keep it.
            try:
                wanted = screen.wanted.with_field(name, value)
            except LinkError:
                return session, ()
            if wanted == screen.wanted:
                return session, ()
            link = MatchesLink(wanted).text
            return session.on(replace(screen, wanted=wanted)), (Go(link, replaces=True),)
        case EditName(match_id) if match_id in session.library.summaries:
            renaming = replace(screen, renaming=match_id)
            return session.on(renaming), (Focus(f"name-{match_id}"),)
        case Command.CANCEL:
            return _named(session)
    return session, ()


def rename(session: Session, message: RenameMatch) -> Result:
    session, effects = keeping.rename(session, message.match_id, message.name)
    session, more = _named(session)
    return session, (*effects, *more)


def _named(session: Session) -> Result:
    """No name is being edited any more; the keyboard goes back to where it came from."""
    screen = session.screen
    if not isinstance(screen, MatchesScreen) or screen.renaming is None:
        return session, ()
    return session.on(replace(screen, renaming=None)), (Focus(f"edit-name-{screen.renaming}"),)


def delete(session: Session, message: DeleteMatches) -> Result:
    """Delete matches, on this screen or another. The button that was pressed is gone, so the
    keyboard goes to the heading of the list that they were in."""
    focus = _heading(session, message.ids)
    session = deleting.delete_matches(session, message.ids)
    return session, focus if isinstance(session.screen, MatchesScreen) else ()


def _heading(session: Session, ids: tuple[MatchId, ...]) -> tuple[Effect, ...]:
    known = [session.library.summaries[one] for one in ids if one in session.library.summaries]
    if not known:
        return ()
    heading = "going-title" if known[0].outcome is None else "ended-title"
    # The heading is gone as well if the list is empty now: then the keyboard stays on ``main``.
    return Focus("main"), Focus(heading)


def parse(place: str, parts: Sequence[str], query: str) -> MatchesLink | None:
    """``#/matches``, with which of them are wanted as its query."""
    return None if parts else MatchesLink(parse_filter(query))


def arrived(session: Session, link: MatchesLink, at_ms: float) -> Result:
    """The list comes on screen; when its page is turned, the keyboard goes to its title."""
    before, wanted = session.screen, link.wanted
    is_turned = isinstance(before, MatchesScreen) and wanted.page != before.wanted.page
    effects = (Focus(f"{wanted.show}-title"),) if is_turned and wanted.show else ()
    return session.on(MatchesScreen(wanted, session.wall_ms(at_ms))), effects


SCREENS = (
    Screen(
        MatchesScreen,
        matches_screen,
        update,
        places={"matches": Place(parse, arrived)},
        title=lambda _, __, words: titled(words.gettext("Your games")),
        area=Area.YOURS,
    ),
)
