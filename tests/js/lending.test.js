import assert from "node:assert/strict";
import { test } from "node:test";

import { lending, unlessNoInstance } from "../../static/runtime/lending.js";

// The smallest module there is: its head.
const HEAD = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const WASM = new WebAssembly.Module(HEAD);
const LENT = { wasm: Promise.resolve(WASM), stdlib: Uint8Array.of(1, 2, 3) };
const SHARED = { initial: 1, maximum: 1, shared: true };

/** @param {string} url */
async function fetchedBytes(url) {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

test("the files that Pyodide fetches are lent, and no others", async () => {
  await lending(LENT, async () => {
    assert.equal((await fetchedBytes("https://a.example/pyodide.asm.wasm")).length, 0);
    assert.deepEqual(await fetchedBytes("https://a.example/python_stdlib.zip"), LENT.stdlib);
    assert.deepEqual(await fetchedBytes("data:,abc"), new TextEncoder().encode("abc"));
  });
});

test("the WebAssembly that is lent is what is instantiated", async () => {
  const { module } = await lending(LENT, () =>
    WebAssembly.instantiateStreaming(new Response(), {}),
  );
  assert.equal(module, WASM);
});

test("no memory is shared meanwhile", async () => {
  await lending(LENT, async () => {
    const memory = new WebAssembly.Memory(SHARED);
    assert.ok(memory.buffer instanceof ArrayBuffer);
  });
});

test("WebAssembly that does not come ends it", async () => {
  const wasm = Promise.reject(new Error("torn"));
  const hanging = lending({ ...LENT, wasm }, async () => {
    WebAssembly.instantiateStreaming(new Response(), {}).catch(() => {});
    await new Promise(() => {});
  });
  await assert.rejects(hanging, /torn/);
});

test("Pyodide's own WebAssembly that cannot be had ends the start, too", async () => {
  for (const broken of [new Response("<p>a page"), /** @type {any} */ (null)]) {
    const hanging = unlessNoInstance(async () => {
      WebAssembly.instantiateStreaming(broken, {}).catch(() => {});
      await new Promise(() => {});
    });
    await assert.rejects(hanging, broken ? WebAssembly.CompileError : TypeError);
  }
  assert.equal(await unlessNoInstance(async () => 7), 7);
});

test("a host may not know the type of WebAssembly", async () => {
  for (const type of ["", "application/octet-stream", "text/plain", "application/wasm"]) {
    const answer = new Response(HEAD, { headers: { "Content-Type": type } });
    const { module } = await unlessNoInstance(() => WebAssembly.instantiateStreaming(answer, {}));
    assert.ok(module instanceof WebAssembly.Module);
  }
  for (const of of [{ status: 404 }, { headers: { "Content-Type": "text/html; charset=utf-8" } }]) {
    const answer = new Response(HEAD, of);
    await assert.rejects(unlessNoInstance(() => WebAssembly.instantiateStreaming(answer, {})));
  }
});

test("all is given back, however it ends", async () => {
  const { fetch } = globalThis;
  const { instantiateStreaming, Memory } = WebAssembly;
  await lending(LENT, async () => {});
  await assert.rejects(lending(LENT, () => Promise.reject(new Error("torn"))));
  await assert.rejects(unlessNoInstance(() => Promise.reject(new Error("torn"))));
  assert.equal(globalThis.fetch, fetch);
  assert.equal(WebAssembly.instantiateStreaming, instantiateStreaming);
  assert.equal(WebAssembly.Memory, Memory);
  assert.ok(new WebAssembly.Memory(SHARED).buffer instanceof SharedArrayBuffer);
});
