// The service worker: answers a page from one build of the site, with or without a network.
//
// `service-worker.js`, made with the site (tools/offline.py), runs it with the list of the build's
// files. It is written by hand because it is short, and the libraries for service workers do not
// unpack files, nor keep a build whole.
//
// A new build is fetched beside the one in use. Browsers switch to it once no page of the old one
// is open, so that a page has all files from the same build; it may ask to switch sooner.

import { folderOf } from "../boot/allowed.js";
import { ask } from "./asking.js";
import { dropBuilds } from "./builds.js";
import { CHECK, END, KEEP_SPARE, MEND, MENDED, REFUSED, TAKE_OVER } from "./said.js";
import { Shelf } from "./shelf.js";

// By then a page has got what it needs to start, or never will.
const STARTED_MS = 4_000;
// How long a page may take to answer; it may just be busy starting.
const PAGE_MS = 5_000;

/**
 * @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} Extendable
 *
 * @typedef {object} Client the part of WindowClient that is used
 * @property {string} url
 * @property {(message: unknown, transfer: MessagePort[]) => void} postMessage
 * @property {(url: string) => Promise<unknown>} navigate
 *
 * @typedef {object} Clients the part of Clients that is used
 * @property {(id: string) => Promise<Client | undefined>} get
 * @property {(options: object) => Promise<Client[]>} matchAll
 *
 * @typedef {object} Scope the part of ServiceWorkerGlobalScope that is used
 * @property {{scope: string, unregister: () => Promise<boolean>}} registration
 * @property {Clients} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */

/**
 * Run as the service worker of a build.
 * @param {import("./shelf.js").Build} build
 * @param {Scope} [worker]
 */
export function run(build, worker = /** @type {any} */ (globalThis)) {
  const { scope } = worker.registration;
  const shelf = new Shelf(build, scope);

  worker.addEventListener("install", (/** @type {Extendable} */ event) => {
    answerWithoutWorker(event, scope, shelf.name);
    event.waitUntil(shelf.fill().catch((error) => refuse(worker, error)));
  });

  worker.addEventListener("activate", (/** @type {Extendable} */ event) => {
    // Builds that cannot be deleted now are deleted by the next worker.
    event.waitUntil(shelf.dropOthers().catch(() => {}));
  });

  worker.addEventListener("fetch", (event) => {
    const { request, resultingClientId } = event;
    if (request.method !== "GET" || !request.url.startsWith(scope)) return;
    event.respondWith(shelf.answer(request));
    if (request.mode === "navigate") event.waitUntil(guard(shelf, worker, resultingClientId));
  });

  worker.addEventListener("message", (event) => {
    const [port] = event.ports ?? [];
    if (!port) return;
    const reply = (/** @type {unknown} */ answer) => port.postMessage(answer);
    if (event.data === TAKE_OVER) event.waitUntil(takeOver(worker).then(reply));
    if (event.data === END) event.waitUntil(end(worker).then(reply, () => reply(false)));
    if (event.data?.said === CHECK) {
      const { url } = event.data;
      event.waitUntil(shelf.isKeptRight(url).then(reply, () => reply(null)));
    }
    if (event.data === KEEP_SPARE)
      event.waitUntil(shelf.keepSpare().then(reply, () => reply(false)));
    if (event.data === MEND) {
      const mending = shelf.mend().catch(() => null);
      mending.then(reply);
      event.waitUntil(mending.then((mended) => spareAfter(shelf, mended)));
    }
  });
}

/**
 * Keep what a page starts from without its snapshot, once all is right again after damage: there may
 * be more, with no network then. A host that was out of reach may have been back only later.
 * @param {Shelf} shelf
 * @param {import("./shelf.js").Mended | null} mended
 */
async function spareAfter(shelf, mended) {
  if (mended?.restored.length && !mended.missing.length) await shelf.keepSpare().catch(() => {});
}

/**
 * Let the browser itself take files from the cache, if it can: then it need not ask the worker, and
 * Chromium keeps compiled WebAssembly only that way. The page itself comes from the worker, which
 * looks whether it is damaged.
 * @param {any} event
 * @param {string} scope
 * @param {string} cacheName
 */
function answerWithoutWorker(event, scope, cacheName) {
  const pathname = new URL(scope).pathname.replace(/[^\w/.-]/g, "\\$&");
  const urlPattern = { pathname: `${pathname}static/*` };
  event.addRoutes?.([{ condition: { urlPattern }, source: { cacheName } }]);
}

/**
 * Look after a page that is being loaded. The files that it gets may have been damaged since they
 * were kept: then they are fetched anew, and the page, too, unless it can see to that itself.
 * @param {Shelf} shelf
 * @param {Scope} worker
 * @param {string} id of the page
 */
async function guard(shelf, { clients }, id) {
  await new Promise((resolve) => setTimeout(resolve, STARTED_MS));
  const mended = await shelf.mend().catch(() => null);
  if (mended?.damaged.length) {
    const page = await clients.get(id);
    // One whose scripts run answers.
    const isHeard = page && (await ask(page, { said: MENDED, mended }, false, PAGE_MS));
    const isMended = !mended.damaged.some((path) => mended.missing.includes(path));
    if (page && !isHeard && isMended) await page.navigate(page.url).catch(() => {});
  }
  await spareAfter(shelf, mended);
}

/**
 * Tell all pages that a build cannot be kept; the one before it stays.
 * @param {Scope} worker
 * @param {unknown} why
 * @returns {Promise<never>}
 */
async function refuse(worker, why) {
  for (const page of await pagesOf(worker)) page.postMessage({ said: REFUSED }, []);
  throw why;
}

/**
 * Keep nothing any more. Pages that are open go on, and get what they ask for from the network.
 * @param {Scope} worker
 */
async function end({ registration }) {
  const isGone = await registration.unregister();
  await dropBuilds(registration.scope);
  return isGone;
}

/**
 * Find the site's open pages. They are all in its folder; those of a site in a folder of that are not
 * its own, even if its worker answers them.
 * @param {Scope} worker
 */
async function pagesOf({ clients, registration: { scope } }) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter(({ url }) => url.startsWith(scope) && folderOf(url) === scope);
}

/** @param {string} url of a page */
const isOfLicences = (url) => new URL(url).pathname.endsWith("/licences.html");

/**
 * Switch to the new build at once, unless other pages are open: they would get files of both. The
 * page of licences has all that it will ever have.
 * @param {Scope} worker
 */
async function takeOver(worker) {
  const pages = await pagesOf(worker);
  if (pages.filter(({ url }) => !isOfLicences(url)).length > 1) return false;
  await worker.skipWaiting();
  return true;
}
