"""Lowering: from the Python we write to the Python that the browser's runtime runs.

The rules engine and the glue around it are written for CPython. MicroPython has no dataclasses,
no annotations at run time, no order in its dicts and no stable sort, and where it differs it often
gives a wrong answer without a word. So at build time every module is rewritten:

    dataclasses                 classes with an __init__ and the prelude's `Value` as their base
    {…}, dict(…), {k: v for …}  `Dict`, which keeps its order
    (*a, b), [*a, b], {**a}     sums of tuples, lists and Dicts
    sorted(…)                   the prelude's `sorted`, which is stable
    isinstance(x, A | B)        isinstance(x, (A, B)), where int takes in bool
    zip(…, strict=True)         zip(…)
    raise … from …              raise …
    annotations and docstrings  left out; aliases of types are None

What cannot be rewritten without loss is refused with file and line (see `subset`). `prelude` is
what the rewritten modules rest on. Two things are neither rewritten nor found: instances of frozen
dataclasses can be changed (the same code in CPython would have raised), and keyword arguments
gathered by ** come in any order.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zhenshu.sandbox.subset import REWRITTEN, is_generic, refusals

PRELUDE = "prelude"
"""The module that every lowered module takes `_PRELUDE_NAMES` from."""

_PRELUDE_NAMES = ("Dict", "Value", "joined", "replace", "sorted")
_PLAIN = {"Mapping": "dict", "Sequence": "list"}
"""What stands in isinstance for a type of collections.abc."""


@dataclass(frozen=True)
class Refused:
    """Something in a module that cannot be lowered."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: the browser's Python cannot run {self.what}"


class CannotLower(Exception):
    """Modules hold what cannot be lowered; carries all of it."""

    def __init__(self, refused: Iterable[Refused]):
        self.refused = tuple(refused)
        super().__init__("\n".join(map(str, self.refused)))


def lower(source: str, path: str) -> str:
    """A module as MicroPython runs it. `path` names it in what is refused.

    Raises CannotLower with everything in the module that cannot be lowered.
    """
    tree = ast.parse(source, path)
    found = [*refusals(tree), *_taken(tree)]
    if not found:
        lowering = _Lowering()
        tree = ast.fix_missing_locations(lowering.visit(tree))
        found = list(_missed(tree, lowering.left_out))
    if found:
        raise CannotLower(Refused(path, line, what) for line, what in sorted(found))
    return f"from {PRELUDE} import {', '.join(_PRELUDE_NAMES)}\n{ast.unparse(tree)}\n"


