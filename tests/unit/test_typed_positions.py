"""The editor's text field takes positions as people type and paste them, or says what is wrong."""

from dataclasses import replace
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Command, Edit, Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.editor.state import EditorCommand, EditorScreen
from spieltisch.app.editor.update import link_to, typed_draft, usual_draft
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole

USUAL = {
    game: usual_draft(replace(catalog.GAMES[game].info.default_setup(), players=()))
    for game in ("yala", "myra", "aya")
}
YALA = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld l"
TALL = "ddll//dl/ld/dl/ld/dl/ld/dl/ld/dl/ld d"
MYRA = "Qa1,2f6,14g7 r3 / 1b2,Qk11,3h8 r2 ; 1".replace("14g7", "4g7")
SORTED = "Qa1,2f6,4g7 r3 / 1b2,3h8,Qk11 r2 ; 1"
AYA = "bb|bbyyy|yb"
DECK = USUAL["aya"].start.split(" ")[1:]


def typed(game: str, text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    draft = typed_draft(USUAL[game], text)
    return draft.start, draft.options


def mirrored(card: str) -> str:
    return card.removesuffix("*")[::-1] + "*" * card.endswith("*")


SAME: dict[str, list[tuple[str, str]]] = {
    "yala": [
        (YALA, text)
        for text in (
            YALA,
            YALA.upper(),
            YALA.title(),
            f'"{YALA}"',
            f"“{YALA}”",
            f"'{YALA}'",
            f"«{YALA}»",
            f"({YALA})",
            f"`{YALA}`",
            f"```\n{YALA}\n```",
            f"```text\n{YALA}\n```",
            # As a field of one line has it.
            f"```{YALA}```",
            f"``` {YALA} ```",
            f"```text {YALA} ```",
            f"~~~{YALA}~~~",
            f"  {YALA}  ",
            f"{YALA}\n",
            f"{YALA}.",
            f"{YALA};",
            f"“{YALA}.”",
            YALA.replace(" ", "  "),
            YALA.replace(" ", "\t"),
            YALA.replace(" ", "\u00a0"),
            YALA.replace("/", " / "),
            YALA.replace("/", "/\u200b"),
            YALA.replace("/", ","),
            YALA.replace("/", ", "),
            YALA.replace("/", " "),
            YALA.replace("/", "  ").upper(),
            YALA.replace("/", " ").removesuffix(" l") + " light to move",
            YALA.replace("/", ",").removesuffix(" l") + ", light",
            "\ufeff" + YALA,
            YALA.translate({ord("/"): "\uff0f", ord("d"): "\uff44", ord(" "): "\u3000"}),
            YALA.removesuffix(" l") + " light",
            YALA.removesuffix(" l") + " Light to move",
            YALA.removesuffix(" l") + " l to move.",
            " ".join(f"{n}: {one}" for n, one in enumerate(YALA[:-2].split("/"), 1)) + ", light",
            YALA.replace("/", "|").upper(),
            YALA[:-2].replace("/", "; ") + "; l",
            YALA[:-2].replace("/", ", ") + ", l",
            YALA.replace(" l", " (light to move)"),
            YALA.replace(" l", " - l"),
            YALA.replace(" l", "; l"),
            YALA.replace(" l", " 2"),
            YALA.replace(" l", ", seat 2"),
            YALA.replace(" l", " light moves"),
            YALA.replace(" l", " hell zieht"),
            YALA.replace(" l", " l to go"),
            f"Hell am Zug: {YALA[:-2]}",
            f"light to move: {YALA[:-2]}",
            f"Ring: {YALA}",
            str(YALA[:-2].split("/")) + " l",
            f"({tuple(YALA[:-2].split('/'))}, 'l')",
            # Two lines, of which a field makes one.
            YALA.replace("/", " / ").replace(
                "ld / dl / ld / dl / ld l", "ld  dl / ld / dl / ld\nlight"
            ),
            YALA.translate({ord("d"): "⚫", ord("l"): "⚪"}).replace(" ⚪", " l"),
            YALA.translate({ord("d"): "b", ord("l"): "w"}),
            f"{YALA} wall=5",
            f"{YALA} | {YALA} | 3",
            link_to(replace(USUAL["yala"], start=YALA)),
            f"look: https://a.example/{link_to(replace(USUAL['yala'], start=YALA))}.",
        )
    ]
    + [
        (TALL, TALL.replace("//", "/-/")),
        (TALL, TALL.replace("//", " / / ")),
        (TALL, TALL.removesuffix(" d")),
        (TALL, TALL.replace("//", "/-/").replace("/", ", ")),
        (TALL, TALL.replace("//", "/-/").replace("/", " ")),
        ("d/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/d d", "d ld dl ld dl ld dl ld dl ld dl d d"),
        ("dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/ddll/ d", "DL/LD/DL/LD/DL/LD/DL/LD/DL/LD/DDLL/ D"),
    ],
    "myra": [
        (SORTED, text)
        for text in (
            SORTED,
            MYRA,
            MYRA.lower(),
            MYRA.upper(),
            MYRA.replace(",", ", "),
            MYRA.replace(",", " "),
            MYRA.replace(" ; ", ";"),
            MYRA.replace(" / ", "/"),
            MYRA.replace(" ; 1", ""),
            MYRA.replace("Qa1", "Q a1").replace("r3", "r 3"),
            MYRA.replace("a1", "a01"),
            MYRA.replace("Qa1,2f6,4g7", "4g7,2f6,Qa1"),
            f"“{MYRA}”.",
            MYRA.replace(" ", "  "),
            MYRA.replace(" ", "\u00a0") + "\n",
            MYRA.replace(",", ";"),
            "a1Q f6:2 g7:4 r3 / b2:1 h8:3 k11Q r2 ; 1",
            "Q@a1, 2@f6, 4@g7, r3 / 1@b2, Q@k11, 3@h8, r2; 1",
            MYRA.replace("r3", "r=3").replace("r2", "r: 2"),
            MYRA.replace("r3", "(3)").replace("r2", "(2)"),
            MYRA.replace("; 1", "; seat 1"),
            MYRA.replace(" ; 1", ", Spieler 1"),
            MYRA.replace(" ; 1", " 1"),
            MYRA.replace(" ; 1", " / 1"),
            MYRA.replace("/", "|"),
            MYRA.replace("Q", "D ").replace("r3", "V3").replace("r2", "Vorrat 2"),
            f"seat 1: {MYRA}".replace("/ ", "/ seat 2: "),
            f"1 to move: {MYRA.removesuffix(' ; 1')}",
            f"{MYRA} edge=6",
        )
    ],
    "aya": [
        (AYA, text)
        for text in (
            AYA,
            AYA.upper(),
            AYA.replace("|", " | "),
            AYA.replace("|", ""),
            AYA.replace("|", " "),
            AYA.replace("y", "g"),
            f"'{AYA}'.",
            AYA.replace("|", "\uff5c"),
            AYA.replace("|", ";"),
            "bb (bbyyy) yb",
            "bb[bbyyy]yb",
            f"track: {AYA}",
            f"Bahn: {AYA}",
        )
    ],
}


@pytest.mark.parametrize(("game", "wanted", "text"), [(g, *one) for g in SAME for one in SAME[g]])
def test_a_position_is_read_as_people_type_it(game: str, wanted: str, text: str) -> None:
    assert typed(game, text) == (
        (wanted if game != "aya" else " ".join((wanted, *DECK))),
        USUAL[game].options,
    )


WRITTEN = {
    "a word before it": lambda text: f"Position: {text}",
    "a word of German before it": lambda text: f"Stellung = {text}",
    "as a link asks for it": lambda text: f"position={quote(text)}",
    "as a form sends it": quote_plus,
    "blanks of a form": lambda text: text.replace(" ", "+"),
    "JSON": lambda text: text.replace("/", "\\/").join('""'),
    "a page": lambda text: text.replace("/", "&#47;").replace("|", "&#x7C;"),
    "bold": lambda text: f"**{text}**",
    "in italics, with a full stop": lambda text: f"_{text}_.",
    "struck out": lambda text: f"~~{text}~~",
    "bold, and in a quotation": lambda text: f" **“{text}”**!",
    "a link with plus signs": lambda text: (
        f"See https://a.example/x/?utm_source=b#/editor/{game_of(text)}?position={quote_plus(text)}."
    ),
    "behind a link that leads to none": lambda text: (
        f"#/editor/{game_of(text)}?position=x or #/editor/{game_of(text)}?position={quote(text)}"
    ),
}


def game_of(text: str) -> str:
    return "aya" if "|" in text else "myra" if ";" in text else "yala"


@pytest.mark.parametrize("text", [YALA, TALL, SORTED, AYA, " ".join((AYA, *DECK))])
@pytest.mark.parametrize("how", WRITTEN)
def test_a_position_is_read_as_programs_and_chats_write_it(text: str, how: str) -> None:
    game = game_of(text)
    written = WRITTEN[how](text)
    assert typed(game, written) == typed(game, text)
    # So is one of which a part is wrong, and that part is named.
    cut = text[:1] + "x" + text[2:]
    if "link" not in how:
        page = whole(page_of(edited(opened(game), WRITTEN[how](cut))))
        plain = whole(page_of(edited(opened(game), cut)))
        told = plain.partition("position-refused")[2].partition("</p>")[0]
        assert told
        assert told in page


def test_a_deck_behind_a_track_is_read_from_either_side() -> None:
    cards = [mirrored(card) for card in reversed(DECK)]
    assert typed("aya", " ".join((AYA, *cards)).upper())[0] == " ".join((AYA, *reversed(DECK)))


def test_house_rules_are_read_as_people_type_them() -> None:
    eight = "dl/ld/dl/ld/dl/ld/dl/ld"
    assert typed("yala", f"{eight.upper()} D WALL = 4")[1] == (("ring", "8"), ("wall", "4"))
    assert typed("myra", "qa1 r3 / qe9 r2; 2 Edge=5")[1] == (("edge", "5"),)


LETTERS = {"en": "dl", "de": "dh", "es": "oc", "fr": "sc", "pt": "ec"}
SIDES = {
    "en": ("dark", "light"),
    "de": ("dunkel", "hell"),
    "es": ("oscuro", "claro"),
    "fr": ("sombre", "clair"),
    "pt": ("escuro", "claro"),
}
NEXT = {
    "en": ("{} to move", "to play: {}"),
    "de": ("{} am Zug", "Am Zug: {}"),
    "es": ("le toca a {}", "Le toca a: {}"),
    "fr": ("{} au trait", "Au trait : {}"),
    "pt": ("joga {}", "Joga: {}"),
}
BALLS = {
    "en": ("blue", "yellow"),
    "de": ("blau", "gelb"),
    "es": ("azul", "amarilla"),
    "fr": ("bleue", "jaune"),
    "pt": ("azul", "amarela"),
}
QUEENS = {"en": "queen", "de": "Königin", "es": "reina", "fr": "reine", "pt": "rainha"}
RESERVES = {"en": "reserve", "de": "Vorrat", "es": "reserva", "fr": "réserve", "pt": "reserva"}
languages = st.sampled_from(sorted(LETTERS))
cases = st.sampled_from([str.lower, str.upper, str.title])


def wide(text: str) -> str:
    """A text as people write it who have full-width letters at hand."""
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text)


