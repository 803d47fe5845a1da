"""What the drawing shows as touching, against what the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tools.mapmaker.rasters import Labels
from tools.mapmaker.table import VOID, Table

Pair = tuple[str, str]
SEEN = 11
"""Border length in pixels of a map 4096 wide from which two regions look as if they touch."""


@dataclass(frozen=True)
class Report:
    """Lengths of drawn contacts; pairs wanted and not drawn; pairs drawn and not wanted."""

    lengths: Mapping[Pair, int]
    missing: tuple[Pair, ...]
    extra: tuple[Pair, ...]


def lengths(ids: Labels, names: Sequence[str]) -> dict[Pair, int]:
    """How many cell edges two regions share; ids holds 1 + index in names, 0 for what is no region."""
    found: dict[Pair, int] = {}
    size = len(names) + 1
    counts = np.zeros(size * size, dtype=np.int64)
    for a, b in ((ids[:-1], ids[1:]), (ids[:, :-1], ids[:, 1:])):
        differ = a != b
        low, high = np.minimum(a, b)[differ].astype(np.int64), np.maximum(a, b)[differ]
        counts += np.bincount(low * size + high, minlength=size * size)
    for code in np.nonzero(counts)[0]:
        low, high = divmod(int(code), size)
        if low:
            first, second = sorted((names[low - 1], names[high - 1]))
            found[first, second] = int(counts[code])
    return found


def compare(table: Table, found: Mapping[Pair, int], seen: int = SEEN) -> Report:
    """The report; regions that are no places and impassable places count for nothing."""
    wanted = {(min(pair), max(pair)) for pair in table.connections}
    drawn = {pair for pair, length in found.items() if length >= seen}
    ignored = table.impassable | {VOID}
    extra = {p for p in drawn - wanted if not ignored & set(p) and not any(n.startswith("~") for n in p)}
    return Report(found, tuple(sorted(wanted - drawn)), tuple(sorted(extra)))
