"""Support of one type for another in an attack, beside that of artillery."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battle.fire import gives_support
from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.ranks import Ranks
from rules.model.state import Battle, Unit


@dataclass(frozen=True, eq=False, kw_only=True)
class Support(Mechanic):
    """Each unit of the types `by` raises one attacking unit of the types `to` by 1, if nothing else has raised it."""

    by: tuple[str, ...]
    to: tuple[str, ...]

    def support(self, view: View, battle: Battle, gives: bool, units: list[Unit]) -> list[Unit]:
        """Artillery goes first to those whom nothing else raises."""
        helped = not gives and any(u.type in self.by for u in view.get(battle.attackers))
        return sorted(units, key=lambda u: u.type in self.to) if helped else units

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """One for one."""
        if side != ATTACKER or battle.kind != "land":
            return ranks
        room = ranks.total(lambda u: int(u.type in self.by and gives_support(view, battle, u)))
        takers = [r for r in ranks if r.unit.type in self.to and r.number <= view.of(r.unit).attack]
        ranks.improve(takers, room, lambda number: number + 1)
        return ranks
