import assert from "node:assert/strict";
import { test } from "node:test";

import { differences, pieces, size } from "../../static/boot/differences.js";

const PAGE =
  '<svg id="board"><g id="site-a" class="tower">a<path d="M1"></path>!</g><g id="site-b"></g></svg>' +
  '<p id="hint">Choose.</p><form><input value="1"></form>';

/** @type {(was: string, is: string) => ReturnType<typeof differences>} */
const between = (was, is) => differences(pieces(was), pieces(is));

/** @type {(part: string, by: string) => ReturnType<typeof differences>} */
const replacing = (part, by) => {
  assert.ok(PAGE.includes(part), part);
  return between(PAGE, PAGE.replace(part, by));
};

test("a page's elements are counted, and neither its texts nor the tags that close", () => {
  assert.equal(size(pieces(PAGE)), 7);
  assert.equal(size(pieces("")), 0);
});

test("nothing differs in the same page", () => {
  assert.deepEqual(between(PAGE, PAGE), []);
});

test("another attribute is a change of its element alone", () => {
  assert.deepEqual(replacing('"tower"', '"tower is-last"'), [
    { node: 1, opened: ['g id="site-a" class="tower">a', 'g id="site-a" class="tower is-last">a'] },
  ]);
});

test("another text is a change of the tag before it", () => {
  assert.deepEqual(replacing(">a<", ">b<"), [
    { node: 1, opened: ['g id="site-a" class="tower">a', 'g id="site-a" class="tower">b'] },
  ]);
  assert.deepEqual(replacing("!", "?"), [{ node: 2, closed: "/path>?" }]);
});

test("an element that is new stands before its next sibling, or at the end", () => {
  assert.deepEqual(replacing('<g id="site-b">', '<b>new</b>, <g id="site-b">'), [
    { node: 0, added: "<b>new</b>, ", before: 3 },
  ]);
  assert.deepEqual(replacing("!</g>", "!<b>1</b><b>2</b></g>"), [
    { node: 1, added: "<b>1</b><b>2</b>", before: null },
  ]);
  assert.deepEqual(between("<u></u>", "<u></u><b></b>"), [
    { node: -1, added: "<b></b>", before: null },
  ]);
});

test("an element that is gone goes alone, with the text after it", () => {
  assert.deepEqual(replacing('<path d="M1"></path>!', ""), [{ node: 2, gone: true }]);
  assert.deepEqual(replacing('<p id="hint">Choose.</p>', ""), [{ node: 4, gone: true }]);
  assert.deepEqual(between("<b><i></i></b> <u></u>", ""), [
    { node: 0, gone: true },
    { node: 2, gone: true },
  ]);
});

test("what comes after something gone is counted as it was", () => {
  assert.deepEqual(between("<b><i></i></b><u>1</u>", "<u>2</u>"), [
    { node: 0, gone: true },
    { node: 2, opened: ["u>1", "u>2"] },
  ]);
});

for (const [why, was, is] of [
  ["of another kind", "<b>1</b>", "<i>1</i>"],
  ["with another id", '<b id="one">1</b>', '<b id="two">1</b>'],
  ["that is another piece", '<b data-piece="a0">1</b>', '<b data-piece="a1">1</b>'],
]) {
  test(`an element ${why} takes the other's place`, () => {
    assert.deepEqual(between(`<u></u>${was}<p></p>`, `<u></u>${is}<p></p>`), [
      { node: -1, added: is, before: 1 },
      { node: 1, gone: true },
    ]);
  });
}

test("a field that differs takes more than text", () => {
  assert.equal(replacing('value="1"', 'value="2"'), null);
  assert.equal(between("<select><option>1</option></select>", "<select><option selected>1</option></select>"), null);
});

test("so does a page most of which is new", () => {
  assert.equal(between("<u></u>", "<u></u><b></b><i></i>"), null);
});

test("so does a page that begins with text", () => {
  assert.equal(between("1<b></b>", "2<b></b>"), null);
});

test("fields that stay the same are no hindrance", () => {
  assert.deepEqual(replacing("Choose.", "Wait.")?.length, 1);
});
