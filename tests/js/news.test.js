import assert from "node:assert/strict";
import { test } from "node:test";

import { isNews } from "../../static/storage/news.js";

test("what a tab tells of matches is news", () => {
  assert.ok(isNews({ changed: ["abc"], gone: [] }));
  assert.ok(isNews({ changed: [], gone: ["abc", "def"], more: 1 }));
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
  { gone: [] },
  { changed: [null], gone: [null] },
  { changed: ["a"], gone: [5] },
  { changed: "abc", gone: "abc" },
  { changed: { length: 1, 0: "a" }, gone: [] },
  { changed: new Set(["a"]), gone: new Map() },
  { changed: [new Date(0)], gone: [/a/] },
  { changed: [, "a"], gone: [] },
  { changed: [["a"]], gone: [] },
  { changed: new Uint8Array(3), gone: [] },
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
