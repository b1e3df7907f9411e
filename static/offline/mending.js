// What a page does if files that it has got may be damaged.

import { ownWorker, serviceWorkers } from "../boot/allowed.js";
import { textName } from "../storage/place.js";
import { ask, within } from "./asking.js";
import { tellKept } from "./state.js";
import { MEND, MENDED, REFUSED } from "./said.js";

// Says in which build this tab has loaded its page anew by itself: it does so once.
const LOADED_ANEW = textName("loaded-anew");

/** @typedef {import("./shelf.js").Mended} Mended */

/**
 * Have the service worker compare what it keeps with the build's digests, drop what is damaged and
 * fetch it anew.
 * @returns {Promise<Mended | null>} null if there is no worker, or it cannot tell
 */
export function mend() {
  const worker = ownWorker();
  return worker ? ask(worker, MEND, null) : Promise.resolve(null);
}

/**
 * Load the page anew if files of it were damaged and are no longer, but once only.
 * @param {Mended | null} mended
 * @returns {boolean} whether it is being loaded anew
 */
export function isLoadedAnew(mended) {
  const isBetter = mended?.damaged.some((path) => !mended.missing.includes(path));
  return Boolean(isBetter) && loadAnew();
}

/**
 * Load the page anew, but once only: what did not help then does not help.
 * @returns {boolean} whether it is being loaded anew
 */
export function loadAnew() {
  const { build = "" } = document.documentElement.dataset;
  try {
    if (sessionStorage.getItem(LOADED_ANEW) === build) return false;
    sessionStorage.setItem(LOADED_ANEW, build);
  } catch {
    // Where nothing can be noted, it might go on for ever.
    return false;
  }
  location.reload();
  return true;
}

/**
 * Answer the worker when it has mended files that this page may have got before, and hear of a newer
 * build that could not be kept.
 */
export function listenToWorker() {
  const workers = serviceWorkers();
  workers?.addEventListener("message", ({ data, ports: [port] }) => {
    if (data?.said === REFUSED) tellKept(ownWorker() ? "refused" : "failed");
    if (data?.said !== MENDED || !port) return;
    port.postMessage(true);
    if (document.documentElement.dataset.state !== "ready") loadAnew();
  });
  workers?.startMessages();
}

/** Start once more, as somebody asks for: with all files fetched anew, whatever caches have. */
export async function startAgain() {
  await within(ownWorker() ? mend() : fetchAnew(), null);
  location.reload();
}

/** Fetch what this page has been made of, past the browser's cache and into it. */
async function fetchAnew() {
  const named = [...document.querySelectorAll("link[href], script[src]")];
  const addresses = new Set([
    location.href.split("#")[0],
    ...named.map((node) => /** @type {any} */ (node).href || /** @type {any} */ (node).src),
    ...performance.getEntriesByType("resource").map(({ name }) => name),
  ]);
  const ours = [...addresses].filter((address) => new URL(address).origin === location.origin);
  await Promise.allSettled(ours.map((address) => fetch(address, { cache: "reload" })));
}
