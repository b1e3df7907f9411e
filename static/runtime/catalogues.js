// The words of the languages other than English, a file each. The words of this visit's language
// are fetched before Python needs them.

import { languageOfVisit } from "../boot/visitor.js";
import { made, wordsOf } from "./made.js";

const language = languageOfVisit(made.languages);

export const catalogues = {
  /** The language of this visit. */
  language,

  /** Its words; null if they could not be fetched, and for English, which needs none. */
  first: /** @type {Uint8Array | null} */ (null),

  /**
   * Fetch a language's words.
   * @param {string} code
   * @returns {Promise<Uint8Array>}
   */
  fetch: (code) => made.bytes(wordsOf(code)),
};

/** Fulfilled once the words of this visit have been fetched, or fetching them has failed. */
export const ready = fetchFirst();

async function fetchFirst() {
  if (!made.url(wordsOf(language))) return;
  catalogues.first = await made.bytes(wordsOf(language)).catch(() => null);
}
