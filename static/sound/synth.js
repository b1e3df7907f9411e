// Plays cues on an audio graph and as vibration. Nothing is heard or felt before the first gesture:
// no browser would allow it.

import { CUES } from "./cues.js";

/** Volumes by setting: five cues at once do not distort yet. @type {Record<string, number>} */
const LEVELS = { off: 0, soft: 0.2, full: 0.58 };

// Waking a context takes a moment; a cue that is later than this makes no sense any more.
const LATE_MS = 500;
// With more cues than this, small ones are left out: they would be a rattle.
const MOST_A_SECOND = 8;
// The same of the same seat is one to the ear, and only louder.
const TWICE_S = 0.08;
const WARNED_SECONDS = [3, 2, 1];
// Events after which a browser lets a page play sound.
const GESTURES = ["pointerup", "touchend", "click", "keydown"];
// For so long a page that nobody sees is heard, when it calls somebody back.
const CALL_MS = 3000;
const SILENCE = 0.0001;

/** @typedef {import("./cues.js").Note} Note */

export class Synth {
  /** @type {Window & typeof globalThis} */
  #window;
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {GainNode | null} */
  #volume = null;
  /** Made once, as it can be played in any context. @type {AudioBuffer | null} */
  #noise = null;
  #level = 0;
  #isFelt = false;
  #hasGesture = false;
  #isOpening = false;
  #isCalling = false;
  /** The sounds that wait for a context to run.
   * @type {{ asked: number, act: (context: AudioContext) => void }[]} */
  #due = [];
  /** Whose cues began or will begin lately, and when, in the context's seconds.
   * @type {{ heard: string, at: number }[]} */
  #begun = [];
  /** When the clock will have run out, by the page's clock; 0 if none runs. */
  #runsOutAt = 0;
  /** The scheduled warnings of that clock. @type {AudioScheduledSourceNode[]} */
  #warnings = [];

  /** @param {Window & typeof globalThis} window */
  constructor(window) {
    this.#window = window;
    const { document, navigator } = window;
    this.#hasGesture = navigator.userActivation?.hasBeenActive ?? false;
    for (const name of GESTURES) {
      document.addEventListener(name, () => this.#gesture(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /**
   * @param {string} level of LEVELS
   * @param {boolean} isFelt whether to vibrate as well
   */
  set(level, isFelt) {
    this.#level = LEVELS[level] ?? 0;
    this.#isFelt = isFelt;
    if (this.#volume) this.#volume.gain.value = this.#level;
    if (this.#level > 0) this.#wake();
    else this.#context?.suspend();
  }

  /**
   * Play a cue as sound and as vibration.
   * @param {string} name of CUES
   * @param {number} number which word, how many, how high: what the cue makes of it
   * @param {number} seat whose voice it is, counted from 1
   * @param {number} afterMs from now
   */
  play(name, number, seat, afterMs) {
    const cue = CUES[name];
    this.#feel(cue.pulses, afterMs);
    const asked = this.#window.performance.now();
    this.#whenRunning((context) => {
      const at =
        context.currentTime + Math.max(0, asked + afterMs - this.#window.performance.now()) / 1000;
      if (!this.#isCrowded(`${name} ${seat}`, at, cue.isSmall ?? false))
        this.#sound(context, cue.notes(number, seat), at);
    });
  }

  /** Let what comes next be heard even if nobody sees the page: it calls somebody back. */
  call() {
    this.#isCalling = true;
    this.#window.setTimeout(() => {
      this.#isCalling = false;
      this.#look();
    }, CALL_MS);
  }

  /**
   * Warn in the last seconds of a clock. The warnings are put on the audio graph at once, so that
   * they come in time however busy the page is.
   * @param {number} runsOutAt by `performance.now()`; 0 for no clock
   */
  warn(runsOutAt) {
    this.#runsOutAt = runsOutAt;
    this.#wake();
    this.#scheduleWarnings();
  }

  /** Schedule the clock's remaining warnings; anew whenever the context has stood still. */
  #scheduleWarnings() {
    for (const source of this.#warnings) source.stop();
    this.#warnings = [];
    const context = this.#context;
    if (context?.state !== "running" || this.#level === 0) return;
    const left = (this.#runsOutAt - this.#window.performance.now()) / 1000;
    // currentTime is read once: it goes on meanwhile, and warnings would not be a second apart.
    const runsOut = context.currentTime + left;
    for (const seconds of WARNED_SECONDS.filter((seconds) => seconds < left)) {
      this.#warnings.push(...this.#sound(context, CUES.clock.notes(seconds, 0), runsOut - seconds));
    }
  }

  // ------------------------------------------------------------ being allowed to

  #gesture() {
    const { userActivation } = this.#window.navigator;
    // Some keys are no gesture to a browser. If it does not tell, all of these events count as one.
    this.#hasGesture ||= userActivation?.hasBeenActive ?? true;
    this.#wake();
  }

  /** Suspend sound while the page is hidden, and resume it after. Phones leave a context that was
   * interrupted, by a call or by another page, in a state from which only this brings it back. */
  #look() {
    if (this.#window.document.visibilityState === "visible") this.#wake();
    else this.#context?.suspend();
  }

  get #mayRun() {
    const isWanted = this.#isCalling || this.#window.document.visibilityState === "visible";
    return this.#level > 0 && this.#hasGesture && isWanted;
  }

  /** Make sure that a context runs, if one may. */
  #wake() {
    if (!this.#mayRun || this.#isOpening) return;
    if (this.#context) {
      this.#resume(this.#context);
      return;
    }
    // Opening one takes longer than a press may. A gesture's timer may do what the gesture may.
    this.#isOpening = true;
    this.#window.setTimeout(() => {
      this.#isOpening = false;
      if (this.#mayRun) this.#resume(this.#open());
    });
  }

  /** @param {AudioContext} context */
  #resume(context) {
    if (context.state === "running") {
      this.#begin(context);
      return;
    }
    // One that cannot be woken is given up: the next gesture opens another.
    context.resume().catch(() => {
      if (this.#context !== context) return;
      this.#context = null;
      context.close().catch(() => {});
    });
  }

  #open() {
    const { navigator } = this.#window;
    // Music of another page or program goes on.
    if ("audioSession" in navigator)
      Object.assign(/** @type {object} */ (navigator.audioSession), { type: "ambient" });
    const context = new this.#window.AudioContext({ latencyHint: "interactive" });
    const volume = context.createGain();
    volume.gain.value = this.#level;
    volume.connect(context.destination);
    context.addEventListener("statechange", () => {
      this.#scheduleWarnings();
      if (context.state === "running") this.#begin(context);
    });
    this.#context = context;
    this.#volume = volume;
    this.#begun = [];
    return context;
  }

  /** @param {(context: AudioContext) => void} act */
  #whenRunning(act) {
    if (!this.#mayRun) return;
    this.#due.push({ asked: this.#window.performance.now(), act });
    this.#wake();
  }

  /**
   * Play the waiting sounds, except those that would come too late.
   * @param {AudioContext} context that runs
   */
  #begin(context) {
    const now = this.#window.performance.now();
    for (const { asked, act } of this.#due.splice(0)) {
      if (now - asked < LATE_MS) act(context);
    }
  }

