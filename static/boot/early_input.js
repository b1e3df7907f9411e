// Keeps what is pressed before Python is there, and does it then.

const MOST_KEPT = 64;
// What our own handlers act on. Links and fields act by themselves.
const PRESSED = "button, [role=button], [data-do], [data-site], [data-shout], [data-end], [data-ball]";
const BY_ITSELF = "a[href], summary, select, input, textarea, label, option";
// What tells a node from its likes, and stays the same when Python draws the page anew.
const NAMING = ["data-site", "data-do", "data-arg", "data-shout", "data-seat", "data-end", "data-ball", "data-edit", "data-set", "data-setting", "name", "value"];

/**
 * @typedef {object} Kept
 * @property {string} selector of the node
 * @property {number} at the event's time stamp
 * @property {(node: Element) => Event} make
 */

/**
 * Keep clicks, key presses and changed fields from now on.
 * @param {Document} document
 * @returns {() => void} does what was kept, in order, and keeps no more
 */
export function keepEarlyInput(document) {
  /** @type {Kept[]} */
  const kept = [];
  const leaving = new AbortController();
  const { signal } = leaving;

  /** @type {(event: Event, make: (node: Element) => Event, node?: Element | null) => void} */
  const keep = (event, make, node = /** @type {Element} */ (event.target)) => {
    const selector = node && event.isTrusted ? selectorOf(node) : null;
    if (!selector) return;
    kept.push({ selector, at: event.timeStamp, make });
    if (kept.length > MOST_KEPT) kept.shift();
  };

  document.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const node = target.closest(PRESSED);
      if (target.closest(BY_ITSELF)) return;
      keep(event, () => new MouseEvent("click", copied(event)), node);
    },
    { capture: true, signal },
  );
  // A key counts as held until it is let go, so that this is kept as well.
  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    document.addEventListener(
      type,
      (event) => {
        const target = /** @type {Element} */ (event.target);
        const { key, code, repeat } = event;
        if (key === "Tab" || target.closest(BY_ITSELF) || key.length === 0 || repeat) return;
        keep(event, () => new KeyboardEvent(type, { ...copied(event), key, code }));
      },
      { capture: true, signal },
    );
  }
  document.addEventListener(
    "change",
    (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      const { value, checked } = field;
      keep(event, (node) => {
        Object.assign(node, field.type === "checkbox" ? { checked } : { value });
        return new Event("change", { bubbles: true });
      });
    },
    { capture: true, signal },
  );
  // A form that the browser sent itself would leave the page; its button's click is kept.
  document.addEventListener("submit", (event) => event.preventDefault(), { signal });

  return () => {
    leaving.abort();
    for (const { selector, at, make } of kept) {
      const node = document.querySelector(selector);
      if (!node) continue;
      const event = make(node);
      // When it was pressed, not when it is told: who shouted first counts.
      Object.defineProperty(event, "timeStamp", { value: at });
      node.dispatchEvent(event);
    }
  };
}

/** @param {MouseEvent | KeyboardEvent} event */
function copied({ ctrlKey, shiftKey, altKey, metaKey }) {
  return { bubbles: true, cancelable: true, ctrlKey, shiftKey, altKey, metaKey };
}

/**
 * Name a node so that it can be found again.
 * @param {Element} node
 * @returns {string | null}
 */
export function selectorOf(node) {
  if (node.id) return `#${CSS.escape(node.id)}`;
  const names = NAMING.filter((name) => node.hasAttribute(name));
  if (names.length === 0) return node === node.ownerDocument.body ? "body" : null;
  const parts = names.map((name) => `[${name}="${CSS.escape(node.getAttribute(name) ?? "")}"]`);
  return node.localName + parts.join("");
}
