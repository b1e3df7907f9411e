// All our scripts that a start needs. tools/scripts.py bundles them into one file, as each further
// file would be another response to wait for.

import "./begin.js";
import "./boot.js";
import { ready as wordsAreThere } from "../runtime/catalogues.js";
import { ready as keptIsRead } from "../storage/kept.js";

export { failed } from "./failure.js";
export { patch } from "./patch.js";
export { utf8Of } from "./text.js";
export { catalogues } from "../runtime/catalogues.js";
export { fetchLate } from "../runtime/late_modules.js";
export { loadPyodide, version } from "../runtime/python.js";
export { kept } from "../storage/kept.js";
export { zone } from "./zone.js";

await Promise.all([wordsAreThere, keptIsRead]);
