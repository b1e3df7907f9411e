// Makes the page work without a network: registers the service worker once the page is calm, and
// tells the page when a newer build of the site is ready.

import { TAKE_OVER } from "./said.js";

const SCRIPT = "service-worker.js";
// Fetching files for later must not delay what somebody does now.
const CALM_MS = 5_000;
// A page that stays open looks for a newer build, at most this often.
const LOOK_AGAIN_MS = 3_600_000;

/** Wait until nothing has been pressed for a while. */
async function calm() {
  const listening = new AbortController();
  const { signal } = listening;
  await new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, CALM_MS);
    };
    for (const type of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(type, wait, { capture: true, passive: true, signal });
    }
    wait();
  });
  listening.abort();
}

// The same function each time: then it is added once.
const reload = () => location.reload();

/**
 * Switch to the newer build.
 * @param {ServiceWorker} waiting
 * @returns {Promise<boolean>} whether the page is about to reload; not while another page is open,
 *   which would get files of both builds
 */
function takeUpdate(waiting) {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.addEventListener("controllerchange", reload);
  waiting.postMessage(TAKE_OVER, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data: isTaken }) => {
      // The next change of workers is not asked for by this page.
      if (!isTaken) navigator.serviceWorker.removeEventListener("controllerchange", reload);
      resolve(isTaken);
    };
  });
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  /** @type {ServiceWorker | null} */
  let offered = null;
  const offer = () => {
    const { waiting } = registration;
    // A page without a worker has come from the network: it is up to date.
    if (!waiting || waiting === offered || !navigator.serviceWorker.controller) return;
    offered = waiting;
    const detail = () => takeUpdate(waiting);
    dispatchEvent(new CustomEvent("spieltisch:update", { detail }));
  };
  const follow = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", follow);
  follow();
  offer();
  let looked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - looked < LOOK_AGAIN_MS) return;
    looked = performance.now();
    registration.update().catch(() => {});
  });
}

/**
 * Whether a person wants this device to keep the game without being asked. Where sites are asked to
 * fetch little, only an installed game is kept: some megabytes more come with it.
 */
async function isWanted() {
  const { connection } = /** @type {any} */ (navigator);
  if (!connection?.saveData || matchMedia("(display-mode: standalone)").matches) return true;
  return (await navigator.serviceWorker.getRegistration()) !== undefined;
}

await calm();
try {
  if (!(await isWanted())) await new Promise((resolve) => addEventListener("appinstalled", resolve));
  const options = /** @type {const} */ ({ type: "module", updateViaCache: "none" });
  watch(await navigator.serviceWorker.register(SCRIPT, options));
} catch (error) {
  // Without a worker the page works as long as there is a network.
  console.info("Not prepared for being without a network:", error);
}
