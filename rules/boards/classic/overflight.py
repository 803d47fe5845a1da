"""Classic's antiaircraft guns fire at aircraft that fly over them (CL-5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle import salvos, special
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.fire.entry_fire import EntryFire
from rules.model.profiles import AIR
from rules.model.salvo import Salvo, Shot
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Rolled, Unit, ids

ID, FIRED = "classic.overflight", "turn.overflown"


class Guns(EntryFire):
    """One gun of a place fires, once at each plane a turn."""

    def shooters(self, view: View, unit: Unit, place: str) -> Sequence[Unit]:
        """A gun that fires now at aircraft flying over."""
        fires = view.phase == COMBAT_MOVE and view.option("antiaircraft_fires_on_overflight_in_combat_move")
        always = view.phase in (COMBAT_MOVE, NONCOMBAT) and view.option("antiaircraft_always_active")
        if not (fires or always) or view.place(place).is_sea:
            return ()
        guns = [u for u in view.enemy_units(place, unit.owner) if view.has(u, "anti-air")]
        return guns[:1] or _overrun(view, unit.owner, place)

    def salvo(self, view: View, shooters: Sequence[Unit], targets: Sequence[Unit]) -> Salvo:
        """A die a plane; none for those that an earlier gun of the flight has shot down and that are yet to be named."""
        gun = shooters[0]
        before = view.owner_at_turn_start(gun.place) or gun.owner
        dice = len(targets) - salvos.doomed(view, targets)
        shot = Shot(gun.id, view.of(gun).number("aa_hits", 1), gun.type, "antiaircraft", dice)
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


GUNS = Guns(id=ID, domain=AIR, words="antiaircraft fire")


class Overflight(Rule):
    """One die for every enemy plane that crosses a gun's territory, at once; planes that end there are
    shot at in the battle or raid instead."""

    id = ID
    title = "Antiaircraft fire at overflight"
    text = (
        "In the enemy's combat move each antiaircraft gun rolls one die for every plane that flies through its "
        "territory; each 1 shoots one down, its owner says which. Planes that end there are shot at in the "
        "battle or raid, once. In noncombat move guns are silent (by option they fire then too)."
    )
    source = "Classic rulebook: antiaircraft guns"
    entries = ("CL-5.7", "CL-15.7")
    parts = (GUNS,)


def _overrun(view: View, power: str, place: str) -> list[Unit]:
    """A gun captured by a blitz in this phase still fires: all moves are simultaneous (CL-5.7)."""
    before = view.owner_at_turn_start(place)
    if view.phase != COMBAT_MOVE or not view.at_war(before, power):
        return []
    return [u for u in view.units(place) if view.has(u, "anti-air") and u.moved == COMBAT_MOVE][:1]


RULES = (Overflight(),)
