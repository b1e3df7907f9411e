"""Copies the runtime files a page uses out of node_modules into `static/vendor/`.

As a program it also writes what else the source needs to be a page that any web server can serve:
our Python as one file, and a list of the games' style sheets.
"""

import base64
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tools import bundle, styles
from tools.project import NODE_MODULES, STATIC, ToolError, exit_code

VENDOR = STATIC / "vendor"
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")
# PyScript imports its error plugin on demand, even if that is switched off; and what reads TOML,
# which a built page has no need of.
PYSCRIPT_ON_DEMAND = re.compile(r"""["']\./(error-[\w-]+\.js)["']""")
PYSCRIPT_TOML = re.compile(r"""["']\./(toml-[\w-]+\.js)["']""")
IDB = "idb/idb.js"
UQR = "uqr/uqr.js"
QR = ("qr/decode.js", "qr/index.js")
GIF = "gifenc/gifenc.js"
IDIOMORPH = "idiomorph/idiomorph.esm.js"
ZSTD = "zstddec/zstddec.wasm"
EMBEDDED = re.compile(rb"[A-Za-z0-9+/]{1000,}=*")
# How Pyodide's script keeps its WebAssembly's exports: in variables, and as properties of Module.
EXPORTS_KEPT = re.compile(rb"function assignWasmExports\(wasmExports\){")
EXPORT_KEPT = re.compile(rb'(_\w+)=Module\["\1"\]=wasmExports\["(\w+)"\](?:\.value>>>0)?;')
KEEP_ALL = (
    b"for(const[name,found]of Object.entries(wasmExports))"
    b'Module["_"+name]??=typeof found==="function"?found:found.value>>>0;'
)
# What Pyodide is started from, and the name of each as it ships. Scripts get the name that every
# host knows for one: many send `.mjs` as a type that no browser runs.
PLAIN_PYODIDE = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
    "python_stdlib.zip": "python_stdlib.zip",
}
# How PyScript opens the databases in which it keeps packages, and rights to folders of the disk.
# A page has neither, and with them it would not start in a browser that lets no page keep anything.
PYSCRIPT_CORE = re.compile(r"pyscript/core-[\w-]+\.js")
OPEN_DATABASE = b"indexedDB.open("
# An empty one that keeps nothing. Part of PyScript's script is in quotes, so there are none here.
EMPTY_DATABASE = (
    b"(()=>{const answer=result=>{const asked={};"
    b"queueMicrotask(()=>asked.onsuccess({target:{result}}));return asked};"
    b"const nothing=()=>answer();"
    b"const store={getAllKeys:()=>answer([]),count:()=>answer(0),get:nothing,getKey:nothing,"
    b"put:nothing,delete:nothing,clear:nothing};"
    b"const close=()=>undefined;"
    b"return answer({transaction:()=>({objectStore:()=>store}),close})})("
)
# What the editor of the workshop is made of, by the names that these packages import each other by.
EDITOR = {
    "@codemirror/autocomplete": "dist/index.js",
    "@codemirror/commands": "dist/index.js",
    "@codemirror/lang-python": "dist/index.js",
    "@codemirror/language": "dist/index.js",
    "@codemirror/state": "dist/index.js",
    "@codemirror/streamparser": "dist/index.js",
    "@codemirror/view": "dist/index.js",
    "@lezer/common": "dist/index.js",
    "@lezer/highlight": "dist/index.js",
    "@lezer/lr": "dist/index.js",
    "@lezer/python": "dist/index.js",
    "@marijn/find-cluster-break": "src/index.js",
    "crelt": "index.js",
    "style-mod": "src/style-mod.js",
    "w3c-keyname": "index.js",
}
IMPORTED_PACKAGE = re.compile(rb"""^(import .* from )["']([@a-z][\w@/-]*)["']""", re.MULTILINE)
NO_PACKAGES = "pyodide/no_packages.js"
PYODIDE = "pyodide/pyodide.mjs"


def editor_file(package: str) -> str:
    """Give the name of a package of the editor in `static/vendor/`."""
    return f"editor/{package.removeprefix('@').replace('/', '-')}.js"


