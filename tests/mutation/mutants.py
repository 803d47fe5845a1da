"""The mutants of a module: small faults in its syntax tree, and a sample of them that stays the same from run to run."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr, ast.Mod: ast.Mult,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
WORDS = {
    "text",
    "title",
    "summary",
    "source",
    "entries",
    "flags",
    "begins",
    "cites",
    "id",
    "__all__",
    "why",
    "unforeseen",
}
TYPES = {"tuple", "list", "dict", "set", "frozenset", "type", "Mapping", "Sequence", "Iterable", "Iterator", "Callable"}
EMPTY = {"tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()", "int": "0", "str": "''"}


@dataclass(frozen=True)
class Mutant:
    """One fault. path: the module, from the project's root; where: its function or class; what: before → after; number:
    which of several like it. start: the first line of the function in whose body it stands; 0: in what is run at import."""

    path: str
    where: str
    what: str
    number: int
    line: int
    start: int
    node: int
    change: Callable[[ast.AST], ast.AST]

    def tree(self) -> ast.Module:
        """The module with the fault in it."""
        tree = _parsed(self.path)
        old = list(ast.walk(tree))[self.node]
        new = ast.copy_location(self.change(old), old)
        if new is not old:
            _put(tree, old, new)
        return ast.fix_missing_locations(tree)

    @property
    def id(self) -> str:
        """What it is known by, whatever lines stand before it."""
        return f"{self.path}::{self.where}::{self.what}" + (f" #{self.number}" if self.number else "")


@dataclass(frozen=True)
class _Site:
    """A node that may be replaced, and by what: each with words for the change."""

    node: ast.AST
    where: str
    line: int
    start: int
    changes: tuple[tuple[str, Callable[[ast.AST], ast.AST]], ...]


def mutants(path: str) -> list[Mutant]:
    """Every mutant of a module, in its order."""
    tree = _parsed(path)
    numbers = {id(node): n for n, node in enumerate(ast.walk(tree))}
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for site in _sites(tree, "", 0):
        for what, change in site.changes:
            number = seen[site.where, what]
            seen[site.where, what] += 1
            node = numbers[id(site.node)]
            found.append(Mutant(path, site.where, what, number, site.line, site.start, node, change))
    return found


def sample(path: str, most: int, seed: str = "1") -> list[Mutant]:
    """At most so many of them, one a line, the same ones as long as they exist."""
    kept: dict[int, Mutant] = {}
    for mutant in sorted(mutants(path), key=lambda m: hashlib.sha256(f"{seed} {m.id}".encode()).digest()):
        if len(kept) < most:
            kept.setdefault(mutant.line, mutant)
    return list(kept.values())


def _parsed(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def _put(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(v is old for v in value):
                setattr(parent, name, [new if v is old else v for v in value])
                return


def _sites(node: ast.AST, where: str, start: int) -> Iterator[_Site]:
    """The places in a tree where a fault fits: not in annotations, messages and what only says something."""
    if _says_only(node):
        return
    if changes := tuple(_changes(node)):
        yield _Site(node, where, getattr(node, "lineno", 0), start, changes)
    if isinstance(node, ast.FunctionDef):
        inner = f"{where}.{node.name}".lstrip(".")
        first = min(n.lineno for n in (node, *node.decorator_list))
        yield from (s for d in (*node.args.defaults, *node.args.kw_defaults) if d for s in _sites(d, inner, start))
        if changes := tuple(_bodies(node)):
            yield _Site(node, inner, node.lineno, first, changes)
        yield from (s for child in node.body for s in _sites(child, inner, first))
        return
    if isinstance(node, ast.ClassDef):
        yield from (s for child in node.body for s in _sites(child, f"{where}.{node.name}".lstrip("."), start))
        return
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
        yield from (s for child in node.value.elts for s in _sites(child, where, start))
        return
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "type_params", "bases", "decorator_list"):
            children = value if isinstance(value, list) else [value]
            yield from (s for c in children if isinstance(c, ast.AST) for s in _sites(c, where, start))


def _says_only(node: ast.AST) -> bool:
    """Text, names of things, imports for types."""
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id in TYPES  # a type, such as `tuple[str, int]`
    if isinstance(node, ast.keyword):
        return node.arg in {*WORDS, "aliases", "keywords", "use", "rule", "many", "key"}
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, ast.Name) and t.id in WORDS for t in targets)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
        return True  # a line of the log: what it says and beside which place; that it is said is tried
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in {"TypeVar", "TypeVarTuple", "ParamSpec", "cast", "Option"}
    return False


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[ast.AST], ast.AST]]]:
    text = _short(node)
    match node:
        case ast.Compare(ops=[op]):
            for other in COMPARE.get(type(op), ()):
                yield f"{text} → {other.__name__}", lambda n, o=other: _set(n, ops=[o()])
        case ast.BoolOp(op=op, values=values):
            other_op = ast.And if isinstance(op, ast.Or) else ast.Or
            yield f"{text} → {other_op.__name__}", lambda n, o=other_op: _set(n, op=o())
            for index, value in enumerate(values):
                yield f"{text} → without {_short(value)}", lambda n, i=index: _without(n, "values", i)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"{text} → {_short(operand)}", lambda n: n.operand  # type: ignore[attr-defined]
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", lambda n: _set(n, value=not n.value)  # type: ignore[attr-defined]
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", lambda n: _set(n, value=n.value + 1)  # type: ignore[attr-defined]
            if value:
                yield f"{value} → {value - 1}", lambda n: _set(n, value=n.value - 1)  # type: ignore[attr-defined]
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _textual(node):
            arithmetic = ARITHMETIC[type(op)]
            yield f"{text} → {arithmetic.__name__}", lambda n: _set(n, op=arithmetic())
        case ast.If() | ast.IfExp() | ast.While():
            test = _short(node.test)
            if not isinstance(node, ast.While):
                yield f"if {test} → if True", lambda n: _set(n, test=ast.Constant(True))
            yield f"if {test} → if False", lambda n: _set(n, test=ast.Constant(False))
        case ast.comprehension(ifs=ifs):
            for index, value in enumerate(ifs):
                yield f"for … if {_short(value)} → for …", lambda n, i=index: _without(n, "ifs", i)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield f"{text} → {CALLS[name]}", lambda n, o=CALLS[name]: _set(n, func=ast.Name(o, ast.Load()))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield f"{text} → pass", lambda n: ast.Pass()
        case ast.Continue():
            yield "continue → pass", lambda n: ast.Pass()
        case ast.Tuple(ctx=ast.Load(), elts=elts) | ast.List(ctx=ast.Load(), elts=elts) | ast.Set(elts=elts) if elts:
            for index, value in enumerate(elts):
                yield f"{text} → without {_short(value)}", lambda n, i=index: _without(n, "elts", i)


def _bodies(node: ast.FunctionDef) -> Iterator[tuple[str, Callable[[ast.AST], ast.AST]]]:
    """The whole function replaced by what it would answer if it did nothing."""
    returns = ast.unparse(node.returns) if node.returns else "None"
    last = node.args.args[-1] if node.args.args else None
    if any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node)):
        values = ["return\nyield"]
    elif last and last.annotation and ast.unparse(last.annotation) == returns:
        values = [f"return {last.arg}"]
    elif returns == "bool":
        values = ["return True", "return False"]
    elif returns.endswith("None"):
        values = ["return None"]
    else:
        kind = re.match(r"\w*", returns)
        values = [f"return {EMPTY[kind[0]]}"] if kind and kind[0] in EMPTY else []
    for value in values:
        if [ast.unparse(s) for s in node.body[ast.get_docstring(node) is not None :]] not in (
            [value],
            ["pass"],
            ["..."],
            [],
        ):
            yield f"body → {value.splitlines()[0]}", lambda n, v=value: _set(n, body=ast.parse(v).body)


def _set(node: ast.AST, **values: object) -> ast.AST:
    for name, value in values.items():
        setattr(node, name, value)
    return node


def _without(node: ast.AST, name: str, index: int) -> ast.AST:
    """A node with one fewer in a list; an operation of one is that one."""
    values = [v for i, v in enumerate(getattr(node, name)) if i != index]
    if isinstance(node, ast.BoolOp) and len(values) == 1:
        return values[0]
    if isinstance(node, ast.Set) and not values:
        return ast.Call(ast.Name("set", ast.Load()), [], [])
    return _set(node, **{name: values})


def _textual(node: ast.BinOp) -> bool:
    return any(
        isinstance(n, ast.JoinedStr) or (isinstance(n, ast.Constant) and isinstance(n.value, str))
        for n in ast.walk(node)
    )


def _short(node: ast.AST) -> str:
    """A node's source in one line, cut."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"
