"""The luck of battles in IPC: what they brought, against what their odds promised when they began.

The log is walked back from the position it leads to; where a battle began, its odds are worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.table import Table
from rules.core.view import View
from rules.model.events import BattleChanged, Event, UnitRemoved
from rules.model.state import Battle, State
from rules.odds.from_state import battle_odds
from rules.play.game import Entry
from rules.play.luck import BattleLuck


def battle_lucks(table: Table, state: State, log: Iterable[Entry]) -> list[BattleLuck]:
    """The battles of a log, first first. state: the position it leads to (it stays as it is). Battles whose odds nobody
    knows (raids, and those that were left without a shot) are left out."""
    back, found = state.copy(), list[BattleLuck]()
    ends: dict[str, dict[int, str]] = {}
    for entry in reversed(list(log)):
        for event in reversed(entry.events):
            if isinstance(event, UnitRemoved):
                for gone in ends.values():
                    gone[event.unit.id] = event.unit.type
            event.inverse().apply(back)
            battle = _ended(event)
            if battle:
                ends[battle.id] = {}
            if (begun := _begun(event)) and begun.id in ends:
                found += _luck(View(table, back), begun, ends.pop(begun.id), entry.number)
    return found[::-1]


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


def _luck(view: View, battle: Battle, gone: dict[int, str], entry: int) -> Iterator[BattleLuck]:
    """One battle, as it was about to begin. gone: what has left the board until its end."""
    here = view.state.battles[battle.id]
    mine, theirs = (sides.units(view, here, side) for side in (ATTACKER, DEFENDER))
    if not mine or not theirs:
        return
    try:
        odds = battle_odds(view, battle.id)
    except (KeyError, ValueError):
        return
    lost = [
        sum(view.of(u).cost + sum(view.of(c).cost for c in view.state.aboard(u.id)) for u in units if u.id in gone)
        for units in (mine, theirs)
    ]
    owners = {u.owner: None for u in theirs}
    defender = view.owner(battle.place) if view.owner(battle.place) in owners else next(iter(owners))
    yield BattleLuck(
        battle.place, battle.attacker, str(defender), odds.swing, lost[1] - lost[0], odds.swing_deviation, entry
    )
