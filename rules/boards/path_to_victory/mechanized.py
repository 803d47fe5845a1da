"""Mechanized infantry that tanks raise, in attack and in defense."""

from __future__ import annotations

from rules.battle.sides import ATTACKER
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.ranks import Ranks
from rules.model.state import Battle


class Mechanized(Rule):
    """One by each tank."""

    id = "path_to_victory.mechanized-infantry"
    title = "Tanks raise mechanized infantry"
    text = (
        "Each tank raises one mechanized infantry by 1: it attacks at 2 and defends at 3. One that artillery raises "
        "in attack already is not raised again. A tank may raise one and pair a tactical bomber in the same round."
    )
    source = "Path to Victory: revised mechanized infantry"
    entries = ("PTV-1.2",)

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Those that nothing has raised yet."""
        if battle.kind != "land":
            return ranks
        tanks = ranks.total(lambda u: int(view.has(u, "leads mechanized")))
        riders = [r for r in ranks if view.has(r.unit, "blitz with tank")]
        printed = {r.unit.id: view.of(r.unit).attack if side == ATTACKER else view.of(r.unit).defense for r in riders}
        ranks.improve([r for r in riders if r.number == printed[r.unit.id]], tanks, lambda number: number + 1)
        return ranks


RULES = (Mechanized(),)
