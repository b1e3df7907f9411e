"""A game's view whose rules and fixed words stand in files in its folder."""

from collections.abc import Mapping
from typing import Any, ClassVar

from spieltisch.kit.rulebook import RuleSection, read_rulebook
from spieltisch.kit.scene import GameView, OptionWords
from spieltisch.kit.words import Words
from spieltisch.table.text_files import read_beside


class TextView(GameView):
    """A view with its rules in ``rulebook.toml``, and in ``words.toml``, in English, what some of
    GameView's methods give: ``tagline``, ``questions``, ``keys``, ``themes``, ``call_kinds``, the
    ``options`` and the ``start``. What a game lacks is left out.
    """

    rulebook: ClassVar[tuple[RuleSection, ...]]
    fixed_words: ClassVar[Mapping[str, Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.rulebook = read_rulebook(cls.__module__)
        cls.fixed_words = read_beside(cls.__module__, "words.toml")

    def rules(self, words: Words) -> tuple[RuleSection, ...]:
        return tuple(section.translated(words) for section in self.rulebook)

    def tagline(self, words: Words) -> str:
        tagline: str = self.fixed_words["tagline"]
        return words.gettext(tagline)

    def questions(self, words: Words) -> Mapping[str, str]:
        return _translated(self.fixed_words["questions"], words)

    def keys(self, words: Words) -> Mapping[str, str]:
        return _translated(self.fixed_words["keys"], words)

    def theme_words(self, words: Words) -> Mapping[str, str]:
        return _translated(self.fixed_words.get("themes", {}), words)

    def call_kinds(self, words: Words) -> Mapping[str, str]:
        return _translated(self.fixed_words.get("call_kinds", {}), words)

    def option_words(self, words: Words) -> Mapping[str, OptionWords]:
        options = self.fixed_words["options"].items()
        return {name: _option_words(option, words) for name, option in options}

    def start_words(self, words: Words) -> OptionWords | None:
        start = self.fixed_words.get("start")
        return _option_words(start, words) if start is not None else None


def _translated(texts: Mapping[str, str], words: Words) -> dict[str, str]:
    return {name: words.gettext(text) for name, text in texts.items()}


def _option_words(option: Mapping[str, Any], words: Words) -> OptionWords:
    label, choices, notes = option["label"], option["choices"], option.get("notes", {})
    return OptionWords(words.gettext(label), _translated(choices, words), _translated(notes, words))
