"""Section 8: heavy bombers, and the Grand Slam on the pens of German submarines."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion4.document import Section
from rules.mechanics.units.heavy_bombers import NAME, TARGETS, FactoryGuns, guns_reach, heavy_bomber
from rules.model.board import Option
from rules.model.names import several
from rules.model.profiles import FACILITY, UnitType
from rules.model.state import Battle, Unit
from rules.model.vocabulary import Trait

ID, PEN, IN_PEN, GERMANY = "x4.heavy-bombers", "u-boat pen", "in pen", "Germany"
HIGH: frozenset[Trait] = frozenset({"above guns", "above facilities", "no base range"})
FROM = Option("x4.heavy_bomber_from", 1, "First round in which heavy bombers are sold")
CAPITALS = Option(
    "x4.heavy_bomber_capitals_only", False, "Heavy bombers are made in Washington, London and Berlin only"
)
GUNS = guns_reach("x4", usual=False)
HOMES = {"United States": "Eastern United States", "United Kingdom": "United Kingdom", GERMANY: "Germany"}
GRAND_SLAM = {"max_board": 4, "raids": (*TARGETS, PEN)}
BOMBER = heavy_bomber(
    ID, {"United States": GRAND_SLAM, "United Kingdom": GRAND_SLAM, GERMANY: {"max_board": 2}}, HIGH, {}
)
U_BOAT_PEN = UnitType(
    PEN, FACILITY, aliases=("pen", "uboat pen", "submarine pen"), traits=frozenset({"coastal", "reaches raiders"}),
    not_for_sale=True, rule=ID, numbers={"max_damage": 10, "built_in_aa": 1},
)  # fmt: skip


class HeavyBombers(Section):
    """Two dice, the better one; eight spaces; above all guns but those of a pen."""

    id = ID
    title = "Heavy bombers and the Grand Slam"
    text = (
        "The United States and the United Kingdom may have 4 heavy bombers each[Germany|, Germany 2], for 15 IPC (attack "
        "4 with two dice of which the better counts, defend 1, move 8[air base| without gain from air bases]; bombers "
        "otherwise). No antiaircraft fire reaches them, not even that of what they raid; a raid does the better of two "
        "dice, and 2 where other bombers do 2 more. American and British ones may attack a German U-boat pen (`bomb "
        "u-boat pen: 2 heavy bomber: United Kingdom > Normandy/Bordeaux`): there they fly low, one die at 1 is fired at "
        "each, and the survivors add both their dice to its damage. At 10 the pen is destroyed with all submarines in "
        "it. By options they come later or from capitals only, and what they raid fires at them."
    )
    source = "Expansion IV: 8. Heavy Bombers"
    entries = tuple(f"X4-8.{n}" for n in range(1, 10))
    options = (FROM, CAPITALS, GUNS)
    units = (BOMBER, U_BOAT_PEN)
    parts = (FactoryGuns(id=ID, option=GUNS, types=(NAME,)),)
    _plain = "strategic bomber"

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """First round and places by option; in a raid it does more by as much as a bomber of the board."""
        if unit.name != NAME:
            return unit
        home = (HOMES[power],) if view.option(CAPITALS) and power in HOMES else unit.built_at
        sites = tuple(place for place in home if place in view.board.places)
        bonus = view.table.units[self._plain].number("raid_bonus")
        numbers = {**unit.numbers, "from_round": int(view.option(FROM)), "raid_bonus": bonus}
        return dataclasses.replace(unit, numbers=numbers, built_at=sites)

    def raid_damage(self, view: View, battle: Battle, unit: Unit, dice: Sequence[int], damage: int) -> int:
        """Both dice count at a pen."""
        return sum(dice) if unit.target == PEN else damage

    @moments.raided
    def _destroy_pen(self, act: Act, battle: str, dice: Sequence[int]) -> None:
        """A pen with all its damage is gone, and what lies in it."""
        place = act.battle(battle).place
        full = U_BOAT_PEN.number("max_damage")
        if not any(f.type == PEN and f.damage >= full for f in act.facilities(place)):
            return
        since = len(act.events)
        act.set_facilities(place, [f for f in act.facilities(place) if f.type != PEN], "destroyed")
        inside = [u for zone in act.board.touching_seas(place) for u in act.units(zone, GERMANY) if IN_PEN in u.marks]
        for boat in inside:
            act.remove(boat, "pen")
        with_it = f", and {several(len(inside), 'submarine')} in it" if inside else ""
        act.note(f"The U-boat pen in {place} is destroyed{with_it}.", since=since, place=place)

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """A German submarine may lie in a pen."""
        return (*tags, IN_PEN) if owner == GERMANY and unit.has("submarine") else tags

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """What lies in a pen is out of reach of ships."""
        return joins and IN_PEN not in unit.marks


RULE = HeavyBombers()
