// What is known of a visitor at once: what was kept in this browser, and which language is wished.

/**
 * Read something from the browser's storage, which may not be allowed.
 * @param {string} name
 * @returns {unknown}
 */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`spieltisch.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Find the language of this visit.
 * @param {string[]} languages those there are; the first is spoken where none is wished
 * @returns {string} one of them
 */
export function languageOfVisit(languages) {
  const settings = /** @type {any} */ (stored("settings"));
  return languageOf([settings?.language, ...navigator.languages], languages);
}

/**
 * Find a language by tags (BCP 47), as RFC 4647 has it looked up: of `pt-BR` the part that says more
 * is left out until one of that name is there.
 * @param {unknown[]} wished tags, the most wanted one first
 * @param {string[]} languages in small letters; the first is taken where none fits
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
