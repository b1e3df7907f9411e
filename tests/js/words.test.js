import assert from "node:assert/strict";
import { test } from "node:test";

import { gettext, useLanguage } from "../../static/boot/words.js";

test("a text is told in the language of the page, and in English where it has none", () => {
  const root = {};
  /** @type {any} */ (globalThis).document = { documentElement: root };
  assert.equal(gettext("Loading …"), "Loading …");
  useLanguage({ tag: "de-CH", dir: "ltr", words: { "Loading …": "Wird geladen …", Empty: "" } });
  assert.deepEqual(root, { lang: "de-CH", dir: "ltr" });
  assert.equal(gettext("Loading …"), "Wird geladen …");
  assert.equal(gettext("Empty"), "Empty");
  assert.equal(gettext("Not translated"), "Not translated");
});
