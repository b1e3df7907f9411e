// What the page has handed over to its worker is lent before anything asks for it.

import { lend } from "./parts.js";

/** @type {Record<string, import("./parts.js").Part>} */
const parts = /** @type {any} */ (globalThis).spieltischParts;

lend((path) => parts[path] ?? null);
