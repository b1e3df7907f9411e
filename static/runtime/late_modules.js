// Our Python that a start does without: a file that is fetched when it is wanted, or in a calm moment.

import { made } from "./made.js";

/** @returns {Promise<Uint8Array>} the file; py/spieltisch/shell/late_screens.py reads it */
export const fetchLate = () => made.bytes("late");
