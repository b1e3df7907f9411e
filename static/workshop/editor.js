// Loaded with the workshop. <code-editor> shows an editor in the place of the text field that it holds: in a
// shadow root, where patches do not reach, and whose styles need no leave of the page's policy. The field stays
// what the page reads and writes, and stays in sight if this file does not come.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completeFromList,
  completionStatus,
  selectedCompletionIndex,
  setSelectedCompletion,
} from "../vendor/editor/codemirror-autocomplete.js";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from "../vendor/editor/codemirror-commands.js";
import { python, pythonLanguage } from "../vendor/editor/codemirror-lang-python.js";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "../vendor/editor/codemirror-language.js";
import { Compartment, EditorState, Transaction } from "../vendor/editor/codemirror-state.js";
import { Decoration, EditorView, keymap, lineNumbers } from "../vendor/editor/codemirror-view.js";
import { tags } from "../vendor/editor/lezer-highlight.js";
import { IMPORTS, MEMBERS } from "./names.js";

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--hint)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--accent)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: tags.definition(tags.function(tags.variableName)), fontWeight: "bold" },
]);

const LOOKS = EditorView.theme({
  "&": {
    minHeight: "16rem",
    maxHeight: "var(--most-of-a-file)",
    color: "var(--ink)",
    backgroundColor: "var(--paper-raised)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "inherit", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": {
    color: "var(--ink-soft)",
    backgroundColor: "var(--paper-sunk)",
    borderColor: "var(--line)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-wrong": {
    backgroundColor: "color-mix(in srgb, var(--danger) 18%, transparent)",
    boxShadow: "inset 4px 0 var(--danger)",
  },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--paper-raised)",
    borderColor: "var(--line)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--accent-ink)",
    backgroundColor: "var(--accent)",
  },
  "@media print": {
    ".cm-scroller": { overflow: "visible" },
    ".cm-content": { whiteSpace: "pre-wrap", flexShrink: "1" },
  },
});

/** How long Tab leaves the editor after Escape, if nothing else is pressed before. */
const LEAVING_MS = 10_000;

/** Have a screen reader say something that is seen. @param {EditorView} view @param {string} text */
function say(view, text) {
  if (text) view.dispatch({ effects: EditorView.announce.of(text) });
}

/** Escape closes suggestions, and has Tab leave at once. @param {EditorView} view @param {string} told */
function mayLeave(view, told) {
  closeCompletion(view);
  view.setTabFocusMode(LEAVING_MS);
  say(view, told);
  return true;
}

/**
 * Indent, and say how far: a screen reader tells nothing of spaces that come, and silence would be taken for a
 * keyboard that is caught.
 * @param {EditorView} view
 * @param {import("@codemirror/state").StateCommand} command
 * @param {string} told with {n} for the number of spaces
 */
function indent(view, command, told) {
  if (!command(view)) return false;
  const { doc, selection } = view.state;
  const spaces = doc.lineAt(selection.main.head).text.match(/^ */)?.[0].length ?? 0;
  say(view, told.replace("{n}", String(spaces)));
  return true;
}

/** The list of suggestions on screen: while the editor asks what fits the last letter, that of the ones before. */
const LIST = ".cm-tooltip-autocomplete";

/** Take the suggestion that was chosen, or else the first one. @param {EditorView} view */
function takeSuggestion(view) {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null)
    view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

/**
 * Tab takes a suggestion. Of a list that still waits for the last letter nothing can be taken: then Tab takes of the
 * one that comes, unless something else is done before.
 */
function tabTakes() {
  let isWanted = false;
  return [
    keymap.of([
      {
        key: "Tab",
        run(view) {
          isWanted = completionStatus(view.state) === "pending" && !!view.dom.querySelector(LIST);
          return isWanted || takeSuggestion(view);
        },
      },
    ]),
    EditorView.updateListener.of(({ view, state, docChanged, selectionSet }) => {
      if (!isWanted || (completionStatus(state) === "pending" && !docChanged && !selectionSet))
        return;
      isWanted = false;
      if (!docChanged && !selectionSet) queueMicrotask(() => takeSuggestion(view));
    }),
  ];
}

/**
 * The longest file of which all lines are drawn. With 300 lines a keystroke comes on screen in 39 ms, and in
 * 31 where only those in sight are drawn; with 2,800, which is as much as is kept, in 264 and 109 (medians, in turns).
 */
const MOST_DRAWN = 300;

