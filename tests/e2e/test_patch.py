"""Whatever a page turns into: patched region by region it holds what a new page would hold."""

import random
from itertools import pairwise

import pytest

from spieltisch.app.board.messages import PlayFrom, Press, Shout, Show, Wake
from spieltisch.app.core.messages import Command, Navigate, SetSetting, Tell
from spieltisch.app.core.notice import Copied, ToCopy
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.kit.markup import join, region, whole
from spieltisch.shell.dom import all_of, changes

# The page only lends its document and its script.
pytestmark = pytest.mark.running_page

PLACES = [
    "#/play/yala?seats=human,human&seed=42",
    "#/play/aya?variant=rumkugeln&seats=human,bot:3,human&seed=3",
    "#/play/myra?seats=human,human&seed=5",
    "#/play/myra?seats=human,human,human&seed=6",
    "#/play/aya?seats=human,human&seed=7",
    "#/play/aya?variant=tueftler&seats=human&seed=8",
]
STEPS = 60

# Gives what went wrong first, and how many elements outlived all pages.
PATCH_ALL = """async ([first, steps]) => {
    const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
    const node = document.body.appendChild(document.createElement("div"));
    if (!patch(node, first)) return "the first page has a stub";
    const outlived = new Set(node.querySelectorAll("*"));
    for (const [number, [html, page]] of steps.entries()) {
        const isWhole = !html || patch(node, html);
        const fresh = document.createElement("div");
        fresh.innerHTML = page;
        const held = node.cloneNode(true);
        held.normalize();
        if (!isWhole || !held.isEqualNode(fresh)) {
            return { number, isWhole, held: held.innerHTML, fresh: fresh.innerHTML };
        }
    }
    return [...node.querySelectorAll("*")].filter((one) => outlived.has(one)).length;
}"""


def steps_through(pages):
    """What is handed over for each page after the first, as the shell does, and the whole page."""
    return [[changes(before, page), whole(page)] for before, page in pairwise(pages)]


def in_one(texts):
    """Pages without regions."""
    return [[all_of(text), text] for text in texts]


def messages_for(session, rng):
    """What somebody might do next, and now and then what few do."""
    match = session.match
    seldom = [
        Command.CANCEL, Command.HINT, Command.DISMISS,
        Tell(Copied("whole", 7)), Tell(ToCopy('<a href="x">&amp;</a>')),
        SetSetting("language", rng.choice(("en", "de"))), Command.SET_UP_AGAIN,
        Navigate("#/", 0.0), Navigate("#/settings", 0.0),
    ]  # fmt: skip
    if match is None or rng.random() < 0.1:
        return [rng.choice(seldom)]
    if rng.random() < 0.1:
        kind = rng.choice((PlayFrom, Show))
        return [kind(rng.randrange(match.shown + 1))]
    if session.next_wake_ms is not None and rng.random() < 0.5:
        return [Wake(session.next_wake_ms)]
    choice = session.table.choice
    if choice is not None and choice.targets:
        return [Press(rng.choice(sorted(choice.targets)), rng.random() * 1e6)]
    seats = sorted(match.position.active_seats) or [1]
    return [Shout(rng.choice(seats), rng.choice(("aya", "oye")), rng.random() * 1e6, 0.0)]


def pages_of(place):
    """The pages of somebody who does this and that."""
    rng = random.Random(place)
    session = Session()
    for message in (SetSetting("language", "en"), Navigate(place, 0.0)):
        session, _ = update(session, message)
    pages = [page_of(session)]
    for _ in range(STEPS):
        for message in messages_for(session, rng):
            session, _ = update(session, message)
        if session.match is None and rng.random() < 0.7:
            session, _ = update(session, Navigate(place, 0.0))
        pages.append(page_of(session))
    return pages


@pytest.fixture
def blank(open_ready):
    return open_ready("#/")


@pytest.mark.parametrize("place", PLACES)
def test_a_patched_page_is_the_page(blank, place):
    pages = pages_of(place)
    steps = steps_through(pages)
    assert len({page for _, page in steps}) > STEPS / 4
    kept = blank.evaluate(PATCH_ALL, [all_of(whole(pages[0])), steps])
    assert isinstance(kept, int), kept
    assert kept > 10, "the bar on top stays through all of them"


def test_texts_and_attributes_are_read_as_a_browser_reads_them(blank):
    pages = [
        '<p title="a">b</p>',
        '<p title="&lt;&amp;&quot;&#x27;" hidden>&lt;&amp;&quot;&#x27;</p>',
        '<p title="">&amp;<b>1</b>&gt;</p>',
        "<p><b></b></p>",
    ]
    assert isinstance(blank.evaluate(PATCH_ALL, [all_of(pages[0]), in_one(pages)]), int)


def test_what_others_put_into_the_page_is_repaired(blank):
    """As a browser's translation does, which wraps every text."""
    pages = ["<p>one</p><p>two</p>", "<p>one</p><p>three</p>"]
    held = blank.evaluate(
        """async ([[before, after]]) => {
            const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
            const node = document.createElement("div");
            patch(node, before);
            node.firstChild.innerHTML = "<font><font>eins</font></font>";
            patch(node, after);
            return node.innerHTML;
        }""",
        [[all_of(page) for page in pages]],
    )
    assert held == pages[1]


def test_a_field_keeps_what_was_typed(blank):
    pages = ["<p>1</p><input id='typed'>".replace("'", '"'), '<p>2</p><input id="typed">']
    typed = blank.evaluate(
        """async ([[before, after]]) => {
            const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
            const node = document.body.appendChild(document.createElement("div"));
            patch(node, before);
            node.querySelector("input").value = "b+";
            node.querySelector("input").focus();
            patch(node, after);
            return [node.innerText, document.activeElement.value];
        }""",
        [[all_of(page) for page in pages]],
    )
    assert typed == ["2", "b+"]


def two_regions(one, two):
    """A page with a region in a region beside another, each with a text to change."""
    inner = region("i", {"id": "inner"}, one)
    return join(region("p", {"id": "outer"}, "in: ", inner), region("p", {"id": "other"}, two))


def test_a_region_that_has_not_changed_is_not_touched(blank):
    """Whatever a script has done to it: so focus, scroll positions and animations stay as well."""
    before, after = two_regions("a", "b"), two_regions("a", "c")
    texts = [all_of(whole(before)), changes(before, after)]
    held = blank.evaluate(
        """async ([[before, after]]) => {
            const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
            const node = document.createElement("div");
            patch(node, before);
            node.querySelector("#inner").textContent = "x";
            return [patch(node, after), node.textContent];
        }""",
        [texts],
    )
    assert held == [True, "in: xc"]


def test_a_region_that_somebody_took_away_is_missed(blank):
    before, after = two_regions("a", "b"), two_regions("d", "c")
    texts = [all_of(whole(before)), changes(before, after), all_of(whole(after))]
    held = blank.evaluate(
        """async ([[before, after, all]]) => {
            const { patch } = await import(document.querySelector("script[src*='boot/page']").src);
            const node = document.createElement("div");
            patch(node, before);
            node.querySelector("#outer").remove();
            return [patch(node, after), patch(node, all), node.innerHTML];
        }""",
        [texts],
    )
    assert held == [False, True, whole(after)]
