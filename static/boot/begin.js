// Begins to fetch and unpack the big files while the page is still being read.

import { Made } from "../runtime/made.js";

new Made(import.meta.url).begin();
