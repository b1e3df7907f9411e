"""The keys of a study: what each does, and how that is told."""

from spieltisch.app.core.keys import KeyRow, Stroke
from spieltisch.play.study import GLYPHS
from spieltisch.table.fact import gettext_noop

CHAPTER_STEPS = KeyRow(
    gettext_noop("PgUp, PgDn"),
    gettext_noop("another chapter"),
    (Stroke("PageUp", "previous-chapter"), Stroke("PageDown", "next-chapter")),
)
"""Those that lead to another chapter of it."""

STUDY_STEPS = (
    KeyRow(
        "← →",
        gettext_noop("the move before or after"),
        (Stroke("ArrowLeft", "earlier"), Stroke("ArrowRight", "later")),
    ),
    KeyRow(
        "↑ ↓",
        gettext_noop("another variation"),
        (Stroke("ArrowUp", "vary", "-1"), Stroke("ArrowDown", "vary", "1")),
    ),
    KeyRow(
        gettext_noop("Home, End"),
        gettext_noop("the start, the end of the line"),
        (Stroke("Home", "first"), Stroke("End", "present")),
    ),
    CHAPTER_STEPS,
)
"""Those that lead to another moment of it."""

PRACTISE_STEPS = (
    KeyRow("←", gettext_noop("back to the last question"), (Stroke("ArrowLeft", "earlier"),)),
    KeyRow(gettext_noop("Home"), gettext_noop("the first question"), (Stroke("Home", "first"),)),
    CHAPTER_STEPS,
)
"""Those where it is practised: others would lead to what is asked for."""

STUDY_TOOLS = (
    KeyRow("0", gettext_noop("draw rings and arrows"), (Stroke("0", "draw-marks"),)),
    KeyRow("8", gettext_noop("move the variation up"), (Stroke("8", "promote"),)),
    KeyRow("9", gettext_noop("make it the main line"), (Stroke("9", "make-main"),)),
    KeyRow(
        gettext_noop("Del"),
        gettext_noop("delete the move and all that follows"),
        (Stroke("Delete", "delete-move"),),
    ),
)
"""Those that change it."""

STUDY_KEYS = (*STUDY_STEPS, *STUDY_TOOLS)

GLYPH_KEYS = tuple(
    KeyRow(str(number), glyph, (Stroke(str(number), "sign", glyph),))
    for number, glyph in enumerate(GLYPHS, 1)
)
"""Those that give a move its glyph, with the glyph; what it means stands beside its button."""
