"""Openings: what each power bought and where it attacked in its first turn, from the events of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.model.events import BattleChanged, MoneyChanged, OwnerChanged, PoolChanged
from rules.model.state import Bought
from rules.play.game import Entry

_PAID = ("purchase", "returned")


@dataclass(frozen=True, slots=True)
class Opening:
    """bought: units with their numbers, those that were given back taken off. attacked: places in which it fought or that it
    took, in the order of the alphabet."""

    power: str
    bought: Mapping[str, int]
    attacked: tuple[str, ...]


def openings(log: Iterable[Entry]) -> list[Opening]:
    """The openings of all powers whose first turn has begun, in the order of play. Orders that were taken back do not
    count; nor does what is placed for a bid, before the first turn."""
    entries = [entry for entry in log if entry.turn.round == 1]
    undone = {number for entry in entries for number in entry.undoes}
    turns: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.number and entry.number not in undone and not entry.undoes:
            turns.setdefault(entry.turn.power, []).append(entry)
    return [Opening(power, _bought(power, mine), _attacked(power, mine)) for power, mine in turns.items()]


def _bought(power: str, entries: Sequence[Entry]) -> dict[str, int]:
    total = Counter[str]()
    for entry in entries:
        if any(isinstance(event, MoneyChanged) and event.why in _PAID for event in entry.events):
            for event in entry.events:
                if isinstance(event, PoolChanged) and event.power == power:
                    total.update(_units(event.after))
                    total.subtract(_units(event.before))
    return {unit: number for unit, number in sorted(total.items()) if number > 0}


def _units(pool: Iterable[Bought]) -> Counter[str]:
    found = Counter[str]()
    for item in pool:
        found[item.type] += item.count
    return found


def _attacked(power: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    found = set[str]()
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, BattleChanged) and event.after and event.after.attacker == power:
            if event.after.status != "due":
                found.add(event.after.place)
        elif isinstance(event, OwnerChanged) and event.why in ("captured", "liberated") and event.after == power:
            found.add(event.place)
    return tuple(sorted(found))
