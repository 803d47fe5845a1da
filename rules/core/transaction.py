"""A transaction on a position: a View that changes it, through events only, and can take them back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.table import Table
from rules.core.view import Memo, View
from rules.model.codec import freeze
from rules.model.events import (
    AgendaChanged,
    BattleChanged,
    BorderChanged,
    Event,
    FacilitiesChanged,
    FlagChanged,
    GameEnded,
    MoneyChanged,
    Noted,
    OwnerChanged,
    PhaseBegan,
    PoolChanged,
    RelationChanged,
    UnitChanged,
    UnitMoved,
    UnitPlaced,
)
from rules.model.names import tidy
from rules.model.state import Battle, Bought, Facility, Marker, State, Task, Unit, pair

_REDATES = (FlagChanged, PhaseBegan)
"""What a profile may depend on changes with these alone (`View.profile_key`)."""
Mark = tuple[int, int, tuple[Task, ...]]
"""A moment within an act: how many events, the next unit's id, the agenda."""


class Transaction(View):
    """`events` collects what happened, but for the agenda: of that only what comes of it counts, and `closed` adds it.
    `rollback` takes it all back."""

    def __init__(self, table: Table, state: State, memo: Memo | None = None) -> None:
        super().__init__(table, state, memo)
        self._memo = memo
        self._profiles = {} if memo is None else memo.profiles
        self.events: list[Event] = []
        self._start = (0, state.next_id, state.agenda)

    def emit(self, event: Event) -> None:
        """Apply an event and remember it."""
        event.apply(self.state)
        kind = type(event)
        if kind is not AgendaChanged:
            self.events.append(event)
        if kind in _REDATES:
            self._profiles = {}
        self.memo = None

    def closed(self) -> tuple[Event, ...]:
        """Everything that happened, for the log."""
        before, now = self._start[2], self.state.agenda
        return (*self.events, AgendaChanged(before, now)) if now != before else tuple(self.events)

    def mark(self) -> Mark:
        """Where the act stands now, for `rollback`."""
        return len(self.events), self.state.next_id, self.state.agenda

    def rollback(self, to: Mark | None = None) -> None:
        """Take back everything this act has done (since a `mark`)."""
        count, next_id, agenda = to or self._start
        while len(self.events) > count:
            event = self.events.pop()
            event.revert(self.state)
            if type(event) in _REDATES:
                self._profiles = {}
        self.state.next_id, self.state.agenda = next_id, agenda
        if not self.events and self.state.agenda == self._start[2]:
            self.memo = self._memo

    # --- units and tables ---------------------------------------------------------------------------------

    def place_unit(self, type_: str, owner: str, place: str, why: str = "placed", **fields: Any) -> Unit:
        """A new unit on the board."""
        unit = Unit(self.state.next_id, type_, owner, place).but(**fields)
        self.emit(UnitPlaced(unit, why))
        return unit

    def change(self, unit: Unit, **fields: Any) -> Unit:
        """A unit with other fields, those of its ledger too; a change of place or carrier counts as a move. Returns it."""
        before = self.state.units[unit.id]
        after = before.but(**fields)
        moved = after.place != before.place or after.carrier != before.carrier
        if not moved and after == before:
            return before
        self.emit(UnitMoved(before, after) if moved else UnitChanged(before, after))
        return after

    def set_owner(self, place: str, owner: str | None, why: str) -> None:
        """Another controller; what the place was at the start of the turn is remembered."""
        before = self.state.owners.get(place)
        if before == owner:
            return
        captured: Mapping[str, Any] = self.flag("captured", {})
        if place not in captured:
            self.set_flag("captured", {**captured, place: before})
        self.emit(OwnerChanged(place, before, owner, why))

    def pay(self, purse: str, amount: int, why: str) -> None:
        """Money leaves (amount > 0) or enters (< 0) a purse. Raises ValueError where there is less: the caller checks."""
        before = self.state.money.get(purse, 0)
        if amount > before:
            raise ValueError(f"{purse} has {before} IPC, not {amount} ({why})")
        if amount:
            self.emit(MoneyChanged(purse, before, before - amount, why))

    def set_facilities(self, place: str, facilities: Sequence[Facility], why: str) -> None:
        """The facilities of a place."""
        before = self.state.facilities.get(place, ())
        if tuple(facilities) != before:
            self.emit(FacilitiesChanged(place, before, tuple(facilities), why))

    def set_markers(self, border: str, markers: Sequence[Marker], why: str) -> None:
        """The markers on a border or place; those with count 0 vanish."""
        before, after = self.state.borders.get(border, ()), tuple(m for m in markers if m.count > 0)
        if after != before:
            self.emit(BorderChanged(border, before, after, why))

    def set_relation(self, a: str, b: str, relation: str, why: str) -> None:
        """War ("war") or none ("") between two powers."""
        key = pair(a, b)
        before = self.state.relations.get(key, "")
        if before != relation:
            self.emit(RelationChanged(key, before, relation, why))

    def set_flag(self, name: str, value: Any) -> None:
        """A fact to remember (JSON value; None forgets)."""
        before, value = self.state.flags.get(name), freeze(value)
        if before != value:
            self.emit(FlagChanged(name, before, value))

    def set_pool(self, power: str, bought: Sequence[Bought]) -> None:
        """What a power has bought and not placed."""
        before, after = self.state.pool.get(power, ()), tuple(b for b in bought if b.count > 0)
        if before != after:
            self.emit(PoolChanged(power, before, after))

    def note(self, text: str, *, since: int | None = None, **data: Any) -> None:
        """A line in the log. since: a number of events; what happened after that many is told by this line in its own words,
        and by nothing else where texts are short (`narrate.untold`); with `dice=True` its dice too."""
        told = {} if since is None else {"tells": len(self.events) - since}
        self.emit(Noted(tidy(text), freeze({**data, **told})))

    def end_game(self, winner: str, why: str) -> None:
        """A side has won."""
        if not self.state.winner:
            self.emit(GameEnded("", winner, why))

    # --- battles ------------------------------------------------------------------------------------------

    def battle(self, id_: str) -> Battle:
        """A battle by its id."""
        return self.state.battles[id_]

    def set_battle(self, battle: Battle) -> Battle:
        """Store a new or changed battle."""
        before = self.state.battles.get(battle.id)
        if before != battle:
            self.emit(BattleChanged(battle.id, before, battle))
        return battle

    def update(self, id_: str, **fields: Any) -> Battle:
        """A battle with other fields."""
        battle = self.battle(id_)
        if all(getattr(battle, name) == value for name, value in fields.items()):
            return battle
        return self.set_battle(dataclasses.replace(battle, **fields))

    def set_facts(self, id_: str, **facts: Any) -> Battle:
        """Facts of a battle for later steps (None forgets)."""
        merged = {**self.battle(id_).facts, **freeze(facts)}
        return self.update(id_, facts={k: v for k, v in merged.items() if v is not None})

    def drop_battle(self, id_: str) -> None:
        """Put a battle away."""
        self.emit(BattleChanged(id_, self.state.battles[id_], None))
