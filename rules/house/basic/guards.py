"""Russian Guard infantry: three at a time, from Moscow."""

from __future__ import annotations

from rules.core.view import View
from rules.economy import capacity
from rules.house.basic.document import Section
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal

ID, NAME, MOSCOW, USSR = "bx.guards", "guard infantry", "Russia", "Soviet Union"
GUARD = UnitType(
    NAME, LAND, plural=NAME, aliases=("guard", "guards", "guards infantry"), attack=2, defense=3, move=2, cost=3,
    cargo=2, traits=frozenset({"supported"}), powers=(USSR,), built_at=(MOSCOW,), rule=ID,
    numbers={"batch": 3, "batch_cost": 10, "max_board": 9, "from_round": 4},
)  # fmt: skip


class Guards(Section):
    """Infantry at 2 and 3 that moves two spaces."""

    id = ID
    title = "Russian Guard infantry"
    text = (
        "From Late 1941 (round 4) the Soviet Union may buy Guards, always 3 at a time for 10 IPC, at most 9 on the board; "
        "lost ones may be bought again. They attack at 2 (3 with artillery), defend at 3, move up to 2 spaces without "
        "blitzing and otherwise are infantry. They are made in Moscow only: the three of a batch are placed there "
        "together, or all three are refunded."
    )
    source = "Basic Expansion: 1. Russian Guard Infantry"
    entries = tuple(f"BX-1.{n}" for n in range(1, 8))
    units = (GUARD,)

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Moscow must be able to make them: held since the turn began, with slots enough in its complex."""
        return _moscow(view, power, count) if unit.name == NAME else None


def _moscow(view: View, power: str, count: int) -> Refusal | None:
    if not view.held_since_start(MOSCOW, power):
        return Refusal("capital-lost", f"Guards are made in Moscow, and {MOSCOW} is not {power}'s.", "BX-1.5")
    if MOSCOW not in capacity.sites(view, power):
        return Refusal("no-factory", f"Guards are made in Moscow: no complex works in {MOSCOW}.", "BX-1.5")
    ordered = sum(b.count for b in view.state.pool.get(power, ()) if b.type == NAME) + count
    makes = capacity.capacity(view, power, MOSCOW)
    if ordered > makes:
        text = f"The complex in {MOSCOW} can make {makes} units this turn, not {ordered} Guards."
        return Refusal("factory-capacity", text, "BX-1.4")
    return None


RULE = Guards()
