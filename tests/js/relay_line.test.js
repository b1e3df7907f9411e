import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { CARRIED, CarriedLine, markOf, OVER, Offered } from "../../static/relay/line.js";
import { KNOCK, KNOCK_MS, Relay } from "../../static/relay/relay.js";

const SECRET = "0123456789abcdef".repeat(2);
const SECRET_BYTES = Uint8Array.from(SECRET.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const [WHOLE, PART, FIRST, LAST] = [0, 1, 2, 3];
const [CONNECT, PUBLISH, SUBSCRIBE, UNSUBSCRIBE, PING] = [0x10, 0x30, 0x82, 0xa2, 0xc0];

/**
 * Wait until something is so: digests, keys and texts are made elsewhere.
 * @param {() => boolean} isSo
 */
async function until(isSo) {
  while (!isSo()) await new Promise((done) => setImmediate(done));
}

/** A broker that all sockets lead to. */
class Socket {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];
  /** What has gone by: the room and what was said there. @type {{room: string, packet: Uint8Array}[]} */
  static passed = [];
  /** What becomes of a packet on its way. @type {(packet: Uint8Array, room: string) => Uint8Array[]} */
  static way = (packet) => [packet];
  readyState = 0;
  /** @type {Set<string>} */
  rooms = new Set();
  /** @type {any} */ onopen;
  /** @type {any} */ onmessage;
  /** @type {any} */ onclose;

  constructor() {
    Socket.all.push(this);
    setImmediate(() => {
      this.readyState = 1;
      this.onopen?.({});
    });
  }

  /** @param {Uint8Array} packet */
  send(packet) {
    const start = packet[1] < 128 ? 2 : 3;
    const content = packet.subarray(start);
    const name = (/** @type {Uint8Array} */ from) =>
      new TextDecoder().decode(from.subarray(2, 2 + from[0] * 256 + from[1]));
    if (packet[0] === CONNECT) this.give([0x20, 2, 0, 0]);
    else if (packet[0] === PING) this.give([0xd0, 0]);
    else if (packet[0] === SUBSCRIBE) {
      this.rooms.add(name(content.subarray(2)));
      this.give([0x90, 3, content[0], content[1], 0]);
    } else if (packet[0] === UNSUBSCRIBE) {
      this.rooms.delete(name(content.subarray(2)));
      this.give([0xb0, 2, content[0], content[1]]);
    } else if (packet[0] === PUBLISH) {
      const room = name(content);
      Socket.passed.push({ room, packet });
      for (const one of Socket.way(packet, room))
        for (const socket of Socket.all)
          if (socket.readyState === 1 && socket.rooms.has(room)) socket.give(one);
    }
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    setImmediate(() => this.onclose?.({}));
  }

  /** @param {number[] | Uint8Array} bytes */
  give(bytes) {
    const data = new Uint8Array(bytes).buffer;
    setImmediate(() => this.onmessage?.({ data }));
  }
}

/** @type {any} */
const before = globalThis.WebSocket;
/** @type {Relay[]} */
let rooms = [];

beforeEach(() => {
  [Socket.all, Socket.passed, Socket.way] = [[], [], (packet) => [packet]];
  globalThis.WebSocket = /** @type {any} */ (Socket);
});

afterEach(async () => {
  for (const room of rooms) room.close();
  rooms = [];
  mock.timers.reset();
  mock.restoreAll();
  // What is said last is still being encrypted.
  await until(() => Socket.all.every(({ readyState }) => readyState === 3));
  globalThis.WebSocket = before;
});

/**
 * Somebody in a room; the host carries a line for all who ask.
 * @param {boolean} isHost
 */
