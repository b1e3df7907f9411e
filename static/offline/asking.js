// Asking whoever is at the other end of a message: a worker may be dead, or of a build that does not
// know the question, and a page may be busy. Nobody is waited for without an end.

// Who has not answered by then does not.
export const ANSWER_MS = 20_000;

/**
 * @typedef {object} Asked a worker or a page
 * @property {(question: any, transfer: MessagePort[]) => void} postMessage
 */

/**
 * Ask something.
 * @param {Asked} asked
 * @param {unknown} question
 * @param {unknown} otherwise
 * @param {number} [limitMs]
 * @returns {Promise<any>} the answer, or the other value if none has come in time
 */
export function ask(asked, question, otherwise, limitMs = ANSWER_MS) {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    asked.postMessage(question, [port2]);
  });
  return within(answer, otherwise, limitMs).finally(() => port1.close());
}

/**
 * @param {Promise<any>} promise
 * @param {unknown} otherwise
 * @param {number} [limitMs]
 * @returns {Promise<any>} what is promised, or the other value if that takes too long
 */
export function within(promise, otherwise, limitMs = ANSWER_MS) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => resolve(otherwise), limitMs);
    promise.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
