// Loaded with the workshop. <code-editor> shows an editor in the place of the text field that it holds: in a
// shadow root, where patches do not reach, and whose styles need no leave of the page's policy. The field stays
// what the page reads and writes, and stays in sight if this file does not come.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completeFromList,
} from "../vendor/editor/codemirror-autocomplete.js";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "../vendor/editor/codemirror-commands.js";
import { python, pythonLanguage } from "../vendor/editor/codemirror-lang-python.js";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "../vendor/editor/codemirror-language.js";
import { Compartment, EditorState } from "../vendor/editor/codemirror-state.js";
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
  "&": { minHeight: "16rem", maxHeight: "75vh", color: "var(--ink)", backgroundColor: "var(--paper-raised)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: "inherit", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--ink-soft)", backgroundColor: "var(--paper-sunk)", borderColor: "var(--line)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
  ".cm-wrong": { backgroundColor: "color-mix(in srgb, var(--danger) 18%, transparent)", boxShadow: "inset 4px 0 var(--danger)" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--paper-raised)", borderColor: "var(--line)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--accent-ink)", backgroundColor: "var(--accent)" },
});

/** How long Tab leaves the editor after Escape, if nothing else is pressed before. */
const LEAVING_MS = 10_000;

/** Escape closes suggestions, and has Tab leave at once. @param {EditorView} view */
function mayLeave(view) {
  closeCompletion(view);
  view.setTabFocusMode(LEAVING_MS);
  return true;
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

  connectedCallback() {
    const field = this.querySelector("textarea");
    if (this.#view || !field) return;
    const root = this.attachShadow({ mode: "open" });
    const hold = document.createElement("div");
    hold.append(document.createElement("slot"));
    hold.ariaHidden = "true";
    root.append(hold);
    this.#view = new EditorView({ root, parent: root, doc: field.value, extensions: this.#extensions(field) });
    // Keys that write are nobody else's; Escape may close what the page shows.
    for (const name of ["keydown", "keypress", "keyup"]) root.addEventListener(name, (event) => event.stopPropagation());
    field.addEventListener("focus", () => this.#enter(field));
    field.addEventListener("input", () => this.#follow(field));
    new MutationObserver(() => this.#follow(field)).observe(this, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    this.#follow(field);
  }

  /** @param {HTMLTextAreaElement} field */
  #extensions(field) {
    return [
      lineNumbers(),
      history(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ icons: false, defaultKeymap: false }),
      python(),
      pythonLanguage.data.of({ autocomplete: ofTheEngine }),
      syntaxHighlighting(COLOURS),
      LOOKS,
      this.#told.of([]),
      EditorState.phrases.of({ Completions: field.dataset.completions ?? "" }),
      keymap.of([{ key: "Escape", run: mayLeave }, ...completionKeymap, ...closeBracketsKeymap]),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      // Lines that are inserted at once, as by speech, a browser would copy with styles that no policy allows.
      EditorView.domEventHandlers({
        beforeinput({ inputType, data }, view) {
          if (inputType !== "insertText" || !data?.includes("\n")) return false;
          view.dispatch(view.state.replaceSelection(data));
          return true;
        },
      }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.doc.toString();
        if (!docChanged || text === field.value) return;
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
    if (isSelected) this.#view?.dispatch({ selection: { anchor: selectionStart, head: selectionEnd } });
    this.#view?.focus();
  }

  /**
   * Show what the field holds now, and what the page says of it.
   * @param {HTMLTextAreaElement} field
   */
  #follow(field) {
    const view = this.#view;
    if (!view) return;
    if (field.tabIndex !== -1) field.tabIndex = -1;
    const { state } = view;
    if (state.doc.toString() !== field.value) {
      view.dispatch({ changes: { from: 0, to: state.doc.length, insert: field.value } });
    }
    const { line = "0", said = "", keys = "" } = field.dataset;
    if (this.#marked === line + said) return;
    this.#marked = line + said;
    const label = field.labels[0]?.textContent ?? "";
    view.dispatch({ effects: this.#told.reconfigure(told(label, Number(line), said || keys)) });
  }
}

/**
 * What those who listen are told of the file, and the line that is marked in it.
 * @param {string} label
 * @param {number} line 0 for none
 * @param {string} description
 */
function told(label, line, description) {
  const attributes = { "aria-label": label, "aria-description": description, "aria-invalid": String(line > 0) };
  const mark = Decoration.line({ class: "cm-wrong" });
  return [
    EditorView.contentAttributes.of(attributes),
    EditorView.decorations.of(({ state: { doc } }) =>
      line > 0 && line <= doc.lines ? Decoration.set(mark.range(doc.line(line).from)) : Decoration.none,
    ),
  ];
}

customElements.define("code-editor", CodeEditor);
