"""A link of any kind is read wherever it is pasted or opened, whatever has come along with it."""

import json
import textwrap
from collections.abc import Callable
from dataclasses import replace
from random import Random
from urllib.parse import quote

import pytest

from spieltisch.app import screens
from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.core.effects import Go
from spieltisch.app.core.messages import ImportFiles, Navigate
from spieltisch.app.core.notice import BadLink
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Session
from spieltisch.app.files.state import importing
from spieltisch.app.puzzle.dealt import link_to_deal
from spieltisch.app.screens import understood
from spieltisch.app.together.messages import TakeCode
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.words import ENGLISH
from spieltisch.live.codes import Code, Room, format_code, format_room
from spieltisch.live.description import Candidate, Endpoint
from spieltisch.play.code_text import encode_bot, pack_text
from spieltisch.play.codec import LinkError, LinkPart, complete_setup, format_draft, format_setup
from spieltisch.play.link_text import has_any_link, links_in
from spieltisch.play.mistake import Mistake, encode_mistake, puzzle_of
from spieltisch.play.record_link import encode_record
from spieltisch.table import Entry, Record, play, seat_for
from tests.front_doors import parse_link

SITE = "https://games.club-example.org/table/"
ROOM = format_room(Room("relay.example.org:443/mqtt", "0123456789abcdef" * 2))
LIVE = format_code(
    Code(
        False, 7, 9, Endpoint(bytes(range(32)), "abcd", "0" * 24, (Candidate("192.168.1.7", 4711),))
    )
)
BOT = "\n".join(f"def choose{n}(position, seat):  # {Random(n).random()}" for n in range(60))
STUDY = '[Game "yala"]\n[Seed "42"]\n[Name "One"]\n\na+ b+ {Why?}\n'


def drafted(game: str, **changes: object) -> str:
    setup = complete_setup(replace(catalog.GAMES[game].info.default_setup(), seed=5))
    draft = replace(setup, seed=None, players=(), **changes)
    return f"#/editor/{game}?{format_draft(draft)}"


def played(game: str, seed: int) -> str:
    setup = complete_setup(replace(catalog.GAMES[game].info.default_setup(), seed=seed))
    return f"#/play/{game}?{format_setup(setup)}"


def escape() -> str:
    setup = complete_setup(replace(catalog.GAMES["yala"].info.default_setup(), seed=1))
    rules = catalog.GAMES["yala"].rules
    text = rules.format_position(rules.initial_position(setup))
    return f"#/escape/yala/{encode_mistake(Mistake(puzzle_of(setup, text, 1, 'a+'), 'b+', 0.5))}"


def recorded(moves: int) -> str:
    setup = complete_setup(replace(catalog.GAMES["yala"].info.default_setup(), seed=42))
    rules, entries = catalog.GAMES["yala"].rules, list[Entry]()
    position = rules.initial_position(setup)
    while len(entries) < moves and position.outcome is None:
        seat = seat_for(position)
        action = position.legal_actions(seat)[0]
        entries.append(Entry(seat, rules.format_action(action)))
        position = play(rules, position, seat, action).after
    return f"#/record/{encode_record(Record(setup, tuple(entries)))}"


