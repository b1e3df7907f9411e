import { allowed } from "./allowed.js";

/** Load PyScript, which finds the script in the page and runs it. */
export async function loadPyScript() {
  lendChannel();
  const { hooks } = await import("../vendor/pyscript/core.js");
  // PyScript's own hook for workers is sent as text to be evaluated, which the page's policy forbids.
  // Only PyScript's storage of files on disk needs it, which we do not use.
  hooks.worker.onBeforeRunAsync.clear();
}

/**
 * PyScript opens a channel between tabs as soon as it is there, which no page of ours uses. Firefox
 * refuses it to a page that is to keep nothing, and PyScript would not start.
 */
function lendChannel() {
  const channel = allowed(() => new BroadcastChannel("try"));
  channel?.close();
  if (channel === null) {
    globalThis.BroadcastChannel = /** @type {any} */ (
      class extends EventTarget {
        postMessage() {}
        close() {}
      }
    );
  }
}
