"""What the tools make of styles, vendored files and catalogues."""

import json
import random
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import catalogues, folders, names, pictures, runtime, site, styles, vendor
from tools.project import NODE_MODULES, ROOT, ToolError

REGISTRIES = re.compile(r"registry\.npmjs|pypi\.org|pythonhosted|deb\.debian|jsdelivr|unpkg")


def test_styles_are_flattened(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('@import url("b.css");\n@import "c.css";\na { b: c }\n')
    (tmp_path / "b.css").write_text("b { c: d }\n")
    (tmp_path / "c.css").write_text('@import url("b.css");\nc { d: e }\n')
    flat = styles.flatten(tmp_path / "a.css")
    assert "@import" not in flat
    assert flat.split("\n") == ["b { c: d }", "b { c: d }", "c { d: e }", "a { b: c }", ""]


def test_a_sheet_that_is_imported_into_a_layer_is_a_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('@layer one;\n@import url("b.css") layer(one);\na { b: c }\n')
    (tmp_path / "b.css").write_text("b { c: d }\n")
    flat = styles.flatten(tmp_path / "a.css")
    assert flat == "@layer one;\n@layer one {\nb { c: d }\n}\na { b: c }\n"


def test_a_games_styles_come_from_its_folder(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / "games" / folder / "view").mkdir(parents=True)
        (tmp_path / "games" / folder / "view" / "style.css").write_text(f".{folder} {{ b: c }}\n")
    (tmp_path / "games" / "plain").mkdir()
    listed = tmp_path / "made" / "games.css"
    styles.list_games(tmp_path / "games", listed)
    assert styles.flatten(listed) == ".one { b: c }\n.two { b: c }\n"


def test_all_styles_are_one_sheet_the_shared_ones_first() -> None:
    sheet = styles.one_sheet()
    assert "@import" not in sheet
    assert (
        0 < sheet.index(".screen-start") < sheet.index("@layer screens {", sheet.index(".licences"))
    )
    games = sheet.rindex("@layer screens {")
    assert all(games < sheet.index(part) for part in (".tower", ".track-box"))


def test_vendored_scripts_import_nothing_that_is_missing(tmp_path: Path) -> None:
    copied = {path.name for path in vendor.copy(tmp_path) if path.parent.name == "pyscript"}
    for name in copied:
        text = (tmp_path / "pyscript" / name).read_text(encoding="utf-8")
        assert set(vendor.IMPORTED.findall(text)) <= copied
    assert not any(name.startswith(("codemirror", "xterm")) for name in copied)


def test_pyscript_opens_no_databases_and_one_that_does_so_otherwise_is_told() -> None:
    (core,) = (
        (name, path)
        for name, path in vendor.wanted_files(is_live=False).items()
        if vendor.PYSCRIPT_CORE.fullmatch(name)
    )
    written = vendor.content_of(*core)
    assert b"indexedDB" not in written
    assert written.replace(vendor.EMPTY_DATABASE, b"indexedDB.open(") == core[1].read_bytes()
    with pytest.raises(ToolError, match="no longer opens its databases"):
        vendor.without_databases(written)


def test_what_a_page_falls_back_to_is_pyodide_as_it_ships(tmp_path: Path) -> None:
    folder = tmp_path / runtime.write_plain(tmp_path)["plain"]
    assert {path.name for path in folder.iterdir()} == set(vendor.PLAIN_PYODIDE)
    for path in folder.iterdir():
        own = vendor.PLAIN_PYODIDE[path.name]
        assert path.read_bytes() == (NODE_MODULES / "pyodide" / own).read_bytes()


def test_vendored_copies_are_exact_and_nothing_stale_stays(tmp_path: Path) -> None:
    stale = tmp_path / "pyodide" / "old.js"
    stale.parent.mkdir()
    stale.write_text("old")
    (tmp_path / "pyodide" / "pyodide.mjs").write_text("of another version")
    vendor.copy(tmp_path)
    assert not stale.exists()
    for name, source in vendor.wanted_files(is_live=True).items():
        expected = vendor.content_of(name, source)
        assert (tmp_path / name).read_bytes() == expected


def test_pyodides_module_becomes_a_script_or_is_refused() -> None:
    module = b"async function _createPyodideModule(a){}export default _createPyodideModule;\n"
    script = vendor.as_script(module.replace(b"{}", b"{f(import.meta.url)}"))
    assert b"export" not in script
    assert b"{f(location.href)}" in script
    assert script.endswith(b"globalThis._createPyodideModule=_createPyodideModule;\n")
    for other in (b"import a from 'b';" + module, module * 2, b"async function f(){}"):
        with pytest.raises(ToolError, match="no longer one function"):
            vendor.as_script(other)


def test_pyodides_script_keeps_by_a_loop_the_exports_it_names_nowhere_else() -> None:
    start = b"var _a,_free,_b,_own,wasmMemory;function assignWasmExports(wasmExports){"
    kept = b'_free=Module["_free"]=wasmExports["free"];_own=Module["_own"]=wasmExports["other"];'
    dropped = b'_a=Module["_a"]=wasmExports["a"];_b=Module["_b"]=wasmExports["b"].value>>>0;'
    end = b"}f(_free,wasmMemory);"
    short = vendor.with_short_exports(start + kept + dropped + end)
    assert short == (
        b"var _free,_own,wasmMemory;function assignWasmExports(wasmExports){"
        + vendor.KEEP_ALL
        + kept
        + end
    )
    for other in (start + kept + end, kept + dropped):
        with pytest.raises(ToolError, match="no longer keeps its exports"):
            vendor.with_short_exports(other)


def test_the_package_index_is_pyodides_own_without_the_packages() -> None:
    index = {"info": {"python": "3.14"}, "packages": {"numpy": {}}}
    script = vendor.without_packages(json.dumps(index).encode()).decode()
    text = script.removeprefix("export const NO_PACKAGES = ").removesuffix(";\n")
    assert json.loads(text) == {"info": {"python": "3.14"}, "packages": {}}


def test_names_follow_contents() -> None:
    assert names.hashed_name("a", ".gz", b"x") == names.hashed_name("a", ".gz", b"x")
    assert names.hashed_name("a", ".gz", b"x") != names.hashed_name("a", ".gz", b"y")
    assert re.fullmatch(r"a\.[0-9a-f]{16}\.gz", names.hashed_name("a", ".gz", b"x"))


def test_catalogues_are_up_to_date_and_complete_enough_to_compile(tmp_path: Path) -> None:
    written = catalogues.compile_all(tmp_path)
    assert {path.stem for path in written} == set(catalogues.po_files())
    stale = tmp_path / "xx.mo"
    stale.write_bytes(b"")
    catalogues.compile_all(tmp_path)
    assert not stale.exists()


def test_extraction_finds_python_and_scripts() -> None:
    places = {place for message in catalogues.extract() for place, _ in message.locations}
    assert any(place.startswith("py/spieltisch/") for place in places)
    assert any(place.startswith("static/boot/") for place in places)


def test_a_faulty_catalogue_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "de.po"
    path.write_text('msgid "a"\nmsgid_plural "b"\nmsgstr "c"\nnonsense\n')
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    with pytest.raises(ToolError, match=r"de\.po"):
        catalogues.read_catalogue("de", path)


def png_size(path: Path) -> tuple[int, int]:
    """Width and height, as the file's head says."""
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_every_icon_is_there_in_its_size() -> None:
    for icon in pictures.DRAWN:
        assert png_size(pictures.ICONS / icon.name) == (icon.size, icon.size)
    assert png_size(pictures.ICONS / "share.png") == pictures.SHARE_SIZE
    drawn = {icon.name for icon in (*pictures.DRAWN, pictures.SCALABLE)} | {"share.png"}
    assert {path.name for path in pictures.ICONS.iterdir()} == drawn


def test_the_icon_is_the_mark_of_the_page_as_it_is_now() -> None:
    kept = (pictures.ICONS / pictures.SCALABLE.name).read_text(encoding="utf-8")
    assert kept == pictures.SCALABLE.svg() + "\n", "make pictures"


def test_what_the_page_names_is_served(tmp_path: Path) -> None:
    site.copy_static(tmp_path)
    text = (ROOT / "index.html").read_text(encoding="utf-8")
    named = re.findall(r"static/icons/[\w.-]+", text)
    assert len(named) >= 4
    assert all((tmp_path / name).is_file() for name in named)


@pytest.mark.parametrize(
    ("given", "used"),
    [("", ""), ("https://a.b", "https://a.b/"), ("https://a.b/c/", "https://a.b/c/")],
)
def test_an_address_ends_where_a_path_begins(given: str, used: str) -> None:
    assert site.with_slash(given) == used


REQUIREMENTS = [ROOT / folder / "requirements" for folder in ("tools", "lab")]
ASKED = sorted(path for folder in REQUIREMENTS for path in folder.glob("*.in"))
PINNED = re.compile(r"([\w.-]+)==([\w.]+)")


def pins_of(path: Path) -> dict[str, str]:
    """Each package that a file of requirements names, and its version."""
    return {
        re.sub(r"[-_.]+", "-", name).lower(): version
        for name, version in PINNED.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_versions_are_pinned_and_locked_by_digest(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-c"))]
    assert wanted
    assert all(PINNED.fullmatch(line) for line in wanted)
    lock = path.with_suffix(".txt")
    assert pins_of(path).items() <= pins_of(lock).items(), "make locks"
    # A continued line is one requirement with the digests of its files.
    locked = lock.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    for line in locked:
        if not line.startswith("#"):
            assert re.fullmatch(
                r"[\w.-]+==[\w.]+( ; [^#]*?)?(\s+--hash=sha256:[0-9a-f]{64})+", line
            ), line


def test_a_package_has_one_version_in_all_locks() -> None:
    assert len(ASKED) >= 5
    locks = [pins_of(path.with_suffix(".txt")) for path in ASKED]
    together = {pin for lock in locks for pin in lock.items()}
    assert len(together) == len(dict(together))


def test_no_registry_is_named() -> None:
    names = ["package.json", "package-lock.json", "Makefile", ".npmrc", ".ci/run", "index.html"]
    locks = [path.with_suffix(suffix) for path in ASKED for suffix in (".in", ".txt")]
    files = [*(ROOT / name for name in names), *locks]
    for file in files:
        assert not REGISTRIES.search(file.read_text(encoding="utf-8")), file


def test_settings_name_files_that_exist() -> None:
    settings = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    assert (ROOT / settings["interpreter"]).exists()


def small(folder: Path, name: str = "spieltisch") -> Path:
    """A folder that looks like a built site, of a project with that name."""
    (folder / "static").mkdir(parents=True)
    (folder / "index.html").write_text("page")
    bill = {"metadata": {"component": {"name": name}}}
    (folder / site.bill.FILE).write_text(json.dumps(bill))
    return folder


def test_a_site_may_be_built_where_nothing_is_or_a_site(tmp_path: Path) -> None:
    def is_refused(folder: Path) -> bool:
        try:
            site.refuse_what_is_no_site(folder)
        except ToolError:
            return True
        return False

    assert not is_refused(tmp_path / "not" / "there")
    assert not is_refused(tmp_path)
    assert not is_refused(small(tmp_path / "site"))
    (tmp_path / "link").symlink_to(tmp_path / "site")
    assert not is_refused(tmp_path / "link")
    (tmp_path / "site" / "photo.jpg").touch()
    assert is_refused(tmp_path / "link")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda folder: (folder / "photo.jpg").touch(), "has photo.jpg in it"),
        (lambda folder: (folder / ".git").mkdir(), "has .git in it"),
        (lambda folder: [(folder / name).touch() for name in "ab"], "has a and 1 more in it"),
        (lambda folder: (folder / site.bill.FILE).unlink(), "holds no site of this project"),
        (lambda folder: (folder / site.bill.FILE).write_text("[]"), "holds no site"),
        (lambda folder: (folder / site.bill.FILE).write_bytes(b"\xff"), "holds no site"),
    ],
)
def test_a_folder_with_anything_else_is_refused_and_left_alone(
    tmp_path: Path, harm: Callable[[Path], object], told: str
) -> None:
    folder = small(tmp_path / "site")
    harm(folder)
    before = folders.files_of(folder)
    with pytest.raises(ToolError, match=re.escape(told)):
        site.build(folder)
    assert folders.files_of(folder) == before


