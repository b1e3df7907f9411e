"""Codes and links come in messages: with words around them, wrapped, quoted, with a full stop."""

import sys
import textwrap
from dataclasses import replace
from random import Random
from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.live.codes import LINES, Code, format_code, parse_code
from spieltisch.live.description import Candidate, Endpoint
from spieltisch.play import link_text
from spieltisch.play.code_text import DASHES, has_link
from spieltisch.play.codec import complete_setup, format_setup
from spieltisch.play.importing import Source, found_by_link, found_in
from spieltisch.play.record_link import (
    LinkedMatch,
    LinkReplay,
    decode_match,
    encode_match,
    match_in,
)
from spieltisch.table import Turn, play, seat_for
from tests.front_doors import parse_link, pieces_of
from tests.records import keeping

SITE = "https://spieltisch.example/#"


def matched(name: str, seed: int, length: int) -> LinkedMatch:
    """Some random turns of a random deal."""
    game, rng = catalog.GAMES[name], Random(seed)
    setup = complete_setup(replace(game.info.default_setup(), players=(), seed=seed))
    position = game.rules.initial_position(setup)
    turns: list[Turn] = []
    while len(turns) < length and position.outcome is None:
        seat = seat_for(position)
        action = rng.choice(position.legal_actions(seat))
        turns.append(play(game.rules, position, seat, action, at_ms=len(turns) * 10))
        position = turns[-1].after
    return LinkedMatch(setup, tuple(turns))


matches = st.builds(
    matched, st.sampled_from(sorted(catalog.GAMES)), st.integers(0, 10**6), st.integers(0, 8)
)
live_codes = st.builds(
    Code,
    st.booleans(),
    st.integers(0, LINES - 1),
    st.integers(0, 65_535),
    st.builds(
        Endpoint,
        st.binary(min_size=32, max_size=32),
        st.text("abcdefXYZ019+/", min_size=4, max_size=8),
        st.text("abcdef0189", min_size=24, max_size=32),
        st.just((Candidate("192.168.178.23", 36115),)),
    ),
)
BEHIND = [".", ",", "!", "?", ">", '"', "'", ")", "]", "*", "…", "”", "»", ";", " ", "\n", "&gt;"]
words = st.text("abc dEF,.!?()ä…\n\t>\"'", max_size=40)


@st.composite
def messages(draw: st.DrawFn, link: str) -> str:
    """A message with a link in it, as programs and people change it."""
    width = draw(st.sampled_from([10**9, 76, 40, 17]))
    between = draw(st.sampled_from(["\n", "\r\n", "\n> ", "=\n", " ", "\n  "]))
    wrapped = between.join(textwrap.wrap(link, width, break_on_hyphens=False))
    behind = draw(st.sampled_from(["", *BEHIND]))
    before = draw(st.sampled_from(["", "<", "(", '"', "Hier: ", "Los!\n\n"]))
    after = draw(words)
    # A word that follows with nothing but a space is a word all the same.
    gap = behind if behind or not after else " "
    return f"{draw(words)} {before}{wrapped}{gap}{after}"


@settings(max_examples=40)
@given(matches)
def test_no_code_of_a_match_ends_in_a_dash(match):
    code = encode_match(match)
    assert code[-1] not in DASHES
    assert decode_match(code).record == match.record or not match.turns or has_times(match)


def has_times(match: LinkedMatch) -> bool:
    """Whether the link rounds the times of this match, or leaves them out."""
    return any(turn.at_ms for turn in match.turns)


@settings(max_examples=40)
@given(live_codes)
def test_no_live_code_ends_in_a_dash(code):
    text = format_code(code)
    assert text[-1] not in DASHES
    assert parse_code(text) == code


