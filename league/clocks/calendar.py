"""Time that does not count: holidays, weekends, what a club has agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calendar:
    """Spans in which no clock goes (Unix seconds), in any order; they may overlap."""

    free: tuple[Span, ...] = ()

    def counted(self, start: float, end: float) -> float:
        """The seconds that count from one time to another."""
        return max(0.0, end - start) - sum(b - a for a, b in merged(self.free, start, end))

    def later(self, start: float, seconds: float) -> float:
        """When so many seconds that count have passed: the earliest such time."""
        at, left = start, seconds
        for a, b in merged(self.free, start, float("inf")):
            if left <= a - at:
                break
            at, left = b, left - (a - at)
        return at + left


def merged(spans: Iterable[Span], start: float, end: float) -> list[Span]:
    """Spans within limits, in order, none touching another."""
    found: list[Span] = []
    for a, b in sorted((max(a, start), min(b, end)) for a, b in spans):
        if b <= a:
            continue
        if found and a <= found[-1][1]:
            found[-1] = (found[-1][0], max(b, found[-1][1]))
        else:
            found.append((a, b))
    return found


def time_off(vacations: Sequence[Span], start: float, end: float) -> float:
    """What a person's vacations, in however many games at once, take of a season: each second once."""
    return sum(b - a for a, b in merged(vacations, start, end))
