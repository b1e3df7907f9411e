// What to do if a start from the service worker's files has failed.

import { dropBuilds } from "./shelf.js";

/**
 * Drop the service worker and its files: they may be broken, and are fetched again. If the host is
 * out of reach they stay, as nothing better is available.
 */
export async function forget() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active || !(await isInReach(registration.active.scriptURL))) return;
  await registration.unregister();
  await dropBuilds(registration.scope);
}

/**
 * Ask the host itself: `navigator.onLine` is also true in a network that leads nowhere. The service
 * worker leaves HEAD requests alone.
 * @param {string} url
 */
async function isInReach(url) {
  try {
    return (await fetch(url, { method: "HEAD", cache: "no-store", redirect: "error" })).ok;
  } catch {
    return false;
  }
}
