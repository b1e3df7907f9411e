"""How long a page's main thread was busy, task by task.

Chromium's own trace tells how much of the processor's time each task took: what others do on the
machine does not count. While a task lasts, no press is heard.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

MAIN_THREAD = "CrRendererMain"
TASK = "ThreadControllerImpl::RunTask"
CATEGORIES = ["toplevel"]
LIMIT_MS = 60_000
LOOK_AGAIN_MS = 20

CALIBRATE = """() => {
  let found = 0;
  for (let number = 0; number < 6e7; number++) found = (found * 31 + number) | 0;
  return found;
}"""


@dataclass(frozen=True)
class Tasks:
    """The tasks of a page, in milliseconds."""

    longest: float
    """The processor's time for the one that took longest by it."""
    total: float
    """The processor's time for all of them."""


def tasks_while(page: Page, act: Callable[[], object]) -> Tasks:
    """The tasks of a page while something is done with it."""
    client = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    client.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    client.on("Tracing.tracingComplete", lambda told: ended.append(told))
    included = {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}
    client.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": included})
    try:
        act()
    finally:
        client.send("Tracing.end")
        passed_ms = 0
        while not ended and passed_ms < LIMIT_MS:
            page.wait_for_timeout(LOOK_AGAIN_MS)
            passed_ms += LOOK_AGAIN_MS
        client.detach()
    return tasks_in(events)


def tasks_in(events: list[dict[str, Any]]) -> Tasks:
    """The tasks of the busiest page of a trace."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == MAIN_THREAD
    }
    of: dict[object, list[dict[str, Any]]] = {main: [] for main in mains}
    for event in events:
        thread = (event["pid"], event["tid"])
        if event["name"] == TASK and thread in of:
            of[thread].append(event)
    # What other pages of the browser have to do is little beside what ours is given.
    found = max(of.values(), key=lambda tasks: sum(one.get("tdur", 0) for one in tasks), default=[])
    return Tasks(
        longest=max((one.get("tdur", 0) for one in found), default=0) / 1000,
        total=sum(one.get("tdur", 0) for one in found) / 1000,
    )


def calibration(page: Page, rounds: int) -> float:
    """How long the processor takes for a fixed loop, in milliseconds, the least of some rounds."""
    took = (tasks_while(page, lambda: page.evaluate(CALIBRATE)).longest for _ in range(rounds))
    return min(took)
