import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { AGAIN_MS, ENTER_MS, KNOCK, KNOCK_MS, PING_MS, Relay } from "../../static/relay/relay.js";

const SECRET = "0123456789abcdef".repeat(2);
const [CONNECTED, SUBSCRIBED, PONG] = [[0x20, 2, 0, 0], [0x90, 3, 0, 1, 0], [0xd0, 0]]; // prettier-ignore

/** A socket whose other end is the test. */
class Socket {
  static OPEN = 1;
  /** @type {Socket[]} */
  static made = [];
  readyState = 0;
  /** @type {Uint8Array[]} */
  sent = [];
  /** @type {any} */ onopen;
  /** @type {any} */ onmessage;
  /** @type {any} */ onclose;

  /** @param {string} address @param {string} protocol */
  constructor(address, protocol) {
    assert.deepEqual([address, protocol], ["wss://relay", "mqtt"]);
    Socket.made.push(this);
  }

  /** @param {Uint8Array} packet */
  send(packet) {
    this.sent.push(packet);
  }

  close() {
    this.readyState = 3;
    this.onclose({});
  }

  open() {
    this.readyState = 1;
    this.onopen({});
  }

  /** @param {number[] | Uint8Array} bytes */
  give(bytes) {
    this.onmessage({ data: new Uint8Array(bytes).buffer });
  }
}

/**
 * Wait until something is so: digests, keys and texts are made elsewhere.
 * @param {() => boolean} isSo
 */
async function until(isSo) {
  while (!isSo()) await new Promise((done) => setImmediate(done));
}

/** @type {any} */
const before = globalThis.WebSocket;
/** @type {Relay[]} */
let rooms = [];

beforeEach(() => {
  Socket.made = [];
  globalThis.WebSocket = /** @type {any} */ (Socket);
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
});

afterEach(() => {
  for (const room of rooms) room.close();
  rooms = [];
  mock.timers.reset();
  globalThis.WebSocket = before;
});

/**
 * Somebody who wants to be in a room: what they are told, and their socket.
 * @param {{isHost?: boolean, secret?: string, isOpen?: boolean}} [how]
 */
async function enter({ isHost = true, secret = SECRET, isOpen = true } = {}) {
  const states = /** @type {string[]} */ ([]);
  const texts = /** @type {string[]} */ ([]);
  const hear = (/** @type {string} */ text) => texts.push(text);
  const tell = (/** @type {string} */ state) => states.push(state);
  const count = Socket.made.length;
  const relay = new Relay("wss://relay", secret, isHost, hear, tell);
  rooms.push(relay);
  await until(() => Socket.made.length > count);
  const socket = Socket.made[count];
  socket.open();
  if (isOpen) open(socket);
  if (isOpen && !isHost) await until(() => kept(socket, 0x30).length > 0);
  return { relay, states, texts, socket };
}

/** @param {Socket} socket */
function open(socket) {
  socket.give(CONNECTED);
  socket.give(SUBSCRIBED);
}

/** What a socket has sent of a kind. @param {Socket} socket @param {number} kind */
const kept = (socket, kind) => socket.sent.filter((packet) => packet[0] === kind);

test("a text comes to the other side alone, and all are equally long", async () => {
  const [host, guest] = [await enter(), await enter({ isHost: false })];
  assert.deepEqual([host.states, guest.states], [["open"], ["open"]]);
  host.relay.say("an invitation");
  host.relay.say("another");
  await until(() => kept(host.socket, 0x30).length === 2);
  const packets = [...kept(host.socket, 0x30), ...kept(guest.socket, 0x30)];
  assert.equal(new Set(packets.map((packet) => packet.length)).size, 1);
  for (const packet of packets) for (const { socket } of [host, guest]) socket.give(packet);
  await until(() => guest.texts.length === 2 && host.texts.length === 1);
  assert.deepEqual(guest.texts, ["an invitation", "another"]);
  assert.deepEqual(host.texts, [KNOCK]);
});

