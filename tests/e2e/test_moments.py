"""What may be seen in the moments of a match, frame by frame: nothing tells the end before the last
piece rests, nothing is grey or gone in between, and a board turns as one piece."""

import pytest

from tests.moments import moments

STEP_MS = 100.0
ALL = {moment.name: moment for moment in moments()}

SEEN = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .some((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const angle = (selector) => {
    const { transform } = getComputedStyle(document.querySelector(selector));
    const { a, b } = new DOMMatrix(transform === "none" ? "" : transform);
    return Math.round(Math.atan2(b, a) * 180 / Math.PI);
  };
  const lights = [...document.querySelectorAll(".wall-light")];
  return {
    moving: document.body.dataset.moving ?? "",
    travels: document.querySelector(".is-travelling") !== null,
    told: seen("#status[data-outcome]"),
    card: seen(".end-card"),
    playback: seen(".playback"),
    runs: seen(".runs"),
    // An outline is a line and nothing else: filled, it would hide the stones behind it.
    filled: [...document.querySelectorAll(".tower-outline")]
      .filter((one) => getComputedStyle(one).fill !== "none").length,
    lit: lights.filter((one) => Number(getComputedStyle(one).opacity) > 0).length,
    lights: lights.length,
    angles: document.querySelector("#turntable")
      ? ["#turntable", ".hexagon-face", ".hexagon-edge"].map(angle) : [],
  };
}"""


def frames(page, site_url, name):
    """What is seen in each frame of a moment."""
    moment = ALL[name]
    moment.open(page, site_url)
    moment.begin(page)
    return [page.evaluate(SEEN) for _ in moment.frames(page, STEP_MS)]


@pytest.fixture
def context_options():
    return {"reduced_motion": "no-preference", "viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("name", ["yala-won", "myra-won", "aya-won", "aya-cleared"])
def test_nothing_tells_the_end_before_the_last_piece_rests(page, site_url, name):
    seen = frames(page, site_url, name)
    told = next(at for at, frame in enumerate(seen) if frame["card"])
    assert any(frame["travels"] for frame in seen[:told])
    assert not any(frame["told"] or frame["playback"] or frame["runs"] for frame in seen[:told])
    assert all(frame["runs"] == (name == "aya-cleared") for frame in seen[told:])
    assert all(frame["told"] and frame["card"] for frame in seen[told:]), "they are one thing"
    assert not any(frame["moving"] or frame["travels"] for frame in seen[told:])
    phases = list(dict.fromkeys(frame["moving"] for frame in seen))
    assert [one for one in phases if one] == ["turn", "lights", "beat"]


def test_walls_light_up_one_by_one_and_hide_no_stone(page, site_url):
    seen = frames(page, site_url, "yala-won")
    assert not any(frame["filled"] for frame in seen)
    lit = [frame["lit"] for frame in seen if frame["moving"]]
    assert lit == sorted(lit), "none goes out"
    assert set(range(max(lit) + 1)) == set(lit), "one after the other"
    assert lit[-1] == seen[-1]["lights"] > 1
    assert not any(frame["lit"] for frame in seen if frame["moving"] == "turn")


def test_a_board_turns_as_one_piece(page, site_url):
    seen = [frame["angles"] for frame in frames(page, site_url, "myra-turn")]
    turned = {angles[0] for angles in seen}
    assert len(turned) > 3, "it is seen to turn"
    assert abs(seen[-1][0] - seen[0][0]) == 180
    assert all(max(angles) - min(angles) <= 1 for angles in seen), seen
