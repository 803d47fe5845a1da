"""Which cases and tests a fault makes a difference to: all faults of a sample are watched in one run of everything.

Each place of a fault gets a probe: there, what stands in the source and what the fault would make of it are both reckoned,
and where they differ, the test that runs is noted. What differs nowhere in a test cannot fail it, so the trials run only
the tests that are noted (`Reach.noticed`). A statement that would be left out is noted wherever it is reached.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
from collections import defaultdict
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from tests.mutation import trial
from tests.mutation.mutants import ROOT, Mutant

DIFFERS, REACHED = "__mutant_differs__", "__mutant_reached__"
EFFECTS = {
    "add", "answered", "append", "ask", "ask_first", "before", "change", "clear", "close", "discard", "drop_battle",
    "drop_decision", "drop_tasks", "emit", "end_game", "extend", "first_to_handle", "later", "next", "next_task",
    "pay", "place_unit", "pop", "popitem", "popleft", "refuse", "remove", "roll", "send", "set_battle",
    "set_facilities", "set_facts", "set_flag", "set_markers", "set_owner", "set_pool", "set_relation", "setdefault",
    "sort", "submit", "take", "tell", "then", "throw", "update",
}  # fmt: skip
"""Calls that are not made twice, like those that are given `act`: an expression with one is noted where it is reached."""
FIRST = 10_000_000
"""The number of the first mutant: no function has such numbers of its own."""

Slot = tuple[ast.AST, str, int]
"""Where a node hangs: its parent, the field, and its number there (-1: the field itself)."""


class Probes:
    """The probes of some mutants, in the functions that are loaded. now: numbers of the mutants that have made a difference
    since it was emptied; seen: of those that were come to."""

    def __init__(self, mutants: Iterable[Mutant]) -> None:
        self.mutants = list(mutants)
        self.now: set[int] = set()
        self.seen: set[int] = set()
        self.placed: set[int] = set()
        self._busy = False

    def place(self) -> None:
        """Put them into the functions. `placed` are the numbers of those for which that was possible."""
        setattr(builtins, DIFFERS, self._differs)
        setattr(builtins, REACHED, self._reached)
        files = defaultdict[str, list[int]](list)
        for number, mutant in enumerate(self.mutants):
            files[mutant.path].append(number)
        for path, numbers in files.items():
            self._place_in(path, numbers)

    def _place_in(self, path: str, numbers: list[int]) -> None:
        file = str(ROOT / path)
        source = compile((ROOT / path).read_text("utf-8"), file, "exec")
        fitting = numbers if self._fits(path, numbers) else [n for n in numbers if self._fits(path, [n])]
        changed = trial.changed(source, compile(self._tree(path, fitting), file, "exec"))
        new = {(old.co_qualname, old.co_firstlineno): code for old, code in changed}
        for function in trial.loaded().get(file, ()):
            code = new.get((function.__code__.co_qualname, function.__code__.co_firstlineno))
            if code:
                with contextlib.suppress(ValueError):  # another number of free variables
                    function.__code__ = code
                    self.placed |= _numbers(code)

    def _fits(self, path: str, numbers: list[int]) -> bool:
        """Whether there is Python for them: no pattern of a `match` can have a probe."""
        try:
            compile(self._tree(path, numbers), path, "exec")
        except (SyntaxError, TypeError, ValueError):
            return False
        return True

    def _tree(self, path: str, numbers: list[int]) -> ast.Module:
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        nodes, slots = list(ast.walk(tree)), _slots(tree)
        wraps = [_wrap(number, nodes[self.mutants[number].node], self.mutants[number], slots) for number in numbers]
        for slot, wrap in wraps:
            _hang(slot, wrap(_hanging(slot)))
        return ast.fix_missing_locations(tree)

    def _reached(self, number: int, value: Any) -> Any:
        if not self._busy:
            self.now.add(number - FIRST)
            self.seen.add(number - FIRST)
        return value

    def _differs(self, number: int, value: Any, other: Callable[[], Any]) -> Any:
        if self._busy or number - FIRST in self.now:
            return value
        self._busy = True
        self.seen.add(number - FIRST)
        try:
            if not _same(value, other()):
                self.now.add(number - FIRST)
        except Exception:
            self.now.add(number - FIRST)
        finally:
            self._busy = False
        return value


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and bool(one == other))


def _numbers(code: CodeType) -> set[int]:
    """The mutants whose probes stand in a function."""
    inner = (_numbers(const) for const in code.co_consts if isinstance(const, CodeType))
    own = {const - FIRST for const in code.co_consts if isinstance(const, int) and 0 <= const - FIRST < FIRST}
    return own.union(*inner)


Wrap = Callable[[Any], ast.AST]


def _wrap(number: int, node: ast.AST, mutant: Mutant, slots: dict[int, Slot]) -> tuple[Slot, Wrap]:
    """Where the probe of a mutant goes, and what makes it of what stands there."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            changed = mutant.change(copy.copy(node))
            return (node, "test", -1), _differing(number, getattr(changed, "test"))  # noqa: B009  of three kinds
        case ast.comprehension():
            left = {id(test) for test in getattr(mutant.change(copy.copy(node)), "ifs")}  # noqa: B009
            index = next(i for i, test in enumerate(node.ifs) if id(test) not in left)
            return (node, "ifs", index), _differing(number, ast.Constant(True))
        case ast.FunctionDef():
            return (node, "body", 0), _before(number)
        case ast.stmt():
            return slots[id(node)], _before(number)
        case ast.Constant() | ast.Tuple() | ast.List() | ast.Set():
            return slots[id(node)], lambda value: _call(REACHED, number, value)
    changed = mutant.change(copy.deepcopy(node))
    if any(map(_has_effect, ast.walk(node))):
        return slots[id(node)], lambda value: _call(REACHED, number, value)
    return slots[id(node)], _differing(number, changed)


def _has_effect(node: ast.AST) -> bool:
    if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom):
        return True
    called = node.func if isinstance(node, ast.Call) else None
    if called and any(isinstance(arg, ast.Name) and arg.id == "act" for arg in getattr(node, "args", ())):
        return True
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in EFFECTS


def _differing(number: int, changed: ast.AST) -> Wrap:
    other = ast.Lambda(ast.arguments([], [], None, [], [], None, []), changed)  # type: ignore[arg-type]
    changed = copy.deepcopy(other)
    return lambda value: _call(DIFFERS, number, value, changed)


def _before(number: int) -> Wrap:
    """A statement that is noted before it is run."""
    return lambda value: ast.copy_location(
        ast.If(_call(REACHED, number, ast.Constant(True)), [value], []),
        value,
    )


def _call(name: str, number: int, value: ast.AST, *more: ast.AST) -> ast.Call:
    call = ast.Call(ast.Name(name, ast.Load()), [ast.Constant(FIRST + number), value, *more], [])  # type: ignore[list-item]
    return ast.copy_location(call, value)


def _slots(tree: ast.AST) -> dict[int, Slot]:
    found = {}
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if isinstance(value, list):
                found.update({id(v): (parent, name, i) for i, v in enumerate(value)})
            elif isinstance(value, ast.AST):
                found[id(value)] = (parent, name, -1)
    return found


def _hanging(slot: Slot) -> Any:
    parent, name, index = slot
    value = getattr(parent, name)
    return value if index < 0 else value[index]


def _hang(slot: Slot, new: ast.AST) -> None:
    parent, name, index = slot
    if index < 0:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[index] = new
