import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

/**
 * Turn an element's content into the given markup, keeping every node that can be kept.
 *
 * Nodes are matched by their ids first; kept nodes keep focus, scroll position and transitions.
 * @param {Element} element
 * @param {string} html
 */
export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  Idiomorph.morph(element, template.content, {
    morphStyle: "innerHTML",
    // Most of a page stays as it is, and the browser sees so much sooner than a script does.
    callbacks: { beforeNodeMorphed: (before, after) => !before.isEqualNode(after) },
  });
}
