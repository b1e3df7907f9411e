import assert from "node:assert/strict";
import { test } from "node:test";

import { Shelf } from "../../static/offline/shelf.js";
import { digestOf, FakeCaches } from "./browser_caches.js";
import { NarrowHost, nameOf, packed } from "./packed_files.js";

const SCOPE = "https://host/site/";
const TEXTS = ["one", "two", "three", "four", "five", "six", "seven"];

test("compressed files that wait to be unpacked do not keep out what unpacks them", async () => {
  const caches = new FakeCaches();
  const host = new NarrowHost(6);
  Object.assign(globalThis, { caches, fetch: host.fetch });
  const names = TEXTS.map((text) => nameOf(`static/made/${text}`, text));
  const contents = TEXTS.map(packed);
  host.files = new Map(
    [
      ["./", "<p>page"],
      ...names.map((name, i) => /** @type {const} */ ([name, contents[i]])),
      ["static/last.js", "last"],
    ].map(([path, content]) => [new URL(String(path), SCOPE).href, content]),
  );
  const files = Object.fromEntries(
    [...host.files].map(([url, content]) => [url.slice(SCOPE.length) || "./", digestOf(content)]),
  );
  const shelf = new Shelf({ id: "one", files }, SCOPE);
  await shelf.fill();
  for (const [i, name] of names.entries()) {
    assert.equal(await (await shelf.find(new URL(name, SCOPE).href))?.text(), TEXTS[i]);
  }
});
