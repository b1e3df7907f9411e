"""Imports the modules of a snapshot, in Pyodide under Node (tools/snapshot/build.js calls it)."""

import ast
import atexit
import contextlib
import dataclasses
import functools
import gc
import html
import importlib
import importlib.util
import io
import linecache
import logging
import marshal
import re
import sys
import types
import weakref
import zipfile
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from _pyodide import _base
from pyodide.webloop import WebLoopPolicy

from tools.snapshot.compiling import OPTIMIZE, with_first_lines
from tools.snapshot.stays import SHARED_METHODS, KeptModules, KeptTexts, LateName, put_off_names

# Standard modules that our imports pull in and a page does not need; it can still import them (see
# `put_off`), and a test plays without any of them. All together they are a twentieth of what a
# visitor fetches.
LATE = (
    *("bz2", "compression.zstd", "lzma", "shutil", "tempfile", "zipfile"),  # for packages
    *("selectors", "socket", "ssl", "subprocess"),  # a browser has none of these
    *("concurrent.futures", "fcntl", "logging", "threading"),
    *(
        f"asyncio.{name}"
        for name in (
            *("base_events", "base_subprocess", "selector_events", "sslproto", "streams"),
            *("subprocess", "trsock", "unix_events"),  # other event loops than the page's
            *("graph", "locks", "log", "queues", "staggered", "taskgroups", "threads"),
        )
    ),
    *("codeop", "dis", "opcode"),  # for programmers
    *("html.entities", "ipaddress", "locale"),
    "tomllib",  # for rulebooks and lessons, which are read when a game is imported
)


# What pages and their bots' worker import of ours. What else we have comes when it is wanted
# (LATE in app/screens.py).
OURS = ("spieltisch.shell.app", "spieltisch.play.service")

# Of a class's flags: the garbage collector looks at its objects (CPython's Py_TPFLAGS_HAVE_GC).
IS_COLLECTED = 1 << 14