widths = st.sampled_from([str, wide])
towers = st.lists(st.text("dl", min_size=1, max_size=4), min_size=12, max_size=12)


@given(towers, languages, st.data())
def test_a_ring_is_read_in_each_language_whatever_stands_between(ring, language, data) -> None:
    seat = data.draw(st.sampled_from([0, 1]))
    between = data.draw(st.sampled_from(["/", " / ", ",", ", ", ";", "; ", " |"[:1]]))
    told = data.draw(st.sampled_from([*NEXT[language], "{}", ", {}", "; {}"]))
    # Of blanks alone one cannot tell a lone stone from the side to move.
    board = between.join(ring if between != " " else [one * 2 for one in ring])
    board = board.translate(str.maketrans("dl", LETTERS[language]))
    text = data.draw(cases)(f"{board} {told.format(SIDES[language][seat])}")
    wanted = "/".join(ring if between != " " else [one * 2 for one in ring])
    assert typed("yala", data.draw(widths)(text))[0] == f"{wanted} {'dl'[seat]}"


@given(towers, st.permutations(range(12)), st.data())
def test_towers_with_the_names_of_their_places_are_read_in_any_order(ring, order, data) -> None:
    sign = data.draw(st.sampled_from([":", ": ", "=", " = "]))
    between = data.draw(st.sampled_from([", ", "; ", " / ", " "]))
    board = between.join(f"{'abcdefghijkl'[at]}{sign}{ring[at]}" for at in order)
    text = data.draw(cases)(f"{board}, {data.draw(st.sampled_from(['light', 'hell', 'l']))}")
    assert typed("yala", text)[0] == f"{'/'.join(ring)} l"


