import assert from "node:assert/strict";
import { test } from "node:test";

import { NarrowHost, nameOf, packed } from "./packed_files.js";

const MADE = new URL("../../static/runtime/made.js", import.meta.url);

test("a start asks for what unpacks files before it asks for them", async () => {
  const [snapshot, words] = [nameOf("snapshot", "all"), nameOf("words", "hello")];
  const host = new NarrowHost(1);
  host.files = new Map([
    [new URL(`../made/${snapshot}`, MADE).href, packed("all")],
    [new URL(`../made/${words}`, MADE).href, packed("hello")],
  ]);
  Object.assign(globalThis, { fetch: host.fetch });
  const { made } = await import(`${MADE}?snapshot=${snapshot}&words-de=${words}`);
  const found = await Promise.all(["snapshot", "words-de"].map((part) => made.bytes(part)));
  assert.deepEqual(found.map((bytes) => new TextDecoder().decode(bytes)), ["all", "hello"]);
  assert.match(host.asked[0], /zstddec/);
});
