"""Section 5: the objectives; those that are new or changed are data (objectives.toml)."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from rules.boards.global1940.objectives import GlobalObjectives
from rules.core import moments
from rules.core.act import Act
from rules.house.balance.objectives_told import LOOK_UPS, PRINTED
from rules.model.board import Option

ID, WAR = "bm.objectives", "bm.soviet-japanese war"
USSR, JAPAN = "Soviet Union", "Japan"
GONE = ("Germany: troops in Egypt", "Soviet Union: lend-lease", "Soviet Union: Berlin")
LANE, FROM_JAPAN = "lend-lease by ", " (Japan began the war)"
HOME_ISLANDS = Option("bm.home_islands", True, "Japan: 3 for Iwo Jima and Okinawa at war with the United States.")
SOUTHERN_EUROPE = Option(
    "bm.southern_europe", True, "UK Europe: 3 for two of Sicily, Sardinia, Greece, Southern Italy."
)
FORWARD_BASES = Option("bm.forward_bases", True, "United States: 5 for Marshalls, Carolines, Palau and Marianas.")
NORTH_AFRICA = Option("bm.north_africa", True, "United States: 5 for troops in an Allied Morocco, Algeria, Tunisia.")
LEND_LEASE = Option("bm.lend_lease_japan", True, "Soviet Union: 2 more for each open lane if Japan began their war.")


class BalanceObjectives(GlobalObjectives):
    """The printed list with what the mod changes."""

    id = ID
    title = "Objectives of the Balance Mod"
    text = (
        "Looked at in each power's own collect income; all others stay as printed. “Axis” and “Allied” mean any power "
        "of the side; a leaning neutral counts only where it is named. A land unit is one ashore, a gun too. Germany: "
        "5 at war with the western Allies for a German land unit in London or Egypt; 2 if Romania, Yugoslavia, "
        "Albania, Bulgaria, Greece and Crete are all Axis or pro-Axis. Soviet Union, at war with Germany or Italy: 3 "
        "if no other Ally has a unit on original Soviet soil; from round 3 on 2 for each open lane (SZ 125 with a "
        "Soviet Archangel, SZ 80 with an Allied Persia, SZ 5 with a Soviet Amur; an enemy warship or submarine shuts "
        "it), and 2 more each if Japan began their war; 3 for each of Germany, Western Germany, Greater Southern "
        "Germany, Slovakia/Hungary, Poland, Romania, Bulgaria, Finland, Norway, Denmark, Holland/Belgium, Albania, "
        "Northern Italy, Southern Italy. Nothing for lend-lease and Berlin as printed. Japan: 5 at war with the "
        "western Allies for an Axis Dutch New Guinea, New Guinea, New Britain and Solomon Islands; 5 for an Axis "
        "Midway, Wake Island and Guam; 3 at war with the United States for its Iwo Jima and Okinawa. United States, "
        "at war: 5 for an Allied Midway, Wake Island and Guam; 5 for Allied Marshall Islands, Caroline Islands, Palau "
        "Island and Marianas; 5 if two of Normandy/Bordeaux, Holland/Belgium and Southern France are Allied and an "
        "American land unit stands in one of the three; 5 if Morocco, Algeria and Tunisia are Allied and an American "
        "land unit stands in one. China: 3 for the Burma Road. UK Europe: 3 for all its original territories; 3 if "
        "two of Sicily, Sardinia, Greece and Southern Italy are Allied and an Allied land unit stands in one of the "
        "four; 3 without enemy submarines in SZ 67 to 70, 82 to 91, 101 to 111 and 116 to 124; 3 if Malta, Crete and "
        "Cyprus are each Allied or pro-Allied. UK Pacific, at war with Japan: 3 for its Kwangtung and Malaya; 3 for "
        "its West India with an Allied Egypt or Union of South Africa and no enemy submarine in SZ 71 to 81. Italy: 3 "
        "for an Axis Malta, Crete and Cyprus. ANZAC, at war with Japan: 3 for an Allied Malaya and all its own; 3 for "
        "the outer perimeter; 3 for an Allied Solomon Islands, Gilbert Islands, Fiji and Samoa."
    )
    source = "Balance Mod 4: objectives"
    entries = tuple(f"BM-5.{n}" for n in range(1, 31))
    boards = ("global1940",)
    options = (HOME_ISLANDS, SOUTHERN_EUROPE, FORWARD_BASES, NORTH_AFRICA, LEND_LEASE)
    replaces = ("global1940.objectives", *PRINTED)
    look_ups = LOOK_UPS
    flags = {WAR: "who declared the war between Japan and the Soviet Union: japan or soviet union"}

    def change_facts(self, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The list."""
        printed = {name: said for name, said in facts["objectives"].items() if name not in GONE}
        return {**facts, "objectives": {**printed, **_own(), **_more_lend_lease()}}

    @moments.war_declared
    def _note_who_began(self, act: Act, power: str, target: str) -> None:
        """For lend-lease."""
        if {power, target} == {USSR, JAPAN}:
            act.set_flag(WAR, power.lower())


@functools.cache
def _own() -> Mapping[str, Mapping[str, Any]]:
    """What is new or changed, by name."""
    return tomllib.loads((resources.files(__package__) / "objectives.toml").read_text("utf-8"))


def _more_lend_lease() -> Mapping[str, Mapping[str, Any]]:
    """Each lane once more, if it was Japan that began."""
    lanes = {name: said for name, said in _own().items() if LANE in name}
    only = {"entry": "BM-5.6", "option": LEND_LEASE.name, "if_flags": {WAR: JAPAN.lower()}}
    return {f"{name}{FROM_JAPAN}": {**said, **only} for name, said in lanes.items()}


RULE = BalanceObjectives()
