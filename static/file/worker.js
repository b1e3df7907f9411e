// Stands before PyScript's own text in the bots' worker of a page that is one file: lends the files
// that the page has handed over, and Python's interpreter.

import "./lent.js";
import * as python from "../runtime/python.js";

Object.assign(globalThis, { spieltischImport: async () => python });
