// Loaded once the page has time; hands the synthesizer to Python, which cannot import it by itself.

import { Synth } from "./synth.js";

dispatchEvent(new CustomEvent("spieltisch:synth", { detail: new Synth(window) }));
