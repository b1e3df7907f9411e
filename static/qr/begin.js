// Loaded with the first match by link: its table shows links that another device reads from the
// screen. <qr-code data-text="..."> draws itself in a shadow root, where patches do not reach.

import "./scanner.js";
import { encode } from "../vendor/uqr/uqr.js";

const SVG = "http://www.w3.org/2000/svg";
/** How many modules of white round a code let cameras find it. */
const BORDER = 4;

class QrCode extends HTMLElement {
  static observedAttributes = ["data-text"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
  }

  attributeChangedCallback() {
    this.shadowRoot?.replaceChildren(drawn(this.dataset.text ?? ""));
  }
}

/**
 * Draw a text as a code: dark on white in either theme, as cameras want it.
 * @param {string} text
 */
function drawn(text) {
  const { data, size } = encode(text, { border: BORDER, ecc: "L" });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.append(path("#fff", `M0 0h${size}v${size}h-${size}z`));
  const modules = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  svg.append(path("#000", modules.join("")));
  return svg;
}

/** @type {(fill: string, d: string) => SVGPathElement} */
function path(fill, d) {
  const node = document.createElementNS(SVG, "path");
  node.setAttribute("fill", fill);
  node.setAttribute("d", d);
  return node;
}

customElements.define("qr-code", QrCode);