def _taken(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names that a module gives to its own things, but that mean those of the prelude."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        else:
            continue
        if name in _PRELUDE_NAMES:
            yield node.lineno, f"{name}, which means something else in lowered modules"


def _missed(tree: ast.Module, left_out: set[str]) -> Iterator[tuple[int, str]]:
    """Uses of names that are left out of a lowered module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in left_out:
            yield node.lineno, f"{node.id}, which is left out as a type"


class _Lowering(ast.NodeTransformer):
    """Rewrites one module; `left_out` are the names it has that the lowered one has not."""

    def __init__(self) -> None:
        self.left_out: set[str] = set()

    # Statements.

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        if node.module not in REWRITTEN:
            return node
        self.left_out.update(alias.name for alias in node.names if alias.name != "replace")
        return None

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        if isinstance(node.value, ast.Constant):
            return None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
            return self._left_out(node.target)
        if node.value is None:
            return None
        return ast.Assign([self.visit(node.target)], self.visit(node.value))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
        value = node.value
        generic = value.value if isinstance(value, ast.Subscript) else None
        types = {*self.left_out, "dict", "list", "tuple"}
        is_type = isinstance(generic, ast.Name) and generic.id in types
        if is_type or _named_call(value) == "TypeVar":
            return self._left_out(node.targets[0])
        self.generic_visit(node)
        return node

    def _left_out(self, target: ast.expr) -> ast.stmt:
        """Leave a type out; its name stays, as other modules may import it."""
        self.left_out.add(ast.unparse(target))
        return ast.Assign([target], ast.Constant(None))

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        self.generic_visit(node)
        node.cause = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self.generic_visit(node)
        node.returns = None
        node.body = node.body or [ast.Pass()]
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        bases = [base for base in node.bases if not is_generic(base)]
        # What stands in brackets after a base is for the types alone.
        node.bases = [base.value if isinstance(base, ast.Subscript) else base for base in bases]
        if node.decorator_list:
            node.decorator_list = []
            node.bases = [ast.Name("Value", ast.Load())]
            node.body = [*_constructor(node), *_methods(node)]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    # Expressions.

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self.generic_visit(node)
        if None not in node.keys:
            return _dict(node.keys, node.values)
        parts: list[ast.expr] = []
        keys: list[ast.expr | None] = []
        values: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                keys.append(key)
                values.append(value)
                continue
            if keys:
                parts.append(_dict(keys, values))
                keys, values = [], []
            parts.append(value)
        return _call("joined", *parts, *([_dict(keys, values)] if keys else []))

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return _call("Dict", ast.ListComp(pair, node.generators))

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return self._display(node, "tuple")

    def visit_List(self, node: ast.List) -> ast.expr:
        return self._display(node, "list")

    def _display(self, node: ast.Tuple | ast.List, kind: str) -> ast.expr:
        """A display; one with stars becomes a sum."""
        self.generic_visit(node)
        starred = any(isinstance(each, ast.Starred) for each in node.elts)
        if not starred or not isinstance(node.ctx, ast.Load):
            return node
        total: ast.expr | None = None
        plain: list[ast.expr] = []
        for each in [*node.elts, None]:
            if each is not None and not isinstance(each, ast.Starred):
                plain.append(each)
                continue
            if plain:
                total = _sum(total, type(node)(plain, ast.Load()))
                plain = []
            if each is not None:
                total = _sum(total, _call(kind, each.value))
        assert total is not None
        return total

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = _named_call(node)
        if called == "isinstance":
            value, kinds = node.args
            names = [name for kind in _alternatives(kinds) for name in _kinds(kind)]
            return _call("isinstance", self.visit(value), ast.Tuple(names, ast.Load()))
        self.generic_visit(node)
        if called == "dict":
            node.func = ast.Name("Dict", ast.Load())
        if called == "zip":
            node.keywords = []
        return node


def _constructor(node: ast.ClassDef) -> list[ast.stmt]:
    """What a dataclass needs to be a `Value`: its __init__, `_places` and `_values`."""
    fields = [line for line in node.body if isinstance(line, ast.AnnAssign)]
    names = [ast.unparse(field.target) for field in fields]
    defaults = [field.value for field in fields if field.value is not None]
    made = ast.parse(
        f"_places = {dict(zip(names, range(len(names)), strict=True))}\n"
        f"def __init__(self, {', '.join(names)}):\n"
        f"    {'; '.join(f'self.{name} = {name}' for name in names) or 'pass'}\n"
        f"def _values(self):\n"
        f"    return [{', '.join(f'self.{name}' for name in names)}]\n"
    ).body
    assert isinstance(made[1], ast.FunctionDef)
    made[1].args.defaults = defaults
    return made


def _methods(node: ast.ClassDef) -> list[ast.stmt]:
    return [line for line in node.body if not isinstance(line, ast.AnnAssign)]


def _alternatives(kinds: ast.expr) -> list[ast.expr]:
    """The types of `A | B` or `(A, B)`."""
    if isinstance(kinds, ast.BinOp):
        return [*_alternatives(kinds.left), *_alternatives(kinds.right)]
    return kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]


def _kinds(kind: ast.expr) -> list[ast.expr]:
    """What stands for a type in isinstance."""
    if isinstance(kind, ast.Name) and kind.id == "int":
        return [kind, ast.Name("bool", ast.Load())]
    if isinstance(kind, ast.Name) and kind.id in _PLAIN:
        return [ast.Name(_PLAIN[kind.id], ast.Load())]
    return [kind]


def _named_call(node: ast.expr) -> str:
    """The name of the function that an expression calls, "" if it is no such call."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _dict(keys: list[ast.expr | None], values: list[ast.expr]) -> ast.expr:
    """A Dict of keys and values that stand in a display, none of them starred."""
    pairs: list[ast.expr] = []
    for key, value in zip(keys, values, strict=True):
        assert key is not None
        pairs.append(ast.Tuple([key, value], ast.Load()))
    return _call("Dict", ast.Tuple(pairs, ast.Load())) if pairs else _call("Dict")


def _sum(total: ast.expr | None, part: ast.expr) -> ast.expr:
    return part if total is None else ast.BinOp(total, ast.Add(), part)
