import assert from "node:assert/strict";
import { test } from "node:test";

import { CUES } from "../../static/sound/cues.js";
import { Synth } from "../../static/sound/synth.js";

/** A parameter or a node of the audio graph: remembers what it was told. */
class Fake {
  /** @type {any[][]} */
  told = [];
  value = 0;
  /** @type {Fake[]} */
  goals = [];
  setValueAtTime(/** @type {number} */ value, /** @type {number} */ at) {
    this.value = value;
    this.told.push(["set", value, at]);
  }
  linearRampToValueAtTime(/** @type {number} */ value, /** @type {number} */ at) {
    this.told.push(["to", value, at]);
  }
  exponentialRampToValueAtTime(/** @type {number} */ value, /** @type {number} */ at) {
    assert.ok(value > 0, "an exponential way to nothing is not possible");
    this.told.push(["to", value, at]);
  }
  connect(/** @type {Fake} */ goal) {
    this.goals.push(goal);
  }
}

class Source extends Fake {
  frequency = new Fake();
  /** @type {number | null} */
  startsAt = null;
  isCancelled = false;
  start(/** @type {number} */ at) {
    this.startsAt = at;
  }
  stop(/** @type {number | undefined} */ at) {
    this.isCancelled = at === undefined;
  }
}

class FakeContext extends EventTarget {
  /** @type {FakeContext[]} */
  static all = [];
  static isAllowed = true;
  state = "suspended";
  currentTime = 0;
  sampleRate = 8000;
  destination = new Fake();
  /** @type {Source[]} */
  sources = [];
  /** @type {Fake[]} */
  gains = [];
  constructor() {
    super();
    FakeContext.all.push(this);
  }
  /** @param {string} state */
  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
  async resume() {
    if (!FakeContext.isAllowed) throw new Error("not now");
    this.become("running");
  }
  async suspend() {
    this.become("suspended");
  }
  async close() {
    this.become("closed");
  }
  #source() {
    const source = new Source();
    this.sources.push(source);
    return source;
  }
  createOscillator() {
    return this.#source();
  }
  createBufferSource() {
    return this.#source();
  }
  createGain() {
    const gain = Object.assign(new Fake(), { gain: new Fake() });
    this.gains.push(gain);
    return gain;
  }
  createBiquadFilter() {
    return Object.assign(new Fake(), { frequency: new Fake(), type: "" });
  }
  createBuffer(/** @type {number} */ _, /** @type {number} */ length) {
    return { getChannelData: () => new Float32Array(length) };
  }
  /** What is to be heard, by when it begins; overtones are left out. */
  get heard() {
    const bent = new Set(this.sources.map((source) => source.frequency));
    const bends = (/** @type {Fake} */ source) =>
      source.goals.some((goal) => goal.goals.some((to) => bent.has(to)));
    const kept = this.sources.filter((source) => !source.isCancelled && !bends(source));
    return kept.map((source) => source.startsAt ?? NaN);
  }
}

/** A page with a synthesizer, before any gesture unless it is said otherwise. */
function open({ level = "soft", isFelt = true, vibrates = true, wasPressed = false } = {}) {
  FakeContext.all = [];
  FakeContext.isAllowed = true;
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  /** @type {number[][]} */
  const felt = [];
  const window = {
    document,
    now: 1000,
    performance: { now: () => window.now },
    AudioContext: FakeContext,
    setTimeout: (/** @type {() => void} */ run) => run(),
    navigator: {
      userActivation: { hasBeenActive: wasPressed },
      ...(vibrates && { vibrate: (/** @type {number[]} */ pulses) => felt.push(pulses) }),
    },
  };
  const synth = new Synth(/** @type {any} */ (window));
  synth.set(level, isFelt);
  const press = async () => {
    window.navigator.userActivation.hasBeenActive = true;
    document.dispatchEvent(new Event("pointerup"));
    await null;
  };
  const look = async (/** @type {string} */ state) => {
    document.visibilityState = state;
    document.dispatchEvent(new Event("visibilitychange"));
    await null;
  };
  return { synth, window, press, look, felt };
}

const context = () => FakeContext.all[FakeContext.all.length - 1];

