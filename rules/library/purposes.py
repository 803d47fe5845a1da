"""What a unit is for, in a few words made from its profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.model.profiles import AIR, FACILITY, LAND, MARKER, SEA, UnitType

MOST = 3
CHEAP: Final = 3

Test = Callable[[UnitType], object]
SPECIAL: Final[tuple[tuple[str, Test], ...]] = (
    ("leads an army", lambda u: u.has("commands")),
    ("hits what stands next door before any battle", lambda u: u.number("range_dice")),
    ("is fired once, before a battle", lambda u: u.number("range_at") and not u.number("range_dice")),
    ("shoots at attacking aircraft", lambda u: u.has("anti-air") or u.number("flak_dice")),
    ("strengthens the ground it is built on", lambda u: u.number("builders")),
    ("drops behind the front", lambda u: u.number("flight")),
    ("flies troops to the front", lambda u: u.domain == AIR and u.number("airlift") and not u.attack),
    ("bombs complexes and bases", lambda u: u.raids and not u.has("paired at 4")),
    ("carries troops over sea", lambda u: u.capacity),
    ("carries aircraft", lambda u: u.decks),
    ("strikes unseen", lambda u: u.has("submarine")),
    ("hunts submarines", lambda u: u.has("anti-submarine")),
    ("bombards coasts", lambda u: u.number("bombard")),
    ("crosses water by itself", lambda u: u.has("swims")),
    ("clears mines", lambda u: u.number("clears_mines")),
    ("stops vehicles", lambda u: u.number("round1_vs_vehicle")),
    ("opens a battle with a volley", lambda u: u.number("round1_dice")),
    ("helps infantry attack", lambda u: u.number("supports")),
    ("protects and meets bombers in the air", lambda u: u.has("escorts") and u.has("intercepts")),
    ("needs little room aboard", lambda u: u.has("takes no room")),
)


def purpose(unit: UnitType) -> str:
    """What a unit is for ("" where nothing says so): what only some do, then what its numbers say."""
    if unit.use or unit.domain in (FACILITY, MARKER):
        return unit.use
    return "; ".join([*_special(unit), *_plain(unit)][:MOST])


def _special(unit: UnitType) -> Iterator[str]:
    yield from (words for words, test in SPECIAL if test(unit))


def _plain(unit: UnitType) -> Iterator[str]:
    attack, defense = unit.attack * max(1, unit.attack_dice), unit.defense * max(1, unit.defense_dice)
    if unit.domain in (LAND, SEA) and unit.hits > 1:
        yield f"takes {unit.hits} hits"
    if attack and attack >= defense:
        yield "attacks and holds" if attack == defense else "attacks"
    elif defense:
        yield "holds" if not attack else "holds rather than attacks"
    if unit.domain == LAND and unit.has("blitz"):
        yield "goes through gaps"
    if unit.domain == LAND and 0 < unit.cost <= CHEAP and unit.hits == 1 and (attack or defense):
        yield "a cheap loss"
