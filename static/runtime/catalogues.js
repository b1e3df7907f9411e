// The words of the languages other than English, a file each: those of this visit are there when
// Python begins to speak.

import { languageOfVisit } from "../boot/visitor.js";
import { made, wordsOf } from "./made.js";

const language = languageOfVisit(made.languages);

export const catalogues = {
  /** The language of this visit. */
  language,

  /** Its words; null where they could not be fetched, and for the language that needs none. */
  first: /** @type {Uint8Array | null} */ (null),

  /**
   * Fetch a language's words.
   * @param {string} code
   * @returns {Promise<Uint8Array>}
   */
  fetch: (code) => made.bytes(wordsOf(code)),
};

/** Fulfilled once the words of this visit are there, or will not come. */
export const ready = fetchFirst();

async function fetchFirst() {
  if (!made.url(wordsOf(language))) return;
  catalogues.first = await made.bytes(wordsOf(language)).catch(() => null);
}
