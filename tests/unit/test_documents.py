"""The documents lead where they say, and stay as short as they promise to be."""

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spieltisch.games.catalog import GAMES
from tools.project import ROOT

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / ".github").glob("*.md"),
        ROOT / "lab" / "README.md",
        ROOT / "py" / "README.md",
    ]
)
OF_NOW = [path for path in DOCUMENTS if path.name not in ("history.md", "CHANGELOG.md")]
"""Those that say how things are."""

SOURCES = [
    path
    for folder in ("py", "static", "tools", "tests", "lab", "examples")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".js", ".toml", ".json", ".css", ".md")
    and not {"vendor", "made", "locale", "puzzles", "__pycache__"} & {*path.parts}
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")
LONGEST_README = 90


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_to_files(path: Path) -> None:
    for found in LINK.finditer(path.read_text(encoding="utf-8")):
        target = found[1] or found[2]
        assert (path.parent / target).exists(), target


def test_what_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_README
    # Its table of rooms is that of the package.
    rooms = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ", text, re.MULTILINE)
    named = {name for room in rooms for name in re.findall(r"\w+", room)}
    package = ROOT / "py" / "spieltisch"
    assert named == {path.parent.name for path in package.glob("*/__init__.py")}
    targets = re.findall(r"^    make (\w+)", text, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == ["play", "test"]
    for target in {*targets, *re.findall(r"`make (\w+)`", text)}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def code_in(path: Path) -> list[str]:
    """What a document gives as code: within lines, and as lines of their own."""
    text = path.read_text(encoding="utf-8")
    return [*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^    (\S.*)$", text, re.MULTILINE)]


MADE_UP = {
    "TESTS=tests/unit/test_x.py",
    "Zeno.py",  # a bot of somebody's
    "live.json",  # a file of the owner of a site
    "aya/own", "aya/skill", "spieltisch/repo",  # names of puzzles, and of what is kept
    "dist/", "dist/spieltisch.html", "dist/watch", "service-worker.js",  # made by a build
}  # fmt: skip
A_GAMES_OWN = re.compile(r"(?:rules|view|bots)/(?:[\w.]+)?")
"""A part of every game's folder."""

FOLDERS = (
    "",
    "py",
    "py/spieltisch",
    "py/spieltisch/app",
    "static",
    "tests",
    "tools",
    "docs",
    "lab",
)


@pytest.mark.parametrize("path", OF_NOW, ids=lambda path: path.name)
def test_commands_in_documents_can_be_run(path: Path) -> None:
    """Each target of make is there, and each module that Python is asked to run."""
    ours, lab = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "lab/Makefile"))
    for code in code_in(path):
        for is_lab, target in re.findall(r"\bmake (-f lab/Makefile )?([a-z][a-z0-9-]*)", code):
            makefile = lab + ours if is_lab else ours
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), code
        for module in re.findall(r"-m ((?:tools|lab|spieltisch)[\w.]*)", code):
            name = module.replace(".", "/")
            places = [
                ROOT / folder / f"{name}{end}"
                for folder in ("", "py")
                for end in (".py", "/__main__.py")
            ]
            assert any(place.exists() for place in places), code


def test_the_readmes_command_of_the_engine_runs_in_a_checkout() -> None:
    (command,) = [one for one in code_in(ROOT / "README.md") if "-m spieltisch" in one]
    assert command.startswith("cd py && python3 -m spieltisch ")
    arguments = command.removeprefix("cd py && python3 ").split()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT / "py", capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("usage: spieltisch ")


def test_each_command_of_the_laboratory_is_told() -> None:
    makefile, told = (
        (ROOT / "lab" / name).read_text(encoding="utf-8") for name in ("Makefile", "README.md")
    )
    for target in re.findall(r"^([a-z-]+):.* ## ", makefile, re.MULTILINE):
        assert f"| `{target}` | " in told, target


@pytest.mark.parametrize("path", OF_NOW, ids=lambda path: path.name)
def test_files_that_documents_name_are_there(path: Path) -> None:
    names = {source.name for source in SOURCES}
    for code in code_in(path):
        is_name = re.fullmatch(r"[\w-]+\.(?:py|js|toml|css|json)", code)
        is_path = re.fullmatch(r"[\w-][\w.-]*(?:/[\w.-]*)+", code)
        if code in MADE_UP or not (is_name or is_path) or A_GAMES_OWN.fullmatch(code):
            continue
        folders = [ROOT / folder for folder in FOLDERS] + [path.parent]
        assert code in names or any((folder / code).exists() for folder in folders), code


@cache
def words_of_the_code() -> set[str]:
    """Every word of the sources, and the names of their files."""
    found = {path.stem for path in SOURCES}
    beside = [ROOT / "Makefile", ROOT / "package.json", ROOT / "pyproject.toml"]
    for path in [*SOURCES, *beside, *(ROOT / ".github" / "workflows").iterdir()]:
        if path.suffix != ".md":
            found |= set(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))
    return found


NAME = re.compile(r"[a-z]_[a-z]|[a-z][A-Z]|^[A-Z][A-Z_]{4,}$")
ELSEWHERE = {"DecompressionStream", "OWNER", "test_x"}
"""Names of browsers' interfaces that we do not use yet, and stand-ins."""


# docs/words.md has patterns of words.
@pytest.mark.parametrize(
    "path", [one for one in OF_NOW if one.name != "words.md"], ids=lambda path: path.name
)
def test_names_in_documents_are_names_in_the_code(path: Path) -> None:
    for code in code_in(path):
        for word in re.findall(r"[A-Za-z_]\w*", code):
            if NAME.search(word) and word not in ELSEWHERE:
                assert word in words_of_the_code(), code


