// The snapshot from which this browser could not start, noted so that later starts do without it.

import { textName } from "../storage/place.js";

// In `localStorage`.
const FAILED = textName("failed-snapshot");

/** @returns {string | null} its name */
export function givenUp() {
  try {
    return globalThis.localStorage?.getItem(FAILED) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} name */
export function giveUp(name) {
  try {
    globalThis.localStorage?.setItem(FAILED, name);
  } catch {
    // Then the next start tries it again.
  }
}

/** Whether this page has been told of a snapshot, and does without it. */
export function isGivenUp() {
  const told = document.querySelector("script[data-made]")?.getAttribute("data-made");
  const name = new URLSearchParams(told ?? "").get("snapshot");
  return name !== null && name === givenUp();
}