async function enter(isHost) {
  const lines = /** @type {{number: number, line: any, texts: string[]}[]} */ ([]);
  const texts = /** @type {string[]} */ ([]);
  const states = /** @type {string[]} */ ([]);
  const numbers = /** @type {Map<string, number>} */ (new Map());
  const hear = (/** @type {string} */ text) => {
    texts.push(text);
    if (!isHost || !text.startsWith(OVER)) return;
    if (!numbers.has(text)) numbers.set(text, 7 + numbers.size);
    relay.carry(numbers.get(text) ?? 0, text);
  };
  const give = (/** @type {number} */ number, /** @type {any} */ line) => {
    const known = { number, line, texts: /** @type {string[]} */ ([]) };
    line.addEventListener("message", (/** @type {any} */ { data }) => known.texts.push(data));
    lines.push(known);
  };
  const relay = new Relay(
    "wss://relay",
    SECRET,
    isHost,
    hear,
    (state) => states.push(state),
    /** @type {any} */ (give),
  );
  rooms.push(relay);
  await until(() => states.length > 0);
  return { relay, lines, texts, states, socket: /** @type {Socket} */ (Socket.all.at(-1)) };
}

/** A host and a guest who are connected over the relay. */
async function connected() {
  const [host, guest] = [await enter(true), await enter(false)];
  guest.relay.ask("5");
  await until(() => host.lines.length > 0 && guest.lines.length > 0);
  return { host, guest, here: host.lines[0], there: guest.lines[0] };
}

/** The packets that have gone by on lines, by the room that each direction has. */
function onLines() {
  const [first] = Socket.passed;
  return Socket.passed.filter(({ room }) => room !== first.room);
}

/** What has been said in the room, as all can read it who know the room. */
async function saidInRoom() {
  const raw = new Uint8Array([...SECRET_BYTES, ...new TextEncoder().encode("key")]);
  const digest = await crypto.subtle.digest("SHA-256", raw);
  const key = await crypto.subtle.importKey("raw", digest, "AES-GCM", false, ["decrypt"]);
  const [{ room: first }] = Socket.passed;
  const packets = Socket.passed.filter(({ room }) => room === first);
  return Promise.all(
    packets.map(async ({ packet }) => {
      const how = { name: "AES-GCM", iv: packet.slice(48, 60) };
      const plain = await crypto.subtle.decrypt(how, key, packet.slice(60));
      // Without the mark of who has said it.
      return new TextDecoder().decode(plain).slice(1).trimEnd();
    }),
  );
}

/**
 * What goes over a line, encrypted as its ends do.
 * @param {CryptoKey} key @param {number} number @param {number} kind
 * @param {string | number} words or how many there are
 */
async function sealed(key, number, kind, words) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(8, number);
  const plain = new Uint8Array(420);
  const text = typeof words === "number" ? new Uint8Array(words) : new TextEncoder().encode(words);
  plain.set([kind, text.length >> 8, text.length & 255, ...text]);
  const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain);
  return new Uint8Array([...iv, ...new Uint8Array(bytes)]);
}

/** @param {string} room @param {Uint8Array} content */
function packetIn(room, content) {
  return Uint8Array.from([PUBLISH, 0xed, 3, 0, 43, ...new TextEncoder().encode(room), ...content]);
}

test("a guest asks, the host carries, and texts of any length come in order both ways", async () => {
  const { here, there } = await connected();
  assert.equal(here.number, there.number);
  const said = ["one", "", "ä".repeat(32_768), "x".repeat(3597), "x".repeat(3598), "last"];
  for (const text of said) {
    here.line.send(text);
    there.line.send(text);
  }
  const told = (/** @type {string[]} */ texts) => texts.filter(Boolean);
  await until(() => told(here.texts).length === 5 && told(there.texts).length === 5);
  assert.deepEqual(told(here.texts), said.filter(Boolean));
  assert.deepEqual(told(there.texts), said.filter(Boolean));
});

test("an empty text is answered at once, whatever timers do, and the answer is not", async () => {
  const { here, there } = await connected();
  here.line.send("");
  await until(() => here.texts.length === 1 && there.texts.length === 1);
  for (const { line } of [here, there]) line.send("end");
  await until(() => here.texts.length > 1 && there.texts.length > 1);
  assert.deepEqual(
    [here.texts, there.texts],
    [
      ["", "end"],
      ["", "end"],
    ],
  );
});

