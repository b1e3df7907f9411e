// Has the big files on their way, or unpacked, while the page is still being read.

import { Made } from "../runtime/made.js";

new Made(import.meta.url).begin();
