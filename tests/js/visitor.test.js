import assert from "node:assert/strict";
import { test } from "node:test";

import { languageOf } from "../../static/boot/visitor.js";

const LANGUAGES = ["en", "de", "pt", "es", "zh-hant"];

/** @type {Array<[unknown[], string]>} */
const CASES = [
  [[], "en"],
  [["de-AT", "en"], "de"],
  [["pt-BR"], "pt"],
  [["pt-PT", "en"], "pt"],
  [["fr-CA", "es-419"], "es"],
  [["fr"], "en"],
  [["DE"], "de"],
  [["zh-Hant-TW"], "zh-hant"],
  [["zh-Hans-CN", "de"], "de"],
  // A language of its own, whose tag only begins like another's.
  [["den", "est"], "en"],
  [[undefined, null, 7, "", "-", "de"], "de"],
];

for (const [wished, language] of CASES) {
  test(`${JSON.stringify(wished)} is ${language}`, () => {
    assert.equal(languageOf(wished, LANGUAGES), language);
  });
}