test("short texts look like any said in the room, and tell nothing", async () => {
  const { here } = await connected();
  here.line.send("the queen takes the king");
  await until(() => onLines().length > 2);
  assert.equal(new Set(Socket.passed.map(({ packet }) => packet.length)).size, 1);
  const seen = Socket.passed.map(({ packet }) => new TextDecoder().decode(packet)).join();
  assert.ok(!seen.includes("queen") && !seen.includes(OVER) && !seen.includes(CARRIED));
});

test("several guests have lines of their own, which hear nothing of each other", async () => {
  const { host, here, there } = await connected();
  const other = await enter(false);
  other.relay.ask("-");
  await until(() => host.lines.length === 2 && other.lines.length === 1);
  here.line.send("for the first");
  host.lines[1].line.send("for the second");
  await until(() => there.texts.length > 0 && other.lines[0].texts.length > 0);
  assert.deepEqual([there.texts, other.lines[0].texts], [["for the first"], ["for the second"]]);
});

test("what is said again is heard once, and what was changed never", async () => {
  const { here, there } = await connected();
  Socket.way = (packet) => {
    const changed = Array.from({ length: 20 }, (_, at) => {
      const one = packet.slice();
      one[48 + 12 + at * 20] ^= 1;
      return one;
    });
    return [...changed, packet, packet, ...changed, packet];
  };
  for (const text of ["one", "two", "three"]) here.line.send(text);
  await until(() => there.texts.length === 3);
  for (const { packet } of onLines()) for (const socket of Socket.all) socket.give(packet);
  here.line.send("four");
  await until(() => there.texts.length === 4);
  assert.deepEqual(there.texts, ["one", "two", "three", "four"]);
  assert.deepEqual([here.line.readyState, there.line.readyState], ["open", "open"]);
});

test("a line on which something is missing is closed at both ends", async () => {
  const { here, there } = await connected();
  Socket.way = () => [];
  const count = Socket.passed.length;
  here.line.send("lost");
  await until(() => Socket.passed.length > count);
  Socket.way = (packet) => [packet];
  here.line.send("after it");
  await until(() => there.line.readyState === "closed" && here.line.readyState === "closed");
  assert.deepEqual(there.texts, []);
});

test("what is closed has said everything before that, also as the room is left", async () => {
  const { guest, here, there } = await connected();
  there.line.send("I go");
  there.line.close();
  guest.relay.close();
  await until(() => here.line.readyState === "closed");
  assert.deepEqual(here.texts, ["I go"]);
  await until(() => guest.socket.readyState === 3);
  assert.equal(there.line.readyState, "closed");
});

test("a page that is left says so at once", async () => {
  const { here, there } = await connected();
  const count = Socket.passed.length;
  there.line.leave();
  assert.equal(Socket.passed.length, count + 1, "not only once something has been encrypted");
  await until(() => here.line.readyState === "closed");
});

test("a line is lost with the relay, and asked for anew there is another one", async () => {
  const { host, guest, here, there } = await connected();
  guest.socket.close();
  await until(() => there.line.readyState === "closed");
  await until(() => guest.states.length === 3);
  assert.deepEqual(guest.states, ["open", "unreachable", "open"]);
  guest.relay.ask("-");
  await until(() => host.lines.length === 2 && guest.lines.length === 2);
  assert.notEqual(host.lines[1].number, here.number);
  host.lines[1].line.send("again");
  await until(() => guest.lines[1].texts.length > 0);
});

test("what was lost on the way is asked for again with the next knock", async () => {
  const isAnswer = (/** @type {Uint8Array} */ packet) => packet === lost;
  /** @type {Uint8Array | undefined} */
  let lost;
  mock.timers.enable({ apis: ["setInterval"] });
  const [host, guest] = [await enter(true), await enter(false)];
  let count = 0;
  // The host's answer, which is what comes next after the question.
  Socket.way = (packet) => {
    count += 1;
    if (count === 2) lost = packet;
    return isAnswer(packet) ? [] : [packet];
  };
  guest.relay.ask("-");
  await until(() => lost !== undefined);
  assert.equal(guest.lines.length, 0);
  mock.timers.tick(KNOCK_MS);
  await until(() => host.lines.length > 0 && guest.lines.length > 0);
  guest.lines[0].line.send("here");
  await until(() => host.lines[0].texts.length > 0);
});

