// The builds of the site that the browser's Cache Storage holds, by their names.

/**
 * Make the prefix of a site's cache names. All sites on a host share its caches: those of sites
 * below other paths are not ours.
 * @param {string} scope the site's address
 */
export function prefixOf(scope) {
  return `${new URL(scope).pathname}cache-`;
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
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(prefixOf(scope)) && name !== kept);
}
