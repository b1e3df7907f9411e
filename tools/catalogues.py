"""Extracts the texts to translate, updates the catalogues, and compiles them.

`static/locale/spieltisch.pot` holds the code's texts (English),
`static/locale/<language>/LC_MESSAGES/spieltisch.po` their translations. A compiled catalogue is
`spieltisch/locale/<language>.mo`: package data, never committed. A page fetches it as a separate
file.
"""

import argparse
import datetime
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from tools.project import LOCALES, PACKAGE, PY, ROOT, STATIC, ToolError

DOMAIN = "spieltisch"
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    # Of kit/words.py.
    "words": None,
    "counted": (1, 2),
}
# The scripts that show texts before Python has started.
BOOT = STATIC / "boot"
BOOT_PLACE = BOOT.relative_to(ROOT).as_posix()
# The members of rulebooks and lessons that people read (kit/rulebook.py, table/lesson.py).
TEXTS = {
    *("heading", "sentences", "rulings", "departures", "aloud", "caption"),
    *("title", "task", "praise", "otherwise", "answer", "farewell"),
}
# A fixed date: the files change when the texts do, not whenever the tool runs.
CREATED = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def extract() -> Catalog:
    """Collect every translatable text of `py/` and `static/boot/`."""
    catalogue = Catalog(project="Spieltisch", version="", creation_date=CREATED, charset="utf-8")
    for folder, method in ((PY, ("**.py", "python")), (BOOT, ("**.js", "javascript"))):
        found = extract_from_dir(
            folder, [method], keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        # Sorted, as the order in which a disk lists its files is not fixed.
        for name, line, text, comments, context in sorted(found, key=itemgetter(0, 1)):
            place = (folder / name).relative_to(ROOT).as_posix()
            catalogue.add(text, locations=[(place, line)], auto_comments=comments, context=context)
    for path in sorted(PY.rglob("*.toml")):
        file, places = tomllib.loads(path.read_text(encoding="utf-8")), [(_place(path), 0)]
        if path.name == "told.toml":
            for forms in forms_of(file):
                catalogue.add(forms if len(forms) > 1 else forms[0], locations=places)
            continue
        for text in texts_of(file, is_all=path.name == "words.toml"):
            catalogue.add(text, locations=places)
    return catalogue


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def forms_of(value: Any) -> Iterator[tuple[str, ...]]:
    """Give the texts of a file of sayings (kit/telling.py), or the singular and plural of each."""
    if isinstance(value, dict):
        for each in value.values():
            yield from forms_of(each)
    else:
        yield (value,) if isinstance(value, str) else tuple(value)


def texts_of(value: Any, key: str = "", *, is_all: bool = False) -> Iterator[str]:
    """Give the paragraphs for people in a file: all texts but numbers, or those of TEXTS."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from texts_of(each, name, is_all=is_all)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each, key, is_all=is_all)
    elif key in TEXTS or (is_all and not value.isdigit()):
        yield from (" ".join(paragraph.split()) for paragraph in value.split("\n\n"))


def boot_words() -> dict[str, dict[str, str]]:
    """Give the translations of the boot scripts' texts, by language."""
    found: dict[str, dict[str, str]] = {}
    for language, path in po_files().items():
        for message in read_catalogue(language, path):
            if any(place.startswith(BOOT_PLACE) for place, _ in message.locations):
                found.setdefault(language, {})[str(message.id)] = str(message.string)
    return found


def po_files() -> dict[str, Path]:
    """Map each language to the file of its catalogue."""
    paths = sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return {path.parent.parent.name: path for path in paths}


def po_text(catalogue: Catalog, *, is_template: bool = False) -> bytes:
    """Format a catalogue, without line numbers: it changes only where its texts do."""
    buffer = io.BytesIO()
    write_po(
        buffer,
        catalogue,
        width=100,
        include_lineno=False,
        sort_by_file=True,
        omit_header=False,
        include_previous=not is_template,
    )
    return buffer.getvalue()


def write_if_changed(path: Path, content: bytes) -> bool:
    """Write `content` unless the file holds it already; tell whether it was written."""
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


def update() -> list[Path]:
    """Bring the template and every catalogue up to date with the code; give the changed files."""
    template = extract()
    changed = []
    pot = LOCALES / f"{DOMAIN}.pot"
    if write_if_changed(pot, po_text(template, is_template=True)):
        changed.append(pot)
    for language, path in po_files().items():
        catalogue = read_catalogue(language, path)
        # No fuzzy matches: a changed text counts as untranslated, which a test reports.
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        catalogue.creation_date = CREATED
        for message in catalogue:
            keep_marks(language, message)
        if write_if_changed(path, po_text(catalogue)):
            changed.append(path)
    return changed


def keep_marks(language: str, message: Message) -> None:
    """Set the spaces before a French mark, and before a percent sign, so that no line breaks
    there: a narrow one, whatever was typed."""
    marks = {"fr": r" (?=[:;?!»%])|(?<=«) ", "de": r"(?<=[\d}]) (?=%)", "es": r"(?<=[\d}]) (?=%)"}
    told = message.string
    if language not in marks or not message.id or not told:
        return
    texts = [told] if isinstance(told, str) else told
    kept = [re.sub(marks[language], "\u202f", text) for text in texts]
    message.string = kept[0] if isinstance(told, str) else tuple(kept)


def read_catalogue(language: str, path: Path) -> Catalog:
    """Read one catalogue; ToolError if it cannot be parsed."""
    try:
        with path.open("rb") as file:
            return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)
    except PoFileError as error:
        raise ToolError(f"{path.relative_to(ROOT)}: {error}") from error


def compiled() -> dict[str, bytes]:
    """Give every catalogue as it was compiled last, by language."""
    return {path.stem: path.read_bytes() for path in sorted((PACKAGE / "locale").glob("*.mo"))}


def compile_all(target: Path = PACKAGE / "locale") -> list[Path]:
    """Compile every catalogue to `target/<language>.mo`; delete files whose source is gone."""
    written = []
    for language, path in po_files().items():
        buffer = io.BytesIO()
        write_mo(buffer, read_catalogue(language, path))
        compiled = target / f"{language}.mo"
        write_if_changed(compiled, buffer.getvalue())
        written.append(compiled)
    for stale in set(target.glob("*.mo")) - set(written):
        stale.unlink()
    return written


def main() -> int:
    """Run the command line: `update` or `compile`."""
    parser = argparse.ArgumentParser(prog="tools.catalogues", description=__doc__)
    parser.add_argument("command", choices=("update", "compile"))
    command = parser.parse_args().command
    try:
        if command == "compile":
            compile_all()
        else:
            for path in update():
                print(f"updated {path.relative_to(ROOT)}")
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