test("a guest who is connected does not knock", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const { host, guest, there } = await connected();
  host.texts.length = 0;
  mock.timers.tick(KNOCK_MS * 3);
  guest.relay.say("something else");
  await until(() => host.texts.length > 0);
  assert.deepEqual(host.texts, ["something else"]);
  there.line.close();
  mock.timers.tick(KNOCK_MS);
  await until(() => host.texts.length > 1);
  assert.deepEqual(host.texts, ["something else", KNOCK]);
  assert.equal(guest.lines.length, 1);
});

test("a friend with the link reads no line, says nothing on it and ends none", async () => {
  const drawn = /** @type {Map<string, Offered>} */ (new Map());
  const draw = Offered.draw;
  mock.method(Offered, "draw", async () => {
    const offered = await draw.call(Offered);
    drawn.set(offered.text, offered);
    return offered;
  });
  const { host, guest, here, there } = await connected();
  const friend = await enter(false);
  // All that was said in the room is known to them; they hear every line, too.
  const said = await saidInRoom();
  const [asked, told] = [OVER, CARRIED].map(
    (word) => said.find((one) => one.startsWith(word)) ?? "",
  );
  const [fromGuest, fromHost] = [asked, told].map((text) => text.split(" ")[2]);
  assert.ok(
    friend.texts.every((text) => !text.startsWith(OVER)),
    "a guest heeds the host alone",
  );
  const theirs = await draw.call(Offered);
  const right = await /** @type {Offered} */ (drawn.get(fromGuest)).meet(
    fromHost,
    asked,
    told,
    SECRET_BYTES,
  );
  for (const { room } of [right.host, right.guest]) {
    assert.ok(onLines().some((passed) => passed.room === `spieltisch/${room}`));
    friend.socket.rooms.add(`spieltisch/${room}`);
  }
  /** Say to both ends, as if it were the other, a text and that it is over. @param {typeof right} keys */
  const forge = async (keys) => {
    const packets = [];
    for (const number of [0, 1, 2, 3, 2 ** 32 - 1])
      for (const kind of [WHOLE, FIRST, LAST])
        for (const way of /** @type {const} */ (["host", "guest"])) {
          const packet = await sealed(keys[way].key, number, kind, "forged");
          packets.push(packetIn(`spieltisch/${right[way].room}`, packet));
        }
    for (const packet of packets) friend.socket.send(packet);
  };
  // They have other keys, whatever they claim.
  for (const end of [fromGuest, fromHost])
    await forge(await theirs.meet(end, asked, told, SECRET_BYTES));
  // Nor does what the guest has asked, said again, take the line away.
  friend.relay.say(asked);
  await until(() => host.texts.filter((text) => text === asked).length > 1);
  here.line.send("still here");
  there.line.send("me too");
  await until(() => here.texts.length === 1 && there.texts.length === 1);
  assert.deepEqual([here.texts, there.texts], [["me too"], ["still here"]]);
  assert.deepEqual([here.line.readyState, there.line.readyState], ["open", "open"]);
  assert.deepEqual([guest.lines.length, host.lines.length], [1, 1]);
  // With the key that only the two ends have, the same would have been heard.
  await forge(right);
  await until(() => here.line.readyState === "closed" && there.line.readyState === "closed");
  assert.ok(here.texts.includes("forged") && there.texts.includes("forged"));
});

/** Whether each packet on a line has a nonce of its own: each room of a line has a key of its own. */
function assertNoncesCountOnce() {
  const seen = onLines().map(({ room, packet }) => `${room} ${packet.subarray(48, 60)}`);
  assert.equal(new Set(seen).size, seen.length);
}

/** A host and a guest, and so many answers of the host's to what the guest has asked, of which none has
 * come; nor does anything on a line, until it is let through. @param {number} times */
