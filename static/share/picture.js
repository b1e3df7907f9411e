// Draws a board as a picture. The page's styles do not reach into one, so the computed styles are
// written into a copy of the drawing.

/** The style properties that drawings use and inherit; each can be an attribute, too. */
const INHERITED = [
  "color",
  "dominant-baseline",
  "fill",
  "fill-opacity",
  "fill-rule",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "letter-spacing",
  "paint-order",
  "stroke",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-miterlimit",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
  "visibility",
]; // prettier-ignore

/** Those that no part of a drawing has from the whole. */
const OWN = ["display", "opacity", "overflow", "stop-color", "stop-opacity"];

const WIDTH = 1200;
const PAD = 60;
const TITLE = 56;
const TEXT = 34;

const PROBE = 32;

/** By how much of 255 a channel may be off: Brave changes the lowest bit, which nobody sees. */
const UNSEEN = 4;

/**
 * See whether this browser lets a page read what it has drawn: some give noise, or one colour, as
 * drawings tell devices apart. Throws an error of the name "HiddenError" if it does not, so that
 * people would see it.
 */
export function probe() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PROBE;
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true })
  );
  const drawn = context.createImageData(PROBE, PROBE);
  for (let at = 0; at < drawn.data.length; at += 4) {
    const [x, y] = [(at / 4) % PROBE, Math.floor(at / 4 / PROBE)];
    drawn.data.set([8 * x, 8 * y, (4 * (x + y)) % 256, 255], at);
  }
  context.putImageData(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, PROBE, PROBE);
  if (data.every((value, at) => Math.abs(value - drawn.data[at]) <= UNSEEN)) return;
  throw Object.assign(new Error("this browser hides what is drawn"), { name: "HiddenError" });
}

/**
 * Draw a board on a card: the board, and below it what the match was.
 * @param {string} markup the board, as a drawing by itself
 * @param {string} title
 * @param {string} text one paragraph per line
 * @returns {Promise<Blob>} a PNG file in the page's colours
 */
export async function picture(markup, title, text) {
  probe();
  const { svg, box } = place(markup);
  const scale = Math.min((WIDTH - 2 * PAD) / box.width, (WIDTH - 2 * PAD) / box.height);
  const [wide, high] = [box.width * scale, box.height * scale];
  const image = await imageOf(svg, wide, high);
  const page = getComputedStyle(document.body);

  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const font = (/** @type {number} */ size) => `${size}px ${page.fontFamily}`;
  context.font = font(TEXT);
  const lines = text.split("\n").flatMap((one) => wrapped(context, one, WIDTH - 2 * PAD));
  // Setting the height empties the canvas, and resets the font.
  canvas.height = Math.ceil(PAD + high + PAD / 2 + TITLE + TEXT * 1.4 * lines.length + PAD);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, (WIDTH - wide) / 2, PAD, wide, high);
  context.fillStyle = page.color;
  context.textAlign = "center";
  context.font = `600 ${font(TITLE)}`;
  let y = PAD + high + PAD / 2 + TITLE;
  context.fillText(title, WIDTH / 2, y);
  context.font = font(TEXT);
  for (const line of lines) context.fillText(line, WIDTH / 2, (y += TEXT * 1.4));

  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/**
 * Put a board where nobody sees it, and copy it so that it needs nothing else of the page.
 * @param {string} markup
 */
export function place(markup) {
  const place = document.createElement("div");
  place.className = "picture-place";
  place.ariaHidden = "true";
  place.innerHTML = markup;
  document.body.append(place);
  try {
    // Nothing moves in a picture: what comes bit by bit in the page is there at once.
    for (const animation of place.getAnimations({ subtree: true })) animation.cancel();
    const board = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
    const { width, height } = board.viewBox.baseVal;
    const svg = painted(board);
    // The definitions by which drawings are painted are in the page only once.
    const paint = document.querySelector("#paint defs");
    if (paint) svg.prepend(painted(paint));
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return { svg, box: { width, height } };
  } finally {
    place.remove();
  }
}

/**
 * Break a text into lines that are no wider than `width`.
 * @param {CanvasRenderingContext2D} context with the font
 * @param {string} text
 * @param {number} width
 */
export function wrapped(context, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Make an image of a drawing that needs nothing else of the page.
 * @param {SVGSVGElement} drawing
 * @param {number} width
 * @param {number} height
 */
export async function imageOf(drawing, width, height) {
  drawing.setAttribute("width", String(width));
  drawing.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  return image;
}

/**
 * Copy a drawing, or a part of one, so that it looks the same without the page's styles.
 * @template {Element} T
 * @param {T} original
 * @returns {T}
 */
function painted(original) {
  const copy = /** @type {T} */ (original.cloneNode(true));
  const originals = [original, ...original.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  /** @type {Map<Element | null, string[]>} */
  const known = new Map();
  originals.forEach((node, index) => {
    const style = getComputedStyle(node);
    const inherited = INHERITED.map((name) => style.getPropertyValue(name));
    // What a definition inherits depends on where it is used.
    const above = node.closest("defs") ? undefined : known.get(node.parentElement);
    known.set(node, inherited);
    INHERITED.forEach((name, at) => {
      if (inherited[at] === above?.[at]) copies[index].removeAttribute(name);
      else copies[index].setAttribute(name, inherited[at]);
    });
    for (const name of OWN) copies[index].setAttribute(name, style.getPropertyValue(name));
    if (!node.hasAttribute("transform") && style.transform !== "none") {
      copies[index].setAttribute("transform", style.transform);
    }
  });
  return copy;
}