/** Whether a key opens the browser's search, or looks on. @param {KeyboardEvent} event */
const searches = ({ key, ctrlKey, metaKey }) =>
  key === "F3" || ((ctrlKey || metaKey) && ["f", "g"].includes(key.toLowerCase()));

/**
 * Have all lines drawn, wherever one has scrolled to: the browser's search finds only what is drawn. The editor
 * itself does so only while it prints; it has no option for it. Where a later version calls this otherwise, it draws
 * what is in sight.
 * @param {EditorView} view
 * @param {() => boolean} isSearched whether somebody may be searching: then a longer file is drawn whole, too
 */
function drawAll(view, isSearched) {
  const { viewState } = /** @type {{ viewState: object }} */ (/** @type {unknown} */ (view));
  let prints = false;
  Object.defineProperty(viewState, "printing", {
    get: () => prints || view.state.doc.lines <= MOST_DRAWN || isSearched(),
    set: (/** @type {boolean} */ begins) => (prints = begins),
  });
}

const members = completeFromList(MEMBERS.split(" ").map((label) => ({ label, type: "property" })));
const imports = IMPORTS.map((label) => ({ label, type: "namespace" }));

/** @param {import("@codemirror/autocomplete").CompletionContext} context */
function ofTheEngine(context) {
  if (context.matchBefore(/\.\w*$/)) return members(context);
  const head = context.matchBefore(/^from .*/);
  return head && { from: head.from, options: imports, validFor: /^from .*$/ };
}

class CodeEditor extends HTMLElement {
  /** @type {EditorView | null} */
  #view = null;
  #told = new Compartment();
  /** The line that is marked, and what is said of it. */
  #marked = "none";
  /** The file that is shown, as the page calls it. */
  #file = "";
  /**
   * The files that were shown before, each as it was left: what is undone is of the file on screen.
   * @type {Map<string, EditorState>}
   */
  #left = new Map();
  /** Whether the browser may be searching in the page, until something is written. */
  #isSearched = false;
  #follower = new MutationObserver(() => this.#follow());
  /** @type {AbortController | null} */
  #listening = null;

