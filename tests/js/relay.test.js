import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import {
  AGAIN_MS,
  CHECK_MS,
  ENTER_MS,
  FLOOD_MS,
  KNOCK,
  KNOCK_MS,
  PING_MS,
  Relay,
} from "../../static/relay/relay.js";

const SECRET = "0123456789abcdef".repeat(2);
const [CONNECTED, SUBSCRIBED, PONG] = [
  [0x20, 2, 0, 0],
  [0x90, 3, 0, 1, 0],
  [0xd0, 0],
]; // prettier-ignore

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
/** What the page's clock says, in milliseconds. */
let nowMs = 0;
/** @type {Relay[]} */
let rooms = [];

beforeEach(() => {
  Socket.made = [];
  globalThis.WebSocket = /** @type {any} */ (Socket);
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  nowMs = 1000;
  mock.method(performance, "now", () => nowMs);
});

afterEach(() => {
  for (const room of rooms) room.close();
  rooms = [];
  mock.timers.reset();
  mock.restoreAll();
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
  const relay = new Relay("wss://relay", secret, isHost, hear, tell, () => {});
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

test("what was said just before the room is left is still said", async () => {
  const [host, guest] = [await enter(), await enter({ isHost: false })];
  host.relay.say("closed");
  host.relay.close();
  await until(() => host.socket.readyState === 3);
  const [packet] = kept(host.socket, 0x30);
  guest.socket.give(packet);
  await until(() => guest.texts.length > 0);
  assert.deepEqual(guest.texts, ["closed"]);
  host.relay.say("too late");
  await new Promise((done) => setImmediate(done));
  assert.equal(kept(host.socket, 0x30).length, 1);
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

/** Texts that a guest has said, each encrypted by itself. @param {number} count */
async function knocks(count) {
  const { relay, socket } = await enter({ isHost: false });
  for (let times = 1; times < count; times += 1) relay.say(KNOCK);
  await until(() => kept(socket, 0x30).length === count);
  return kept(socket, 0x30);
}

/** A packet as long as that of a text, of which nothing was encrypted. @param {Uint8Array} text */
function junk(text) {
  const made = text.slice();
  crypto.getRandomValues(made.subarray(48));
  return made;
}

/** A packet with so many bytes of text. @param {number} size */
function long(size) {
  const bytes = [];
  for (let rest = size; bytes.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Uint8Array.from([0x30, ...bytes, ...new Uint8Array(size)]);
}

test("far too many texts end it for a while, and some at once do not", async () => {
  const packets = await knocks(600);
  const { states, texts, socket } = await enter();
  for (const packet of packets.slice(0, 300)) socket.give(packet);
  await until(() => texts.length === 60);
  assert.deepEqual(states, ["open"]);
  for (const packet of packets.slice(300)) socket.give(packet);
  await until(() => states.length === 2);
  assert.deepEqual(states, ["open", "flooded"]);
  const count = Socket.made.length;
  mock.timers.tick(FLOOD_MS);
  assert.equal(Socket.made.length, count + 1);
  Socket.made[count].open();
  open(Socket.made[count]);
  const [knock] = await knocks(1);
  Socket.made[count].give(knock);
  await until(() => texts.length === 61);
  assert.deepEqual(states, ["open", "flooded", "open"]);
});

test("a flood that goes on is left for longer each time, and after long calm counts anew", async () => {
  const { states } = await enter();
  const flood = () => {
    const socket = /** @type {Socket} */ (Socket.made.at(-1));
    for (let times = 0; times < 6000 && socket.readyState === 1; times += 1) socket.give(PONG);
  };
  /** @param {number} wait */
  const isBackAfter = (wait) => {
    const count = Socket.made.length;
    mock.timers.tick(wait - 1);
    assert.equal(Socket.made.length, count);
    mock.timers.tick(1);
    assert.equal(Socket.made.length, count + 1);
    Socket.made[count].open();
    open(Socket.made[count]);
  };
  for (const times of [1, 2, 4]) {
    flood();
    assert.equal(states.at(-1), "flooded");
    isBackAfter(times * FLOOD_MS);
  }
  nowMs += 24 * 3_600_000;
  flood();
  isBackAfter(FLOOD_MS);
});

for (const size of [4097, 4101, 20_000, 300_000, 3_000_000]) {
  test(`a packet with a text of ${size} bytes is skipped, cut anywhere`, async () => {
    const [first, second, third] = await knocks(3);
    const { states, texts, socket } = await enter();
    const packet = long(size);
    socket.give(Uint8Array.from([...first, ...packet, ...second]));
    await until(() => texts.length === 2);
    for (let at = 0; at < packet.length; at += 1999) socket.give(packet.slice(at, at + 1999));
    socket.give(third);
    await until(() => texts.length === 3);
    assert.deepEqual(states, ["open"]);
  });
}

test("a packet of more than could ever come is skipped while it comes", async () => {
  const { states, socket } = await enter();
  socket.give([0x30, 0xff, 0xff, 0xff, 0x7f]);
  for (let times = 0; times < 100; times += 1) socket.give(new Uint8Array(100_000));
  assert.deepEqual([states, socket.readyState], [["open"], 1]);
});

test("a packet whose size has no end is no packet", async () => {
  const { states, socket } = await enter();
  socket.give([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]);
  assert.deepEqual(states, ["open", "strange"]);
});

test("junk of any size does not use up what may be said by those who have the key", async () => {
  const packets = await knocks(40);
  const { states, texts, socket } = await enter();
  for (let times = 0; times < 500; times += 1) {
    socket.give(junk(packets[0]));
    socket.give([0x30, 3, 1, 2, 3]);
    socket.give([0x30, 0]);
  }
  for (const packet of packets) socket.give(packet);
  await until(() => texts.length === 40);
  assert.deepEqual(states, ["open"]);
});

test("junk all day long, ten a second, keeps nobody from being heard", async () => {
  const packets = await knocks(100);
  const { states, texts, socket } = await enter();
  for (const [at, packet] of packets.entries()) {
    for (let times = 0; times < 50; times += 1) {
      nowMs += 100;
      socket.give(junk(packet));
    }
    socket.give(packet);
    await until(() => texts.length > at);
  }
  assert.deepEqual(states, ["open"]);
});

test("what a stranger says again is heard once", async () => {
  const [first, second] = await knocks(2);
  const { states, texts, socket } = await enter();
  for (let times = 0; times < 500; times += 1) socket.give(first);
  socket.give(second);
  await until(() => texts.length === 2);
  for (let times = 0; times < 500; times += 1) socket.give(first);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([states, texts], [["open"], [KNOCK, KNOCK]]);
});

test("a clock that is set back or on makes nobody deaf", async () => {
  const packets = await knocks(300);
  const { states, texts, socket } = await enter();
  for (const [at, packet] of packets.entries()) {
    mock.timers.setTime(at % 2 ? 0 : 10 ** 12);
    nowMs += 1000;
    socket.give(packet);
    await until(() => texts.length > at);
  }
  assert.deepEqual(states, ["open"]);
});

test("a relay that says again and again that it is there is left, at no cost", async () => {
  for (const packet of [PONG, SUBSCRIBED]) {
    const { states, socket } = await enter();
    const frame = new Uint8Array(Array.from({ length: 20_000 }, () => packet).flat());
    socket.give(frame);
    assert.deepEqual(states, ["open", "flooded"]);
  }
});

test("a relay lets a device in once", async () => {
  const { states, socket } = await enter();
  socket.give(new Uint8Array(Array.from({ length: 5000 }, () => CONNECTED).flat()));
  assert.deepEqual(states, ["open", "strange"]);
  assert.equal(kept(socket, 0x82).length, 1);
});

test("what a relay has kept may come before it says that one may hear it", async () => {
  const [packet, other] = await knocks(2);
  const { states, texts, socket } = await enter({ isOpen: false });
  socket.give(CONNECTED);
  socket.give(junk(packet));
  socket.give(long(9000));
  socket.give(SUBSCRIBED);
  socket.give(other);
  await until(() => texts.length === 1);
  assert.deepEqual(states, ["open"]);
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

test("where the network may have changed a dead connection is noticed at once, and made anew", async () => {
  const { relay, states, socket } = await enter();
  relay.check();
  relay.check();
  assert.equal(kept(socket, 0xc0).length, 1, "one question at a time");
  mock.timers.tick(CHECK_MS);
  assert.deepEqual(states, ["open", "unreachable"]);
  mock.timers.tick(0);
  assert.equal(Socket.made.length, 2, "this device can be reached from its new network at once");
  Socket.made[1].open();
  open(Socket.made[1]);
  assert.deepEqual(states, ["open", "unreachable", "open"]);
});

test("a connection that lives stays, however often it is checked", async () => {
  const { relay, states, socket } = await enter();
  for (let count = 1; count <= 10; count++) {
    relay.check();
    socket.give(PONG);
    mock.timers.tick(CHECK_MS);
    assert.equal(kept(socket, 0xc0).length, count);
  }
  assert.deepEqual(states, ["open"]);
});

test("a relay out of reach is tried at once when the network is back; one that is none, or left, is not", async () => {
  const { relay, socket } = await enter();
  for (let lost = 0; lost < 4; lost++) {
    Socket.made.at(-1)?.close();
    mock.timers.tick(2 ** lost * AGAIN_MS);
  }
  Socket.made.at(-1)?.close();
  const count = Socket.made.length;
  relay.check();
  assert.equal(Socket.made.length, count + 1, "not only after half a minute");
  Socket.made[count].open();
  open(Socket.made[count]);
  Socket.made[count].onmessage({ data: "a text" });
  relay.check();
  mock.timers.tick(10 * ENTER_MS);
  assert.equal(Socket.made.length, count + 1, "it is none");
  const other = await enter();
  other.socket.close();
  other.relay.close();
  const all = Socket.made.length;
  other.relay.check();
  mock.timers.tick(10 * ENTER_MS);
  assert.equal(Socket.made.length, all, "the room was left");
  assert.notEqual(socket, other.socket);
});

test("what was asked before is no reason to leave a relay that was asked again", async () => {
  const { relay, states, socket } = await enter();
  relay.check();
  socket.give(PONG);
  mock.timers.tick(CHECK_MS - 20);
  // The page is looked at again.
  relay.check();
  mock.timers.tick(100);
  socket.give(PONG);
  mock.timers.tick(CHECK_MS);
  assert.deepEqual(states, ["open"]);
});

test("nor one that has just been asked as it is from time to time", async () => {
  const { relay, states, socket } = await enter();
  mock.timers.tick(PING_MS - CHECK_MS + 20);
  relay.check();
  socket.give(PONG);
  mock.timers.tick(CHECK_MS - 20);
  mock.timers.tick(100);
  socket.give(PONG);
  mock.timers.tick(CHECK_MS);
  assert.deepEqual(states, ["open"]);
});