def test_what_is_no_folder_or_of_another_project_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for target, told in (
        (tmp_path / "file", "is no folder"),
        (tmp_path / "link", "is a link to nothing"),
        (small(tmp_path / "other", "another"), "holds no site of this project"),
        (ROOT, "which is no part of a site"),
    ):
        with pytest.raises(ToolError, match=told):
            site.build(target)


def test_a_build_without_every_part_leaves_the_site_before(tmp_path: Path) -> None:
    folder = small(tmp_path / "site")
    before = folders.files_of(folder)
    with pytest.raises(ToolError, match="has made no late, script, snapshot, wasm"):
        site.build(folder, make=lambda _, __: {"app": "spieltisch.zip"})
    assert folders.files_of(folder) == before
    assert list(tmp_path.iterdir()) == [folder]


KILLED = """
import signal
import sys
import threading
from pathlib import Path
from tools import site
out, address, at, more_s = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
done = 0

def count(event, told):
    global done
    writes = event == "open" and told[2] & (os.O_WRONLY | os.O_RDWR)
    if writes or event.startswith(("os.", "shutil.", "subprocess.", "ctypes.dlsym")):
        done += 1
        if done == at:
            threading.Timer(more_s, os.killpg, (0, signal.SIGKILL)).start()

sys.addaudithook(count)
site.build(out, address)
print(done)
os._exit(0)
"""
"""Builds a site, and kills itself and all that it has begun so long after it has done so much to
the disk: however fast a machine is, the moments are spread over all of a build."""