def test_the_three_figures_of_the_readme_are_measured_ones() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    figures = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    ready, empty = re.findall(r"after ([\d.]+) seconds.*?takes ([\d.]+)\.", text, re.DOTALL)[0]
    measured = re.findall(r"page was ready after ([\d.]+), ours after ([\d.]+);", figures)[0]
    assert [f"{float(one):.1f}" for one in measured] == [empty, ready]
    (click,) = re.findall(r"click changes the page within (\d+) milliseconds", text)
    (ninety_fifth,) = re.findall(r"^\| click, of \d+ \| [\d.]+ \| ([\d.]+) ", figures, re.MULTILINE)
    assert float(click) - 1 < float(ninety_fifth) <= float(click)
    low, high = re.findall(r"wins (\d+) to (\d+) % of the points", text)[0]
    rows = re.findall(r"^\| \d \| (\d+) ± .*? \| (\d+) ± ", figures, re.MULTILINE)
    won = sorted(int(one) for row in rows for one in row)
    assert len(won) == 10
    assert (int(low), int(high)) == (won[0], won[-1])


def test_each_section_of_the_figures_tells_its_day() -> None:
    """But for the one that is measured for each release, which has the digest of what it is of."""
    text = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    measured, *others = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert measured.endswith("(`make bench`)")
    assert len(others) > 5
    for heading in others:
        assert re.search(r", \d+ (?:and \d+ |to \d+ )?[A-Z][a-z]+ 20\d\d", heading), heading
    assert not set(text) & {"†", "‡"}, "a day, and not a mark"


TRICKS = re.split(r"^### ", (ROOT / "docs" / "runtime.md").read_text("utf-8"), flags=re.MULTILINE)
NAMED_TEST = re.compile(r"`((?:tests/[a-z0-9]+/)?test_\w+\.py|tests/js/[\w.]+|test_\w+)`")


@pytest.mark.parametrize("trick", TRICKS[1:], ids=lambda trick: trick.partition("\n")[0])
def test_each_trick_says_what_it_gains_and_what_tells_when_it_breaks(trick: str) -> None:
    trick, *_ = trick.split("\n## ")
    for what in ("Gain", "Risk", "Told by", "Taken out"):
        assert trick.count(f"**{what}**") == 1, what
    (told,) = re.findall(r"\*\*Told by\*\* (.*?)\n\*\*Taken out", trick, re.DOTALL)
    named = NAMED_TEST.findall(told)
    assert named or "`make bench` alone" in told or "the build" in told
    tests = {path.name: path for path in (ROOT / "tests").rglob("*test*.*")}
    code = "".join(
        path.read_text("utf-8") for name, path in tests.items() if name.endswith((".py", ".js"))
    )
    for name in named:
        assert Path(name).name in tests or f"def {name}(" in code, name


CLAIMS = tomllib.loads((ROOT / "tests" / "claims.toml").read_text(encoding="utf-8"))
CLAIMED = {"readme": ROOT / "README.md", "security": ROOT / ".github" / "SECURITY.md"}
LINE_OF_A_TABLE = re.compile(r"^\|[-|]+\|$|^\| (?:\| )+\|$", re.MULTILINE)


def prose_of(path: Path) -> str:
    """What a document says, without headings and marks."""
    text = re.sub(r"^#.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = LINE_OF_A_TABLE.sub("", text)
    text = re.sub(r"<[^>]*?alt=\"([^\"]*)\"[^>]*>|<br>", r" \1 ", text)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"^- ", " ", text, flags=re.MULTILINE)
    text = re.sub(r" \| |^\| | \|$", " ", text, flags=re.MULTILINE)
    return " ".join(text.replace("**", "").split())


@pytest.mark.parametrize("name", CLAIMED)
def test_each_sentence_of_readme_and_security_was_tried(name: str) -> None:
    """Word by word, in their order: one that was changed has to be tried again."""
    told = [" ".join(one["says"].split()) for one in CLAIMS[name]]
    assert prose_of(CLAIMED[name]) == " ".join(told)


@pytest.mark.parametrize(
    "claim", [one for name in CLAIMED for one in CLAIMS[name]], ids=lambda one: one["says"][:40]
)
def test_what_has_tried_a_sentence_is_there(claim: dict[str, Any]) -> None:
    assert claim.keys() & {"tried", "by_hand", "is"}
    assert claim.keys() <= {"says", "tried", "by_hand", "is"}
    assert "is" not in claim or claim.keys() == {"says", "is"}
    for test in claim.get("tried", ()):
        path, _, name = test.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {name}(" in text or f'test("{name}"' in text, test


def test_the_computer_has_as_many_levels_as_the_readme_says() -> None:
    said = re.search(r"computer at six levels \(five in AYA\)", prose_of(ROOT / "README.md"))
    assert said
    levels = {name: len(game.bots.levels) for name, game in GAMES.items()}
    assert levels == {"aya": 5, "yala": 6, "myra": 6}


def test_a_new_game_has_as_many_lines_as_the_readme_says() -> None:
    (said,) = re.findall(r"a folder of (\d+) lines", prose_of(ROOT / "README.md"))
    files = [
        path
        for path in (ROOT / "tests" / "fourth_game").rglob("*")
        if path.suffix in (".py", ".toml", ".css")
    ]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert abs(lines - int(said)) < 25
