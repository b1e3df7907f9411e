// What to do where a start from the service worker's files has failed.

import { dropBuilds } from "./shelf.js";

/**
 * Keep nothing any more: what was kept may be broken, and is fetched anew. Without a network there is
 * nothing better to be had.
 */
export async function forget() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !navigator.onLine) return;
  await registration.unregister();
  await dropBuilds(registration.scope);
}
