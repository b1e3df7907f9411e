// Pyodide's own JavaScript, a million characters, as a classic script: tools/vendor.py makes
// it one.
//
// Chromium keeps the compiled code of a classic script for the next visit, but not that of a
// module: every start would compile the million characters again.

const ADDRESS = new URL("../vendor/pyodide/pyodide.asm.js", import.meta.url).href;

/** @type {Promise<void> | null} */
let running = null;

/**
 * Make an instance of Pyodide's WebAssembly module.
 * @param {any} settings
 * @returns {Promise<any>}
 */
export async function createModule(settings) {
  await loadCreateModule();
  return /** @type {any} */ (globalThis)._createPyodideModule(settings);
}

/** Load all that `createModule` needs. */
export async function loadCreateModule() {
  running ??= run();
  try {
    await running;
  } catch (error) {
    // Another attempt may succeed.
    running = null;
    throw error;
  }
}

/** @returns {Promise<void>} */
async function run() {
  // A worker that is a module itself can load it only by import.
  if (!globalThis.document) {
    await import(ADDRESS);
    return;
  }
  const script = document.createElement("script");
  script.src = ADDRESS;
  // A web page in its place, such as a network's login, is a syntax error, which is reported below.
  const quiet = (/** @type {ErrorEvent} */ event) => {
    if (event.filename === ADDRESS) event.preventDefault();
  };
  addEventListener("error", quiet);
  try {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${ADDRESS} could not be loaded`));
      document.head.append(script);
    });
  } finally {
    removeEventListener("error", quiet);
  }
  if (!("_createPyodideModule" in globalThis)) {
    throw new Error(`something else came in the place of ${ADDRESS}`);
  }
}
