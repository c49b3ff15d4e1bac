"""What of Python the browser's runtime lacks or does differently, found in a syntax tree.

The runtime is MicroPython 1.27. `lower` rewrites what can be rewritten without loss; everything
here it cannot, so it is refused, with the line and what to write instead.
"""

import ast
from collections.abc import Iterator

OWN = ("referee", "zhenshu.sandbox")
"""The packages whose modules may import each other."""

REWRITTEN = ("__future__", "collections.abc", "dataclasses", "typing", "referee.core.change")
"""Modules that the runtime does not have, and whose uses are rewritten. The last one is ours: the
prelude has its `replace`."""

STANDARD = ("json",)
"""Modules of the standard library that do the same in the runtime as far as we use them."""

_NODES: dict[type[ast.AST], str] = {
    ast.Match: "a match statement; write if and elif",
    ast.Set: "a set, which has no order; write a tuple",
    ast.SetComp: "a set, which has no order; write a list",
    ast.AsyncFunctionDef: "an async function",
    ast.Await: "await",
    ast.Div: "/, as numbers are whole; write //",
    ast.MatMult: "@ between values",
    ast.TryStar: "except*",
    ast.Global: "a global statement",
    ast.Delete: "del; make the value anew",
}
_BUILTINS = {
    *("aiter", "anext", "ascii", "breakpoint", "bytearray", "bytes", "classmethod", "compile"),
    *("complex", "delattr", "dir", "eval", "exec", "exit", "filter", "float", "format"),
    *("frozenset", "globals", "hash", "help", "id", "input", "locals", "map", "memoryview"),
    *("object", "open", "pow", "print", "quit", "round", "setattr", "slice", "vars"),
}
"""Builtins that are missing, that tell the two apart, or that rules have no need of."""

_METHODS = {
    *("as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "expandtabs"),
    *("format_map", "fromkeys", "isalnum", "isascii", "isdecimal", "isidentifier", "isnumeric"),
    *("isprintable", "istitle", "ljust", "maketrans", "move_to_end", "popitem", "removeprefix"),
    *("removesuffix", "rjust", "sort", "swapcase", "title", "translate", "zfill"),
}
"""Methods of builtin types that are missing, or that do not do the same."""

_DECORATORS = {"property", "staticmethod"}


def refusals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the name of everything in a module that cannot be lowered."""
    for node, parent in _running(tree):
        what = _NODES.get(type(node)) or _refused(node, parent)
        if what:
            # An operator has no place of its own.
            yield getattr(node, "lineno", 0) or getattr(parent, "lineno", 0), what


def _running(
    node: ast.AST, parent: ast.AST | None = None
) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """Every node that does something when the module runs, each with its parent."""
    yield node, parent
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _running(child, node)


def _refused(node: ast.AST, parent: ast.AST | None) -> str:
    """What is refused about a node, "" if nothing."""
    if isinstance(node, ast.Import):
        unknown = [each.name for each in node.names if each.name not in STANDARD]
        return f"the module {unknown[0]}" if unknown else ""
    if isinstance(node, ast.ImportFrom):
        return _import(node)
    if isinstance(node, ast.ClassDef):
        return _class(node)
    if isinstance(node, ast.FunctionDef):
        return _function(node)
    if isinstance(node, ast.Call):
        return _call(node, parent)
    if isinstance(node, ast.Name) and node.id in _BUILTINS and isinstance(node.ctx, ast.Load):
        return f"the builtin {node.id}"
    if isinstance(node, ast.Constant) and isinstance(node.value, float | complex | bytes):
        return f"{node.value!r}; numbers are whole and texts are strings"
    if isinstance(node, ast.Slice) and node.step is not None:
        return "a slice with a step; write reversed(…) or a loop"
    if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
        return "a format after a colon; format the value before"
    return ""


def _import(node: ast.ImportFrom) -> str:
    module = node.module or ""
    if node.level:
        return "a relative import"
    if any(alias.asname for alias in node.names) and module in REWRITTEN:
        return f"another name for what {module} has"
    ours = any(module == package or module.startswith(f"{package}.") for package in OWN)
    return "" if ours or module in (*REWRITTEN, *STANDARD) else f"the module {module}"


def _class(node: ast.ClassDef) -> str:
    if node.keywords:
        return "a keyword among the bases of a class"
    for decorator in node.decorator_list:
        if not is_dataclass(decorator) and not _is_quick(decorator):
            return f"the decorator {ast.unparse(decorator)} of a class"
    if not node.decorator_list:
        return ""
    options = node.decorator_list[-1]
    settings = {word.arg: ast.unparse(word.value) for word in getattr(options, "keywords", ())}
    if settings != {"frozen": "True", "slots": "True"}:
        return "a dataclass that is not frozen=True, slots=True"
    if any(not is_generic(base) for base in node.bases):
        return "a base of a dataclass"
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and _calls(line.value, "field"):
            return "field(…); give a default that cannot change"
        if isinstance(line, ast.FunctionDef) and line.name in ("__init__", "__post_init__"):
            return f"{line.name} of a dataclass"
    return ""


def _function(node: ast.FunctionDef) -> str:
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Name) or decorator.id not in _DECORATORS:
            return f"the decorator {ast.unparse(decorator)}"
    return "an argument that is positional only" if node.args.posonlyargs else ""


def _call(node: ast.Call, parent: ast.AST | None) -> str:
    if isinstance(node.func, ast.Attribute):
        return f"the method {node.func.attr}" if node.func.attr in _METHODS else ""
    if not isinstance(node.func, ast.Name):
        return ""
    if node.func.id == "set" and not _calls(parent, "sorted"):
        return "a set that is not sorted at once, as it has no order"
    if node.func.id == "dict" and node.keywords:
        return "dict(…) with keywords; write it in braces"
    if node.func.id == "isinstance" and len(node.args) != 2:
        return "isinstance without two arguments"
    return ""


def _is_quick(decorator: ast.expr) -> bool:
    """Whether a decorator only makes the values of a class quickly."""
    return isinstance(decorator, ast.Name) and decorator.id == "quick"


def is_dataclass(decorator: ast.expr) -> bool:
    """Whether a decorator makes a dataclass."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(named, ast.Name) and named.id == "dataclass"


def is_generic(base: ast.expr) -> bool:
    """Whether a base of a class is typing.Generic[…], which does nothing when the class is used."""
    return isinstance(base, ast.Subscript) and ast.unparse(base.value) == "Generic"


def _calls(node: ast.AST | None, name: str) -> bool:
    """Whether a node is a call of a function with this name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
