"""Section 10: carriers and battleships that stay damaged; carriers are hit first; fighters that guard them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final

from rules.battle import sides
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion2 import guards
from rules.house.expansion2.document import Section
from rules.house.expansion2.guards import GUARD
from rules.model.names import several
from rules.model.profiles import AIR, UnitType
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Battle, Unit
from rules.model.vocabulary import Trait

ID, COST, HITS, SHIPS = "x2.capital-ships", 3, 2, ("aircraft carrier", "battleship")
CAPITAL: frozenset[Trait] = frozenset({"capital ship"})
CLOSED: frozenset[Trait] = frozenset({"no deck when damaged"})
TAKEN: Final = "capital ships hit"


class CapitalShips(Section):
    """Damage that matters."""

    id = ID
    lands_at_once = True
    title = "Carriers and battleships taking damage"
    text = (
        "A damaged carrier or battleship attacks and bombards no more until it is repaired in purchase for 3 IPC, anywhere "
        "(`repair 1 battleship: SZ 26`); one hit during an attack fights that battle on, and all defend. Bases repair no "
        "ships. No aircraft starts from or lands on a damaged carrier; a defender's aircraft that lose their deck go to "
        "another one or to a friendly coast in that very zone, or are lost. While a side has a carrier afloat in a battle, "
        "the hits it takes on carriers there are never fewer than those on battleships. In port (a zone beside a friendly "
        "complex) up to 2 own fighters that stand unmoved in the territory of the complex may guard each damaged carrier "
        "from noncombat move on (`move 2 fighter: Japan > SZ 6`): they defend with it, go back in a later noncombat move, "
        "and are ordinary aircraft aboard as soon as it is repaired."
    )
    source = "Expansion II: 10. Carriers & Battleships taking damage"
    entries = (*(f"X2-10.{n}" for n in range(1, 9)), *(f"X2-10.{n}" for n in range(10, 16)))
    excludes = ("rw.battleships",)
    replaces = (
        "second-edition.ship-repair",
        "global1940.ship-repair",
        "global1940.capital-ships",
        "global1940.battleship",
        "global1940.aircraft-carrier",
        "classic.battleship-hits",
        "world.battleships",
    )

    def change_unit(self, unit: UnitType) -> UnitType:
        """Repaired for money; no attack while damaged."""
        if unit.rule or not (unit.has("capital ship") or unit.name in SHIPS):
            return unit
        traits = unit.traits | CAPITAL | (CLOSED if unit.decks else frozenset())
        numbers, hurt = {**unit.numbers, "repair_cost": COST}, {"traits": ("cannot attack",)}
        return dataclasses.replace(unit, hits=max(HITS, unit.hits), traits=traits, numbers=numbers, damaged=hurt)

    # --- the order of losses -------------------------------------------------------------------------

    def bound_losses(self, view: View, battle: Battle, side: str, chosen: Mapping[int, int]) -> Refusal | None:
        """Hits on carriers keep ahead of those on battleships."""
        carriers, battleships = _hits(view, battle, side, chosen)
        if carriers >= battleships or not _hits(view, battle, side, chosen, before=False)[1]:
            return None
        afloat = [u for u in sides.units(view, battle, side) if view.has(u, "capital ship") and view.of(u).decks]
        if all(sides.left(view, battle, u) <= chosen.get(u.id, 0) for u in afloat):
            return None
        text = f"Carriers first: in this battle carriers would take {several(carriers, 'hit')} and battleships {battleships}."
        return Refusal("wrong-casualties", text, "X2-10.7")

    @moments.losses_chosen
    def _count(self, act: Act, battle: str, side: str, chosen: Mapping[int, int]) -> None:
        """Count them."""
        found = act.battle(battle)
        act.set_facts(battle, **{TAKEN: {**found.fact(TAKEN, {}), side: _hits(act, found, side, chosen)}})

    # --- aircraft of damaged carriers ----------------------------------------------------------------

    def haven(self, view: View, unit: Unit, place: str, open_: bool) -> bool:
        """In the zone itself only."""
        aboard = unit.role not in ("scramble", "intercept")
        return open_ and not (aboard and view.place(place).is_sea and place != unit.place)

    @moments.battle_decided
    def _dismiss(self, act: Act, battle: str) -> None:
        """Guards come down."""
        found = act.battle(battle)
        if found.kind == "sea":
            guards.dismiss_all(act, act.board.powers, found.place)

    @moments.phase_begins
    def _dismiss_others(self, act: Act, phase: str) -> None:
        """So do those of the other side whose carrier was sunk without a battle."""
        if phase == NONCOMBAT:
            guards.dismiss_all(act, [p for p in act.board.powers if p != act.active])

    # --- guards -------------------------------------------------------------------------------------

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """A fighter may be written as a guard."""
        return (*tags, GUARD) if unit.name == guards.FIGHTER else tags

    def deck_room(self, view: View, plane: Unit, room: int) -> int:
        """Guards are not really aboard."""
        return 0 if GUARD in plane.marks else room

    def landing_needed(self, view: View, unit: Unit, needed: bool) -> bool:
        """They belong to the port."""
        return needed and GUARD not in unit.marks

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """They do not attack."""
        return joins and not (GUARD in unit.marks and unit.id in battle.attackers)

    def may_move(self, view: View, unit: Unit, phase: str) -> Refusal | None:
        """They stay until noncombat move."""
        if GUARD not in unit.marks or phase != COMBAT_MOVE:
            return None
        text = f"Guards of a damaged carrier in {unit.place} go back to the port in noncombat move, and nowhere before."
        return Refusal("damaged", text, "X2-10.12")

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """They go back to the port and nowhere else."""
        if GUARD not in unit.marks or place in guards.ports(view, unit.place, unit.owner):
            return None
        homes = " or ".join(guards.ports(view, unit.place, unit.owner)) or "none left"
        return Refusal("damaged", f"Guards of a damaged carrier go back to the port only: {homes}.", "X2-10.12")

    def may_end(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """Who may guard a damaged carrier."""
        if phase != NONCOMBAT or view.domain(unit) != AIR or GUARD in unit.marks or not view.place(place).is_sea:
            return None
        return guards.refusal(view, unit, place)

    @moments.moved
    def _arrive(self, act: Act, units: Sequence[Unit]) -> None:
        """Fighters arrive as guards, or are back."""
        if act.phase == NONCOMBAT:
            guards.arrive(act, units)

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Guards that may be posted."""
        return guards.offers(view, power) if view.phase == NONCOMBAT and power == view.active else ()

    @moments.repaired
    def _board(self, act: Act, unit: Unit) -> None:
        """Guards of a carrier made whole are aboard it."""
        guards.board(act, unit.place, unit.owner)

    @moments.phase_ends
    def _dismiss_left(self, act: Act, phase: str) -> None:
        """Guards whose carrier has left go back."""
        if phase == NONCOMBAT:
            guards.dismiss_all(act, (act.active,))


def _hits(view: View, battle: Battle, side: str, chosen: Mapping[int, int], before: bool = True) -> tuple[int, int]:
    """Hits that a side's carriers and battleships take by a choice, with those taken before in this battle."""
    carriers, battleships = battle.fact(TAKEN, {}).get(side, (0, 0)) if before else (0, 0)
    for id_, count in chosen.items():
        unit = view.state.units[id_]
        if view.has(unit, "capital ship") and view.of(unit).decks:
            carriers += count
        elif view.has(unit, "capital ship"):
            battleships += count
    return carriers, battleships


RULE = CapitalShips()