test("a guest knocks again and again, until the room is left", async () => {
  const { relay, socket } = await enter({ isHost: false });
  mock.timers.tick(3 * KNOCK_MS);
  await until(() => kept(socket, 0x30).length === 4);
  relay.close();
  mock.timers.tick(3 * KNOCK_MS);
  assert.equal(kept(socket, 0x30).length, 4);
  assert.equal(Socket.made.length, 1);
});

test("what another key has encrypted, or nobody, is not heard", async () => {
  const [host, stranger] = [await enter(), await enter({ isHost: false, secret: "f".repeat(32) })];
  const guest = await enter({ isHost: false });
  const [theirs] = kept(stranger.socket, 0x30);
  const [right] = kept(guest.socket, 0x30);
  host.socket.give(theirs);
  for (let place = 40; place < right.length; place += 29) {
    const damaged = right.slice();
    damaged[place] ^= 1;
    host.socket.give(damaged);
  }
  // Cut anywhere, packets are put together again; and what came before has been looked at by then.
  for (const byte of right) host.socket.give([byte]);
  await until(() => host.texts.length > 0);
  assert.deepEqual([host.texts, host.states], [[KNOCK], ["open"]]);
});

for (const [name, garbage] of Object.entries({
  "no packet of a broker": [0x47, 0x45],
  "a refusal": [0x20, 2, 0, 5],
  "a refused room": [0x90, 3, 0, 1, 0x80],
  "a packet without end": [0x30, 0xff, 0xff, 0xff, 0x7f],
  "far too much": new Uint8Array(100_000),
})) {
  test(`${name} ends it, for good`, async () => {
    const { states, socket } = await enter({ isOpen: false });
    socket.give(garbage);
    mock.timers.tick(600_000);
    assert.deepEqual(states, ["strange"]);
    assert.equal(Socket.made.length, 1);
  });
}

test("a text in the place of packets ends it", async () => {
  const { states, socket } = await enter();
  socket.onmessage({ data: "hello" });
  assert.deepEqual(states, ["open", "strange"]);
});

test("thousands of malformed packets change nothing but that it ends", async () => {
  let seed = 7;
  const byte = () => (seed = (seed * 48271) % 2147483647) & 255;
  const { socket, states, texts } = await enter();
  for (let round = 0; round < 2000; round += 1) {
    const other = await enter({ isOpen: round % 2 > 0 });
    other.socket.give(Uint8Array.from({ length: 1 + byte() }, byte));
    assert.deepEqual(other.texts, []);
    assert.ok(other.states.length < 3);
    rooms.pop()?.close();
  }
  assert.deepEqual([states, texts, socket.readyState], [["open"], [], 1]);
});

test("far too many texts end it, and some at once do not", async () => {
  const { states, texts, socket } = await enter();
  const guest = await enter({ isHost: false });
  const [packet] = kept(guest.socket, 0x30);
  for (let times = 0; times < 300; times += 1) socket.give(packet);
  await until(() => texts.length === 60);
  assert.deepEqual(states, ["open"]);
  for (let times = 0; times < 300; times += 1) if (socket.readyState === 1) socket.give(packet);
  assert.deepEqual(states, ["open", "flooded"]);
});

test("a silent relay is told and tried again, less and less often", async () => {
  const { states } = await enter({ isOpen: false });
  mock.timers.tick(ENTER_MS);
  assert.deepEqual(states, ["silent"]);
  mock.timers.tick(AGAIN_MS);
  assert.equal(Socket.made.length, 2);
  Socket.made[1].close();
  assert.deepEqual(states, ["silent", "unreachable"]);
  mock.timers.tick(AGAIN_MS);
  assert.equal(Socket.made.length, 2);
  mock.timers.tick(AGAIN_MS);
  Socket.made[2].open();
  open(Socket.made[2]);
  assert.deepEqual(states, ["silent", "unreachable", "open"]);
});

test("a relay that has gone without a word is noticed", async () => {
  const { states, socket } = await enter();
  mock.timers.tick(PING_MS);
  socket.give(PONG);
  mock.timers.tick(PING_MS);
  assert.deepEqual(states, ["open"]);
  mock.timers.tick(PING_MS);
  assert.deepEqual(states, ["open", "unreachable"]);
});
