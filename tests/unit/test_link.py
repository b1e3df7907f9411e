"""Links: a match is a link, a record is a link, and a wrong link says what is wrong with it."""

import base64
import json
import zlib
from dataclasses import replace
from random import Random
from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from spieltisch.app.core.routes import Link
from spieltisch.games import catalog
from spieltisch.play.codec import (
    MAX_NAME_LENGTH,
    MOST_TOLD,
    LinkError,
    clean_name,
    format_setup,
    parse_setup,
)
from spieltisch.play.record_link import decode_match
from spieltisch.table import (
    MAX_SEED,
    Bot,
    Player,
    SetupError,
    format_record,
    parse_controller,
    parse_record,
)
from spieltisch.table.graphemes import clusters
from spieltisch.table.record import MAX_LENGTH
from tests.front_doors import parse_link
from tests.records import keeping

YALA_RECORDS = [name for name in keeping.names() if name.startswith("yala")]
SHORTEST = parse_record(keeping.read("yala-shortest"))
PLAY = "#/play/yala?seats=human,human&seed=42"


def code_of(link):
    return link.removeprefix("#/record/")


class TestPlaces:
    @pytest.mark.parametrize("text", ["", "#", "#/", "/"])
    def test_nothing_is_the_start(self, text):
        assert parse_link(text) == Link("")

    @pytest.mark.parametrize("screen", ["setup", "rules"])
    def test_a_game_has_a_form_and_rules(self, screen):
        assert parse_link(f"#/{screen}/yala") == Link(screen, "yala")
        assert parse_link(f"#/{screen}/yala/") == Link(screen, "yala")

    @pytest.mark.parametrize(
        "text", ["#/", "#/setup/yala", "#/rules/yala", "#/rules/yala/move", "#/learn/yala", PLAY]
    )
    def test_a_link_is_its_text(self, text):
        assert parse_link(text).text == text


class TestMatch:
    def test_a_link_deals_the_same_match_every_time(self):
        one, other = parse_link(PLAY), parse_link(PLAY)
        assert one == other
        assert one.setup.seed == 42
        assert one.setup.start == "ld/dl/dl/ld/ld/ld/ld/dl/dl/dl/dl/ld d"

    def test_another_seed_deals_another_match(self):
        starts = {parse_link(PLAY.replace("42", str(seed))).setup.start for seed in range(20)}
        assert len(starts) > 15

    def test_names_options_and_bots_are_carried(self):
        text = (
            "#/play/yala?seats=human,bot:3&names=Zo%C3%AB,&begins=light&repetition=no-repeat&seed=7"
        )
        setup = parse_link(text).setup
        assert setup.players == (Player("Zoë"), Player("", Bot(3)))
        assert setup.options == (("begins", "light"), ("repetition", "no-repeat"))
        assert setup.start.endswith(" l")
        assert parse_link(text).text == text

    def test_an_arranged_start_is_carried_itself(self):
        start = "ld/ld/ld/ld/ld/ld/dl/dl/dl/dl/dl/dl d"
        setup = parse_setup("yala", f"seats=human,human&start={start}")
        assert (setup.start, setup.seed) == (start, None)
        assert parse_setup("yala", format_setup(setup)) == setup

    def test_the_largest_seed_is_one_that_javascript_knows_too(self):
        assert parse_link(PLAY.replace("42", str(MAX_SEED))).setup.seed == MAX_SEED

    @given(
        st.integers(0, MAX_SEED),
        st.lists(st.text(max_size=30).map(clean_name), min_size=2, max_size=2),
        st.lists(st.sampled_from(["human", "bot:1", "bot:6"]), min_size=2, max_size=2),
        st.sampled_from(["dark", "light"]),
        st.sampled_from(["draw", "no-repeat"]),
    )
    def test_format_and_parse_are_inverses(self, seed, names, controllers, begins, repetition):
        fields = (
            f"seats={','.join(controllers)}&begins={begins}&repetition={repetition}&seed={seed}"
        )
        setup = parse_setup("yala", fields)
        setup = replace(
            setup, players=tuple(map(Player, names, map(parse_controller, controllers)))
        )
        assert parse_setup("yala", format_setup(setup)) == setup


