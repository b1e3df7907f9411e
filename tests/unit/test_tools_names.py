"""A built site's files are named by their content, and what refers to them follows."""

import re
from pathlib import Path

import pytest

from tools import names
from tools.project import MANIFEST, ToolError

FILES = {
    "index.html": (
        '<link href="static/a.css"><script src="static/boot/page.js"></script>'
        f'<script data="x &quot;./static/boot/page.js?made=1&quot;"></script>{names.FILES}'
        '<script type="py">"py/worker.py"</script>'
    ),
    MANIFEST: '{"icons": [{"src": "static/icons/icon.png"}]}',
    ".nojekyll": "",
    "static/a.css": "a",
    "static/boot/page.js": 'import "./shared.js"; f("../later/begin.js", `./reader.js${q}`)',
    "static/boot/shared.js": 'f("../made/", "./gone.js", "no/path.js")',
    "static/later/begin.js": 'import("./one.js")',
    "static/later/one.js": 'import "./other.js"',
    "static/later/other.js": 'import "./one.js"',
    "static/icons/icon.png": "icon",
    "static/made/app.0123456789abcdef.zip": "app",
    f"static/made/script.{'0' * 64}.js": "script",
    "static/made/plain.0123456789abcdef/plain.mjs": "plain",
    "static/sound/begin.js": "sound",
    "py/worker.py": "worker",
}


def write(site: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    return site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write(tmp_path / "site", FILES)


def all_names(site: Path) -> set[str]:
    return {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}


def test_all_files_are_named_by_content_but_those_that_are_asked_for_by_name(site: Path) -> None:
    renamed = names.name_by_content(site)
    assert all_names(site) == {renamed.get(name, name) for name in FILES}
    unnamed = {name for name in all_names(site) if not names.is_by_content(name)}
    assert unnamed == {"index.html", MANIFEST, ".nojekyll"}
    assert {names.plain(name) for name in renamed.values()} == set(renamed)
    assert names.find(site, "static/boot/page.js") == renamed["static/boot/page.js"]
    with pytest.raises(ToolError, match="not 0"):
        names.find(site, "static/boot/gone.js")


def test_what_refers_to_a_file_has_its_new_name(site: Path) -> None:
    renamed = names.name_by_content(site)
    page = (site / "index.html").read_text()
    assert f'href="{renamed["static/a.css"]}"' in page
    assert page.count(renamed["static/boot/page.js"]) == 2
    assert '>"py/worker.py"<' in page, "a script that is recognised by its text stays as it is"
    assert renamed["static/icons/icon.png"] in (site / MANIFEST).read_text()
    script = (site / renamed["static/boot/page.js"]).read_text()
    for name in ("static/boot/shared.js", "static/later/begin.js"):
        assert Path(renamed[name]).name in script
    assert "`./reader.js${q}`" in script, "what is no file of the site keeps its name"
    assert (site / renamed["static/boot/shared.js"]).read_text() == FILES["static/boot/shared.js"]


def test_a_page_is_told_where_the_files_are_that_python_asks_for(site: Path) -> None:
    renamed = names.name_by_content(site)
    told = re.search(r'id="files">(.*?)<', (site / "index.html").read_text())
    assert told is not None
    asked = ("py/worker.py", "static/sound/begin.js")
    assert told[1] == str({name: renamed[name] for name in asked}).replace("'", '"')


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("static/")])
def test_a_change_renames_the_file_and_all_that_lead_to_it_and_nothing_else(
    tmp_path: Path, name: str
) -> None:
    one = names.name_by_content(write(tmp_path / "one", FILES))
    changed = names.name_by_content(write(tmp_path / "two", {**FILES, name: FILES[name] + " "}))
    leads = {
        "static/boot/shared.js": {"static/boot/page.js"},
        "static/later/begin.js": {"static/boot/page.js"},
        "static/later/one.js": {
            "static/boot/page.js", "static/later/begin.js", "static/later/other.js",
        },
        "static/later/other.js": {
            "static/boot/page.js", "static/later/begin.js", "static/later/one.js",
        },
    }  # fmt: skip
    expected = set() if name.startswith(names.MADE) else {name} | leads.get(name, set())
    assert {key for key in one if one[key] != changed[key]} == expected


def test_the_same_content_has_the_same_names_wherever_it_lies(tmp_path: Path) -> None:
    one = names.name_by_content(write(tmp_path / "one", FILES))
    other = names.name_by_content(write(tmp_path / "two", dict(reversed(FILES.items()))))
    assert one == other


def test_a_page_that_cannot_be_told_is_refused(site: Path) -> None:
    (site / "index.html").write_text("<p>page")
    with pytest.raises(ToolError, match="exactly once"):
        names.name_by_content(site)
