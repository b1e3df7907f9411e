// Keeps input that comes before Python runs, and replays it then.
//
// A click on a match, or a key pressed on its board, is replayed only if the page then shows the
// same position as when it was made: Python may draw another one than the page had kept from the
// last visit.
//
// What was pressed says so meanwhile, to the eye and to a screen reader.

const MOST_KEPT = 64;
// What our own handlers act on. Links and fields act by themselves.
const PRESSED = "button, [role=button], [data-do], [data-site], [data-token]";
const BY_ITSELF = "a[href], summary, select, input, textarea, label, option";
// Attributes that identify a node without an id, and stay the same when Python draws the page.
const NAMING = [
  "data-site",
  "data-token",
  "data-do",
  "data-arg",
  "data-question",
  "data-seat",
  "data-edit",
  "data-set",
  "name",
  "value",
];

/**
 * @typedef {object} Kept
 * @property {string} selector of the node
 * @property {string | null | undefined} position that was shown; undefined where it does not matter
 * @property {number} at the event's time stamp
 * @property {(node: Element) => Event} make
 */

/**
 * Keep clicks, key presses and changed fields from now on.
 * @param {Document} document
 * @returns {() => void} replays the kept input in order, and stops keeping
 */
export function keepEarlyInput(document) {
  /** @type {Kept[]} */
  const kept = [];
  const leaving = new AbortController();
  const { signal } = leaving;

  /** @type {(event: Event, make: (node: Element) => Event, node: Element | null, position?: string | null) => void} */
  const keep = (event, make, node, position) => {
    const selector = node && event.isTrusted ? selectorOf(node) : null;
    if (!selector) return;
    kept.push({ selector, position, at: event.timeStamp, make });
    if (kept.length > MOST_KEPT) kept.shift();
    if (event.type === "click") markKept(node, true);
  };

  document.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.closest(BY_ITSELF)) return;
      const make = () => new MouseEvent("click", copied(event));
      keep(event, make, target.closest(PRESSED), shownPosition(document));
    },
    { capture: true, signal },
  );
  // A key counts as held until it is let go, so keyup is kept as well.
  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    document.addEventListener(
      type,
      (event) => {
        const target = /** @type {Element} */ (event.target);
        const { key, code, repeat } = event;
        if (!key || key === "Tab" || repeat || event.isComposing || target.closest(BY_ITSELF))
          return;
        const make = () => new KeyboardEvent(type, { ...copied(event), key, code });
        // A key that is pressed outside of any node means the same whatever is shown.
        const position = target === document.body ? undefined : shownPosition(document);
        keep(event, make, target, position);
      },
      { capture: true, signal },
    );
  }
  document.addEventListener(
    "change",
    (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      const { value, checked } = field;
      const make = (/** @type {Element} */ node) => {
        Object.assign(node, field.type === "checkbox" ? { checked } : { value });
        return new Event("change", { bubbles: true });
      };
      keep(event, make, field);
    },
    { capture: true, signal },
  );
  // Submitting a form would leave the page; the click on its button is kept instead.
  document.addEventListener("submit", (event) => event.preventDefault(), { signal });

  return () => {
    leaving.abort();
    for (const node of document.querySelectorAll("[data-kept]")) markKept(node, false);
    for (const { selector, position, at, make } of kept) {
      const node = document.querySelector(selector);
      if (!node || (position !== undefined && position !== shownPosition(document))) continue;
      const event = make(node);
      // The time of the press, not of the replay: of two players the first to press counts.
      Object.defineProperty(event, "timeStamp", { value: at });
      node.dispatchEvent(event);
    }
  };
}

/**
 * @param {Element | null} node
 * @param {boolean} isKept
 */
function markKept(node, isKept) {
  node?.toggleAttribute("data-kept", isKept);
  if (isKept) node?.setAttribute("aria-busy", "true");
  else node?.removeAttribute("aria-busy");
}

/**
 * Tell which position is on the table.
 * @param {Document} document
 * @returns {string | null} null if there is no match, or none is known yet
 */
function shownPosition(document) {
  return document.querySelector("[data-position]")?.getAttribute("data-position") ?? null;
}

/** @param {MouseEvent | KeyboardEvent} event */
function copied(event) {
  const { ctrlKey, shiftKey, altKey, metaKey } = event;
  const modifierAltGraph = event.getModifierState("AltGraph");
  return { bubbles: true, cancelable: true, ctrlKey, shiftKey, altKey, metaKey, modifierAltGraph };
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
