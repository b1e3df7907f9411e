import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";

const ZSTD = new URL("../../static/runtime/zstd.js", import.meta.url);
const PACKED = new URL("../../static/runtime/packed.js", import.meta.url);
const { zstdStream, getReady } = await import(ZSTD.href);
const { isCompressed, isUnpacked, unpacked } = await import(PACKED.href);

// Larger than what the decoder gives at once, and than a block.
const CONTENT = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7919) >> 3);
const BLOCK = 100_000;

beforeEach(() => {
  globalThis.fetch = async (url) =>
    new Response(Uint8Array.from(await readFile(new URL(String(url)))));
});

/**
 * Compress in the simplest form that there is: blocks as they are.
 * @param {Uint8Array<ArrayBuffer>} content
 */
function frame(content) {
  const parts = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x58)];
  for (let at = 0; at < content.length; at += BLOCK) {
    const block = content.subarray(at, at + BLOCK);
    const head = (block.length << 3) | (at + BLOCK >= content.length ? 1 : 0);
    parts.push(Uint8Array.of(head, head >> 8, head >> 16), block);
  }
  return joined(parts);
}

/** @param {Uint8Array<ArrayBuffer>[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * @param {Uint8Array<ArrayBuffer>[]} chunks
 * @param {boolean} [mayBeUnpacked]
 */
async function through(chunks, mayBeUnpacked = false) {
  const came = streamOf(chunks).pipeThrough(zstdStream(mayBeUnpacked));
  return new Uint8Array(await new Response(came).arrayBuffer());
}

/** @param {Uint8Array<ArrayBuffer>[]} chunks */
function streamOf(chunks) {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/**
 * @param {Uint8Array<ArrayBuffer>} content
 * @param {number[]} ends
 */
const cut = (content, ends) =>
  [...ends, content.length].map((end, at) => content.subarray(at ? ends[at - 1] : 0, end));

test("a file comes out as it was, wherever its parts end", async () => {
  const whole = frame(CONTENT);
  for (const ends of [[], [1], [3], [5, 6, 7], [100_008], [1, 2, 3, 4, 200_000, whole.length - 1]])
    assert.deepEqual(await through(cut(whole, ends)), CONTENT, String(ends));
});

test("a file that ends too early, or goes on, or is none fails", async () => {
  const whole = frame(CONTENT);
  for (const length of [0, 3, 6, 9, 100_000, whole.length - 1])
    await assert.rejects(through([whole.subarray(0, length)]), /ends too early/, String(length));
  await assert.rejects(through([CONTENT]), /broken/);
  const wrong = whole.slice();
  // A kind of block that there is not.
  wrong[6] |= 6;
  await assert.rejects(through([wrong]), /broken/);
});

test("what a browser has unpacked already comes out as it is, however short", async () => {
  for (const length of [0, 1, 3, 4, 5, 300_000]) {
    const content = CONTENT.subarray(0, length);
    assert.deepEqual(await through([content], true), content);
    assert.deepEqual(await through(cut(content, [1]), true), content);
  }
  assert.deepEqual(await through(cut(frame(CONTENT), [1, 2]), true), CONTENT, "or is compressed");
});

test("what unpacks and cannot be had is told by who needs it, and asked for again", async () => {
  const { zstdStream: another } = await import(`${ZSTD}?again`);
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response("", { status: 503 });
  const read = () => streamOf([frame(CONTENT)]).pipeThrough(another(false));
  await assert.rejects(new Response(read()).arrayBuffer(), /503/);
  globalThis.fetch = fetch;
  const bytes = new Uint8Array(await new Response(read()).arrayBuffer());
  assert.deepEqual(bytes, CONTENT);
  await getReady();
});

test("an unpacked answer says so, and no longer how long or how it was sent", async () => {
  const headers = { "Content-Length": "9", "Content-Encoding": "zstd" };
  const answer = unpacked(new Response(frame(CONTENT), { headers }));
  assert.ok(isUnpacked(answer));
  assert.equal(answer.headers.get("Content-Type"), "application/wasm");
  for (const name of Object.keys(headers)) assert.equal(answer.headers.get(name), null);
  assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), CONTENT);
  assert.ok(!isUnpacked(new Response("")));
  assert.ok(isCompressed("https://host.example/a.zst?b"));
  assert.ok(!isCompressed("https://host.example/zst/a.js"));
});