  // ------------------------------------------------------------------- the graph

  /** @type {(heard: string, at: number, isSmall: boolean) => boolean} */
  #isCrowded(heard, at, isSmall) {
    this.#begun = this.#begun.filter((begun) => begun.at > at - 1);
    const isTwice = this.#begun.some(
      (begun) => begun.heard === heard && Math.abs(begun.at - at) < TWICE_S,
    );
    if (isTwice || (isSmall && this.#begun.length >= MOST_A_SECOND)) return true;
    this.#begun.push({ heard, at });
    return false;
  }

  /** @type {(context: AudioContext, notes: Note[], at: number) => AudioScheduledSourceNode[]} */
  #sound(context, notes, at) {
    return notes.map((note) => this.#note(context, note, at + note.at));
  }

  /** @type {(context: AudioContext, note: Note, at: number) => AudioScheduledSourceNode} */
  #note(context, { timbre, pitch, glide = pitch, lasts, loud }, at) {
    const end = at + lasts;
    const [frequency, last] = [hertz(pitch), hertz(glide)];
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(SILENCE, at);
    envelope.gain.linearRampToValueAtTime(loud, at + (timbre.attack ?? 0.003));
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    envelope.connect(/** @type {GainNode} */ (this.#volume));
    const { wave } = timbre;
    const source = wave === "noise" ? this.#hiss(context) : context.createOscillator();
    const filter = wave === "noise" || timbre.dull ? context.createBiquadFilter() : null;
    if (filter) {
      filter.type = wave === "noise" ? "bandpass" : "lowpass";
      filter.frequency.value = frequency * (timbre.dull ?? 1);
      filter.connect(envelope);
    }
    source.connect(filter ?? envelope);
    if (wave !== "noise") {
      const oscillator = /** @type {OscillatorNode} */ (source);
      oscillator.type = wave;
      oscillator.frequency.setValueAtTime(frequency, at);
      oscillator.frequency.exponentialRampToValueAtTime(last, end);
      if (timbre.ratio)
        bend(context, oscillator, frequency * timbre.ratio, timbre.depth ?? 1, at, end);
    }
    source.start(at);
    source.stop(end);
    return source;
  }

  /** @param {AudioContext} context */
  #hiss(context) {
    this.#noise ??= makeNoise(context);
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    return source;
  }

  /** @type {(pulses: number[] | undefined, afterMs: number) => void} */
  #feel(pulses, afterMs) {
    const { navigator } = this.#window;
    if (!pulses || !this.#isFelt || !this.#hasGesture || !("vibrate" in navigator)) return;
    this.#window.setTimeout(() => navigator.vibrate(pulses), afterMs);
  }
}

/** @param {number} pitch in semitones, 69 is 440 Hz */
const hertz = (pitch) => 440 * 2 ** ((pitch - 69) / 12);

/**
 * Give a note the overtones of a bell or a bar, which die away sooner than the note.
 * @type {(context: AudioContext, carrier: OscillatorNode, frequency: number, depth: number, at: number, end: number) => void}
 */
function bend(context, carrier, frequency, depth, at, end) {
  const bender = context.createOscillator();
  const amount = context.createGain();
  bender.frequency.value = frequency;
  amount.gain.setValueAtTime(frequency * depth, at);
  amount.gain.exponentialRampToValueAtTime(1, at + (end - at) / 2);
  bender.connect(amount);
  amount.connect(carrier.frequency);
  bender.start(at);
  bender.stop(end);
}

/**
 * Make the same noise every time: of random ones, one would be louder than another.
 * @param {AudioContext} context
 */
function makeNoise(context) {
  const noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  // A linear congruential generator, with the constants of Numerical Recipes.
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[i] = state / 2 ** 31;
  }
  return noise;
}
