// Pyodide's own JavaScript, a million characters, as a classic script (tools/vendor.py makes it one).
//
// Of such a script Chromium keeps what it compiled for the next visit; of a module, though it puts
// that aside too, it makes no use.

const ADDRESS = new URL("../vendor/pyodide/pyodide.asm.js", import.meta.url).href;

/** @typedef {(settings: any) => Promise<any>} CreateModule makes an instance of Pyodide's module */

/** @type {Promise<void> | null} */
let running = null;

/**
 * Get the function that Pyodide starts with.
 * @returns {Promise<CreateModule>}
 */
export async function createModule() {
  running ??= run();
  try {
    await running;
  } catch (error) {
    // What did not come now may come when somebody asks again.
    running = null;
    throw error;
  }
  return /** @type {any} */ (globalThis)._createPyodideModule;
}

/** @returns {Promise<void>} */
async function run() {
  // A worker that is a module itself has no other way.
  if (!globalThis.document) {
    await import(ADDRESS);
    return;
  }
  const script = document.createElement("script");
  script.src = ADDRESS;
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${ADDRESS} could not be loaded`));
    document.head.append(script);
  });
}