WRONG = [
    ("#/chess", "page", "/chess"),
    ("#/play", "page", "/play"),
    ("#/play/yala/more", "page", "/play/yala/more"),
    ("#nonsense", "page", "nonsense"),
    ("#/play/chess", "game", "chess"),
    ("#/setup/chess", "game", "chess"),
    ("#/rules/<script>", "game", "<script>"),
    ("#/play/chess?seats=human&seed=1", "game", "chess"),
    ("#/play/yala?seats=human,bot:9", "seats", "human,bot:9"),
    ("#/play/yala?seats=human,human&seed=", "seed", ""),
    ("#/play/yala?seats=human,human&seed=x", "seed", "x"),
    ("#/play/yala?seats=human,human&seed=-1", "seed", "-1"),
    ("#/play/yala?seats=human,human&seed=1.5", "seed", "1.5"),
    ("#/play/yala?seats=human,human&seed=1e3", "seed", "1e3"),
    ("#/play/yala?seats=human,human&seed=%D9%A3", "seed", "٣"),
    (f"#/play/yala?seats=human,human&seed={MAX_SEED + 1}", "seed", str(MAX_SEED + 1)),
    ("#/play/yala?seats=human,human&seed=" + "9" * 5000, "seed", "9" * MOST_TOLD),
    ("#/play/yala?seats=&seed=1", "seats", ""),
    ("#/play/yala?seats=human,&seed=1", "seats", "human,"),
    ("#/play/yala?seats=human,bot&seed=1", "seats", "human,bot"),
    ("#/play/yala?seats=human,bot:7&seed=1", "seats", "human,bot:7"),
    ("#/play/aya?seats=human,bot:6&seed=1", "seats", "human,bot:6"),
    ("#/play/yala?seats=human,bot:%D9%A3&seed=1", "seats", "human,bot:٣"),
    ("#/play/yala?seats=human,human&names=a,b,c&seed=1", "names", "a,b,c"),
    ("#/play/yala?seats=human,human&seed=1&seed=2", "field", "seed"),
    ("#/play/yala?seats=human,human&seed=1&cheat=1", "field", "cheat"),
    ("#/record/", "page", "/record/"),
    ("#/record/x", "record", "x"),
    ("#/record/!!!!", "record", "!!!!"),
    ("#/record/ä", "record", "ä"),
]


@pytest.mark.parametrize(("text", "part", "value"), WRONG)
def test_a_wrong_link_names_its_part_and_value(text, part, value):
    with pytest.raises(LinkError) as caught:
        parse_link(text)
    assert (caught.value.part, caught.value.value) == (part, value)


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ("seats=" + ",".join(["human"] * 9) + "&seed=1", "seats", "9"),
        ("seats=human&seed=1", "seats", "1"),
        ("seats=human,human&variant=turbo&seed=1", "variant", "turbo"),
        ("seats=human,human&edition=zoch&seed=1", "edition", "zoch"),
        ("seats=human,human&begins=both&seed=1", "begins", "both"),
        ("seats=human,human&start=dl/ld", "start", "dl/ld"),
        ("seats=human,human&start=" + "/".join(["dl"] * 12) + " d", "start", None),
    ],
)
def test_a_link_that_asks_for_what_the_game_has_not_says_so(query, field, value):
    with pytest.raises(SetupError) as caught:
        parse_link(f"#/play/yala?{query}")
    assert caught.value.field == field
    assert value is None or caught.value.value == value


