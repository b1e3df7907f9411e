// A room at a relay that a person has named: those who know the room's secret hand each other texts.
//
// The relay is an MQTT broker (MQTT 3.1.1 over WebSocket), of which the least is spoken that passes
// texts on: no key pairs, no accounts, nothing kept. It learns no more than that devices are in one
// room: the room's name and the key of the texts are digests of the secret, and all texts are equally
// long. What comes is a stranger's: it counts only if it was encrypted with the key, and nothing that
// a stranger says at a relay ends a room for good, or keeps those from being heard who have the key.
//
// Where no direct line can be made, the match goes over the relay, too, on a line of its own (line.js).

import { CARRIED, CarriedLine, markOf, OVER, Offered } from "./line.js";

/** How long a relay may take until the room is entered. */
export const ENTER_MS = 10_000;
/** A guest says so often that they are there, until they have been heard and the room is left. */
export const KNOCK_MS = 4_000;
/** How often the relay is asked whether it is still there; it has until the next time to answer. */
export const PING_MS = 30_000;
/** How long it has to answer where the network may have changed. */
export const CHECK_MS = 2_000;
/** After so long a relay that could not be reached is tried again, and twice as long each time. */
export const AGAIN_MS = 2_000;
const MOST_AGAIN_MS = 60_000;
/** After so long a relay is tried again of which far too much came, and twice as long each time. */
export const FLOOD_MS = 10_000;
const MOST_FLOOD_MS = 300_000;
/** After so long without it, the next time counts as the first. */
const CALM_MS = 1_200_000;

/** What a guest says who waits. */
export const KNOCK = "knock";

const TEXT = 420;
const [NONCE, TAG] = [12, 16];
const SEALED = NONCE + TEXT + TAG;
const MOST_BYTES = 4096;
/** So many may come at once, and so many a second: of texts that were encrypted with the key, of those
 * that may have been, and of packets, of which a long one counts as many; and so many texts may be too
 * many. What is more than that is not heard, but of packets and texts too many: then the room is left
 * for a while. */
const [TEXTS, TOO_MANY, TRIED, PACKETS] = /** @type {[number, number][]} */ ([
  [60, 10],
  [400, 1],
  [600, 200],
  [5000, 500],
]);
/** As so many packets a long one counts at most. */
const MOST_COUNTED = 1000;
/** So many texts are known when they come again: only a stranger says one twice. */
const MOST_KNOWN = 4096;
/** So many packets of a line are looked at, at once and a second: as many as may come at all. */
const ON_LINE = /** @type {[number, number]} */ ([5000, 500]);
/** So many lines may be waited for at once: if there are more, the oldest is given up. */
const MOST_WAITING = 8;

const [CONNECT, CONNECTED, PUBLISH, SUBSCRIBE, SUBSCRIBED] = [0x10, 0x20, 0x30, 0x82, 0x90];
const [UNSUBSCRIBE, UNSUBSCRIBED] = [0xa2, 0xb0];
const [PING, PONG] = [0xc0, 0xd0];
const COMING = [CONNECTED, PUBLISH, SUBSCRIBED, UNSUBSCRIBED, PONG];
/** The number of the question to hear the room; those about lines begin higher, so that the first of
 * an answer's two bytes tells which it is about. */
const FIRST_HEARD = 1;
const LINES_FROM = 256;
const MQTT = [0, 4, 77, 81, 84, 84, 4];
const CLEAN = 2;
const KEEP_ALIVE = [0, 60];

/** @typedef {"calling" | "open" | "unreachable" | "silent" | "strange" | "flooded"} State */

/** How much of something may come: so many at once, and so many a second. Told by a clock that goes
 * on evenly whatever is done to that of the device. */
class Allowance {
  #most;
  #perSecond;
  #left;
  #at = performance.now();

  /** @param {number} most @param {number} perSecond */
  constructor(most, perSecond) {
    this.#most = this.#left = most;
    this.#perSecond = perSecond;
  }

