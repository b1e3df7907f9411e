// The service worker: answers a page from one build of the site, with or without a network.
//
// `service-worker.js`, made with the site (tools/offline.py), runs it with the list of the build's
// files. It is by hand because there is little of it, and the libraries for it neither compare what
// they keep with its digest nor unpack it.
//
// A new build is fetched beside the one in use. Browsers go over to it once no page of the old one is
// open, so that a page has all of its files from the same build; a page may ask to go over sooner.

import { Shelf } from "./shelf.js";

/** What a page says to a new worker that waits; the answer is whether it waits no longer. */
export const TAKE_OVER = "take over";

// What the site kept before it had a service worker.
const BEFORE = "spieltisch-made";

/**
 * @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} Extendable
 *
 * @typedef {object} Scope the part of ServiceWorkerGlobalScope that is used
 * @property {{scope: string}} registration
 * @property {{matchAll: (options: object) => Promise<Array<{url: string}>>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */

/**
 * Be the service worker of a build.
 * @param {import("./shelf.js").Build} build
 * @param {Scope} [worker]
 */
export function run(build, worker = /** @type {any} */ (globalThis)) {
  const { scope } = worker.registration;
  const shelf = new Shelf(build, scope);

  worker.addEventListener("install", (/** @type {Extendable} */ event) => {
    answerWithoutWorker(event, scope, shelf.name);
    event.waitUntil(shelf.fill());
  });

  worker.addEventListener("activate", (/** @type {Extendable} */ event) => {
    event.waitUntil(Promise.all([shelf.dropOthers(), caches.delete(BEFORE)]));
  });

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(scope)) return;
    event.respondWith(shelf.find(request.url).then((kept) => kept ?? fetch(request)));
  });

  worker.addEventListener("message", (event) => {
    if (event.data !== TAKE_OVER) return;
    event.waitUntil(takeOver(worker).then((isTaken) => event.ports[0].postMessage(isTaken)));
  });
}

/**
 * Have the browser take files from the cache itself, where it can: it need not start the worker first,
 * and Chromium keeps compiled WebAssembly only that way.
 * @param {any} event
 * @param {string} scope
 * @param {string} cacheName
 */
function answerWithoutWorker(event, scope, cacheName) {
  const pathname = new URL(scope).pathname.replace(/[^\w/.-]/g, "\\$&");
  const patterns = [{ pathname, search: "" }, { pathname: `${pathname}static/*` }];
  event.addRoutes?.(
    patterns.map((urlPattern) => ({ condition: { urlPattern }, source: { cacheName } })),
  );
}

/**
 * Go over to the new build at once, unless pages are open that would then have files of both.
 * @param {Scope} worker
 */
async function takeOver(worker) {
  const { clients, registration } = worker;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(registration.scope)).length > 1) return false;
  await worker.skipWaiting();
  return true;
}
