// Runs bots that people write, where they reach nothing: neither the page nor what is kept nor a network nor each
// other.

import { Made, made } from "../runtime/made.js";
import { DOCUMENT } from "./frame.js";

/**
 * Of these files, the page's own are fetched by their addresses, so that they work without a network. The
 * folder is named, as in a page that is one file this script is in another (tools/carry.py).
 */
const WARDEN = new URL("../workshop/warden.js", import.meta.url);
const BOT = new URL("../workshop/bot.js", import.meta.url);
const SOURCES = new URL("../workshop/python.json", import.meta.url);
/** The names of what a bot starts from, where the page itself starts another way: `make play` makes it when it is asked. */
const MADE_FOR_BOTS = new URL("../made/bots.json", import.meta.url);

/** How long a start may take on a slow device. */
const START_MS = 90_000;
/** A list of what was told cannot be longer: the warden hands it on twenty times in a second. */
const MOST_TOLD = 20_000;
const MOST_LETTERS = 4_000_000;
const ENDS = ["flood", "died"];

/**
 * @typedef {(told: string) => void} Tell is handed what the frame has told: a list of texts, as JSON
 * @typedef {(why: string) => void} Ended is told why the frame has ended: `flood` if it has told too much, `died`
 *   if what judges went by itself, or could not be started
 */

/** One frame after the other, each with the workers of bots in it, and with their warden. */
export class Sandbox {
  #tell;
  #ended;
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {Promise<MessagePort> | null} */
  #warden = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #starting;

  /**
   * @param {Tell} tell
   * @param {Ended} ended
   */
  constructor(tell, ended) {
    this.#tell = tell;
    this.#ended = ended;
  }

  /** Start the frame, so that the first job is not waited for. */
  prepare() {
    this.#warden ??= this.#start();
    this.#warden.catch(() => {});
  }

  /**
   * Have a job done in place of the one before; the frame is started for the first one.
   * @param {string} job as JSON, see play/own_jobs.py
   * @param {number} limitMs how long a bot may think
   */
  async run(job, limitMs) {
    this.#warden ??= this.#start();
    const started = this.#warden;
    try {
      (await started).postMessage({ job, limitMs });
    } catch (error) {
      if (this.#warden !== started) return;
      console.warn("The worker for bots could not be started:", error);
      // Its files may be gone, see py/spieltisch/shell/site_files.py.
      dispatchEvent(new Event("spieltisch:missing"));
      this.#end("died");
    }
  }

  /** Throw the frame away, with everything that runs in it. */
  stop() {
    // Else the timer would hold the frame that has gone, with all that is in it.
    clearTimeout(this.#starting);
    this.#frame?.remove();
    this.#frame = this.#warden = null;
  }

  /** @param {string} why */
  #end(why) {
    this.stop();
    this.#ended(why);
  }

  /** @returns {Promise<MessagePort>} of the warden, once Python is being started */
  async #start() {
    const frame = (this.#frame = document.createElement("iframe"));
    frame.setAttribute("sandbox", "allow-scripts");
    frame.hidden = true;
    frame.srcdoc = DOCUMENT;
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    const [start, warden] = await Promise.all([fetchedFiles(), text(WARDEN), loaded]);
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }) => this.#hear(frame, data);
    frame.contentWindow?.postMessage(warden, "*", [port2]);
    const { snapshot, wasm, stdlib } = start.files;
    port.postMessage(start, [snapshot.buffer, wasm.buffer, stdlib.buffer]);
    this.#starting = setTimeout(() => {
      if (this.#frame === frame && frame.dataset.isUp === undefined) this.#end("died");
    }, START_MS);
    return port;
  }

  /**
   * Take in what comes from a frame, as if a stranger had written it.
   * @param {HTMLIFrameElement} frame
   * @param {unknown} data
   */
  #hear(frame, data) {
    if (this.#frame !== frame) return;
    const { told, ended } = /** @type {Record<string, unknown>} */ (Object(data));
    if (
      Array.isArray(told) &&
      told.length <= MOST_TOLD &&
      told.every((one) => typeof one === "string")
    ) {
      frame.dataset.isUp = "";
      const list = JSON.stringify(told);
      if (list.length <= MOST_LETTERS) return this.#tell(list);
    }
    this.#end(ENDS.find((why) => why === ended) ?? "flood");
  }
}

async function fetchedFiles() {
  const parts = made.url("snapshot") ? made : await madeForBots();
  const stdlib = new URL(`${parts.address("plain").href}/python_stdlib.zip`);
  const [snapshot, wasm, library, script, bot, sources] = await Promise.all([
    parts.bytes("snapshot"),
    parts.bytes("wasm"),
    fetched(stdlib).then((response) => response.arrayBuffer()),
    text(parts.address("script")),
    text(BOT),
    fetched(SOURCES).then((response) => response.json()),
  ]);
  const files = { snapshot, wasm, stdlib: new Uint8Array(library), sources };
  return { code: [script, "\n", bot], files };
}

async function madeForBots() {
  const names = await (await fetched(MADE_FOR_BOTS)).json();
  return new Made(new URLSearchParams(names).toString());
}

/** @param {URL} url */
async function text(url) {
  return (await fetched(url)).text();
}

/** @param {URL} url */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url.pathname}`);
  return response;
}
