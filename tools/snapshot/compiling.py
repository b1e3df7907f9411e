"""Compiles Python for the page, in Pyodide under Node (tools/snapshot/build.js calls it)."""

import ast
import importlib.util
import io
import marshal
import zipfile
from types import CodeType

# The oldest date a zip file can hold: the files' own dates must not change the bytes.
EPOCH = (1980, 1, 1, 0, 0, 0)
# Compiled without docstrings and assertions, which a page does not use.
OPTIMIZE = 2


# An entry of a table of line numbers that says "the same line, no columns" (CPython's
# Objects/locations.md): 0x80, 13 in four bits, the number of instructions less one in three.
SAME_LINE, MOST_INSTRUCTIONS = 0x80 | 13 << 3, 8


def with_first_lines(code: CodeType) -> CodeType:
    """Give the code with each function's first line as the line of all its instructions.

    A traceback still names the function. For the standard library that saves a visitor 134 KB,
    1.8 % of all that is fetched.
    """
    whole, rest = divmod(len(code.co_code) // 2, MOST_INSTRUCTIONS)
    table = bytes((SAME_LINE | MOST_INSTRUCTIONS - 1, 0)) * whole
    if rest:
        table += bytes((SAME_LINE | rest - 1, 0))
    consts = tuple(with_first_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=consts)


class WithoutSignatureTypes(ast.NodeTransformer):
    """Drops what only a type checker reads: 256 KB of what a visitor fetches, 3.7 %.

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

    Tracebacks show line numbers in our own modules, but not in the standard library.
    """
    # A module's text is compiled in less than half the time that a tree made of it takes.
    given = WithoutSignatureTypes().visit(ast.parse(source)) if is_ours else source
    code = compile(given, path, "exec", dont_inherit=True, optimize=OPTIMIZE)
    return code if is_ours else with_first_lines(code)


def compile_zip(content: bytes, prefix: str, is_ours: bool) -> bytes:
    """Give the zip with its modules compiled, as files that import takes without their sources.

    `prefix` is where the modules will lie, for tracebacks.
    """
    # A .pyc header whose flag says: never check the file against its source.
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
