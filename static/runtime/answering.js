// Pyodide fetches its WebAssembly and the standard library by fixed names. Ours have others.

/**
 * Run something while requests for the named files are answered by us.
 * @template T
 * @param {Record<string, () => Response | Promise<Response>>} answers by file name
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function answering(answers, run) {
  const theirs = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const answer = answers[pathname.slice(pathname.lastIndexOf("/") + 1)];
    return answer ? answer() : theirs.call(globalThis, input, init);
  };
  try {
    return await run();
  } finally {
    globalThis.fetch = theirs;
  }
}