@settings(max_examples=40)
@given(matches, st.data())
def test_a_match_is_found_in_a_message(match, data):
    code = encode_match(match)
    wanted = decode_match(code)
    text = data.draw(messages(f"{SITE}/record/{code}"))
    assert match_in(text) == wanted
    (piece,), refused = pieces_of([Source("", text)])
    found = found_in(piece)
    assert isinstance(found, LinkReplay)
    assert (found_by_link(found).record, refused) == (wanted.record, ())


@settings(max_examples=40)
@given(live_codes, st.data())
def test_a_live_code_is_found_in_a_message(code, data):
    text = format_code(code)
    assert parse_code(data.draw(messages(f"{SITE}/live/{text}"))) == code
    assert parse_code(data.draw(messages(text))) == code


@settings(max_examples=40)
@given(matches, st.sampled_from(BEHIND), words)
def test_a_match_opens_by_an_address_that_words_came_along_with(match, behind, after):
    code = encode_match(match)
    wanted = decode_match(code)
    for more in (behind, quote(behind), f"{behind} {after}", quote(f"{behind} {after}")):
        assert parse_link(f"#/record/{code}{more}").match == wanted
    setup = replace(match.setup, players=())
    link = f"#/play/{setup.game}?{format_setup(setup)}"
    for more in (behind, f" {after}", quote(f"{behind.removeprefix('&gt;')} {after}")):
        assert parse_link(link + more).setup == parse_link(link).setup


@pytest.mark.parametrize(
    "link",
    [
        "#/settings",
        "#/rules/yala",
        "#/rules/yala/goal",
        "#/learn/myra",
        "#/match/kept00000001",
        "#/puzzle/aya",
    ],
)
@pytest.mark.parametrize("behind", [one for one in BEHIND if one != "&gt;"])
def test_any_address_may_have_a_sign_behind_it(link, behind):
    assert parse_link(link + behind) == parse_link(link)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("yala-not-over", "1A3yseAe0g8LnNRu2zl7UyIWnjmPpC7bIAXAPkDsA4TQ3Nfa-"),
        ("yala-shortest", "1PP7qej5TFAbP7Yg2zl7UyIWnjmPpC7bIAXAPkDsA4TRvDl7_"),
    ],
)
def test_codes_that_end_in_a_dash_were_made_before_and_open_also_without_it(name, code):
    kept = decode_match(keeping.link(name).removeprefix("#/record/"))
    for text in (f"/record/{code}", f"see {SITE}/record/{code[:-1]} there", f"/record/{code}."):
        assert match_in(text) == kept


@pytest.mark.parametrize("game", sorted(catalog.GAMES))
def test_addresses_end_in_a_letter_or_a_digit(game):
    info = catalog.GAMES[game].info
    for seed in range(60):
        setup = complete_setup(replace(info.default_setup(), seed=seed))
        arranged = replace(setup, seed=None)
        for one in (setup, arranged):
            link = f"#/play/{game}?{format_setup(one)}"
            assert link[-1].isalnum()
            assert parse_link(link).setup == one


def test_a_message_without_a_code_says_so():
    session, _ = update(Session(), Navigate("#/record/und so weiter", 0.0))
    assert session.notice is not None
    assert session.notice.part == "record"


@given(st.text("%41cCéß漢🎲\ufffd") | st.text().map(quote))
def test_what_is_escaped_is_read_as_a_browser_reads_it(text: str) -> None:
    read = unquote(text).translate(link_text.UNSEEN).translate(link_text._HYPHENS)
    assert link_text.plain(text) == read


@pytest.mark.parametrize("part", ["é%", "%", "é%4", "é%41", "a%41", "%41", "%C3", "é", "%e2%80%8b"])
def test_a_link_is_looked_for_in_fewer_calls_than_letters(part: str) -> None:
    """One call for each escaped piece, which has three letters at least."""
    text = part * (20_000 // len(part))
    calls = [0]

    def count(_frame: object, event: str, _arg: object) -> None:
        calls[0] += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        assert not has_link(text, "/record/")
    finally:
        sys.setprofile(before)
    assert calls[0] < 0.3 * len(text)
