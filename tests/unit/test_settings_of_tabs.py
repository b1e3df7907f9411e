"""Settings of several tabs: each follows what another one chooses, and keeps what it has chosen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.messages import Command, Navigate, SetSetting
from spieltisch.app.session import Session
from spieltisch.app.settings.keys import SLOTS
from spieltisch.app.settings.settings import CHOICES, Settings, format_settings, parse_settings
from spieltisch.app.settings.update import Bind, KeyCaptured, KeyShown
from spieltisch.app.update import update
from spieltisch.kit.words import LANGUAGES
from spieltisch.shell.keeper import Keeper
from spieltisch.shell.storage import Storage
from tests.unit.local_storage import FullStorage, LocalStorage

KEY = "spieltisch.settings"


class Tab:
    """A tab of a browser: what others write is told to it once it has time."""

    def __init__(self, local):
        self.local, self.told, self.sent = local, [], []
        self.listener = None
        window = SimpleNamespace(localStorage=self, addEventListener=self._listen)
        database = SimpleNamespace(
            listen=lambda *_: None, first_id=None, next_of_library=lambda _: None, aside=(),
            value=lambda _: None, claim=lambda _: None, write=lambda _: None, length=0,
        )  # fmt: skip
        storage = Storage(window)
        kept = parse_settings(storage.read("settings"))
        self.session = Session(settings=replace(kept, language=kept.language or "en"))
        self.keeper = Keeper(storage, database, self.send)
        self.keeper.begin(0.0)
        self.send(Navigate("#/settings"))

    def _listen(self, name, listener):
        assert name == "storage"
        self.listener = listener

    def getItem(self, name):  # noqa: N802 - the browser's name
        return self.local.getItem(name)

    def setItem(self, name, text):  # noqa: N802 - the browser's name
        before = self.local.getItem(name)
        self.local.setItem(name, text)
        if text != before:
            for tab in self.others:
                tab.told.append(SimpleNamespace(key=name, oldValue=before))

    others: tuple["Tab", ...] = ()

    def send(self, message, *, shows=True):
        del shows
        self.sent.append(message)
        self.session, effects = update(self.session, message)
        for effect in effects:
            if not isinstance(message, Navigate):
                self.keep(effect)
        self.keeper.follow(self.session)

    def keep(self, effect):
        if type(effect).__name__ == "Keep":
            self.keeper.carry_out(effect)

    def hear(self):
        while self.told:
            self.listener(self.told.pop(0))

    @property
    def settings(self):
        return self.session.settings


@pytest.fixture(autouse=True)
def _listeners(monkeypatch):
    monkeypatch.setattr("spieltisch.shell.storage.proxy", lambda listener: listener)


def tabs(local=None, count=2):
    local = local or LocalStorage()
    made = [Tab(local) for _ in range(count)]
    for tab in made:
        tab.others = tuple(other for other in made if other is not tab)
    return made


choices = st.sampled_from(
    [SetSetting(name, one) for name, offered in CHOICES.items() for one in offered]
    + [SetSetting("language", one) for one in LANGUAGES]
)
keys = st.builds(
    lambda slot, code: (Bind(slot), KeyCaptured(code)),
    st.sampled_from(sorted(SLOTS)),
    st.sampled_from(["KeyX", "KeyY", "Digit7", "Numpad3"]),
)
shown = st.builds(KeyShown, st.sampled_from(["KeyA", "KeyQ", "KeyZ"]), st.sampled_from("aqz"))
deeds = st.one_of(
    choices.map(lambda one: (one,)),
    keys,
    shown.map(lambda one: (one,)),
    st.just((Command.RESET_KEYS,)),
)


@given(st.lists(st.tuples(st.integers(0, 2), deeds | st.none()), max_size=12))
def test_all_tabs_come_to_what_is_kept(steps):
    made = tabs(count=3)
    for number, messages in steps:
        if messages is None:
            made[number].hear()
        for message in messages or ():
            made[number].send(message)
    for tab in made:
        tab.hear()
    assert not any(tab.told for tab in made), "following writes nothing"
    kept = parse_settings(made[0].getItem(KEY))
    for tab in made:
        assert tab.settings == replace(kept, language=kept.language or "en")


def test_what_is_begun_stays():
    here, there = tabs()
    here.send(Bind(SLOTS[0]))
    there.send(SetSetting("theme", "dark"))
    screen, notice = here.session.screen, here.session.notice
    here.hear()
    assert here.settings.theme == "dark"
    assert (here.session.screen, here.session.notice) == (screen, notice)
    here.send(KeyCaptured("KeyX"))
    assert here.settings.keys[SLOTS[0]] == "KeyX"


def test_a_language_whose_words_are_on_their_way_is_not_given_up_for_another_setting():
    here, there = tabs()
    there.send(SetSetting("theme", "dark"))
    here.sent.clear()
    here.hear()
    assert not any(isinstance(message, SetSetting) for message in here.sent)


def test_what_could_not_be_kept_stays_as_it_was_chosen():
    here, there = tabs(FullStorage())
    here.send(SetSetting("pace", "slow"))
    here.local = there.local = LocalStorage()
    there.send(SetSetting("theme", "dark"))
    here.hear()
    assert (here.settings.pace, here.settings.theme) == ("slow", "dark")


def test_what_could_not_be_kept_is_kept_with_the_next_choice_that_can():
    here, there = tabs()
    there.send(SetSetting("sound", "off"))
    here.hear()
    sound, here.local = here.local, FullStorage()
    here.local.kept = sound.kept
    here.send(SetSetting("pace", "slow"))
    here.send(SetSetting("playback", "fast"))
    here.local = sound
    there.send(SetSetting("vibration", "off"))
    here.send(SetSetting("theme", "dark"))
    kept = parse_settings(here.getItem(KEY))
    assert (kept.pace, kept.playback, kept.theme) == ("slow", "fast", "dark")
    assert (kept.sound, kept.vibration) == ("off", "off")
    # What another tab chooses after that is not written over.
    there.send(SetSetting("pace", "fast"))
    here.send(SetSetting("theme", "light"))
    assert parse_settings(here.getItem(KEY)).pace == "fast"


@pytest.mark.parametrize("text", ["", "null", '{"theme": "sepia"}', "a" * 30_000])
def test_a_choice_after_kept_settings_were_damaged_keeps_the_others(text):
    here, _ = tabs()
    here.send(SetSetting("theme", "dark"))
    here.local.setItem(KEY, text)
    here.send(SetSetting("pace", "slow"))
    kept = parse_settings(here.getItem(KEY))
    assert (kept.theme, kept.pace) == ("dark", "slow")


@pytest.mark.parametrize("text", ["", "null", "[]", '{"theme": 1}', '{"keys": {}}', "a" * 30_000])
def test_what_is_no_settings_changes_nothing(text):
    here, _ = tabs()
    before = here.settings
    here.local.setItem(KEY, text)
    here.listener(SimpleNamespace(key=KEY, oldValue=format_settings(replace(before, theme="dark"))))
    assert here.settings == before


def test_other_names_are_none_of_its_business():
    here, _ = tabs()
    here.local.setItem(KEY, format_settings(Settings(theme="dark")))
    for name in ("spieltisch.last-view", "other.settings", "settings", None):
        here.listener(SimpleNamespace(key=name, oldValue=None))
    assert here.settings.theme == "auto"
