// The words of the languages other than English, a file each: what comes of this module is there when
// Python begins to speak.

import { languageOfVisit } from "../boot/visitor.js";
import { Made, wordsOf } from "./made.js";

const made = new Made(import.meta.url);
const language = languageOfVisit(made.languages);
const isMade = (/** @type {string} */ code) => Boolean(made.url(wordsOf(code)));

export const catalogues = {
  /** The language of this visit. */
  language,

  /**
   * Its words; null where they could not be fetched, and for the language that needs none.
   * @type {Uint8Array | null}
   */
  first: isMade(language) ? await made.bytes(wordsOf(language)).catch(() => null) : null,

  /**
   * Fetch a language's words.
   * @param {string} code
   * @returns {Promise<Uint8Array>}
   */
  fetch: (code) => made.bytes(wordsOf(code)),
};
