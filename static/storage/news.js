// What the tabs of this site tell each other of what they have written.

/**
 * @typedef {{changed: string[], gone: string[], hasValues: boolean}} News the ids of matches that are new
 *   or changed, and of those that are no longer kept; whether values were written
 */

/**
 * Whether a message is news of ours: any page of the same host may post anything.
 * @param {unknown} data
 * @returns {data is News}
 */
export function isNews(data) {
  const { changed, gone, hasValues } = /** @type {Record<string, unknown>} */ (Object(data));
  const areIds = (/** @type {unknown} */ ids) =>
    Array.isArray(ids) && Array.from(ids).every((id) => typeof id === "string");
  return areIds(changed) && areIds(gone) && typeof hasValues === "boolean";
}

/**
 * Tell what was written.
 * @param {import("./unsaved.js").Change[]} changes
 * @returns {News | null} null if it concerns no other tab
 */
export function newsOf(changes) {
  const gone = new Set();
  const changed = new Set();
  for (const [store, id, value] of changes) {
    if (store === "summaries") (value === null ? gone : changed).add(id);
    if (store === "names" && value !== null) changed.add(id);
  }
  const hasValues = changes.some(([store]) => store === "pending");
  if (changed.size + gone.size === 0 && !hasValues) return null;
  return { changed: [...changed].filter((id) => !gone.has(id)), gone: [...gone], hasValues };
}
