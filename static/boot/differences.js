// Finds how one page differs from another, in their text: most of a page stays as it is, and text
// is compared much sooner than it is parsed.
//
// The markup is our own and well formed: "<" begins tags alone, attributes stand in double quotes,
// and every element is closed that is not void. Cut before each "<", a page is a list of pieces:
// a tag that opens or closes an element, and the text that follows it.

const VOID = /^(?:br|hr|img|input|link|meta)[\s>]/;
// Once a person has touched one of these, its attributes no longer say what it shows.
const FIELD = /^(?:input|option|select|textarea)[\s>]/;
const NAME = /^[^\s>]+/;
const IDENTITY = /\s(?:id|data-piece)="([^"]*)"/;
const END = "/";

/**
 * One thing to be done to the old page. Its elements are counted from 0 in the order of the
 * document; -1 is the one that holds the page.
 *
 * - opened: the piece that opens the element, before and after
 * - closed: the piece that closes it, after
 * - gone: the element goes, and the text that follows it
 * - added: this markup comes into the element, before that other one or else at the end
 * @typedef {{ node: number, opened: [string, string] }
 *   | { node: number, closed: string }
 *   | { node: number, gone: true }
 *   | { node: number, added: string, before: number | null }
 * } Difference
 */

/**
 * Cut a page into pieces.
 * @param {string} html
 */
export function pieces(html) {
  return html.split("<");
}

/**
 * How many elements a page has.
 * @param {string[]} page
 */
export function size(page) {
  let count = -1;
  for (const piece of page) if (!isClosing(piece)) count++;
  return count;
}

/**
 * Find what turns one page into another, in the order of the document.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Difference[] | null} null where the text alone does not tell: a field is another, most is
 *   new, or a page begins with text
 */
export function differences(before, after) {
  if (before[0] !== after[0]) return null;
  /** @type {Difference[]} */
  const found = [];
  const open = [-1];
  let node = 0;
  let i = 1;
  let j = 1;
  let newPieces = 0;
  while (i < before.length || j < after.length) {
    const old = before[i] ?? END;
    const now = after[j] ?? END;
    const parent = /** @type {number} */ (open.at(-1));
    if (isSame(old, now)) {
      if (isClosing(now)) {
        if (old !== now) found.push({ node: parent, closed: now });
        open.pop();
      } else {
        if (old !== now) found.push({ node, opened: [old, now] });
        if (!VOID.test(now)) open.push(node);
        node++;
      }
      i++;
      j++;
      continue;
    }
    if (FIELD.test(old) || FIELD.test(now)) return null;
    // What comes before the next that both have is new, or is gone; without one, this takes the
    // place of that.
    const again = siblingLike(old, after, j);
    const still = again ? 0 : siblingLike(now, before, i);
    const newEnd = again || (still ? j : endOf(after, j));
    const oldEnd = still || (again ? i : endOf(before, i));
    if (j < newEnd) {
      const added = "<" + after.slice(j, newEnd).join("<");
      found.push({ node: parent, added, before: isClosing(old) ? null : node });
      newPieces += newEnd - j;
      j = newEnd;
    }
    for (let next = i; i < oldEnd; i++) {
      if (i === next) {
        found.push({ node, gone: true });
        next = endOf(before, i);
      }
      if (!isClosing(before[i])) node++;
    }
  }
  return newPieces > after.length / 2 ? null : found;
}

/**
 * Whether two pieces open or close the same element; it may have got other attributes.
 * @param {string} old
 * @param {string} now
 */
function isSame(old, now) {
  if (old === now) return true;
  if (isClosing(old) || isClosing(now)) return isClosing(old) && isClosing(now);
  if (VOID.test(old) || FIELD.test(old)) return false;
  return first(NAME, old) === first(NAME, now) && first(IDENTITY, old) === first(IDENTITY, now);
}

/**
 * Where, among an element and its next siblings, one is followed by the same as that piece; 0 where
 * none is.
 * @param {string} piece
 * @param {string[]} page
 * @param {number} from
 */
function siblingLike(piece, page, from) {
  for (let at = from; at < page.length && !isClosing(page[at]); ) {
    at = endOf(page, at);
    if (isSame(page[at] ?? END, piece)) return at;
  }
  return 0;
}

/**
 * Where an element ends: at the piece after the one that closes it.
 * @param {string[]} page
 * @param {number} from
 */
function endOf(page, from) {
  let depth = 0;
  let at = from;
  do {
    if (isClosing(page[at])) depth--;
    else if (!VOID.test(page[at])) depth++;
    at++;
  } while (depth > 0);
  return at;
}

/** @type {(piece: string) => boolean} */
const isClosing = (piece) => piece[0] === "/";

/** @type {(pattern: RegExp, piece: string) => string | undefined} */
const first = (pattern, piece) => pattern.exec(piece)?.at(-1);
