"""`make pages`: docs/hooks.md, by what somebody wants to do: which hook does it, who uses it, what to look out for."""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rules.core import moments
from rules.core.hooks import Rule
from rules.core.hooks.battle import BattleHooks
from rules.core.hooks.economy import EconomyHooks
from rules.core.hooks.movement import MovementHooks
from rules.core.hooks.orders import OrderHooks
from rules.core.hooks.places import PlaceHooks
from rules.core.hooks.time import TimeHooks
from rules.core.hooks.units import UnitHooks
from rules.core.identity import Identity, Moment
from rules.core.table import TableHooks
from rules.core.view import ViewHooks

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "hooks.md"
FAMILIES: dict[str, tuple[type[Identity], ...]] = {
    "Units, and what they are": (TableHooks, ViewHooks, UnitHooks),
    "Money: buying, placing, income": (EconomyHooks,),
    "Movement": (MovementHooks,),
    "Combat": (BattleHooks,),
    "Territories": (PlaceHooks,),
    "Time and victory": (TimeHooks,),
    "Orders and questions": (OrderHooks,),
}
MOMENTS = {name: value for name, value in vars(moments).items() if isinstance(value, Moment)}
ROOMS = ("house", "mechanics", "boards")
PROOFS = "tests/rules/hooks"
HEAD = """\
# I want to ...

Find what your rule should do: the hook beside it is the method to write. A hook is a question that the engine asks every
rule. `make pages` writes this page from the docstrings in `rules/core`.

There are three kinds of hooks.
- *value*: it gets what is so far, as its last argument, and returns it, changed or not.
- *veto*: it returns a `Refusal`, or None. The first refusal wins.
- *event*: it gets the `Act`, and may change the game: `act.roll`, `act.ask`, `act.pay`, `act.place_unit`, `act.remove`,
  `act.set_flag`, `act.note` (rules/core/act.py).

To do something when something has happened, take a *moment* (the first table). Write a method of your own, under whatever
name, and put the moment above it. It gets the `Act` and what the table says.

    @moments.lost
    def _count(self, act: Act, unit: Unit, why: str) -> None: ...

Much needs no hook at all.
- A unit with other numbers or an ability: a profile. Its words stand in `rules/model/vocabulary.py`.
- What several documents play alike: a mechanic, named in `parts` (rules/mechanics/README.md).
- What is remembered: a mark of the unit, or a flag (docs/ENGINE.md, "What lasts longer than a turn").
- Who stands where, who is at war, what a place is worth: ask the `view` (rules/core/view.py).

The example is a file that uses the hook; look for the method of its name."""


@dataclass(frozen=True)
class Entry:
    """A hook on the page."""

    name: str
    arguments: str
    kind: str
    about: str
    wish: str
    trap: str


def entry(name: str) -> Entry:
    """A hook as its docstring has it. Raises ValueError where the docstring names no wish."""
    hook = signature(name)
    text = inspect.getdoc(hook) or ""
    about, wish, rest = text.partition("\n\nWish: ")
    if not wish:
        raise ValueError(f"the docstring of the hook {name} has no line “Wish: ...” after what it says")
    wished, _, trap = rest.partition("Trap: ")
    known = [p for p in inspect.signature(hook).parameters if p != "self"]
    kind = "moment" if name in MOMENTS else _kind(hook)
    return Entry(name, ", ".join(known), kind, _line(about), _line(wished).rstrip("."), _line(trap))


def signature(name: str) -> Callable[..., Any]:
    """A hook, or what a moment tells, by name."""
    return MOMENTS[name].told if name in MOMENTS else cast(Callable[..., Any], getattr(Rule, name))


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")


def _kind(hook: object) -> str:
    returns = str(inspect.signature(hook).return_annotation)  # type: ignore[arg-type]
    if "Refusal" in returns:
        return "veto"
    takes_act = "act" in inspect.signature(hook).parameters  # type: ignore[arg-type]
    return "event" if takes_act else "value"


def hooks(family: type[Identity]) -> list[str]:
    """The hooks of a family, as they stand in its file."""
    return [name for name, value in vars(family).items() if inspect.isfunction(value)]


@functools.cache
def users() -> dict[str, tuple[str, ...]]:
    """Hook or moment -> files with a class that takes it, the shortest first, house rules before others."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for number, room in enumerate(ROOMS):
        for file in sorted((ROOT / "rules" / room).rglob("*.py")):
            text = file.read_text("utf-8")
            for name in _methods(text):
                found.setdefault(name, []).append((number, len(text), str(file.relative_to(ROOT))))
    return {name: tuple(path for _, _, path in sorted(files)) for name, files in found.items()}


def _methods(text: str) -> set[str]:
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    methods = [method for node in classes for method in node.body if isinstance(method, ast.FunctionDef)]
    told = {at.attr for method in methods for at in method.decorator_list if isinstance(at, ast.Attribute)}
    return {method.name for method in methods} | (told & set(MOMENTS))


def example(name: str) -> str:
    """A file that uses a hook; the made-up rule that proves it where no real one does."""
    if files := users().get(name):
        return files[0]
    proofs = sorted((ROOT / PROOFS).glob("proofs_*.py"))
    return next(str(p.relative_to(ROOT)) for p in proofs if f"def {name}(" in p.read_text("utf-8"))


def row(name: str) -> str:
    """The line of a hook, up to its example."""
    found = entry(name)
    return f"| {found.wish} | **`{name}`**`({found.arguments})`, {found.kind}: {found.about} |"


def page() -> str:
    """The page."""
    tables = {title: [name for family in each for name in hooks(family)] for title, each in FAMILIES.items()}
    parts = [_table("Moments", "moment", MOMENTS), *(_table(title, "hook", names) for title, names in tables.items())]
    return "\n\n".join((HEAD, *parts)) + "\n"


def _table(title: str, kind: str, names: Iterable[str]) -> str:
    lines = [f"## {title}", "", f"| I want to ... | {kind} | example | look out |", "| --- | --- | --- | --- |"]
    for name in names:
        file = example(name)
        lines.append(f"{row(name)} [{Path(file).stem}](../{file}) | {entry(name).trap} |")
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
