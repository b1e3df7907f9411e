import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

/**
 * Turn an element's content into the given markup, keeping every node that can be kept.
 *
 * Nodes are matched by their ids first; kept nodes keep focus, scroll position and transitions.
 * @param {Element} element
 * @param {string} html
 */
export function morph(element, html) {
  Idiomorph.morph(element, html, { morphStyle: "innerHTML" });
}
