"""The words profiles are written in: the traits and numbers that the engine reads, and nothing else.

A word that does not stand here is an error: of the type checker where code reads it, of the profile that carries it. To
add one, write it into its `Literal` and tell in the table below it, in players' words, what it does (unit cards show that).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

Trait = Literal[
    "blitz",
    "blitz with tank",
    "leads mechanized",
    "supported",
    "anti-air",
    "not in combat move",
    "never a loss",
    "captured",
    "no occupant",
    "cannot capture",
    "no fighter",
    "scrambles",
    "intercepts",
    "escorts",
    "pairs tactical",
    "paired at 4",
    "deck only",
    "best die",
    "best raid die",
    "submarine",
    "anti-submarine",
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
]

TRAITS: Mapping[Trait, str] = {
    "blitz": "blitzes: takes an empty enemy territory and moves on",
    "blitz with tank": "blitzes when paired with a tank that makes the same move",
    "leads mechanized": "lets one mechanized infantry blitz along with it",
    "supported": "attacks at {} when paired with artillery",
    "anti-air": "fires at aircraft before the battle",
    "not in combat move": "moves only in noncombat movement",
    "never a loss": "is never lost",
    "captured": "is captured with its territory",
    "no occupant": "does not hold a territory by itself",
    "cannot capture": "cannot capture a territory",
    "no fighter": "falls when no fighting unit is left with it",
    "scrambles": "scrambles from an air base",
    "intercepts": "intercepts raids",
    "escorts": "escorts bombers on raids",
    "pairs tactical": "raises one tactical bomber to 4 on attack",
    "paired at 4": "attacks at 4 when paired with a fighter or tank",
    "deck only": "is placed and lands on carriers only",
    "best die": "several dice at once, of which the best counts",
    "best raid die": "of its raid dice the best counts",
    "submarine": "a submarine",
    "anti-submarine": "takes away enemy submarines' special abilities",
    "transport": "carries land units",
    "defenseless": "cannot fight",
    "chosen last": "is the last to be chosen as a loss",
    "capital ship": "capital ship: damaged by the first hit, sunk by the second",
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
}
"""What each trait does. In “{}” stands the attack with one more."""

Number = Literal[
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
]

NUMBERS: Mapping[Number, str] = {
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
}
"""What each number says. In “{}” stands the number."""


def check(who: str, traits: Iterable[str], numbers: Iterable[str]) -> None:
    """Raise ValueError for a word of a profile that nothing reads."""
    for kind, words, known in (("trait", traits, get_args(Trait)), ("number", numbers, get_args(Number))):
        if unknown := [w for w in words if w not in known]:
            raise ValueError(f"{who} has the unknown {kind} “{unknown[0]}”; rules/model/vocabulary.py has them all")
