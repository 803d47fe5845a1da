"""What a power has bought and not placed: adding to it and taking from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.act import Act
from rules.state import Bought


def add(act: Act, power: str, new: Bought) -> None:
    """Put bought units into the pool, together with their like."""
    pool = list(act.state.pool.get(power, ()))
    for i, old in enumerate(pool):
        if _like(old, new):
            pool[i] = dataclasses.replace(old, count=old.count + new.count, price=old.price + new.price)
            break
    else:
        pool.append(new)
    act.set_pool(power, pool)


def _like(a: Bought, b: Bought) -> bool:
    return (a.type, a.purse, a.site, a.marks) == (b.type, b.purse, b.site, b.marks)


def take(act: Act, power: str, entry: Bought, count: int) -> Bought:
    """Take `count` out of an entry of the pool; returns what was taken, with its share of the price."""
    left = entry.count - count
    rest = dataclasses.replace(entry, count=left, price=entry.price * left // entry.count)
    pool = [rest if b == entry else b for b in act.state.pool.get(power, ())]
    act.set_pool(power, pool)
    return dataclasses.replace(entry, count=count, price=entry.price - rest.price)


def matching(pool: Sequence[Bought], unit: str, tags: Sequence[str] = (), site: str = "") -> list[Bought]:
    """Entries of a unit type; a tag names the purse or a mark, `site` the site it was bought for."""
    return [
        b
        for b in pool
        if b.type == unit and (not site or b.site in ("", site)) and all(t == b.purse or t in b.marks for t in tags)
    ]
