"""Runs inside Pyodide under Node while the site is built (tools/snapshot/build.js calls it)."""

import ast
import html
import importlib
import importlib.util
import io
import marshal
import re
import sys
import zipfile
from dataclasses import is_dataclass
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import CodeType, FunctionType, ModuleType
from urllib import parse

from _pyodide import _base
from _pyodide._base import CodeRunner

# The oldest date a zip file can hold: the files' own dates must not change the bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)
# Compiled without docstrings and assertions, which nobody reads in a page.
OPTIMIZE = 2


def without_lines(code: CodeType) -> CodeType:
    """Give the code without its table of line numbers, nor those of the functions in it.

    For the standard library that spares a visitor 134 KB, 1.8 % of all that is fetched.
    """
    consts = tuple(without_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=consts)


class WithoutSignatureTypes(ast.NodeTransformer):
    """Drops what only a type checker reads: 124 KB of what a visitor fetches, 1.7 %.

    A class's own annotations stay: dataclasses are made of them.
    """

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Drop the types of parameters and result."""
        return self._strip(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Drop the types of parameters and result."""
        return self._strip(node)

    def _strip(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        parameters = node.args
        for parameter in (
            *parameters.posonlyargs,
            *parameters.args,
            *parameters.kwonlyargs,
            *filter(None, (parameters.vararg, parameters.kwarg)),
        ):
            parameter.annotation = None
        node.returns = None
        return self.generic_visit(node)


def compile_module(source: bytes, path: str, is_ours: bool) -> CodeType:
    """Compile one module without what a page does not need.

    Tracebacks tell the lines of our own modules, those of the standard library do without.
    """
    tree = ast.parse(source)
    if is_ours:
        tree = WithoutSignatureTypes().visit(tree)
    code = compile(tree, path, "exec", dont_inherit=True, optimize=OPTIMIZE)
    return code if is_ours else without_lines(code)


def compile_zip(content: bytes, prefix: str, is_ours: bool) -> bytes:
    """Give the zip with its modules compiled, as files that import takes without their sources.

    `prefix` is where the modules will lie, for tracebacks.
    """
    # The flag of a file that is never checked against its source.
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target,
    ):
        for name in sorted(source.namelist()):
            if name.endswith("/"):
                continue
            data = source.read(name)
            if name.endswith(".py"):
                data = head + marshal.dumps(compile_module(data, f"{prefix}/{name}", is_ours))
                name += "c"
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            target.writestr(info, data)
    return buffer.getvalue()


def imported_names(source: bytes) -> set[str]:
    """Give every module that a file may import, also where it does so inside a function."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def module_name(path: str) -> str:
    """Turn a file's path into its module's name."""
    return re.sub(r"(/__init__)?\.py$", "", path).replace("/", ".")


def is_module(name: str) -> bool:
    """Tell whether there is such a module, as opposed to a name inside of one."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def on_demand(name: str) -> ModuleType:
    """Give a module whose body runs when it is first asked for something."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def import_all(app: bytes, pyscript: dict[str, str]) -> None:
    """Import all of ours, and the standard modules that we and PyScript may import."""
    with zipfile.ZipFile(io.BytesIO(app)) as archive:
        # A command line's modules are of no use in a page.
        sources = {
            name: archive.read(name)
            for name in archive.namelist()
            if name.endswith(".py") and not name.endswith(("/__main__.py", "/cli.py"))
        }
    texts = [*sources.values(), *(text.encode() for text in pyscript.values())]
    used = {name for text in texts for name in imported_names(text)}
    for name in sorted(used):
        if name.split(".")[0] in sys.stdlib_module_names and is_module(name):
            importlib.import_module(name)
    for path in sorted(sources):
        importlib.import_module(module_name(path))
    put_off()
    shorten_dataclasses()


def put_off() -> None:
    """Leave out what other modules import and hardly ever use, until it is asked for: then it is
    read from the compiled standard library, as every module is that the snapshot does not hold.

    That is the 2,231 names of characters by which HTML is read (we only write it), and addresses
    with an IPv6 number. It spares a visitor 82 KB, a hundredth of all that is fetched.
    """
    names = on_demand("html.entities")
    sys.modules["html.entities"] = names
    vars(html).update(entities=names, _html5=LateTable(names, "html5"))
    del sys.modules["ipaddress"]
    vars(parse).update(ipaddress=on_demand("ipaddress"))


class LateTable:
    """A module's dictionary, as far as it is looked up: it is found in the module each time."""

    def __init__(self, module: ModuleType, name: str) -> None:
        self._module = module
        self._name = name

    def __contains__(self, key: object) -> bool:
        return key in getattr(self._module, self._name)

    def __getitem__(self, key: str) -> str:
        value: str = getattr(self._module, self._name)[key]
        return value


