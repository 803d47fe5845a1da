"""Words that were meant: what a name is not, with what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.model.names import Names, one_of


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """`There is no board “clasic”: did you mean classic?`, or all there are."""
    names, every = Names(), list(known)
    for name in every:
        names.add(name)
    near = names.near(given)
    hint = f"did you mean {one_of(near)}?" if near else f"there is {', '.join(every) or 'none'}."
    return f"There is no {what} “{given[:40]}”: {hint}"


def strange(where: str, given: Mapping[str, Any], known: Iterable[str]) -> list[str]:
    """Faults of keys that nobody reads."""
    every = list(known)
    return [unknown(f"key{where}", name, every) for name in given if name not in every]
