// PyScript's interpreter, in place of Pyodide's own module. A page has what it needs in its own file;
// the bots' worker, which PyScript gives the same address, fetches it and hands on what was made.

const { search } = new URL(import.meta.url);
const ours = new URL(`./python.js${search}`, import.meta.url).href;

export const { loadPyodide, version } = await (globalThis.document
  ? import("../boot/page.js")
  : import(ours));
