import assert from "node:assert/strict";
import { test } from "node:test";

import { Claim } from "../../static/storage/claim.js";

/** How many requests for a lock have not been answered. */
let underWay = 0;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The locks of one browser, as far as claims use them: one name, and answers that come later. */
class Locks {
  /** @type {{owner: string, reject: (error: Error) => void} | null} */
  held = null;
  /** @type {Array<() => void>} */
  queue = [];
  /** The owner of the next request. */
  owner = "";

  /**
   * @param {string} _name
   * @param {LockOptions} options
   * @param {(lock: any) => unknown} callback
   */
  async request(_name, options, callback) {
    const { owner } = this;
    underWay++;
    await pause(Math.random() * 3);
    underWay--;
    if (options.ifAvailable && this.held) return callback(null);
    if (this.held && !options.steal) await this.#turn(options.signal);
    options.signal?.throwIfAborted();
    this.held?.reject(new DOMException("stolen", "AbortError"));
    return await new Promise((resolve, reject) => {
      const lock = { owner, reject };
      this.held = lock;
      const release = () => {
        if (this.held !== lock) return;
        this.held = null;
        this.queue.shift()?.();
      };
      Promise.resolve(callback(lock)).then(resolve, reject).finally(release);
    });
  }

  /** @param {AbortSignal} [signal] */
  #turn(signal) {
    return new Promise((resolve, reject) => {
      const turn = () => (signal?.aborted ? this.queue.shift()?.() : resolve(null));
      this.queue.push(turn);
      signal?.addEventListener("abort", () => {
        this.queue = this.queue.filter((one) => one !== turn);
        reject(signal.reason);
      });
    });
  }
}

/** A tab: what its claim was told last. */
class Tab {
  /** @type {boolean | null} */
  plays = null;

  /**
   * @param {string} name
   * @param {Locks} locks
   */
  constructor(name, locks) {
    this.name = name;
    this.locks = locks;
    this.#as(() => {
      const tell = (/** @type {boolean} */ isOurs) => (this.plays = isOurs);
      this.claim = new Claim("match", tell, /** @type {any} */ (this.owned()));
    });
  }

  owned() {
    const { locks, name } = this;
    /** @type {Locks["request"]} */
    const request = (...all) => {
      locks.owner = name;
      return locks.request(...all);
    };
    return { request };
  }

  /** @param {() => void} act */
  #as(act) {
    this.locks.owner = this.name;
    act();
  }
}

/** Wait until nothing more is under way: what an answer leads to is asked for before the next timer. */
async function quiet() {
  do await pause(1);
  while (underWay);
}

test("the first tab plays, the next one once the first leaves", async () => {
  const locks = new Locks();
  const one = new Tab("one", locks);
  await quiet();
  const two = new Tab("two", locks);
  await quiet();
  assert.deepEqual([one.plays, two.plays], [true, false]);
  one.claim?.leave();
  await quiet();
  assert.deepEqual([one.plays, two.plays], [true, true], "who leaves is told nothing more");
});

test("a tab that plays already takes nothing, and loses nothing", async () => {
  const locks = new Locks();
  const one = new Tab("one", locks);
  await quiet();
  one.claim?.take();
  one.claim?.take();
  await quiet();
  assert.equal(one.plays, true);
  assert.equal(locks.held?.owner, "one");
});

test("however close together tabs take a match, one plays in the end: the one with the lock", async () => {
  for (let round = 0; round < 30; round++) {
    const locks = new Locks();
    const tabs = ["a", "b", "c"].map((name) => new Tab(name, locks));
    if (round % 2) await quiet();
    for (let press = 0; press < 6; press++) {
      tabs[Math.floor(Math.random() * 3)].claim?.take();
      if (Math.random() < 0.5) await pause(1);
    }
    await quiet();
    const players = tabs.filter(({ plays }) => plays).map(({ name }) => name);
    assert.deepEqual(players, [locks.held?.owner], `round ${round}`);
  }
});

test("an answer that comes after the match was taken takes nothing away", async () => {
  /** @type {Array<(lock: unknown) => void>} */
  const answers = [];
  /** @type {boolean[]} */
  const told = [];
  const request = (
    /** @type {[string, LockOptions, (lock: unknown) => void]} */ ...[, , answer]
  ) => {
    answers.push(answer);
    return new Promise(() => {});
  };
  const claim = new Claim("match", (isOurs) => told.push(isOurs), /** @type {any} */ ({ request }));
  claim.take();
  const [atTheStart, taken] = answers;
  taken({});
  atTheStart(null);
  assert.deepEqual(told, [true]);
  claim.take();
  assert.equal(answers.length, 2, "what is ours is not taken again");
});

test("where locks are not allowed, nobody is told anything", async () => {
  const refuse = () => Promise.reject(new DOMException("no", "SecurityError"));
  /** @type {boolean[]} */
  const told = [];
  const claim = new Claim(
    "match",
    (isOurs) => told.push(isOurs),
    /** @type {any} */ ({ request: refuse }),
  );
  await quiet();
  claim.take();
  claim.leave();
  await quiet();
  assert.deepEqual(told, []);
});

test("a claim that takes the match at once is told no more than that it is ours", async () => {
  const locks = new Locks();
  const [old, next] = [new Tab("old", locks), new Tab("next", locks)];
  await quiet();
  /** @type {boolean[]} */
  const told = [];
  const taking = new Claim(
    "match",
    (isOurs) => told.push(isOurs),
    /** @type {any} */ (locks),
    true,
  );
  await quiet();
  assert.deepEqual([told, old.plays, next.plays], [[true], false, false]);
  taking.leave();
  await quiet();
  assert.equal([old, next].filter((tab) => tab.plays).length, 1);
});
