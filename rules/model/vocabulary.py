"""The words profiles are written in: the traits and numbers that the engine reads, and nothing else.

A word that does not stand here is an error: of the type checker where code reads it, of the profile that carries it. To
add one, write it into its `Literal` and tell in the table below it, in players' words, what it does (unit cards show that).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, get_args

Trait = Literal[
    "blitz",
    "blitz with tank",
    "leads mechanized",
    "blitz with halftrack",
    "leads grenadiers",
    "supported",
    "anti-air",
    "not in combat move",
    "never a loss",
    "captured",
    "cannot hold",
    "cannot capture",
    "no fighter",
    "scrambles",
    "intercepts",
    "escorts",
    "pairs tactical",
    "paired at 4",
    "deck only",
    "needs no complex",
    "made in yards",
    "best die",
    "best raid die",
    "above guns",
    "above facilities",
    "no base range",
    "reaches raiders",
    "submarine",
    "anti-submarine",
    "hunts in defense only",
    "transport",
    "defenseless",
    "chosen last",
    "capital ship",
    "does not block",
    "passes enemies",
    "submerges",
    "withdraws",
    "first strike attacking",
    "first strike defending",
    "no air targets",
    "hidden from air",
    "no deck when damaged",
    "complex",
    "coastal",
    "original only",
    "cannot attack",
    "takes no room",
    "carries own only",
    "no assault",
    "bombards with cargo",
    "stands by",
    "own quota",
    "takes no capacity",
    "placed singly",
    "commands",
    "swims",
    "no rail",
    "by air",
]

TRAITS: Mapping[Trait, str] = {
    "blitz": "blitzes: takes an empty enemy territory and moves on",
    "blitz with tank": "blitzes when paired with a tank that makes the same move",
    "leads mechanized": "lets one mechanized infantry blitz along with it",
    "blitz with halftrack": "blitzes when paired with a halftrack that makes the same move",
    "leads grenadiers": "lets one grenadier blitz along with it",
    "supported": "attacks at {} when paired with artillery",
    "anti-air": "fires at aircraft before the battle",
    "not in combat move": "moves only in noncombat movement",
    "never a loss": "is never lost",
    "captured": "is captured with its territory",
    "cannot hold": "does not hold a territory by itself",
    "cannot capture": "cannot capture a territory",
    "no fighter": "falls when no fighting unit is left with it",
    "scrambles": "scrambles from an air base",
    "intercepts": "intercepts raids",
    "escorts": "escorts bombers on raids",
    "pairs tactical": "raises one tactical bomber to 4 on attack",
    "paired at 4": "attacks at 4 when paired with a fighter or tank",
    "needs no complex": "is placed without a complex, and uses none",
    "made in yards": "is made only by a complex with an operative naval base beside it",
    "deck only": "is placed and lands on carriers only",
    "best die": "several dice at once, of which the best counts",
    "best raid die": "of its raid dice the best counts",
    "above guns": "flies too high for antiaircraft guns",
    "above facilities": "flies too high for the guns of what it raids",
    "no base range": "gains no range from bases",
    "reaches raiders": "its guns reach even those that fly above others",
    "submarine": "a submarine",
    "anti-submarine": "takes away enemy submarines' special abilities",
    "hunts in defense only": "hunts submarines in defense only",
    "transport": "carries land units",
    "defenseless": "cannot fight",
    "chosen last": "is the last to be chosen as a loss",
    "capital ship": "capital ship: damaged before it is sunk",
    "does not block": "does not stop enemy ships",
    "passes enemies": "passes zones with enemy ships, but not destroyers",
    "submerges": "may submerge where no enemy destroyer is",
    "withdraws": "may withdraw singly after a round",
    "first strike attacking": "first strike when attacking: what it hits does not fire back",
    "first strike defending": "first strike when defending too",
    "no air targets": "cannot hit aircraft",
    "hidden from air": "aircraft can hit it only together with a destroyer",
    "no deck when damaged": "no take-off or landing while damaged",
    "complex": "makes units",
    "coastal": "only in a territory with a coast",
    "original only": "only in an original territory of its own",
    "cannot attack": "never attacks, bombards or enters enemy land",
    "takes no room": "takes no room aboard",
    "carries own only": "carries units of its own power only",
    "bombards with cargo": "may bombard for the landing of its own cargo",
    "no assault": "does not land in amphibious assaults",
    "stands by": "takes no part in battles, holds nothing, is lost with its territory",
    "no rail": "does not ride by rail",
    "by air": "is carried by air transports",
    "swims": "crosses a sea zone by itself, from coast to coast",
    "commands": "commands a formation",
    "placed singly": "a batch of it may be placed in several territories",
    "takes no capacity": "takes no capacity of a complex",
    "own quota": "takes no capacity of a complex: each makes as many of these beside its units",
}
"""What each trait does. In “{}” stands the attack with one more."""

PARTNERS: Mapping[Trait, Trait] = {"blitz with tank": "leads mechanized", "blitz with halftrack": "leads grenadiers"}
"""Who blitzes only beside one that has the other trait, one to one, on the same way."""


def partner(kind: Trait) -> str:
    """Whom a unit with such a trait needs beside it, in words: `tank`."""
    return kind.removeprefix("blitz with ")


UnitClass = Literal["infantry", "vehicle", "tank"]
UNIT_CLASSES: tuple[str, ...] = (*get_args(UnitClass), "land", "aircraft", "ship", "capital ship", "standard")
"""What units may be by kind, for rules that mean some of them (`UnitType.is_a`); a class of hits may bear such a name."""

Number = Literal[
    "range",
    "range_dice",
    "range_at",
    "range_at_sea",
    "round1_attack",
    "landed_attack",
    "round1_defense",
    "round1_vs_vehicle",
    "round1_dice",
    "round1_dice_at",
    "bombard",
    "bombard_dice",
    "aa_hits",
    "aa_shots",
    "per_place",
    "supports",
    "convoy_dice",
    "air_attack",
    "air_defense",
    "raid_dice",
    "raid_bonus",
    "produces",
    "max_damage",
    "damage_per_value",
    "inoperative_at",
    "scramble",
    "built_in_aa",
    "min_value",
    "batch",
    "max_board",
    "max_turn",
    "upgrade_cost",
    "from_round",
    "to_round",
    "batch_cost",
    "first_count",
    "first_cost",
    "flight",
    "flight_from_base",
    "drop_attack",
    "alone_defense",
    "pack",
    "repair_cost",
    "big_cargo",
    "most_cargo",
    "clears_mines",
    "airlift",
    "builders",
    "flak_dice",
    "flak_hits",
]

NUMBERS: Mapping[Number, str] = {
    "range": "fires {} spaces far",
    "range_dice": "long-range fire: {} dice instead of an attack",
    "range_at": "from afar it hits on {}",
    "range_at_sea": "from afar it hits warships on {}",
    "round1_attack": "attacks at {} in the first round",
    "landed_attack": "attacks at {} when it lands from the sea",
    "round1_defense": "defends at {} in the first round",
    "round1_vs_vehicle": "{} in the first round if the enemy has vehicles there",
    "round1_dice": "{} more dice in the first round",
    "round1_dice_at": "these dice hit on {}",
    "bombard": "bombards at {}",
    "bombard_dice": "bombards with {} dice",
    "aa_hits": "antiaircraft fire hits on {} or less",
    "aa_shots": "up to {} shots each, no more than one at each aircraft",
    "per_place": "no more than {} in a territory",
    "supports": "supports {} infantry or mechanized infantry on attack",
    "convoy_dice": "convoy disruption: {} dice",
    "air_attack": "air battle before a raid: attacks at {}",
    "air_defense": "air battle before a raid: defends at {}",
    "raid_dice": "raid damage: {} dice",
    "raid_bonus": "raid damage: {} more on each raid",
    "produces": "places up to {} units a turn, one fewer for each damage",
    "max_damage": "holds at most {} damage",
    "damage_per_value": "holds at most {} times its territory's value in damage",
    "inoperative_at": "out of operation from {} damage on",
    "scramble": "lets up to {} aircraft scramble",
    "built_in_aa": "its own fire hits a raiding bomber on {}",
    "min_value": "only in territories worth {} or more",
    "batch": "bought {} at a time",
    "max_board": "no more than {} on the board",
    "max_turn": "no more than {} a turn",
    "upgrade_cost": "{} IPC as an upgrade",
    "from_round": "from round {}",
    "to_round": "until round {}",
    "batch_cost": "{} IPC a batch",
    "first_count": "the first {} a turn are cheaper",
    "first_cost": "{} IPC each for the first of a turn",
    "flight": "flies up to {} spaces from land to land",
    "flight_from_base": "flies {} more from an air base",
    "drop_attack": "attacks at {} in the first round when all attackers are paratroopers and it came by air",
    "alone_defense": "defends at {} in the first round beside paratroopers and antiaircraft artillery only",
    "pack": "{} in a place are shown as one pack",
    "repair_cost": "repaired in purchase for {} IPC a hit, anywhere",
    "airlift": "flies {} spaces with a load",
    "clears_mines": "takes {} mines off each line that it crosses, and is never hit by any",
    "builders": "each is built by {} infantry that stand there",
    "flak_dice": "fires {} dice at attacking aircraft, behind all guns",
    "flak_hits": "these hit on {}",
    "big_cargo": "carries at most {} units that take three places",
    "most_cargo": "carries at most {} units that take any place",
}
"""What each number says. In “{}” stands the number."""
_ONE = {"dice": "die", "spaces": "space", "shots": "shot", "units": "unit", "mines": "mine"}


def said(name: Number, number: int) -> str:
    """What a number of a profile says: `raid damage: 2 dice`, `raid damage: 1 die`."""
    text = NUMBERS[name].format(number)
    if number != 1:
        return text
    return re.sub(rf"\b(1 (?:more )?)({'|'.join(_ONE)})\b", lambda found: found[1] + _ONE[found[2]], text)


def check(who: str, traits: Iterable[str], numbers: Iterable[str], classes: Iterable[str] = ()) -> None:
    """Raise ValueError for a word of a profile that nothing reads."""
    for kind, words, known in (
        ("trait", traits, get_args(Trait)),
        ("number", numbers, get_args(Number)),
        ("class", classes, get_args(UnitClass)),
    ):
        if unknown := [w for w in words if w not in known]:
            raise ValueError(f"{who} has the unknown {kind} “{unknown[0]}”; rules/model/vocabulary.py has them all")
