"""Section 11: Japanese destroyers that carry an infantry."""

from __future__ import annotations

import dataclasses

from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Unit

ID, JAPAN, DESTROYER = "x2.destroyer-transports", "Japan", "destroyer"
FROM, ROOM = 5, 2
LOAD = ("infantry", "elite infantry")


class DestroyerTransports(Section):
    """One infantry a destroyer."""

    id = ID
    title = "Japanese destroyers"
    text = (
        "From Early 1942 (round 5) each Japanese destroyer carries 1 Japanese infantry (Elite infantry too) and does all "
        "else it does in the same turn: it sails, fights, blocks and hunts with it; if it is sunk the infantry is lost. When "
        "it has landed it the destroyer moves no more. A transport with room is taken before a destroyer; `using 1 "
        "destroyer: SZ 6` names the ship. It still does not bombard."
    )
    source = "Expansion II: 11. Japanese Destroyers"
    needs = ("Japan", DESTROYER)
    entries = tuple(f"X2-11.{n}" for n in range(1, 4))
    begins = {FROM: "Japanese destroyers that carry an infantry"}

    def change_unit(self, unit: UnitType) -> UnitType:
        """Room for one."""
        if unit.name != DESTROYER:
            return unit
        own = {"capacity": ROOM, "carries": LOAD, "traits": unit.traits | {"carries own only"}}
        return dataclasses.replace(unit, by_power={**unit.by_power, JAPAN: {**unit.by_power.get(JAPAN, {}), **own}})

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Not before their time."""
        now, since = view.state.turn.round, view.table.round_of(ID, FROM)
        if ship.type != DESTROYER or now >= since:
            return None
        first = f"{view.board.round_name(since)} (round {since})"
        text = f"Destroyers carry infantry from {first}; this is {view.board.round_name(now)} (round {now})."
        return Refusal("too-early", text, "X2-11.1")


RULE = DestroyerTransports()
