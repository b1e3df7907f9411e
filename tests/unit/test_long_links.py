"""A link that messengers may cut is told as such where it is given, with its file beside it."""

from types import SimpleNamespace
from typing import Any

import pytest

from spieltisch.app.core.effects import CopyLink
from spieltisch.app.core.messages import Navigate, Tell
from spieltisch.app.core.notice import MOST_SENT, Copied, LongLink, ToCopy
from spieltisch.app.core.session import Session
from spieltisch.app.screens import page_of
from spieltisch.app.study.state import StudyCommand
from spieltisch.app.update import update
from spieltisch.kit.markup import whole
from spieltisch.kit.words import ENGLISH
from spieltisch.play.code_text import pack_text
from spieltisch.shell.deeds import DEEDS
from spieltisch.shell.sharing import Sharing

CUT = "some messengers cut such a link"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr("spieltisch.shell.sharing.proxy", lambda listener: listener)
    monkeypatch.setattr("spieltisch.shell.sharing.ignored", lambda: None)
    monkeypatch.setattr("spieltisch.shell.sharing.to_js", lambda _, value: value)
    monkeypatch.setattr("spieltisch.shell.sharing.Pacer", lambda *_: None)
    monkeypatch.setattr("spieltisch.shell.sharing.LateScript", lambda *_: None)
    return []


def sharing(told: list[Any], *, copies: bool = True, has_sheet: bool = False) -> Sharing:
    def done(then: Any, otherwise: Any) -> None:
        (then if copies else otherwise)()

    clipboard = SimpleNamespace(writeText=lambda _: SimpleNamespace(then=done))
    navigator = SimpleNamespace(clipboard=clipboard)
    if has_sheet:
        navigator.share = lambda _: SimpleNamespace(then=lambda *_: None)
    document = SimpleNamespace(getElementById=lambda _: None)
    window = SimpleNamespace(navigator=navigator, document=document, setTimeout=lambda *_: None)
    host: Any = SimpleNamespace(send=lambda message: told.append(message.notice))
    return Sharing(window, host)


@pytest.mark.parametrize("what", ["whole", "so-far", "part", "bot", "study"])
@pytest.mark.parametrize(
    "way", [{}, {"copies": False}, {"has_sheet": True}], ids=["copied", "shown", "sent"]
)
def test_a_long_link_is_told_in_the_same_breath_with_its_file(
    told: list[Any], what: Any, way: dict[str, bool]
) -> None:
    link = "https://a.example/#/" + "x" * MOST_SENT
    sharing(told, **way).give(link, what, is_sent=bool(way.get("has_sheet")))
    (notice,) = told
    assert isinstance(notice, Copied | ToCopy | LongLink)
    assert CUT in notice.text(ENGLISH)
    assert "a file is safer" in notice.text(ENGLISH)
    assert "2\u202f020" in notice.text(ENGLISH)
    session, _ = update(Session(), Navigate("#/play/yala?seed=1", 0.0))
    page = whole(page_of(update(session, Tell(notice))[0]))
    assert f'data-do="{notice.file}"' in page.partition('id="notice"')[2]
    assert notice.file in DEEDS or notice.file == StudyCommand.SAVE.value


@pytest.mark.parametrize("what", ["whole", "so-far", "part", "bot", "study", "puzzle", "position"])
def test_of_a_link_that_all_messengers_take_nothing_is_said(told: list[Any], what: Any) -> None:
    sharing(told).give("x" * MOST_SENT, what, is_sent=False)
    sharing(told, copies=False).give("x" * MOST_SENT, what, is_sent=False)
    sharing(told, has_sheet=True).give("x" * MOST_SENT, what, is_sent=True)
    assert len(told) == 2
    assert all(CUT not in notice.text(ENGLISH) and notice.file is None for notice in told)


@pytest.mark.parametrize("what", ["puzzle", "position", "code"])
def test_what_has_no_file_is_told_without_one(told: list[Any], what: Any) -> None:
    sharing(told).give("x" * (MOST_SENT + 1), what, is_sent=False)
    (notice,) = told
    assert CUT in notice.text(ENGLISH)
    assert notice.file is None


def test_a_result_that_is_copied_is_no_link(told: list[Any]) -> None:
    sharing(told).give("x" * (MOST_SENT + 1), "result", is_sent=False)
    assert CUT not in told[0].text(ENGLISH)


def test_the_link_of_a_study_is_called_one() -> None:
    study = '[Game "yala"]\n[Seed "42"]\n[Name "One"]\n\na+ b+ {Why?}\n'
    session, _ = update(Session(), Navigate(f"#/study/{pack_text(study)}", 0.0))
    _, (copied,) = update(session, StudyCommand.SHARE)
    assert isinstance(copied, CopyLink)
    assert copied.what == "study"
