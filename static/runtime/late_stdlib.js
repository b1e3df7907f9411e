// The standard library, for imports of modules that the snapshot does not hold.

import { areBytes } from "./delta.js";
import { fetchNow, whenCalm } from "./later.js";

// Python raises this as an OSError; anything else that is thrown would end the interpreter.
const EIO = 29;

/**
 * Put the standard library into Python's file system: it is fetched when it is first opened.
 *
 * An import cannot wait, so the page must. None of our code should need this, but Python's own
 * modules import one another inside of functions. Chromium sends synchronous requests to the
 * network, past the service worker, so that without a network they fail: the copy that the worker
 * has kept is read beforehand.
 * @param {any} FS Pyodide's file system
 * @param {string} path where Python looks for its standard library
 * @param {URL} url of Pyodide's own, whose list of files the snapshot has
 * @param {import("./delta.js").Text} described that file: any other, however it came, is refused
 */
export function lendStdlib(FS, path, url, described) {
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  const operations = node.stream_ops;
  /** @type {Uint8Array | null} */
  let kept = null;
  const isRight = (/** @type {Uint8Array} */ bytes) => areBytes(bytes, described);
  const takeKept = async () => {
    const found = await keptBytes(url).catch(() => null);
    if (node.stream_ops === fetching) kept = found && isRight(found) ? found : null;
  };
  const fetching = {
    ...operations,
    open() {
      // Writing opens the file, too.
      node.stream_ops = operations;
      try {
        FS.writeFile(path, kept ?? fetchNow(url, isRight));
        kept = null;
      } catch (error) {
        console.error("Python's standard library could not be fetched:", error);
        // Python is in the middle of reading: what hears of it is Python, too.
        setTimeout(() => globalThis.dispatchEvent?.(new Event("spieltisch:missing")));
        // Let the next import try again.
        node.stream_ops = fetching;
        takeKept();
        throw new FS.ErrnoError(EIO);
      }
    },
  };
  node.stream_ops = fetching;
  whenCalm(takeKept);
}

/**
 * Read the copy that the service worker has kept.
 * @param {URL} url
 */
async function keptBytes(url) {
  const response = await globalThis.caches?.match(url, { ignoreVary: true });
  return response ? new Uint8Array(await response.arrayBuffer()) : null;
}