@pytest.mark.soak
def test_a_build_that_is_killed_leaves_the_site_before_and_the_next_is_right(
    tmp_path: Path,
) -> None:
    folder, chance = tmp_path / "site", random.Random(20261128)
    digests, pages = {}, set()

    def begin(address: str, at: int = 0, more_s: float = 0) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", KILLED, folder, address, str(at), str(more_s)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def watched(build: subprocess.Popen[str]) -> str:
        """Look at what is served until a build has ended; give what it has printed."""
        while True:
            try:
                return build.communicate(timeout=0.02)[0]
            except subprocess.TimeoutExpired:
                assert (folder / "index.html").read_bytes() in pages

    # The first one may have to make what the others reuse.
    for address in ("https://one.example/", "https://other.example/"):
        told, _ = begin(address).communicate()
        digests[address] = site.digest_of(folder)
        pages.add((folder / "index.html").read_bytes())
    count, served = int(told), address
    assert count > 100
    moments = [(chance.randint(1, count), chance.uniform(0, 0.2)) for _ in range(25)]
    # Where it is all but done, the new one takes the place of the old one.
    moments += [(count - back, 0) for back in range(5)]
    for number, (at, more_s) in enumerate(chance.sample(moments, len(moments)), start=1):
        (other,) = digests.keys() - {served}
        build = begin(other, at, more_s)
        told = watched(build)
        assert build.returncode == -signal.SIGKILL or told, "it was killed, or done before"
        if site.digest_of(folder) == digests[other]:
            served = other
        assert site.digest_of(folder) == digests[served], (at, more_s)
        if number % 10 == 0:
            (served,) = digests.keys() - {served}
            assert watched(begin(served))
            assert site.digest_of(folder) == digests[served]
            assert list(tmp_path.iterdir()) == [folder], "what the killed ones left is gone"