def shorten_dataclasses() -> None:
    """Drop how our dataclasses describe themselves, which `dataclass` writes: they are still shown,
    as any object is. It spares a visitor 50 KB, 0.7 % of all that is fetched; without it the page
    would send more than 1.15 times what an empty one does.
    """
    for name, module in sorted(sys.modules.items()):
        if name.split(".")[0] != "spieltisch":
            continue
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == name and is_dataclass(found):
                found.__doc__ = None
                if "__repr__" in vars(found):
                    del found.__repr__
                for method in vars(found).values():
                    if is_generated(method):
                        method.__code__ = without_lines(method.__code__)


def is_generated(method: object) -> bool:
    """Tell whether this is a function that no file has the lines of."""
    return isinstance(method, FunctionType) and method.__code__.co_filename == "<string>"


class KeptModules(Loader):
    """Gives modules from code kept in memory. Their bodies run when they are imported.

    PyScript's own modules need the page's objects, so that they cannot be imported before there
    is a page; but they need not be compiled in it.
    """

    def __init__(self, codes: dict[str, tuple[CodeType, bool]]) -> None:
        self._codes = codes

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        """Find a module that was kept."""
        if name not in self._codes:
            return None
        spec = ModuleSpec(name, self, is_package=self._codes[name][1])
        if spec.submodule_search_locations is not None:
            # Where PyScript writes the sources of the modules that were not kept.
            spec.submodule_search_locations.append(name)
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to Python."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's body."""
        exec(self._codes[module.__name__][0], module.__dict__)


def keep_modules(sources: dict[str, str]) -> None:
    """Compile modules, given by their paths, to be imported later."""
    codes = {}
    for path, text in sorted(sources.items()):
        code = compile(text, path, "exec", dont_inherit=True, optimize=OPTIMIZE)
        codes[module_name(path)] = (without_lines(code), path.endswith("/__init__.py"))
    sys.meta_path.insert(0, KeptModules(codes))


class KeptRunner(CodeRunner):  # type: ignore[misc]
    """Runs a text that was compiled long before Pyodide asks for it."""

    def __init__(self, source: str) -> None:
        super().__init__(source, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        super().compile()
        del self.ast

    def compile(self) -> "KeptRunner":
        """Do nothing: it is done."""
        return self


class KeptTexts:
    """Stands in for Pyodide's `CodeRunner`, and has some texts compiled, each to be run once.

    Compiling a text costs a page ten milliseconds and more: the browser has to compile Python's
    compiler first (see restore.js for what all of it takes).
    """

    def __init__(self, texts: list[str]) -> None:
        self.left = {text: KeptRunner(text) for text in texts}

    def __call__(self, source: str, **options: object) -> CodeRunner:
        """Give what runs a text."""
        return self.left.pop(source, None) or CodeRunner(source, **options)


def keep_texts(texts: list[str]) -> None:
    """Compile texts that pages and workers will run."""
    _base.CodeRunner = KeptTexts(texts)
