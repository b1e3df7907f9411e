// How far this device's time is ahead of UTC, from moment to moment: Python has no time zones here.

const FIRST_YEAR = 2000;
const YEARS_AHEAD = 2;
// No zone has changed twice within so short a time since then, but for Ramadan, which is longer.
const STEP_MS = 14 * 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** @param {number} ms */
const eastAt = (ms) => -new Date(ms).getTimezoneOffset();

/**
 * Give the zone as text: the minutes ahead of UTC, then each later change, as the minute since 1970
 * at which it comes and the minutes ahead from then on.
 * @param {number} now in milliseconds since 1970
 * @returns {string} numbers with spaces between them
 */
export function zone(now = Date.now()) {
  const last = Date.UTC(new Date(now).getUTCFullYear() + YEARS_AHEAD, 0);
  let at = Date.UTC(FIRST_YEAR, 0);
  let east = eastAt(at);
  const told = [east];
  for (; at < last; at += STEP_MS) {
    const after = eastAt(at + STEP_MS);
    if (after !== east) told.push(changeBetween(at, at + STEP_MS), after);
    east = after;
  }
  return told.join(" ");
}

/**
 * Find the minute of a change.
 * @param {number} before @param {number} after
 */
function changeBetween(before, after) {
  const east = eastAt(before);
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (eastAt(middle) === east) before = middle;
    else after = middle;
  }
  return after / MINUTE_MS;
}