async function answered(times) {
  const [host, guest] = [await enter(true), await enter(false)];
  await until(() => host.texts.includes(KNOCK));
  const [room] = guest.socket.rooms;
  const held = /** @type {Uint8Array[]} */ ([]);
  Socket.way = (packet, to) => {
    if (to === room) held.push(packet);
    return [];
  };
  guest.relay.ask("5");
  await until(() => held.length === 1);
  const [question] = held.splice(0);
  host.socket.give(question);
  await until(() => held.length === 1);
  const asked = host.texts.find((text) => text.startsWith(OVER)) ?? "";
  // The host answers each time that the guest asks again.
  for (let count = 2; count <= times; count += 1) {
    host.relay.carry(7, asked);
    await until(() => held.length === count);
  }
  const letThrough = () => {
    Socket.way = (packet) => [packet];
  };
  return { host, guest, asked, held, letThrough };
}

for (const times of [2, 5])
  test(`an answer that comes ${times} times at once makes one line`, async () => {
    const { host, guest, held, letThrough } = await answered(times);
    letThrough();
    for (const answer of held) guest.socket.give(answer);
    await until(() => host.lines.length > 0 && guest.lines.length > 0);
    guest.lines[0].line.send("here");
    await until(() => host.lines[0].texts.length > 0);
    host.lines[0].line.send("there");
    await until(() => guest.lines[0].texts.length > 0);
    assert.deepEqual([host.lines.length, guest.lines.length], [1, 1]);
    assert.equal(guest.socket.rooms.size, 2);
    assertNoncesCountOnce();
  });

test("where a friend has answered in the host's place, too, the guest asks anew with other keys", async () => {
  const { host, guest, asked, held, letThrough } = await answered(2);
  const [first, again] = held.splice(0);
  guest.socket.give(first);
  await until(() => guest.socket.rooms.size === 2);
  const made = [...guest.socket.rooms][1];
  const theirs = await Offered.draw();
  // Whoever has the link can say it.
  host.relay.say(`${CARRIED} 9 ${theirs.text} ${await markOf(asked)}`);
  await until(() => held.length === 1);
  guest.socket.give(held[0]);
  await until(() => guest.socket.rooms.size === 2 && !guest.socket.rooms.has(made));
  letThrough();
  guest.socket.give(again);
  await until(() => host.lines.length > 0 && guest.lines.length > 0);
  guest.lines[0].line.send("here");
  await until(() => host.lines[0].texts.length > 0);
  assert.deepEqual([host.lines[0].number, guest.lines[0].number], [8, 8]);
  assertNoncesCountOnce();
});

test("however many answer in the host's place, a guest makes a few lines only, and asks anew", async () => {
  const { host, guest, asked, held, letThrough } = await answered(1);
  held.length = 0;
  const [theirs, right] = [await Offered.draw(), await markOf(asked)];
  for (let number = 0; number < 20; number += 1)
    host.relay.say(`${CARRIED} ${number} ${theirs.text} ${right}`);
  await until(() => held.length === 20);
  letThrough();
  for (const answer of held) guest.socket.give(answer);
  await until(() => host.lines.length > 0 && guest.lines.length > 0);
  guest.lines[0].line.send("here");
  await until(() => host.lines[0].texts.length > 0);
  assertNoncesCountOnce();
});

test("an answer to another question, or with no key in it, is passed over", async () => {
  const [host, guest] = [await enter(true), await enter(false)];
  const theirs = await Offered.draw();
  guest.relay.ask("5");
  await until(() => host.texts.some((text) => text.startsWith(OVER)));
  const asked = host.texts.find((text) => text.startsWith(OVER)) ?? "";
  const right = await markOf(asked);
  const wrong = await markOf(`${asked}x`);
  host.relay.say(`${CARRIED} 7 ${theirs.text} ${wrong}`);
  host.relay.say(`${CARRIED} seven ${theirs.text} ${right}`);
  host.relay.say(`${CARRIED} 7 ${"A".repeat(87)} ${right}`);
  host.relay.say(`${CARRIED} 7 no key ${right}`);
  host.relay.say(CARRIED);
  await until(() => guest.lines.length === 1);
  assert.deepEqual([host.lines.length, guest.states], [1, ["open"]]);
});

