"""Makes `dist/spieltisch.html`: the whole game in one file, which plays without a host.

It is the page of a built site, with the site's files in it as texts, and its scripts as inline ones
whose digests its policy has: static/file/ lends them to the page. What a browser refuses to a page
that was opened as a file is told by tests/e2e/test_file.py, and in README.
"""

import argparse
import base64
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

from tools import names, offline, page, runtime, scripts, vendor
from tools.project import CARRIED, NODE_MODULES, ROOT, SITE, STATIC, WORKER, ToolError
from tools.shipped import licences
from tools.styles import SHEET

# In bytes: what fits on any stick, and what course pages take.
MOST = 12_000_000
# As in static/file/parts.js: no such host is asked for anything.
NOWHERE = "https://spieltisch.invalid/"
# Python's base 85, but for the sign that might begin a tag.
FROM_PYTHON = bytes.maketrans(b"<", b",")
# The modules of the standard library that come along: those that the snapshot has put off (LATE in
# tools/snapshot/inside.py), and what a bot of a person's own may well import.
LIBRARY = (
    *("asyncio", "bz2", "codeop", "compression", "concurrent", "dis", "fcntl", "hmac", "html"),
    *("ipaddress", "locale", "logging", "lzma", "opcode", "selectors", "shutil", "socket", "ssl"),
    *("subprocess", "tempfile", "threading", "tomllib", "zipfile"),
    *("_compression", "_opcode_metadata", "_weakrefset", "calendar", "cmath", "colorsys"),
    *(
        "contextvars",
        "csv",
        "decimal",
        "difflib",
        "fractions",
        "glob",
        "gzip",
        "graphlib",
        "fnmatch",
        "numbers",
        "pprint",
        "queue",
    ),
    *("signal", "statistics", "string", "textwrap", "token", "tokenize", "_threading_local"),
)
PRESSED = "static/boot/page.js"
# How PyScript imports its interpreter and the page's script, in the page and, in quotes, in its
# worker.
IMPORTS = re.compile(rb"(?<=\(e,t\)=>)import(?=\(e\)\.then\()|(?<=module:)import(?=\(o\))")
IMPORTED = b"globalThis.spieltischImport"
WORKER_TEXT = b'new Blob(["/*@*/"+'
WORKER_BEGINS = b'new Blob([...globalThis.spieltischWorker(),"/*@*/"+'
# How it takes an address to be relative to the page, or the worker. The worker of a page that was
# opened as a file has an address that is none.
OWN_ADDRESS = b't.replace(/^blob:/,"")'
NO_ADDRESS = b't.replace(/^blob:.*/,"%s")' % NOWHERE.encode()
# Named by PyScript, and not there: no page of ours asks for them.
NAMED = re.compile(rb'import\("\./([\w-]+\.js)"\)')
# What a script asks for by its place beside it.
BESIDE = re.compile(r'new URL\(\s*"(\.{1,2}/[^"]+)",\s*"([^"]+)"\s*\)')
# What the file has of the head of a site's page.
HEAD = re.compile(
    r"<(?:link|meta (?:property|name=.twitter)|script (?:src|type=.module))[^>]*>(?:</script>)?\n"
)
DESCRIPTION = re.compile(r'<meta name="description" property="og:description"')
POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
FRAME = re.compile(r"'sha256-[\w+/=]+'")
MISSING = re.compile(r'(?<=<p id="boot-missing" role="alert">).*?(?=</p>)', re.DOTALL)
# Read where no script runs, as the page's own <noscript> is.
NOT_RUN = {
    "en": "The game has not started: this browser does not run it from a file. Try another one.",
    "de": "Das Spiel ist nicht gestartet: Dieser Browser führt es nicht aus einer Datei aus."
    " Nimm einen anderen.",
    "fr": "Le jeu n’a pas démarré\u202f: ce navigateur ne l’exécute pas depuis un fichier."
    " Essaie avec un autre.",
    "es": "El juego no se ha iniciado: este navegador no lo ejecuta desde un archivo. Prueba con"
    " otro.",
    "pt-BR": "O jogo não começou: este navegador não o executa a partir de um arquivo."
    " Tente outro.",
}
ICON = "static/icons/icon-32.png"


