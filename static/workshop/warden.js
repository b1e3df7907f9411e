// Guards a bot: a worker between the page and the bot's own worker, in the same frame of no origin. It keeps
// the time of a bot that thinks, and stops one that tells too much, so that the page has no work with either.

/** How often a bot may tell something, and how much, in a second. */
const MOST_TOLD = 20_000;
const MOST_LETTERS = 2_000_000;
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
  #second = { fromMs: 0, messages: 0, letters: 0 };

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
    this.#worker.onerror = () => this.#end("died");
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
    if (nowMs > this.#second.fromMs + 1000) this.#second = { fromMs: nowMs, messages: 0, letters: 0 };
    this.#second.messages += 1;
    if (typeof said === "string") this.#second.letters += said.length;
    else if (said !== BEGINS && said !== ENDS) return this.#end("flood");
    const { messages, letters } = this.#second;
    if (messages > MOST_TOLD || letters > MOST_LETTERS) return this.#end("flood");
    if (typeof said === "string") this.#told.push(said);
    else this.#isThinking = said === BEGINS;
    this.#endsAtMs = nowMs + (this.#isThinking ? this.#limitMs : SILENCE_MS);
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
