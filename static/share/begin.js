// Loaded when a picture is first wanted; hands the function that draws it to Python, which cannot
// import it by itself.

import { picture } from "./picture.js";

dispatchEvent(new CustomEvent("spieltisch:picture", { detail: picture }));
