"""Antiaircraft guns that fire at aircraft that fly over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.battle import salvos, special
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.fire.entry_fire import EntryFire
from rules.model.salvo import Salvo, Shot
from rules.model.state import COMBAT_MOVE, Rolled, Unit, ids

FIRED = "turn.overflown"


@dataclass(frozen=True, eq=False, kw_only=True)
class OverflightGuns(EntryFire):
    """One gun of a place fires, once at each plane a turn. fires: whether guns fire at who flies over, in this phase."""

    fires: Callable[[View], bool]

    def shooters(self, view: View, unit: Unit, place: str) -> Sequence[Unit]:
        """A gun that fires now at aircraft flying over."""
        if not self.fires(view) or view.place(place).is_sea:
            return ()
        guns = [u for u in view.enemy_units(place, unit.owner) if view.has(u, "anti-air")]
        return guns[:1] or _overrun(view, unit.owner, place)

    def salvo(self, view: View, shooters: Sequence[Unit], targets: Sequence[Unit]) -> Salvo:
        """A die a plane; none for those that an earlier gun of the flight has shot down and that are yet to be named."""
        gun = shooters[0]
        before = view.owner_at_turn_start(gun.place) or gun.owner
        dice = len(targets) - salvos.doomed(view, targets)
        shot = Shot(gun.id, view.of(gun).number("aa_hits"), gun.type, "antiaircraft", dice)
        owner = gun.owner if view.at_war(gun.owner, targets[0].owner) else before
        return special.at_aircraft("overflight", (shot,), owner)

    def fired(self, act: Act, shooters: Sequence[Unit], targets: Sequence[Unit], dice: Sequence[Rolled]) -> None:
        """It has fired at these."""
        place, fired = shooters[0].place, act.flag(FIRED, {})
        act.set_flag(FIRED, {**fired, place: (*fired.get(place, ()), *ids(targets))})

    @moments.entered
    def _fire_at_them(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """Planes that end a combat move here are left to the guns of the battle."""
        if not (last and act.phase == COMBAT_MOVE):
            known = act.flag(FIRED, {}).get(place, ())
            super()._fire_at_them(act, [u for u in units if u.id not in known], origin, place, last)


def _overrun(view: View, power: str, place: str) -> list[Unit]:
    """A gun captured by a blitz in this phase still fires: all moves are simultaneous (CL-5.7). No other gun can be there."""
    before = view.owner_at_turn_start(place)
    if view.phase != COMBAT_MOVE or not view.at_war(before, power):
        return []
    return [u for u in view.units(place) if view.has(u, "anti-air")][:1]
