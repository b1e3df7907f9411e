// Loaded when a bot of a person's own is first to run; hands the sandbox to Python, which cannot import it by
// itself.

import { Sandbox } from "./sandbox.js";

dispatchEvent(new CustomEvent("spieltisch:sandbox", { detail: Sandbox }));
