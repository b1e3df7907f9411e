"""The part of the snapshot's builder that stays in the page: stand-ins, code kept compiled, and
what all dataclasses share."""

import ast
import dataclasses
import importlib
import reprlib
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from _pyodide._base import CodeRunner


class LateName:
    """Stands in for a function, a class or a dictionary of a module that was put off."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    def _found(self) -> Any:
        return getattr(importlib.import_module(self._module), self._name)

    def __call__(self, *args: object, **options: object) -> object:
        return self._found()(*args, **options)

    def __getattr__(self, name: str) -> object:
        return getattr(self._found(), name)

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, self._found())

    def __contains__(self, key: object) -> bool:
        return key in self._found()

    def __getitem__(self, key: object) -> object:
        return self._found()[key]


def put_off_names(package: ModuleType, origins: dict[str, str]) -> None:
    """Make a package look up in its late modules the names that it had imported from them."""
    otherwise = vars(package).get("__getattr__")

    def find(name: str) -> object:
        if name in origins:
            return getattr(sys.modules[origins[name]], name)
        if otherwise:
            return otherwise(name)
        raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")

    for name in origins:
        delattr(package, name)
    vars(package)["__getattr__"] = find


class KeptModules(Loader):
    """Gives modules from code kept in memory. Their bodies run when they are imported.

    PyScript's own modules need the page's objects, so they cannot be imported before there is a
    page; but they can be compiled before.
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


class KeptRunner(CodeRunner):  # type: ignore[misc]
    """Runs a text that was compiled when the snapshot was taken."""

    def __init__(self, source: str) -> None:
        super().__init__(source, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        super().compile()
        del self.ast

    def compile(self) -> "KeptRunner":
        """Do nothing: the text is compiled already."""
        return self


class KeptTexts:
    """Stands in for Pyodide's `CodeRunner`, and keeps some texts compiled, each to be run once.

    Compiling a text costs a page ten milliseconds and more: the browser has to compile Python's
    compiler first (see restore.js for what all of it takes).
    """

    def __init__(self, texts: list[str]) -> None:
        self.left = {text: KeptRunner(text) for text in texts}

    def __call__(self, source: str, **options: object) -> CodeRunner:
        """Give the runner of a text."""
        return self.left.pop(source, None) or CodeRunner(source, **options)


@reprlib.recursive_repr()
def repr_of(self: Any) -> str:
    """Give what a dataclass's own `__repr__` would."""
    values = [
        f"{field.name}={getattr(self, field.name)!r}"
        for field in dataclasses.fields(self)
        if field.repr
    ]
    return f"{type(self).__qualname__}({', '.join(values)})"


def refuse_to_assign(self: object, name: str, value: object) -> None:
    """Do what a frozen dataclass's own `__setattr__` does."""
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def refuse_to_delete(self: object, name: str) -> None:
    """Do what a frozen dataclass's own `__delattr__` does."""
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


SHARED_METHODS = {
    "__repr__": repr_of,
    "__setattr__": refuse_to_assign,
    "__delattr__": refuse_to_delete,
}
