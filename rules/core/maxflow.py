"""Sharing out demands among limited sources so that as much as possible is met (a small maximum flow)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Demand = tuple[int, Sequence[str]]


def met(demands: Sequence[Demand], supply: Mapping[str, int]) -> int:
    """The largest total that can be drawn.

    demands: amount wanted and the sources it may be drawn from. supply: what each source has.
    """
    left = dict(supply)
    drawn: list[dict[str, int]] = [{} for _ in demands]
    return sum(_draw(i, amount, demands, left, drawn) for i, (amount, _) in enumerate(demands))


def _draw(
    number: int, amount: int, demands: Sequence[Demand], left: dict[str, int], drawn: list[dict[str, int]]
) -> int:
    total = 0
    while total < amount:
        got = _augment(number, amount - total, demands, left, drawn, set())
        if not got:
            break
        total += got
    return total


def _augment(
    number: int,
    amount: int,
    demands: Sequence[Demand],
    left: dict[str, int],
    drawn: list[dict[str, int]],
    seen: set[str],
) -> int:
    """Draw up to `amount` for a demand, moving other demands to their other sources if need be."""
    for source in demands[number][1]:
        if source in seen:
            continue
        seen.add(source)
        got = min(amount, left.get(source, 0)) or _make_room(source, amount, demands, left, drawn, seen)
        if got:
            left[source] -= got
            drawn[number][source] = drawn[number].get(source, 0) + got
            return got
    return 0


def _make_room(
    source: str,
    amount: int,
    demands: Sequence[Demand],
    left: dict[str, int],
    drawn: list[dict[str, int]],
    seen: set[str],
) -> int:
    for other, parts in enumerate(drawn):
        held = parts.get(source, 0)
        moved = _augment(other, min(amount, held), demands, left, drawn, seen) if held else 0
        if moved:
            parts[source] -= moved
            left[source] += moved
            return moved
    return 0
