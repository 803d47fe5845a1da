"""How TripleA spells what our boards have, and the other way round."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any


@cache
def words() -> Mapping[str, Any]:
    """The names that differ, by kind (`names.toml`)."""
    return tomllib.loads((resources.files("triplea") / "names.toml").read_text("utf-8"))


@cache
def _theirs(kind: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for theirs, ours in words()[kind].items():
        for name in [ours] if isinstance(ours, str) else ours:
            found.setdefault(name, theirs)
    return found


def ours(kind: str, theirs: str) -> str:
    """A name of TripleA's in words that our boards know, as a name or an alias."""
    found = words()[kind].get(theirs, theirs.replace("_", " "))
    return str(found if isinstance(found, str) else found[0])


def player(power: str) -> str:
    """`Germany` as `Germans`."""
    return _theirs("players").get(power, power.replace(" ", "_"))


def unit(type_: str) -> str:
    """`tank` as `armour`."""
    return _theirs("units").get(type_, type_.replace(" ", "_"))


def place(name: str) -> str:
    """`SZ 112` as `112 Sea Zone`."""
    return re.sub(r"^SZ (\d+)$", r"\1 Sea Zone", name)


def listed(counts: Iterable[tuple[str, int]]) -> str:
    """Units with their counts: `2 infantry, 1 artillery and 3 armour`."""
    told = [
        f"{count} {unit(type_)}{'' if count == 1 or type_.endswith('y') else 's'}" for type_, count in counts if count
    ]
    return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
