// The builds of the site that the browser's Cache Storage holds, by their names.

/**
 * Make what the names of a site's caches begin with. All sites on a host share its caches: those of
 * sites below other paths are not ours.
 * @param {string} scope the site's address
 */
function prefixOf(scope) {
  return `${new URL(scope).pathname}cache-`;
}

/**
 * Name the cache of a build.
 * @param {string} scope the site's address
 * @param {string} id of the build
 */
export function cacheName(scope, id) {
  return prefixOf(scope) + id;
}

/**
 * Delete the builds that are kept of a site.
 * @param {string} scope the site's address
 * @param {string} [kept] the name of the build that stays
 */
export async function dropBuilds(scope, kept) {
  const names = await buildNames(scope, kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * @param {string} scope the site's address
 * @param {string} [kept] one that is left out
 * @returns {Promise<string[]>} the names of the builds that are kept
 */
export async function buildNames(scope, kept) {
  const [names, prefix] = [await caches.keys(), prefixOf(scope)];
  // An id has no slash: what has one belongs to a site in a folder whose name begins like a cache's.
  const isOurs = (/** @type {string} */ name) =>
    name.startsWith(prefix) && !name.includes("/", prefix.length);
  return names.filter((name) => isOurs(name) && name !== kept);
}
