// Brings a page up to date, see kit/markup.py: it is given the markup that has changed, with a
// stub for each region in it that has not.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";
import { forgetSights, noteSight } from "./arrivals.js";

const STUB = "data-region";
const TABLE = ".table";
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']";
/** Fields that people type in. */
const TYPED =
  "input:not([type]), input:is([type=text], [type=search], [type=number], [type=password]), textarea";
const EDITOR = "code-editor:defined";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

const OUT_OF_REACH = ":disabled, [inert] *, [popover] *";

const CALLBACKS = {
  /**
   * Leave a region alone if only a stub is given for it, and a node that is the same already: its
   * fields keep what a person has typed, and browsers compare trees much faster than scripts do.
   * @type {(before: Node, after: Node) => boolean}
   */
  beforeNodeMorphed: (before, after) => !isStubOf(after, before) && !before.isEqualNode(after),
  /** Keep `open`: a person has opened the element, not the markup. */
  beforeAttributeUpdated: (/** @type {string} */ name) => name !== "open",
};

/**
 * Bring parts of a page up to date, keeping every node that can be kept: with it, its focus, its
 * scroll position and its transitions.
 * @param {Element} root what holds the page
 * @param {string} changes the id of a region and its markup, then the next one's, with NULs between
 *   them; an empty id stands for all that the root holds
 * @returns {boolean} whether the document has every region that was given, be it as a stub; if not,
 *   something else has changed the document, and the whole page must be handed over
 */
export function patch(root, changes) {
  const [held, screen] = [heldBy(root), screenOf(root)];
  noteSight(root, changes);
  const parts = changes.split("\0");
  /** @type {[Element, DocumentFragment | Element, "innerHTML" | "outerHTML"][]} */
  const pairs = [];
  for (let at = 0; at < parts.length; at += 2) {
    const node = parts[at] ? root.querySelector(`#${CSS.escape(parts[at])}`) : root;
    if (!node) return false;
    const { content } = parsed(parts[at + 1], node);
    if (node === root) pairs.push([root, content, "innerHTML"]);
    else pairs.push([node, /** @type {Element} */ (content.querySelector("[id]")), "outerHTML"]);
  }
  moveTabStop(
    root,
    pairs.map(([, after]) => after),
  );
  const written = writtenIn(root);
  if (written && isToChange(written, pairs)) {
    // Another thing comes, or somebody else has changed this one: what is being written is told first.
    written.dispatchEvent(new Event("change", { bubbles: true }));
  }
  for (const [, after] of pairs) renewFields(root, after, written);
  for (const [node, after, morphStyle] of pairs)
    Idiomorph.morph(node, after, { morphStyle, callbacks: CALLBACKS });
  if (held) keepKeyboard(root, held);
  if (screenOf(root) !== screen) forgetSights();
  return !root.querySelector(`[${STUB}]`);
}

/**
 * Change the focused node's tab index before anything else: the browser checks at once whether the
 * node may keep the focus, and computes all outdated styles to do so. As yet these are few; later
 * it would take half as long as all else that a press needs here.
 * @param {Element} root
 * @param {(DocumentFragment | Element)[]} news
 */
function moveTabStop(root, news) {
  const { activeElement } = document;
  if (!activeElement?.id || !root.contains(activeElement)) return;
  const selector = `#${CSS.escape(activeElement.id)}[tabindex]`;
  for (const part of news) {
    const after =
      part instanceof Element && part.matches(selector) ? part : part.querySelector(selector);
    const tabIndex = after?.getAttribute("tabindex");
    if (tabIndex && activeElement.getAttribute("tabindex") !== tabIndex)
      activeElement.setAttribute("tabindex", tabIndex);
  }
}

/**
 * What has the focus, and what is around it.
 * @typedef {object} Held
 * @property {Element} node
 * @property {string} screen which screen it is on
 * @property {Element | null} table the board with its buttons, if it is part of that
 * @property {Element[]} around from its parent outwards
 * @property {HTMLElement[]} order all that the focus could go to, as it was
 * @property {boolean} isAtWork whether it is a field that goes by itself, not by what is done in it
 */

/**
 * @param {Element} root
 * @returns {Held | null} null if nothing of the root has the focus
 */
function heldBy(root) {
  const node = document.activeElement;
  if (!node || node === root || !root.contains(node)) return null;
  const around = [];
  for (let one = node.parentElement; one && one !== root; one = one.parentElement) around.push(one);
  const cause = window.event?.target;
  const isAtWork = node.matches(TYPED) && !(cause instanceof Element && cause.contains(node));
  const table = node.closest(TABLE);
  return { node, screen: screenOf(root), table, around, order: all(root), isAtWork };
}

/**
 * Move the focus if the node that had it is gone, hidden or disabled, for instance a button after
 * its press: on a board to its tab stop; else to what came next, or else before it, in the smallest
 * part of the screen in which there is anything; on another screen, to that. Whoever goes on typing as a field
 * goes from under their hands does so in the one in its place, and presses no button with what they type.
 * @param {Element} root
 * @param {Held} held
 */
function keepKeyboard(root, { node, screen, table, around, order, isAtWork }) {
  const isGone = document.activeElement === document.body || !document.activeElement;
  if (!isGone && !node.matches(":disabled:focus, [hidden] *, [inert] *")) return;
  const main = /** @type {HTMLElement | null} */ (root.querySelector("main"));
  const stop = node.isConnected ? null : tabStopOf(table);
  const next = isAtWork ? (fieldLike(node, around) ?? main) : neighbour(node, around, order);
  const goal = screenOf(root) === screen ? (stop ?? next) : main;
  goal?.focus({ preventScroll: true });
  if (document.activeElement !== goal) main?.focus({ preventScroll: true });
}

