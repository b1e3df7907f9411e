"""What people are sent is read as they send it: links with words and signs round them, positions,
bots and decks as they are copied from chats, pages and tables."""

import json
import re
import textwrap
from pathlib import Path

import pytest
from playwright.sync_api import expect

from spieltisch.play.code_text import encode_bot, pack_text
from tests.e2e.conftest import follow, go_to
from tests.e2e.test_files import SAID, give, paste, report
from tests.e2e.test_workshop import run
from tests.e2e.yala_player import has_no_overflow, recorded_link
from tests.unit.test_deck import BOX
from tests.unit.test_links_in_text import escape

pytestmark = pytest.mark.running_page

# Long enough for a mail program to break its link.
BOT = "\n".join(f"LEVEL_{n} = {n * n}" for n in range(40))
STUDY = '[Game "yala"]\n[Seed "42"]\n[Name "Sent"]\n\na+ b+ {Why?}\n'
LINKS = {
    "match": recorded_link("yala-shortest", without=1),
    "bot": f"#/bot/yala/{encode_bot('sent', BOT)}",
    "puzzle": escape(),
    "study": f"#/study/{pack_text(STUDY)}",
}


def wrapped(text, width, between):
    return between.join(textwrap.wrap(text, width, break_on_hyphens=False))


AROUND = {
    "a sentence": lambda site, link: f"Look at {site}{link} when you are home",
    "a full stop": lambda site, link: f"It is {site}{link}.",
    "angles": lambda site, link: f"Hi <{site}{link}>!",
    "Markdown": lambda site, link: f"Try [this one]({site}{link}) today.",
    "a mail": lambda site, link: wrapped(f"{site}{link}", 72, "\n"),
    "a quoted mail": lambda site, link: "> " + wrapped(f"{site}{link}", 70, "\n> "),
    "tracking": lambda site, link: f"{site}?utm_source=mail&fbclid=IwAR0_x-y{link}",
    "curly quotes": lambda site, link: f"Anna wrote “{site}{link}”, I think",
}


def expect_opened(page, kind):
    """The screen to which a link leads, whole."""
    expect(page.locator("#notice")).to_have_count(0)
    match kind:
        case "match":
            expect(page.locator("#moves li")).not_to_have_count(0)
            expect(page.locator("#board")).to_be_visible()
        case "bot":
            expect(page.locator("[data-editor]")).to_have_value(BOT)
        case "puzzle":
            expect(page.locator("[data-puzzle]")).to_be_visible()
        case "study":
            expect(page.locator("[data-study]")).to_be_visible()
            expect(page.locator("#moves .move")).to_have_count(2)


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_taken_from_the_field_where_matches_are_imported(open_ready, site_url, kind):
    page = open_ready("#/import")
    for number, around in enumerate(AROUND.values()):
        page.locator("[data-pasted]").fill(around(site_url, LINKS[kind]))
        page.get_by_role("button", name="Import the text").click()
        if kind == "match":
            is_new = number == 0
            expect(page.locator(SAID)).to_have_text(report(int(is_new), int(not is_new), 0))
        else:
            expect_opened(page, kind)
        follow(page, "#/import")


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_taken_when_it_is_pasted_on_a_page(open_ready, site_url, kind):
    page = open_ready("#/rules/yala")
    for around in AROUND.values():
        paste(page, around(site_url, LINKS[kind]))
        if kind == "match":
            expect(page.locator(SAID)).to_contain_text(re.compile("Imported: 1|Already here: 1"))
        else:
            expect_opened(page, kind)
        follow(page, "#/rules/yala")


CARDS = {
    "words": BOX,
    "a mail": "> " + wrapped(BOX, 60, "\n> "),
    "a table": "\n".join(f"| {number} | {card} |" for number, card in enumerate(BOX.split(), 1)),
    "capitals": ", ".join(BOX.split()).upper(),
}


@pytest.mark.parametrize("how", CARDS)
def test_bare_cards_are_taken_when_they_are_pasted_on_a_page(open_ready, how):
    page = open_ready("#/rules/yala")
    for place in ("#/rules/yala", "#/workshop/myra"):
        follow(page, place)
        paste(page, CARDS[how])
        expect(page.locator(".screen-deck")).to_contain_text("The deck is complete.")


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_taken_from_the_field_for_codes(open_ready, site_url, kind, own_name):
    page = open_ready(f"#/play/yala?seats=human,link&names={own_name},&seed=42")
    table = page.evaluate("location.hash")
    page.locator("[data-do=play-live]").click()
    for how in ("angles", "a mail", "tracking"):
        # The invitation is still out when one comes back.
        page.locator("[data-answer-field]").fill(AROUND[how](site_url, LINKS[kind]))
        page.locator("[data-answer-field]").press("Enter")
        expect_opened(page, kind)
        assert page.evaluate("location.hash") != table
        follow(page, table)


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_is_an_address_with_all_that_came_along(open_ready, site_url, kind):
    page = open_ready("#/settings")
    for behind in (".", ")", "%3E", "%20please%2E", "%E2%80%9D%2C%20she%20said", "?utm_source=x"):
        follow(page, LINKS[kind] + behind)
        expect_opened(page, kind)
    # A mark before the hash is another page to the browser.
    page.goto(AROUND["tracking"](site_url, LINKS[kind]) + ".")
    page.wait_for_selector("html[data-state=ready]", state="attached")
    expect_opened(page, kind)


