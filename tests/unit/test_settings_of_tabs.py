"""Settings of several tabs: each follows what another one chooses, and keeps what it has chosen."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch.app.core.damage import ValueDamaged
from spieltisch.app.core.keys import SLOTS
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import CHOICES, Settings, format_settings, parse_settings
from spieltisch.app.restoring import merged
from spieltisch.app.settings.state import Bind, KeyCaptured, KeyShown
from spieltisch.app.update import update
from spieltisch.kit.words import LANGUAGES
from spieltisch.shell.keeper import Keeper, read_values
from spieltisch.shell.storage import Storage
from tests.unit.local_storage import FullStorage, LocalStorage

KEY = "spieltisch.settings"


class Browser:
    """What its tabs share: the settings as the database has them, and the copies of texts."""

    def __init__(self, kept=None):
        self.kept, self.local, self.tabs = kept, LocalStorage(), []
        if kept is not None:
            self.local.setItem(KEY, kept)

    def kept_settings(self):
        return parse_settings(self.kept)


class Database:
    """A tab's; what others write is told to it once it has time, as static/storage/kept.js does."""

    def __init__(self, browser, name="settings"):
        self.browser, self.name = browser, name
        self.known = browser.kept
        self.unsaved = None
        self.is_full = False
        self.first_id, self.aside = None, ()
        self.changes = []

    def value(self, name):
        return self.browser.kept if name == self.name else None

    def next_of_library(self, _count):
        return None

    def claim(self, _match_id):
        pass

    def listen(self, _send, _trouble, on_settings):
        self.told = on_settings

    def write(self, changes):
        for store, name, text in changes:
            assert (store, name) == ("values", self.name)
            base = self.unsaved[0] if self.unsaved else self.known
            self.unsaved, self.known = (base, text), text
        self.save()

    def save(self):
        if self.unsaved and not self.is_full:
            (base, text), self.unsaved = self.unsaved, None
            there = self.browser.kept
            is_alone = there is None or there == base
            self.browser.kept = text if is_alone else merged(self.name, base, text, there)

    def hear(self):
        """Whether there was news."""
        self.save()
        if self.unsaved or self.known == self.browser.kept:
            return False
        self.known = self.browser.kept
        self.told(self.known)
        return True


class Tab:
    def __init__(self, browser):
        self.browser, self.sent = browser, []
        storage = Storage(SimpleNamespace(localStorage=browser.local))
        self.database = Database(browser)
        values = read_values(storage, self.database, 0)
        language = values.settings.language or "en"
        self.session = Session(settings=replace(values.settings, language=language))
        self.keeper = Keeper(storage, self.database, self.send)
        self.keeper.begin(0.0, values.settings, language)
        self.send(Navigate("#/settings", 0.0))

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
        return self.database.hear()

    @property
    def settings(self):
        return self.session.settings


def tabs(browser=None, count=2):
    browser = browser or Browser()
    return [Tab(browser) for _ in range(count)]


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


@given(st.lists(st.tuples(st.integers(0, 2), deeds | st.none() | st.booleans()), max_size=14))
def test_all_tabs_come_to_what_is_kept(steps):
    made = tabs(count=3)
    for number, messages in steps:
        if messages is None:
            made[number].hear()
        elif isinstance(messages, bool):
            made[number].database.is_full = messages
        else:
            for message in messages:
                made[number].send(message)
    for tab in made:
        tab.database.is_full = False
        tab.database.save()
    for tab in made:
        tab.hear()
    assert not any(tab.hear() for tab in made), "following writes nothing"
    kept = made[0].browser.kept_settings()
    for tab in made:
        assert tab.settings == replace(kept, language=kept.language or "en")
    if made[0].browser.kept is not None:
        assert made[0].browser.local.getItem(KEY) == made[0].browser.kept


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
    here, there = tabs()
    here.database.is_full = True
    here.send(SetSetting("pace", "slow"))
    there.send(SetSetting("theme", "dark"))
    here.hear()
    assert here.settings.pace == "slow"
    here.database.is_full = False
    here.hear()
    assert (here.settings.pace, here.settings.theme) == ("slow", "dark")


