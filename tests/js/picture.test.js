import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {any} */
const browser = globalThis;

/** What a person would see of a canvas: its size, and the texts on it. */
class Canvas {
  width = 300;
  height = 150;
  /** @type {string[]} */
  texts = [];
  /** @type {any} */
  #image = null;
  /** What this browser does to pixels that are read. @type {(data: Uint8ClampedArray) => void} */
  static hides = () => {};
  static colour = 0;

  getContext() {
    return {
      font: "",
      measureText: (/** @type {string} */ text) => ({ width: 10 * text.length }),
      fillRect() {},
      drawImage: (/** @type {any} */ { src }) => (Canvas.colour = src.length % 251),
      fillText: (/** @type {string} */ text) => this.texts.push(text),
      createImageData: (/** @type {number} */ width, /** @type {number} */ height) => ({
        data: new Uint8ClampedArray(4 * width * height),
      }),
      putImageData: (/** @type {any} */ image) => (this.#image = image),
      getImageData: (
        /** @type {number} */ _x,
        /** @type {number} */ _y,
        /** @type {number} */ width,
        /** @type {number} */ height,
      ) => {
        const data = this.#image
          ? this.#image.data.slice()
          : new Uint8ClampedArray(4 * width * height).fill(255);
        if (!this.#image) data[0] = Canvas.colour;
        Canvas.hides(data);
        return { data };
      },
    };
  }
  /** @param {(blob: Blob | null) => void} give */
  toBlob(give) {
    give(Canvas.hasBlob ? new Blob([this.texts.join("|")], { type: "image/png" }) : null);
  }
  static hasBlob = true;
}

/** A drawing. */
class Drawing {
  viewBox = { baseVal: { width: 100, height: 50 } };
  /** @type {Record<string, string>} */
  attributes = {};
  parentElement = null;
  /** @param {string} markup */
  constructor(markup) {
    this.markup = markup;
  }
  cloneNode = () => new Drawing(this.markup);
  querySelector = (/** @type {string} */ selector) =>
    selector.includes("[data-piece") && this.markup.includes(selector.slice(13, -2)) ? this : null;
  querySelectorAll = () => [];
  closest = () => null;
  setAttribute = (/** @type {string} */ name, /** @type {string} */ to) =>
    (this.attributes[name] = to);
  getAttribute = (/** @type {string} */ name) => this.attributes[name] ?? null;
  hasAttribute = (/** @type {string} */ name) => name in this.attributes;
  removeAttribute() {}
}

/** @type {Canvas[]} */
let canvases = [];
let placed = 0;
const STYLE = new Proxy(
  { transform: "none", fontFamily: "serif", color: "black", backgroundColor: "white" },
  { get: (one, name) => (name === "getPropertyValue" ? () => "x" : Reflect.get(one, name)) },
);
Object.assign(browser, {
  document: {
    createElement: (/** @type {string} */ name) => {
      if (name === "canvas") {
        const canvas = new Canvas();
        canvases.push(canvas);
        return canvas;
      }
      return {
        innerHTML: "",
        getAnimations: () => [],
        /** @this {{ innerHTML: string }} */
        querySelector() {
          return new Drawing(this.innerHTML);
        },
        remove: () => (placed -= 1),
      };
    },
    body: { append: () => (placed += 1) },
    querySelector: () => null,
  },
  getComputedStyle: () => STYLE,
  XMLSerializer: class {
    serializeToString = (/** @type {Drawing} */ { markup, attributes }) =>
      markup + JSON.stringify(attributes);
  },
  Image: class {
    src = "";
    decode = async () => {};
  },
});

const { picture, probe, wrapped } = await import("../../static/share/picture.js");
const { film } = await import("../../static/share/film.js");

beforeEach(() => {
  [canvases, placed, Canvas.hides, Canvas.hasBlob] = [[], 0, () => {}, true];
  mock.restoreAll();
});

const HIDING = {
  "one colour": (/** @type {Uint8ClampedArray} */ data) => data.fill(255),
  noise: (/** @type {Uint8ClampedArray} */ data) =>
    data.forEach((v, i) => (data[i] = v ^ (i % 64))),
  nothing: (/** @type {Uint8ClampedArray} */ data) => data.fill(0),
};
for (const [what, hides] of Object.entries(HIDING)) {
  test(`a browser that gives ${what} for what is drawn is told of`, async () => {
    Canvas.hides = hides;
    assert.throws(probe, { name: "HiddenError" });
    await assert.rejects(picture("<svg>", "title", "text"), { name: "HiddenError" });
  });
}

test("the lowest bits may be off: nobody sees them", () => {
  Canvas.hides = (data) => data.forEach((value, at) => (data[at] = value ^ 1));
  probe();
});

test("lines are as wide as there is room, and no word is lost or cut", () => {
  const context = /** @type {any} */ (new Canvas().getContext());
  assert.deepEqual(wrapped(context, "a bc def g", 50), ["a bc", "def g"]);
  assert.deepEqual(wrapped(context, "abcdefghij k", 50), ["abcdefghij", "k"]);
  assert.deepEqual(wrapped(context, "", 50), [""]);
  const text = "the quick brown fox jumps over the lazy dog";
  for (let width = 10; width < 500; width += 10)
    assert.equal(wrapped(context, text, width).join(" "), text);
});

test("a picture has the board, the title and each paragraph, and leaves nothing in the page", async () => {
  const blob = await picture("<svg>", "YALA", "one\ntwo");
  assert.equal(await blob.text(), "YALA|one|two");
  assert.equal(placed, 0);
  // The board is twice as wide as high.
  assert.equal(canvases.at(-1)?.width, 1200);
  assert.equal(canvases.at(-1)?.height, 60 + 540 + 30 + 56 + 2 * 34 * 1.4 + 60 + 0.8);
});

test("a picture that the browser cannot make is an error", async () => {
  Canvas.hasBlob = false;
  await assert.rejects(picture("<svg>", "YALA", "one"), /no picture/);
});

/** @param {number[]} counts of the frames of each shot */
const told = (counts) =>
  JSON.stringify({
    title: "YALA",
    shots: counts.map((count, at) => ({
      told: `move ${at}`,
      frames: Array.from({ length: count }, (_, i) => ({ ms: 500, pieces: { a: [i, at, 0] } })),
    })),
  });

/** @param {Uint8Array} gif @returns {number[]} how long each picture is seen, in hundredths of a second */
function delays(gif) {
  const found = [];
  for (let at = 0; at + 7 < gif.length; at += 1) {
    const isControl =
      gif[at] === 0x21 && gif[at + 1] === 0xf9 && gif[at + 2] === 4 && gif[at + 7] === 0;
    if (isControl) found.push(gif[at + 4] + 256 * gif[at + 5]);
  }
  return found;
}

test("a film has every picture, each for its time, and says how far it is", async () => {
  /** @type {number[]} */
  const quarters = [];
  const blob = await film(
    told([1, 3, 2]),
    (at) => `board ${at}, piece a`,
    (percent) => quarters.push(percent),
  );
  assert.equal(blob.type, "image/gif");
  const gif = new Uint8Array(await blob.arrayBuffer());
  assert.equal(String.fromCharCode(...gif.subarray(0, 6)), "GIF89a");
  assert.equal(gif[6] + 256 * gif[7], 540);
  assert.deepEqual(delays(gif), Array(6).fill(50));
  assert.deepEqual(quarters, [25, 50, 75]);
  assert.equal(placed, 0);
});

test("a board that has not changed is drawn into the page once", async () => {
  const append = mock.method(browser.document.body, "append");
  await film(
    told([1, 1, 1]),
    () => "the same board, piece a",
    () => {},
  );
  assert.equal(append.mock.callCount(), 1);
});
