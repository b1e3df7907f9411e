// What to do if a start from the service worker's files has failed.

import { dropBuilds } from "./shelf.js";

/**
 * Drop the service worker and its files: they may be broken, and are fetched again. Without a
 * network they stay, as nothing better is available.
 */
export async function forget() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !navigator.onLine) return;
  await registration.unregister();
  await dropBuilds(registration.scope);
}