# How many runs it takes until Python has specialized a piece of code.
REHEARSALS = 4


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
    """Give a module whose body runs when one of its attributes is first used."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def import_all(app: bytes, compiled: bytes, pyscript: dict[str, str]) -> bytes:
    """Import what a start needs of ours, and the standard modules that we and PyScript may import.

    Args:
        app: all of ours, and `compiled` as well.

    Returns:
        those of ours that were not imported, see `late_modules`.
    """
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
    with sharing_methods():
        for name in OURS:
            importlib.import_module(name)
    late = late_modules(compiled)
    # The page's policy overrides all by which its base, the system's policy, makes loops, and
    # the system's loops are 189 KB of what a visitor fetches, 2.7 %.
    (system_policy,) = WebLoopPolicy.__bases__
    WebLoopPolicy.__bases__ = system_policy.__bases__
    vars(html)["_html5"] = LateName("html.entities", "html5")
    # A page does not exit: what is to be done then would only keep a module in memory.
    atexit.unregister(logging.shutdown)
    put_off(LATE)
    rehearse()
    return late


@contextlib.contextmanager
def sharing_methods() -> Iterator[None]:
    """Have the dataclasses that are made meanwhile share the methods whose speed does not matter.

    Python writes and compiles six methods for each, with texts of their own for documentation and
    types: for our 450 that is 365 KB of what a visitor fetches, 5.1 %, and 1.5 MB of memory to be
    copied at each start.
    """
    builder: Any = vars(dataclasses)["_FuncBuilder"]
    add_fn, add_fns_to_class = builder.add_fn, builder.add_fns_to_class
    shared: list[str] = []

    def add_unless_shared(self: Any, name: str, *args: Any, **options: Any) -> None:
        if name in SHARED_METHODS:
            shared.append(name)
        else:
            add_fn(self, name, *args, **options)

    def add_shared(self: Any, cls: type) -> None:
        self.method_annotations.clear()
        add_fns_to_class(self, cls)
        for name in shared:
            if name not in vars(cls):
                setattr(cls, name, SHARED_METHODS[name])
        shared.clear()
        # Else Python would write one, of the types of all fields.
        cls.__doc__ = cls.__doc__ or cls.__name__

    builder.add_fn, builder.add_fns_to_class = add_unless_shared, add_shared
    yield
    builder.add_fn, builder.add_fns_to_class = add_fn, add_fns_to_class


def late_modules(compiled: bytes) -> bytes:
    """Give those of our modules that were not imported, as `marshal` writes it: each file's content
    by its path (py/spieltisch/shell/late_screens.py reads it).
    """
    with zipfile.ZipFile(io.BytesIO(compiled)) as archive:
        late = {
            path: archive.read(path)
            for path in sorted(archive.namelist())
            if path.endswith(".pyc") and module_name(path.removesuffix("c")) not in sys.modules
        }
    return marshal.dumps(late)


def rehearse() -> None:
    """Draw the screens that pages begin with. Python specializes its code as it runs, and a page
    goes on with the specialized code; the caches that this fills are cleared."""
    from spieltisch.app.core.messages import Navigate
    from spieltisch.app.core.session import Session
    from spieltisch.app.screens import page_of
    from spieltisch.app.update import update
    from spieltisch.games.catalog import GAMES
    from spieltisch.kit.markup import whole

    for place in ["#/", *(f"#/play/{name}" for name in GAMES)] * REHEARSALS:
        whole(page_of(update(Session(), Navigate(place, 0.0))[0]))
    for found in gc.get_objects():
        if type(found) is functools._lru_cache_wrapper:
            found.cache_clear()


def put_off(names: Iterable[str]) -> None:
    """Leave modules out until something of them is used: then they are read from the compiled
    standard library, like every module that the snapshot does not hold.

    Modules that have imported them get stand-ins.
    """
    late = {name: sys.modules[name] for name in names}
    for name in list(sys.modules):
        if name.startswith(tuple(f"{package}." for package in late)):
            # A submodule comes back with its package.
            del sys.modules[name]
    instead = {module: on_demand(name) for name, module in late.items()}
    sys.modules.update((name, instead[module]) for name, module in late.items())
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType) or module in instead.values():
            continue
        held = vars(module)
        reexported = {}
        for name, value in list(held.items()):
            if isinstance(value, ModuleType):
                held[name] = instead.get(value, value)
            elif (origin := getattr(value, "__module__", None)) in late:
                if origin.startswith(f"{module.__name__}."):
                    reexported[name] = origin
                else:
                    held[name] = LateName(origin, value.__name__)
        if reexported:
            put_off_names(module, reexported)


# Classes of which objects that were imported stay, but for metaclasses. What holds other things and
# may come to hold more is not among them: of that a test of leaks is to be told.
LASTING = (
    *(str, bytes, int, float, complex, tuple, frozenset, range, slice),
    *(property, staticmethod, classmethod, dataclasses.Field, weakref.ref),
    *(types.FunctionType, types.BuiltinFunctionType, types.CodeType, types.CellType),
    *(types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType),
    *(types.GetSetDescriptorType, types.MemberDescriptorType, types.MappingProxyType),
    *(types.GenericAlias, types.UnionType, re.Pattern),
)


def lasting_types() -> list[tuple[int, bool]]:
    """Give the addresses of the classes whose objects stay for ever, and whether the garbage
    collector looks at such objects (tools/snapshot/lasting.js)."""
    # A module that was put off would come if it were asked for its class.
    metaclasses = {type(found) for found in gc.get_objects() if issubclass(type(found), type)}
    classes = [*LASTING, *sorted(metaclasses, key=lambda found: found.__qualname__)]
    return [(id(found), bool(found.__flags__ & IS_COLLECTED)) for found in classes]


def keep_modules(sources: dict[str, str]) -> None:
    """Compile modules, given by their paths, to be imported later."""
    codes = {}
    for path, text in sorted(sources.items()):
        code = compile(text, path, "exec", dont_inherit=True, optimize=OPTIMIZE)
        codes[module_name(path)] = (with_first_lines(code), path.endswith("/__init__.py"))
    sys.meta_path.insert(0, KeptModules(codes))


def keep_texts(texts: list[str]) -> None:
    """Compile texts that pages and workers will run."""
    _base.CodeRunner = KeptTexts(texts)
    # Pyodide keeps the source of what it ran, for tracebacks.
    linecache.clearcache()