def sha256(text: str) -> str:
    """Give a script's or a style's digest as a policy names it."""
    return f"'{offline.digest(text.encode())}'"


def inline(text: str) -> str:
    """Give a text that may stand in a script element; ToolError if it would end it."""
    if re.search(r"</script|<!--", text, re.IGNORECASE):
        raise ToolError("A script has '</script' or '<!--' in it, and cannot stand in a page.")
    return text


def written(content: bytes) -> str:
    """Write bytes in base 85."""
    return base64.b85encode(content).translate(FROM_PYTHON).decode()


def element(path: str, text: str, form: str, more: str = "") -> str:
    """Give the element that has a file of the site."""
    attributes = f'type="text/plain" data-file="{html.escape(path)}" data-form="{form}"{more}'
    return f"<script {attributes}>{inline(text)}</script>"


def as_bytes(path: str, content: bytes, more: str = "") -> str:
    """Give the element that has a file as it is."""
    return element(path, written(content), "bytes", more)


def as_packed(path: str, content: bytes, more: str = "") -> str:
    """Give the element that has a file compressed."""
    return element(path, written(runtime.pack(content)), "packed", more)


def library(path: str, content: bytes) -> str:
    """Give the element that has the part of the standard library that comes along. What is there
    lies where it did: the snapshot knows the places."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        infos = sorted(archive.infolist(), key=lambda info: info.header_offset)
        ends = [*(info.header_offset for info in infos[1:]), archive.start_dir]
    ranges: list[list[int]] = []
    for info, end in zip(infos, ends, strict=True):
        if PurePosixPath(info.filename).parts[0].removesuffix(".py") not in LIBRARY:
            continue
        if ranges and sum(ranges[-1]) == info.header_offset:
            ranges[-1][1] = end - ranges[-1][0]
        else:
            ranges.append([info.header_offset, end - info.header_offset])
    there = b"".join(content[start : start + size] for start, size in ranges)
    told = " ".join(str(number) for one in ranges for number in one)
    more = f' data-ranges="{told} {len(content)}" data-for-worker'
    return element(path, written(there), "ranges", more)


def bundle(made: str) -> dict[str, str]:
    """Bundle the scripts as a page that is one file runs them: the page's own with PyScript in it,
    what its worker begins with, and each script that is wanted later."""
    vendor.copy()
    with tempfile.TemporaryDirectory() as folder:
        static = Path(folder) / "static"
        shutil.copytree(STATIC, static, ignore=shutil.ignore_patterns("made", "locale", "puzzles"))
        absent = change_pyscript(static / "vendor" / "pyscript")
        out = Path(folder) / "out"
        later = [name for name in scripts.LATER if name.split("/")[0] in WANTED_LATER]
        page_address, worker_address = (f"{NOWHERE}static/{name}" for name in INSTEAD)
        common = ["--charset=ascii", *(f"--external:./{name}" for name in absent)]
        run_esbuild(static, out, page_address, "file/begin.js", *later, *common)
        run_esbuild(static, out, f"{worker_address}?{made}", "file/worker.js", "--format=iife")
        run_esbuild(static, out, page_address, "workshop/editor.js", "--minify", *common)
        run_esbuild(static, out, page_address, *scripts.HANDED_OVER, "--format=iife")
        found = sorted(out.rglob("*.js"))
        return {one.relative_to(out).as_posix(): one.read_text(encoding="utf-8") for one in found}


WANTED_LATER = ("qr", "relay", "share", "sound", "workshop")
INSTEAD = ("boot/page.js", "runtime/python.js")


def run_esbuild(static: Path, out: Path, address: str, *arguments: str) -> None:
    """Bundle scripts that take themselves to be at an address."""
    apart = [f"--external:{name}" for name in ("../offline/register.js", "node:*", "ws")]
    shape = ["--bundle", "--format=esm", "--target=es2022", *apart]
    place = [f'--define:import.meta.url="{address}"', "--outbase=.", f"--outdir={out}"]
    done = subprocess.run(
        [scripts.ESBUILD, *shape, *place, "--log-level=error", *arguments],
        cwd=static,
        env={**os.environ, "NODE_PATH": str(NODE_MODULES)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ToolError(f"The scripts could not be bundled:\n{done.stderr.strip()}")


def change_pyscript(folder: Path) -> list[str]:
    """Have PyScript import what it imports by the page, and begin its worker's text as the page
    says; give the names of the scripts that it names and has not."""
    (core,) = folder.glob("core-*.js")
    content, count = IMPORTS.subn(IMPORTED, core.read_bytes())
    is_known = count == 4 and content.count(OWN_ADDRESS) == 2 and content.count(WORKER_TEXT) == 1
    if not is_known:
        raise ToolError(
            "PyScript no longer imports its interpreter, or makes its worker, as it did."
        )
    content = content.replace(OWN_ADDRESS, NO_ADDRESS)
    core.write_bytes(content.replace(WORKER_TEXT, WORKER_BEGINS))
    named = {name.decode() for name in NAMED.findall(content)}
    return sorted(name for name in named if not (folder / name).exists())


def head_of(text: str, policy: str, style: str, icon: bytes, site: str) -> str:
    """Give a site's page with the head of a page that is one file."""
    text = DESCRIPTION.sub('<meta name="description"', text, count=1)
    text = HEAD.sub("", text)
    # No worker keeps it.
    text = offline.SEALED.sub(offline.UNSEALED, text, count=1)
    text = POLICY.sub(policy.replace("\\", "\\\\"), text, count=1)
    data = base64.b64encode(icon).decode()
    told = f'<meta name="site" content="{html.escape(site)}">\n' if site else ""
    more = f'<link rel="icon" href="data:image/png;base64,{data}">\n{told}<style>{style}</style>\n'
    return text.replace("</head>", f"{more}</head>", 1)


