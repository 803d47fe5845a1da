"""House-rule files as they are found: what is wrong with one is said when it is loaded, not when it does nothing."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from rules.core.identity import Identity
from rules.model.profiles import MARKER, UnitType


class HouseError(ValueError):
    """Files of house rules are not as they have to be; each line of the text names a file and says the fix."""


def rules_in(document: str, modules: Iterable[ModuleType]) -> list[Identity]:
    """The rules of a document's files. Raises HouseError with everything that is wrong with them."""
    every, faults, found = list(modules), list[str](), dict[str, Identity]()
    for module in every:
        faults += [f"{module.__name__}: {fault}" for fault in _faults(module, document)]
        rule = getattr(module, "RULE", None)
        if isinstance(rule, Identity):
            if rule.id in found:
                first = type(found[rule.id]).__module__
                faults.append(f"{module.__name__}: the id “{rule.id}” is that of {first} too; each rule has its own")
            found.setdefault(rule.id, rule)
    if faults:
        raise HouseError("\n".join(faults))
    return list(found.values())


def _faults(module: ModuleType, document: str) -> Iterator[str]:
    """What is wrong with one file."""
    rule, here = getattr(module, "RULE", None), vars(module).values()
    classes = [c for c in here if isinstance(c, type) and issubclass(c, Identity) and c.__module__ == module.__name__]
    made = {type(value) for value in here if isinstance(value, Identity)}
    for kind in classes:
        if vars(kind).get("id") and kind not in made:
            yield f"{kind.__name__} is never played: the file has to end with `RULE = {kind.__name__}()`"
        yield from _strange(kind)
    if rule is None:
        return
    if not isinstance(rule, Identity):
        yield "RULE has to be an instance of the rule, such as `RULE = LostTransports()`"
    elif not rule.id.startswith(f"{document}."):
        yield f"the id “{rule.id}” has to begin with that of its document: “{document}.”"
    elif not rule.title or not rule.text:
        yield f"{rule.id} has no {'title' if not rule.title else 'text'}: players look it up by that"


def _strange(kind: type[Identity]) -> Iterator[str]:
    """Public names that no hook and no field has: nobody would ever ask for them. Helpers begin with an underscore."""
    if not vars(kind).get("id"):
        return
    known = {name for base in kind.__mro__[1:] for name in vars(base) if not name.startswith("_")}
    for name in vars(kind):
        if not name.startswith("_") and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            helper = "a helper's name begins with an underscore, that of what is done at a moment too"
            fix = f"did you mean “{near[0]}”?" if near else helper
            yield f"{kind.__name__}.{name} is no hook and no field of a rule: {fix}"


def unit_faults(rules: Iterable[Identity], boards: Mapping[str, Mapping[str, UnitType]]) -> list[str]:
    """Units that overwrite others: those of a board (but for its markers), or another rule's with which it can be on.
    boards: board -> its own units."""
    every, found = list(rules), list[str]()
    for rule in every:
        for unit, board in itertools.product(rule.units, rule.boards):
            own = boards.get(board, {}).get(unit.name)
            if own is not None and own.domain != MARKER:
                found.append(f"{rule.id} brings “{unit.name}”, which {board} has itself: change it with `change_unit`")
    for one, other in itertools.combinations(every, 2):
        if set(one.boards) & set(other.boards) and not (_apart(one, other) or _apart(other, one)):
            found += [
                f"{one.id} and {other.id} both bring “{a.name}”, not alike: let one exclude the other, or name it otherwise"
                for a, b in itertools.product(one.units, other.units)
                if a.name == b.name and dataclasses.replace(a, rule="") != dataclasses.replace(b, rule="")
            ]
    return found


def _apart(one: Identity, other: Identity) -> bool:
    """Whether a rule cannot be on together with another."""
    return any(other.id == name or other.id.startswith(f"{name}.") for name in (*one.excludes, *one.replaces))


_CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*(?:, [A-Z][A-Z0-9_]*)*)(?:: [^=\n]+)? = ", re.MULTILINE)
_ROOMS = ("rules.house.", "rules.mechanics.")


def unread_figures(sources: Mapping[str, str]) -> list[str]:
    """Figures and other constants of house rules and mechanics that no file reads. sources: module -> its text."""
    used = Counter(re.findall(r"\b[A-Z][A-Z0-9_]*\b", "\n".join(sources.values())))
    return [
        f"{module}: {name} is made and never read"
        for module, text in sources.items()
        for line in (_CONSTANT.finditer(text) if module.startswith(_ROOMS) else ())
        for name in line[1].split(", ")
        if used[name] == 1
    ]


def unread_numbers(rules: Iterable[Identity], sources: Mapping[str, str]) -> list[str]:
    """Numbers of units that are read by none of those who play with them: the rules of the document and their parts, and
    shared code. sources: module -> its text."""
    every, found = list(rules), list[str]()
    for rule in every:
        package, document = type(rule).__module__.rpartition(".")[0], rule.id.partition(".")[0]
        mates = [part for r in every if r.id.partition(".")[0] == document for part in (r, *r.parts)]
        near = {base.__module__ for mate in mates for base in type(mate).__mro__}
        near |= {module for module in sources if module.startswith(package) or not module.startswith(_ROOMS)}
        found += [
            f"{rule.id}: “{word}” of {unit.name} is a number that none of its rules reads"
            for unit in rule.units
            for word in unit.numbers
            if not any(f'"{word}"' in re.sub(rf'"{word}"\s*:', "", sources.get(module, "")) for module in near)
        ]
    return found
