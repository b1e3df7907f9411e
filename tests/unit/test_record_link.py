"""Records packed into links: what is written, and that whatever comes back wrong is refused."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spieltisch.games import catalog
from spieltisch.play.codec import LinkError, linkable
from spieltisch.play.digits import MAX_TURNS, DigitReader, DigitWriter, to_letters
from spieltisch.play.record_link import (
    MAX_JSON_CODE_LENGTH,
    LinkedMatch,
    decode_match,
    encode_match,
    encode_record,
)
from spieltisch.table import (
    Bot,
    Entry,
    Player,
    Record,
    Setup,
    SetupError,
    format_record,
    parse_record,
    replay,
)
from spieltisch.table.record import MAX_NUMBER
from tests.front_doors import parse_link
from tests.records import keeping

NAMES = keeping.names()
CODES = [keeping.link(name).removeprefix("#/record/") for name in NAMES]
SHORTEST = parse_record(keeping.read("yala-shortest"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
MATCH_ID = "0a1b2c3d4e5f"


def sealed(packed: bytes) -> str:
    """A code whose check fits, whatever it holds."""
    check = zlib.crc32(b"1" + packed).to_bytes(4)
    return "1" + urlsafe_b64encode(packed + check).decode().rstrip("=")


def unsealed(code: str) -> bytes:
    return urlsafe_b64decode(code[1:] + "=" * (-(len(code) - 1) % 4))[:-4]


def refusal(code: str) -> str:
    """The part of a code that is wrong."""
    with pytest.raises(LinkError) as caught:
        decode_match(code)
    return caught.value.part


def turns_place() -> int:
    """What one turn more counts in a link's large number: all before it is the same number."""
    none, one = (int.from_bytes(unsealed(encode_record(SHORTEST.cut(length)))) for length in (0, 1))
    rules = catalog.game_of(SHORTEST.setup.game).rules
    first = next(replay(rules, SHORTEST))
    place = first.before.legal_actions(first.seat).index(first.action)
    return (one - none) // (1 + 16 * place)


def as_refused_or_playable(code: str) -> None:
    """Every code is refused, or can be played."""
    try:
        record = decode_match(code).record
    except (LinkError, SetupError):
        return
    turns = list(replay(catalog.game_of(record.setup.game).rules, record))
    assert tuple(turn.entry for turn in turns) == record.entries


class TestDigits:
    @given(
        st.lists(
            st.tuples(st.just("number"), st.integers(0, MAX_NUMBER))
            | st.tuples(st.just("text"), st.text(max_size=30))
            | st.integers(1, 1000).flatmap(
                lambda base: st.tuples(st.just(base), st.integers(0, base - 1))
            )
        )
    )
    def test_what_is_read_is_what_was_written(self, items):
        writer = DigitWriter()
        for kind, value in items:
            match kind:
                case "number":
                    writer.number(value)
                case "text":
                    writer.text(value)
                case base:
                    writer.digit(value, base)
        reader = DigitReader(bytes(writer))
        for kind, value in items:
            match kind:
                case "number":
                    assert reader.number() == value
                case "text":
                    assert reader.text() == value
                case base:
                    assert reader.digit(base) == value
        assert reader.is_at_end

    def test_what_has_no_choice_takes_no_room(self):
        writer = DigitWriter()
        for _ in range(1000):
            writer.digit(0, 1)
        assert bytes(writer) == b""

    def test_a_value_that_is_no_digit_of_its_base_is_refused(self):
        for value in (-1, 12):
            with pytest.raises(ValueError, match="no digit"):
                DigitWriter().digit(value, 12)

    def test_numbers_and_texts_that_nobody_writes_are_refused(self):
        large = DigitWriter()
        large.number(MAX_NUMBER + 1)
        with pytest.raises(ValueError, match="too large"):
            DigitReader(bytes(large)).number()
        long = DigitWriter()
        long.text("x" * 5000)
        with pytest.raises(ValueError, match="5000 letters"):
            DigitReader(bytes(long)).text()
        for code in (0xD800, 0xDFFF, 0x110000, MAX_NUMBER):
            odd = DigitWriter()
            odd.number(1)
            odd.number(1)
            odd.number(code, bits=6)
            with pytest.raises(ValueError, match="no character"):
                DigitReader(bytes(odd)).text()


