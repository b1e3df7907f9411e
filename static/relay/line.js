// A line that goes over a relay, where no direct one can be made. It is used like a data channel of the
// browser's: it opens, takes and gives texts in order, and closes.
//
// Both ends draw a pair of keys (ECDH, P-256) for each line and tell each other the public ones in the
// room, so that those who know the room cannot read the line, nor say anything on it. Each direction
// has a key of its own, and each packet a number, which is its nonce: what is repeated, is out of turn
// or was not encrypted with the key costs little and changes nothing. A packet that is missing closes
// the line, as people come back by another one and tell each other what they lack.

/** What a guest says who would go over the relay, and what the host answers. */
export const OVER = "over";
export const CARRIED = "carried";

/** How many bytes a packet holds: most as many as a text in the room, so that they look alike. */
const [SHORT, LONG] = [420, 3600];
const HEAD = 3;
const [NONCE, TAG] = [12, 16];
/** The longest message in UTF-8, at up to four bytes a letter; anything longer is not ours. */
const MOST_TEXT = 131_072;
/** What a packet is: the end of a text, a part of one that goes on, the first word, the last one, and
 * the answer to an empty text, as pages that are not looked at have slow timers and answer at once. */
const [WHOLE, PART, FIRST, LAST, HERE] = [0, 1, 2, 3, 4];

/** The number of what a page says as it is left, when there is no time left to encrypt anything. */
const FAREWELL = 2 ** 32 - 1;

const CURVE = { name: "ECDH", namedCurve: "P-256" };

/** @typedef {"connecting" | "open" | "closed"} LineState */

/** One end's keys, until it is known whom they are for. */
export class Offered {
  /** @param {CryptoKeyPair} pair @param {string} text */
  constructor(pair, text) {
    this.pair = pair;
    /** The public key, as it is told. */
    this.text = text;
  }

  static async draw() {
    const pair = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
    const known = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
    return new Offered(pair, lettersOf(known));
  }

  /**
   * The keys and rooms of a line, each for the way to the host and for the way to the guest, and what
   * both ends, and nobody else, call it; a text that is no key is refused.
   * @param {string} theirs the other end's public key, as it was told
   * @param {string} asked @param {string} told what the two ends have said of the line
   * @param {Uint8Array<ArrayBuffer>} secret the room's
   */
  async meet(theirs, asked, told, secret) {
    const other = await crypto.subtle.importKey("raw", bytesIn(theirs), CURVE, false, []);
    const how = { name: "ECDH", public: other };
    const common = await crypto.subtle.deriveBits(how, this.pair.privateKey, 256);
    const known = await crypto.subtle.importKey("raw", common, "HKDF", false, ["deriveBits"]);
    const ways = ["host", "guest"].map(async (way) => {
      const info = new TextEncoder().encode(`${way} ${asked} ${told}`);
      const drawn = { name: "HKDF", hash: "SHA-256", salt: secret, info };
      const bits = new Uint8Array(await crypto.subtle.deriveBits(drawn, known, 384));
      const uses = /** @type {KeyUsage[]} */ (["encrypt", "decrypt"]);
      const key = await crypto.subtle.importKey("raw", bits.slice(0, 32), "AES-GCM", false, uses);
      return { key, room: hexOf(bits.subarray(32)) };
    });
    const [host, guest] = await Promise.all(ways);
    const info = new TextEncoder().encode(`name ${asked} ${told}`);
    const drawn = { name: "HKDF", hash: "SHA-256", salt: secret, info };
    const name = hexOf(new Uint8Array(await crypto.subtle.deriveBits(drawn, known, 256)));
    return { host, guest, name };
  }
}

/** What an answer tells of the question it is to. @param {string} asked */
export async function markOf(asked) {
  const words = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked));
  return lettersOf(new Uint8Array(words).subarray(0, 16));
}

/** One end of a line. */
export class CarriedLine extends EventTarget {
  /** @type {LineState} */
  readyState = "connecting";
  #ours;
  #theirs;
  #isHost;
  #post;
  #takes;
  #sent = 0;
  #next = 0;
  /** @type {Uint8Array[]} */
  #parts = [];
  #size = 0;
  /** @type {Uint8Array | undefined} */
  #farewell;
  #sending = Promise.resolve();
  #hearing = Promise.resolve();

  /**
   * @param {CryptoKey} ours what this end encrypts with @param {CryptoKey} theirs
   * @param {boolean} isHost
   * @param {(packet: Uint8Array) => void} post hands a packet to the other end
   * @param {() => boolean} takes says whether another packet may be looked at
   * @param {string} name what both ends, and nobody else, call the line
   */
  constructor(ours, theirs, isHost, post, takes, name = "") {
    super();
    this.#ours = ours;
    this.#theirs = theirs;
    this.#isHost = isHost;
    this.#post = post;
    this.#takes = takes;
    this.name = name;
  }