@pytest.mark.parametrize(
    "link", ["#/' onfocus='alert(1)", '#/"><b>x', "#/nowhere).", "#/bot/yala/1abcdefgh."]
)
def test_an_address_that_leads_nowhere_is_told(open_ready, link):
    page = open_ready("#/settings")
    go_to(page, link)
    expect(page.locator("#notice")).to_contain_text(re.compile("There is no page|The bot in the"))


YALA = "dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/ld l"


def test_a_refused_position_says_why_and_what_is_right_ends_that(open_ready):
    page = open_ready("#/editor/yala")
    field, refused = page.locator("#position"), page.locator("#position-refused")
    before = page.locator("#board").get_attribute("data-position")
    for typed, why in (
        ("dl/ld/dl/ld/dl/ld/dl/ld/dl/ld/dl/lx l", "x"),
        ("nonsense", ""),
        ("dl/ld l", ""),
    ):
        field.fill(typed)
        field.press("Tab")
        expect(refused).to_contain_text("This is not a position of this game.")
        expect(refused).to_contain_text(why)
        expect(field).to_have_value(typed)
        assert page.locator("#board").get_attribute("data-position") == before
    for typed in (f"“{YALA}”.", f"```\n{YALA}\n```", YALA.upper().replace(" ", "\u00a0")):
        field.fill("nonsense")
        field.press("Tab")
        expect(refused).not_to_be_empty()
        field.fill(typed)
        field.press("Tab")
        expect(refused).to_be_empty()
        expect(field).to_have_value(YALA)


def test_a_pasted_bot_runs_with_the_signs_of_a_chat(open_ready):
    page = open_ready("#/workshop/yala")
    source = (
        "```python\n"
        "def choose(position, seat):\n"
        "\u00a0\u00a0\u00a0\u00a0# “the first one”\n"
        "\u00a0\u00a0\u00a0\u00a0names = {‘a’:\u00a01}\u200b\n"
        "\u00a0\u00a0\u00a0\u00a0return position.legal_actions(seat)[0]\n"
        "```\n"
    )
    page.locator("[data-editor]").fill(source)
    page.locator("#bot-rival").select_option("random")
    page.locator("#bot-limit").select_option("30")
    run(page, "done")
    expect(page.locator("[data-bot-error]")).to_be_empty()
    # What was pasted stays as it is.
    expect(page.locator("[data-editor]")).to_have_value(source)


def test_a_deck_is_read_with_commas_and_numbers(open_ready):
    page = open_ready("#/deck/aya")
    numbered = "\n".join(f"{n}. {card}," for n, card in enumerate(BOX.split(), 1))
    page.locator("#deck-text").fill(numbered)
    page.locator("#deck-text").press("Tab")
    expect(page.locator("#deck-checked")).to_have_attribute("data-deck", "sound")
    expect(page.locator("#deck-list li")).to_have_count(39)
    # As a file it is another deck, and one that is no text of cards is refused by its name.
    text = ", ".join(f"“{card}”" for card in BOX.split())
    with page.expect_file_chooser() as chosen:
        page.locator("[data-files]").click()
    chosen.value.set_files(
        files=[{"name": "Box two.txt", "mimeType": "text/plain", "buffer": text.encode("utf-16")}]
    )
    expect(page.locator("#deck-name")).to_have_value("Box two")
    expect(page.locator("#deck-checked")).to_have_attribute("data-deck", "sound")
    give(page, "Dear Anna, nothing here is a card", "letter.txt")
    expect(page.locator("#notice")).to_contain_text("letter.txt was not accepted.")


def test_a_deck_longer_than_is_kept_is_read_as_it_is_pasted(open_ready):
    page = open_ready("#/deck/aya")
    field = page.locator("#deck-text")
    # One that other tests have not written.
    page.get_by_role("button", name="New deck").click()
    expect(field).to_have_value("")
    field.focus()
    deck = [{"card": card[:5], "light": card.endswith("*")} for card in BOX.split()]
    page.keyboard.insert_text(json.dumps(deck))
    expect(page.locator("#deck-checked")).to_have_attribute("data-deck", "sound")
    field.press("Tab")
    expect(field).to_have_value(BOX)


LONG = "\n".join(f"# {n * 7919 % 10007} {n * n % 9973}" for n in range(900))


def test_a_long_link_is_told_and_offers_the_file(open_ready, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_ready("#/workshop/yala")
    page.locator("[data-editor]").fill(LONG)
    page.locator("[data-do=share-bot]").click()
    told = page.locator("#toasts")
    expect(told).to_contain_text("some messengers cut such a link: a file is safer")
    with page.expect_download() as caught:
        told.locator("[data-do=save-bot]").click()
    assert Path(caught.value.path()).read_text("utf-8") == LONG
    for width, height in ((320, 568), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-do=share-bot]").click()
        expect(told).to_contain_text("some messengers cut such a link")
        assert has_no_overflow(page)
