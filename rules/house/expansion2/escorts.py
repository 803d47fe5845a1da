"""Section 12b: escorts, convoys, transports that shoot back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from rules.battle import sides
from rules.battle.sides import ATTACKER, DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.mechanics.units import escorts as mechanic
from rules.mechanics.units.convoys import Convoys
from rules.model.board import Option
from rules.model.profiles import UnitType
from rules.model.salvo import Shot
from rules.model.state import Battle, Verdict
from rules.model.vocabulary import Trait

ID, FLAG, FROM, ARMED = "x2.escorts", "x2.convoys", 4, 5
SHIELDED: frozenset[Trait] = frozenset({"chosen last", "does not block"})
PROTECTED: Final = "transports protected"
AUTO_DIE = Option("x2.transports_auto_die", False, "Transports without protector fire once more and are removed")


class Escorts(Section):
    """Small destroyers that guard transports."""

    id = ID
    title = "Escorts, convoys and transports"
    text = (
        "From Late 1941 (round 4) every power buys escorts for 6 IPC: attack 1, defend 2, destroyers but for this: attacking "
        "they do not find submarines, and their hits fall on none. In defense an escort and 1 or 2 friendly transports of "
        "its zone form a convoy: the escort defends at 3, each transport at 1, to the end of the battle. An escort takes two "
        "transports before the next gets any; the fullest convoys form by themselves, and `form convoy: SZ 109: 1 escort, 2 "
        "transport` or `disband convoy: SZ 109` changes that in the owner's turn. From Early 1942 (round 5) every transport "
        "defends at 1. Transports are lost last and one by one, shoot back when hit, never block, and without a friendly "
        "destroyer or escort do not answer submarines in the first round. By option transports "
        "whose last protector is gone fire once more and are all removed."
    )
    source = "Expansion II: 12b. Escorts & Transports"
    entries = tuple(f"X2-12.{n}" for n in range(20, 37))
    options = (AUTO_DIE,)
    excludes = ("bx.escorts",)
    units = (mechanic.escort(ID, FROM),)
    parts = (
        Convoys(id=ID, flag=FLAG, cites={"alone": "X2-12.23", "full": "X2-12.24", "size": "X2-12.23"}),
        mechanic.Escorts(id=ID, armed_from=ARMED, cites={"hunt": "X2-12.22"}),
    )
    flags = {FLAG: "zone -> convoys formed by order: [escort, transports] by unit number; no transports: alone"}
    begins = {ARMED: "transports that defend at 1"}
    unforeseen = {PROTECTED: "transports that fire once more without protectors and are gone"}

    def change_unit(self, unit: UnitType) -> UnitType:
        """Transports are lost last and stop nobody, on whatever board."""
        return dataclasses.replace(unit, traits=unit.traits | SHIELDED) if unit.has("transport") else unit

    # --- the option: transports without a protector ------------------------------------------------

    def battle_facts(self, view: View, battle: Battle, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Whether transports have protectors as the battle begins."""
        if battle.kind != "sea" or not view.option(AUTO_DIE):
            return facts
        transports = [view.has(u, "transport") for u in sides.units(view, battle, DEFENDER)]
        return {**facts, PROTECTED: True} if any(transports) and not all(transports) else facts

    def shots(self, view: View, battle: Battle, step: str, side: str, shots: tuple[Shot, ...]) -> tuple[Shot, ...]:
        """They fire once more, and nobody needs to aim at them."""
        return () if side == ATTACKER and _abandoned(view, battle) else shots

    def verdict(self, view: View, battle: Battle, verdict: Verdict) -> Verdict:
        """Then they are gone."""
        return "attacker" if _last_volley(view, battle) else verdict

    @moments.battle_decided
    def _sink(self, act: Act, battle: str) -> None:
        """Also when their last volley has sunk the last attacker."""
        found = act.battle(battle)
        if _last_volley(act, found):
            for unit in sides.units(act, found, DEFENDER):
                act.remove(unit, "battle")


def _alone(view: View, battle: Battle) -> bool:
    return all(view.has(u, "transport") for u in sides.units(view, battle, DEFENDER))


def _abandoned(view: View, battle: Battle) -> bool:
    """Whether only transports are left of a side that had protectors for them."""
    return bool(battle.fact(PROTECTED)) and _alone(view, battle)


def _last_volley(view: View, battle: Battle) -> bool:
    """Whether they have fired it: in a round in which nobody else has."""
    return _abandoned(view, battle) and bool(battle.fired) and set(battle.fired) <= set(battle.defenders)


RULE = Escorts()
