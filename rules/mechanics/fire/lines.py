"""Markers on borders and places: reading them from both sides, adding and taking off."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from rules.core.act import Act
from rules.core.view import View
from rules.model.state import Marker


def key(place: str, other: str = "") -> str:
    """The key of a border as seen from `place`, or of a place."""
    return f"{place} | {other}" if other else place


def on(view: View, place: str, other: str, type_: str) -> Iterator[tuple[str, Marker]]:
    """Markers of a type on a border, dug in from either side, with the keys they stand under."""
    borders = view.state.borders
    for name in dict.fromkeys((key(place, other), key(other, place) if other else place)) if borders else ():
        for marker in borders.get(name, ()):
            if marker.type == type_:
                yield name, marker


def count(view: View, place: str, other: str, type_: str, owner: str) -> int:
    """How many an owner has on a border, from either side."""
    return sum(marker.count for _, marker in on(view, place, other, type_) if marker.owner == owner)


def add(act: Act, name: str, type_: str, owner: str, number: int, why: str) -> None:
    """Put markers onto a border or place; a negative number takes some off."""
    markers = list(act.state.borders.get(name, ()))
    at = next((i for i, m in enumerate(markers) if (m.type, m.owner) == (type_, owner)), None)
    if at is None:
        markers.append(Marker(type_, owner, number))
    else:
        markers[at] = dataclasses.replace(markers[at], count=markers[at].count + number)
    act.set_markers(name, markers, why)


def take(act: Act, place: str, other: str, type_: str, owner: str, number: int, why: str) -> None:
    """Take so many of an owner's markers off a border, from whichever side they were put there."""
    for name, marker in [(n, m) for n, m in on(act, place, other, type_) if m.owner == owner]:
        some = min(number, marker.count)
        add(act, name, type_, owner, -some, why)
        number -= some