  /** Whether so many more may come. */
  takes(count = 1) {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + (this.#perSecond * (now - this.#at)) / 1000);
    this.#at = now;
    const isEnough = this.#left >= count;
    if (isEnough) this.#left -= count;
    return isEnough;
  }
}

/** A room, entered until it is closed. */
export class Relay {
  #address;
  #secret;
  #isHost;
  #hear;
  #tell;
  #give;
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {CryptoKey | undefined} */
  #key;
  /** @type {number[]} */
  #room = [];
  #again = AGAIN_MS;
  #pause = FLOOD_MS;
  #isOpen = false;
  /** Whether the relay has let this device in, and may tell texts. */
  #isIn = false;
  #isOver = false;
  /** Whether it is out of reach, and will be tried again. */
  #isAway = false;
  /** @type {Set<any>} */
  #timers = new Set();
  /** Runs while the relay is to answer soon. @type {any} */
  #checking;
  #unread = new Uint8Array();
  /** How many bytes are still to come of a packet that is too long to be looked at. */
  #skipped = 0;
  #isSilent = false;
  #texts = new Allowance(...TEXTS);
  #tried = new Allowance(...TRIED);
  #packets = new Allowance(...PACKETS);
  #tooMany = new Allowance(...TOO_MANY);
  #floodedAt = -Infinity;
  /** What texts begin with that have come, each drawn anew. @type {Set<string>} */
  #known = new Set();
  /** The lines that go over the relay, by the room in which each hears. @type {Map<string, Carried>} */
  #lines = new Map();
  /** What is still to be said on lines that have been closed. @type {Set<Promise<void>>} */
  #parting = new Set();
  /** The number of the last question about a line. */
  #lastQuestion = LINES_FROM - 1;
  /** What is waited for until it can be heard. @type {Map<number, () => void>} */
  #awaited = new Map();
  /** What a guest says who would go over it; empty for one who would not, or does. */
  #asked = "";
  /** @type {Offered | undefined} */
  #offered;
  /** What an answer to that tells of it. */
  #right = "";
  /** The answers to it that have come, and whether a line was made of each, or cannot be: the keys of
   * a line count from 0, and so for one line alone. @type {Map<string, boolean>} */
  #answers = new Map();
  /** What is done one after the other: texts count in the order in which they came or were said. */
  #hearing = Promise.resolve();
  #saying = Promise.resolve();

  /**
   * @param {string} address
   * @param {string} secret the room's, 32 hexadecimal digits
   * @param {boolean} isHost
   * @param {(text: string) => void} hear is told what the other side has said
   * @param {(state: State) => void} tell is told how it is going
   * @param {(number: number, line: CarriedLine) => void} give is given each line that has opened
   */
  constructor(address, secret, isHost, hear, tell, give) {
    this.#address = address;
    this.#secret = Uint8Array.from(secret.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    this.#isHost = isHost;
    this.#hear = hear;
    this.#tell = tell;
    this.#give = give;
    this.#begin();
  }

