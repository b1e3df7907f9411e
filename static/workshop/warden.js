// Guards bots: a worker between the page and the Pythons in which they run, in the same frame of no origin. Each
// bot has a Python to itself, and so has the judge of a series, in which no code of a person's own runs. All that
// they tell each other passes here. The warden keeps the time of whoever was asked by its own clock, so that
// nothing a bot says makes it longer, and ends what tells too much, so that the page has no work with either.

/**
 * What a bot may print at once, and how much more in each second. What a slow device manages to hear in
 * a second is no measure: a flood is heard as fast as it can be, however slow that is.
 */
const MOST = { texts: 20_000, letters: 2_000_000 };
const A_SECOND = { texts: 300, letters: 500_000 };
/** Letters of a line that is printed, and of an answer. */
const MOST_PRINTED = 2_000;
const MOST_ANSWERED = 500_000;
/** So often a bot says in which line it is, while it thinks once. */
const MOST_LINES = 200_000;
/** What is told is handed on so often at most. */
const HANDED_ON_MS = 50;
/** The house's own bots take their time, and are not timed: a judge that is silent for longer is gone. */
const SILENCE_MS = 180_000;
/** How long a Python may take to start on a slow device. */
const START_MS = 90_000;
/** How many bots at a table keep their Pythons. */
const MOST_SEATED = 6;

/**
 * How long a question may take in all, of a bot that may think for so long. Its Python stops it in time, and says in
 * which line; what does not let itself be stopped ends here. A part of it is the house's search for `evaluate`.
 * @param {number} limitMs
 */
const patience = (limitMs) => 3 * limitMs + 5_000;
/** In a match a bot may think for so many times its limit, and in a series. */
const IN_MATCH = 200;
const IN_SERIES = 2_000;

/** What a Python says: that it is there, a line that was printed, an answer, or that its bot has failed. */
const UP = 0;
const PRINTED = 1;
const ANSWERED = 2;
const FAILED = 3;
const AT_LINE = 4;
/** How a question begins by which a file is run for a match. */
const MAKE = '{"kind":"make"';
/** To whom the judge says what is for the page; it asks a contestant by its place. */
const TELL = -1;

/**
 * @typedef {object} Start
 * @property {Array<string>} code of a Python's worker
 * @property {any} files see bot.js
 *
 * @typedef {object} Job
 * @property {string} job as JSON, see play/own_jobs.py
 * @property {number} limitMs how long a bot may think
 */

/**
 * Runs first of all in a Python's worker, whatever comes after it: nothing reaches the document that has made
 * the worker, and what is told goes by the port of the warden.
 */
function toWarden() {
  /** @type {MessagePort} */
  let port;
  const take = (/** @type {MessageEvent} */ event) => {
    event.stopImmediatePropagation();
    removeEventListener("message", take);
    [port] = event.ports;
    port.onmessage = ({ data }) => dispatchEvent(new MessageEvent("message", { data }));
  };
  addEventListener("message", take);
  const value = (/** @type {unknown} */ told) => port.postMessage(told);
  for (let scope = globalThis; scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    if (scope === globalThis || Object.hasOwn(scope, "postMessage"))
      Object.defineProperty(scope, "postMessage", { value, configurable: true });
  }
}

/** A Python in a worker of its own. */
class Python {
  /** @type {Map<number, Python>} those that run, by what the document calls them */
  static #running = new Map();
  static #made = 0;

  /** @param {Array<string>} code of their workers */
  static prepare(code) {
    postMessage([0, [`(${toWarden})();`, ...code]]);
  }

