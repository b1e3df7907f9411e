// Tells how the start is going, and what to do where it does not.

import { gettext } from "./words.js";

const QUIET_MS = 400;
// A screen reader is told the quarters, not each percent.
const STEP = 25;

/** The line at the foot of the page while it starts, and the message where it cannot. */
export class Status {
  #line = /** @type {HTMLElement} */ (document.getElementById("boot-progress"));
  #told = progressText(null);
  // A start that is over at once needs no words.
  #timer = setTimeout(() => this.#tell(), QUIET_MS);

  /** @param {number | null} share of what is to be fetched that has come, from 0 to 1 */
  progress(share) {
    const text = progressText(share);
    if (text === this.#told) return;
    this.#told = text;
    if (this.#line.textContent) this.#tell();
  }

  /** The page answers: no more words. */
  done() {
    clearTimeout(this.#timer);
    document.getElementById("boot-failure")?.remove();
    this.#line.remove();
  }

  /**
   * Say what is wrong. A start that is merely slow may still come to its end.
   * @param {string} what
   * @param {unknown} error what the browser said, or null
   */
  fail(what, error) {
    clearTimeout(this.#timer);
    const root = document.documentElement;
    if (root.dataset.state === "ready" || document.getElementById("boot-failure")) return;
    root.dataset.state = "error";
    this.#line.textContent = "";
    this.#line.after(failure(what, error));
  }

  /**
   * Say why a page that was ready answers no more; what was played is kept.
   * @param {string} what
   * @param {unknown} error
   */
  stop(what, error) {
    const root = document.documentElement;
    if (root.dataset.state !== "ready") return;
    root.dataset.state = "error";
    document.body.prepend(failure(what, error));
  }

  /**
   * Say what did not come, where it can be played without.
   * @param {string} what
   */
  warn(what) {
    const box = alertBox("boot-warning", what);
    box.append(advice(), tryAgain());
    this.#line.after(box);
  }

  #tell() {
    this.#line.textContent = this.#told;
  }
}

/** @type {(id: string, what: string) => HTMLElement} */
function alertBox(id, what) {
  const box = document.createElement("div");
  box.id = id;
  box.setAttribute("role", "alert");
  box.append(paragraph(what));
  return box;
}

function advice() {
  return paragraph(gettext("Check that you are connected: some networks want you to log in first."));
}

function tryAgain() {
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = gettext("Try again");
  again.addEventListener("click", () => location.reload());
  return again;
}

/** @type {(what: string, error: unknown) => HTMLElement} */
function failure(what, error) {
  const box = alertBox("boot-failure", what);
  if (error) {
    const detail = document.createElement("pre");
    detail.textContent = firstLines(String(error));
    box.append(detail, advice());
  }
  if (isFramed()) box.append(linkToItself());
  box.append(tryAgain());
  return box;
}

/** @param {string} text */
function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** Whether the page lies in another one, which may forbid it what it needs. */
function isFramed() {
  return globalThis.top !== globalThis.self;
}

function linkToItself() {
  const link = document.createElement("a");
  Object.assign(link, { href: location.href, target: "_blank", rel: "noopener" });
  link.textContent = gettext("Open the game in a tab of its own");
  return link;
}

/**
 * @param {number | null} share null where nobody can tell: a number that stays 0 would be none
 * @returns {string}
 */
function progressText(share) {
  if (share === null) return gettext("Loading …");
  if (share === 1) return gettext("Setting the table …");
  const percent = Math.floor((share * 100) / STEP) * STEP;
  return gettext("Loading: {percent} %").replace("{percent}", String(percent));
}

/** @param {string} text */
function firstLines(text) {
  const lines = text.trim().split("\n");
  // Python puts what went wrong last.
  return lines.length > 4 ? `${lines[0]}\n...\n${lines.at(-1)}` : lines.join("\n");
}