@given(languages, cases, widths, st.data())
def test_pieces_are_read_in_any_order_and_in_each_language(language, case, width, data) -> None:
    between = data.draw(st.sampled_from([",", ", ", " ", " , "]))
    queen = data.draw(st.sampled_from(["Q", f"{QUEENS[language]} "]))
    reserve = data.draw(st.sampled_from(["r", f"{RESERVES[language]} ", f"{RESERVES[language]}: "]))
    pieces, sides = [["Qa1", "2f6", "4g7"], ["1b2", "3h8", "Qk11"]], []
    for side, count in zip(pieces, "32", strict=True):
        told = data.draw(st.permutations([*side, f"r{count}"]))
        told = [queen + one[1:] if one[0] == "Q" else one for one in told]
        sides.append(
            between.join(
                one.replace("r", reserve, 1) if one == f"r{count}" else one for one in told
            )
        )
    seat = data.draw(st.sampled_from("12"))
    end = data.draw(st.sampled_from([f" ; {seat}", f";{seat}", *NEXT[language]]))
    text = data.draw(st.sampled_from([" / ", "/"])).join(sides)
    text = f"{text}{end}" if ";" in end else f"{text}, {end.format(seat)}"
    assert typed("myra", width(case(text)))[0] == f"{SORTED[:-1]}{seat}"


