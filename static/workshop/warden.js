// Guards a bot: a worker between the page and the bot's own worker, in the same frame of no origin. It keeps
// the time of a bot that thinks, and stops one that tells too much, so that the page has no work with either.

/**
 * What a bot may tell at once, and how much more in each second. What a slow device manages to hear in
 * a second is no measure: a flood is heard as fast as it can be, however slow that is.
 */
const MOST = { signs: 20_000, texts: 20_000, letters: 2_000_000 };
const A_SECOND = { signs: 5_000, texts: 300, letters: 500_000 };
/** What is told is handed on so often at most. */
const HANDED_ON_MS = 50;
/** The house's own bots take their time, and are not timed: a worker that is silent for longer is gone. */
const SILENCE_MS = 180_000;
/** What a bot's worker says when its bot begins to think, and when it has done. */
const BEGINS = 1;
const ENDS = 0;

/**
 * @typedef {object} Start
 * @property {Array<string>} code of the bot's worker
 * @property {any} files see bot.js
 *
 * @typedef {object} Job
 * @property {string} job
 * @property {number} limitMs how long a bot may think
 */

class Warden {
  #page;
  /** @type {Worker | null} */
  #worker = null;
  #limitMs = Infinity;
  /** When the bot has to be done, or the worker to say something. */
  #endsAtMs = Infinity;
  #isThinking = false;
  /** @type {string[]} what is to be handed on */
  #told = [];
  /** What it may still tell. */
  #left = { ...MOST };
  #heardMs = 0;

  /** @param {MessagePort} page */
  constructor(page) {
    this.#page = page;
    page.onmessage = ({ data }) => ("job" in data ? this.#give(data) : this.#start(data));
    setInterval(() => this.#look(), HANDED_ON_MS);
  }

  /** @param {Start} start */
  #start({ code, files }) {
    this.#worker = new Worker(URL.createObjectURL(new Blob(code, { type: "text/javascript" })));
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    // What it has told before is heard first: a browser may end one whose flood fills its memory.
    this.#worker.onerror = () => setTimeout(() => this.#worker && this.#end("died"), HANDED_ON_MS);
    const buffers = [files.snapshot, files.wasm, files.stdlib].map(({ buffer }) => buffer);
    this.#worker.postMessage(files, buffers);
    this.#endsAtMs = performance.now() + SILENCE_MS;
  }

  /** @param {Job} job */
  #give({ job, limitMs }) {
    this.#limitMs = limitMs;
    this.#endsAtMs = performance.now() + SILENCE_MS;
    this.#worker?.postMessage(job);
  }

  /** @param {unknown} said */
  #hear(said) {
    const nowMs = performance.now();
    if (!this.#worker) return;
    if (nowMs > this.#endsAtMs) return this.#end(this.#isThinking ? "time" : "died");
    if (!this.#mayTell(said, nowMs)) return this.#end("flood");
    if (typeof said === "string") this.#told.push(said);
    else this.#isThinking = said === BEGINS;
    this.#endsAtMs = nowMs + (this.#isThinking ? this.#limitMs : SILENCE_MS);
  }

  /**
   * Take what was said off what may be said.
   * @param {unknown} said
   * @param {number} nowMs
   */
  #mayTell(said, nowMs) {
    const left = this.#left;
    const seconds = (nowMs - this.#heardMs) / 1000;
    this.#heardMs = nowMs;
    for (const kind of /** @type {Array<keyof typeof MOST>} */ (Object.keys(MOST))) {
      left[kind] = Math.min(MOST[kind], left[kind] + seconds * A_SECOND[kind]);
    }
    if (typeof said === "string") {
      left.texts -= 1;
      left.letters -= said.length;
    } else if (said === BEGINS || said === ENDS) {
      left.signs -= 1;
    } else {
      return false;
    }
    return Math.min(left.signs, left.texts, left.letters) >= 0;
  }

  #look() {
    if (this.#told.length) this.#page.postMessage({ told: this.#told });
    this.#told = [];
    if (this.#worker && performance.now() > this.#endsAtMs) this.#end(this.#isThinking ? "time" : "died");
  }

  /** @param {string} why */
  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#look();
    this.#page.postMessage({ ended: why });
  }
}

addEventListener("message", ({ ports: [page] }) => new Warden(page), { once: true });
