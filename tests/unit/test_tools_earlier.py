"""The files of the published build stay when the next one is published."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.test_tools_names import FILES, all_names, write
from tools import earlier, names, offline, serve
from tools.project import ToolError

PAGE = '<!doctype html>\n<html lang="en" data-state="loading">\n'


def build(site: Path, **changes: str) -> Path:
    """A small built site, with some files changed."""
    files = {**FILES, "static/offline/worker.js": "worker", **changes}
    files["index.html"] = PAGE + files["index.html"]
    names.name_by_content(write(site, files))
    offline.seal(site)
    return site


@pytest.fixture
def published(tmp_path: Path) -> Path:
    return build(tmp_path / "published")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return build(tmp_path / "new", **{"static/sound/begin.js": "new", "static/a.css": "new"})


def test_what_has_changed_stays_under_its_old_name(published: Path, new: Path) -> None:
    before = all_names(new)
    script = (new / offline.SCRIPT).read_text()
    assert earlier.bring(str(published), new) == 2
    assert all_names(new) - before == {
        names.find(published, "static/sound/begin.js"), names.find(published, "static/a.css"),
    }  # fmt: skip
    assert (new / offline.SCRIPT).read_text() == script, "the worker keeps its own build alone"
    assert earlier.bring(str(published), new) == 0


def test_the_build_before_the_published_one_is_left_behind(
    tmp_path: Path, published: Path, new: Path
) -> None:
    earlier.bring(str(published), new)
    third = build(tmp_path / "third", **{"static/sound/begin.js": "third"})
    earlier.bring(str(new), third)
    kept = {path.read_text() for path in (third / "static" / "sound").iterdir()}
    assert kept == {"new", "third"}


@pytest.fixture
def address(published: Path) -> Iterator[str]:
    server = serve.make_server(published, 0, "/user/repo/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{serve.HOST}:{server.server_port}/user/repo"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("end", ["", "/"])
def test_a_published_site_is_read_from_its_host(address: str, new: Path, end: str) -> None:
    assert earlier.bring(address + end, new) == 2


@pytest.mark.parametrize("may_be_first", [False, True])
def test_where_nothing_is_published_is_told(
    address: str, tmp_path: Path, new: Path, may_be_first: bool
) -> None:
    for nowhere in (str(tmp_path / "nowhere"), "htps://host.example", str(new.parent)):
        with pytest.raises(ToolError, match=r"there is no such site.*leave it out"):
            earlier.kept_of(nowhere, new, may_be_first=may_be_first)


def test_a_host_with_nothing_yet_is_right_only_for_a_first_site(address: str, new: Path) -> None:
    with pytest.raises(ToolError, match="nothing is published there"):
        earlier.kept_of(address + "/elsewhere", new)
    told = earlier.kept_of(address + "/elsewhere", new, may_be_first=True)
    assert told == f"nothing is published at {address}/elsewhere yet"


def test_what_was_kept_is_told(published: Path, new: Path) -> None:
    assert earlier.kept_of(str(published), new) == f"kept 2 files of the build at {published}"
    assert "has no files that this one lacks" in earlier.kept_of(str(published), new)


def test_a_site_that_ends_its_workers_lists_nothing_to_keep(published: Path, new: Path) -> None:
    offline.end(published)
    assert earlier.bring(str(published), new) is None
    assert "lists no files to keep" in earlier.kept_of(str(published), new)


@pytest.mark.parametrize(
    "script",
    [
        "<!doctype html>",
        "",
        'run({"id": "a"});',
        'run({"files": ["a"]});',
        'run({"files": {"a": 1}});',
        "run({);",
        "run({{}});",
        "\ufffd",
    ],
)
def test_a_site_of_somebody_else_is_refused(published: Path, new: Path, script: str) -> None:
    (published / offline.SCRIPT).write_text(script)
    with pytest.raises(ToolError, match="is not a site of this project"):
        earlier.bring(str(published), new)


@pytest.mark.parametrize("name", ["../a.0123456789abcdef.js", "/tmp/a.0123456789abcdef.js"])
def test_a_file_outside_of_the_site_is_never_written(published: Path, new: Path, name: str) -> None:
    before = all_names(new.parent)
    (published / offline.SCRIPT).write_text(f'run({{"files": {{"{name}": "sha256-a"}}}});')
    with pytest.raises(ToolError, match="no place in a site"):
        earlier.bring(str(published), new)
    assert all_names(new.parent) == before


def test_a_file_that_is_not_what_its_build_lists_is_refused(published: Path, new: Path) -> None:
    path = published / names.find(published, "static/a.css")
    path.write_text("an error's page")
    with pytest.raises(ToolError, match="is not the file"):
        earlier.bring(str(published), new)
    path.unlink()
    with pytest.raises(ToolError, match="no such file"):
        earlier.bring(str(published), new)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://[", "http://a b", "https://"])
def test_a_host_out_of_reach_is_told(new: Path, address: str) -> None:
    with pytest.raises(ToolError, match="http"):
        earlier.bring(address, new)
