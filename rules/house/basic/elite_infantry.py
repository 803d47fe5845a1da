"""Elite infantry: two dice, one a turn, one a side in a territory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.battle import retreat
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import LookUp
from rules.core.view import View
from rules.house.basic.document import Section
from rules.model.profiles import LAND, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT, Battle, Unit

ID, NAME = "bx.elite-infantry", "elite infantry"
SITES: Mapping[str, str] = {
    "Germany": "Germany",
    "Soviet Union": "Russia",
    "Japan": "Japan",
    "United States": "Eastern United States",
    "United Kingdom": "United Kingdom",
}
ELITE = UnitType(
    NAME, LAND, plural=NAME, aliases=("elite", "ei"), attack=1, defense=2, attack_dice=2, defense_dice=2, move=1,
    cost=3, cargo=2, traits=frozenset({"supported"}), powers=tuple(SITES), numbers={"max_turn": 1},
    rule=ID, by_power={power: {"built_at": (site,)} for power, site in SITES.items()},
)  # fmt: skip


class EliteInfantry(Section):
    """Infantry with two dice."""

    id = ID
    title = "Elite infantry"
    text = (
        "Germany, the Soviet Union, Japan, the United States and the United Kingdom may each buy 1 Elite infantry a turn "
        "for 3 IPC, placed in their Major Capital (Berlin, Moscow, Tokyo, Washington, London). It is infantry that rolls "
        "two dice, at 1 in attack (both at 2 with artillery) and 2 in defense, and takes one hit. A side has at most one "
        "in a territory, allies counted together; aboard ships there is no limit. One that must retreat onto another is lost."
    )
    source = "Basic Expansion: 11. Elite Infantry"
    entries = tuple(f"BX-11.{n}" for n in range(1, 7))
    units = (ELITE,)
    look_ups = (
        LookUp(
            "bx.major-capitals", "Major Capitals",
            "Berlin, Tokyo, Moscow, London and Washington (Eastern United States). Rome, Paris, Ottawa, Sydney and "
            "Calcutta are none.", "Basic Expansion: Major Capitals", "term", ("capital",),
        ),
    )  # fmt: skip

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """One a side."""
        if unit.name != NAME or standing(view, place, power) + count <= 1:
            return None
        return _full(view, place, power)

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """One a side, those that will land there included."""
        if unit.type != NAME or view.place(place).is_sea or not standing(view, place, unit.owner, unit.id):
            return None
        return _full(view, place, unit.owner)

    @moments.moved
    def _refuse_second(self, act: Act, units: Sequence[Unit]) -> None:
        """Several of one order."""
        for unit in act.get(u.id for u in units if u.type == NAME):
            place = unit.target if unit.role == "assault" else unit.place
            if act.place(place).is_land and standing(act, place, unit.owner) > 1:
                act.check(_full(act, place, unit.owner))

    def retreats(self, view: View, battle: Battle, places: tuple[str, ...]) -> tuple[str, ...]:
        """Not onto another one, if there is anywhere else to go."""
        if not any(u.type == NAME for u in retreat.leavers(view, battle)):
            return places
        free = tuple(p for p in places if view.place(p).is_sea or not standing(view, p, battle.attacker))
        return free or places

    @moments.entered
    def _lose_second(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """One that retreats onto another is lost."""
        if act.phase != COMBAT or act.place(place).is_sea:
            return  # by moves nobody comes to stay, and may go on through
        for unit in [u for u in units if u.type == NAME]:
            if standing(act, place, unit.owner) > 1:
                act.remove(unit, "no room")


def standing(view: View, place: str, power: str, but: int = 0) -> int:
    """Elite infantry of a power's side ashore in a territory or about to land there."""
    mine = (u for u in view.state.units.values() if u.type == NAME and u.id != but and view.allied(u.owner, power))
    return sum((u.place == place and u.carrier is None) or (u.role == "assault" and u.target == place) for u in mine)


def _full(view: View, place: str, power: str) -> Refusal:
    text = f"{place} has an Elite infantry of the {view.side(power)} already: one a side in a territory."
    return Refusal("limit-here", text, "BX-11.4")


RULE = EliteInfantry()