  /** Say the first word, or say it again, as it may not have been heard: the guest does. */
  begin() {
    if (this.readyState === "connecting") this.#put(FIRST);
  }

  /** @param {string} text */
  send(text) {
    if (this.readyState !== "open") return;
    const words = new TextEncoder().encode(text);
    let at = 0;
    for (const most = LONG - HEAD; words.length - at > most; at += most)
      this.#put(PART, words.subarray(at, at + most));
    this.#put(WHOLE, words.subarray(at));
  }

  /** Close it; the other end hears of it. */
  close() {
    if (this.readyState === "closed") return;
    this.#put(LAST);
    this.end();
  }

  /** Close it as the page is left. */
  leave() {
    if (this.#farewell && this.readyState === "open") this.#post(this.#farewell);
    this.end();
  }

  /** Done once all has been handed over that was said. */
  get settled() {
    return this.#sending;
  }

  /** Close this end without telling the other. */
  end() {
    if (this.readyState === "closed") return;
    this.readyState = "closed";
    this.dispatchEvent(new Event("close"));
  }

  /** @param {Uint8Array<ArrayBuffer>} packet what has come for this end, from anybody */
  take(packet) {
    const size = packet.length - NONCE - TAG;
    if (this.readyState === "closed" || (size !== SHORT && size !== LONG)) return;
    const nonce = packet.slice(0, NONCE);
    const number = new DataView(nonce.buffer).getUint32(NONCE - 4);
    if (nonce.subarray(0, NONCE - 4).some(Boolean) || number < this.#next || !this.#takes()) return;
    this.#hearing = this.#hearing.then(() => this.#open(number, nonce, packet.slice(NONCE)));
  }

  /**
   * @param {number} number @param {Uint8Array<ArrayBuffer>} nonce
   * @param {Uint8Array<ArrayBuffer>} sealed
   */
  async #open(number, nonce, sealed) {
    // What came in the meantime may have the same number, or make it an old one.
    if (number < this.#next || this.readyState === "closed") return;
    const how = { name: "AES-GCM", iv: nonce };
    const plain = await crypto.subtle.decrypt(how, this.#theirs, sealed).catch(() => null);
    if (!plain) return;
    const words = new Uint8Array(plain);
    const kind = words[0];
    if (this.readyState === "connecting") {
      // What was said before that was for a line that had not opened yet.
      if (kind !== FIRST) return;
    } else if (number !== this.#next) {
      // Something is missing.
      return kind === LAST ? this.end() : this.close();
    }
    this.#next = number + 1;
    if (kind === FIRST) return this.#greeted();
    this.#hear(kind, words.subarray(HEAD, HEAD + words[1] * 256 + words[2]));
  }

  async #greeted() {
    if (this.readyState !== "connecting") return;
    this.#farewell = await this.#seal(LAST, new Uint8Array(), FAREWELL);
    if (this.readyState !== "connecting") return;
    if (this.#isHost) this.#put(FIRST);
    this.readyState = "open";
    this.dispatchEvent(new Event("open"));
  }

  /** @param {number} kind @param {Uint8Array} words */
  #hear(kind, words) {
    if (kind === LAST) {
      this.end();
    } else if (kind === HERE) {
      this.dispatchEvent(new MessageEvent("message", { data: "" }));
    } else {
      // Parts that hold little or nothing would pile up without an end.
      if (kind === PART && words.length !== LONG - HEAD) return this.close();
      this.#parts.push(words);
      this.#size += words.length;
      if (this.#size > MOST_TEXT) return this.close();
      if (kind === PART) return;
      const whole = new Uint8Array(this.#size);
      let at = 0;
      for (const part of this.#parts) {
        whole.set(part, at);
        at += part.length;
      }
      this.#parts = [];
      this.#size = 0;
      if (!whole.length) this.#put(HERE);
      this.dispatchEvent(new MessageEvent("message", { data: new TextDecoder().decode(whole) }));
    }
  }

  /** @param {number} kind @param {Uint8Array} words */
  #put(kind, words = new Uint8Array()) {
    const number = this.#sent;
    this.#sent += 1;
    this.#sending = this.#sending.then(async () =>
      this.#post(await this.#seal(kind, words, number)),
    );
  }

  /** @param {number} kind @param {Uint8Array} words @param {number} number */
  async #seal(kind, words, number) {
    const plain = new Uint8Array(words.length + HEAD > SHORT ? LONG : SHORT);
    plain.set([kind, words.length >> 8, words.length & 255]);
    plain.set(words, HEAD);
    const packet = new Uint8Array(NONCE + plain.length + TAG);
    new DataView(packet.buffer).setUint32(NONCE - 4, number);
    const how = { name: "AES-GCM", iv: packet.slice(0, NONCE) };
    packet.set(new Uint8Array(await crypto.subtle.encrypt(how, this.#ours, plain)), NONCE);
    return packet;
  }
}

/** @param {Uint8Array} bytes */
function lettersOf(bytes) {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} letters */
function bytesIn(letters) {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
