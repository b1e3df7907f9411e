// Draws a board as a picture. The page's styles do not reach into one, so the computed styles are
// written into a copy of the drawing.

/** The style properties that drawings use; each can be an attribute, too. */
const PAINTED = [
  "color", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule", "font-family", "font-size",
  "font-style", "font-weight", "letter-spacing", "opacity", "paint-order", "stop-color", "stop-opacity",
  "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
  "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "visibility",
]; // prettier-ignore

const WIDTH = 1200;
const PAD = 60;
const TITLE = 56;
const TEXT = 34;

/**
 * Draw a board on a card: the board, and below it what the match was.
 * @param {string} markup the board, as a drawing by itself
 * @param {string} title
 * @param {string} text one paragraph per line
 * @returns {Promise<Blob>} a PNG file in the page's colours
 */
export async function picture(markup, title, text) {
  const place = document.createElement("div");
  place.className = "picture-place";
  place.ariaHidden = "true";
  place.innerHTML = markup;
  document.body.append(place);
  try {
    return await drawn(/** @type {SVGSVGElement} */ (place.querySelector("svg")), title, text);
  } finally {
    place.remove();
  }
}

/** @type {(board: SVGSVGElement, title: string, text: string) => Promise<Blob>} */
async function drawn(board, title, text) {
  const { width, height } = board.viewBox.baseVal;
  const scale = Math.min((WIDTH - 2 * PAD) / width, (WIDTH - 2 * PAD) / height);
  const [wide, high] = [width * scale, height * scale];
  const image = await imageOf(board, wide, high);
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
 * Break a text into lines that are no wider than `width`.
 * @param {CanvasRenderingContext2D} context with the font
 * @param {string} text
 * @param {number} width
 */
function wrapped(context, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * Make an image of a drawing that needs nothing else of the page.
 * @param {SVGSVGElement} board
 * @param {number} width
 * @param {number} height
 */
async function imageOf(board, width, height) {
  const copy = painted(board);
  // The definitions by which drawings are painted are in the page only once.
  const paint = document.querySelector("#paint defs");
  if (paint) copy.prepend(painted(paint));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
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
  originals.forEach((node, index) => {
    const style = getComputedStyle(node);
    for (const name of PAINTED) copies[index].setAttribute(name, style.getPropertyValue(name));
    if (!node.hasAttribute("transform") && style.transform !== "none") {
      copies[index].setAttribute("transform", style.transform);
    }
  });
  return copy;
}
