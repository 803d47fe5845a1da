"""Aircraft that live on carriers (trait "deck only"): placed on a deck, stranded where they lose it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.economy import capacity, placing, pool
from rules.mechanics.mechanic import Mechanic
from rules.model.names import sentence
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Battle, Bought, Unit
from rules.model.vocabulary import Number
from rules.movement import decks

NAME: Final = "carrier fighter"
TRAIT: Final = "deck only"
FIGHTER = UnitType(
    NAME, AIR, aliases=("carrier based fighter", "carrier-based fighter aircraft", "cbf"), attack=3, defense=4, move=3,
    cost=6, deck=1, use="fights from carriers only", traits=frozenset({TRAIT, "escorts", "pairs tactical"}),
    numbers={"convoy_dice": 2, "air_attack": 1, "air_defense": 1},
)  # fmt: skip


def fighter(rule: str, powers: tuple[str, ...], built_at: tuple[str, ...] = (), **limits: int) -> UnitType:
    """The carrier fighter of a document: who may have it, where it is made (empty: any complex), its limits
    (`max_board`, `max_turn`, ...)."""
    numbers = cast("Mapping[Number, int]", {**FIGHTER.numbers, **limits})
    return dataclasses.replace(FIGHTER, rule=rule, powers=powers, built_at=built_at, numbers=numbers)


@dataclass(frozen=True, eq=False, kw_only=True)
class CarrierFighters(Mechanic):
    """Units with the trait "deck only" never land ashore of their own will. Those whose deck is hit or sunk in
    defense are stranded on a friendly coast of the zone, or lost; stranded ones are cargo until they go aboard.

    refunded: whether new ones that find no deck give their price back. carrier_first: powers that buy them only when they
    have a carrier, or one bought this turn. cites: "stranded", "landing", "buy".
    """

    refunded: bool = False
    carrier_first: tuple[str, ...] = ()

    # --- building ----------------------------------------------------------------------------------

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Not without any carrier."""
        if not unit.has(TRAIT) or power not in self.carrier_first:
            return None
        bought = (view.table.units[b.type] for b in view.state.pool.get(power, ()))
        if any(view.of(u).decks for u in view.forces(power)) or any(b.decks for b in bought):
            return None
        text = f"{power} has no carrier, and {unit.many} live on one: buy the carrier first"
        return Refusal("no-carrier", sentence(text), self.cite("buy"))

    @moments.phase_ends
    def _warn(self, act: Act, phase: str) -> None:
        """Warn a buyer who has no deck for them yet."""
        if phase != "purchase":
            return
        power = act.active
        new = [b for b in act.state.pool.get(power, ()) if act.table.units[b.type].has(TRAIT)]
        for name in dict.fromkeys(b.type for b in new):
            bought, room = sum(b.count for b in new if b.type == name), _room_at_home(act, power, name)
            if bought > room:
                new_ones = act.table.units[name].counted(bought)
                text = f"{power} has bought {new_ones}; the carriers, as they stand, have room for {room}."
                act.note(text if self.refunded else f"{text} What cannot be placed is lost.")

    def leftovers(self, act: Act, power: str, left: tuple[Bought, ...]) -> tuple[Bought, ...]:
        """Those that find no deck are lost with their price, unless it is given back."""
        if self.refunded:
            return left
        mine = [b for b in left if act.table.units[b.type].has(TRAIT)]
        lost = [b for b in mine if not placing.place_for(act, power, b)]
        for entry in lost:
            pool.take(act, power, entry, entry.count)
            lost_ones = act.table.units[entry.type].counted(entry.count)
            act.note(f"Those that find no deck are lost: {lost_ones} ({entry.price} IPC).")
        return tuple(b for b in left if b not in lost)

    # --- moving ------------------------------------------------------------------------------------

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """Stranded ones wait for a carrier."""
        if phase == COMBAT_MOVE and stranded(view, unit):
            text = f"{view.of(unit).many} stranded in {unit.place} only go aboard a carrier, in noncombat move"
            return Refusal("wrong-phase", sentence(text), self.cite("stranded"))
        return None

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Stranded ones only go aboard."""
        return self._boarding(view, unit, place) if stranded(view, unit) else None

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Never on land."""
        if phase == NONCOMBAT and view.place(place).is_land and view.has(unit, TRAIT):
            text = sentence(f"{view.of(unit).many} land on carriers only, not in {place}")
            return Refusal("no-landing", text, self.cite("landing"))
        return None

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """Stranded ones are down already."""
        return needed and not stranded(view, unit)

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """Stranded ones bar no way."""
        if may or not view.hostile_land(place, unit.owner) or view.facilities(place):
            return may
        there = view.enemy_units(place, unit.owner)
        return bool(there) and all(stranded(view, u) for u in there)

    def _boarding(self, view: View, unit: Unit, place: str) -> Refusal | None:
        """Why a stranded one may not go there: only onto a deck in a zone of its territory."""
        if place not in view.board.touching_seas(unit.place):
            text = f"From {unit.place} they only go aboard a carrier beside it."
            return Refusal("too-far", text, self.cite("stranded"))
        taken = sum(view.deck_room(u) for u in view.units(place, unit.owner, AIR))
        if decks.room_now(view, unit.owner, place, new_decks=False) <= taken:
            text = f"No friendly undamaged carrier with room is in {place}."
            return Refusal("no-carrier", text, self.cite("stranded"))
        return None

    # --- battle ------------------------------------------------------------------------------------

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """Stranded ones are cargo."""
        return joins and not stranded(view, unit)

    def haven(self, view: View, unit: Unit, place: str, open_: bool) -> bool:
        """On a coast of their zone, or are lost."""
        return open_ and not (view.has(unit, TRAIT) and view.place(place).is_sea)

    @moments.captured
    def _fall(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Stranded ones fall with the territory."""
        for unit in act.units(place):
            if stranded(act, unit) and not act.allied(unit.owner, after):
                act.remove(unit, "captured")


def stranded(view: View, unit: Unit) -> bool:
    """Whether an aircraft of carriers stands on land (one that flies there to attack has a route)."""
    return view.has(unit, TRAIT) and not unit.route and view.place(unit.place).is_land


def _room_at_home(view: View, power: str, name: str) -> int:
    """Decks for new ones in the zones where they come out, carriers bought this turn among them."""
    profile = view.profile(power, name)
    sites = profile.built_at or capacity.sites(view, power)
    zones = sorted({z for p in sites if view.owner(p) == power for z in view.board.touching_seas(p)})
    own = [u for z in zones for u in view.units(z, power)]
    new = sum(b.count * view.profile(power, b.type).decks for b in view.state.pool.get(power, ())) if zones else 0
    return sum(view.decks(u) for u in own) - sum(view.deck_room(u) for u in own if view.domain(u) == AIR) + new
