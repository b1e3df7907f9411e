// The few words said before Python can: from the same catalogues, put into the page when it is
// built (tools/page.py). tools/catalogues.py collects them from here.

/** @type {Record<string, string>} */
let words = {};

/** @param {string} language */
export function useLanguage(language) {
  const text = document.getElementById("boot-words")?.textContent;
  words = JSON.parse(text ?? "{}")[language] ?? {};
}

/**
 * @param {string} english
 * @returns {string} what it is in the page's language
 */
export function gettext(english) {
  return words[english] || english;
}