  get #field() {
    return this.querySelector("textarea");
  }

  connectedCallback() {
    const field = this.#field;
    if (this.#view || !field) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const hold = document.createElement("div");
    hold.append(document.createElement("slot"));
    hold.ariaHidden = "true";
    root.replaceChildren(hold);
    this.#file = field.dataset.thing ?? "";
    this.#view = new EditorView({ root, parent: root, state: this.#fresh(field) });
    drawAll(this.#view, () => this.#isSearched);
    const { signal } = (this.#listening = new AbortController());
    // The line in which one types what is looked for takes the keyboard from the page, also where no key opens it.
    const search = () => {
      this.#isSearched = true;
      this.#view?.requestMeasure();
    };
    window.addEventListener("blur", search, { signal });
    window.addEventListener("keydown", (event) => searches(event) && search(), {
      signal,
      capture: true,
    });
    // Keys that write are nobody else's; Escape may close what the page shows.
    for (const name of ["keydown", "keypress", "keyup"]) {
      root.addEventListener(name, (event) => event.stopPropagation(), { signal });
    }
    field.addEventListener("focus", () => this.#enter(field), { signal });
    // Whatever writes into the field writes for the person.
    field.addEventListener("input", () => this.#take(field.value), { signal });
    this.#follower.observe(this, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    this.#follow();
  }

  disconnectedCallback() {
    this.#follower.disconnect();
    this.#listening?.abort();
    this.#view?.destroy();
    this.#view = null;
    this.#left.clear();
    this.#marked = "none";
  }

  /**
   * A state in which nothing can be undone.
   * @param {HTMLTextAreaElement} field
   */
  #fresh(field) {
    return EditorState.create({ doc: field.value, extensions: this.#extensions(field) });
  }

  /** @param {HTMLTextAreaElement} field */
  #extensions(field) {
    const { completions = "", indented = "", leaving = "" } = field.dataset;
    return [
      lineNumbers(),
      history(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      autocompletion({
        icons: false,
        defaultKeymap: false,
        selectOnOpen: false,
        interactionDelay: 0,
      }),
      python(),
      pythonLanguage.data.of({ autocomplete: ofTheEngine }),
      syntaxHighlighting(COLOURS),
      LOOKS,
      this.#told.of([]),
      EditorState.phrases.of({ Completions: completions }),
      tabTakes(),
      keymap.of([
        { key: "Escape", run: (view) => mayLeave(view, leaving) },
        ...completionKeymap,
        ...closeBracketsKeymap,
      ]),
      keymap.of([
        ...defaultKeymap,
        ...historyKeymap,
        {
          key: "Tab",
          run: (view) => indent(view, indentMore, indented),
          shift: (view) => indent(view, indentLess, indented),
        },
      ]),
      // What replaces coloured words, or has several lines, as speech may, a browser would insert with styles of
      // theirs, which no policy allows.
      EditorView.domEventHandlers({
        beforeinput({ inputType, data }, view) {
          const { from, to, empty } = view.state.selection.main;
          if (inputType !== "insertText" || !data || (empty && !data.includes("\n"))) return false;
          const insert = () =>
            view.state.update(view.state.replaceSelection(data), {
              userEvent: "input.type",
              scrollIntoView: true,
            });
          const handlers = view.state.facet(EditorView.inputHandler);
          if (!handlers.some((handle) => handle(view, from, to, data, insert)))
            view.dispatch(insert());
          return true;
        },
      }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.doc.toString();
        if (!docChanged || text === field.value) return;
        this.#isSearched = false;
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    ];
  }

  /**
   * Take the keyboard for the field, with what is selected in it.
   * @param {HTMLTextAreaElement} field
   */
  #enter({ selectionStart, selectionEnd }) {
    const isSelected = selectionStart < selectionEnd;
    if (isSelected)
      this.#view?.dispatch({ selection: { anchor: selectionStart, head: selectionEnd } });
    this.#view?.focus();
  }

  /** Show what the field holds now, and what the page says of it. */
  #follow() {
    const view = this.#view,
      field = this.#field;
    if (!view || !field) return;
    if (field.tabIndex !== -1) field.tabIndex = -1;
    const { line = "0", said = "", keys = "", thing = "" } = field.dataset;
    if (thing !== this.#file) {
      this.#left.set(this.#file, view.state);
      this.#file = thing;
      const left = this.#left.get(thing);
      this.#show(left?.doc.toString() === field.value ? left : this.#fresh(field));
    } else {
      this.#catchUp(field);
    }
    if (this.#marked === line + said) return;
    this.#marked = line + said;
    const label = field.labels[0]?.textContent ?? "";
    view.dispatch({ effects: this.#told.reconfigure(told(label, Number(line), said || keys)) });
  }

  /**
   * Show the same file as somebody else has changed it, such as another tab. What is undone after that would
   * write over it, unless something was only added at the end, or what is too long to be kept was cut there.
   * @param {HTMLTextAreaElement} field
   */
  #catchUp(field) {
    const { doc } = /** @type {EditorView} */ (this.#view).state;
    const [before, after] = [doc.toString(), field.value];
    if (before === after) return;
    const isCut = after.length === field.maxLength && before.startsWith(after);
    if (isCut || after.startsWith(before)) this.#take(after, Transaction.addToHistory.of(false));
    else this.#show(this.#fresh(field));
  }

  /** @param {EditorState} state in which the file is shown */
  #show(state) {
    const view = /** @type {EditorView} */ (this.#view);
    view.setState(state);
    drawAll(view, () => this.#isSearched);
    this.#marked = "none";
  }

  /**
   * Make the file another text, changing what differs alone.
   * @param {string} text
   * @param {import("@codemirror/state").Annotation<boolean>} [annotations]
   */
  #take(text, annotations) {
    const view = this.#view;
    const before = view?.state.doc.toString() ?? text;
    if (!view || before === text) return;
    const least = Math.min(before.length, text.length);
    let from = 0;
    while (from < least && before[from] === text[from]) from += 1;
    let same = 0;
    while (same < least - from && before.at(-1 - same) === text.at(-1 - same)) same += 1;
    const changes = {
      from,
      to: before.length - same,
      insert: text.slice(from, text.length - same),
    };
    view.dispatch({ changes, annotations });
  }
}

/**
 * What those who listen are told of the file, and the line that is marked in it.
 * @param {string} label
 * @param {number} line 0 for none
 * @param {string} description
 */
function told(label, line, description) {
  const attributes = {
    "aria-label": label,
    "aria-description": description,
    "aria-invalid": String(line > 0),
  };
  const mark = Decoration.line({ class: "cm-wrong" });
  return [
    EditorView.contentAttributes.of(attributes),
    EditorView.decorations.of(({ state: { doc } }) =>
      line > 0 && line <= doc.lines
        ? Decoration.set(mark.range(doc.line(line).from))
        : Decoration.none,
    ),
  ];
}

customElements.define("code-editor", CodeEditor);
