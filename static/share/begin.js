// Loaded when a picture is wanted first; hands to Python what draws it, which cannot import it by itself.

import { picture } from "./picture.js";

dispatchEvent(new CustomEvent("spieltisch:picture", { detail: picture }));