@given(languages, cases, widths, st.data())
def test_balls_are_read_in_each_language(language, case, width, data) -> None:
    track = "".join(data.draw(st.permutations("bbbbbyyyy")))
    between = data.draw(st.sampled_from(["", " ", ",", ", ", "|", "-", " / "]))
    yellow = data.draw(st.sampled_from("ygj"))
    text = between.join(track.replace("y", yellow))
    if data.draw(st.booleans()):
        blue, other = BALLS[language]
        text = (between or " ").join(blue if ball == "b" else other for ball in track)
    elif data.draw(st.booleans()):
        text = between.join("🔵" if ball == "b" else "🟡" for ball in track)
    start, _ = typed("aya", width(case(text)))
    assert start.split(" ")[0].replace("|", "") == track
    assert start.split(" ")[1:] == DECK


def test_a_deck_behind_a_track_is_read_as_a_deck_is() -> None:
    for between in (", ", ",", "; ".replace(";", " |"), " - "):
        told = between.join(mirrored(card).replace("y", "g") for card in DECK)
        assert typed("aya", f"bb bbggg gb: {told}".upper())[0] == " ".join((AYA, *DECK))


@given(st.sampled_from(sorted(USUAL)), st.text(max_size=60))
def test_whatever_is_typed_is_a_position_or_is_told_to_be_none(game: str, text: str) -> None:
    before = opened(game)
    session = edited(before, text)
    if session.screen.refused:
        assert session.screen.draft == before.screen.draft
        assert "This is not a position of this game." in whole(page_of(session))
    else:
        again = typed_draft(session.screen.draft, session.screen.editor.text(session.screen.draft))
        assert again == session.screen.draft


def test_without_the_side_to_move_it_stays_as_it_is() -> None:
    told = YALA.removesuffix(" l")
    for side in "dl":
        draft = replace(USUAL["yala"], start=f"{told} {side}")
        assert typed_draft(draft, f"ddll/{told[3:]}".upper()).start[-1] == side


