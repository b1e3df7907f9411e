// Which of the views that came with the page to show before Python is there.

const DEFAULT_LANGUAGE = "en";
const DEFAULT_PLACE = "start";

/**
 * @param {object} known
 * @param {string[]} known.views keys: a language, a colon, and the address's path, or "start"
 * @param {string} known.hash the address's part from # on
 * @param {unknown[]} known.wished language tags, the most wanted one first
 * @returns {{key: string, language: string}}
 */
export function firstView({ views, hash, wished }) {
  const languages = new Set(views.map((key) => key.split(":")[0]));
  const tags = wished.filter((tag) => typeof tag === "string");
  const language =
    tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => languages.has(tag)) ??
    DEFAULT_LANGUAGE;
  const place = hash.replace(/^#\/?/, "").split("?")[0];
  const key = `${language}:${place}`;
  return { key: views.includes(key) ? key : `${language}:${DEFAULT_PLACE}`, language };
}

/**
 * Take what was kept of the last visit, if it is what is to be seen now.
 * @param {any} kept what the shell stored: {hash, language, html}
 * @param {string} hash
 * @param {string} language
 * @returns {string | null} the markup
 */
export function lastView(kept, hash, language) {
  const fits =
    kept && kept.hash === hash && kept.language === language && typeof kept.html === "string";
  // Scripts may style nodes, markup may not: the page's policy would refuse it, loudly.
  return fits && kept.html ? kept.html.replaceAll(/ style="[^"]*"/g, "") : null;
}
