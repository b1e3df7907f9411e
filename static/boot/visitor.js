// What is known of a visitor at once: the values kept in this browser, and the wanted language.

import { textName } from "../storage/place.js";

/**
 * Read a value from the browser's storage; null if there is none or reading is not allowed.
 * @param {string} name
 * @returns {unknown}
 */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(textName(name)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Find the language of this visit.
 * @param {string[]} languages the available ones; the first is the default
 * @returns {string} one of them
 */
export function languageOfVisit(languages) {
  const settings = /** @type {any} */ (stored("settings"));
  return languageOf([settings?.language, ...navigator.languages], languages);
}

/**
 * Find a language by tags (BCP 47), with the lookup of RFC 4647: the last part of a tag is dropped
 * until a language matches, so `pt-BR` finds `pt`.
 * @param {unknown[]} wished tags, the most wanted one first
 * @param {string[]} languages in lower case; the first is taken if none matches
 * @returns {string} one of them
 */
export function languageOf(wished, languages) {
  for (const tag of wished) {
    const parts = typeof tag === "string" ? tag.toLowerCase().split("-") : [];
    for (; parts.length > 0; parts.pop()) {
      if (languages.includes(parts.join("-"))) return parts.join("-");
    }
  }
  return languages[0];
}
