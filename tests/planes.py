"""Text of every plane of Unicode, put into every field and address of a page, in any browser."""

import json
from urllib.parse import quote

PLANES = {
    0: "Ωжعあ한กहि\u200dé\ue000\ufffc",
    1: "🎲𝔘𐍈👩\u200d👩\u200d👧",
    2: "𠀀𪛖",
    3: "𰀀",
    4: "\U00040000",
    14: "\U000e0041\U000e0100",
    15: "\U000f0000",
    16: "\U0010fffd",
}
"""Assigned or not: what scripts, emoji, names and private use need, by plane."""

EVERYTHING = "".join(PLANES.values())
HALF = "\ud83c"
"""Half a character, as text that was cut in a wrong place has it."""

NAMES = f"Anna {PLANES[1]}", PLANES[2] + PLANES[16]
NAMED = f"#/play/yala?seats=human,human&seed=42&names={','.join(map(quote, NAMES))}"

FORMS = ("#/setup/yala", "#/matches", "#/import", "#/settings", NAMED, "#/")
"""Where there are fields."""


def addresses(text: str) -> list[str]:
    """Give addresses that have a text in each of their places, as it is and percent-encoded."""
    written = [text]
    if text != HALF:
        written.append(quote(text))
    return [
        address.replace("@", one)
        for one in written
        for address in (
            "#/@",
            "#/setup/@",
            "#/play/@",
            "#/play/yala?seats=human,human&names=@,@",
            "#/play/yala?seats=@&seed=@&start=@&option=@",
            "#/play/yala?@=@",
            "#/match/@",
            "#/record/@",
            "#/live/@",
            "#/rules/yala/@",
            "#/learn/yala/@",
            "#/puzzle/yala/@",
            "#/mistakes/@",
            "#/daily/@",
            "#/matches?text=@&opponent=@&since=@&page=@",
            "@",
        )
    ]


def filling(text: str) -> str:
    """Script that writes a text into every field there is, and sends every form."""
    return """{
        const text = TEXT;
        const others = ["checkbox", "radio", "range", "file"].map((type) => `[type=${type}]`);
        const fields = `input:not(${others}), textarea`;
        const told = (field, type) => field.dispatchEvent(new Event(type, { bubbles: true }));
        for (const field of document.querySelectorAll(fields)) {
            field.value = text;
            told(field, "input");
            told(field, "change");
            if (field.isConnected) field.form?.requestSubmit();
        }
    }""".replace("TEXT", json.dumps(text))


def visiting(text: str) -> str:
    """Script that goes to each address with a text in it, one after the other, and ends when the
    page has been told of all: WebKit tells of them in its own time, and each opens what the address
    then says."""
    return """(async () => {
        for (const address of ADDRESSES) {
            location.hash = address;
            dispatchEvent(new HashChangeEvent("hashchange"));
        }
        const told = new Promise((resolve) =>
            addEventListener("hashchange", ({ newURL }) => newURL.endsWith("#/last") && resolve()),
        );
        location.hash = "#/last";
        await told;
    })()""".replace("ADDRESSES", json.dumps(addresses(text)))
