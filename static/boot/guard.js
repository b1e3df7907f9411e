// Sees to it that a page does not stay blank, or still, without a word, if its other files do not
// come. It is a classic script: no other kind runs in a page that was opened as a file.

import { Status } from "./status.js";
import { languageOfVisit } from "./visitor.js";
import { gettext, languages, translate, useLanguage } from "./words.js";

// Longer than a file takes that is on its way.
const LIMIT_MS = 10_000;

/**
 * Do something unless the page's own script runs, which takes this message out first of all.
 * @param {(status: Status) => void} run
 */
function unlessStarted(run) {
  const missing = document.getElementById("boot-missing");
  if (!missing) return;
  missing.remove();
  const known = languages();
  const language = languageOfVisit(Object.keys(known));
  useLanguage(known[language]);
  translate(/** @type {HTMLElement} */ (document.getElementById("app")), language);
  run(new Status());
}

function tellOfFile() {
  unlessStarted((status) => {
    const what = gettext(
      "This page was opened as a file, and browsers do not let such a page start.",
    );
    const todo = gettext(
      "Open it from a web server: run “python3 -m http.server” in its folder, then go to localhost:8000.",
    );
    status.refuse(what, todo);
  });
}

function tellOfMissing() {
  unlessStarted((status) =>
    status.fail(gettext("A file of the game could not be loaded."), null, true),
  );
}

/** Show what there is, although the styles or the page's own script have been waited for in vain. */
function waitNoLonger() {
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    // A browser waits only for what its parser has found.
    if (!(/** @type {HTMLLinkElement} */ (link).sheet)) link.replaceWith(link.cloneNode());
  }
  for (const script of document.querySelectorAll("script[blocking]")) {
    script.removeAttribute("blocking");
  }
  unlessStarted((status) => {
    status.fail(gettext("The game is taking unusually long to start."), null, true);
  });
}

if (location.protocol === "file:") {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", tellOfFile);
  else tellOfFile();
} else {
  if (document.readyState === "complete") tellOfMissing();
  else addEventListener("load", tellOfMissing);
  setTimeout(waitNoLonger, LIMIT_MS);
}
