"""Section 4: Patrol Zones around Japan and before Western United States (Classic; Global 1940 has none)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.battle.sides import DEFENDER
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion2.document import WORLD, Section
from rules.mechanics.fire.entry_fire import EntryFire
from rules.model.profiles import SEA
from rules.model.refusals import Refusal
from rules.model.salvo import Salvo, Shot
from rules.model.state import NONCOMBAT, Rolled, Unit, ids
from rules.movement.reach import Reach

ID, EXTRA, NUMBER = "x2.patrol-zones", 1, 1
ZONES: Mapping[str, str] = {"Japan Sea Zone": "Axis", "Western United States Sea Zone": "Allies"}
FIRED: Final = "turn.patrol shots"


@dataclass(frozen=True, eq=False, kw_only=True)
class Patrol(EntryFire):
    """Each submarine of the zone's side, once a turn. zones: patrol zone -> its side."""

    needs = tuple(ZONES)

    zones: Mapping[str, str]

    def shooters(self, view: View, unit: Unit, place: str) -> Sequence[Unit]:
        """Submarines on patrol that have not fired this turn."""
        if not self.bars(view, unit.owner, place):
            return ()
        fired = view.flag(FIRED, ())
        mine = [
            u for u in view.units(place, domain=SEA) if view.side(u.owner) == self.zones[place] and u.id not in fired
        ]
        return sorted((u for u in mine if view.has(u, "submarine")), key=lambda u: (u.type, u.id))

    def salvo(self, view: View, shooters: Sequence[Unit], targets: Sequence[Unit]) -> Salvo:
        """A die each, whatever destroyers there are."""
        shots = tuple(Shot(u.id, NUMBER, u.type, "submarine") for u in shooters)
        return Salvo("patrol", DEFENDER, shots, why="patrol shots", loss="patrol")

    def fired(self, act: Act, shooters: Sequence[Unit], targets: Sequence[Unit], dice: Sequence[Rolled]) -> None:
        """That was their shot."""
        act.set_flag(FIRED, tuple(sorted({*act.flag(FIRED, ()), *ids(shooters)})))

    def bars(self, view: View, power: str, place: str) -> bool:
        """Whether a place is a Patrol Zone of the other side."""
        return place in self.zones and view.side(power) not in ("", self.zones[place])

    def step_cost(self, view: View, unit: Unit, origin: str, place: str, cost: int) -> int:
        """One point more."""
        return cost + EXTRA if self.bars(view, unit.owner, place) else cost

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Ships only pass."""
        if phase != NONCOMBAT or view.domain(unit) != SEA or not self.bars(view, unit.owner, place):
            return None
        return Refusal("blocked", f"{place} is a Patrol Zone of the enemy: ships only move through it.", "X2-4.6")

    def may_end_phase(self, view: View, phase: str) -> Refusal | None:
        """Who began the turn there sails out."""
        for unit in self._lingering(view) if phase == NONCOMBAT else ():
            if way := Reach(view).nearest(unit):
                order = f"move 1 {unit.type}: {way}"
                text = f"The {unit.type} in {unit.place} must leave the enemy's Patrol Zone, for example: {order}."
                return Refusal("must-leave", text, "X2-4.6", (order,))
        return None

    def _lingering(self, view: View) -> list[Unit]:
        """Ships of the active power that began the turn in an enemy Patrol Zone and have neither moved nor fought."""
        found = [u for z in self.zones if z in view.board.places for u in view.units(z, view.active, SEA)]
        return [u for u in found if self.bars(view, u.owner, u.place) and not u.moved and not u.fought]


class PatrolZones(Section):
    """Two zones that are dear to enter."""

    id = ID
    title = "Patrol Zones"
    text = (
        "Japan Sea Zone is a Patrol Zone of the Axis, Western United States Sea Zone one of the Allies; Global 1940 has "
        "none. Enemy ships and aircraft pay one point more to enter it (leaving costs the usual point). When enemy ships "
        "enter, each submarine of the zone's side there rolls one die, once an enemy turn: a one hits one of the ships "
        "of that order, chosen by their owner, which is gone at once, whatever destroyers there are; aircraft alone draw "
        "no fire. Afterwards the submarines fight as ever. Enemy ships may not end a noncombat move there, and those "
        "that began their turn there must sail out or fight."
    )
    source = "Expansion II: 4. Patrol Zone"
    entries = tuple(f"X2-4.{n}" for n in range(1, 8))
    boards: ClassVar[tuple[str, ...]] = ("global1940", "classic", *WORLD)
    parts = (Patrol(id=ID, domain=SEA, words="patrol shots", zones=ZONES),)


RULE = PatrolZones()
