// What stands in the page that is one file is lent before anything asks for it.

import { lend, pathOf, SITE } from "./parts.js";

/** @type {(page: object) => void} */
let tellPage = () => {};
const page = new Promise((resolve) => (tellPage = resolve));

/** @param {string} path */
function element(path) {
  return document.querySelector(`script[data-file="${CSS.escape(path)}"]`);
}

/**
 * @param {string} path
 * @returns {import("./parts.js").Part | null}
 */
function find(path) {
  const found = element(path);
  if (!found) return null;
  const { form = "", ranges } = /** @type {HTMLElement} */ (found).dataset;
  return { text: found.textContent ?? "", form, ranges };
}

/**
 * Run a script of the site, as the element that is told.
 * @param {HTMLScriptElement} script
 * @param {string} address
 */
async function run(script, address) {
  try {
    const response = await fetch(address);
    script.textContent = await response.text();
  } catch {
    script.dispatchEvent(new Event("error"));
  }
}

/**
 * Give what the bots' worker begins with: Pyodide's script, the files that a start asks for, and what
 * lends them (worker.js).
 * @returns {string[]} of its text
 */
function workerBegins() {
  const paths = [...document.querySelectorAll("script[data-for-worker]")].map(
    (part) => /** @type {HTMLElement} */ (part).dataset.file ?? "",
  );
  const parts = Object.fromEntries(paths.map((path) => [path, find(path)]));
  const script = document.getElementById("pyodide")?.textContent ?? "";
  const begins = document.getElementById("worker")?.textContent ?? "";
  return [script, "\n", `globalThis.spieltischParts = ${JSON.stringify(parts)};\n`, begins, "\n"];
}

lend(find);
Object.assign(globalThis, {
  // What PyScript imports is the page's script.
  spieltischImport: (/** @type {string} */ address) =>
    pathOf(address) === null ? Promise.reject(new TypeError(`no ${address} here`)) : page,
  spieltischWorker: workerBegins,
  // For Python, see shell/site_files.py.
  spieltischRun: run,
});

// The licences have to come with each copy: there is no page of them to go to.
document.addEventListener("click", async (event) => {
  const link = /** @type {Element} */ (event.target).closest?.('a[href="licences.html"]');
  if (!link) return;
  event.preventDefault();
  const licences = await (await fetch(`${SITE}licences.html`)).blob();
  open(URL.createObjectURL(licences.slice(0, licences.size, "text/html")), "_blank", "noopener");
});

/**
 * Tell what the page's script exports, once it has run.
 * @param {object} exports
 */
export const pageHasRun = (exports) => tellPage(exports);
