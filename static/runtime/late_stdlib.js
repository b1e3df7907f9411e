// The standard library, for an import of what the snapshot does not hold.

// What Python raises as an OSError; anything else that is thrown would end the interpreter.
const EIO = 29;

// A start is not kept waiting by what nothing may ever ask for.
const CALM_MS = 2_000;

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
  setTimeout(takeKept, CALM_MS);
}

/**
 * Read what the service worker has kept.
 * @param {URL} url
 */
async function keptBytes(url) {
  const response = await globalThis.caches?.match(url, { ignoreVary: true });
  return response ? new Uint8Array(await response.arrayBuffer()) : null;
}

/**
 * @param {URL} url
 * @returns {Uint8Array}
 */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  // The one way to read bytes that a page is not forbidden to wait for.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} for ${url.pathname}`);
  if (request.getResponseHeader("Content-Type")?.startsWith("text/html")) {
    throw new Error(`a page came in the place of ${url.pathname}`);
  }
  const text = request.responseText;
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
}
