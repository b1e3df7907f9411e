"""A kept match in a list: a small board, the facts in words, and the buttons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from spieltisch.app.core.dates import Now, when_text
from spieltisch.app.core.message import Frozen
from spieltisch.app.core.names import addressed, mood_of, own_seat, player_names
from spieltisch.app.core.routes import KeptLink
from spieltisch.games import catalog
from spieltisch.kit.frame import button, input_field
from spieltisch.kit.markup import Markup, el, region
from spieltisch.kit.names import set_apart
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import Words
from spieltisch.play.codec import MAX_NAME_CODES
from spieltisch.play.summary import MatchId, Summary
from spieltisch.table import Seat, TableEnd, format_time_control


class MatchCard(Frozen):
    """A kept match in a list, in words: all that its markup depends on."""

    id: MatchId
    link: str
    title: str
    """What a person called it; else the game."""
    about: str
    """The game where the title is another, and the variant where there are several."""
    players: str
    picture: Markup | None
    """Its board, as it is or was at the end; None where it cannot be drawn."""
    turn: str
    """Whose turn it is, or how it ended."""
    mood: str
    """``yours`` or ``theirs`` in progress; ``won``, ``lost``, ``drawn`` or ``told`` after."""
    length: str
    when: str
    name: str | None = None
    """What a person called it, while that is being edited; else None."""


def card_of(summary: Summary, now: Now, words: Words, *, is_renamed: bool = False) -> MatchCard:
    setup = summary.setup
    game = catalog.game_of(setup.game)
    variant = ""
    if len(game.info.variants) > 1:
        variant = game.view.option_words(words)["variant"].choices[setup.variant]
    clock = "" if setup.clock is None else format_time_control(setup.clock)
    house = words.gettext("House rules") if game.info.has_house_rules(setup) else ""
    about = (game.info.title if summary.name else "", variant, house, clock)
    return MatchCard(
        id=summary.id,
        link=KeptLink(summary.id).text,
        title=set_apart(summary.name) or game.info.title,
        about=" · ".join(filter(None, about)),
        players=_players_text(summary, words),
        picture=_picture(setup.game, summary.board, own_seat(summary.people)),
        turn=_turn_text(summary, words),
        mood=mood_in(summary) or ("yours" if is_yours(summary) else "theirs"),
        length=_length_text(summary, words),
        when=when_text(words, summary.played_ms, now),
        name=summary.name if is_renamed else None,
    )


def _players_text(summary: Summary, words: Words) -> str:
    names, own = player_names(summary.setup, words), addressed(summary.people)
    if len(names) == 1:
        return words.gettext("You, alone")
    if own is None:
        return " – ".join(names)
    others = [name for seat, name in enumerate(names, start=1) if seat != own]
    return words("You against {names}", names=words.listed(others))


def _turn_text(summary: Summary, words: Words) -> str:
    names = player_names(summary.setup, words)
    outcome, own = summary.outcome, addressed(summary.people)
    if outcome is None:
        if not summary.awaits:
            return words.gettext("In progress")
        if own in summary.awaits:
            return words.gettext("Your turn")
        if len(summary.awaits) > 1:
            return words.gettext("Everybody's turn")
        return words("{name} to move", name=names[summary.awaits[0] - 1])
    if outcome.reason == TableEnd.RESIGNED:
        alone = summary.setup.seats == 1
        lost = words.gettext("Given up") if alone else words.gettext("Lost by resignation")
        texts = {"won": words.gettext("Won by resignation"), "lost": lost}
    elif outcome.reason == TableEnd.AGREED:
        texts = {"drawn": words.gettext("Drawn by agreement")}
    else:
        texts = {
            "won": words.gettext("Won"),
            "lost": words.gettext("Lost"),
            "drawn": words.gettext("Drawn"),
        }
    winners = ", ".join(names[seat - 1] for seat in sorted(outcome.winners))
    told = texts.get(mood_in(summary)) or words("{name} wins", name=winners)
    scores = list(outcome.scores or ())
    if len(scores) < 2:
        return told
    # The person's own points come first, as the person does.
    scores.insert(0, scores.pop((own or 1) - 1))
    return f"{told} · {' : '.join(map(str, scores))}"


def _length_text(summary: Summary, words: Words) -> str:
    count = words.counted("{n} move", "{n} moves", summary.length)
    lasted = _lasted_text(round(summary.lasted_ms / 60_000), words)
    return f"{count}, {lasted}" if lasted else count


def _lasted_text(minutes: int, words: Words) -> str:
    """How long a match has been played; empty for 0 minutes."""
    hours, rest = divmod(minutes, 60)
    if hours:
        return words("{hours} h {minutes} min", hours=hours, minutes=rest)
    return words("{minutes} min", minutes=minutes) if minutes else ""


@lru_cache(maxsize=128)
def _picture(game_name: str, board: str, viewer: Seat) -> Markup | None:
    """The board of a position as a small picture; None where the text is no position."""
    game = catalog.game_of(game_name)
    try:
        position = game.rules.parse_position(board)
    except ValueError:
        return None
    return game.view.board(Scene(position=position, viewer=viewer, is_picture=True))


# ----------------------------------------------------------------- its markup


@lru_cache(maxsize=64)
def match_item(words: Words, card: MatchCard) -> Markup:
    """A match in a list: a press anywhere but on its buttons opens it."""
    return region(
        "li",
        {"id": f"kept-{card.id}", "class": f"kept is-{card.mood}", "data-match": card.id},
        el("div.kept-picture", {"aria-hidden": "true"}, card.picture),
        el(
            "div.kept-text",
            el("h3.kept-title", el("a", {"id": f"open-{card.id}", "href": card.link}, card.title))
            if card.name is None
            else _renaming(words, card, card.name),
            el("p.kept-about", card.about) if card.about else None,
            el("p.kept-players", card.players),
            el("p.kept-turn", card.turn),
            el("p.kept-length", card.length),
        ),
        el(
            "div.kept-foot",
            el("p.kept-when", card.when),
            el("div.kept-actions", list(_actions(words, card))) if card.name is None else None,
        ),
    )


def _renaming(words: Words, card: MatchCard, name: str) -> Markup:
    label = words.gettext("Name of this game")
    return el(
        "form.kept-naming",
        {"data-do": "rename", "data-arg": card.id},
        input_field(
            f"name-{card.id}",
            "name",
            {
                "data-name": True,
                "value": name,
                "placeholder": card.title,
                "aria-label": label,
                "maxlength": MAX_NAME_CODES,
            },
        ),
        button(words.gettext("Save"), kind="is-primary"),
        button(None, "cancel", icon_name="close", kind="is-quiet", title=words.gettext("Cancel")),
    )


def _actions(words: Words, card: MatchCard) -> Iterator[Markup]:
    for do, icon, told in (
        ("edit-name", "edit", words.gettext("Rename {match}")),
        ("export", "export", words.gettext("Export {match}")),
        ("delete", "delete", words.gettext("Delete {match}")),
    ):
        # Which of the matches of a game, for those who hear one button after another.
        match = ", ".join(filter(None, (card.title, card.players, card.when)))
        title, node_id = told.format(match=match), f"{do}-{card.id}"
        yield button(
            None, do, card.id, icon_name=icon, kind="is-quiet", title=title, node_id=node_id
        )


# ------------------------------------------------------------------ their order

MOST_ON_START = 3
"""How many matches in progress the start screen has room for."""


class Held:
    """The library as a key of a cache, compared by identity, as it is replaced when it changes and
    may hold thousands of matches. That means nothing: an equal one is put in order anew."""

    def __init__(self, summaries: Mapping[MatchId, Summary]) -> None:
        self.summaries = summaries

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.summaries is other.summaries

    def __hash__(self) -> int:
        return id(self.summaries)


@lru_cache(maxsize=1)
def _in_order(held: Held) -> tuple[Sequence[Summary], Sequence[Summary]]:
    ended = (one for one in held.summaries.values() if one.outcome is not None)
    return in_progress(held.summaries.values()), sorted(
        ended, key=attrgetter("played_ms"), reverse=True
    )


def in_order(
    summaries: Mapping[MatchId, Summary],
) -> tuple[Sequence[Summary], Sequence[Summary]]:
    """The matches in progress, see ``in_progress``, and those that are over, the latest first."""
    return _in_order(Held(summaries))


def in_progress(summaries: Iterable[Summary]) -> list[Summary]:
    """The matches in progress: those that wait for a person here first, of each kind the latest."""
    going = (one for one in summaries if one.outcome is None)
    return sorted(going, key=lambda one: (is_yours(one), one.played_ms), reverse=True)


def latest_in_progress(summaries: Mapping[MatchId, Summary]) -> Sequence[Summary]:
    """The first matches in progress, as many as the start screen has room for."""
    going, _ = in_order(summaries)
    return going[:MOST_ON_START]


def mood_in(summary: Summary) -> str:
    """How a match that is over ended for the one person who played here, see ``mood_of``; empty
    while it goes on."""
    if summary.outcome is None:
        return ""
    return mood_of(summary.outcome, summary.people, summary.setup.seats)


def is_yours(summary: Summary) -> bool:
    """Whether it is the turn of a person on this device."""
    return bool(summary.people & frozenset(summary.awaits))


# ---------------------------------------------------------- the start screen


def latest_matches(words: Words, summaries: Mapping[MatchId, Summary]) -> Markup | None:
    """The matches in progress that were played last, above the games; None where none is kept."""
    if not summaries:
        return None
    cards = [card_of(one, Now(), words) for one in latest_in_progress(summaries)]
    return el(
        "section.latest",
        {"aria-labelledby": "latest-title"},
        el("h2#latest-title.visually-hidden", words.gettext("Continue")),
        el(
            "ul",
            {"class": f"latest-list of-{len(cards)}"},
            [
                el(
                    "li",
                    el(
                        "a",
                        {
                            "class": f"latest-match is-{one.mood}",
                            "href": one.link,
                            "data-match": one.id,
                        },
                        el("div.kept-picture", {"aria-hidden": "true"}, one.picture),
                        el(
                            "span.latest-text",
                            el("span.visually-hidden", words.gettext("Continue")),
                            " ",
                            el("strong", one.title),
                            " ",
                            el("span.kept-players", one.players),
                            " ",
                            el("span.kept-turn", one.turn),
                        ),
                    ),
                )
                for one in cards
            ],
        )
        if cards
        else None,
        el(
            "a.latest-all",
            {"href": "#/matches"},
            words("All games ({n})", n=len(summaries)),
        ),
    )