class TestWriting:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_link_holds_a_record_and_its_name(self, name):
        record = parse_record(keeping.read(name))
        link = "#/record/" + encode_record(record, MATCH_ID)
        assert set(link.removeprefix("#/record/")) <= set(LETTERS)
        opened = parse_link(link)
        assert opened.match.match_id == MATCH_ID
        assert opened.match.setup == record.setup
        assert opened.text == link

    def test_times_are_left_out_where_they_count_for_nothing(self):
        linked = decode_match(encode_record(SHORTEST)).record
        assert SHORTEST.entries[-1].at_ms
        assert {entry.at_ms for entry in linked.entries} == {0}

    @pytest.mark.parametrize("name", ["aya-aya-oye-zoch-2", "aya-tueftler-zoch-master"])
    def test_times_of_races_and_of_runs_are_told_in_hundredths_of_a_second(self, name):
        record = parse_record(keeping.read(name))
        linked = decode_match(encode_record(record)).record
        assert [entry.at_ms for entry in linked.entries] == [
            entry.at_ms // 10 * 10 for entry in record.entries
        ]

    def test_names_are_such_as_can_be_shown_and_bots_such_as_there_are(self):
        players = (Player("x" * 99), Player("Zoë,\n李", Bot(3)))
        setup = replace(SHORTEST.setup, players=players)
        with pytest.raises(SetupError, match="names: "):
            encode_record(Record(setup))
        assert decode_match(encode_record(Record(linkable(setup)))).record.setup.players == (
            Player("x" * 24),
            Player("Zoë 李", Bot(3)),
        )
        # A bot that there is not becomes nobody else, and certainly no person.
        unknown = replace(SHORTEST.setup, players=(Player("x", Bot(99)), Player()))
        with pytest.raises(SetupError, match="seats 'bot:99' is not possible"):
            encode_record(Record(unknown))

    def test_what_cannot_be_played_has_no_link(self):
        for wrong, kind in (
            (replace(SHORTEST, entries=(*SHORTEST.entries, Entry(1, "a+"))), ValueError),
            (replace(SHORTEST, setup=replace(SHORTEST.setup, seed=-1)), SetupError),
            (replace(SHORTEST, setup=replace(SHORTEST.setup, seats=3)), SetupError),
        ):
            with pytest.raises(kind):
                encode_record(wrong)

    @pytest.mark.parametrize("match_id", ["x", "ABCDEFGHIJKL", MATCH_ID + "6", "äöüäöüäöüäöü"])
    def test_a_name_that_no_match_has_is_refused(self, match_id):
        with pytest.raises(LinkError):
            encode_record(SHORTEST, match_id)


