// Chooses the view to show before Python runs.

const DEFAULT_PLACE = "start";

/**
 * @param {string} hash the address's part from # on
 * @param {string[]} places that have a view: "start", or an address's path
 * @returns {string} one of them
 */
export function firstPlace(hash, places) {
  const place = hash.replace(/^#\/?/, "").split("?")[0];
  return places.includes(place) ? place : DEFAULT_PLACE;
}

/**
 * Take the view that was kept of the last visit, if it is the one to show now.
 * @param {any} kept what the shell stored: {hash, language, html}
 * @param {string} hash
 * @param {string} language
 * @returns {string | null} the markup
 */
export function lastView(kept, hash, language) {
  const fits =
    kept && kept.hash === hash && kept.language === language && typeof kept.html === "string";
  // The page's policy lets scripts style nodes, but refuses styles in markup, with an error.
  return fits && kept.html ? kept.html.replaceAll(/ style="[^"]*"/g, "") : null;
}