LINKS: dict[str, str] = {
    "settings": "#/settings",
    "keys": "#/keys",
    "key test": "#/key-test",
    "import": "#/import",
    "statistics": "#/statistics",
    "form": "#/setup/myra",
    "form for others": "#/setup/myra/elsewhere",
    "rules": "#/rules/yala",
    "club": "#/club/yala",
    "section": "#/rules/yala/goal",
    "all lessons": "#/learn",
    "lessons": "#/learn/yala",
    "all puzzles": "#/puzzles",
    "what can be made": "#/make",
    "puzzles": "#/puzzle/yala",
    "puzzle": "#/puzzle/yala/a1b2c3",
    "puzzles of a band": "#/puzzle/yala?band=2",
    "daily": "#/daily/yala",
    "day": "#/daily/yala/2026-11-28",
    "calendar": "#/puzzles/aya",
    "month": "#/puzzles/aya/2026-11",
    "mistakes": "#/mistakes/yala",
    "mistake": "#/mistakes/yala/abc123",
    "run": "#/run/yala",
    "duel": "#/duel/aya",
    "spot": "#/spot/aya",
    "a set-up of yala": played("yala", 7),
    "a set-up of myra": played("myra", 12),
    "a set-up of aya": played("aya", 1234567),
    "match": "#/match/kept00000001",
    "matches": "#/matches?show=ended&game=yala",
    "record": recorded(9),
    "long record": recorded(60),
    "workshop": "#/workshop/yala",
    "own bot": "#/workshop/yala/bot000000001",
    "bot": f"#/bot/yala/{encode_bot('mine', 'def choose(position, seat): ...')}",
    "long bot": f"#/bot/yala/{encode_bot('long one', BOT)}",
    "editor": "#/editor/yala",
    "position of yala": drafted("yala"),
    "position of myra": drafted("myra"),
    "position of aya": drafted("aya"),
    "deck": "#/deck/aya",
    "own deck": "#/deck/aya/deck00000001",
    "study": "#/study/study0000001",
    "sheet": "#/sheet/study0000001",
    "sent study": f"#/study/{pack_text(STUDY)}",
    "dealt puzzle": link_to_deal("aya", "bb|bbbyy|yy bbbyy bbybb"),
    "next dealt puzzle": link_to_next("aya", "first", "bb|bbbyy|yy bbbyy bbybb"),
    "escape": escape(),
    "live": f"#/live/{LIVE}",
    "room": f"#/room/{ROOM}",
}


def wrapped(text: str, width: int, between: str) -> str:
    return between.join(textwrap.wrap(text, width, break_on_hyphens=False))


def sprinkled(text: str, sign: str) -> str:
    """The text with a sign behind each seventh letter."""
    return sign.join(text[at : at + 7] for at in range(0, len(text), 7))


