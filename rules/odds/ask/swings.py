"""The luck of battles in IPC: what they brought, against what their odds promised when they began.

The log is walked back from the position it leads to; where a battle began, its odds are worked out. They are those of a
battle that is fought to its end: one that was broken off is reckoned on from there by its odds, as to leave is no luck.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.table import Table
from rules.core.view import View
from rules.model.events import BattleChanged, DiceRolled, Event, UnitRemoved
from rules.model.state import Battle, State, Unit
from rules.odds.read.battle import NoOdds, battle_odds
from rules.odds.solve.result import Odds
from rules.play.game import Entry, standing
from rules.play.luck import BattleLuck


@dataclass
class _End:
    """A battle that is over, seen backwards. gone: what has left the board, unit id -> type. rest, scatter: the swing it
    would have brought if it had not been broken off, and its standard deviation."""

    gone: dict[int, str] = field(default_factory=dict)
    rest: float = 0.0
    scatter: float = 0.0


def battle_lucks(table: Table, state: State, log: Iterable[Entry]) -> list[BattleLuck]:
    """The battles of a log, first first. state: the position it leads to (it stays as it is). Battles whose odds nobody
    knows (raids, and those that were left without a shot) are left out, and what was taken back."""
    entries, back = list(log), state.copy()
    found, ends, holds = list[BattleLuck](), dict[str, _End](), {entry.number for entry in standing(entries)}
    for entry in reversed(entries):
        if entry.number in holds:
            found += _seen_back(table, back, entry, ends)
        else:
            for event in reversed(entry.events):
                event.revert(back)
    return found[::-1]


def _seen_back(table: Table, back: State, entry: Entry, ends: dict[str, _End]) -> Iterator[BattleLuck]:
    """The battles that began with an order, which is taken back from a position. ends: battles that are over by then."""
    quiet: set[str] = set()  # battles that this entry ends, before it throws dice
    for event in reversed(entry.events):
        if isinstance(event, UnitRemoved):
            for end in ends.values():
                end.gone[event.unit.id] = event.unit.type
        elif isinstance(event, DiceRolled):
            quiet.clear()
        event.revert(back)
        if battle := _ended(event):
            ends[battle.id] = _End()
            quiet.add(battle.id)
        if (begun := _begun(event)) and begun.id in ends:
            quiet.discard(begun.id)
            yield from _luck(View(table, back), begun, ends.pop(begun.id), entry.number)
    for id_ in sorted(quiet):
        _broken_off(View(table, back), id_, ends[id_])


def _ended(event: Event) -> Battle | None:
    """The battle that an event ends."""
    if isinstance(event, BattleChanged) and event.after and event.after.status == "over" != (_status(event.before)):
        return event.after if event.after.kind in ("land", "sea") else None
    return None


def _begun(event: Event) -> Battle | None:
    """The battle that an event begins."""
    if (
        isinstance(event, BattleChanged)
        and event.after
        and event.after.status == "on"
        and _status(event.before) == "due"
    ):
        return event.after
    return None


def _status(battle: Battle | None) -> str:
    return battle.status if battle else ""


def _broken_off(view: View, battle: str, end: _End) -> None:
    """What a battle would have brought from the order on that ended it, where both sides had units left after it."""
    here = view.state.battles[battle]
    if any(all(u.id in end.gone for u in sides.units(view, here, side)) for side in (ATTACKER, DEFENDER)):
        return
    if odds := _odds(view, battle):
        end.gone.clear()
        end.rest, end.scatter = odds.swing, odds.swing_deviation


def _odds(view: View, battle: str) -> Odds | None:
    try:
        return battle_odds(view, battle)
    except NoOdds:
        return None


def _luck(view: View, battle: Battle, end: _End, entry: int) -> Iterator[BattleLuck]:
    """One battle, as it was about to begin."""
    here = view.state.battles[battle.id]
    mine, theirs = (sides.units(view, here, side) for side in (ATTACKER, DEFENDER))
    odds = _odds(view, battle.id) if mine and theirs else None
    if odds is None:
        return
    lost = [_cost_of_lost(view, units, end) for units in (mine, theirs)]
    owners = {u.owner: None for u in theirs}
    defender = view.owner(battle.place) if view.owner(battle.place) in owners else next(iter(owners))
    yield BattleLuck(
        battle.place, battle.attacker, str(defender), odds.swing, lost[1] - lost[0],
        math.sqrt(max(0.0, odds.swing_deviation**2 - end.scatter**2)), entry, end.rest,
    )  # fmt: skip


def _cost_of_lost(view: View, units: Iterable[Unit], end: _End) -> int:
    """What those of one side have cost that are lost, with the cargo that went down with its ship: troops of a craft that is
    lost on the beach are ashore."""
    everybody = {u.id: u for unit in units for u in (unit, *view.state.aboard(unit.id))}
    return sum(view.of(unit).cost for id_, unit in everybody.items() if id_ in end.gone)