test("nothing is opened, heard or felt before the first gesture", () => {
  const { synth, window, felt } = open();
  synth.play("move", 1, 1, 0);
  synth.play("win", 1, 1, 0);
  window.document.dispatchEvent(new Event("keydown")); // Escape, say, which is no gesture
  assert.equal(FakeContext.all.length, 0);
  assert.deepEqual(felt, []);
});

test("what the first gesture brings about is heard", async () => {
  const { synth, press } = open();
  const pressed = press();
  synth.play("move", 1, 1, 0);
  await pressed;
  assert.equal(FakeContext.all.length, 1);
  assert.ok(context().heard.length > 0);
});

test("a page that was pressed before the synthesizer came is heard", async () => {
  const { synth } = open({ wasPressed: true });
  await null;
  synth.play("move", 1, 1, 0);
  assert.ok(context().heard.length > 0);
});

test("switched off, nothing is opened; it is felt all the same", async () => {
  const { synth, press, felt } = open({ level: "off" });
  await press();
  synth.play("call", 1, 1, 0);
  assert.equal(FakeContext.all.length, 0);
  assert.equal(felt.length, 1);
});

test("switched off while it runs, nothing more is heard, until it is on again", async () => {
  const { synth, press } = open();
  await press();
  synth.set("off", true);
  synth.play("move", 1, 1, 0);
  assert.equal(context().state, "suspended");
  assert.deepEqual(context().heard, []);
  synth.set("full", true);
  await null;
  synth.play("move", 1, 1, 0);
  assert.ok(context().heard.length > 0);
});

test("full is louder than soft", async () => {
  const { synth, press } = open();
  await press();
  const [volume] = context().gains;
  const soft = /** @type {any} */ (volume).gain.value;
  synth.set("full", true);
  assert.ok(soft > 0);
  assert.ok(/** @type {any} */ (volume).gain.value > 2 * soft);
});

test("a cue begins when it is due", async () => {
  const { synth, press } = open();
  await press();
  context().currentTime = 5;
  synth.play("turn", 1, 1, 340);
  assert.ok(Math.abs(Math.min(...context().heard) - 5.34) < 1e-9);
});

test("an interruption is ended by the next gesture", async () => {
  const { synth, press } = open();
  await press();
  context().become("interrupted");
  await press();
  synth.play("move", 1, 1, 0);
  assert.equal(context().state, "running");
  assert.ok(context().heard.length > 0);
});

test("a page that nobody sees is silent, and is heard again when it is seen", async () => {
  const { synth, press, look } = open();
  await press();
  await look("hidden");
  assert.equal(context().state, "suspended");
  synth.play("move", 1, 1, 0);
  assert.deepEqual(context().heard, []);
  await look("visible");
  assert.equal(context().state, "running");
});

test("a page that calls somebody back is heard although nobody sees it, and then silent", async () => {
  const { synth, window, press, look } = open();
  await press();
  await look("hidden");
  /** @type {(() => void)[]} */
  const later = [];
  window.setTimeout = (/** @type {() => void} */ run) => later.push(run);
  synth.call();
  synth.play("turn", 1, 1, 0);
  await null;
  assert.ok(context().heard.length > 0);
  later.forEach((run) => run());
  assert.equal(context().state, "suspended");
  synth.play("turn", 1, 1, 0);
  assert.equal(context().state, "suspended");
});

test("an opponent's move wakes a context that the browser put to sleep", async () => {
  const { synth, press } = open();
  await press();
  context().become("suspended");
  synth.play("move", 1, 2, 0);
  await null;
  assert.ok(context().heard.length > 0);
});

test("what would be heard much too late is not heard at all", async () => {
  const { synth, window, press } = open();
  await press();
  const { resume } = context();
  context().resume = async () => {};
  context().become("suspended");
  synth.play("move", 1, 2, 0);
  window.now += 5000;
  context().resume = resume;
  await press();
  assert.deepEqual(context().heard, []);
});

test("a context that cannot be woken is closed, and the next gesture opens another", async () => {
  const { synth, press } = open();
  await press();
  context().become("suspended");
  FakeContext.isAllowed = false;
  await press();
  await null;
  assert.equal(context().state, "closed");
  FakeContext.isAllowed = true;
  await press();
  synth.play("move", 1, 1, 0);
  assert.equal(FakeContext.all.length, 2);
  assert.ok(context().heard.length > 0);
});

