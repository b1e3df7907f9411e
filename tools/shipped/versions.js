// Prints the versions of the libraries in Pyodide, as JSON: only its own Python knows them.

import { readFile } from "node:fs/promises";

import { loadPyodide } from "pyodide";

const lock = new URL("../../node_modules/pyodide/pyodide-lock.json", import.meta.url);
const { info } = JSON.parse(await readFile(lock, "utf-8"));
const pyodide = await loadPyodide();
const asked = pyodide.runPython(`
import json, sqlite3, zlib
from compression import zstd
from xml.parsers import expat
import decimal
json.dumps({
    "expat": expat.EXPAT_VERSION.removeprefix("expat_"),
    "libmpdec": decimal.__libmpdec_version__,
    "sqlite": sqlite3.sqlite_version,
    "zlib": zlib.ZLIB_RUNTIME_VERSION,
    "zstd": zstd.zstd_version,
})
`);
const emscripten = info.platform.replace("emscripten_", "").replaceAll("_", ".");
console.log(JSON.stringify({ ...JSON.parse(asked), python: info.python, emscripten }));