  /**
   * Say a text to the other side, now or never.
   * @param {string} text
   */
  say(text) {
    const words = bytesOf((this.#mark(this.#isHost) + text).padEnd(TEXT));
    if (!this.#isOpen || words.length > TEXT) return;
    const socket = this.#socket;
    this.#saying = this.#saying.then(async () => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
      const how = { name: "AES-GCM", iv: nonce };
      const sealed = await crypto.subtle.encrypt(how, /** @type {CryptoKey} */ (this.#key), words);
      if (socket !== this.#socket) return;
      this.#send(PUBLISH, [...this.#room, ...nonce, ...new Uint8Array(sealed)]);
    });
  }

  /**
   * At a guest: go over the relay, if the host does.
   * @param {string} beside the number of the direct line that was tried
   */
  async ask(beside) {
    // What was asked before counts no more.
    this.#offered = undefined;
    this.#asked = "";
    const offered = await Offered.draw();
    const asked = `${OVER} ${beside} ${offered.text}`;
    this.#right = await markOf(asked);
    this.#offered = offered;
    this.#answers = new Map();
    this.#asked = asked;
    this.say(asked);
  }

  /**
   * At the host: carry a line for a guest who has asked for it.
   * @param {number} number the line's @param {string} asked what the guest has said
   */
  async carry(number, asked) {
    const known = [...this.#lines.values()].find((one) => one.asked === asked);
    if (known) {
      // The answer may not have been heard.
      if (known.line.readyState === "connecting") this.say(known.told);
      return;
    }
    const offered = await Offered.draw();
    const told = `${CARRIED} ${number} ${offered.text} ${await markOf(asked)}`;
    const theirs = asked.split(" ").at(-1) ?? "";
    await this.#carry(number, offered, theirs, asked, told);
  }

  /** See at once whether the relay is still there, as the network may have changed; or try it again,
   * if it was out of reach. */
  check() {
    if (this.#isOpen) {
      if (!this.#isSilent) this.#ping();
      // If this device is in another network, it can be reached from there at once.
      this.#checking ??= setTimeout(() => this.#fail("unreachable", 0), CHECK_MS);
    } else if (this.#isAway) {
      this.#stop();
      this.#again = AGAIN_MS;
      this.#begin();
    }
  }

  /** Leave the room. */
  close() {
    this.#isOver = true;
    this.#isAway = this.#isOpen = false;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const { line } of [...this.#lines.values()]) line.close();
    // What is said last, in the room or on a line, is still being encrypted.
    Promise.all([this.#saying, ...this.#parting]).then(() => this.#stop());
  }

  async #begin() {
    if (!this.#key) {
      const [key, name] = await Promise.all([this.#digest("key"), this.#digest("room")]);
      this.#key = await crypto.subtle.importKey("raw", key, "AES-GCM", false, [
        "encrypt",
        "decrypt",
      ]);
      const digits = [...name.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
      this.#room = field(`spieltisch/${digits.join("")}`);
    }
    if (this.#isOver) return;
    this.#isAway = false;
    this.#unread = new Uint8Array();
    this.#skipped = 0;
    this.#isSilent = this.#isIn = false;
    let socket;
    try {
      socket = this.#socket = new WebSocket(this.#address, "mqtt");
    } catch {
      this.#fail("unreachable");
      return;
    }
    socket.binaryType = "arraybuffer";
    const ours = (/** @type {(event: any) => void} */ then) => (/** @type {any} */ event) => {
      if (socket === this.#socket) then(event);
    };
    const who = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => 97 + (byte % 26));
    socket.onopen = ours(() =>
      this.#send(CONNECT, [...MQTT, CLEAN, ...KEEP_ALIVE, 0, who.length, ...who]),
    );
    socket.onmessage = ours(({ data }) => this.#take(data));
    socket.onclose = ours(() => this.#fail("unreachable"));
    this.#later(setTimeout(() => this.#fail("silent"), ENTER_MS));
  }

  /** @param {string} what */
  async #digest(what) {
    const whole = new Uint8Array([...this.#secret, ...bytesOf(what)]);
    return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  }

  /** @param {boolean} isHost */
  #mark(isHost) {
    return isHost ? "h" : "g";
  }

  /** @param {any} timer */
  #later(timer) {
    this.#timers.add(timer);
  }

  #answered() {
    clearTimeout(this.#checking);
    this.#checking = undefined;
  }

  #stop() {
    this.#isOpen = false;
    this.#answered();
    this.#awaited.clear();
    for (const { line } of [...this.#lines.values()]) line.end();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** @param {State} why @param {number} [wait] */
  #fail(why, wait = this.#again) {
    this.#stop();
    if (this.#isOver) return;
    this.#isAway = why === "unreachable" || why === "silent";
    if (why === "flooded") this.#rest();
    else if (why !== "strange") this.#later(setTimeout(() => this.#begin(), wait));
    this.#again = Math.min(MOST_AGAIN_MS, 2 * this.#again);
    this.#tell(why);
  }

  /** Far too much has come: it may be over after a while. */
  #rest() {
    const now = performance.now();
    if (now - this.#floodedAt > CALM_MS) this.#pause = FLOOD_MS;
    this.#floodedAt = now;
    this.#later(setTimeout(() => this.#begin(), this.#pause));
    this.#pause = Math.min(MOST_FLOOD_MS, 2 * this.#pause);
    // What was said meanwhile is gone, and counts no more.
    this.#texts = new Allowance(...TEXTS);
    this.#tooMany = new Allowance(...TOO_MANY);
    this.#tried = new Allowance(...TRIED);
    this.#packets = new Allowance(...PACKETS);
  }

  /** @param {number} kind @param {number[]} content */
  #send(kind, content) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const { length } = content;
    const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
    this.#socket.send(new Uint8Array([kind, ...size, ...content]));
  }

  /** @param {unknown} data what has come: packets, cut anywhere */
  #take(data) {
    if (this.#isOver) return;
    if (!(data instanceof ArrayBuffer)) return this.#fail("strange");
    this.#isSilent = false;
    this.#answered();
    const isOver = Math.min(this.#skipped, data.byteLength);
    this.#skipped -= isOver;
    const come = new Uint8Array(data, isOver);
    let rest = come;
    if (this.#unread.length) {
      rest = new Uint8Array(this.#unread.length + come.length);
      rest.set(this.#unread);
      rest.set(come, this.#unread.length);
    }
    while (rest.length > 1 && this.#socket) {
      if (!COMING.includes(rest[0] & 0xf0)) return this.#fail("strange");
      const head = headOf(rest);
      if (!head) break;
      const { start, size } = head;
      // None but a text may be long, and only once there can be texts.
      const isLong = size > MOST_BYTES;
      const isText = (rest[0] & 0xf0) === PUBLISH && this.#isIn;
      if (size === Infinity || (isLong && !isText)) return this.#fail("strange");
      if (!isLong && rest.length < start + size) break;
      if (!this.#packets.takes(Math.min(1 + size / MOST_BYTES, MOST_COUNTED)))
        return this.#fail("flooded");
      if (!isLong) this.#read(rest[0], rest.slice(start, start + size));
      else this.#skipped = Math.max(0, start + size - rest.length);
      rest = rest.subarray(start + size);
    }
    // A copy, lest all that came with it stays.
    this.#unread = rest.slice();
  }

  /** @param {number} kind @param {Uint8Array<ArrayBuffer>} content */
  #read(kind, content) {
    if (kind === CONNECTED && content.length === 2 && !content[1] && !this.#isIn) {
      this.#isIn = true;
      this.#send(SUBSCRIBE, [0, FIRST_HEARD, ...this.#room, 0]);
    } else if (kind === SUBSCRIBED && content.length === 3 && this.#isIn && !content[0]) {
      if (content[1] !== FIRST_HEARD || content[2] > 2) return this.#fail("strange");
      this.#enter();
    } else if (kind === SUBSCRIBED && content.length === 3 && this.#isOpen) {
      const number = content[0] * 256 + content[1];
      // Where a relay lets a line not be heard, people can play as they could before.
      if (content[2] < 3) this.#awaited.get(number)?.();
      this.#awaited.delete(number);
    } else if (kind === UNSUBSCRIBED && content.length === 2 && this.#isOpen) {
      // A line is over.
    } else if ((kind & 0xf0) === PUBLISH && this.#isIn) {
      // A relay may tell what was said before it says that this device may hear it.
      this.#weigh(content);
    } else if (kind !== PONG) {
      this.#fail("strange");
    }
  }

  #enter() {
    if (this.#isOpen) return;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#isOpen = true;
    this.#again = AGAIN_MS;
    this.#later(setInterval(() => this.#ping(), PING_MS));
    if (!this.#isHost) this.#later(setInterval(() => this.#knock(), KNOCK_MS));
    this.#tell("open");
    if (!this.#isHost) this.#knock();
  }

  /** A guest says that they wait, unless they are connected by a line over this relay. */
  #knock() {
    if (this.#isConnected) return;
    this.say(KNOCK);
    if (this.#asked) this.say(this.#asked);
  }

  get #isConnected() {
    return [...this.#lines.values()].some(({ line }) => line.readyState === "open");
  }

  #ping() {
    if (this.#isSilent) return this.#fail("unreachable");
    this.#isSilent = true;
    this.#send(PING, []);
  }

  /** @param {Uint8Array<ArrayBuffer>} content of a packet with a text */
  #weigh(content) {
    const size = content.length < 2 ? content.length : 2 + content[0] * 256 + content[1];
    const sealed = content.slice(size);
    const carried = this.#lines.get(new TextDecoder().decode(content.subarray(2, size)));
    if (carried) return carried.line.take(sealed);
    if (!this.#isOpen || sealed.length !== SEALED) return;
    const nonce = String.fromCharCode(...sealed.subarray(0, NONCE));
    if (this.#known.has(nonce) || !this.#tried.takes()) return;
    const socket = this.#socket;
    this.#hearing = this.#hearing.then(() =>
      // What came before the room was left is too old.
      socket === this.#socket ? this.#unseal(sealed, nonce) : undefined,
    );
  }

  /** @param {Uint8Array<ArrayBuffer>} sealed @param {string} nonce */
  async #unseal(sealed, nonce) {
    const how = { name: "AES-GCM", iv: sealed.slice(0, NONCE) };
    const key = /** @type {CryptoKey} */ (this.#key);
    const words = await crypto.subtle.decrypt(how, key, sealed.slice(NONCE)).catch(() => null);
    if (!words || !this.#isOpen || this.#known.has(nonce)) return;
    this.#known.add(nonce);
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST_KNOWN) break;
      this.#known.delete(oldest);
    }
    const text = new TextDecoder().decode(words);
    if (text[0] !== this.#mark(!this.#isHost)) return;
    if (this.#texts.takes()) this.#heed(text.slice(1).trimEnd());
    else if (!this.#tooMany.takes()) this.#fail("flooded");
  }

  /** @param {string} text what somebody has said who knows the room */
  #heed(text) {
    const [word, number, theirs, mark] = text.split(" ");
    if (word !== CARRIED) return this.#hear(text);
    const known = [...this.#lines.values()].find((one) => one.told === text);
    if (known) return known.line.begin();
    const [asked, offered, answers] = [this.#asked, this.#offered, this.#answers];
    if (!offered || mark !== this.#right || !/^\d{1,5}$/.test(number)) return;
    const isMade = answers.get(text);
    if (isMade === undefined && answers.size < MOST_WAITING) {
      answers.set(text, false);
      const making = this.#carry(Number(number), offered, theirs, asked, text);
      making.then(() => answers.set(text, true));
    } else if (isMade !== false) {
      // Its line is over: another one needs other keys.
      this.ask(asked.split(" ")[1]);
    }
  }

  /**
   * Make this end of a line, and tell the other so.
   * @param {number} number @param {Offered} offered this end's keys
   * @param {string} theirs the other end's, as it was told
   * @param {string} asked @param {string} told
   */
  async #carry(number, offered, theirs, asked, told) {
    const socket = this.#socket;
    const keys = await offered.meet(theirs, asked, told, this.#secret).catch(() => null);
    const isKnown = [...this.#lines.values()].some((one) => one.asked === asked);
    if (!keys || !this.#isOpen || socket !== this.#socket || (this.#isHost && isKnown)) return;
    // A guest has one line, and until that is open goes by the last answer.
    if (!this.#isHost) {
      if (this.#isConnected || offered !== this.#offered) return;
      for (const { line } of [...this.#lines.values()]) line.close();
    }
    const [ours, other] = this.#isHost ? [keys.guest, keys.host] : [keys.host, keys.guest];
    const [room, far] = [other.room, ours.room].map((name) => `spieltisch/${name}`);
    const takes = new Allowance(...ON_LINE);
    const post = (/** @type {Uint8Array} */ packet) => {
      if (socket === this.#socket) this.#send(PUBLISH, [...field(far), ...packet]);
    };
    const mayTake = () => takes.takes();
    const line = new CarriedLine(ours.key, other.key, this.#isHost, post, mayTake, keys.name);
    this.#lines.set(room, { line, asked, told });
    line.addEventListener("open", () => {
      // Each line has keys of its own.
      this.#asked = "";
      this.#offered = undefined;
      this.#give(number, line);
    });
    const asking = this.#question();
    line.addEventListener("close", () => {
      this.#lines.delete(room);
      // A relay may never answer.
      this.#awaited.delete(asking);
      const last = line.settled;
      this.#parting.add(last);
      last.then(() => {
        this.#parting.delete(last);
        if (socket === this.#socket && !this.#isOver)
          this.#send(UNSUBSCRIBE, [...bytesOfNumber(this.#question()), ...field(room)]);
      });
    });
    const waiting = [...this.#lines.values()].filter((one) => one.line.readyState !== "open");
    if (waiting.length > MOST_WAITING) waiting[0].line.close();
    this.#awaited.set(asking, () => {
      if (this.#isHost) this.say(told);
      else line.begin();
    });
    this.#send(SUBSCRIBE, [...bytesOfNumber(asking), ...field(room), 0]);
  }

  /** A number for a question to the relay about a line. */
  #question() {
    this.#lastQuestion = Math.max(LINES_FROM, (this.#lastQuestion + 1) % 65_536);
    return this.#lastQuestion;
  }
}

/** @typedef {{line: CarriedLine, asked: string, told: string}} Carried */

/** Where the content of a packet begins, and its size; null while too little is there.
 * @param {Uint8Array} packet */
function headOf(packet) {
  let size = 0;
  for (let at = 1; at < Math.min(packet.length, 5); at += 1) {
    size += (packet[at] & 127) * 128 ** (at - 1);
    if (packet[at] < 128) return { start: at + 1, size };
  }
  // Four bytes tell the size of any packet: then this is none.
  return packet.length < 5 ? null : { start: 5, size: Infinity };
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {number} number */
function bytesOfNumber(number) {
  return [number >> 8, number & 255];
}

/** @param {string} text */
function field(text) {
  return [0, text.length, ...bytesOf(text)];
}
