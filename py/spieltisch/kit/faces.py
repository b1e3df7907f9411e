"""The bots' faces, drawn from data: a head, hair, and what else somebody is known by."""

from functools import lru_cache

from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import CAST, bot_names, level_words
from spieltisch.kit.scene import Scene
from spieltisch.kit.sentences import plate_name
from spieltisch.kit.words import Words
from spieltisch.table import Seat

FACES = """
Ada bob brown light | Olga bun grey light glasses | Felix side fair light freckles
Nina curls black dark | Simon short black tan glasses | Eva tail red light freckles
Bruno side black tan moustache | Ines long black tan | Martin bald grey light glasses
Sara curls brown tan earrings | Tom short fair light | Julia bob red light glasses
Nora tail black deep earrings | Emil curls fair light glasses | Rosa bun brown tan earrings
Adam short black deep beard | Irma bob grey light earrings | Paul side brown light freckles
Clara bob black light earrings | Oscar curls black deep | Lena long fair light
Daniel short brown tan beard | Alma bun black dark earrings | Ruben bald black dark beard
Hugo short grey light beard | Marta long brown light glasses | Leon curls brown light
Dora bob fair tan | Samuel side black deep glasses | Ella tail fair light earrings
Vera bun black light glasses | Otto bald grey light moustache | Gloria curls red tan earrings
Viktor side grey light beard | Selma long black dark | Gustav short brown light moustache
"""
"""Hair, its colour, the skin and what else there is, by name."""

HAIR = {
    "short": ("", "M10 20C8 8 14 6 20 6s12 2 10 14c-1-5-3-7-10-7s-9 2-10 7Z"),
    "side": ("", "M10 20C8 9 14 5 22 6c7 1 10 6 8 14-1-4-3-6-6-7-4 2-9 2-12 0-1 2-1 4-2 7Z"),
    "bob": (
        "M8 29C5 12 11 5 20 5s15 7 12 24Z",
        "M10 20C9 10 14 8 20 8s11 2 10 12c-2-5-5-6-10-6s-8 1-10 6Z",
    ),
    "long": (
        "M7 38C5 14 10 5 20 5s15 9 13 33Z",
        "M20 8C12 9 11 15 10 23 8 12 13 6 20 6s12 6 10 17C29 15 28 9 20 8Z",
    ),
    "tail": (
        "M27 8c10 0 11 12 8 22-4-1-6-4-6-8Z",
        "M10 20C9 9 14 6 20 6s11 3 10 14c-2-6-5-8-10-8s-8 2-10 8Z",
    ),
    "bun": (
        "M20 0a5 5 0 0 1 0 10 5 5 0 0 1 0-10Z",
        "M10 20C9 9 14 7 20 7s11 2 10 13c-2-6-5-8-10-8s-8 2-10 8Z",
    ),
    "curls": (
        "M9 25a5 5 0 0 1-1-8 5 5 0 0 1 4-8 6 6 0 0 1 8-4 6 6 0 0 1 8 4 5 5 0 0 1 4 8 5 5 0 0 1-1 8",
        "M10 20a4 4 0 0 1 2-7 5 5 0 0 1 8-3 5 5 0 0 1 8 3 4 4 0 0 1 2 7c-3-5-5-6-10-6s-7 1-10 6Z",
    ),
    "bald": ("", "M10 23c-2-3-2-6 0-9 1 3 1 6 0 9Zm20 0c2-3 2-6 0-9-1 3-1 6 0 9Z"),
}
"""What of the hair lies behind the head, and what before it."""

BESIDES = {
    "glasses": "M12 20.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0"
    "m9 0a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0m-2-.5q1-1 2 0",
    "earrings": "M9.8 26v2m20.4-2v2",
    "freckles": "M14 24h.1m1.9 1h.1m7.9 0h.1m1.9-1h.1",
    "moustache": "M14.5 26q3-2.5 5.5-.5 2.5-2 5.5.5-3 2-5.5 0-2.5 2-5.5 0Z",
    "beard": "M10 22c0 14 20 14 20 0-1 4-4 3-10 3s-9 1-10-3Z",
}

MOUTHS = (
    ("M15.5 26q4.5 6 9 0Z", "M13 17.5q2.5-2 5-.5m4 0q2.5-1.5 5 .5"),
    ("M15.5 27q4.5 3.5 9 0", "M13 17.5q2.5-1.5 5-.5m4 0q2.5-1 5 .5"),
    ("M16 27.5q4 2 8 0", "M13 17q2.5-1 5 0m4 0q2.5-1 5 0"),
    ("M16 28q5 .5 8-1.5", "M13 17h5m4-1q2.5-1 5 .5"),
    ("M16.5 28h7", "M13 16.5l5 1m4 0l5-1"),
    ("M16.5 28.5q3.5-1.5 7 0", "M13 16l5 2m4 0l5-2"),
)
"""Mouth and brows by level: the stronger a bot, the sterner it looks."""

_PEOPLE = (person.split() for line in FACES.strip().splitlines() for person in line.split("|"))
_KNOWN = {name: traits for name, *traits in _PEOPLE}


@lru_cache(maxsize=64)
def face(name: str) -> Markup:
    """The face of a bot that has one of the names of ``CAST``; it says nothing to a screen reader,
    as the name stands beside it."""
    hair, colour, skin, *besides = _KNOWN[name]
    level = next(level for level, row in enumerate(CAST) if name in row)
    behind, before = HAIR[hair]
    mouth, brows = MOUTHS[level]
    return el(
        "svg",
        {
            "class": f"portrait is-{skin} has-{colour} is-level-{level + 1}",
            "viewBox": "0 0 40 40",
            "aria-hidden": "true",
        },
        el("circle.portrait-ground", {"cx": 20, "cy": 20, "r": 20}),
        el("path.portrait-hair", {"d": behind}) if behind else None,
        el("path.portrait-shirt", {"d": "M5 40c1-6 8-7 11-8v-4h8v4c3 1 10 2 11 8Z"}),
        el("ellipse.portrait-skin", {"cx": 20, "cy": 21, "rx": 10, "ry": 11.5}),
        [el(f"path.portrait-{one}", {"d": BESIDES[one]}) for one in besides if one == "beard"],
        el("path.portrait-hair", {"d": before}),
        el("path.portrait-lines", {"d": brows}),
        el("path.portrait-eyes", {"d": "M15.5 21h.1m9 0h.1"}),
        el("path.portrait-mouth", {"d": mouth}),
        [el(f"path.portrait-{one}", {"d": BESIDES[one]}) for one in besides if one != "beard"],
    )


def plate(scene: Scene, seat: Seat, seat_name: str, kind: str) -> Markup:
    """What stands on a player's plate: the name, with a bot's face, of which a press tells the
    level."""
    name = plate_name(scene, seat, seat_name)
    level = scene.levels[seat - 1] if scene.levels else None
    if level is None:
        return el("span", {"class": kind}, name)
    return _bots_plate(bot_names(scene.levels)[seat - 1], name, level, kind, scene.words)


@lru_cache(maxsize=64)
def _bots_plate(own: str, name: str, level: int, kind: str, words: Words) -> Markup:
    return el(
        "button",
        {
            "type": "button",
            "class": "who",
            "data-do": "who",
            "data-arg": f"{level} {name}",
            # The name is on it: read out twice, else.
            "title": level_words(level, words, is_race=False).name,
        },
        face(own),
        el("span", {"class": kind}, name),
    )
