"""The first call of a race against a computer, which waits until what was said has been heard."""

from __future__ import annotations

from tests.ear.conftest import Listen, in_chromium

MATCH = "#/play/aya?seats=human,bot:1&seed=77"


@in_chromium
def test_the_keys_of_a_race_answer_before_it_has_begun_and_a_call_is_told(listen: Listen) -> None:
    ready = r"You play against Ada\. Ready\? K tells the track.* The space bar starts the game\."
    # At the rate of a voice, as computers wait for one.
    listener = listen(MATCH, ready, pace=1.0)
    assert "in the zone" in listener.answer("k", until=r"Track: on the left .* on the right")
    told = listener.press("o", until="cards are covered")
    assert "computers wait until you have heard everything" in told
    listener.press("space", until="Who calls first.* Call OYE")
    listener.answer("k", until=r"Track: on the left .* on the right")
    listener.press("q", until=r"You call AYA\. Your turn\.|Ada calls AYA")
