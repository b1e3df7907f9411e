// The service worker: answers a page from one build of the site, with or without a network.
//
// `service-worker.js`, made with the site (tools/offline.py), runs it with the list of the build's
// files. It is written by hand because it is short, and the libraries for service workers neither
// compare files with their digests nor unpack them.
//
// A new build is fetched beside the one in use. Browsers switch to it once no page of the old one
// is open, so that a page has all files from the same build; it may ask to switch sooner.

import { Shelf } from "./shelf.js";

/** What a page tells a new worker that waits; the answer is whether it has taken over. */
export const TAKE_OVER = "take over";

// The cache that the site had before it had a service worker.
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
 * Run as the service worker of a build.
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
 * Let the browser itself take files from the cache, if it can: then it need not start the worker
 * first, and Chromium keeps compiled WebAssembly only that way.
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
 * Switch to the new build at once, unless other pages are open: they would get files of both.
 * @param {Scope} worker
 */
async function takeOver(worker) {
  const { clients, registration } = worker;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(registration.scope)).length > 1) return false;
  await worker.skipWaiting();
  return true;
}
