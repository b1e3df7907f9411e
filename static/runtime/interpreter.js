// PyScript's interpreter, in place of Pyodide's own module. A page has it in its one bundle; the
// bots' worker, which PyScript gives the same address, imports it with the names of the made files.

const { search } = new URL(import.meta.url);
const ours = new URL(`./python.js${search}`, import.meta.url).href;

export const { loadPyodide, version } = await (globalThis.document
  ? import("../boot/page.js")
  : import(ours));
