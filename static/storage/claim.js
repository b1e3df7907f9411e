// A match is played in one tab at a time: in the one that holds its lock.

/** A tab's claim to the match on its table: the lock, or a place in the queue for it. */
export class Claim {
  #name = "";
  #tell = /** @type {(isOurs: boolean) => void} */ (() => {});
  #leaving = new AbortController();
  #leave = () => {};
  #left = Promise.resolve();
  #isWaiting = false;

  /**
   * Ask for a match: it is ours at once if no other tab plays it, else once that tab leaves it.
   * @param {string} id
   * @param {(isOurs: boolean) => void} tell
   */
  constructor(id, tell) {
    this.#name = `spieltisch-match-${id}`;
    this.#tell = tell;
    this.#left = new Promise((resolve) => (this.#leave = resolve));
    this.#ask({ ifAvailable: true });
  }

  /** Take the match from the tab that plays it. */
  take() {
    this.#ask({ steal: true });
  }

  /** Leave the match to others. */
  leave() {
    this.#leave();
    this.#leaving.abort();
  }

  /** @param {LockOptions} options */
  async #ask(options) {
    try {
      await navigator.locks.request(this.#name, options, (lock) => {
        this.#isWaiting &&= !options.signal;
        if (!lock) return this.#lost();
        this.#tell(true);
        return this.#left;
      });
    } catch (error) {
      // Taken by another tab, or no longer wanted. Where locks are not allowed, every tab plays.
      const isTaken = error instanceof DOMException && error.name === "AbortError";
      if (isTaken && !this.#leaving.signal.aborted) this.#lost();
    }
  }

  #lost() {
    this.#tell(false);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#ask({ signal: this.#leaving.signal });
  }
}
