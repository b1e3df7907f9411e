"""No text is cut off or leaves the smallest screen, and no word on a button or of a heading is
broken, in any language, on any screen.

A word of German or Portuguese is often longer than its English.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from spieltisch.app.core.messages import SetSetting
from spieltisch.kit.words import LANGUAGES
from tests.language_screens import screens
from tests.still import document_of, look_at, session_after

FAULTS = r"""() => {
  const found = [];
  const told = (node) => `${node.localName}.${node.className.baseVal ?? node.className}`
    + ` "${(node.textContent ?? "").trim().slice(0, 60)}"`;
  const isForReaders = (node) => node.closest(".visually-hidden")
    || node.getBoundingClientRect().width <= 1;
  const clips = (style) => ["hidden", "clip"].includes(style.overflowX);
  // What can be scrolled shows all of it, and dots say that a name goes on.
  const mayGoOn = (style) => ["auto", "scroll"].includes(style.overflowX)
    || style.textOverflow === "ellipsis";
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  for (const details of document.querySelectorAll("details")) details.open = true;
  const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    // A box of one pixel is for screen readers; pictures of rules show a part of a board.
    if (holder.closest("select, title, desc, figure svg") || isForReaders(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    if (boxes.length === 0) continue;
    let isFree = true;
    for (let node = holder; node.id !== "app" && isFree; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (mayGoOn(style)) isFree = false;
      else if (clips(style) && style.display !== "inline") {
        const box = node.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1) found.push(`cut off: ${told(holder)}`);
      }
    }
    if (isFree && (left < -0.5 || right > innerWidth + 0.5))
      found.push(`off the screen: ${told(holder)} ${Math.round(left)} to ${Math.round(right)}`);
  }
  const holders = "#app :is(button, .button, summary, label, th, h1, h2)";
  for (const node of document.querySelectorAll(holders))
    if (node.checkVisibility() && node.scrollWidth > node.clientWidth + 1
        && getComputedStyle(node).display !== "inline" && !mayGoOn(getComputedStyle(node))
        && !isForReaders(node))
      found.push(`wider than its place: ${told(node)}`);
  // A text that runs out of its button below is cut there, or lies over what follows.
  for (const { holder, bottom } of wordsOf("#app :is(button, .button)")) {
    const place = holder.closest("button, .button").getBoundingClientRect();
    if (bottom > place.bottom + 1) found.push(`runs below its place: ${told(holder)}`);
  }
  // In the list of moves a long one goes on below itself.
  for (const word of wordsOf("#app :is(button, .button, h1, h2, h3, dt):not(.moves *)"))
    if (word.tops > 1) found.push(`broken: "${word.text}"`);
  return found;

  function* wordsOf(selector) {
    const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!holder.closest(selector) || !holder.checkVisibility() || isForReaders(holder)) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const seen = [...range.getClientRects()].filter(({ width }) => width > 0.5);
        const tops = new Set(seen.map(({ top }) => Math.round(top))).size;
        yield { text: word, holder, tops, bottom: Math.max(...seen.map((box) => box.bottom)) };
      }
    }
  }
}"""


SMALLEST = (320, 568)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_whole_on_the_smallest_screen(still: Page, language: str) -> None:
    shown = list(screens(language))
    documents = [document_of(session) for _, session in shown]
    found = look_at(still, SMALLEST, FAULTS, documents)
    wrong = [
        f"{name}: {fault}"
        for (name, _), faults in zip(shown, found, strict=True)
        for fault in faults
    ]
    assert not wrong, "\n".join([f"{len(wrong)} faults", *wrong])


CROWDED = r"""() => {
  const found = [];
  const box = (node) => node.getBoundingClientRect();
  const [brand, end] = [".brand", ".bar-end"].map((name) => box(document.querySelector(name)));
  if (end.top >= brand.bottom) found.push("the bar is broken");
  for (const head of document.querySelectorAll(".card-head"))
    for (const [one, other] of [...head.children].flatMap((node, i, all) =>
      all.slice(i + 1).map((next) => [node, next]))) {
      const [words, others] = [one, other].map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return node.matches(".button.is-primary") ? box(node) : range.getBoundingClientRect();
      });
      if (words.left < others.right && others.left < words.right
          && words.top + 1 < others.bottom && others.top + 1 < words.bottom)
        found.push(`"${one.textContent}" lies over "${other.textContent}"`);
    }
  return found;
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_what_a_newcomer_sees_first_is_not_crowded(still: Page, width: int) -> None:
    starts = [session_after([SetSetting("language", one)]) for one in LANGUAGES]
    found = look_at(still, (width, 844), CROWDED, [*map(document_of, starts)])
    assert {one: faults for one, faults in zip(LANGUAGES, found, strict=True) if faults} == {}