WRONG = [
    ("yala", "dl/ld d", "There are 2 towers."),
    ("yala", "hello", "“hello”"),
    ("yala", YALA.replace("dl/", "dx/", 1), "The tower on a is “dx”"),
    ("yala", YALA[:-1] + "x", "“x” is not a side to move"),
    ("yala", f"{YALA} wall=9", "“9” is not a wall"),
    ("yala", "/".join(["dl"] * 17) + " d", "There are 17 towers."),
    ("myra", "Qa1 r3", "two or three sides"),
    ("myra", "Qa1,2f99 r3 / Qk11 r2 ; 1", "Side 1: “2f99”"),
    ("myra", "Qa1,9f6 r3 / Qk11 r2 ; 1", "Side 1: “9f6”"),
    ("myra", "Qa1 r3 / Qk11 ; 1", "Side 2: The reserve is missing"),
    ("myra", "Qa1 r3 / Qk11 r26 ; 1", "Side 2: A reserve of 26"),
    ("myra", "Qa1 r3 / Qa1 r2 ; 1", "Side 2: There is a piece on a1"),
    ("myra", "Qa1,Qb2 r3 / Qk11 r2 ; 1", "Side 1: A side has one queen only."),
    ("myra", "Qa1 r3 / Qk11 r2 ; 3", "“3” cannot be the side to move"),
    ("myra", "Qa1 r3 / Qk11 r2 ; 1 edge=5", "Side 2: k11 is not on this board."),
    ("myra", "Qa1 r3 / Qe9 r2 ; 1 edge=9", "“9” is not a possible length of an edge"),
    ("myra", "Qa1 r3 / Qf6 r2 / Qg7 r1 ; 1 edge=4", "Three sides have no room"),
    ("aya", "bbbbyyyy", "The track has 8 balls."),
    ("aya", "bb|bbxyy|yy", "“bb|bbxyy|yy” is not a track"),
    ("aya", "bb|bbyyy|yy bbbyy", "There is 1 card"),
    ("aya", " ".join((AYA, *DECK[:-1], "yyyyy")), "Card 39: Five yellow"),
    ("aya", " ".join((AYA, *DECK[:-1], "bbb")), "Card 39: “bbb” has 3 balls"),
]


def edited(session: Session, text: str) -> Session:
    session, _ = update(session, Edit("position", text))
    return session


def opened(game: str) -> Session:
    session, _ = update(Session(), Navigate(f"#/editor/{game}", 0.0))
    assert isinstance(session.screen, EditorScreen)
    return session


@pytest.mark.parametrize(("game", "text", "told"), WRONG)
def test_a_refusal_names_the_part_and_goes_as_soon_as_the_text_is_right(
    game: str, text: str, told: str
) -> None:
    before = opened(game)
    session = edited(before, text)
    assert session.screen.draft == before.screen.draft
    page = whole(page_of(session))
    assert told in page
    assert 'aria-invalid="true"' in page
    # The text of the board itself, another text, undoing and a press on the board are all right.
    again = [
        edited(session, before.screen.editor.text(before.screen.draft)),
        edited(session, SAME[game][1][1]),
        update(session, EditorCommand.USUAL_BOARD)[0],
        update(edited(edited(before, SAME[game][1][1]), text), Command.TAKE_BACK)[0],
    ]
    for right in again:
        page = whole(page_of(right))
        assert told not in page
        assert "aria-invalid" not in page


@pytest.mark.parametrize("text", ["#/editor/myra", "https://a.example/#/rules/yala", "#/nowhere"])
def test_a_link_to_something_else_is_refused(text: str) -> None:
    assert edited(opened("yala"), text).screen.refused == text


@pytest.mark.parametrize("count", [11, 13])
def test_what_cannot_be_is_taken_and_told_as_before(count: int) -> None:
    text = YALA.replace("dl", "d" * (count - 11) or "l", 1)
    session = edited(opened("yala"), text)
    assert not session.screen.refused
    assert "There have to be" in whole(page_of(session))
