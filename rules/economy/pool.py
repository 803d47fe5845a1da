"""What a power has bought and not placed: adding to it and taking from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.core.act import Act
from rules.model.state import Bought


def add(act: Act, power: str, new: Bought) -> None:
    """Put bought units into the pool, together with their like."""
    act.set_pool(power, together([*act.state.pool.get(power, ()), new]))


def together(entries: Sequence[Bought]) -> list[Bought]:
    """Entries with their like put together, in the order of their first."""
    found: list[Bought] = []
    for new in entries:
        at = next((i for i, old in enumerate(found) if _like(old, new)), None)
        if at is None:
            found.append(new)
        else:
            old = found[at]
            found[at] = dataclasses.replace(old, count=old.count + new.count, price=old.price + new.price)
    return found


def _like(a: Bought, b: Bought) -> bool:
    """Whether two entries are one but for their number: also at one price each."""
    blank = dataclasses.replace(a, count=0, price=0) == dataclasses.replace(b, count=0, price=0)
    return blank and a.price * b.count == b.price * a.count


def take(act: Act, power: str, entry: Bought, count: int) -> Bought:
    """Take `count` out of an entry of the pool; returns what was taken, with its share of the price."""
    left = entry.count - count
    rest = dataclasses.replace(entry, count=left, price=entry.price * left // entry.count)
    pool = list(act.state.pool.get(power, ()))
    pool[pool.index(entry)] = rest
    act.set_pool(power, pool)
    return dataclasses.replace(entry, count=count, price=entry.price - rest.price)


def matching(pool: Sequence[Bought], unit: str, tags: Sequence[str] = (), site: str = "") -> list[Bought]:
    """Entries of a unit type, those bound to some places first; a tag names the purse or a mark, `site` the site
    it was bought for."""
    found = [
        b
        for b in pool
        if b.type == unit and (not site or b.site in ("", site)) and all(t == b.purse or t in b.marks for t in tags)
    ]
    return sorted(found, key=lambda b: not b.among)
