import assert from "node:assert/strict";
import { test } from "node:test";

import { utf8Of } from "../../static/boot/text.js";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

for (const text of ["", "a", "é漢🎲", "\0\ufeff", "\ud83c", "🎲\udfb2"]) {
  test(`${JSON.stringify(text)} is given as bytes, from a field and from the clipboard`, () => {
    const data = { getData: (/** @type {string} */ kind) => (kind === "text" ? text : "") };
    for (const held of [{ value: text }, data])
      assert.equal(decoder.decode(utf8Of(held)), text.replace(/\p{Surrogate}/gu, "\ufffd"));
  });
}
