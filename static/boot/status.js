// Tells how the start is going, and what to do if it fails.

import { startAgain } from "../offline/mending.js";
import { gettext } from "./words.js";

const QUIET_MS = 400;
// A screen reader is told the quarters, not each percent.
const STEP = 25;
// By a slow line some bytes come all the time, and a slow device has set the table by then.
const STALL_MS = 10_000;

/** The line at the foot of the page while it starts, and the message if it fails. */
export class Status {
  #line = /** @type {HTMLElement} */ (document.getElementById("boot-progress"));
  #told = progressText(null);
  // A quicker start needs no text.
  #timer = setTimeout(() => this.#tell(), QUIET_MS);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #stall;

  /**
   * Tell how far the start is; called at each bit of progress. If none comes, that is told, too.
   * @param {number | null} share of the big files that has been fetched, from 0 to 1
   */
  progress(share) {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#tellOfStall(), STALL_MS);
    // The eye is told each bit: the line fills.
    this.#line.style.setProperty("--share", String(share ?? 0));
    const text = progressText(share);
    if (text === this.#told) return;
    this.#told = text;
    if (this.#line.textContent) this.#tell();
  }

  /** Remove all texts: the page is ready. */
  done() {
    this.#waitNoLonger();
    document.getElementById("boot-failure")?.remove();
    this.#line.remove();
  }

  /**
   * Report a failure. A start that is merely slow may still succeed.
   * @param {string} what
   * @param {unknown} error what the browser said, or null
   * @param {boolean} [isOfFiles] whether a file that did not come may be the reason
   */
  fail(what, error, isOfFiles = error !== null) {
    this.#waitNoLonger();
    const root = document.documentElement;
    if (root.dataset.state === "ready" || document.getElementById("boot-failure")) return;
    root.dataset.state = "error";
    this.#line.textContent = "";
    this.#line.after(failure(what, error, isOfFiles));
  }

  /**
   * Say what to do about a failure, now that more is known than when it was reported.
   * @param {string} todo
   */
  advise(todo) {
    const box = document.getElementById("boot-failure");
    const told = box?.querySelector(".boot-advice");
    if (told) told.textContent = todo;
    else box?.querySelector("button")?.before(advice(todo));
  }

  /**
   * Report that the page cannot start where it is.
   * @param {string} what
   * @param {string} todo
   */
  refuse(what, todo) {
    this.#waitNoLonger();
    document.documentElement.dataset.state = "error";
    const box = alertBox("boot-failure", what);
    box.append(paragraph(todo));
    this.#line.after(box);
  }

  /**
   * Report that a page that was ready no longer responds; what was played is kept.
   * @param {string} what
   */
  stop(what) {
    const root = document.documentElement;
    if (root.dataset.state !== "ready") {
      this.fail(what, null);
      return;
    }
    root.dataset.state = "error";
    document.body.prepend(failure(what, null, false));
  }

  /**
   * Report that something failed to load which playing does not need.
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

  #tellOfStall() {
    // Any more progress is told as ever.
    const late = gettext("This is taking longer than usual.");
    this.#told = `${this.#told} ${late}`;
    this.#tell();
  }

  #waitNoLonger() {
    clearTimeout(this.#timer);
    clearTimeout(this.#stall);
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

/** @param {string} [todo] */
function advice(todo) {
  const usual = gettext("Check that you are connected. Some networks want you to log in first.");
  const made = paragraph(todo ?? usual);
  made.className = "boot-advice";
  return made;
}

function tryAgain() {
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = gettext("Try again");
  again.addEventListener("click", () => startAgain());
  return again;
}

/** @type {(what: string, error: unknown, isOfFiles: boolean) => HTMLElement} */
function failure(what, error, isOfFiles) {
  const box = alertBox("boot-failure", what);
  if (error) {
    const detail = document.createElement("pre");
    detail.textContent = firstLines(String(error));
    box.append(detail);
  }
  if (isOfFiles) box.append(advice());
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

/** Whether the page is in a frame, which may forbid it what it needs. */
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
 * @param {number | null} share null if it is unknown: a percentage would then stay at 0
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
  // A Python traceback ends with the error.
  return lines.length > 4 ? `${lines[0]}\n...\n${lines.at(-1)}` : lines.join("\n");
}
