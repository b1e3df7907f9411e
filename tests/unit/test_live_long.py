"""A host answers a guest who asks for a long match in time that is proportional to its length."""

from dataclasses import replace

import pytest

from spieltisch.app.core.messages import Navigate, ReadOn
from spieltisch.app.core.notice import LiveNotice, LiveTrouble
from spieltisch.app.core.session import Session
from spieltisch.app.together.messages import PlayLive
from spieltisch.app.update import update
from spieltisch.live.host import Host
from spieltisch.live.log import digest, tail, with_turns
from spieltisch.play import record_link
from spieltisch.play.match import Match, format_match, parse_kept
from spieltisch.table import BY_LINK
from tests.front_doors import parse_match
from tests.long_matches import long_match
from tests.unit.devices import Devices
from tests.unit.kept import KEPT_ID, listed, stored
from tests.unit.test_importing import calls_in

LENGTH = 1_000
MOST_TIMES = 2.3
"""How much more work twice the turns may be."""


def works(game: str, length: int) -> tuple[int, ...]:
    """How much the answer to a guest, the last turns of a guest, and keeping a match cost."""
    match = long_match(game, length)
    kept = format_match(match)
    match = parse_match(kept)
    last = tail(match, KEPT_ID, 0, length - 100)[0]
    short = Match.of_turns(match.setup, match.turns[: length - 100])
    fresh = parse_match(kept)
    return (
        calls_in(lambda: tail(fresh, KEPT_ID, 0, 0)),
        calls_in(lambda: with_turns(short, last, (1, 2), is_host=True)),
        calls_in(lambda: format_match(fresh)),
        calls_in(lambda: parse_kept(kept)),
    )


@pytest.mark.parametrize("game", ["myra", "yala"])
def test_twice_the_turns_are_twice_the_work(game: str) -> None:
    for few, many in zip(works(game, LENGTH), works(game, 2 * LENGTH), strict=True):
        assert many <= MOST_TIMES * few


def by_link(game: str, length: int) -> Match:
    match = long_match(game, length)
    players = tuple(replace(one, controller=BY_LINK) for one in match.setup.all_players)
    shared = Match.of_turns(replace(match.setup, players=players), match.turns)
    return shared.claiming((1,))


@pytest.mark.parametrize("game", ["myra", "yala"])
def test_what_guests_need_of_a_kept_match_is_found_while_it_is_read(game: str) -> None:
    """All at once, when the first guest comes, it would keep the page busy for seconds."""
    text = format_match(by_link(game, LENGTH))
    session, _ = update(Session(), listed(by_link(game, LENGTH)))
    session, _ = update(session, Navigate(f"#/match/{KEPT_ID}", 0.0))
    session, _ = update(session, stored(KEPT_ID, text))
    read, steps = [session], []
    while read[-1].waits:
        steps.append(calls_in(lambda: read.append(update(read[-1], ReadOn(1))[0])))
    match = read[-1].match
    assert match is not None
    assert match.shown == LENGTH
    first = calls_in(lambda: digest(match, LENGTH)) + calls_in(lambda: welcomed(match))
    again = calls_in(lambda: digest(match, LENGTH)) + calls_in(lambda: welcomed(match))
    assert first <= 1.2 * again
    # Where the text of the past is told, it is that of a part of it.
    assert max(steps[:-1]) < sum(steps) / 8


def welcomed(match: Match) -> None:
    Host(match_id=KEPT_ID).open_line(match, 1)


def test_nobody_is_invited_to_a_match_that_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Devices.some(3)
    devices.send(0, Navigate("#/play/yala?seats=human,link&seed=42", 0.0))
    devices.connect(0, 1)
    devices.deliver_all()
    assert devices.sessions[1].match is not None
    monkeypatch.setattr(record_link, "MAX_CODE_LENGTH", 20)
    devices.send(0, PlayLive(7))
    told = LiveNotice(LiveTrouble.TOO_LONG)
    assert devices.sessions[0].notice == told
    assert len(devices.servers) == 1
    # Who is connected stays; who comes back is told that it is over.
    assert devices.sessions[1].live is not None
    devices.lapse(1)
    devices.sessions[0] = replace(devices.sessions[0], notice=None)
    devices.come_back(1)
    devices.deliver_all()
    assert devices.sessions[0].notice == told
    assert devices.sessions[0].live is None
    assert devices.sessions[1].live is None or not devices.sessions[1].live.guest.is_open
