// The standard library, for an import of what the snapshot does not hold.

import { fetchNow, whenCalm } from "./later.js";

// What Python raises as an OSError; anything else that is thrown would end the interpreter.
const EIO = 29;

/**
 * Put a file into Python's file system that is fetched when it is opened for the first time.
 *
 * An import cannot wait, so the page must: nothing of ours should come to this, but Python's own
 * modules import one another inside of functions. Chromium leaves requests that a page waits for to the
 * network, past the service worker, so that without a network they fail: what the worker has kept is
 * taken beforehand.
 * @param {any} FS Pyodide's file system
 * @param {string} path where Python looks for its standard library
 * @param {URL | null} url of the compiled standard library that the snapshot was made with
 */
export function lendStdlib(FS, path, url) {
  if (!url) return;
  FS.writeFile(path, new Uint8Array());
  const { node } = FS.lookupPath(path);
  const operations = node.stream_ops;
  /** @type {Uint8Array | null} */
  let kept = null;
  const takeKept = async () => {
    const found = await keptBytes(url).catch(() => null);
    if (node.stream_ops === fetching) kept = found;
  };
  const fetching = {
    ...operations,
    open() {
      // Writing opens it too.
      node.stream_ops = operations;
      try {
        FS.writeFile(path, kept ?? fetchNow(url));
        kept = null;
      } catch (error) {
        console.error("Python's standard library could not be fetched:", error);
        // The next import may have more luck.
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
 * Read what the service worker has kept.
 * @param {URL} url
 */
async function keptBytes(url) {
  const response = await globalThis.caches?.match(url, { ignoreVary: true });
  return response ? new Uint8Array(await response.arrayBuffer()) : null;
}
