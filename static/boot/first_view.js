// Which of the views that came with the page to show before Python is there.

const DEFAULT_PLACE = "start";

/**
 * @param {string} hash the address's part from # on
 * @param {string[]} places of which there is a view: "start", or an address's path
 * @returns {string} one of them
 */
export function firstPlace(hash, places) {
  const place = hash.replace(/^#\/?/, "").split("?")[0];
  return places.includes(place) ? place : DEFAULT_PLACE;
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
