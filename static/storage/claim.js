// A match is played in one tab at a time: in the one that holds its lock.

/** A tab's claim to the match on its table: the lock, or a place in the queue for it. */
export class Claim {
  #name;
  #tell;
  #locks;
  #leaving = new AbortController();
  /** @type {() => void} */
  #leave = () => {};
  #left = new Promise(
    (/** @type {(value?: unknown) => void} */ resolve) => (this.#leave = resolve),
  );
  /**
   * The lock that is held now: a lock that was held before may be told lost after the next one has
   * been granted.
   * @type {Lock | null}
   */
  #held = null;
  #isWaiting = false;

  /**
   * Ask for a match: it is ours at once if no other tab plays it, or if it is taken from that tab,
   * else once that tab leaves it.
   * @param {string} name of the lock
   * @param {(isOurs: boolean) => void} tell
   * @param {LockManager} [locks]
   * @param {boolean} [isTaken]
   */
  constructor(name, tell, locks = navigator.locks, isTaken = false) {
    this.#name = name;
    this.#tell = tell;
    this.#locks = locks;
    this.#ask(isTaken ? { steal: true } : { ifAvailable: true });
  }

  /** Take the match from the tab that plays it. */
  take() {
    if (this.#held === null) this.#ask({ steal: true });
  }

  /** Leave the match to others; nothing is told any more. */
  leave() {
    this.#tell = () => {};
    this.#leave();
    this.#leaving.abort();
  }

  /** @param {LockOptions} options */
  async #ask(options) {
    /** @type {Lock | null} */
    let ours = null;
    try {
      await this.#locks.request(this.#name, options, (lock) => {
        this.#isWaiting &&= !options.signal;
        if (!lock) return this.#lost(ours);
        this.#held = ours = lock;
        this.#tell(true);
        return this.#left;
      });
    } catch (error) {
      // Taken by another tab, or no longer wanted. Where locks are not allowed, every tab plays.
      const isTaken = error instanceof DOMException && error.name === "AbortError";
      if (isTaken) this.#lost(ours);
    }
  }

  /** @param {Lock | null} lock that is not ours, or not any more: what we were granted meanwhile, stays */
  #lost(lock) {
    if (this.#held !== lock) return;
    this.#held = null;
    if (this.#leaving.signal.aborted) return;
    this.#tell(false);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#ask({ signal: this.#leaving.signal });
  }
}
