// A room at a relay that a person has named: those who know the room's secret hand each other texts.
//
// The relay is an MQTT broker (MQTT 3.1.1 over WebSocket), of which the least is spoken that passes
// texts on: no key pairs, no accounts, nothing kept. It learns no more than that devices are in one
// room: the room's name and the key of the texts are digests of the secret, and all texts are equally
// long. What comes is a stranger's: it has a limit in size and number, and counts only if it was
// encrypted with the key.

/** How long a relay may take until the room is entered. */
export const ENTER_MS = 10_000;
/** A guest says so often that they are there, until they have been heard and the room is left. */
export const KNOCK_MS = 4_000;
/** How often the relay is asked whether it is still there; it has until the next time to answer. */
export const PING_MS = 30_000;
/** After so long a relay that could not be reached is tried again, and twice as long each time. */
export const AGAIN_MS = 2_000;
const MOST_AGAIN_MS = 60_000;

/** What a guest says who waits. */
export const KNOCK = "knock";

const TEXT = 420;
const [NONCE, TAG] = [12, 16];
const SEALED = NONCE + TEXT + TAG;
const MOST_BYTES = 4096;
/** So many texts may come at once, and so many a second; after so many too many the room is left. */
const [MOST_TEXTS, TEXTS, MOST_DROPPED] = [60, 10, 400];

const [CONNECT, CONNECTED, PUBLISH, SUBSCRIBE, SUBSCRIBED] = [0x10, 0x20, 0x30, 0x82, 0x90];
const [PING, PONG] = [0xc0, 0xd0];
const COMING = [CONNECTED, PUBLISH, SUBSCRIBED, PONG];
const MQTT = [0, 4, 77, 81, 84, 84, 4];
const CLEAN = 2;
const KEEP_ALIVE = [0, 60];

/** @typedef {"calling" | "open" | "unreachable" | "silent" | "strange" | "flooded"} State */

/** A room, entered until it is closed. */
export class Relay {
  #address;
  #secret;
  #isHost;
  #hear;
  #tell;
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {CryptoKey | undefined} */
  #key;
  /** @type {number[]} */
  #room = [];
  #again = AGAIN_MS;
  #isOpen = false;
  #isOver = false;
  /** @type {Set<any>} */
  #timers = new Set();
  #unread = new Uint8Array();
  #isSilent = false;
  #left = MOST_TEXTS;
  #leftAt = 0;
  #dropped = 0;
  /** What is done one after the other: texts count in the order in which they came or were said. */
  #hearing = Promise.resolve();
  #saying = Promise.resolve();

  /**
   * @param {string} address
   * @param {string} secret the room's, 32 hexadecimal digits
   * @param {boolean} isHost
   * @param {(text: string) => void} hear is told what the other side has said
   * @param {(state: State) => void} tell is told how it is going
   */
  constructor(address, secret, isHost, hear, tell) {
    this.#address = address;
    this.#secret = Uint8Array.from(secret.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    this.#isHost = isHost;
    this.#hear = hear;
    this.#tell = tell;
    this.#leftAt = Date.now();
    this.#begin();
  }

  /**
   * Say a text to the other side, now or never.
   * @param {string} text
   */
  say(text) {
    const words = bytesOf((this.#mark(this.#isHost) + text).padEnd(TEXT));
    if (!this.#isOpen || words.length > TEXT) return;
    this.#saying = this.#saying.then(async () => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
      const how = { name: "AES-GCM", iv: nonce };
      const sealed = await crypto.subtle.encrypt(how, /** @type {CryptoKey} */ (this.#key), words);
      if (this.#isOpen) this.#send(PUBLISH, [...this.#room, ...nonce, ...new Uint8Array(sealed)]);
    });
  }

  /** Leave the room. */
  close() {
    this.#isOver = true;
    this.#stop();
  }

  async #begin() {
    if (!this.#key) {
      const [key, name] = await Promise.all([this.#digest("key"), this.#digest("room")]);
      this.#key = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
      const digits = [...name.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
      this.#room = field(`spieltisch/${digits.join("")}`);
    }
    if (this.#isOver) return;
    this.#unread = new Uint8Array();
    this.#isSilent = false;
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

  #stop() {
    this.#isOpen = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  /** @param {State} why */
  #fail(why) {
    this.#stop();
    const isLasting = why === "strange" || why === "flooded";
    if (!isLasting) this.#later(setTimeout(() => this.#begin(), this.#again));
    this.#again = Math.min(MOST_AGAIN_MS, 2 * this.#again);
    this.#tell(why);
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
    const isMuch = data instanceof ArrayBuffer && data.byteLength > 16 * MOST_BYTES;
    if (!(data instanceof ArrayBuffer) || isMuch) return this.#fail("strange");
    this.#isSilent = false;
    let rest = new Uint8Array([...this.#unread, ...new Uint8Array(data)]);
    while (rest.length > 1 && this.#socket) {
      if (!COMING.includes(rest[0] & 0xf0)) return this.#fail("strange");
      const isLong = rest[1] > 127;
      if (isLong && rest.length < 3) break;
      const size = isLong ? (rest[1] & 127) + 128 * rest[2] : rest[1];
      if ((isLong && rest[2] > 127) || size > MOST_BYTES) return this.#fail("strange");
      const start = isLong ? 3 : 2;
      if (rest.length < start + size) break;
      this.#read(rest[0], rest.slice(start, start + size));
      rest = rest.slice(start + size);
    }
    this.#unread = rest;
  }

  /** @param {number} kind @param {Uint8Array<ArrayBuffer>} content */
  #read(kind, content) {
    if (kind === CONNECTED && content.length === 2 && !content[1]) {
      this.#send(SUBSCRIBE, [0, 1, ...this.#room, 0]);
    } else if (kind === SUBSCRIBED && content.length === 3 && content[2] < 3) {
      this.#enter();
    } else if ((kind & 0xf0) === PUBLISH && this.#isOpen) {
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
    const knock = () => this.say(KNOCK);
    this.#later(setInterval(() => this.#ping(), PING_MS));
    if (!this.#isHost) this.#later(setInterval(knock, KNOCK_MS));
    this.#tell("open");
    if (!this.#isHost) knock();
  }

  #ping() {
    if (this.#isSilent) return this.#fail("unreachable");
    this.#isSilent = true;
    this.#send(PING, []);
  }

  /** @param {Uint8Array<ArrayBuffer>} content of a packet with a text */
  #weigh(content) {
    const now = Date.now();
    this.#left = Math.min(MOST_TEXTS, this.#left + (TEXTS * (now - this.#leftAt)) / 1000);
    this.#leftAt = now;
    if (this.#left < 1) {
      this.#dropped += 1;
      if (this.#dropped > MOST_DROPPED) this.#fail("flooded");
      return;
    }
    this.#left -= 1;
    const sealed = content.slice(this.#room.length);
    if (sealed.length === SEALED) this.#hearing = this.#hearing.then(() => this.#unseal(sealed));
  }

  /** @param {Uint8Array<ArrayBuffer>} sealed */
  async #unseal(sealed) {
    const how = { name: "AES-GCM", iv: sealed.slice(0, NONCE) };
    const key = /** @type {CryptoKey} */ (this.#key);
    const words = await crypto.subtle.decrypt(how, key, sealed.slice(NONCE)).catch(() => null);
    if (!words || !this.#isOpen) return;
    const text = new TextDecoder().decode(words);
    if (text[0] === this.#mark(!this.#isHost)) this.#hear(text.slice(1).trimEnd());
  }
}

/** @param {string} text */
function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** @param {string} text */
function field(text) {
  return [0, text.length, ...bytesOf(text)];
}
