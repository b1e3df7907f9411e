"""Drawing ahead what a person may see next, while the page has nothing else to do.

What is drawn for the first time takes several times as long as it will later: WebAssembly is
compiled when it is first run, and what a drawing is made of is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator

from spieltisch.session.messages import Press
from spieltisch.session.session import Session
from spieltisch.session.update import update
from spieltisch.shell.page import page_of
from spieltisch.views.markup import Markup

MOST_PAGES = 3
"""In YALA: a tower is chosen, its stone lands, the other player chooses."""


def next_pages(session: Session) -> Iterator[Markup]:
    """The pages that presses would lead to, one after the other; the session stays as it is."""
    for _ in range(MOST_PAGES):
        if session.choice is None or not session.choice.targets:
            return
        session, _ = update(session, Press(min(session.choice.targets)))
        yield page_of(session)