/**
 * @param {Element | null} table
 * @returns {HTMLElement | null}
 */
function tabStopOf(table) {
  return table?.isConnected ? table.querySelector("[data-site][tabindex='0']") : null;
}

/**
 * @param {Element} node
 * @param {Element[]} around
 * @param {HTMLElement[]} order
 */
function neighbour(node, around, order) {
  const at = order.indexOf(/** @type {HTMLElement} */ (node));
  const nearest = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at)).reverse()];
  for (const part of around) {
    if (!part.isConnected) continue;
    const now = all(part).filter((one) => one !== node && isInReach(one));
    const found = nearest.find((one) => now.includes(one)) ?? now[0];
    if (found) return found;
  }
  return null;
}

/**
 * The field that is in the place of one that is gone.
 * @param {Element} node
 * @param {Element[]} around
 */
function fieldLike(node, around) {
  const part = around.find((one) => one.isConnected);
  const name = /** @type {HTMLElement} */ (node).dataset.edit;
  const found = name && part?.querySelector(`[data-edit=${CSS.escape(name)}]`);
  return found instanceof HTMLElement && isInReach(found) ? found : null;
}

/** @param {Element} root */
const screenOf = (root) => root.querySelector("main")?.className ?? "";

/**
 * @param {Element} part
 * @returns {HTMLElement[]}
 */
const all = (part) => [
  .../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(FOCUSABLE)),
];

/** @param {Element} node */
const isInReach = (node) => !node.matches(OUT_OF_REACH) && node.getClientRects().length > 0;

/**
 * Parse markup. A part of a drawing must be parsed inside an `<svg>`.
 * @param {string} html
 * @param {Element} place the node that it is for
 */
function parsed(html, place) {
  const template = document.createElement("template");
  template.innerHTML =
    place instanceof SVGElement && place.ownerSVGElement ? `<svg>${html}</svg>` : html;
  return template;
}

/**
 * The field that is being written in, if the page does not know yet what was.
 * @param {Element} root
 * @returns {Field | null}
 */
function writtenIn(root) {
  const field = document.activeElement;
  if (!field?.matches(TYPED) || !root.contains(field) || window.event?.target === field)
    return null;
  const { value, defaultValue } = /** @type {Field} */ (field);
  return value === defaultValue ? null : /** @type {Field} */ (field);
}

/**
 * Whether a field goes, or is to hold another text or the same of another thing, by what has changed.
 * @param {Field} field
 * @param {[Element, DocumentFragment | Element, string][]} pairs
 */
function isToChange(field, pairs) {
  for (const [node, after] of pairs) {
    if (!node.contains(field) || !field.id) continue;
    const id = `#${CSS.escape(field.id)}`;
    const next = /** @type {Field | null} */ (
      after instanceof Element && after.matches(id) ? after : after.querySelector(id)
    );
    if (next)
      return (
        isOfAnother(field, next) || ![field.value, field.defaultValue].includes(next.defaultValue)
      );
    const stubs = [...after.querySelectorAll(`[${STUB}]`)];
    if (!stubs.some((stub) => field.closest(`#${CSS.escape(stub.id)}`))) return true;
  }
  return false;
}

/**
 * A field that was there before Python is of what is shown there, though it did not know what that is called.
 * @type {(before: Field, after: Field) => boolean}
 */
const isOfAnother = ({ dataset: { thing } }, after) =>
  thing !== undefined && thing !== after.dataset.thing;

/**
 * Put new nodes in the place of fields that are to hold another text, or the same of another thing, as their
 * `data-thing` tells. Where a script gives a field another text, Chromium's undo still brings back what was once
 * deleted in it, in the midst of the new one. What is being written of the same thing stays.
 * @param {Element} root
 * @param {DocumentFragment | Element} part of the page as it is to be
 * @param {Field | null} written
 */
function renewFields(root, part, written) {
  for (const after of /** @type {NodeListOf<Field>} */ (part.querySelectorAll(TYPED))) {
    const before = /** @type {Field | null} */ (
      after.id ? root.querySelector(`#${CSS.escape(after.id)}`) : null
    );
    if (!before?.matches(TYPED) || before.isEqualNode(after) || before.closest(EDITOR)) continue;
    if (before.value === after.value && !isOfAnother(before, after)) continue;
    if (before === written && !isOfAnother(before, after)) {
      // The attribute is the text of a field that has none.
      if (after.matches("input:not([value])")) after.setAttribute("value", "");
      after.value = before.value;
    } else if (window.event?.target !== before) renew(before, after.value, after.dataset.thing);
    // The browser may be about to move the focus on from a field that tells of itself.
    else setTimeout(() => before.isConnected && renew(before, before.value));
  }
}

/**
 * @param {Field} field
 * @param {string} text
 * @param {string} [thing] of which it is
 */
function renew(field, text, thing = field.dataset.thing) {
  const fresh = /** @type {Field} */ (field.cloneNode(true));
  const { selectionStart, selectionEnd } = field;
  const hasFocus = document.activeElement === field;
  // Chromium tells of a field that goes as of one that was changed: that is what it is to hold.
  field.value = fresh.value = text;
  if (thing !== undefined) field.dataset.thing = fresh.dataset.thing = thing;
  field.replaceWith(fresh);
  if (!hasFocus) return;
  fresh.focus({ preventScroll: true });
  // Fields for numbers have no selection.
  if (selectionStart !== null) fresh.setSelectionRange(selectionStart, selectionEnd);
}

/** @type {(stub: Node, node: Node) => boolean} */
const isStubOf = (stub, node) =>
  stub instanceof Element &&
  stub.hasAttribute(STUB) &&
  stub.id === /** @type {Element} */ (node).id;
