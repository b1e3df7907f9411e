"""Codes for playing live: short, read from what browsers write, and nothing else is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.messages import Navigate
from spieltisch.app.together.messages import TakeCode
from spieltisch.live.codes import LINES, Code, format_code, parse_code
from spieltisch.live.description import (
    MAX_CANDIDATES,
    Candidate,
    Endpoint,
    candidates_again,
    format_description,
    parse_description,
)
from spieltisch.play.codec import LinkError
from tests.unit.asking import after, seen

FINGERPRINT = ":".join(["DA", "3F", "42", "31", "81", "78", "A6", "F6"] * 4)
CHROMIUM = f"""v=0
o=- 6604038798419912540 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:3561994703 1 udp 2113937151 HOST1 36115 typ host generation 0 network-cost 999
a=candidate:522811439 1 tcp 1518149375 HOST1 9 typ host tcptype active generation 0
a=candidate:522811439 1 udp 2113942271 HOST2 53791 typ host generation 0 network-cost 999
a=candidate:842163049 1 udp 1677729535 203.0.113.9 36115 typ srflx raddr 0.0.0.0 rport 0
a=ice-ufrag:S01D
a=ice-pwd:oBff0yQzGJq7lG0SimEZ3mJX
a=ice-options:trickle
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
"""
FIREFOX = (
    CHROMIUM.replace("udp", "UDP")
    .replace("S01D", "1f3a9c0b")
    .replace("oBff0yQzGJq7lG0SimEZ3mJX", "0123456789abcdef0123456789abcdef")
)
HIDDEN = "c9f15d58-e298-476a-b25e-6c94e63d3b85.local"


def of_browser(sdp: str, first: str, second: str = "") -> Endpoint:
    """What is read of a browser's description, with these addresses."""
    kept = [line for line in sdp.splitlines() if second or "HOST2" not in line]
    text = "\r\n".join(kept).replace("HOST1", first).replace("HOST2", second)
    return parse_description(text + "\r\n")


@pytest.mark.parametrize("sdp", [CHROMIUM, FIREFOX], ids=["chromium", "firefox"])
@pytest.mark.parametrize(
    "host", ["192.168.178.23", "2001:db8:1234:5678:9abc:def0:1234:5678", HIDDEN]
)
@pytest.mark.parametrize("is_answer", [False, True])
def test_a_code_with_one_address_has_at_most_120_characters(sdp, host, is_answer):
    code = Code(is_answer, LINES - 1, 65_535, of_browser(sdp, host))
    text = format_code(code)
    assert len(text) <= 120
    assert parse_code(text) == code


def test_a_description_is_written_again_as_it_was_read():
    endpoint = of_browser(CHROMIUM, HIDDEN, "fd00::2")
    assert endpoint.candidates == (Candidate(HIDDEN, 36115), Candidate("fd00::2", 53791))
    for is_answer in (False, True):
        assert parse_description(format_description(endpoint, is_answer=is_answer)) == endpoint
    offer = format_description(endpoint, is_answer=False)
    assert f"a=fingerprint:sha-256 {FINGERPRINT}\r\n" in offer
    assert "a=setup:active" in offer
    assert "a=setup:passive" in format_description(endpoint, is_answer=True)


@given(
    st.lists(
        st.sampled_from(["10.0.0.7", "fd00::2", HIDDEN]),
        min_size=1,
        max_size=MAX_CANDIDATES,
        unique=True,
    ),
    st.booleans(),
)
def test_addresses_told_again_are_others_to_a_browser(hosts, is_answer):
    """Every time, for as long as people wait; where they lead is the same."""
    found = tuple(Candidate(host, 36115) for host in hosts)
    endpoint = replace(of_browser(CHROMIUM, HIDDEN), candidates=found)
    description = format_description(endpoint, is_answer=is_answer)
    lines = description.splitlines()
    known = [line.removeprefix("a=") for line in lines if line.startswith("a=candidate")]
    foundations, places = set(), [one.split()[4:] for one in known]
    for times in range(2000):
        told = candidates_again(description, times) if times else known
        assert [one.split()[4:] for one in told] == places
        foundations |= {one.split()[0] for one in told}
        assert all(0 < int(one.split()[3]) < 2**31 for one in told)
    assert len(foundations) == 2000 * len(hosts)


def test_only_the_devices_own_addresses_are_told_and_short_ones_first():
    endpoint = of_browser(CHROMIUM, "fd00::2", "10.0.0.7")
    assert [one.host for one in endpoint.candidates] == ["10.0.0.7", "fd00::2"]


@pytest.mark.parametrize(
    "line", ["a=candidate", "a=ice-ufrag", "a=ice-pwd", "a=fingerprint"], ids=str
)
def test_a_description_that_lacks_something_is_none(line):
    text = CHROMIUM.replace("HOST1", "10.0.0.7").replace("HOST2", "10.0.0.8")
    kept = [one for one in text.splitlines() if not one.startswith(line)]
    with pytest.raises(ValueError, match="description"):
        parse_description("\n".join(kept))


CODE = format_code(Code(False, 7, 9, of_browser(CHROMIUM, "192.168.178.23")))


def test_a_whole_link_is_taken_however_it_was_broken():
    link = f" https://spieltisch.example/#/live/{CODE[:40]}\n  {CODE[40:]} "
    assert parse_code(link) == parse_code(CODE)


@pytest.mark.parametrize("number", range(len(CODE)))
def test_a_code_that_is_cut_short_is_damaged(number):
    with pytest.raises(LinkError) as told:
        parse_code(CODE[:number])
    assert told.value.part == "code"


def test_a_wrong_letter_is_found():
    for place in range(1, len(CODE)):
        other = "A" if CODE[place] != "A" else "B"
        with pytest.raises(LinkError):
            parse_code(CODE[:place] + other + CODE[place + 1 :])


@pytest.mark.parametrize(("letter", "kind"), [("2", "other-version"), ("6", "format")])
def test_codes_of_an_older_and_a_newer_page_are_told_apart(letter, kind):
    with pytest.raises(LinkError) as told:
        parse_code(letter + CODE[1:])
    assert told.value.part == kind
    for message in (Navigate(f"#/live/{letter}{CODE[1:]}", 0.0), TakeCode(letter + CODE[1:], 0.0)):
        assert "eload the page" in seen(after(message)).one("id", "notice").text


@given(st.text(max_size=500) | st.text("AZaz09-_", max_size=450).map(lambda text: "4" + text))
def test_anything_else_is_refused(text):
    try:
        code = parse_code(text)
    except LinkError:
        return
    assert format_code(code)
    assert "\n" not in format_description(code.endpoint, is_answer=False).replace("\r\n", "")
