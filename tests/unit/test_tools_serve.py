"""The server: right types, from a sub-path, and today's files in a working tree."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools import bundle, serve
from tools.project import ToolError


@contextmanager
def running(site: Path | None, prefix: str = "/") -> Iterator[int]:
    server = serve.make_server(site, prefix=prefix)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def get(port: int, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(serve.HOST, port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.headers.get("Content-Type", ""), answer.read()
    connection.close()
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("index.html", "a.js", "b.mjs", "c.wasm", "d.zst", "e.css", "f.webmanifest"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_types(folder: Path) -> None:
    expected = {
        "index.html": "text/html",
        "a.js": "text/javascript",
        "b.mjs": "text/javascript",
        "c.wasm": "application/wasm",
        "d.zst": "application/octet-stream",
        "e.css": "text/css",
        "f.webmanifest": "application/manifest+json",
    }
    with running(folder) as port:
        for name, kind in expected.items():
            assert get(port, f"/{name}") == (200, kind, name.encode())
        assert get(port, "/")[2] == b"index.html"


def test_sub_path(folder: Path) -> None:
    with running(folder, "/user/repo/") as port:
        assert get(port, "/user/repo/a.js?x=1")[0] == 200
        assert get(port, "/user/repo/")[2] == b"index.html"
        assert get(port, "/a.js")[0] == 404


def test_working_tree_shows_the_page_and_hides_the_rest() -> None:
    with running(None) as port:
        status, kind, page = get(port, "/")
        assert (status, kind) == (200, "text/html; charset=utf-8")
        assert b"data-game" in page
        assert get(port, f"/static/made/{bundle.LIVE.name}")[2].startswith(b"PK")
        status, kind, script = get(port, "/static/boot/page.js")
        assert (status, kind) == (200, "text/javascript")
        assert b"loadPyodide" in script, "all that a start needs, in one"
        assert b"sourceMappingURL" in script
        status, kind, sheet = get(port, "/static/styles/main.css")
        assert (status, kind) == (200, "text/css")
        assert b"@import" not in sheet
        assert b".tower" in sheet
        # Whatever else is asked for there, nothing is made for it, which takes a while.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(serve.runtime, "make_or_reuse", lambda *_: pytest.fail("made in vain"))
            assert get(port, "/static/made/nothing.js")[0] == 404
        for path in ("/Makefile", "/.git/config", "/py/spieltisch/cli.py", "/static/../Makefile"):
            assert get(port, path)[0] == 404


def test_taken_port_is_said(folder: Path) -> None:
    with running(folder) as port, pytest.raises(ToolError, match=f"Port {port} cannot be had"):
        serve.make_server(folder, port)
