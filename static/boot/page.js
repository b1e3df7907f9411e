// All that a start needs of ours, in the one file that tools/scripts.py makes of it: each file more is
// one more answer to wait for.

import "./begin.js";
import "./boot.js";
import { ready as wordsAreThere } from "../runtime/catalogues.js";
import { ready as keptIsRead } from "../storage/kept.js";

export { failed } from "./failure.js";
export { patch } from "./patch.js";
export { catalogues } from "../runtime/catalogues.js";
export { loadPyodide, version } from "../runtime/python.js";
export { kept } from "../storage/kept.js";

await Promise.all([wordsAreThere, keptIsRead]);
