// What a copy of the site calls what it keeps. All copies on a host share its storage, its locks and
// its channels: whatever a copy has there is named by its path.

/** What is kept was called so wherever the site was, before names had paths. */
export const SHARED = "spieltisch";
const TAKEN = `${SHARED}.taken`;

/**
 * Name what belongs to the copy of the site at an address.
 * @param {string} address of any of its pages
 */
export function nameAt(address) {
  const { pathname } = new URL(".", address);
  let end = pathname.length;
  while (pathname[end - 1] === "/") end -= 1;
  return SHARED + pathname.slice(0, end);
}

/**
 * What belongs to this copy of the site is called so, or begins so. A worker keeps nothing, and the
 * address of one that was made of a text tells of no copy.
 */
export const place = globalThis.document ? nameAt(location.href) : SHARED;

/**
 * Whether what was kept before names had paths may belong to a copy of the site: not once another
 * has taken it over.
 * @param {string} name the copy's
 * @param {Storage} storage
 */
export function mayTakeOver(name, storage) {
  return [null, name].includes(storage.getItem(TAKEN));
}

/**
 * Note that a copy of the site has taken over what was kept before names had paths.
 * @param {string} name
 * @param {Storage} storage
 */
export function noteTakeOver(name, storage) {
  if (storage.getItem(TAKEN) === null) storage.setItem(TAKEN, name);
}

/**
 * Copy the texts that were kept before names had paths to where a copy of the site keeps them, unless
 * another has taken them over. It may be done again: what is there already stays.
 * @param {string} name
 * @param {Storage} storage
 */
export function takeOverTexts(name, storage) {
  if (name === SHARED || storage.getItem(TAKEN) !== null) return;
  const prefix = `${SHARED}.`;
  const names = Array.from(storage, (_, at) => storage.key(at) ?? "");
  for (const key of names.filter((one) => one.startsWith(prefix))) {
    const ours = `${name}.${key.slice(prefix.length)}`;
    if (storage.getItem(ours) === null) storage.setItem(ours, storage.getItem(key) ?? "");
  }
}
