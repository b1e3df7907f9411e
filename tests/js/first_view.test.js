import assert from "node:assert/strict";
import { test } from "node:test";

import { firstPlace, lastView } from "../../static/boot/first_view.js";

const PLACES = ["start", "play/yala"];

for (const [hash, place] of [
  ["", "start"],
  ["#/", "start"],
  ["#/play/yala?seats=human,human&seed=1", "play/yala"],
  ["#/play/chess", "start"],
  ["#/setup/yala", "start"],
]) {
  test(`${hash || "no hash"} begins with ${place}`, () => {
    assert.equal(firstPlace(hash, PLACES), place);
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
