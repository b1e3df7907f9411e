import assert from "node:assert/strict";
import { test } from "node:test";

import { giveStacks } from "../../static/runtime/errors.js";

test("an error without a stack gets an empty one, and one that has its own keeps it", () => {
  const before = Object.getOwnPropertyDescriptor(Error.prototype, "stack");
  try {
    Reflect.deleteProperty(Error.prototype, "stack");
    const thrown = Object.create(TypeError.prototype);
    assert.equal("stack" in thrown, false, "as WebKit throws it");
    giveStacks();
    assert.equal(thrown.stack, "");
    assert.match(new Error("a").stack ?? "", /errors\.test/);
    // What is written to it stays its own.
    thrown.stack = "here";
    assert.equal(thrown.stack, "here");
    assert.equal(Object.create(Error.prototype).stack, "");
    Object.defineProperty(Error.prototype, "stack", { value: "theirs", configurable: true });
    giveStacks();
    assert.equal(Object.create(Error.prototype).stack, "theirs");
  } finally {
    Reflect.deleteProperty(Error.prototype, "stack");
    if (before) Object.defineProperty(Error.prototype, "stack", before);
  }
});
