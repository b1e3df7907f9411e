// Begins to fetch and unpack the big files while the page is still being read, and with them the
// words of the visitor's language.

import { Made } from "../runtime/made.js";
import { languageOfVisit } from "./visitor.js";

const made = new Made(import.meta.url);
made.begin(languageOfVisit(made.languages));
