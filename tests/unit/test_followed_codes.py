"""A code in the address while this device is a guest already: of the match it is in, or another."""

from dataclasses import replace

import pytest

from spieltisch.app.core.live import Visiting
from spieltisch.app.core.session import Session
from spieltisch.app.together.joining import follow
from spieltisch.app.together.messages import Accept
from spieltisch.live.codes import Code, about, format_code
from spieltisch.live.guest import Guest
from tests.unit.devices import endpoint_of

A, B = "a" * 12, "b" * 12
AFTER_RELOAD = Visiting(1, about(A), Guest(), match_id=A, has_been_open=True)
"""A guest whose page was loaded anew has a line by no invitation."""


@pytest.mark.parametrize(
    ("match_id", "is_open", "is_answered"),
    [(A, True, False), (A, False, True), (B, True, True), (B, False, True)],
)
def test_an_invitation_is_answered_unless_one_is_there(match_id, is_open, is_answered):
    """Each host counts its lines from 1: the number alone does not tell whose invitation it is.
    The page said for ever that an answer was being prepared."""
    live = replace(AFTER_RELOAD, guest=replace(AFTER_RELOAD.guest, is_open=is_open))
    invitation = format_code(Code(False, 1, about(match_id), endpoint_of(1, 1)))
    session, effects = follow(Session(live=live), invitation)
    assert any(isinstance(one, Accept) for one in effects) is is_answered
    assert isinstance(session.live, Visiting)
    assert (session.live.invitation == invitation) is is_answered
