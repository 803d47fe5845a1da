"""Spans of time (Unix seconds): leave, holidays, what a club has agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Span = tuple[float, float]


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
