"""Single facts of the log in words: who owns what now, money, facilities, markers, technologies, battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.core.table import Table
from rules.model import events as e
from rules.model.names import listing
from rules.model.state import Bought, Facility, Marker, Unit

Tellers = Mapping[type[e.Event], Callable[[Table, Sequence[Any]], Iterable[str]]]


def count(table: Table, number: int, unit: str) -> str:
    """A number of units in words: `1 tank`, `3 tanks`."""
    profile = table.units.get(unit)
    return profile.counted(number) if profile else f"{number} {unit}"


def units_text(table: Table, units: Iterable[Unit]) -> str:
    """Units counted by type: `2 infantry, 1 tank`."""
    counts = Counter(u.type for u in units)
    return ", ".join(count(table, n, unit) for unit, n in counts.items())


def alike(event: e.Event) -> tuple[Any, ...] | None:
    """What makes facts one line if they follow upon each other (None: nothing): lands, or units, that change hands alike."""
    if isinstance(event, e.OwnerChanged):
        return "lands", event.why, event.before, event.after
    if isinstance(event, e.UnitChanged) and event.before.owner != event.after.owner:
        return "units", event.before.owner, event.after.owner
    return None


def _changed(table: Table, events: Sequence[e.UnitChanged]) -> Iterable[str]:
    before, after = events[0].before, events[0].after
    name = f"{after.owner}: {before.type} in {after.place}"
    if before.owner != after.owner:
        places = {event.after.place for event in events}
        where = f" in {after.place}" if len(places) == 1 else ""
        yield f"{units_text(table, (x.after for x in events))}{where}: now of {after.owner}, before of {before.owner}"
    if before.type != after.type:
        yield f"{name} is now {after.type}"
    gained = sorted(m for m in after.marks - before.marks if not m.startswith("."))
    if gained:
        yield f"{name}: {', '.join(gained)}"


def _owner(table: Table, events: Sequence[e.OwnerChanged]) -> Iterable[str]:
    first = events[0]
    places = listing([event.place for event in events])
    hands = f", before {first.before}" if first.before else ""
    yield f"{places} {first.why}: now {first.after or 'nobody'}{hands}"


def _money(table: Table, events: Sequence[e.MoneyChanged]) -> Iterable[str]:
    event = events[0]
    yield f"{event.purse}: {event.after - event.before:+d} IPC ({event.why}), now {event.after}"


def _facilities(table: Table, events: Sequence[e.FacilitiesChanged]) -> Iterable[str]:
    event = events[0]
    before, after = (Counter(f.type for f in some) for some in (event.before, event.after))
    if (gone := before - after) and not after - before:
        lost = ", ".join(count(table, n, unit) if n > 1 else unit for unit, n in gone.items())
        yield f"{event.place}: {lost} gone ({event.why})"
    else:
        yield f"{event.place}: {_facility_text(event.after)} ({event.why})"


def _facility_text(facilities: Sequence[Facility]) -> str:
    return ", ".join(f.type + (f" (damaged {f.damage})" if f.damage else "") for f in facilities) or "no facilities"


def _border(table: Table, events: Sequence[e.BorderChanged]) -> Iterable[str]:
    event = events[0]
    if event.after:
        yield f"{event.border}: {_marker_text(table, event.after)} ({event.why})"
    else:
        yield f"{event.border}: {_marker_text(table, event.before)} gone ({event.why})"


def _marker_text(table: Table, markers: Sequence[Marker]) -> str:
    return ", ".join(f"{count(table, m.count, m.type)} of {m.owner}" for m in markers)


def _relation(table: Table, events: Sequence[e.RelationChanged]) -> Iterable[str]:
    event = events[0]
    state = "are at war" if event.after == "war" else "are not at war"
    yield f"{event.pair.replace('|', ' and ')} {state}" + (f" ({event.why})" if event.why else "")


def _flag(table: Table, events: Sequence[e.FlagChanged]) -> Iterable[str]:
    event = events[0]
    if event.flag.startswith("tech."):
        new = [t for t in event.after or () if t not in (event.before or ())]
        if new:
            yield f"{event.flag.removeprefix('tech.')} develops {', '.join(new)}"


def _pool(table: Table, events: Sequence[e.PoolChanged]) -> Iterable[str]:
    event = events[0]
    gain = _bought(event.after)
    gain.subtract(_bought(event.before))
    for free, deed in ((False, "buys"), (True, "gets")):
        if new := [count(table, n, unit) for (unit, given), n in gain.items() if n > 0 and given is free]:
            yield f"{event.power} {deed} {', '.join(new)}{' to place' if free else ''}"


def _bought(pool: Sequence[Bought]) -> Counter[tuple[str, bool]]:
    """How many of each unit, apart what has cost nothing."""
    total: Counter[tuple[str, bool]] = Counter()
    for item in pool:
        total[item.type, item.price == 0] += item.count
    return total


def _battle(table: Table, events: Sequence[e.BattleChanged]) -> Iterable[str]:
    event = events[0]
    before, after = event.before, event.after
    if after is None or after.kind == "fire":
        return
    if before is None:
        yield f"{(after.called or 'battle').capitalize()} in {after.place}"
    elif after.round > before.round:
        yield f"{after.place}, round {after.round}"
    elif after.status == "over" and before.status != "over":
        yield f"{after.place}: the {after.called or 'battle'} is over"


def _ended(table: Table, events: Sequence[e.GameEnded]) -> Iterable[str]:
    event = events[0]
    why = f" ({event.why})" if event.why == "concession" else ""
    yield f"The {event.after} win{why}" if event.after else "Play goes on"


TELLERS: Tellers = {
    e.UnitChanged: _changed,
    e.OwnerChanged: _owner,
    e.MoneyChanged: _money,
    e.FacilitiesChanged: _facilities,
    e.BorderChanged: _border,
    e.RelationChanged: _relation,
    e.FlagChanged: _flag,
    e.PoolChanged: _pool,
    e.BattleChanged: _battle,
    e.GameEnded: _ended,
}
