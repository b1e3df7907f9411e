// What a copy of the site calls what it keeps. All copies on a host share its storage, its locks and
// its channels: whatever a copy has there is named by its path, here and nowhere else. Its caches are
// named in offline/builds.js, as workers know them by their scope.

const NAME = "spieltisch";

/**
 * Name what belongs to the copy of the site at an address.
 * @param {string} address of any of its pages
 */
export function nameAt(address) {
  const { pathname } = new URL(".", address);
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  return NAME + pathname.slice(0, end);
}

/**
 * What belongs to this copy of the site is called so, or begins so. A worker keeps nothing, and the
 * address of one that was made of a text tells of no copy.
 */
export const place = globalThis.document ? nameAt(location.href) : NAME;

/**
 * Name something that a copy of the site has beside its database and its channel, which are called as
 * the copy is: another database, another channel, a lock. The sign between them is in no path, so that
 * it is not the name of a copy in another folder.
 * @param {string} what
 * @param {string} [name] the copy's
 */
export const nameOf = (what, name = place) => `${name}?${what}`;

/**
 * Name a text of localStorage or sessionStorage. What follows the copy's name has no dot, so
 * that it is told from what a copy in another folder keeps, such as `/a.b/` beside `/a/`.
 * @param {string} what
 * @param {string} [name] the copy's
 */
export const textName = (what, name = place) => `${name}.${what}`;
