// What a page and its service worker say to each other.

/** What a page tells a new worker that waits; the answer is whether it has taken over. */
export const TAKE_OVER = "take over";

/** What a page asks its worker; the answer is `Mended` of shelf.js, or null if it cannot tell. */
export const MEND = "mend";

/**
 * What a page asks its worker, as {said: CHECK, url}: whether the file is kept as it should be; null
 * if the worker cannot tell.
 */
export const CHECK = "check";

/** What a worker tells a page, as {said: MENDED, mended}; any answer means that it was heard. */
export const MENDED = "mended";

/** What a new worker tells all pages, as {said: REFUSED}: its build could not be fetched whole. */
export const REFUSED = "refused";

/** What a page asks its worker, if the game is not to be kept; the answer is whether it is gone. */
export const END = "end";

/**
 * What a page asks its worker that cannot start from its snapshot: to keep what it starts from
 * instead; the answer is whether all of it is kept.
 */
export const KEEP_SPARE = "keep spare";
