"""U-boats and the Type XXI."""

from __future__ import annotations

from collections import Counter

from rules.battle.sides import ATTACKER
from rules.core.view import View
from rules.house.europe1943.document import GERMANY, Section
from rules.house.europe1943.parts.lone_strike import LoneStrike
from rules.model.board import Option
from rules.model.profiles import SEA, UnitType
from rules.model.ranks import Ranks
from rules.model.state import Battle
from rules.model.vocabulary import Trait

ID, IN_PACK, PACKED = "y43.u-boats", 3, 3
BOAT, MODERN = "u-boat", "type xxi u-boat"
PACK = Option("y43.wolfpack_bonus", False, "Three or more U-boats together hit on 3 in the first round")
TRAITS: frozenset[Trait] = frozenset({
    "submarine", "first strike attacking", "first strike defending", "no air targets", "submerges", "hidden from air",
    "passes enemies", "does not block",
})  # fmt: skip
UNITS = (
    UnitType(BOAT, SEA, aliases=("uboat",), attack=2, defense=1, move=2, cost=4, traits=TRAITS, powers=(GERMANY,), rule=ID,
             numbers={"pack": 3}),
    UnitType(MODERN, SEA, aliases=("type xxi",), attack=4, defense=2, move=2, cost=6, traits=TRAITS, powers=(GERMANY,),
             built_at=("Brandenburg", "Nordrhein Westfalen"), rule=ID, numbers={"max_turn": 2}),
)  # fmt: skip


class UBoats(Section):
    """Cheap submarines, and better ones."""

    id = ID
    title = "U-boats and Type XXI"
    text = (
        "U-boat: 4 IPC, attack 2, defend 1, move 2, a submarine in everything, beside any coastal German complex; "
        "three in a zone are shown as a wolf pack, which is a counter and nothing more (by option three "
        "or more together attack and defend at 3 in the first round). Type XXI: 6 IPC, attack 4, "
        "defend 2, two a turn, Brandenburg or Nordrhein Westfalen. Where only Type XXI attack, their first shot comes "
        "first, destroyers or not, and what it hits does not fire; then they may submerge before the defender fires."
    )
    source = "Axis and Allies 1943: Germany, U-boats"
    entries = ("Y43-18.31", "Y43-18.32", "Y43-18.33", "Y43-21.11")
    options = (PACK,)
    units = UNITS
    parts = (LoneStrike(id=ID, type=MODERN),)

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """Packs in the first round, by option."""
        if battle.kind != "sea" or battle.round > 1 or not view.option(PACK):
            return ranks
        beside = view.get(battle.attackers if side == ATTACKER else battle.defenders)
        boats = Counter(u.owner for u in beside if u.type == BOAT)
        packed = {owner for owner, together in boats.items() if together >= IN_PACK}
        return ranks.each(lambda u, number: max(number, PACKED) if u.type == BOAT and u.owner in packed else number)


RULE = UBoats()
