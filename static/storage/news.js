// What the tabs of this site tell each other of what they have written.

/**
 * @typedef {{changed: string[], gone: string[]}} News the ids of matches that are new or changed, and
 *   of those that are no longer kept
 */

/**
 * Whether a message is news of ours: any page of the same host may post anything.
 * @param {unknown} data
 * @returns {data is News}
 */
export function isNews(data) {
  const { changed, gone } = /** @type {Record<string, unknown>} */ (Object(data));
  return [changed, gone].every(
    (ids) => Array.isArray(ids) && Array.from(ids).every((id) => typeof id === "string"),
  );
}