AROUND: dict[str, Callable[[str], str]] = {
    "nothing": lambda link: SITE + link,
    "a sentence": lambda link: f"Look at {SITE}{link} when you are home",
    "a full stop": lambda link: f"It is {SITE}{link}.",
    "a comma": lambda link: f"It is {SITE}{link}, I think",
    "an exclamation": lambda link: f"{SITE}{link}!!",
    "a question": lambda link: f"Is it {SITE}{link}?",
    "an ellipsis": lambda link: f"{SITE}{link}… and so on",
    "brackets": lambda link: f"(see {SITE}{link})",
    "brackets and a stop": lambda link: f"Win here ({SITE}{link}).",
    "square brackets": lambda link: f"[{SITE}{link}]",
    "angles": lambda link: f"<{SITE}{link}>",
    "angles and words": lambda link: f"Hi <{SITE}{link}> bye",
    "quotes": lambda link: f'"{SITE}{link}"',
    "curly quotes": lambda link: f"“{SITE}{link}”",
    "low quotes": lambda link: f"„{SITE}{link}“, sagte sie",
    "guillemets": lambda link: f"« {SITE}{link} »",
    "backticks": lambda link: f"`{SITE}{link}`",
    "fences": lambda link: f"```\n{SITE}{link}\n```",
    "stars": lambda link: f"**{SITE}{link}**",
    "Markdown": lambda link: f"Try [this one]({SITE}{link}) today",
    "Markdown with a title": lambda link: f'[this]({SITE}{link} "A title")',
    "Markdown in angles": lambda link: f"[this](<{SITE}{link}>).",
    "HTML": lambda link: f'<a href="{SITE}{link.replace("&", "&amp;")}">here</a>',
    "HTML as text": lambda link: f"&lt;{SITE}{link.replace('&', '&amp;')}&gt;",
    "Japanese brackets": lambda link: f"「{SITE}{link}」。",
    "soft hyphens": lambda link: SITE + sprinkled(link, "\u00ad"),
    "zero width": lambda link: SITE + sprinkled(link, "\u200b") + "\u200b",
    "a mark in front": lambda link: f"\ufeff{SITE}{link}\u2060",
    "directions": lambda link: f"\u202a{SITE}{link}\u202c \u2067x\u2069",
    "a no-break space": lambda link: f"{SITE}{link}\u00a0today",
    "a full line break": lambda link: wrapped(f"{'x' * 90} {SITE}{link}", 76, "\n"),
    "a mail": lambda link: wrapped(f"{SITE}{link}", 72, "\r\n"),
    "a quoted mail": lambda link: "> " + wrapped(f"{SITE}{link}", 70, "\n> "),
    "quoted printable": lambda link: wrapped(f"{SITE}{link}", 75, "=\n"),
    "an answer": lambda link: "> Hi!\n> " + f"{SITE}{link}\n>\n\nThanks, I will look at it.",
    "another line": lambda link: f"{SITE}{link}\nSee you there",
    "escaped": lambda link: quote(SITE + link, safe=""),
    "escaped in another link": lambda link: (
        f"https://l.example.com/l.php?u={quote(SITE + link, safe='')}&h=AT0x&s=1"
    ),
    "escaped but for slashes": lambda link: quote(SITE + link, safe="/:#?&=,"),
    "tracking before": lambda link: f"{SITE}?utm_source=mail&fbclid=IwAR0_x-y{link}",
    "tracking behind": lambda link: (
        f"{SITE}{link}{'&' if '?' in link else '?'}utm_source=x&utm_medium=y&fbclid=IwAR0-x_"
    ),
    "tracking with &": lambda link: f"{SITE}{link}&fbclid=IwAR0-x_.",
    "signs of all kinds": lambda link: f"*_~«({SITE}{link})»~_*;",
    "an address": lambda link: f"{link}%20please%2E",
    "an address with quotes": lambda link: f"{link}%E2%80%9D%20she%20said",
    "an address with an angle": lambda link: f"{link}%3E",
    "two links": lambda link: f"{SITE}{link} and https://example.org/#top",
    "Slack": lambda link: f"see <{SITE}{link}|this match>",
    "a wiki": lambda link: f"[[{SITE}{link}|this]]",
    "a table": lambda link: f"|Anna|{SITE}{link}|3:1|",
    "semicolons": lambda link: f"Anna;{SITE}{link};3:1",
    "a long dash": lambda link: f"{SITE}{link}—look",
    "JSON": lambda link: json.dumps({"url": SITE + link}).replace("/", "\\/"),
    "JSON of a page": lambda link: json.dumps({"url": SITE + link}).replace("&", "\\u0026"),
    "HTML in numbers": lambda link: SITE + link.replace("&", "&#38;").replace("#/", "&#35;&#x2F;"),
    "HTML in names": lambda link: (SITE + link).replace("#/", "&num;&sol;"),
    "escaped twice": lambda link: f"https://a.example/?u={quote(quote(SITE + link, safe=''))}&x=1",
    "a place on a page": lambda link: f"{SITE}{link}:~:text=look",
    "many words": lambda link: f"{'word ' * 300}{SITE}{link} {'word ' * 300}",
}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_read_whatever_is_around_it(kind: str, around: str) -> None:
    assert parse_link(AROUND[around](LINKS[kind])) == parse_link(LINKS[kind])


@pytest.mark.parametrize("kind", [one for one, link in LINKS.items() if "?" not in link])
def test_what_was_added_to_a_link_that_asks_for_nothing_is_left_out(kind: str) -> None:
    link = LINKS[kind]
    for added in ("&mibextid=Zxz2cZ", "&_ga=1.2-3&x=", "&ref=home.", "&s=20)"):
        assert parse_link(f"{SITE}{link}{added}") == parse_link(link)


