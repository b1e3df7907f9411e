// What happens before Python runs: show the first view, keep early input, start PyScript.

import { isLoadedAnew, listenToWorker, loadAnew, mend } from "../offline/mending.js";
import { fetchedShare, made } from "../runtime/made.js";
import { markHastyPresses } from "./arrivals.js";
import { keepEarlyInput } from "./early_input.js";
import { died } from "./failure.js";
import { firstPlace, lastView } from "./first_view.js";
import { keepAsking } from "./heartbeat.js";
import { loadPyScript } from "./pyscript.js";
import { Status } from "./status.js";
import { languageOfVisit, stored } from "./visitor.js";
import { gettext, languages, translate, useLanguage } from "./words.js";

// A module of WebAssembly with nothing in it.
const EMPTY_WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
// How long a start may come no further. By a slow line it takes longer, and some bytes come all the time.
const LIMIT_MS = 60_000;
// What ends Python later than this does not come from what it has started from.
const FROM_START_MS = 300_000;
// A failed start may still succeed in another way: wait this long before reporting the failure.
const SECOND_WAY_MS = 4_000;

// Chromium may tell of no idle moment at all while nothing is drawn.
const IDLE_LIMIT_MS = 2_000;

/** @type {(run: () => void, options?: { timeout: number }) => void} */
const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 500));

/** Show, as far as it is known now, what the visitor will see once Python runs. */
function showFirstView() {
  const root = document.documentElement;
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const settings = /** @type {any} */ (stored("settings")) ?? {};
  /** @type {Map<string, string>} */
  const others = new Map();
  for (const view of document.querySelectorAll("script[data-view]")) {
    others.set(view.getAttribute("data-view") ?? "", view.textContent ?? "");
  }
  const known = languages();
  const language = languageOfVisit(Object.keys(known));
  if (typeof settings.theme === "string") root.dataset.theme = settings.theme;
  useLanguage(known[language]);
  const last = lastView(stored("last-view"), location.hash, language);
  if (last !== null) {
    app.innerHTML = last;
    return;
  }
  const place = firstPlace(location.hash, [app.dataset.view ?? "", ...others.keys()]);
  const other = others.get(place);
  if (other !== undefined) app.innerHTML = other;
  translate(app, language);
}

/**
 * Note the first key that is pressed beside fields, which a telephone's own keys only write in, or that
 * somebody has come to the field for moves: until then nothing has to be seen that keys are for
 * (hidden.css). Once seen it stays, as a press that leaves the field must not move what it is on.
 */
function noteKeyboard() {
  const leaving = new AbortController();
  const note = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const isField = target.closest("input, textarea, [contenteditable]") !== null;
    const isNew = event.type === "keydown" ? !isField : isField && target.closest(".typing");
    if (!isNew || !event.isTrusted) return;
    document.documentElement.toggleAttribute("data-has-keyboard", true);
    leaving.abort();
  };
  for (const type of ["keydown", "focusin"])
    document.addEventListener(type, note, { capture: true, signal: leaving.signal });
}

/** Whether the page's style sheet has loaded and has any rules. */
function hasStyles() {
  // A page that is one file has it in it.
  const link = /** @type {HTMLLinkElement | HTMLStyleElement | null} */ (
    document.querySelector("link[rel=stylesheet], head > style")
  );
  try {
    return Boolean(link?.sheet?.cssRules.length);
  } catch {
    // In a frame without an origin a page may not read its own style sheet: so it has one.
    return true;
  }
}

/**
 * Report that the start has failed; if that is because a file was damaged, start once more.
 * @param {Status} status
 * @param {string} what
 * @param {unknown} error
 */
async function fail(status, what, error) {
  if (document.documentElement.dataset.state === "ready") return;
  status.fail(what, error, true);
  const mended = await mend();
  if (isLoadedAnew(mended) || !mended?.missing.length) return;
  status.advise(
    gettext(
      "Some of the game's files on this device are damaged or missing. Connect to the internet, then press “Try again” to fetch them again.",
    ),
  );
}