def make(site: Path, address: str = "") -> bytes:
    """Give the file that has all of a built site; `address` is where a site is, for links."""
    text = (site / "index.html").read_text(encoding="utf-8")
    made = dict(re.findall(r"([\w-]+)=([\w.-]+)", named_in(text)))
    lacking = runtime.PARTS - made.keys()
    if lacking:
        raise ToolError(f"{site} has no {', '.join(sorted(lacking))}: build it with `make site`.")
    # There is no other way to start: for that the file would have to be twice as large.
    del made["app"]
    query = page.query_of(made)
    bundled = bundle(query)
    worker, main = bundled.pop("file/worker.js"), bundled.pop("file/begin.js")
    folder = site / "static" / "made"
    pyodide = (folder / made["script"]).read_text(encoding="utf-8")
    parts, digests = [], {sha256(pyodide), sha256(main)}
    for name, script in bundled.items():
        path = f"static/{name}"
        digests.add(sha256(script))
        parts.append(as_packed(path, script.encode()))
    parts.append(as_packed(f"static/made/{made['script']}", pyodide.encode()))
    for part, name in sorted(made.items()):
        if name.endswith(".zst"):
            is_for_worker = part in ("snapshot", "wasm")
            more = " data-for-worker" if is_for_worker else ""
            parts.append(as_bytes(f"static/made/{name}", (folder / name).read_bytes(), more))
    plain = f"static/made/{made['plain']}/python_stdlib.zip"
    parts.append(library(plain, (site / plain).read_bytes()))
    zstd = "static/vendor/zstddec/zstddec.wasm"
    decoder = (site / names.find(site, zstd)).read_bytes()
    parts.append(as_bytes(zstd, decoder, " data-for-worker"))
    asked = [f"static/puzzles/{one.name}" for one in sorted((STATIC / "puzzles").glob("*.json"))]
    asked += ["static/workshop/python.json", "static/workshop/examples.json", WORKER]
    parts += [as_packed(name, (site / names.find(site, name)).read_bytes()) for name in asked]
    parts.append(as_packed(licences.FILE, (site / licences.FILE).read_bytes()))
    check_named(parts, main, *bundled.values())
    style = (site / names.find(site, SHEET)).read_text(encoding="utf-8")
    if "url(" in style or "</style" in style:
        raise ToolError("The styles ask for a file, or would end their element.")
    policy = policy_of(text, digests, style)
    icon = (site / names.find(site, ICON)).read_bytes()
    text = head_of(text, policy, style, icon, address)
    told = {name: NOWHERE + name for name in [*(f"static/{one}" for one in bundled), *asked]}
    text = re.sub(
        r'(?<=<script type="application/json" id="files">).*?(?=</script>)',
        lambda _: json.dumps(told),
        text,
    )
    text = with_config(text)
    text = MISSING.sub(lambda _: missing(address), text, count=1)
    begins = f'<script type="text/plain" id="worker">{inline(worker)}</script>'
    runs = f'<script type="module" data-made="{html.escape(query)}">{inline(main)}</script>'
    end = "\n".join([*parts, begins, runs, "</body>"])
    content = text.replace("</body>", end, 1).encode()
    if len(content) > MOST:
        raise ToolError(f"The file has {len(content):,} bytes, and may have {MOST:,} at most.")
    return content