# Files that are bundled in ours in a built site (tools/scripts.py).
BUNDLED = {GIF, IDB, IDIOMORPH, NO_PACKAGES, PYODIDE, QR[0], QR[1], UQR, *map(editor_file, EDITOR)}
# The types of the copies, so that the type checker does not read the copies themselves.
DECLARATIONS = {
    "pyodide/pyodide.d.mts": 'export { loadPyodide, version } from "pyodide";\n',
    "pyodide/no_packages.d.ts": "export const NO_PACKAGES: object;\n",
    # It brings no types.
    "gifenc/gifenc.d.ts": (
        "type Colours = number[][];\ntype Pixels = Uint8Array | Uint8ClampedArray;\n"
        "export const quantize:"
        " (pixels: Pixels, most: number, how: { format: string }) => Colours;\n"
        "export const applyPalette:"
        " (pixels: Pixels, colours: Colours, format: string) => Uint8Array<ArrayBuffer>;\n"
        "type How = { palette?: Colours, delay: number, dispose: number, transparent: boolean,"
        " transparentIndex: number };\n"
        "export const GIFEncoder: () => { finish(): void, bytes(): Uint8Array<ArrayBuffer>,"
        " writeFrame(pixels: Uint8Array, width: number, height: number, how: How): void };\n"
    ),
    "idb/idb.d.ts": 'export { openDB } from "idb";\n',
    "uqr/uqr.d.ts": 'export { encode } from "uqr";\n',
    "qr/decode.d.ts": 'export { decodeQR } from "qr/decode.js";\n',
    "idiomorph/idiomorph.esm.d.ts": 'export { Idiomorph } from "idiomorph";\n',
    "pyscript/core.d.ts": (
        "export const hooks: { worker: { onBeforeRunAsync: Set<Function> } };\n"
    ),
    **{
        editor_file(package).replace(".js", ".d.ts"): f'export * from "{package}";\n'
        for package in EDITOR
    },
}


def pyscript_files(dist: Path, *, is_live: bool) -> list[str]:
    """Give PyScript's entry and the files that it loads: none of its editors and terminals."""
    wanted = ["core.js"]
    patterns = (IMPORTED, PYSCRIPT_ON_DEMAND, *([PYSCRIPT_TOML] if is_live else []))
    for name in wanted:
        text = (dist / name).read_text(encoding="utf-8")
        found = [other for pattern in patterns for other in pattern.findall(text)]
        wanted += [other for other in dict.fromkeys(found) if other not in wanted]
    return wanted


def wanted_files(*, is_live: bool) -> dict[str, Path]:
    """Map each file of `static/vendor/` to where npm put it.

    A built site has Python in its own form, and Pyodide's files beside it (tools/runtime.py); a
    page served from the working tree starts from Pyodide's files.
    """
    pyodide = NODE_MODULES / "pyodide"
    dist = NODE_MODULES / "@pyscript" / "core" / "dist"
    if not pyodide.exists() or not dist.exists():
        raise ToolError("node_modules has no pyodide or @pyscript/core: run `npm ci`.")
    files = {PYODIDE: pyodide / "pyodide.mjs"}
    if is_live:
        files |= {f"pyodide/{name}": pyodide / own for name, own in PLAIN_PYODIDE.items()}
    files |= {f"pyscript/{name}": dist / name for name in pyscript_files(dist, is_live=is_live)}
    files[NO_PACKAGES] = pyodide / "pyodide-lock.json"
    files[ZSTD] = NODE_MODULES / "zstddec/dist/zstddec-stream.mjs"
    files[IDB] = NODE_MODULES / "idb/build/umd.js"
    files[UQR] = NODE_MODULES / "uqr/dist/index.mjs"
    files |= {name: NODE_MODULES / name for name in QR}
    files |= {editor_file(name): NODE_MODULES / name / path for name, path in EDITOR.items()}
    files[GIF] = NODE_MODULES / "gifenc/dist/gifenc.esm.js"
    files[IDIOMORPH] = NODE_MODULES / "idiomorph/dist/idiomorph.min.js"
    return files


def with_export(export: bytes) -> Callable[[bytes], bytes]:
    """Make a module of a script: some are minified only as scripts, a quarter of their module."""
    return lambda script: script + b"\n" + export + b"\n"


def as_script(module: bytes) -> bytes:
    """Make a classic script of Pyodide's module, in strict mode as modules are.

    A page lends it what it would fetch by its own address (static/runtime/lending.js).
    """
    name = b"_createPyodideModule"
    export = b"export default %s;" % name
    if not module.startswith(b"async function %s(" % name) or module.count(export) != 1:
        raise ToolError("Pyodide's module is no longer one function, exported by default.")
    script = module.replace(export, b"globalThis.%s=%s;" % (name, name))
    return b'"use strict";' + script.replace(b"import.meta.url", b"location.href")


