"""Bombing raids: air battle, facility fire, damage (CL-8.1; G40-9.2 to 9.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.battle import conclude, sides, special
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import Battle, Facility, Unit, ids
from rules.model.vocabulary import Number


def raiders(view: View, battle: Battle) -> list[Unit]:
    """Bombers of a raid that are still flying and have something to bomb, escorts left out."""
    units = [u for u in sides.units(view, battle, ATTACKER) if u.role == "raid"]
    return [u for u in units if _stands(view, battle.place, u.target)]


def from_afar(view: View, battle: Battle) -> list[Unit]:
    """Units that take part in a raid from where they stand, elsewhere, and aim at the place."""
    return [u for u in view.state.units.values() if u.role == "raid afar" and u.target == battle.place]


def _stands(view: View, place: str, facility: str) -> bool:
    """Whether a raided facility is still there (it may be blown up by its owner in the meantime)."""
    return view.edition("raids") == "money" or bool(view.facilities(place, facility))


def air_battle(view: View, battle: Battle, side: Side) -> Salvo | None:
    """One round between raiders with escorts and interceptors, if there are any."""
    if not sides.units(view, battle, DEFENDER):
        return None
    name: Number = "air_attack" if side == ATTACKER else "air_defense"
    shots = tuple(Shot(u.id, view.of(u).number(name), u.type, "air battle") for u in sides.units(view, battle, side))
    return Salvo("air battle", side, shots, "step", "air battle")


def only_bombers(act: Act, id_: str) -> None:
    """The fighters are done with; what is left goes for its targets."""
    act.update(id_, attackers=ids(raiders(act, act.battle(id_))), defenders=())


def raid_fire(view: View, battle: Battle, side: Side) -> Salvo | None:
    """Antiaircraft fire at raiders: built into each raided facility, or, where these have none, by a gun in the territory."""
    if side != DEFENDER:
        return None
    if any(_built_in(view, battle, u.target) for u in sides.units(view, battle, ATTACKER)):
        return special.at_aircraft("raid fire", facility_shots(view, battle))
    return special.at_aircraft("raid fire", special.gun_shots(view, battle, len(special.aircraft(view, battle))))


def _built_in(view: View, battle: Battle, facility: str) -> int:
    owner = view.owner(battle.place)
    return view.profile(owner, facility).number("built_in_aa") if owner else 0


def facility_shots(view: View, battle: Battle) -> tuple[Shot, ...]:
    """One die of each raided facility for each bomber that attacks it; its owner's number."""
    aims = [u.target for u in raiders(view, battle) if sides.may_be_hit(view, battle, u, f"facility {u.target}")]
    return tuple(
        Shot(0, number, f, f"facility {f}", aims.count(f))
        for f in sorted(set(aims))
        if (number := _built_in(view, battle, f))
    )


def raid_damage(act: Act, id_: str) -> None:
    """Damage dice of each surviving bomber, by name, booked on its facility or paid by the owner."""
    battle = act.battle(id_)
    flying = sorted([*raiders(act, battle), *from_afar(act, battle)], key=lambda u: (u.type, u.target, u.id))
    rolled: list[int] = []
    totals: dict[str, int] = {}
    for unit in flying:
        profile = act.of(unit)
        count = profile.number("raid_dice", 1)
        dice = act.roll(count, "raid damage", battle.place, unit.owner, [0] * count, [unit.type] * count)
        rolled += dice
        goal = aim(act, battle, unit)
        totals[goal] = totals.get(goal, 0) + damage_of(act, battle, unit, dice)
    for facility, damage in totals.items():
        book_damage(act, battle.place, facility, damage)
    if flying:
        act.tell(moments.raided, id_, tuple(rolled))


def aim(view: View, battle: Battle, unit: Unit) -> str:
    """The facility that a raider means; from elsewhere it is the complex."""
    return unit.target if unit.role == "raid" else view.complexes(battle.place)[0].type


def damage_of(view: View, battle: Battle, unit: Unit, dice: Sequence[int]) -> int:
    """What one bomber's dice do."""
    profile = view.of(unit)
    pips = max(dice) if profile.has("best raid die") else sum(dice)
    return view.table.fold(Rule.raid_damage, pips + profile.number("raid_bonus"), view, battle, unit, dice)


def book_damage(act: Act, place: str, facility: str, damage: int) -> None:
    """Damage to a facility up to its limit, or money where raids cost money (edition: raids)."""
    owner = act.owner(place)
    if owner is None:
        return
    if act.edition("raids") == "money" or not act.option("raid_damage_on_facilities_until_repaired"):
        purse = act.place(place).purse or act.purses(owner)[0]
        so_far = act.flag("turn.raid losses", {})
        limited = act.option("territory_turn_limit") or act.option("lhtr")
        most = act.value(place) - so_far.get(place, 0) if limited else damage
        paid = min(damage, max(0, most), act.state.money.get(purse, 0))
        act.pay(purse, paid, "raid")
        act.set_flag("turn.raid losses", {**so_far, place: so_far.get(place, 0) + paid})
        act.note(f"{owner} pays {paid} IPC for the raid on {place}.")
        return
    act.set_facilities(place, [_damaged(act, place, f, facility, damage) for f in act.facilities(place)], "raid")


def _damaged(view: View, place: str, facility: Facility, type_: str, damage: int) -> Facility:
    if facility.type != type_:
        return facility
    most = view.most_damage(place, type_)
    return Facility(type_, min(most, facility.damage + damage), facility.original, facility.marks)


def over(act: Act, id_: str) -> None:
    """The raid is over."""
    battle = act.battle(id_)
    conclude.finish(act, id_, "draw" if raiders(act, battle) or from_afar(act, battle) else "stalemate")


STEPS: Mapping[str, Step] = {
    "air battle": Step(salvo=air_battle),
    "raid fire": Step(only_bombers, raid_fire),
    "raid damage": Step(raid_damage),
    "raid over": Step(over),
}