def test_each_kind_of_link_is_in_the_table() -> None:
    for folder in (*screens.FOLDERS, *screens.LATE):
        screens.bring_in(folder)
    words = {link.removeprefix("#/").partition("?")[0].split("/")[0] for link in LINKS.values()}
    assert words | {""} == set(screens.PLACES)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("bot", LinkPart.BOT),
        ("long bot", LinkPart.BOT),
        ("sent study", LinkPart.STUDY),
        ("escape", LinkPart.SENT_PUZZLE),
        ("dealt puzzle", LinkPart.SENT_PUZZLE),
        ("record", LinkPart.RECORD),
        ("live", LinkPart.CODE),
        ("room", LinkPart.CODE),
    ],
)
@pytest.mark.parametrize("around", ["nothing", "a sentence", "brackets and a stop", "a mail"])
def test_a_link_that_was_cut_is_called_what_it_is(kind: str, part: LinkPart, around: str) -> None:
    link = LINKS[kind]
    session, _ = update(Session(), Navigate(AROUND[around](link[: -len(link) // 4]), 0.0))
    assert isinstance(session.notice, BadLink)
    assert session.notice.part is part
    assert session.notice.text(ENGLISH)


def test_a_whole_link_that_leads_to_what_cannot_be_says_so_within_a_sentence() -> None:
    with pytest.raises(LinkError) as error:
        parse_link(f"see {SITE}#/play/yala?seed=-1, please")
    assert error.value.part is LinkPart.SEED


def test_words_are_no_link() -> None:
    assert not has_any_link("a game of yala / aya # 7")
    assert list(links_in("nothing here")) == []


def test_what_is_pasted_is_told_as_the_link_that_it_has() -> None:
    link, _, found = understood(f"Hi, look: {SITE}#/rules/yala/goal, all of it")
    assert link == "#/rules/yala/goal"
    assert found.text == link


@pytest.mark.parametrize("name", ["A&B", "fbclid", "ö#/ü", "50% more", "si=3"])
def test_what_a_name_has_is_not_taken_for_what_is_around_a_link(name: str) -> None:
    link = f"#/play/yala?seats=human,human&names={quote(name)},x&seed=4"
    assert parse_link(link).setup.all_players[0].name == name
    assert parse_link(f"({SITE}{link}).").setup.all_players[0].name == name


def test_a_misspelt_field_is_told_and_not_left_out() -> None:
    with pytest.raises(LinkError) as error:
        parse_link("#/play/yala?seed=4&repetiton=no-repeat")
    assert error.value.part is LinkPart.FIELD


def test_the_link_of_the_start_is_read() -> None:
    assert parse_link(f"{SITE}#/") == Link("")


@pytest.mark.parametrize("kind", [one for one in LINKS if "record" not in one and one != "live"])
def test_a_pasted_link_is_followed_on_any_screen(kind: str) -> None:
    """As if it had been opened: where games are imported, where a code is asked for, and beside the
    fields of where bots and decks are made."""
    text = AROUND["Markdown"](LINKS[kind])
    opened, _ = update(Session(), Navigate(LINKS[kind], 0.0))
    for place in ("#/import", "#/workshop/yala", "#/deck/aya", "#/"):
        there, _ = update(Session(), Navigate(place, 0.0))
        for message in (ImportFiles((("", text),), 0.0), TakeCode(text, 0.0)):
            session, effects = update(there, message)
            assert type(session.screen) is type(opened.screen)
            assert session.notice == opened.notice
            (go, *_) = [one for one in effects if isinstance(one, Go)]
            assert understood(go.link)[2] == parse_link(LINKS[kind])


def test_a_pasted_match_is_imported_on_any_screen() -> None:
    for place in ("#/import", "#/workshop/yala", "#/deck/aya", "#/"):
        there, _ = update(Session(), Navigate(place, 0.0))
        session, _ = update(there, ImportFiles((("", AROUND["brackets"](LINKS["record"])),), 0.0))
        assert importing(session) is not None


@pytest.mark.parametrize("link", ["#/rules/nowhere", "#/nowhere", "#/bot/yala/1abcdefgh"])
def test_a_pasted_link_that_leads_nowhere_says_so(link: str) -> None:
    session, _ = update(Session(), ImportFiles((("", f"see {SITE}{link}."),), 0.0))
    assert isinstance(session.notice, BadLink)
