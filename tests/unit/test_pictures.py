"""What can be read on the README's pictures is what the page says."""

import json
import re
from html import unescape

import pytest

from spieltisch.app.board.messages import Ready, Wake
from spieltisch.app.core.messages import Navigate
from spieltisch.app.screens import page_of
from spieltisch.kit.markup import whole
from tests.unit.asking import after
from tools.project import ROOT
from tools.screenshots import PICTURES, TEXTS, Picture, pictures

NOTED = json.loads(TEXTS.read_text(encoding="utf-8"))


def said_by(picture: Picture) -> str:
    """All that the page says where a picture was taken, in one line."""
    session = after(Navigate(picture.hash, 0.0))
    if picture.is_touched:
        session = after(Ready(at_ms=0.0), Wake(at_ms=10_000.0), session=session)
    text = unescape(re.sub(r"<[^>]*>", "\n", whole(page_of(session))))
    return " ".join(text.split())


@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_what_can_be_read_on_a_picture_is_still_said(picture: Picture) -> None:
    """If it is not, draw the pictures anew: make pictures."""
    texts = NOTED[picture.name]
    assert len(texts) >= 3
    said = said_by(picture)
    gone = [text for text in texts if " ".join(text.split()) not in said]
    assert gone == [], "make pictures"


def test_each_picture_of_the_readme_is_one_that_is_drawn() -> None:
    shown = re.findall(r'src="docs/pictures/([^"]+)"', (ROOT / "README.md").read_text("utf-8"))
    assert set(shown) == {picture.name for picture in pictures()} == NOTED.keys()
    assert {path.name for path in PICTURES.iterdir()} == {*shown, TEXTS.name}
