"""The kept matches: those in progress as small boards, and the archive of those that are over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spieltisch.app.matches.cards import MatchCard, match_item
from spieltisch.kit.frame import Frame, button, link_button, page, row
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.words import Words


@dataclass(frozen=True)
class MatchList:
    """A part of the kept matches.

    Attributes:
        cards: those that are shown.
        total: how many there are.
        more: the link to all of them; None if all are shown, or it has pages.
        page, pages: which part of them is shown, and how many parts there are.
        earlier, later: the links to the parts before and after.
    """

    cards: Sequence[MatchCard] = ()
    total: int = 0
    more: str | None = None
    page: int = 1
    pages: int = 1
    earlier: str | None = None
    later: str | None = None


@dataclass(frozen=True)
class Field:
    """A field of the filter: its label, the words of its choices by value, and the chosen one."""

    label: str
    choices: Mapping[str, str]
    chosen: str


@dataclass(frozen=True)
class Finder:
    """The filter of the lists.

    Attributes:
        text: what is searched for.
        fields: the choices, by name.
        since, until: the first and the last day, as ``2026-11-22``; empty for any.
        is_narrow: whether anything is searched for or chosen.
        is_folded_out: whether the choices are seen at first.
        clear: the link to all matches.
    """

    text: str
    fields: Mapping[str, Field]
    since: str
    until: str
    is_narrow: bool
    is_folded_out: bool
    clear: str


@dataclass(frozen=True)
class MatchesModel:
    """Attributes:
    tabs: the name, label and link of each tab: of both lists, and of either alone.
    shown: the name of the tab that is shown.
    going, ended: the lists; None for one that is not shown.
    finder: the filter.
    is_empty: whether nothing is kept at all.
    """

    tabs: Sequence[tuple[str, str, str]]
    shown: str
    going: MatchList | None
    ended: MatchList | None
    finder: Finder
    is_empty: bool


def matches_screen(frame: Frame, model: MatchesModel) -> Markup:
    """The screen with the kept matches."""
    words = frame.words
    heading = el("h1", None, words.gettext("Your matches"))
    if model.is_empty:
        return page(frame, "matches", heading, _nothing_kept(words))
    lists = (
        _list(words, "going", words.gettext("In progress"), model.going),
        _list(words, "ended", words.gettext("Ended"), model.ended),
    )
    return page(
        frame,
        "matches",
        el("div", {"class": "matches-head"}, heading, _tabs(words, model)),
        _finder(words, model.finder, is_in_vain=not any(lists)),
        lists,
        _nothing_found(words, model) if not any(lists) else None,
        _more(words, model),
    )


def _more(words: Words, model: MatchesModel) -> Markup:
    """What else there is: statistics, import, and the export of the matches that were found."""
    shown = [part for part in (model.going, model.ended) if part is not None]
    count = sum(part.total for part in shown)
    label = words.ngettext("Export {n} match", "Export {n} matches", count).format(n=count)
    return el(
        "nav",
        {"class": "row matches-more", "aria-label": words.gettext("More")},
        link_button(words.gettext("Statistics"), "#/statistics"),
        link_button(words.gettext("Import and export"), "#/import"),
        button(label, "export", "found", icon_name="export", kind="is-quiet") if count else None,
    )


def _tabs(words: Words, model: MatchesModel) -> Markup:
    return el(
        "nav",
        {"class": "tabs", "aria-label": words.gettext("Which matches")},
        [
            el(
                "a",
                {"href": link, "aria-current": "page" if name == model.shown else None},
                label,
            )
            for name, label, link in model.tabs
        ],
    )


def _nothing_kept(words: Words) -> Markup:
    return el(
        "div",
        {"class": "nothing"},
        el("p", {"class": "lead"}, words.gettext("No match yet.")),
        el(
            "p",
            None,
            words.gettext(
                "Every match you begin is kept here, on this device only, for you to continue,"
                " play back and look at again."
            ),
        ),
        row(
            link_button(words.gettext("Choose a game"), "#/", "is-primary"),
            link_button(words.gettext("Import and export"), "#/import"),
        ),
    )


def _nothing_found(words: Words, model: MatchesModel) -> Markup:
    if model.finder.is_narrow:
        told = words.gettext("No match fits.")
        way_on = link_button(words.gettext("Show all"), model.finder.clear, "is-primary")
    elif model.shown == "ended":
        told = words.gettext("No match has come to its end yet.")
        way_on = link_button(words.gettext("Go on with one"), "#/matches", "is-primary")
    else:
        told = words.gettext("Nothing is in progress.")
        way_on = link_button(words.gettext("Choose a game"), "#/", "is-primary")
    return el("div", {"class": "nothing"}, el("p", {"role": "status"}, told), row(way_on))


# --------------------------------------------------------------- the filter


def _finder(words: Words, finder: Finder, *, is_in_vain: bool) -> Markup:
    return el(
        "form",
        {"class": "finder", "role": "search", "aria-label": words.gettext("Find matches")},
        el("label", {"for": "find", "class": "visually-hidden"}, words.gettext("Search by name")),
        el(
            "input",
            {
                "id": "find",
                "type": "search",
                "data-filter": "text",
                "value": finder.text,
                "placeholder": words.gettext("Search by name"),
                "autocomplete": "off",
                "maxlength": 60,
            },
        ),
        # The fields that it unfolds stand below the whole row, see matches.css.
        el(
            "details",
            {"id": "finder-more", "open": finder.is_folded_out},
            el("summary", {"class": "button is-quiet"}, words.gettext("Filter")),
        ),
        el(
            "div",
            {"class": "finder-fields"},
            [_choice(name, field) for name, field in finder.fields.items()],
            _day(words.gettext("From"), "since", finder.since),
            _day(words.gettext("To"), "until", finder.until),
        ),
        link_button(words.gettext("Show all"), finder.clear, "finder-clear")
        # Where nothing is found, the message about that has the same link.
        if finder.is_narrow and not is_in_vain
        else None,
    )


def _choice(name: str, field: Field) -> Markup:
    return el(
        "label",
        {"class": "finder-field"},
        el("span", None, field.label),
        el(
            "select",
            {"id": f"filter-{name}", "data-filter": name},
            [
                el("option", {"value": value, "selected": value == field.chosen}, label)
                for value, label in field.choices.items()
            ],
        ),
    )


def _day(label: str, name: str, chosen: str) -> Markup:
    return el(
        "label",
        {"class": "finder-field"},
        el("span", None, label),
        el(
            "input",
            {"id": f"filter-{name}", "type": "date", "data-filter": name, "value": chosen},
        ),
    )


# ---------------------------------------------------------------- the lists


def _list(words: Words, name: str, title: str, shown: MatchList | None) -> Markup | None:
    """A part of the matches, under its heading; None where it has none."""
    if shown is None or not shown.cards:
        return None
    return el(
        "section",
        {"class": f"kept-section is-{name}", "aria-labelledby": f"{name}-title"},
        el(
            "div",
            {"class": "kept-head"},
            el("h2", {"id": f"{name}-title", "tabindex": -1}, title),
            region("p", {"id": f"{name}-count", "role": "status"}, _count_text(words, shown.total)),
        ),
        el(
            "ul", {"class": f"kept-list is-{name}"}, [match_item(words, one) for one in shown.cards]
        ),
        link_button(words.gettext("All of them"), shown.more, "kept-all") if shown.more else None,
        _pager(words, shown) if shown.pages > 1 else None,
    )


def _count_text(words: Words, total: int) -> str:
    return words.ngettext("{n} match", "{n} matches", total).format(n=total)


def _pager(words: Words, shown: MatchList) -> Markup:
    """The links through the pages of a long list."""
    return el(
        "nav",
        {"class": "row pager", "aria-label": words.gettext("Pages")},
        link_button(words.gettext("Previous page"), shown.earlier) if shown.earlier else None,
        el(
            "span",
            None,
            words.gettext("Page {number} of {total}").format(number=shown.page, total=shown.pages),
        ),
        link_button(words.gettext("Next page"), shown.later) if shown.later else None,
    )
