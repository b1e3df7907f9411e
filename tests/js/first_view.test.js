import assert from "node:assert/strict";
import { test } from "node:test";

import { firstView, lastView } from "../../static/boot/first_view.js";

const VIEWS = ["en:start", "de:start", "en:play/yala", "de:play/yala"];

/** @type {Array<[string, unknown[], string, string]>} */
const CASES = [
  ["", [], "en:start", "en"],
  ["", ["de-AT", "en"], "de:start", "de"],
  ["", ["fr-FR", "de"], "de:start", "de"],
  ["", ["fr"], "en:start", "en"],
  ["", [undefined, "de"], "de:start", "de"],
  ["", [7, "DE"], "de:start", "de"],
  ["#/", ["en"], "en:start", "en"],
  ["#/play/yala?seats=human,human&seed=1", ["de"], "de:play/yala", "de"],
  ["#/play/chess", ["de"], "de:start", "de"],
  ["#/setup/yala", ["en"], "en:start", "en"],
];

for (const [hash, wished, key, language] of CASES) {
  test(`${hash || "no hash"} for ${JSON.stringify(wished)} is ${key}`, () => {
    assert.deepEqual(firstView({ views: VIEWS, hash, wished }), { key, language });
  });
}

const KEPT = { hash: "#/", language: "de", html: "<p>x</p>" };

test("the last view is taken where it fits", () => {
  assert.equal(lastView(KEPT, "#/", "de"), "<p>x</p>");
});

test("the last view loses the styles that scripts had set", () => {
  const html = '<p id="a" style="">x</p><b style="color: red">y</b>';
  assert.equal(lastView({ ...KEPT, html }, "#/", "de"), '<p id="a">x</p><b>y</b>');
});

for (const [name, kept] of Object.entries({
  "of another place": { ...KEPT, hash: "#/x" },
  "in another language": { ...KEPT, language: "en" },
  "without markup": { ...KEPT, html: 7 },
  "that is empty": { ...KEPT, html: "" },
  "that is none": null,
  "that is a text": "<p>x</p>",
})) {
  test(`a last view ${name} is not taken`, () => {
    assert.equal(lastView(kept, "#/", "de"), null);
  });
}
