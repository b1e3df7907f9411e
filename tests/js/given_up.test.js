import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {any} */
const page = globalThis;
page.location = { href: "https://host.example/game/", origin: "https://host.example" };
const { giveUp, givenUp, isGivenUp } = await import("../../static/runtime/given_up.js");

/** @type {Map<string, string>} */
let kept;
let told = "";

beforeEach(() => {
  kept = new Map();
  const localStorage = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  told = "snapshot=snapshot.1.zst&wasm=a.wasm";
  page.document = { querySelector: () => ({ getAttribute: () => told }) };
});

test("a snapshot that was given up is done without, and the next one is tried", () => {
  assert.equal(givenUp(), null);
  assert.equal(isGivenUp(), false);
  giveUp("snapshot.1.zst");
  assert.equal(givenUp(), "snapshot.1.zst");
  assert.equal(isGivenUp(), true);
  told = "snapshot=snapshot.2.zst";
  assert.equal(isGivenUp(), false);
});

test("a page that is told of no snapshot has given up none", () => {
  told = "";
  assert.equal(isGivenUp(), false);
  page.document = { querySelector: () => null };
  assert.equal(isGivenUp(), false);
});

test("where nothing may be kept the next start tries it again", () => {
  const refuse = () => {
    throw new DOMException("", "SecurityError");
  };
  for (const storage of [{ get: refuse }, { value: undefined }]) {
    Object.defineProperty(globalThis, "localStorage", { ...storage, configurable: true });
    giveUp("snapshot.1.zst");
    assert.equal(givenUp(), null);
    assert.equal(isGivenUp(), false);
  }
});
