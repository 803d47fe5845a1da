"""Section 3: destroyer escorts, convoys, transports that shoot back and carry more."""

from __future__ import annotations

import dataclasses

from rules.battle import fire, sides
from rules.battle.ranks import Ranks
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core.act import Act
from rules.core.view import View
from rules.house.basic import convoys
from rules.house.basic.document import Section
from rules.model.board import Option
from rules.model.orders import Disband, Fight, Form, Order
from rules.model.profiles import SEA, UnitType
from rules.model.state import Battle, Unit

ID, NAME = "bx.escorts", "escort"
ARMED_FROM, TRANSPORT_DEFENSE, CONVOY_DEFENSE = 4, 1, 3
SMALL, BIG = 2, 3
LOADS = ("artillery", "mechanized infantry", "antiaircraft artillery")
AAA_BIG = Option("bx.aaa_is_tank_size", False, "Antiaircraft artillery takes the room of a tank on transports")
NO_SUBMARINES = "no submarines"
ESCORT = UnitType(
    NAME, SEA, aliases=("destroyer escort", "de"), attack=1, defense=2, move=2, cost=6, rule=ID,
    traits=frozenset({"anti-submarine"}), numbers={"convoy_dice": 1, "from_round": ARMED_FROM},
)  # fmt: skip


class Escorts(Section):
    """Escorts are small destroyers; convoys and transports defend themselves."""

    id = ID
    title = "Destroyer escorts, convoys and transports"
    text = (
        "From Late 1941 (round 4) everybody may buy escorts for 6 IPC: attack 1, defend 2, move 2, destroyers but for two "
        "things. Attacking, they find no submarines and their hits fall on none. In defense an escort forms a convoy with 1 "
        "or 2 friendly transports of its zone: it then defends at 3 and they at 1. Convoys form by themselves, two "
        "transports to an escort before the next gets any; `form convoy: SZ 109: 1 escort, 2 transport` and `disband convoy: "
        "SZ 109` change that in the owner's turn. From Late 1941 every transport defends at 1: transports are lost last and "
        "one by one, shoot back when hit, never block, and in the first round cannot answer submarines unless a friendly "
        "destroyer or escort is there. A transport carries 2 land units of any kind, but not two tanks or paratroopers."
    )
    source = "Basic Expansion: 3. Destroyer Escorts & Transports"
    entries = tuple(f"BX-3.{n}" for n in range(1, 19))
    options = (AAA_BIG,)
    units = (ESCORT,)
    flags = {convoys.FLAG: "zone -> convoys formed by order: [escort, transports] by unit number; no transports: alone"}
    begins = {ARMED_FROM: "transports that defend at 1"}

    # --- profiles --------------------------------------------------------------------------------

    def change_unit(self, unit: UnitType) -> UnitType:
        """Everything but tanks takes half a transport."""
        return dataclasses.replace(unit, cargo=SMALL) if unit.name in LOADS else unit

    def profile(self, view: View, power: str, unit: UnitType) -> UnitType:
        """Armed transports; antiaircraft artillery as big as tanks by option."""
        if unit.has("transport") and view.state.turn.round >= ARMED_FROM:
            return dataclasses.replace(unit, defense=max(unit.defense, TRANSPORT_DEFENSE))
        if unit.has("anti-air") and unit.cargo == SMALL and view.option(AAA_BIG.name):
            return dataclasses.replace(unit, cargo=BIG)
        return unit

    # --- battle ------------------------------------------------------------------------------------

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> None:
        """The numbers of a convoy."""
        if side == DEFENDER and battle.kind == "sea":
            convoys.strengthen(view, battle, ranks, CONVOY_DEFENSE, TRANSPORT_DEFENSE)

    def hunts(self, view: View, battle: Battle, unit: Unit, hunts: bool) -> bool:
        """Attacking escorts do not look for submarines."""
        return hunts and not (unit.type == NAME and unit.id in battle.attackers)

    def hit_class(self, view: View, battle: Battle, unit: Unit, kind: str) -> str:
        """Attacking escorts hit no submarines; nor do transports in the first round without a hunter beside them."""
        if unit.id in battle.attackers:
            return NO_SUBMARINES if unit.type == NAME else kind
        unaware = view.has(unit, "transport") and battle.round <= 1 and not sides.hunts(view, battle, DEFENDER)
        return NO_SUBMARINES if unaware and battle.kind == "sea" else kind

    def may_be_hit(self, view: View, battle: Battle, target: Unit, hit_class: str, may: bool) -> bool:
        """What those hits fall on."""
        return may and not (hit_class == NO_SUBMARINES and view.has(target, "submarine"))

    def on_battle(self, act: Act, battle: str) -> None:
        """Say which convoys there are."""
        found = act.battle(battle)
        defenders = sides.units(act, found, DEFENDER)
        formed = convoys.formed(act, found.place, defenders) if found.kind == "sea" else ()
        for _, transports in formed:
            many = "transports" if len(transports) > 1 else "transport"
            act.note(f"Convoy in {found.place}: 1 escort with {len(transports)} {many}.", battle=battle)

    # --- orders --------------------------------------------------------------------------------------

    def handle(self, act: Act, order: Order) -> bool:
        """`form convoy` and `disband convoy` in the owner's turn; a fight that can hit nobody is refused."""
        if isinstance(order, Form) and order.formation == "convoy":
            convoys.form(act, order)
        elif isinstance(order, Disband) and order.formation == "convoy":
            convoys.disband(act, order.place)
        else:
            if isinstance(order, Fight):
                _check_hunt(act, order.place)
            return False
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Convoys to form or to disband."""
        return convoys.offers(view, power) if power == view.active else ()


def _check_hunt(act: Act, zone: str) -> None:
    """Escorts and aircraft alone cannot attack submarines (BX-3.3)."""
    battle = act.state.battles.get(zone)
    if battle is None or battle.kind != "sea" or battle.status != "due":
        return
    attackers, defenders = sides.units(act, battle, ATTACKER), sides.units(act, battle, DEFENDER)
    if not any(u.type == NAME for u in attackers) or not all(act.has(u, "submarine") for u in defenders):
        return
    if not sides.can_hit_any(act, battle, ATTACKER, fire.numbers(act, battle, ATTACKER)):
        text = f"Nothing in {zone} can hit a submarine: escorts do not hunt them, aircraft need a destroyer."
        act.refuse("cannot-attack", text, "BX-3.3")


RULE = Escorts()
