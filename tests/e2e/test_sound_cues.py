"""The cues as they sound: rendered by the browser without a page, and measured."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import Any

import pytest
from playwright.sync_api import Browser

from spieltisch.app.board.sounds import Cue
from tests.still import ADDRESS, serve_stills

RENDER = """async (cases) => {
  const { Synth } = await import("/static/sound/synth.js");
  const rate = 16000, seconds = 2, frames = 25, bands = 24;
  const rendered = {};
  // As ITU-R BS.1770 has it: high notes count for more, the lowest for nothing.
  const loudest = async (rate, samples) => {
    const heard = new OfflineAudioContext(1, samples.length, rate);
    const buffer = heard.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(heard, { buffer });
    const shelf = new BiquadFilterNode(heard, { type: "highshelf", frequency: 1682, gain: 4 });
    const pass = new BiquadFilterNode(heard, { type: "highpass", frequency: 38, Q: -6 });
    source.connect(shelf).connect(pass).connect(heard.destination);
    source.start();
    const weighed = (await heard.startRendering()).getChannelData(0);
    const length = rate / 10;
    let [sum, most] = [0, 0];
    for (let i = 0; i < weighed.length; i++) {
      sum += weighed[i] ** 2 - (i < length ? 0 : weighed[i - length] ** 2);
      most = Math.max(most, sum / length);
    }
    return 10 * Math.log10(most) - 0.691;
  };
  for (const [name, level, cues] of cases) {
    let context;
    class Context extends OfflineAudioContext {
      constructor() { super(1, rate * seconds, rate); context = this; }
      get state() { return "running"; }
    }
    const navigator = { userActivation: { hasBeenActive: true } };
    const setTimeout = (run) => run();
    const window = { document, navigator, performance, setTimeout, AudioContext: Context };
    const synth = new Synth(window);
    synth.set(level, false);
    for (const [cue, number, seat] of cues) synth.play(cue, number, seat, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const loud = samples.map(Math.abs);
    // How much there is of each pitch, a minor third apart, in each moment.
    const picture = [];
    const length = Math.floor(samples.length / frames / 2);
    for (let frame = 0; frame < frames; frame++) {
      for (let band = 0; band < bands; band++) {
        const turn = 2 * Math.PI * 110 * 2 ** (band / 4) / rate;
        let [re, im] = [0, 0];
        for (let i = 0; i < length; i++) {
          re += samples[frame * length + i] * Math.cos(turn * i);
          im += samples[frame * length + i] * Math.sin(turn * i);
        }
        picture.push(Math.sqrt(re * re + im * im) / length);
      }
    }
    rendered[name] = {
      loudness: await loudest(rate, samples),
      peak: loud.reduce((most, one) => Math.max(most, one), 0),
      ends: loud.findLastIndex((one) => one > 0.002) / rate,
      picture,
    };
  }
  return rendered;
}"""

CALLS = [(f"call {seat} {word}", "call", word, seat) for seat in range(1, 7) for word in (1, 2)]
OTHERS = [
    (cue, cue, 3 if cue == "build" else 1, 1) for cue in sorted(map(str, set(Cue) - {Cue.CALL}))
]
VARIED = [
    (f"{cue} {number}", cue, number, 1)
    for cue, most in (("move", 5), ("build", 6), ("match", 4), ("light", 6), ("clock", 3))
    for number in range(1, most + 1)
]
"""As they are heard in one match: each stop of a way, each height, each card more."""

TOGETHER = {
    "five calls": [("call", 1, seat) for seat in range(1, 6)],
    "a match that wins": [(cue, 1, 4) for cue in ("win", "match", "capture", "call", "clock")],
}


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> dict[str, Any]:
    """Every cue at both loudnesses: its loudest sample, its length in seconds, its picture."""
    page = browser.new_page()
    serve_stills(page)
    page.goto(ADDRESS)
    cases = [
        (f"{name} {level}", level, [cue])
        for name, *cue in CALLS + OTHERS + VARIED
        for level in ("soft", "full")
    ] + [(name, "full", cues) for name, cues in TOGETHER.items()]
    found = page.evaluate(RENDER, cases)
    page.close()
    return found


@pytest.mark.parametrize("name", [name for name, *_ in CALLS + OTHERS])
def test_a_cue_is_heard_gently(rendered, name):
    soft, full = rendered[f"{name} soft"], rendered[f"{name} full"]
    assert 0.02 < soft["peak"] < 0.2
    assert 0.08 < full["peak"] < 0.6
    assert 0.05 < full["ends"] < 0.95


def test_all_cues_are_as_loud_as_each_other(rendered):
    """In the loudest tenth of a second, to the ear: nobody turns the sound up for one and down for
    the next."""
    names = [name for name, *_ in CALLS + OTHERS + VARIED]
    loudness = {name: rendered[f"{name} full"]["loudness"] for name in names}
    middle = sorted(loudness.values())[len(loudness) // 2]
    assert {name: how for name, how in loudness.items() if abs(how - middle) > 2.5} == {}


@pytest.mark.parametrize("name", TOGETHER)
def test_five_cues_at_once_do_not_distort(rendered, name):
    assert 0.3 < rendered[name]["peak"] < 0.9


def test_any_two_cues_can_be_told_apart(rendered):
    """Whatever is alike in pitch at the same time would be taken for the same."""
    pictures = {name: rendered[f"{name} full"]["picture"] for name, *_ in CALLS + OTHERS}
    alike = {
        (one, other): likeness(pictures[one], pictures[other])
        for one, other in combinations(pictures, 2)
    }
    assert {pair for pair, how in alike.items() if how > 0.85} == set()


def likeness(one: list[float], other: list[float]) -> float:
    """1 for the same picture, 0 for pictures that share nothing."""
    return sum(a * b for a, b in zip(one, other, strict=True)) / sqrt(
        sum(a * a for a in one) * sum(b * b for b in other)
    )
