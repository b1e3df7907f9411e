"""The game as one file: what is written into it, and what is refused."""

import ast
import io
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from tools import carry
from tools.project import NODE_MODULES, ROOT, ToolError

PARTS = (ROOT / "static" / "file" / "parts.js").as_uri()
READ = """
const { fromBase85, lend } = await import(process.argv[1]);
const parts = JSON.parse(process.argv[2]);
lend((path) => parts[path] ?? null);
const read = [];
for (const path of Object.keys(parts)) {
  const address = `https://spieltisch.invalid/${path}?a#b`;
  const response = await fetch(address);
  const there = globalThis.spieltischBytes(new URL(address));
  read.push([[...new Uint8Array(await response.arrayBuffer())], [...there]]);
}
console.log(JSON.stringify(read));
"""


def read_by_the_page(*elements: str) -> list[list[list[int]]]:
    """What the page's own script makes of some elements, by `fetch` and at once."""
    parts = {}
    for text in elements:
        found = re.fullmatch(r"<script ([^>]*)>(.*)</script>", text, re.DOTALL)
        assert found
        told = dict(re.findall(r'data-(\w+)="([^"]*)"', found[1]))
        parts[told["file"]] = {**told, "text": found[2]}
    command = ["node", "--input-type=module", "-e", READ, PARTS, json.dumps(parts)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    read: list[list[list[int]]] = json.loads(done.stdout)
    return read


def test_a_page_reads_what_was_written() -> None:
    contents = [b"", b"a", b"ab", b"abc", b"abcd", b"\xff" * 7, bytes(range(256)) * 3, b"<!--" * 9]
    elements = [carry.as_bytes(f"f{n}", content) for n, content in enumerate(contents)]
    assert read_by_the_page(*elements) == [[list(one), list(one)] for one in contents]


def test_of_the_library_there_is_what_comes_along_where_it_was() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in ("abc.py", "calendar.py", "html/__init__.py", "tkinter/x.py", "zipfile/a.py"):
            archive.writestr(name, name * 3)
    content = buffer.getvalue()
    [[fetched, now]] = read_by_the_page(carry.library("lib.zip", content))
    assert fetched == now
    assert len(now) == len(content)
    for name in ("calendar.py", "html/__init__.py", "zipfile/a.py"):
        assert (name * 3).encode() in bytes(now)
    for name in ("abc.py", "tkinter/x.py"):
        assert name.encode() not in bytes(now)


def put_off() -> tuple[str, ...]:
    """The modules that the snapshot has put off. They are named where only Pyodide can run."""
    source = (ROOT / "tools" / "snapshot" / "inside.py").read_text(encoding="utf-8")
    (late,) = (
        one
        for one in ast.parse(source).body
        if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == "LATE"
    )
    names: tuple[str, ...] = eval(ast.unparse(late.value))
    return names


def test_what_the_snapshot_has_put_off_comes_along() -> None:
    assert "zipfile" in put_off()
    assert {name.split(".")[0] for name in put_off()} <= {*carry.LIBRARY}


def test_no_page_imports_what_the_snapshot_has_put_off() -> None:
    # The whole library would be fetched while the page waits, and Firefox tells Python of events
    # meanwhile, for which it is not ready. Texts are read by tomllib as the snapshot is made.
    late = {*put_off()}
    for path in (ROOT / "py").rglob("*.py"):
        if path.name in ("cli.py", "__main__.py", "new_game.py", "text_files.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
                names += [f"{node.module}.{alias.name}" for alias in node.names]
            assert not {*names} & late, path


def test_a_text_that_would_end_its_element_is_refused() -> None:
    for text in ("a</script>", "a</SCRIPT x", "<!-- a"):
        with pytest.raises(ToolError, match="cannot stand in a page"):
            carry.element("a", text, "text")


def test_another_pyscript_is_refused(tmp_path: Path) -> None:
    dist = NODE_MODULES / "@pyscript" / "core" / "dist"
    (core,) = dist.glob("core-*.js")
    copy = tmp_path / core.name
    copy.write_bytes(core.read_bytes())
    assert "toml" in " ".join(carry.change_pyscript(tmp_path))
    assert copy.read_bytes().count(carry.IMPORTED) == 4
    with pytest.raises(ToolError, match="PyScript no longer imports"):
        carry.change_pyscript(tmp_path)


def test_a_site_without_a_snapshot_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script data-made="app=a.zip&amp;wasm=b.zst"></script>')
    with pytest.raises(ToolError, match="has no late, script, snapshot: build it"):
        carry.make(tmp_path)
    (tmp_path / "index.html").write_text("<p>")
    with pytest.raises(ToolError, match="names no files"):
        carry.make(tmp_path)


def test_where_no_script_runs_it_says_so_in_every_language() -> None:
    told = carry.missing("https://games.example/a&b/")
    assert set(re.findall(r'lang="([^"]+)"', told)) == set(first_languages())
    assert 'href="https://games.example/a&amp;b/"' in told
    assert "href" not in carry.missing("")


def first_languages() -> list[str]:
    """What the page's own text for where scripts are switched off is in."""
    source = (ROOT / "index.html").read_text(encoding="utf-8")
    told = re.search(r"<noscript>.*?</noscript>", source, re.DOTALL)
    assert told
    return ["en", *re.findall(r'lang="([^"]+)"', told[0])]


def test_a_script_that_asks_for_a_file_beside_it_is_refused() -> None:
    asks = 'new URL("{}/bot.js", "https://spieltisch.invalid/static/boot/page.js")'
    there = [carry.as_bytes("static/workshop/bot.js", b"")]
    carry.check_named(there, asks.format("../workshop"))
    with pytest.raises(ToolError, match=r"static/boot/bot\.js"):
        carry.check_named(there, asks.format("."))
