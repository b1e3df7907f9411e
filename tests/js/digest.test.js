import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

const { check } = await import("../../static/runtime/digest.js");
const CONTENT = new TextEncoder().encode("what a file holds");
const DIGEST = createHash("sha256").update(CONTENT).digest("hex").slice(0, 16);

/** @param {string} name */
const at = (name) => new URL(`https://host.example/deep/${name}`);

test("a file that is what its name says is taken", async () => {
  await check(at(`python.${DIGEST}.wasm.zst`), CONTENT);
  await check(at(`python.${DIGEST}.js?again=2`), CONTENT);
});

test("one that differs by a bit is refused by its name", async () => {
  for (let bit = 0; bit < 8 * CONTENT.length; bit += 1) {
    const damaged = CONTENT.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await assert.rejects(check(at(`python.${DIGEST}.js`), damaged), /python\..* is damaged/);
  }
  await assert.rejects(check(at(`python.${DIGEST}.js`), CONTENT.slice(1)));
  await assert.rejects(check(at(`python.${DIGEST}.js`), new Uint8Array()));
});

test("a name without a digest says nothing, nor does a folder's", async () => {
  for (const name of ["index.html", "a.0123.js", "0123456789ABCDEF.js", `x.${DIGEST}.d/index.html`])
    await check(at(name), new Uint8Array());
});

test("where no digest can be computed nothing is refused", async (context) => {
  context.mock.getter(globalThis, "crypto", () => ({}));
  await check(at(`python.${DIGEST}.js`), new Uint8Array());
});