def with_short_exports(script: bytes) -> bytes:
    """Replace the statements by which Pyodide's script keeps exports by one loop, for the 4,700
    that it names nowhere else. They are a third of the script as it is transferred.
    """
    words = Counter(re.findall(rb"[\w$]+", script))
    dropped = {
        own
        for own, exported in EXPORT_KEPT.findall(script)
        # Named three times: declared, assigned, and as a property of Module.
        if own == b"_" + exported and words[own] == 3
    }
    script = EXPORT_KEPT.sub(lambda kept: b"" if kept[1] in dropped else kept[0], script)
    script = re.sub(rb"\b(_\w+),", lambda name: b"" if name[1] in dropped else name[0], script)
    short, count = EXPORTS_KEPT.subn(lambda start: start[0] + KEEP_ALL, script)
    if not dropped or count != 1 or dropped & set(re.findall(rb"[\w$]+", short)):
        raise ToolError("Pyodide's script no longer keeps its exports as it did.")
    return short


def lean_script(module: bytes) -> bytes:
    """Leave out of Pyodide's script what no page needs."""
    return with_short_exports(module)


def without_packages(index: bytes) -> bytes:
    """Make a module of Pyodide's package index, without its packages: the site has all we run.

    It is a module because it is needed at once: Pyodide would fetch a file only when asked to
    start.
    """
    no_packages = {"info": json.loads(index)["info"], "packages": {}}
    return f"export const NO_PACKAGES = {json.dumps(no_packages)};\n".encode()


def embedded(module: bytes) -> bytes:
    """Take the WebAssembly out of the module that has it as base64, which is a third longer.

    The page's security policy would not let the module fetch it from that text.
    """
    texts = EMBEDDED.findall(module)
    if len(texts) != 1:
        raise ToolError("zstddec's module no longer holds its WebAssembly as one text.")
    return base64.b64decode(texts[0], validate=True)


def beside_each_other(module: bytes) -> bytes:
    """Have a package of the editor import the others by where they are here."""

    def place(found: re.Match[bytes]) -> bytes:
        package = found[2].decode()
        if package not in EDITOR:
            raise ToolError(f"The editor imports {package}, which is not listed.")
        return found[1] + f'"../{editor_file(package)}"'.encode()

    return IMPORTED_PACKAGE.sub(place, module)


def without_databases(core: bytes) -> bytes:
    """Have PyScript open no databases."""
    if OPEN_DATABASE not in core:
        raise ToolError("PyScript no longer opens its databases as it did.")
    return core.replace(OPEN_DATABASE, EMPTY_DATABASE)


CHANGED = {
    ZSTD: embedded,
    IDB: with_export(b"export const{openDB}=globalThis.idb;"),
    IDIOMORPH: with_export(b"export{Idiomorph};"),
    NO_PACKAGES: without_packages,
    **dict.fromkeys(map(editor_file, EDITOR), beside_each_other),
}


def content_of(name: str, source: Path) -> bytes:
    """Give what a file of `static/vendor/` is to hold."""
    change = without_databases if PYSCRIPT_CORE.fullmatch(name) else CHANGED.get(name, bytes)
    return change(source.read_bytes())


def copy(target: Path = VENDOR, *, is_live: bool = True) -> list[Path]:
    """Make `target` hold exactly the wanted files; give them.

    A built site does not get the files that are bundled in ours.
    """
    files = wanted_files(is_live=is_live)
    if not is_live:
        files = {name: source for name, source in files.items() if name not in BUNDLED}
    for name, source in files.items():
        copied = target / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        # Contents are compared, not dates: npm's files may be older than an earlier copy.
        content = content_of(name, source)
        if not copied.exists() or copied.read_bytes() != content:
            copied.write_bytes(content)
    for path in target.rglob("*"):
        name = path.relative_to(target).as_posix()
        if path.is_file() and name not in files and name not in DECLARATIONS:
            path.unlink()
    return [target / name for name in files]


def declare(target: Path = VENDOR) -> None:
    """Write the declarations of types beside the copies."""
    for name, text in DECLARATIONS.items():
        path = target / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def make() -> None:
    """Make a page of the source, of which the type checker then knows all files, too."""
    copy()
    declare()
    styles.list_games()
    bundle.write_live()


def main() -> int:
    """Run the command line."""
    return exit_code(make)


if __name__ == "__main__":
    sys.exit(main())
