// Pyodide under Node: compiles Python, and takes the snapshot.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide, version } from "pyodide";

import { describeBytes, describeText, formatDelta } from "../../static/runtime/delta.js";
import { placeOfTrampoline } from "../../static/runtime/trampoline.js";
import { checkDelta, findRuns } from "./diff.js";
import { makeLasting } from "./lasting.js";

/** @typedef {import("pyodide").PyodideInterface} Pyodide */

const PYODIDE = fileURLToPath(new URL(".", import.meta.resolve("pyodide")));
const PLAIN_STDLIB = path.join(PYODIDE, "python_stdlib.zip");
const { info } = JSON.parse(await readFile(path.join(PYODIDE, "pyodide-lock.json"), "utf-8"));
const PYSCRIPT = new URL("../../node_modules/@pyscript/core/src/", import.meta.url);
// Runs in place of the long code by which PyScript writes its own Python into files.
const IMPORT_PYSCRIPT = "import pyscript as _pyscript; del _pyscript\n";
const HERE = fileURLToPath(new URL(".", import.meta.url));
// Where the Python beside this file lies while a snapshot is made.
const TOOLS = "/snapshot";
const PYTHON_FILES = ["compiling.py", "inside.py", "stays.py"];
// Runs at the end. It reads the list of what is in the plain standard library, and leaves none of the
// modules that only made the snapshot. The garbage collector need not look again at what is left.
const LEAVE = `
import gc, sys, zipimport
for archive in zipimport._zip_directory_cache:
    zipimport._zip_directory_cache[archive] = zipimport._read_directory(archive)
del sys.modules["tools.snapshot.inside"], sys.modules["tools.snapshot.compiling"]
del sys.modules["tools.snapshot"].inside, sys.modules["tools.snapshot"].compiling
sys.path.remove("${TOOLS}")
gc.collect()
gc.collect()
gc.freeze()
del archive, gc, sys, zipimport
`;
// What Pyodide runs to start.
const BOOTSTRAP = [
  "{}",
  "import importlib; importlib",
  "import __main__; __main__.__dict__",
  "import builtins; builtins.__dict__",
];

/**
 * Ask an interpreter where its packages belong, and where it looks for its standard library.
 * @param {Pyodide} pyodide
 * @returns {{sitePackages: string, stdlib: string}}
 */
function pathsOf(pyodide) {
  return {
    sitePackages: pyodide.runPython("__import__('site').getsitepackages()[0]"),
    stdlib: pyodide.runPython("next(p for p in __import__('sys').path if p.endswith('.zip'))"),
  };
}

/**
 * Read a file as plain bytes: Pyodide does not take a Buffer for bytes.
 * @param {string} file
 */
export async function readBytes(file) {
  return new Uint8Array(await readFile(file));
}

/** @param {import("pyodide").PyodideConfig} options */
function load(options) {
  return loadPyodide({
    indexURL: PYODIDE,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    // Line numbers are enough for a traceback: columns are a sixth of all the code.
    env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
    _sysExecutable: "python",
    ...options,
  });
}

/**
 * Import one of the Python modules beside this file, by the name it has in the working tree.
 * @param {Pyodide} pyodide
 * @param {string} name
 */
async function importTool(pyodide, name) {
  const folder = `${TOOLS}/tools/snapshot`;
  pyodide.FS.mkdirTree(folder);
  for (const file of PYTHON_FILES) {
    pyodide.FS.writeFile(`${folder}/${file}`, await readBytes(path.join(HERE, file)));
  }
  pyodide.runPython(`import sys; sys.path.insert(0, "${TOOLS}"); sys.dont_write_bytecode = True`);
  return pyodide.pyimport(`tools.snapshot.${name}`);
}

/**
 * Compile the standard library and our packages.
 * @param {Uint8Array} sources
 */
export async function compileZips(sources) {
  const pyodide = await load({});
  const compile = (await importTool(pyodide, "compiling")).compile_zip;
  /** @type {(zip: Uint8Array, prefix: string, isOurs: boolean) => Uint8Array} */
  const compiled = (zip, prefix, isOurs) => compile(pyodide.toPy(zip), prefix, isOurs).toJs();
  const stdlib = await readBytes(PLAIN_STDLIB);
  const paths = pathsOf(pyodide);
  return {
    stdlib: compiled(stdlib, paths.stdlib, false),
    app: compiled(sources, paths.sitePackages, true),
  };
}

/**
 * Import what a start needs and take the snapshot; give the modules that it lacks, too.
 * @param {string} runtime folder of Pyodide's WebAssembly, and of its script
 * @param {string} stdlib path of the compiled standard library
 * @param {Uint8Array} app
 * @param {Uint8Array} sources
 * @param {string[]} scripts what pages and workers run
 */