class TestReading:
    @pytest.mark.parametrize("code", CODES, ids=NAMES)
    def test_a_link_that_is_cut_or_grown_is_damaged(self, code):
        for length in range(1, len(code)):
            assert refusal(code[:length]) == "record"
        for more in ("A", "-", "=", "!", " "):
            assert refusal(code + more) == "record"

    def test_every_changed_letter_is_seen(self):
        code = CODES[NAMES.index("yala-not-over")]
        for at in range(1, len(code)):
            for letter in LETTERS.replace(code[at], ""):
                assert refusal(code[:at] + letter + code[at + 1 :]) == "record"

    def test_a_format_to_come_is_told_apart_from_damage(self):
        assert refusal("4" + CODES[0][1:]) == "format"
        for code in ("", "x", "²", "!", "1", "e"):
            assert refusal(code) == "record"

    def test_other_rules_are_told(self, monkeypatch):
        code = CODES[NAMES.index("yala-shortest")]
        game = catalog.GAMES["yala"]
        later = replace(game, info=replace(game.info, rules_version=2))
        monkeypatch.setitem(catalog.GAMES, "yala", later)
        assert refusal(code) == "rules"

    def test_a_deal_that_has_changed_is_told(self, monkeypatch):
        code = CODES[NAMES.index("yala-shortest")]
        rules = catalog.GAMES["yala"].rules
        dealt = rules.arrange(replace(SHORTEST.setup, start=""), "")
        monkeypatch.setattr(type(rules), "deal", lambda *_: dealt)
        assert refusal(code) == "deal"

    def test_a_turn_after_the_end_is_told(self):
        whole = int.from_bytes(unsealed(encode_record(SHORTEST)))
        longer = whole + turns_place()
        with pytest.raises(LinkError, match="turn 11 is played after the match is over") as caught:
            decode_match(sealed(longer.to_bytes(200).lstrip(b"\0")))
        assert (caught.value.part, caught.value.value) == ("turn", "11")

    def test_a_clock_that_is_switched_off_cannot_run_out(self):
        """It stands among what can be done all the same: a link tells the same turns either way."""
        record = parse_record(keeping.read("aya-aya-oye-zoch-2"))
        expired = next(n for n, entry in enumerate(record.entries) if entry.seat == 0)
        record = record.cut(expired + 1)
        turns = decode_match(encode_record(record)).turns
        off = (("move-clock", "off"), ("refute-clock", "off"))
        forged = encode_match(LinkedMatch(replace(record.setup, options=off), turns))
        assert refusal(forged) == "turn"

    def test_too_many_turns_are_refused_before_the_first_is_played(self):
        start = int.from_bytes(unsealed(encode_record(SHORTEST.cut(0))))
        many = DigitWriter()
        many.number(MAX_TURNS + 1)
        claimed = start + turns_place() * int.from_bytes(bytes(many))
        assert refusal(sealed(claimed.to_bytes(200).lstrip(b"\0"))) == "size"

    def test_a_game_that_is_not_here_is_told(self, monkeypatch):
        others = {name: game for name, game in catalog.GAMES.items() if name != "yala"}
        monkeypatch.setattr(catalog, "GAMES", others)
        assert refusal(CODES[NAMES.index("yala-shortest")]) == "game"

    def test_the_old_format_holds_no_more_turns_than_the_new_one(self):
        entries = (Entry(1, "b+"),) * (MAX_TURNS + 1)
        text = format_record(Record(SHORTEST.setup, entries)).encode()
        code = to_letters(zlib.compress(text))
        assert refusal(code) == "size"

    def test_an_old_link_that_is_too_long_is_not_even_read(self):
        assert refusal("e" + "A" * MAX_JSON_CODE_LENGTH) == "size"

    def test_a_link_that_is_too_long_is_not_even_read(self):
        assert refusal("1" + "A" * 10**6) == "size"


@settings(max_examples=1000, deadline=None)
@given(
    st.text(max_size=60)
    | st.text(alphabet=LETTERS, max_size=200).map("1{}".format)
    | st.binary(max_size=80).map(sealed)
    | st.tuples(st.sampled_from(CODES), st.integers(0), st.integers(1, 255)).map(
        lambda drawn: sealed(_flipped(unsealed(drawn[0]), drawn[1], drawn[2]))
    )
    | st.tuples(st.sampled_from(CODES), st.sampled_from(CODES), st.integers(0, 500)).map(
        lambda drawn: drawn[0][: drawn[2]] + drawn[1][drawn[2] :]
    )
)
@example("1")
@example("1\\ud800")
@example("1" + "=" * 50)
@example(sealed(b""))
@example(sealed(b"\0" * 50))
@example(sealed(b"\\xff" * 3000))
def test_any_text_is_refused_or_a_match_that_can_be_played(code):
    as_refused_or_playable(code)


def _flipped(packed: bytes, place: int, bits: int) -> bytes:
    at = place % len(packed)
    return packed[:at] + bytes([packed[at] ^ bits]) + packed[at + 1 :]


def test_forged_links_are_refused_or_can_be_played():
    """The check keeps nobody out who can compute it: the rest must hold without it."""
    rng = Random(19)
    for code in CODES:
        packed = unsealed(code)
        for _ in range(40):
            as_refused_or_playable(
                sealed(_flipped(packed, rng.randrange(10**6), 1 + rng.randrange(255)))
            )


@pytest.mark.parametrize("name", ["Ada, or Ben", "  Ada", "A" * 25, "Ada\u202e"])
def test_a_record_that_its_link_would_change_is_refused(name):
    players = (Player(name), Player())
    with pytest.raises(SetupError, match="names: "):
        encode_record(Record(Setup("yala", seed=42, players=players)))
