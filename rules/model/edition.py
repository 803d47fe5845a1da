"""What boards say under `[edition]`: the closed set of facts in which editions differ, with what each may be.

A key that does not stand here is an error: of the type checker where code reads it, of the board that says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Key = Literal[
    "production", "unplaced", "raids", "sea_blockers", "blitz_stops", "bombard_limit", "assault_retreat", "optional_targets",
    "noncombat_split", "lone_transports", "submarines_need_escort", "full_decks", "new_carriers", "carriers_serve",
    "homeless", "loads_among_enemies", "pieces", "purse_by_half", "own_money", "whole_world", "stands_for", "examples",
    "waters", "house_prices", "inland_seas",
    "africa",
    "neutral_calendar", "rail", "research_tokens", "research_aimed", "long_range", "closed_strait", "original_complexes",
    "victory_more", "antiaircraft_named",
    "politics", "frontiers", "china", "mongolia", "neutrals", "scramble", "kamikaze", "liberation", "victory", "objectives",
    "technologies", "research_cost", "research_charts",
    "land_steps", "sea_steps", "raid_steps", "land_round", "sea_round", "combat_stages", "cite",
]  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """One fact of an edition: what it means, the type of its value, the values it may have (empty: any)."""

    meaning: str
    type: type
    values: tuple[str, ...] = ()


FACTS: Mapping[Key, Fact] = {
    "production": Fact(
        "what a complex makes: its territory's value, or a number of its own", str, ("value", "facility")
    ),
    "original_complexes": Fact("how much original complexes make for their first owner", str, ("value", "unlimited")),
    "unplaced": Fact("what becomes of units that find no place", str, ("lost", "refunded")),
    "raids": Fact("what a raid costs the other side", str, ("money", "damage")),
    "sea_blockers": Fact("which enemy ships stop a ship", str, ("all ships", "surface warships")),
    "blitz_stops": Fact("what ends a blitz: units that fight, or anything at all", str, ("units", "anything")),
    "bombard_limit": Fact("no more ships support a landing than units land", bool),
    "assault_retreat": Fact("who may leave the land battle of an assault", str, ("none", "air", "overland")),
    "optional_targets": Fact("zones with only submarines and transports may be ignored", bool),
    "noncombat_split": Fact("in noncombat move one transport may land in several territories", bool),
    "lone_transports": Fact("ships without a number alone among enemies", str, ("may attack", "refused")),
    "submarines_need_escort": Fact("landing past a submarine needs a warship", bool),
    "full_decks": Fact("aircraft too many for the decks of a zone", str, ("lost", "refused")),
    "homeless": Fact(
        "where a defender's aircraft without a deck comes down: an island of its zone, or one space away",
        str,
        ("island", "one space"),
    ),
    "new_carriers": Fact(
        "whether aircraft may wait for a carrier bought this turn; later: no combat move rests on it",
        str,
        ("none", "receive", "receive later"),
    ),
    "carriers_serve": Fact("carriers that can save aircraft must do so", bool),
    "loads_among_enemies": Fact("boarding in a zone that enemy ships share is free", bool),
    "pieces": Fact("unit -> pieces a power has, under the option of piece limits", dict),
    "purse_by_half": Fact("half of the board -> the economy of gained territory", dict),
    "whole_world": Fact("the large map with both halves: limits of house rules are those of the Global game", bool),
    "examples": Fact(
        "name in the examples of house rules -> another one, where that shows an order of the board", dict
    ),
    "stands_for": Fact("name that house rules use for a power, place or unit -> what it is on the board", dict),
    "house_prices": Fact("house rules' list of prices holds for the board's units", bool),
    "waters": Fact("ocean -> its zones, for house rules that bind ships and aircraft to it", dict),
    "own_money": Fact("purses that begin with other money than their land makes", list),
    "inland_seas": Fact("zones that are joined to no other water", list),
    "closed_strait": Fact("zones that the option of closed Dardanelles shuts to ships", list),
    "victory_more": Fact("side -> victory cities it needs beyond the number of the option", dict),
    "antiaircraft_named": Fact("antiaircraft dice are rolled for planes of a type that is named", bool),
    "africa": Fact("territories of Africa", list),
    "neutral_calendar": Fact("neutral -> the round in which it takes a side, and which", dict),
    "rail": Fact("power -> its railways: how many units, across whose land", dict),
    "politics": Fact("who may declare war when, and what peace forbids", dict),
    "frontiers": Fact("lands of Asia that house rules close to a power at peace, and those that stay open", dict),
    "scramble": Fact("where aircraft scramble beside zones: ashore, and how many from the carriers of a zone", dict),
    "china": Fact("a power bound to an area: what it is, its supply road", dict),
    "mongolia": Fact("neutrals with a pact: places, whom they join, who must attack where", dict),
    "neutrals": Fact("what becomes of strict neutrals when one is attacked", dict),
    "kamikaze": Fact("whose strikes, how many, in which zones", dict),
    "liberation": Fact("a capital whose first liberation brings free units", dict),
    "victory": Fact("aims of the sides that have to be held for a round, and homes that go with them", dict),
    "objectives": Fact("objectives by name: whose, IPC, conditions", dict),
    "technologies": Fact("technologies in the order of their dice", list),
    "research_cost": Fact("IPC of a research die", int),
    "research_aimed": Fact("research dice are for one technology that is named, and succeed on its number", bool),
    "long_range": Fact("movement points that long-range aircraft gain", int),
    "research_tokens": Fact("dice bought for research are rolled every turn until one succeeds", bool),
    "research_charts": Fact("charts the technologies are divided into", int),
    "land_steps": Fact("steps of a land battle", list),
    "sea_steps": Fact("steps of a sea battle", list),
    "raid_steps": Fact("steps of a raid", list),
    "land_round": Fact("steps of a round on land", list),
    "sea_round": Fact("steps of a round at sea", list),
    "combat_stages": Fact("stages of conduct combat: groups in order, free order within one", list),
    "cite": Fact("topic -> the catalogue's entry on it, for refusals", dict),
}


def check(board: str, data: Mapping[str, Any]) -> None:
    """Raise ValueError for a fact that nothing reads, or a value that it cannot have."""
    known = {str(name): fact for name, fact in FACTS.items()}
    for name, value in data.items():
        fact = known.get(name)
        if fact is None:
            raise ValueError(f"{board}: unknown fact “{name}” in [edition]; rules/model/edition.py has them all")
        if type(value) is not fact.type or (fact.values and value not in fact.values):
            may = " | ".join(fact.values) or fact.type.__name__
            raise ValueError(f"{board}: {name} = {value!r} in [edition]; it may be {may}: {fact.meaning}")