def test_what_could_not_be_kept_is_kept_as_soon_as_it_can():
    here, there = tabs()
    there.send(SetSetting("sound", "off"))
    here.hear()
    here.database.is_full = True
    here.send(SetSetting("pace", "slow"))
    here.send(SetSetting("playback", "fast"))
    there.send(SetSetting("vibration", "off"))
    here.database.is_full = False
    here.send(SetSetting("theme", "dark"))
    kept = here.browser.kept_settings()
    assert (kept.pace, kept.playback, kept.theme) == ("slow", "fast", "dark")
    assert (kept.sound, kept.vibration) == ("off", "off")
    # What another tab chooses after that is not written over.
    there.hear()
    there.send(SetSetting("pace", "fast"))
    here.send(SetSetting("theme", "light"))
    assert here.browser.kept_settings().pace == "fast"


@pytest.mark.parametrize("language", ["de", "pt"])
def test_a_tab_that_has_chosen_no_language_keeps_none(language):
    here, there = tabs()
    here.send(SetSetting("theme", "dark"))
    assert here.browser.kept_settings().language == ""
    there.send(SetSetting("language", language))
    # Frozen until now, it knows nothing of that.
    here.send(SetSetting("pace", "slow"))
    kept = here.browser.kept_settings()
    assert (kept.language, kept.theme, kept.pace) == (language, "dark", "slow")
    here.hear()
    assert here.settings.language == language
    # What was the browser's wish is a choice now.
    here.send(SetSetting("language", "en"))
    assert here.browser.kept_settings().language == "en"


def test_a_language_whose_words_could_not_be_fetched_stays_the_chosen_one():
    browser = Browser(format_settings(Settings(language="de")))
    tab = Tab(browser)
    tab.session = replace(tab.session, settings=replace(tab.settings, language="en"))
    tab.keeper.begin(0.0, browser.kept_settings(), "en")
    tab.send(SetSetting("theme", "dark"))
    kept = browser.kept_settings()
    assert (kept.language, kept.theme) == ("de", "dark")


def test_what_was_kept_before_the_database_had_it_is_taken_over_with_the_next_choice():
    browser = Browser()
    browser.local.setItem(KEY, format_settings(Settings(theme="dark", language="fr")))
    here, there = tabs(browser)
    assert (here.settings.theme, here.settings.language) == ("dark", "fr")
    here.database.known = there.database.known = browser.local.getItem(KEY)
    here.send(SetSetting("theme", "light"))
    there.send(SetSetting("pace", "slow"))
    kept = browser.kept_settings()
    assert (kept.theme, kept.language, kept.pace) == ("light", "fr", "slow")


def test_a_copy_that_a_killed_browser_had_not_written_is_written_at_the_next_start():
    browser = Browser(format_settings(Settings(theme="dark")))
    for copied in (None, format_settings(Settings(theme="light"))):
        browser.local.kept.pop(KEY, None)
        if copied is not None:
            browser.local.setItem(KEY, copied)
        assert Tab(browser).settings.theme == "dark"
        assert browser.local.getItem(KEY) == browser.kept


@pytest.mark.parametrize("text", ["", "null", '{"theme": "sepia"}', "a" * 30_000])
def test_damaged_settings_are_set_aside_and_the_sound_ones_hold(text):
    browser = Browser(text)
    told = read_values(Storage(SimpleNamespace(localStorage=browser.local)), Database(browser), 7)
    assert [one.name for one in told.damage if isinstance(one, ValueDamaged)] == ["settings"]
    # Where there is only the copy, it is the copy that is set aside.
    browser.kept = None
    told = read_values(Storage(SimpleNamespace(localStorage=browser.local)), Database(browser), 7)
    assert [one.entries[0][0] for one in told.damage if one.entries] == [
        ("localStorage", "damaged/settings/7")
    ]
    assert browser.local.getItem("spieltisch.damaged/settings/7") == text


@pytest.mark.parametrize("text", ["", "null", "[]", '{"theme": 1}', '{"keys": {}}', "a" * 30_000])
def test_what_is_no_settings_changes_nothing(text):
    here, _ = tabs()
    here.send(SetSetting("theme", "dark"))
    before = here.settings
    here.database.told(text)
    assert here.settings == before
    here.send(SetSetting("pace", "slow"))
    assert here.browser.kept_settings() == replace(before, pace="slow", language="")


@pytest.mark.parametrize("copies", [FullStorage(), None])
def test_where_no_copy_can_be_written_settings_are_kept_all_the_same(copies):
    browser = Browser()
    browser.local = copies
    here, there = tabs(browser)
    here.send(SetSetting("theme", "dark"))
    there.hear()
    assert there.settings.theme == browser.kept_settings().theme == "dark"
