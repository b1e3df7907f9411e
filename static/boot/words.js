// The few texts that are needed before Python runs, with those of the views that came with the
// page. They are taken from the same catalogues and put into the page when it is built
// (tools/page.py). tools/catalogues.py collects the texts of these scripts.

/**
 * A language as the page knows it: its tag, its direction, and its texts by the English ones.
 * @typedef {{tag: string, dir: string, words: Record<string, string>}} Language
 */

// The attributes that a person reads or hears; tools/first_words.py has the same.
const ATTRIBUTES = [
  "alt",
  "aria-label",
  "aria-roledescription",
  "data-other",
  "placeholder",
  "title",
];

/** @type {Record<string, string>} */
let words = {};

/** @returns {Record<string, Language>} all languages by their codes */
export function languages() {
  return JSON.parse(document.getElementById("languages")?.textContent ?? "{}");
}

/** @param {Language} language */
export function useLanguage({ tag, dir, words: given }) {
  Object.assign(document.documentElement, { lang: tag, dir });
  words = given;
}

/**
 * @param {string} english
 * @returns {string} the text in the page's language
 */
export function gettext(english) {
  return words[english] || english;
}

/**
 * Translate a view from English into the page's language.
 * @param {Element | DocumentFragment} view
 * @param {string} code of the language, which the field of languages then shows
 */
export function translate(view, code) {
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (Object.hasOwn(words, node.data)) node.data = words[node.data];
      continue;
    }
    const element = /** @type {Element} */ (node);
    // Some ids are made from the element's text.
    const id = `#${element.id}`;
    if (Object.hasOwn(words, id)) element.id = words[id].slice(1);
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text !== null && Object.hasOwn(words, text)) element.setAttribute(name, words[text]);
    }
  }
  for (const option of view.querySelectorAll("#set-language option")) {
    option.toggleAttribute("selected", option.getAttribute("value") === code);
  }
}
