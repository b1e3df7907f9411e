// Tells presses on what has just come under the finger: somebody else, a clock or a computer has
// changed the page in the moment before, and what was pressed is not what was seen there. What the
// page does about them, and about the second press of a double click, says
// py/spieltisch/shell/second_press.py.

/** How long one has to see what has come: who presses earlier has meant what was there before. */
const MOMENT_MS = 500;
/** A mouse that has been moved since then goes to what is there now; a hand is never quite still. */
const RESTING_PX = 4;
/** A finger that goes up further away than this from where it came down has pressed nothing. */
const NEAR_PX = 24;

const THINGS = "button, a[href], summary, [data-do], [data-shout], [data-token]";
const TOLD = ["data-do", "data-arg", "data-question", "aria-pressed", "href", "type", "id"];
const SITE = "[data-site], [data-token], [data-shout]";
/** What is pressed where a board is: it may well be pressed as fast as anybody can. */
const BOARD = "board";
/** By what somebody changes the page: by that they know what comes. */
const OWN =
  /^(click|dblclick|key|pointer|mouse|touch|input|change|submit|focus|hashchange|popstate|paste|drop)/;

/**
 * What could be seen and pressed before a change.
 * @typedef {object} Sight
 * @property {number} until when the change came
 * @property {{ name: string, box: DOMRect }[]} things
 * @property {{ node: Element | null, name: string | null }} focused
 * @property {{ x: number, y: number }} pointer where the mouse was
 * @typedef {{ x: number, y: number, at: number, name: string | null }} Press
 */

/** @type {Sight[]} */
let sights = [];
/** @type {Press | null} */
let down = null;
let pointer = { x: -Infinity, y: -Infinity };

/**
 * Note what can be seen before a part of the page changes, if that may move or replace what can be
 * pressed, and nobody here has done it.
 * @param {Element} root
 * @param {string} changes the new markup
 */
export function noteSight(root, changes) {
  if (!root.isConnected || !/<(?:button|a|summary)\b/.test(changes)) return;
  const { event } = window;
  if (event && OWN.test(event.type)) {
    sights = [];
    return;
  }
  const until = performance.now();
  const last = sights.at(-1);
  // What was drawn within the same frame nobody has seen.
  if (last && until - last.until < 8) return;
  const boards = new Set(
    [...root.querySelectorAll("[data-site]")].map((node) => node.closest("svg")),
  );
  const nodes = [...root.querySelectorAll(THINGS), ...boards].filter((node) => node !== null);
  const things = nodes
    .map((node) => ({ name: nameOf(node) ?? BOARD, box: node.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const node = document.activeElement;
  sights = sights.filter((one) => until - one.until < 2 * MOMENT_MS);
  sights.push({ until, things, focused: { node, name: nameOf(node) }, pointer });
}

/** Forget what was seen: another screen is on. */
export const forgetSights = () => void (sights = []);

/**
 * Mark the clicks on what has just come with `hasJustCome`, from now on.
 * @param {Document} document
 */
export function markHastyPresses(document) {
  const listening = { capture: true, passive: true };
  document.addEventListener(
    "pointerdown",
    (event) => {
      const { clientX: x, clientY: y } = event;
      down = { x, y, at: event.timeStamp, name: nameOf(event.target) };
    },
    listening,
  );
  document.addEventListener(
    "pointermove",
    ({ pointerType, clientX: x, clientY: y }) => {
      if (pointerType === "mouse") pointer = { x, y };
    },
    listening,
  );
  document.addEventListener(
    "click",
    (event) => {
      const name = nameOf(event.target);
      if (!event.isTrusted || name === null || !isHasty(event, name)) return;
      Object.assign(event, { hasJustCome: true });
    },
    { capture: true },
  );
}

/**
 * @param {MouseEvent} event a click
 * @param {string} name of what it is on
 */
function isHasty(event, name) {
  if (event.detail === 0) {
    const recent = sights.filter(({ until }) => event.timeStamp - until < MOMENT_MS);
    return recent.some(
      ({ focused }) => focused.node === event.target && ![null, name].includes(focused.name),
    );
  }
  const press =
    down && Math.hypot(down.x - event.clientX, down.y - event.clientY) <= NEAR_PX ? down : null;
  // It has changed between finger and thumb.
  if (press && press.name !== null && press.name !== name) return true;
  const { clientX: x, clientY: y } = event;
  const at = press ? press.at : event.timeStamp;
  const isMouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
  return sights.some((sight) => {
    const isRecent = at - sight.until < MOMENT_MS && at >= sight.until;
    const hasRested = Math.hypot(sight.pointer.x - x, sight.pointer.y - y) <= RESTING_PX;
    const before = isRecent && (!isMouse || hasRested) ? seenAt(sight, x, y) : null;
    return before !== null && before !== name;
  });
}

/**
 * The name of what was seen at a place: of several things the smallest is on top.
 * @param {Sight} sight
 * @param {number} x
 * @param {number} y
 */
function seenAt({ things }, x, y) {
  const there = things.filter(
    ({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom,
  );
  there.sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height);
  return there[0]?.name ?? null;
}

/**
 * What a press on a node is meant for, as in second_press.py.
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function nameOf(target) {
  const node = target instanceof Element ? target.closest(`${THINGS}, ${SITE}`) : null;
  if (!node) return null;
  const told = TOLD.map((name) => node.getAttribute(name));
  if (told[0] === null && node.matches(SITE)) return BOARD;
  return [node.localName, ...told].join(" ");
}
