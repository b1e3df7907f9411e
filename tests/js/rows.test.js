import assert from "node:assert/strict";
import { test } from "node:test";

import { isSound, rowOf, shown, textOf } from "../../static/storage/rows.js";

/** @type {unknown[]} */
const STRANGE = [
  null,
  undefined,
  5,
  5n,
  true,
  NaN,
  {},
  { text: 5 },
  { text: null },
  [1],
  new Uint8Array([1]),
  new Map([[1, 2n]]),
  new Date(0),
  new Blob(["x"]),
  /x/,
  new ArrayBuffer(2),
  new Set([1n]),
  Symbol.iterator,
]; // prettier-ignore

test("what is no text is told as a text that is no JSON", () => {
  for (const one of STRANGE) {
    assert.match(textOf(one), /^not text: /);
    assert.throws(() => JSON.parse(textOf(one)));
    assert.ok(!isSound(one));
  }
  assert.equal(textOf("{}"), "{}");
});

test("of a damaged row all members have their types, and its text is no JSON", () => {
  for (const one of [...STRANGE, { id: 1, link: 2, played: "3", text: [] }]) {
    const { id, link, played, text } = rowOf("a", one);
    assert.deepEqual([id, link, played], ["a", "", 0]);
    assert.throws(() => JSON.parse(text));
  }
  const sound = { id: "a", link: "#/x", played: 7, text: "{}" };
  assert.deepEqual(rowOf("a", sound), sound);
});

test("whatever can stand in a database is shown as text", async () => {
  for (const one of STRANGE) assert.equal(typeof (await shown(one)), "string");
  assert.equal(await shown("half \ud800"), "half \ud800");
  assert.equal(
    await shown({ a: 5n, b: new Map([[1, new Uint8Array([2])]]) }),
    '{"a":"5","b":[[1,[2]]]}',
  );
  assert.equal(await shown(new Blob(["x"])), "x");
});