const begins = () => [...context().heard].sort((a, b) => a - b).map((at) => Math.round(at * 1000));

test("the last three seconds of a clock are on the graph ahead of time", async () => {
  const { synth, press } = open();
  await press();
  context().currentTime = 10;
  synth.warn(6000); // five seconds from now
  assert.deepEqual(begins(), [12_000, 13_000, 14_000]);
});

test("a clock that has less left warns of what is left", async () => {
  const { synth, press } = open();
  await press();
  synth.warn(1000 + 1500);
  assert.deepEqual(begins(), [500]);
});

test("a clock that is stopped is not heard any more", async () => {
  const { synth, press } = open();
  await press();
  synth.warn(6000);
  synth.warn(0);
  assert.deepEqual(context().heard, []);
});

test("a clock that ran on while the context stood still is heard in time", async () => {
  const { synth, window, press } = open();
  await press();
  synth.warn(6000);
  context().become("interrupted");
  window.now += 2500;
  await press();
  assert.deepEqual(begins(), [500, 1500]);
});

test("a clock that runs before the first gesture is heard from then on", async () => {
  const { synth, press } = open();
  synth.warn(6000);
  await press();
  assert.equal(context().heard.length, 3);
});

test("a quick series of moves does not rattle; what matters is heard all the same", async () => {
  const { synth, press } = open();
  await press();
  const notes = CUES.move.notes(1, 1).length;
  for (let i = 0; i < 30; i++) synth.play("move", 1, i, 0);
  const heard = context().heard.length;
  assert.ok(heard < 10 * notes, `${heard / notes} moves at once`);
  synth.play("capture", 1, 1, 0);
  assert.ok(context().heard.length > heard);
  context().currentTime += 2;
  const before = context().heard.length;
  synth.play("move", 1, 1, 0);
  assert.equal(context().heard.length, before + notes);
});

test("no cue of a seat is heard twice in 80 ms, and others are", async () => {
  const { synth, press } = open();
  await press();
  const notes = CUES.capture.notes(1, 1).length;
  for (const afterMs of [0, 40, 79]) synth.play("capture", 1, 1, afterMs);
  assert.equal(context().heard.length, notes);
  synth.play("capture", 1, 1, 85);
  synth.play("capture", 1, 2, 0);
  assert.equal(context().heard.length, 3 * notes);
});

for (const [name, options] of Object.entries({
  "where it is switched off": { isFelt: false },
  "on a device that cannot": { vibrates: false },
})) {
  test(`nothing is felt ${name}`, async () => {
    const { synth, press, felt } = open(options);
    await press();
    synth.play("loss", 1, 1, 0);
    assert.deepEqual(felt, []);
    assert.ok(context().heard.length > 0);
  });
}

test("every cue is short, and no louder than a speaker can be", () => {
  for (const [name, cue] of Object.entries(CUES)) {
    for (const number of [0, 1, 2, 5, 39]) {
      const notes = cue.notes(number, 1);
      const end = Math.max(...notes.map((note) => note.at + note.lasts));
      assert.ok(notes.length > 0 && end < 2, `${name} lasts ${end} s`);
      assert.ok(
        notes.every(
          (note) => note.loud > 0 && note.loud <= 0.7 && note.pitch > 30 && note.pitch < 110,
        ),
      );
    }
  }
});

test("every seat calls in a voice of its own, its first word rising and its second falling", () => {
  const voices = new Set();
  for (const seat of [1, 2, 3, 4, 5, 6]) {
    const [up, down] = [1, 2].map((word) => CUES.call.notes(word, seat).map((note) => note.pitch));
    assert.ok(up[1] > up[0] && down[1] < down[0]);
    voices.add(JSON.stringify(CUES.call.notes(1, seat)[0].timbre));
  }
  assert.equal(voices.size, 6);
});

test("what is built closes with a thud when it is five high, and at no other height", () => {
  const lowest = (/** @type {number} */ height) =>
    Math.min(...(CUES.build?.notes(height, 1) ?? []).map(({ pitch }) => pitch));
  assert.ok([1, 2, 3, 4].every((height) => lowest(height) > 55));
  assert.ok(lowest(5) < 50);
});
