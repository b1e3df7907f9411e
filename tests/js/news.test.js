import assert from "node:assert/strict";
import { test } from "node:test";

import { isNews } from "../../static/storage/news.js";

test("what a tab tells of matches is news", () => {
  assert.ok(isNews({ changed: ["abc"], gone: [], hasValues: true }));
  assert.ok(isNews({ changed: [], gone: ["abc", "def"], hasValues: false, more: 1 }));
});

// Any value that can be posted.
const JUNK = [
  null,
  undefined,
  5,
  5n,
  "",
  "changed",
  true,
  NaN,
  [],
  [["a"], ["b"]],
  {},
  { changed: [] },
  { gone: [], hasValues: true },
  { changed: [null], gone: [null], hasValues: true },
  { changed: ["a"], gone: [5], hasValues: true },
  { changed: "abc", gone: "abc", hasValues: true },
  { changed: { length: 1, 0: "a" }, gone: [], hasValues: true },
  { changed: new Set(["a"]), gone: new Map(), hasValues: true },
  { changed: [new Date(0)], gone: [/a/], hasValues: true },
  // biome-ignore lint/suspicious/noSparseArray: a hole may be sent.
  { changed: [, "a"], gone: [], hasValues: true },
  { changed: [["a"]], gone: [], hasValues: true },
  { changed: new Uint8Array(3), gone: [], hasValues: true },
  { changed: ["a"], gone: ["b"] },
  { changed: ["a"], gone: ["b"], hasValues: "yes" },
  new Date(NaN),
  /a/,
  new Error("no"),
  new Map([["changed", ["a"]]]),
  new Blob(["{}"]),
  new ArrayBuffer(8),
];

for (const [number, junk] of JUNK.entries()) {
  test(`junk ${number} is none`, () => {
    assert.equal(isNews(structuredClone(junk)), false);
  });
}