class TestJsonRecord:
    """The format that was written before: such links are still about, and still lead to a match."""

    @pytest.mark.parametrize("name", YALA_RECORDS)
    def test_it_opens(self, name):
        record = parse_record(keeping.read(name))
        link = parse_link(keeping.json_link(record))
        assert link.match.record == record

    def test_cut_short_anywhere_it_is_refused(self):
        code = code_of(keeping.json_link(SHORTEST))
        for length in range(len(code)):
            with pytest.raises(LinkError) as caught:
                decode_match(code[:length])
            assert caught.value.part == "record"

    def test_with_letters_changed_it_is_refused_or_is_a_record(self):
        code = code_of(keeping.json_link(SHORTEST))
        rng = Random(4)
        refused = 0
        for _ in range(200):
            at = rng.randrange(len(code))
            changed = code[:at] + rng.choice("Aa0-_") + code[at + 1 :]
            try:
                decode_match(changed)
            except LinkError:
                refused += 1
        assert refused > 150

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"not JSON",
            b"\xff\xfe",
            b"{}",
            b"[" * 100_000,
            b" " * (MAX_LENGTH + 1),
            format_record(SHORTEST).encode() + b"x",
        ],
    )
    def test_what_is_no_record_is_refused_also_if_it_would_fill_the_memory(self, content):
        code = base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")
        with pytest.raises(LinkError):
            decode_match(code)


REFUSED = ("300+5", "1+2+3", "+", "a+b+", "300%2B5", "3%2B0+5")


@pytest.mark.parametrize("name", catalog.GAMES)
@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_refused_is_quoted_as_it_was_typed(name, typed):
    """A plus sign is read as a space, as forms send it; people who typed one are to find it."""
    info = catalog.game_of(name).info
    options = [option.name for option in info.options]
    for field in ("seats", "seed", "clock", "variant", "edition", *options):
        with pytest.raises((LinkError, SetupError)) as error:
            parse_link(f"#/play/{name}?{field}={typed}")
        if error.value.value == field in options:
            # The usual variant has no such option.
            continue
        assert error.value.value == unquote(typed), field
        assert repr(unquote(typed)) in str(error.value)
    for unknown in (f"#/play/{name}?{typed}=1", f"#/matches?x{typed}=1"):
        with pytest.raises(LinkError) as error:
            parse_link(unknown)
        assert unquote(typed) in error.value.value
    with pytest.raises(LinkError) as error:
        parse_link(f"#/matches?since={typed}")
    assert error.value.value == f"since={unquote(typed)}"


@settings(max_examples=300)
@given(
    st.text(max_size=40)
    | st.text(alphabet="#/?&=,:%playsetuprcodyh0123456789-_", max_size=60)
    | st.builds("#/play/{}?{}".format, st.text(max_size=6), st.text(max_size=40))
    | st.builds("#/play/yala?seats={}&seed={}&start={}".format, *[st.text(max_size=12)] * 3)
    | st.builds("#/record/{}".format, st.text(max_size=60))
    | st.builds(
        lambda content: "#/record/" + base64.urlsafe_b64encode(zlib.compress(content)).decode(),
        st.binary(max_size=40) | st.text(max_size=30).map(json.dumps).map(str.encode),
    )
)
@example("#/record/\ud800")
@example("#/play/yala?%")
@example("#/play/yala?seats=%00&seed=%FF")
@example("#/play/yala?" + "&".join(f"a{n}=1" for n in range(2000)))
@example("#" + "/" * 1000)
def test_any_text_is_a_link_or_a_value_error(text):
    try:
        link = parse_link(text)
    except ValueError:
        return
    assert parse_link(link.text) == link


class TestNames:
    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("Anna", "Anna"),
            ("  Anna   Lena ", "Anna Lena"),
            ("A,B", "A B"),
            ("A\nB\tC\0D", "A B C D"),
            ("x" * 99, "x" * MAX_NAME_LENGTH),
            ("x" * 23 + " y", "x" * 23),
            ("\u202eevil", "evil"),
            ("\ud800", ""),
            ("<b>", "<b>"),
            ("Zoë 🐝 李", "Zoë 🐝 李"),
        ],
    )
    def test_a_name_is_made_fit_to_be_shown(self, typed, kept):
        assert clean_name(typed) == kept

    @given(st.text())
    def test_a_cleaned_name_stays_as_it_is(self, text):
        name = clean_name(text)
        assert clean_name(name) == name
        assert len(list(clusters(name))) <= MAX_NAME_LENGTH
        assert "," not in name