/**
 * Start once more, as Python has ended by an error of its own. Either a file was damaged, or this
 * browser cannot run Python from the snapshot of its memory: then it starts without.
 * @param {Status} status
 */
async function startWithoutSnapshot(status) {
  const mended = await mend();
  if (!mended?.damaged.length && performance.now() < FROM_START_MS) made.giveUpSnapshot();
  if (loadAnew()) return;
  status.stop(gettext("The game has stopped because of an error. What you have played is saved."));
}

/** @param {Status} status */
async function startPyScript(status) {
  // Where it is forbidden to compile any, that is the reason, and not what is told later.
  WebAssembly.compile(EMPTY_WASM).catch(() => status.fail(noWebAssembly(), null));
  try {
    await loadPyScript();
  } catch (error) {
    fail(status, gettext("A file of the game could not be loaded."), error);
  }
}

function noWebAssembly() {
  return gettext("This browser has no WebAssembly, or it is switched off.");
}

/** Make a built site work without a network from now on. */
async function workOffline() {
  if (!document.documentElement.dataset.build) return;
  try {
    await import("../offline/register.js");
  } catch (error) {
    console.info("Not prepared for being without a network:", error);
  }
}

/** Whether somebody looks at a page that is taken to be alive. */
function isWatched() {
  return !document.hidden && document.documentElement.dataset.state === "ready";
}

/** Ask Python now and then whether it answers: without that a page may look as ever, and be dead. */
function askPython() {
  keepAsking(
    (detail) => dispatchEvent(new CustomEvent("spieltisch:ping", { detail })),
    isWatched,
    () => died(new Error("Python no longer answers")),
  );
}

/** @param {Status} status */
function watch(status) {
  /** @type {ReturnType<typeof setTimeout>} */
  let limit;
  const progress = (/** @type {number | null} */ share) => {
    status.progress(share);
    clearTimeout(limit);
    limit = setTimeout(() => {
      fail(status, gettext("The game is taking unusually long to start."), null);
    }, LIMIT_MS);
  };
  progress(fetchedShare());
  const hear = (/** @type {any} */ event) => progress(event.detail);
  addEventListener("spieltisch:fetched", hear);
  addEventListener("spieltisch:failed", (event) => {
    const error = /** @type {CustomEvent<unknown>} */ (event).detail;
    fail(status, gettext("The game could not be started."), error);
  });
  // Whoever asks whether it is alive finds out, too.
  addEventListener("spieltisch:died", () => startWithoutSnapshot(status), { once: true });
  addEventListener("unhandledrejection", (event) => {
    const { reason } = event;
    if (document.documentElement.dataset.state !== "ready") {
      // The page reports it below, unless the start succeeds after all.
      event.preventDefault();
      console.warn(reason);
    }
    setTimeout(
      () => fail(status, gettext("The game could not be started."), reason),
      SECOND_WAY_MS,
    );
  });
  const root = document.documentElement;
  const observer = new MutationObserver(() => {
    if (root.dataset.state !== "ready") return;
    observer.disconnect();
    removeEventListener("spieltisch:fetched", hear);
    clearTimeout(limit);
    status.done();
    giveEarlyInput();
    askPython();
    whenIdle(workOffline, { timeout: IDLE_LIMIT_MS });
  });
  observer.observe(root, { attributeFilter: ["data-state"] });
}

// What is said where this script does not come.
for (const id of ["boot-missing", "from-source"]) document.getElementById(id)?.remove();
showFirstView();
const giveEarlyInput = keepEarlyInput(document);
markHastyPresses(document);
noteKeyboard();
const status = new Status();
watch(status);
// The game can be played without its styles, too.
if (!hasStyles()) {
  status.warn(gettext("A file of the game could not be loaded."));
  mend().then(isLoadedAnew);
}
listenToWorker();
if (typeof WebAssembly !== "object") {
  status.fail(noWebAssembly(), null);
} else {
  startPyScript(status);
}