export async function takeSnapshot(runtime, stdlib, app, sources, scripts) {
  const images = new Images();
  const pyodide = await load({
    indexURL: runtime,
    _makeSnapshot: true,
    stdLibURL: path.resolve(stdlib),
    createPyodideModule: await images.recordingModule(runtime),
  });
  const { default: pyscript } = await import(new URL("stdlib/pyscript.js", PYSCRIPT).href);
  const { stdlib: pyscriptText } = await import(new URL("stdlib.js", PYSCRIPT).href);
  const paths = pathsOf(pyodide);
  pyodide.unpackArchive(app, "zip", { extractDir: paths.sitePackages });
  const inside = await importTool(pyodide, "inside");
  const pyscriptFiles = pyodide.toPy(flatten(pyscript));
  const zip = pyodide.toPy(sources);
  const compiled = pyodide.toPy(app);
  const late = inside.import_all(zip, compiled, pyscriptFiles);
  /** @type {Uint8Array} */
  const lateBytes = late.toJs();
  inside.keep_modules(pyscriptFiles);
  const texts = pyodide.toPy([...BOOTSTRAP, IMPORT_PYSCRIPT, ...scripts]);
  inside.keep_texts(texts);
  const described = inside.lasting_types();
  /** @type {[number, boolean][]} */
  const kinds = described.toJs();
  // Whatever JavaScript still held would be in the snapshot, or not, as it happens to be collected.
  for (const proxy of [inside, zip, compiled, late, pyscriptFiles, texts, described])
    proxy.destroy();
  // Until here, Python has imported from the compiled standard library; a page lends it the plain one.
  const library = await readBytes(PLAIN_STDLIB);
  pyodide.FS.writeFile(paths.stdlib, library);
  pyodide.runPython(LEAVE);

  const module = /** @type {any} */ (pyodide)._module;
  makeLastingIn(module, kinds);
  clearUnused(module);
  clearStack(module);
  // Each page keeps its own, see restore.js: a Node without garbage collection in WebAssembly has none.
  module.HEAPU32[placeOfTrampoline(module)] = 0;
  const own = pyodide.makeMemorySnapshot();
  const ownSize = new Uint32Array(own.buffer, 0, 2)[1];
  const full = own.slice(ownSize);
  const taken = { pristine: images.pristine, fresh: images.fresh, full };
  const heapStart = module.___heap_base;
  const head = {
    version,
    own: Buffer.from(own.subarray(0, ownSize)).toString("base64"),
    size: full.length,
    heapStart,
    stdlib: paths.stdlib,
    library: describeBytes(library),
    pyscript: { ...describeText(pyscriptText), instead: IMPORT_PYSCRIPT },
  };
  const snapshot = formatDelta(head, findRuns(taken, heapStart), full);
  checkDelta(snapshot, taken);
  return { snapshot, late: lateBytes };
}

/**
 * @param {any} module
 * @param {[number, boolean][]} kinds
 */
function makeLastingIn(module, kinds) {
  const end = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const described = kinds.map(([at, isCollected]) => ({ at, isCollected }));
  makeLasting(module.HEAPU32, module.___heap_base, end, described);
}

/**
 * Zero the free memory, so that it is not part of the snapshot.
 * @param {any} module
 */
function clearUnused(module) {
  const { HEAPU8 } = module;
  // Allocate every free piece of the heap, largest first, without letting the heap grow.
  module._malloc_set_footprint_limit(module._malloc_footprint());
  const taken = [];
  for (let size = 1 << 24; size >= 8; size = size > 256 ? Math.floor(size * 0.95) : size - 8) {
    for (let at = module._malloc(size); at; at = module._malloc(size)) {
      HEAPU8.fill(0, at, at + module._malloc_usable_size(at));
      taken.push(at);
    }
  }
  for (const at of taken) module._free(at);
  module._malloc_set_footprint_limit(-1);
}

/**
 * Zero what returned functions have left on the stack.
 * @param {any} module
 */
function clearStack(module) {
  module.HEAPU8.fill(0, module._emscripten_stack_get_end(), module._emscripten_stack_get_current());
}

/** What the memory was like before Python started. */
class Images {
  pristine = new Uint8Array();
  fresh = new Uint8Array();

  /** @param {string} runtime */
  async recordingModule(runtime) {
    const { default: create } = await import(path.join(runtime, "pyodide.asm.mjs"));
    return (/** @type {any} */ settings) => {
      const { instantiateWasm } = settings;
      settings.instantiateWasm = (/** @type {any} */ imports, /** @type {Function} */ done) =>
        instantiateWasm(
          imports,
          (/** @type {WebAssembly.Instance} */ instance, /** @type {unknown} */ module) => {
            const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
            this.pristine = new Uint8Array(memory.buffer).slice();
            done(instance, module);
          },
        );
      settings.onRuntimeInitialized = () => {
        this.fresh = settings.HEAPU8.slice();
      };
      return create(settings);
    };
  }
}

/**
 * Turn a tree of files, as PyScript keeps its Python, into a map from path to text.
 * @param {Record<string, any>} tree
 * @param {string} [base]
 * @returns {Record<string, string>}
 */
function flatten(tree, base = "") {
  /** @type {Record<string, string>} */
  const files = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === "string") files[base + name] = value;
    else Object.assign(files, flatten(value, `${base}${name}/`));
  }
  return files;
}