test("whoever asks with no key is given no line, and many who wait do not keep the last one out", async () => {
  const host = await enter(true);
  const friend = await enter(false);
  friend.relay.say(`${OVER} - ${"A".repeat(87)}`);
  for (let times = 0; times < 30; times += 1) {
    const { text } = await Offered.draw();
    friend.relay.say(`${OVER} - ${text}`);
  }
  await until(() => host.texts.length > 30);
  const guest = await enter(false);
  guest.relay.ask("-");
  await until(() => host.lines.length > 0 && guest.lines.length > 0);
  assert.deepEqual([host.lines.length, host.states], [1, ["open"]]);
  assert.ok(host.socket.rooms.size <= 10, `${host.socket.rooms.size} rooms`);
});

test("fifty thousand packets of a stranger on a line end neither it nor the room", async () => {
  const { host, here, there } = await connected();
  const [sample] = onLines();
  let nowMs = performance.now();
  mock.method(performance, "now", () => nowMs);
  for (let round = 0; round < 100; round += 1) {
    for (let times = 0; times < 500; times += 1) {
      const packet = sample.packet.slice();
      // As if it were one of the next.
      new DataView(packet.buffer).setUint32(48 + 8, 1 + (times % 7));
      if (times % 11 === 0) crypto.getRandomValues(packet.subarray(48));
      host.socket.onmessage({ data: packet.buffer });
    }
    nowMs += 1100;
  }
  there.line.send("still here");
  await until(() => here.texts.length === 1);
  assert.deepEqual([host.states, here.line.readyState], [["open"], "open"]);
  mock.restoreAll();
});

test("a text that never ends closes the line that it comes on, and nothing more", async () => {
  const keys = await Promise.all([Offered.draw(), Offered.draw()]);
  const secret = new Uint8Array(16);
  const made = await keys[0].meet(keys[1].text, "asked", "told", secret);
  const theirs = await keys[1].meet(keys[0].text, "asked", "told", secret);
  assert.equal(made.host.room, theirs.host.room);
  assert.notEqual(made.host.room, made.guest.room);
  assert.match(made.name, /^[0-9a-f]{64}$/);
  assert.equal(made.name, theirs.name, "both ends give the line one name");
  const between = await Offered.draw();
  const names = new Set([made.name]);
  for (const { text } of keys) names.add((await between.meet(text, "asked", "told", secret)).name);
  names.add((await keys[0].meet(keys[1].text, "asked", "other", secret)).name);
  assert.equal(names.size, 4, "and who stands between them knows others");
  /** @type {CarriedLine} */
  let host;
  const texts = /** @type {string[]} */ ([]);
  const guest = new CarriedLine(
    made.host.key,
    made.guest.key,
    false,
    (one) => host.take(/** @type {any} */ (one)),
    () => true,
  );
  host = new CarriedLine(
    theirs.guest.key,
    theirs.host.key,
    true,
    (one) => guest.take(/** @type {any} */ (one)),
    () => true,
  );
  host.addEventListener("message", (event) => texts.push(/** @type {any} */ (event).data));
  guest.begin();
  await until(() => guest.readyState === "open");
  guest.send("x".repeat(131_072));
  await until(() => texts.length === 1);
  guest.send("x".repeat(131_073));
  await until(() => host.readyState === "closed");
  assert.equal(texts.length, 1);
});

test("parts that hold next to nothing close the line that they come on", async () => {
  const keys = await Promise.all([Offered.draw(), Offered.draw()]);
  const secret = new Uint8Array(16);
  const theirs = await keys[0].meet(keys[1].text, "asked", "told", secret);
  for (const words of [0, 1, 417]) {
    const host = new CarriedLine(
      theirs.guest.key,
      theirs.host.key,
      true,
      () => {},
      () => true,
    );
    /** @param {number} number @param {number} kind @param {number} length */
    const say = async (number, kind, length) =>
      host.take(await sealed(theirs.host.key, number, kind, length));
    await say(0, FIRST, 0);
    await until(() => host.readyState === "open");
    await say(1, PART, words);
    await until(() => host.readyState === "closed");
  }
});
