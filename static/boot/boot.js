// What happens before Python does: show the first view, keep what is pressed, start PyScript.

import { loadCreateModule } from "../runtime/create_module.js";
import { fetchedShare } from "../runtime/made.js";
import { keepEarlyInput } from "./early_input.js";
import { firstView, lastView } from "./first_view.js";
import { Status } from "./status.js";
import { gettext, useLanguage } from "./words.js";

const LIMIT_MS = 60_000;
// A start that went wrong may still find another way: give it a moment before words are made.
const SECOND_WAY_MS = 4_000;

/** @type {(run: () => void) => void} */
const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 500));

/**
 * Read something from the browser's storage, which may not be allowed.
 * @param {string} name
 * @returns {unknown}
 */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`spieltisch.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** Show what the visitor will see once Python is there, as far as it is known now. */
function showFirstView() {
  const root = document.documentElement;
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  const settings = /** @type {any} */ (stored("settings")) ?? {};
  /** @type {Map<string, HTMLTemplateElement>} */
  const templates = new Map();
  for (const template of document.querySelectorAll("template")) {
    templates.set(template.dataset.view ?? "", template);
  }
  const shown = app.dataset.view ?? "";
  const view = firstView({
    views: [shown, ...templates.keys()],
    hash: location.hash,
    wished: [settings.language, ...navigator.languages],
  });
  if (typeof settings.theme === "string") root.dataset.theme = settings.theme;
  root.lang = view.language;
  useLanguage(view.language);
  const last = lastView(stored("last-view"), location.hash, view.language);
  const template = templates.get(view.key);
  if (last !== null) app.innerHTML = last;
  else if (template) app.replaceChildren(template.content.cloneNode(true));
}

/** @param {Status} status */
async function startPyScript(status) {
  const script = document.querySelector("script[type=py]");
  const { interpreter } = JSON.parse(script?.getAttribute("config") ?? "{}");
  // Both at once: PyScript asks for the interpreter only after a look round of its own.
  const parts = [import(new URL(interpreter, location.href).href), import("./pyscript.js")];
  // What was kept is read meanwhile: Python finds it there.
  parts.push(import("../storage/kept.js"));
  try {
    await Promise.all([...parts, loadCreateModule()]);
  } catch (error) {
    status.fail(gettext("A file of the game could not be loaded."), error);
  }
}

/** Have a built site work without a network from now on. */
function workOffline() {
  if (document.documentElement.dataset.build) import("../offline/register.js");
}

/** @param {Status} status */
function watch(status) {
  status.progress(fetchedShare());
  addEventListener("spieltisch:fetched", (event) => {
    status.progress(/** @type {CustomEvent<number>} */ (event).detail);
  });
  addEventListener("spieltisch:failed", (event) => {
    const error = /** @type {CustomEvent<unknown>} */ (event).detail;
    status.fail(gettext("The game could not be started."), error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    setTimeout(() => status.fail(gettext("The game could not be started."), reason), SECOND_WAY_MS);
  });
  const limit = setTimeout(() => {
    status.fail(gettext("The game is taking unusually long to start."), null);
  }, LIMIT_MS);
  const root = document.documentElement;
  const observer = new MutationObserver(() => {
    if (root.dataset.state !== "ready") return;
    observer.disconnect();
    clearTimeout(limit);
    status.done();
    giveEarlyInput();
    whenIdle(workOffline);
  });
  observer.observe(root, { attributeFilter: ["data-state"] });
}

showFirstView();
const giveEarlyInput = keepEarlyInput(document);
const status = new Status();
watch(status);
if (typeof WebAssembly !== "object") {
  status.fail(gettext("This browser has no WebAssembly, or it is switched off."), null);
} else if (!globalThis.indexedDB) {
  status.fail(gettext("This browser lets the page store nothing, which it needs to start."), null);
} else {
  startPyScript(status);
}
