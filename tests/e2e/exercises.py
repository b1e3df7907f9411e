"""Watches what a page does on an invisible copy of itself (shell/warmup.py)."""

from playwright.sync_api import Page

# Counts the events that the copies get, and in the document's `data-exercises` the copies that are
# thrown away. A slow device would do less, so meanwhile the clock goes on by the events alone.
WATCH = """
    window.exercises = { events: 0, done: 0 };
    const now = performance.now.bind(performance);
    let begun = null;
    const passed = () => (exercises.events - begun.at) * EACH;
    performance.now = () => (begun === null ? now() : begun.ms + passed());
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event) {
        if (this instanceof Element && !this.isConnected) {
            begun ??= { ms: now(), at: exercises.events };
            exercises.events += 1;
        }
        return dispatchEvent.call(this, event);
    };
    const { replaceChildren } = Element.prototype;
    Element.prototype.replaceChildren = function (...nodes) {
        if (this.id === "app" && !this.isConnected) {
            begun = null;
            document.documentElement.dataset.exercises = ++exercises.done;
        }
        return replaceChildren.apply(this, nodes);
    };
"""


def watch_exercises(page: Page, *, event_ms: float = 1.0) -> None:
    """Watch the copies of the pages loaded from now on, on which an event takes so long."""
    page.add_init_script(WATCH.replace("EACH", str(event_ms)))
