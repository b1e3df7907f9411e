// Loaded when a picture or a film is first wanted; hands the functions that draw them to Python,
// which cannot import them by itself.

import { film } from "./film.js";
import { picture } from "./picture.js";

dispatchEvent(new CustomEvent("spieltisch:picture", { detail: { film, picture } }));
