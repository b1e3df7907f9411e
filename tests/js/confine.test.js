import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const REACHING =
  "fetch WebSocket XMLHttpRequest Worker MessageChannel BroadcastChannel caches indexedDB navigator " +
  "importScripts close postMessage onmessage";

const CONFINE = new URL("../../static/workshop/confine.js", import.meta.url).href;

/**
 * Run a script in a process of its own, whose scope is a worker's; what it posts is given.
 * @param {string} script
 * @returns {any}
 */
function confined(script) {
  const told = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `class Scope { importScripts() {} close() {} }
      Object.setPrototypeOf(globalThis, Object.setPrototypeOf(Scope.prototype, Object.prototype));
      const { stdout } = process;
      Object.assign(globalThis, {
        postMessage: (told) => stdout.write(JSON.stringify(told)),
        onmessage: null, indexedDB: {}, caches: {}, Worker: class {}, XMLHttpRequest: class {},
      });
      const { confine, post } = await import(${JSON.stringify(CONFINE)});
      ${script}`,
    ],
    { encoding: "utf8" },
  );
  assert.equal(told.status, 0, told.stderr);
  return JSON.parse(told.stdout);
}

test("what a bot could reach other things with is gone for good", () => {
  const [count, left] = confined(`
    const names = ${JSON.stringify(REACHING.split(" "))}.filter((name) => globalThis[name] !== undefined);
    const were = names.map((name) => globalThis[name]);
    confine();
    const found = names.filter((name, n) => {
      if (globalThis[name] !== undefined) return true;
      // Nor does taking that away bring it back.
      try { delete globalThis[name] } catch {}
      for (let scope = globalThis; scope; scope = Object.getPrototypeOf(scope)) {
        if (Object.getOwnPropertyDescriptor(scope, name)?.value === were[n]) return true;
      }
      return globalThis[name] !== undefined;
    });
    post([names.length, found]);
  `);
  assert.ok(count >= 9);
  assert.deepEqual(left, []);
});

test("the way to the warden stays, for whoever had it before", () => {
  assert.equal(confined(`confine(); post(typeof postMessage);`), "undefined");
});

test("scripts cannot be loaded even before all else is put away", () => {
  const told = confined(`post([typeof importScripts, typeof postMessage]);`);
  assert.deepEqual(told, ["undefined", "function"]);
});

test("a bot gets a gigabyte of memory, and an error for more", () => {
  const told = confined(`
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    const before = memory.grow(1);
    let error = null;
    try { memory.grow(16_384) } catch ({ name, message }) { error = [name, message] }
    post([before, memory.buffer.byteLength, error]);
  `);
  assert.deepEqual(told, [1, 2 * 65_536, ["RangeError", "enough memory"]]);
});