def check_named(parts: Sequence[str], *texts: str) -> None:
    """Refuse scripts that ask for a file by its place beside them, where the file has none there:
    all of them are taken to be in one folder."""
    there = {found[1] for part in parts if (found := re.search(r'data-file="([^"]+)"', part))}
    for name, base in BESIDE.findall("\n".join(texts)):
        path = urlsplit(urljoin(base, name)).path.removeprefix("/")
        if path not in there and not path.startswith("static/made/"):
            raise ToolError(f"A script asks for {path}, which the file has not: name its folder.")


def named_in(text: str) -> str:
    """Give the names of the made files, as a site's page tells them."""
    told = re.search(r'data-made="([^"]+)"', text)
    if told is None:
        raise ToolError("The site's page names no files that were made for it.")
    return html.unescape(told[1])


def policy_of(text: str, digests: set[str], style: str) -> str:
    """Give the page's policy: nothing is asked of any host, and no script runs but those that came
    with the page."""
    policy = POLICY.search(text)
    frames = FRAME.findall(policy[0]) if policy else []
    allowed = " ".join(sorted({*frames, *digests}))
    return (
        f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval'; style-src {sha256(style)};"
        " img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )


def with_config(text: str) -> str:
    """Have PyScript find its interpreter and the page's script where the file has them."""

    def change(found: re.Match[str]) -> str:
        config = json.loads(html.unescape(found[1]))
        config["interpreter"] = NOWHERE + page.INTERPRETER
        config["js_modules"] = {"main": {NOWHERE + PRESSED: "page"}}
        return f'<script type="py" config="{page.as_json(config)}">'

    changed, count = re.subn(r'<script type="py" config="([^"]*)">', change, text)
    if count != 1:
        raise ToolError("The site's page must have PyScript's settings exactly once.")
    return changed


def missing(address: str) -> str:
    """Say what to do where the page's script does not run, in all languages: nothing runs that
    could choose one."""
    told = [f'<span lang="{html.escape(tag)}">{text}</span>' for tag, text in NOT_RUN.items()]
    link = f'<a href="{html.escape(address)}">{html.escape(address)}</a>'
    return "\n".join([*told, link] if address else told)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.carry", description=__doc__)
    parser.add_argument("--site", type=Path, default=SITE, help="the built site")
    parser.add_argument("--out", type=Path, default=CARRIED, help="the file to write")
    parser.add_argument(
        "--address", default="", help="where a site is, for the links that it sends"
    )
    options = parser.parse_args()
    address = options.address and options.address.rstrip("/") + "/"
    try:
        content = make(options.site, address)
    except (ToolError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(content)
    size, digest = len(content) / 1_000_000, hashlib.sha256(content).hexdigest()
    out = options.out.resolve()
    print(
        f"wrote {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}:"
        f" {size:.1f} MB, sha256 {digest}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
