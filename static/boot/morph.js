import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";
import { differences, pieces, size } from "./differences.js";

const ATTRIBUTE = /([^\s="]+)(?:="([^"]*)")?/g;

/**
 * The page that each element holds.
 * @type {WeakMap<Element, string[]>}
 */
const held = new WeakMap();

/**
 * Turn an element's content into the given page, keeping every node that can be kept.
 *
 * Kept nodes keep focus, scroll position and transitions.
 * @param {Element} element
 * @param {string} html as our views write it, see differences.js
 */
export function morph(element, html) {
  const before = held.get(element);
  const after = pieces(html);
  const found = before && differences(before, after);
  const nodes = element.querySelectorAll("*");
  // Should this fail half-way, the next page is morphed as a whole.
  held.delete(element);
  // The browser's own translation and extensions may have put in elements of theirs.
  if (found && nodes.length === size(before)) changeAll(element, nodes, found);
  else morphWhole(element, html);
  held.set(element, after);
}

/** @typedef {import("./differences.js").Difference} Difference */

/** @type {(root: Element, nodes: NodeListOf<Element>, found: Difference[]) => void} */
function changeAll(root, nodes, found) {
  // Where the focused element's tabindex changes, the browser brings all styles up to date before
  // it goes on: that comes first, while there is little to bring up to date.
  const focused = found.find(
    (difference) => "opened" in difference && nodes[difference.node] === document.activeElement,
  );
  if (focused) change(root, nodes, focused);
  for (const difference of found) if (difference !== focused) change(root, nodes, difference);
}

/** @type {(element: Element, html: string) => void} */
function morphWhole(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  Idiomorph.morph(element, template.content, {
    morphStyle: "innerHTML",
    // Most of a page stays as it is, and the browser sees so much sooner than a script does.
    callbacks: { beforeNodeMorphed: (before, after) => !before.isEqualNode(after) },
  });
}

/** @type {(root: Element, nodes: NodeListOf<Element>, difference: Difference) => void} */
function change(root, nodes, difference) {
  const element = difference.node < 0 ? root : nodes[difference.node];
  if ("opened" in difference) {
    reopen(element, ...difference.opened);
  } else if ("closed" in difference) {
    say(/** @type {Element} */ (element.parentNode), element.nextSibling, textAfter(difference.closed));
  } else if ("gone" in difference) {
    if (element.nextSibling instanceof Text) element.nextSibling.remove();
    element.remove();
  } else {
    const { added, before } = difference;
    const reader = /** @type {Element} */ (element.cloneNode(false));
    reader.innerHTML = added;
    const next = before === null ? null : nodes[before];
    for (const node of [...reader.childNodes]) element.insertBefore(node, next);
  }
}

/** @type {(element: Element, before: string, after: string) => void} */
function reopen(element, before, after) {
  const was = attributesOf(before);
  const is = attributesOf(after);
  for (const [name, value] of is) {
    if (was.get(name) !== value) element.setAttribute(name, value);
  }
  for (const name of was.keys()) if (!is.has(name)) element.removeAttribute(name);
  if (textAfter(before) !== textAfter(after)) say(element, element.firstChild, textAfter(after));
}

/**
 * Have a text stand before a node, or in its place if that is a text.
 * @type {(parent: Element, node: Node | null, words: string) => void}
 */
function say(parent, node, words) {
  const plain = unescaped(words);
  if (!(node instanceof Text)) parent.insertBefore(document.createTextNode(plain), node);
  else if (plain) node.data = plain;
  else node.remove();
}

/** @type {(piece: string) => Map<string, string>} */
function attributesOf(piece) {
  const tag = piece.slice(piece.search(/[\s>]/), piece.indexOf(">"));
  return new Map(Array.from(tag.matchAll(ATTRIBUTE), ([, name, value = ""]) => [name, unescaped(value)]));
}

/** @type {(piece: string) => string} */
const textAfter = (piece) => piece.slice(piece.indexOf(">") + 1);

/** @type {(words: string) => string} */
function unescaped(words) {
  if (!words.includes("&")) return words;
  const reader = document.createElement("textarea");
  reader.innerHTML = words;
  return reader.value;
}
