"""Whatever a page turns into: what its text told to change leaves what a new page would hold."""

import random

import pytest

from spieltisch.presenters.page import page_of
from spieltisch.session.messages import Dismiss, Navigate, SetSetting, Tell
from spieltisch.session.screens.table.messages import (
    Cancel,
    Hint,
    Press,
    SetUpAgain,
    Shout,
    Show,
    Wake,
)
from spieltisch.session.session import Session
from spieltisch.session.update import update

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
MORPH_ALL = """async ([url, pages]) => {
    const { morph } = await import(url);
    const node = document.body.appendChild(document.createElement("div"));
    morph(node, pages[0]);
    const first = new Set(node.querySelectorAll("*"));
    for (const [number, page] of pages.entries()) {
        morph(node, page);
        const fresh = document.createElement("div");
        fresh.innerHTML = page;
        const held = node.cloneNode(true);
        held.normalize();
        if (!held.isEqualNode(fresh)) {
            return { number, held: held.innerHTML, fresh: fresh.innerHTML };
        }
    }
    return [...node.querySelectorAll("*")].filter((one) => first.has(one)).length;
}"""


def messages_for(session, rng):
    """What somebody might do next, and now and then what few do."""
    match = session.match
    seldom = [
        Cancel(), Hint(), Dismiss(), Tell("copied"), Tell("copy", ('<a href="x">&amp;</a>',)),
        SetSetting("language", rng.choice(("en", "de"))), SetUpAgain(), Navigate("#/"), Navigate("#/settings"),
    ]  # fmt: skip
    if match is None or rng.random() < 0.1:
        return [rng.choice(seldom)]
    if rng.random() < 0.1:
        return [Show(rng.randrange(match.shown + 1))]
    if session.next_wake_ms is not None and rng.random() < 0.5:
        return [Wake(session.next_wake_ms)]
    if session.table.choice is not None and session.table.choice.targets:
        return [Press(rng.choice(sorted(session.table.choice.targets)), rng.random() * 1e6)]
    seats = sorted(match.position.active_seats) or [1]
    return [Shout(rng.choice(seats), rng.choice(("aya", "oye")), rng.random() * 1e6, 0.0)]


def pages_of(place):
    """The pages of somebody who does this and that."""
    rng = random.Random(place)
    session = Session()
    for message in (SetSetting("language", "en"), Navigate(place)):
        session, _ = update(session, message)
    pages = [page_of(session)]
    for _ in range(STEPS):
        for message in messages_for(session, rng):
            session, _ = update(session, message)
        if session.link.screen != "play" and rng.random() < 0.7:
            session, _ = update(session, Navigate(place))
        pages.append(page_of(session))
    return pages


@pytest.fixture
def blank(open_ready):
    return open_ready("#/")


@pytest.mark.parametrize("place", PLACES)
def test_a_morphed_page_is_the_page(blank, place):
    pages = pages_of(place)
    assert len(set(pages)) > STEPS / 4
    kept = blank.evaluate(MORPH_ALL, ["./static/boot/morph.js", pages])
    assert isinstance(kept, int), kept
    assert kept > 10, "the bar on top stays through all of them"


def test_texts_and_attributes_are_read_as_a_browser_reads_them(blank):
    pages = [
        '<p title="a">b</p>',
        '<p title="&lt;&amp;&quot;&#x27;" hidden>&lt;&amp;&quot;&#x27;</p>',
        '<p title="">&amp;<b>1</b>&gt;</p>',
        "<p><b></b></p>",
    ]
    assert isinstance(blank.evaluate(MORPH_ALL, ["./static/boot/morph.js", pages]), int)


def test_what_others_put_into_the_page_is_repaired(blank):
    """As a browser's translation does, which wraps every text."""
    pages = ["<p>one</p><p>two</p>", "<p>one</p><p>three</p>"]
    held = blank.evaluate(
        """async ([url, [before, after]]) => {
            const { morph } = await import(url);
            const node = document.createElement("div");
            morph(node, before);
            node.firstChild.innerHTML = "<font><font>eins</font></font>";
            morph(node, after);
            return node.innerHTML;
        }""",
        ["./static/boot/morph.js", pages],
    )
    assert held == pages[1]


def test_a_field_keeps_what_was_typed(blank):
    pages = ["<p>1</p><input id='typed'>".replace("'", '"'), '<p>2</p><input id="typed">']
    typed = blank.evaluate(
        """async ([url, [before, after]]) => {
            const { morph } = await import(url);
            const node = document.body.appendChild(document.createElement("div"));
            morph(node, before);
            node.querySelector("input").value = "b+";
            node.querySelector("input").focus();
            morph(node, after);
            return [node.innerText, document.activeElement.value];
        }""",
        ["./static/boot/morph.js", pages],
    )
    assert typed == ["2", "b+"]
