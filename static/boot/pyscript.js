import { allowed } from "./allowed.js";

/** Load PyScript, which finds the script in the page and runs it. */
export async function loadPyScript() {
  lendChannel();
  const lent = [lendSharedMemory(), lendObserver()];
  const takeBack = () => {
    for (const one of lent) one();
  };
  const { hooks } = await import("../vendor/pyscript/core.js").finally(takeBack);
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

/**
 * PyScript tries shared memory, which a page that is not isolated lacks. To tell that `undefined` is
 * no constructor, Chromium parses all of PyScript's script once more for the name that stands there,
 * and does so twice. So while the script runs, there is a constructor that refuses.
 * @returns {() => void} takes it back
 */
function lendSharedMemory() {
  if ("SharedArrayBuffer" in globalThis) return () => {};
  const refuse = class {
    constructor() {
      throw null;
    }
  };
  Object.assign(globalThis, { SharedArrayBuffer: refuse });
  return () => void Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
}

/**
 * PyScript watches the whole document, for Python and for attributes that call some: for each node that
 * comes it has the browser compile and evaluate an XPath expression, before anything is painted. A page
 * of ours draws many, and none has such an attribute; its Python and its workers stand in the body. So
 * that is all that PyScript is told of.
 * @returns {() => void} takes it back
 */
function lendObserver() {
  const { observe } = MutationObserver.prototype;
  const takeBack = () => {
    MutationObserver.prototype.observe = observe;
  };
  MutationObserver.prototype.observe = function (target, options) {
    if (target !== document) return observe.call(this, target, options);
    takeBack();
    observe.call(this, document.body, { childList: true });
  };
  return takeBack;
}
