"""`make pages`: docs/hooks.md, by what somebody wants to do: which hook does it, who uses it, what to look out for."""

from __future__ import annotations

import ast
import functools
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

from rules.core.act import ActHooks
from rules.core.hooks import Rule
from rules.core.hooks.battle import BattleHooks
from rules.core.hooks.economy import EconomyHooks
from rules.core.hooks.movement import MovementHooks
from rules.core.hooks.orders import OrderHooks
from rules.core.hooks.places import PlaceHooks
from rules.core.hooks.time import TimeHooks
from rules.core.hooks.units import UnitHooks
from rules.core.identity import Identity
from rules.core.table import TableHooks
from rules.core.view import ViewHooks

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "hooks.md"
FAMILIES: dict[str, tuple[type[Identity], ...]] = {
    "Units, and what they are": (TableHooks, ViewHooks, UnitHooks, ActHooks),
    "Money: buying, placing, income": (EconomyHooks,),
    "Movement": (MovementHooks,),
    "Combat": (BattleHooks,),
    "Territories": (PlaceHooks,),
    "Time and victory": (TimeHooks,),
    "Orders and questions": (OrderHooks,),
}
ROOMS = ("house", "mechanics", "boards")
PROOFS = "tests/rules/hooks"
HEAD = """\
# I want to ...

Find what your rule should do: the hook beside it is the method to write. A hook is a moment at which the engine asks every
rule. `make pages` writes this page from the hooks' own docstrings in `rules/core`.

There are three kinds.
- *value*: it gets what is so far, as its last argument, and returns it, changed or not.
- *veto*: it returns a `Refusal`, or None. The first refusal wins.
- *event*: it gets the `Act`, and may change the game: `act.roll`, `act.ask`, `act.pay`, `act.place_unit`, `act.remove`,
  `act.set_flag`, `act.note` (rules/core/act.py).

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
    hook = getattr(Rule, name)
    text = inspect.getdoc(hook) or ""
    about, wish, rest = text.partition("\n\nWish: ")
    if not wish:
        raise ValueError(f"the docstring of the hook {name} has no line “Wish: ...” after what it says")
    wished, _, trap = rest.partition("Trap: ")
    known = [p for p in inspect.signature(hook).parameters if p != "self"]
    return Entry(name, ", ".join(known), _kind(hook), _line(about), _line(wished).rstrip("."), _line(trap))


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
    """Hook -> files with a class that overrides it, the shortest first, house rules before others."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for number, room in enumerate(ROOMS):
        for file in sorted((ROOT / "rules" / room).rglob("*.py")):
            text = file.read_text("utf-8")
            for name in _methods(text):
                found.setdefault(name, []).append((number, len(text), str(file.relative_to(ROOT))))
    return {name: tuple(path for _, _, path in sorted(files)) for name, files in found.items()}


def _methods(text: str) -> set[str]:
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    return {method.name for node in classes for method in node.body if isinstance(method, ast.FunctionDef)}


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
    parts = [HEAD]
    for title, families in FAMILIES.items():
        lines = [f"## {title}", "", "| I want to ... | hook | example | look out |", "| --- | --- | --- | --- |"]
        for name in (name for family in families for name in hooks(family)):
            file = example(name)
            lines.append(f"{row(name)} [{Path(file).stem}](../{file}) | {entry(name).trap} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
