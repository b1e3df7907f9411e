// localStorage, as far as what is tested here asks for it.

/** Texts are a storage's own properties, as a browser's are. @typedef {Record<string, string>} Texts */

const METHODS = {
  /** @type {(this: Texts, name: string) => string | null} */
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  },
  /** @type {(this: Texts, name: string, text: string) => void} */
  setItem(name, text) {
    this[name] = text;
  },
  /** @type {(this: Texts, name: string) => void} */
  removeItem(name) {
    delete this[name];
  },
};

/** @returns {Storage} an empty one */
export const textStorage = () => Object.create(METHODS);