  /**
   * Hear that one has ended by itself.
   * @param {number} id
   */
  static ended(id) {
    // What it has told before is heard first: a browser may end one whose flood fills its memory.
    setTimeout(() => Python.#running.get(id)?.died(), HANDED_ON_MS);
  }

  isUp = false;
  sinceMs = performance.now();
  /** Hears that it is there, once. */
  up = () => {};
  /** Hears what it says after that, a number and a text: null for what nobody of ours says. */
  hear = (/** @type {number | null} */ _, /** @type {string} */ __) => {};
  /** Hears that it has ended by itself. */
  died = () => {};
  #id = (Python.#made += 1);
  #port;
  #left = { ...MOST };
  #heardMs = performance.now();

  /**
   * @param {any} files
   * @param {string} role `judge` or `bot`
   */
  constructor(files, role) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#take(data);
    Python.#running.set(this.#id, this);
    postMessage([this.#id], { transfer: [port2] });
    this.give({ ...files, role });
  }

  /** @param {unknown} told */
  give(told) {
    this.#port.postMessage(told);
  }

  end() {
    Python.#running.delete(this.#id);
    this.#port.close();
    postMessage([this.#id]);
  }

  /** @param {unknown} said */
  #take(said) {
    const [kind, text] = Array.isArray(said) ? said : [];
    if (!Number.isInteger(kind) || typeof text !== "string") return this.hear(null, "");
    if (kind !== UP || this.isUp) return this.hear(kind, text);
    this.isUp = true;
    this.up();
  }

  /**
   * Take what was printed off what may be.
   * @param {string} text
   */
  mayPrint({ length }) {
    const left = this.#left;
    const nowMs = performance.now();
    const seconds = (nowMs - this.#heardMs) / 1000;
    this.#heardMs = nowMs;
    for (const kind of /** @type {Array<keyof typeof MOST>} */ (Object.keys(MOST))) {
      left[kind] = Math.min(MOST[kind], left[kind] + seconds * A_SECOND[kind]);
    }
    left.texts -= 1;
    left.letters -= length;
    return length <= MOST_PRINTED && Math.min(left.texts, left.letters) >= 0;
  }
}

/** Where a bot sits: it may have one Python after the other. */
class Seat {
  /** @type {Python | null} */
  python = null;
  /** What it was asked, and not answered. @type {string | null} */
  question = null;
  /** When its Python was handed the question; Infinity before. */
  askedMs = Infinity;
  matchMs = 0;
  seriesMs = 0;
  /** Of its file, which was run last as far as it says; 0 if it has not said. */
  line = 0;
  /** How often it has said so of this question. */
  lines = 0;

  /** @param {(text: string) => void} deliver takes what it answers */
  constructor(deliver) {
    this.deliver = deliver;
  }
}

class Warden {
  #page;
  /** What every Python starts from; null before it has come. @type {any} */
  #files = null;
  /** @type {string[]} what is to be handed on */
  #told = [];
  #limitMs = Infinity;
  /** @type {Python | null} */
  #judge = null;
  /** What the judge is to do when it is there, or does. @type {string | null} */
  #series = null;
  #heardMs = 0;
  /** A Python that nobody has used yet. @type {Python | null} */
  #spare = null;
  /** By their places in the series, or by what they remember at a table. @type {Map<number | string, Seat>} */
  #seats = new Map();
  /** What came before the files were there. @type {Job | null} */
  #early = null;

  /** @param {MessagePort} page */
  constructor(page) {
    this.#page = page;
    page.onmessage = ({ data }) => ("job" in data ? this.#give(data) : this.#begin(data));
    setInterval(() => this.#look(), HANDED_ON_MS);
  }

  /** @param {Start} start */
  async #begin({ code, files }) {
    Python.prepare(code);
    try {
      // Compiled once for all of them.
      this.#files = { ...files, wasm: await WebAssembly.compile(files.wasm) };
    } catch {
      return this.#end("died");
    }
    this.#prepare();
    if (this.#early) this.#give(this.#early);
  }

  /** Have a Python at hand for the next bot. */
  #prepare() {
    if (this.#spare || !this.#files) return;
    const python = (this.#spare = new Python(this.#files, "bot"));
    python.up = () => this.#ready();
    python.died = python.hear = () => {
      python.end();
      if (this.#spare === python) this.#spare = null;
    };
  }

  #ready() {
    this.#told.push('{"kind":"ready"}');
  }

  /** @param {Job} given */
  #give(given) {
    if (!this.#files) {
      this.#early = given;
      return;
    }
    this.#limitMs = given.limitMs;
    const job = JSON.parse(given.job);
    if (job.kind === "ask") this.#seated(job.memory, given.job);
    else this.#play(job, given.job);
  }

  /**
   * Ask a bot at a table.
   * @param {string} memory
   * @param {string} question
   */
  #seated(memory, question) {
    for (const [key, seat] of this.#seats) if (typeof key === "number") this.#clear(key, seat);
    const seat = this.#seats.get(memory) ?? new Seat((text) => this.#told.push(text));
    this.#seats.delete(memory);
    this.#seats.set(memory, seat);
    for (const [key, other] of this.#seats) {
      if (this.#seats.size > MOST_SEATED) this.#clear(key, other);
    }
    this.#ask(seat, question);
  }

  /**
   * Have a series played, with a Python for each bot of a person's own.
   * @param {{contestants: Array<{source?: string}>}} series
   * @param {string} job
   */
  #play({ contestants }, job) {
    for (const [key, seat] of this.#seats) this.#clear(key, seat);
    this.#series = job;
    this.#heardMs = performance.now();
    contestants.forEach(({ source }, place) => {
      if (!source) return;
      const seat = new Seat((text) => this.#judge?.give([place, text]));
      this.#seats.set(place, seat);
      this.#sit(seat);
    });
    if (this.#judge?.isUp) return this.#judge.give([TELL, job]);
    if (!this.#judge) this.#callJudge();
  }

  #callJudge() {
    if (!this.#files) return;
    const judge = (this.#judge = new Python(this.#files, "judge"));
    judge.died = () => this.#end("died");
    judge.up = () => {
      this.#ready();
      judge.give([TELL, this.#series]);
    };
    judge.hear = (to, text) => {
      this.#heardMs = performance.now();
      if (to === null) this.#end("flood");
      else if (to === TELL) this.#tell(text);
      else this.#pass(to, text);
    };
  }

  /** @param {string} text */
  #tell(text) {
    this.#told.push(text);
    if (text.startsWith('{"kind":"done"') || text.startsWith('{"kind":"failed"'))
      this.#series = null;
  }

  /**
   * Pass on what the judge asks a contestant.
   * @param {number} place
   * @param {string} text
   */
  #pass(place, text) {
    const seat = this.#seats.get(place);
    if (!seat) return;
    if (text.startsWith(MAKE)) seat.matchMs = 0;
    this.#ask(seat, text);
  }

  /**
   * @param {number | string} key
   * @param {Seat} seat
   */
  #clear(key, seat) {
    seat.python?.end();
    this.#seats.delete(key);
  }

  /** Have a Python sit at a seat that nobody has used. @param {Seat} seat */
  #sit(seat) {
    if (seat.python || !this.#files) return;
    const python = this.#spare ?? new Python(this.#files, "bot");
    this.#spare = null;
    seat.python = python;
    python.up = () => {
      this.#ready();
      if (seat.question !== null) this.#hand(seat);
    };
    python.hear = (kind, text) => this.#hear(seat, kind, text);
    python.died = () => this.#fail(seat, "died");
  }

  /**
   * @param {Seat} seat
   * @param {string} question
   */
  #ask(seat, question) {
    seat.question = question;
    seat.askedMs = Infinity;
    this.#sit(seat);
    if (seat.python?.isUp) this.#hand(seat);
  }

  /** Hand over what a seat is asked; its time begins. @param {Seat} seat */
  #hand(seat) {
    seat.askedMs = performance.now();
    seat.line = seat.lines = 0;
    seat.python?.give([this.#limitMs, seat.question]);
  }

  /**
   * @param {Seat} seat
   * @param {number | null} kind
   * @param {string} text
   */
  #hear(seat, kind, text) {
    if (kind === PRINTED && seat.python?.mayPrint(text)) {
      this.#told.push(JSON.stringify({ kind: "printed", text }));
    } else if (kind === AT_LINE && /^[1-9]\d{0,5}$/.test(text) && seat.lines < MOST_LINES) {
      seat.line = Number(text);
      seat.lines += 1;
    } else if (
      (kind === ANSWERED || kind === FAILED) &&
      seat.askedMs < Infinity &&
      text.length <= MOST_ANSWERED
    ) {
      if (kind === FAILED) this.#renew(seat);
      this.#charge(seat);
      if (seat.matchMs > IN_MATCH * this.#limitMs) this.#fail(seat, "match-time", IN_MATCH);
      else if (seat.seriesMs > IN_SERIES * this.#limitMs)
        this.#fail(seat, "series-time", IN_SERIES);
      else this.#answered(seat, text);
    } else this.#fail(seat, "flood");
  }

  /** Count the time of a question. @param {Seat} seat */
  #charge(seat) {
    const tookMs = performance.now() - seat.askedMs;
    seat.matchMs += tookMs;
    seat.seriesMs += tookMs;
    seat.askedMs = Infinity;
  }

  /**
   * @param {Seat} seat
   * @param {string} text
   */
  #answered(seat, text) {
    seat.question = null;
    seat.deliver(text);
    // The next one that needs a Python does not wait for it.
    this.#prepare();
  }

  /** Whoever has failed gets another Python. @param {Seat} seat */
  #renew(seat) {
    seat.python?.end();
    seat.python = null;
  }

  /**
   * @param {Seat} seat
   * @param {string} why as FailureKind in play/own_jobs.py
   * @param {number} [times] its limit, if time has run out
   */
  #fail(seat, why, times = 1) {
    this.#renew(seat);
    if (seat.question === null) return;
    const { line } = seat;
    // A file that does not come to its end is no bot.
    const kind = why === "time" && seat.question.startsWith(MAKE) ? "file-time" : why;
    const said = kind.endsWith("time") ? String((times * this.#limitMs) / 1000) : "";
    const failure = { name: "?", kind, said, line, seat: 0, position: "" };
    this.#answered(seat, JSON.stringify({ kind: "failed", failure }));
  }

  #look() {
    if (this.#told.length) this.#page.postMessage({ told: this.#told });
    this.#told = [];
    const nowMs = performance.now();
    let isAsking = false;
    for (const seat of this.#seats.values()) {
      isAsking ||= seat.question !== null;
      const { python } = seat;
      if (nowMs > seat.askedMs + patience(this.#limitMs)) this.#fail(seat, "time");
      else if (python && !python.isUp && nowMs > python.sinceMs + START_MS)
        this.#fail(seat, "died");
    }
    if (isAsking) this.#heardMs = nowMs;
    if (this.#series !== null && nowMs > this.#heardMs + SILENCE_MS) this.#end("died");
  }

  /** @param {string} why */
  #end(why) {
    for (const [key, seat] of this.#seats) this.#clear(key, seat);
    this.#judge?.end();
    this.#spare?.end();
    this.#judge = this.#spare = this.#series = null;
    if (this.#told.length) this.#page.postMessage({ told: this.#told });
    this.#told = [];
    this.#page.postMessage({ ended: why });
  }
}

// First comes the page's port, and then which Python has ended.
addEventListener("message", ({ ports: [page], data }) =>
  page ? new Warden(page) : Python.ended(data),
);
