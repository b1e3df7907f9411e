import assert from "node:assert/strict";
import { test } from "node:test";

import { codeIn } from "../../static/qr/reader.js";
import { encode } from "../../static/vendor/uqr/uqr.js";

/** An answer as it stands on another device's screen: the longest code, below a path. */
const LINK = `https://somebody.example.org/spieltisch/#/live/${"2aZ-9_".repeat(20)}`;

/**
 * A picture as a camera takes it, with the code of a link in it, in the middle unless said.
 * @typedef {object} Sight
 * @property {number} [width] in pixels, as all lengths
 * @property {number} [height]
 * @property {number} [module] the side of one of the code's squares
 * @property {number} [turned] clockwise, in degrees
 * @property {[number, number]} [middle]
 * @property {number} [dark] how bright ink is, of 255
 * @property {number} [light] how bright paper is
 * @property {number} [noise] how far any pixel may be off
 */

/** @type {(sight?: Sight) => Pick<ImageData, "width" | "height" | "data">} */
function taken({ width = 640, height = 480, module = 5, turned = 0, ...sight } = {}) {
  const { middle = [width / 2, height / 2], dark = 20, light = 235, noise = 0 } = sight;
  const { data: modules, size } = encode(LINK, { border: 4, ecc: "L" });
  const data = new Uint8ClampedArray(width * height * 4);
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / module, Math.sin(angle) / module];
  let chance = 1;
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) + 0.5 - middle[0], Math.floor(at / width) + 0.5 - middle[1]];
    const column = Math.floor(x * cos + y * sin + size / 2);
    const row = Math.floor(y * cos - x * sin + size / 2);
    const isDark = modules[row]?.[column];
    const shade = isDark === undefined ? (dark + light) / 2 : isDark ? dark : light;
    // As Lehmer drew random numbers: the same in each run.
    chance = (chance * 48271) % 2147483647;
    data.fill(shade + noise * (chance / 1073741823.5 - 1), at * 4, at * 4 + 3);
    data[at * 4 + 3] = 255;
  }
  return { width, height, data };
}

/** @type {Record<string, Sight>} */
const SIGHTS = {
  "as it was drawn": {},
  "on its side": { turned: 90 },
  "upside down": { turned: 180 },
  "held askew": { turned: 17 },
  dim: { dark: 20, light: 70 },
  noisy: { dark: 40, light: 200, noise: 60 },
  "dim, noisy and on its side": { dark: 30, light: 110, noise: 25, turned: 90 },
  "small, in a corner of a larger picture": {
    width: 800,
    height: 600,
    module: 2.5,
    middle: [620, 180],
  },
};

for (const [name, sight] of Object.entries(SIGHTS)) {
  test(`an answer is read from a picture: ${name}`, () => {
    assert.equal(codeIn(taken(sight)), LINK);
  });
}

test("in a picture without a code, or with one that is cut off, there is none", () => {
  assert.equal(codeIn(taken({ dark: 120, light: 120, noise: 100 })), null);
  assert.equal(codeIn(taken({ middle: [0, 240] })), null);
});
