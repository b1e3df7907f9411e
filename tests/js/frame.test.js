import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { DIGEST, DOCUMENT, SCRIPT } from "../../static/workshop/frame.js";

test("the digest is that of the script, without which no policy would let it run", () => {
  const digest = createHash("sha256").update(SCRIPT).digest("base64");
  assert.equal(DIGEST, `sha256-${digest}`);
});

test("the document has this one script, and a policy that allows nothing else", () => {
  assert.equal(DOCUMENT.match(/<script/g)?.length, 1);
  assert.ok(DOCUMENT.endsWith(`<script>${SCRIPT}</script>`));
  const policy = DOCUMENT.match(/content="([^"]+)"/)?.[1];
  assert.equal(
    policy,
    `default-src 'none'; script-src '${DIGEST}' 'wasm-unsafe-eval'; worker-src blob:`,
  );
});
