// Begins to fetch and unpack the big files while the page is still being read, and with them the
// words of the visitor's language.

import { made } from "../runtime/made.js";
import { languageOfVisit } from "./visitor.js";

made.begin(languageOfVisit(made.languages));
