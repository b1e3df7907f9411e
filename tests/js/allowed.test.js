// A browser's own service worker, as scripts of a page and of a worker find it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownWorker } from "../../static/boot/allowed.js";

const controller = { scriptURL: "https://host.example/games/service-worker.js" };

for (const [href, isOwn] of /** @type {[string, boolean][]} */ ([
  ["https://host.example/games/", true],
  ["https://host.example/games/index.html#/rules/yala", true],
  ["https://host.example/games/copy/", false],
  ["https://host.example/", false],
  ["about:blank", false],
  ["blob:https://host.example/0b0e6d3e-5f0e-4c1b-9d0a-6f3f7a2f8f11", false],
  ["data:text/javascript,", false],
])) {
  test(`at ${href} the service worker is ${isOwn ? "" : "not "}its own`, () => {
    for (const [name, value] of Object.entries({
      navigator: { serviceWorker: { controller } },
      location: { href },
    })) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    assert.equal(ownWorker(), isOwn ? controller : null);
  });
}
