// The kill switch: published in the place of the service worker (`make site KILL=1`), it removes
// the one in a browser and its files. From the next load on, pages come from the network.

addEventListener("install", () => {
  /** @type {any} */ (globalThis).skipWaiting();
});

addEventListener("activate", (event) => {
  /** @type {any} */ (event).waitUntil(end());
});

async function end() {
  const { registration } = /** @type {any} */ (globalThis);
  // As in builds.js, which this script does without: one that cannot be fetched would keep it from running.
  const prefix = `${new URL(registration.scope).pathname}cache-`;
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && !name.includes("/", prefix.length),
  );
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
}
