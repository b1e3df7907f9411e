// Whether the game is kept on this device, as the page tells in `<html data-offline>`.

/**
 * @typedef {"kept" | "refused" | "failed" | "waiting" | "off" | "unable"} State `refused`: kept, but a newer
 *   build could not be fetched whole; `failed`: no build could; `waiting`: data is to be saved; `off`:
 *   it is not wanted; `unable`: this browser keeps none
 */

/** Told by the page when the state has changed. */
export const OFFLINE = "spieltisch:offline";

/** @param {State} state */
export function tellKept(state) {
  document.documentElement.dataset.offline = state;
  dispatchEvent(new Event(OFFLINE));
}
