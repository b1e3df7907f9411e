// Makes the page work without a network, if that is wanted: registers the service worker once the
// page is calm, and tells the page when a newer build of the site is ready.

import { folderOf, ownWorker, serviceWorkers } from "../boot/allowed.js";
import { stored } from "../boot/visitor.js";
import { isGivenUp } from "../runtime/given_up.js";
import { ANSWER_MS, ask } from "./asking.js";
import { dropBuilds } from "./builds.js";
import { OFFLINE, tellKept } from "./state.js";
import { END, KEEP_SPARE, TAKE_OVER } from "./said.js";

const SCRIPT = "service-worker.js";
// Fetching files for later must not delay what somebody does now.
const CALM_MS = 5_000;
// A page that stays open looks for a newer build, at most this often; also for one that could not be
// fetched whole.
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
 * @returns {Promise<"taken" | "blocked" | "silent">} `taken`: the page is about to reload; `blocked`:
 *   another page is open, which would get files of both builds; `silent`: its worker does not answer
 */
async function takeUpdate(waiting) {
  navigator.serviceWorker.addEventListener("controllerchange", reload);
  const isTaken = await ask(waiting, TAKE_OVER, null);
  // An answer that comes late changes the workers all the same, and the page's files with them.
  if (isTaken === null) return "silent";
  if (isTaken) {
    setTimeout(reload, ANSWER_MS);
    return "taken";
  }
  // The next change of workers is not asked for by this page.
  navigator.serviceWorker.removeEventListener("controllerchange", reload);
  return "blocked";
}

/** @type {{registration: ServiceWorkerRegistration, listening: AbortController} | null} */
let watched = null;

/** Hear no more of the registration that is watched. */
function unwatch() {
  watched?.listening.abort();
  watched = null;
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  if (watched?.registration === registration) return;
  unwatch();
  const listening = new AbortController();
  const { signal } = listening;
  watched = { registration, listening };
  /** @type {ServiceWorker | null} */
  let offered = null;
  /** @type {ServiceWorker | null} */
  let sparing = null;
  const see = () => {
    const { active, waiting } = registration;
    if (active?.state === "activated" && active !== sparing && isGivenUp()) {
      sparing = active;
      ask(active, KEEP_SPARE, false);
    }
    const { offline } = document.documentElement.dataset;
    // What was refused stays so until it has come.
    if (active && (waiting || offline !== "refused")) tellKept("kept");
    // A page without a worker has come from the network: it is up to date.
    if (!waiting || waiting === offered || !ownWorker()) return;
    offered = waiting;
    const detail = () => takeUpdate(waiting);
    dispatchEvent(new CustomEvent("spieltisch:update", { detail }));
  };
  const follow = () => registration.installing?.addEventListener("statechange", see, { signal });
  registration.addEventListener("updatefound", follow, { signal });
  follow();
  see();
  let looked = performance.now();
  const look = () => {
    looked = performance.now();
    registration.update().catch(() => {});
  };
  const lookIfLongAgo = () => {
    if (!document.hidden && performance.now() - looked >= LOOK_AGAIN_MS) look();
  };
  document.addEventListener("visibilitychange", lookIfLongAgo, { signal });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const lookLater = () => {
    clearTimeout(later);
    if (document.documentElement.dataset.offline !== "refused") return;
    later = setTimeout(look, LOOK_AGAIN_MS);
  };
  addEventListener(OFFLINE, lookLater, { signal });
  signal.addEventListener("abort", () => clearTimeout(later));
}

/** Find the registration of this copy of the site: the browser may give that of one in a folder above. */
async function ownRegistration() {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.scope === folderOf(location.href) ? registration : undefined;
}

/**
 * Whether a person wants this device to keep the game without being asked. Where sites are asked to
 * fetch little, only an installed game is kept: some megabytes more come with it.
 * @param {boolean} isInstalled
 */
async function isWanted(isInstalled) {
  const { connection } = /** @type {any} */ (navigator);
  if (!connection?.saveData || isInstalled) return true;
  return (await ownRegistration()) !== undefined;
}

/** Have the worker delete all that it keeps, and itself; one that does not answer is deleted. */
async function end() {
  const registration = await ownRegistration();
  const worker = registration?.active ?? registration?.waiting;
  if (registration && worker && !(await ask(worker, END, false))) {
    await registration.unregister();
    await dropBuilds(registration.scope);
  }
  unwatch();
}

/**
 * Do as the settings say.
 * @param {boolean} isInstalled whether the game is installed like an app
 */
async function follow(isInstalled) {
  const { offline } = /** @type {any} */ (stored("settings")) ?? {};
  try {
    if (!serviceWorkers()) {
      tellKept("unable");
    } else if (offline === "off") {
      await end();
      tellKept("off");
    } else if (offline !== "on" && !(await isWanted(isInstalled))) {
      tellKept("waiting");
    } else {
      const options = /** @type {const} */ ({ type: "module", updateViaCache: "none" });
      watch(await navigator.serviceWorker.register(SCRIPT, options));
    }
  } catch (error) {
    // Without a worker the page works as long as there is a network.
    console.info("Not prepared for being without a network:", error);
    tellKept("failed");
  }
}

await calm();
const isApp = matchMedia("(display-mode: standalone)").matches;
addEventListener("appinstalled", () => follow(true));
addEventListener("spieltisch:keep", () => follow(isApp));
await follow(isApp);
