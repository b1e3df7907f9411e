// Notices that Python no longer answers on a page that looks as ever, and takes no press.

const EACH_MS = 12_000;
// How often the page is free again after it has asked, before Python counts as dead. Time alone says
// nothing: a page that is frozen, asleep, stopped by a debugger, or busy, is not free.
const TURNS = 10;
const TURN_MS = 1_000;

/**
 * Ask Python from time to time, while the page is looked at, whether it answers.
 * @param {(answer: () => void) => void} ask whatever Python does with `answer`, it must call it
 * @param {() => boolean} isWatched whether the page is seen, and not known to have failed
 * @param {() => void} die what to do once, if no answer comes
 */
export function keepAsking(ask, isWatched, die) {
  /** @param {() => void} then */
  const later = (then, ms = TURN_MS) => setTimeout(then, ms);
  const begin = () => {
    if (!isWatched()) {
      later(begin, EACH_MS);
      return;
    }
    let turns = 0;
    let isAnswered = false;
    const wait = () => {
      if (isAnswered || !isWatched()) later(begin, EACH_MS);
      else if ((turns += 1) > TURNS) die();
      else later(wait);
    };
    try {
      ask(() => (isAnswered = true));
    } catch {
      // It has not answered, then.
    }
    wait();
  };
  later(begin, EACH_MS);
}
