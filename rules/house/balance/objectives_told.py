"""What each power's objectives are in the mod, whole: in the place of the board's look-ups, which tell the printed ones."""

from __future__ import annotations

from rules.core.identity import LookUp

_EUROPE = (
    "Germany, Western Germany, Greater Southern Germany, Slovakia/Hungary, Poland, Romania, Bulgaria, Finland, "
    "Norway, Denmark, Holland/Belgium, Albania, Northern Italy and Southern Italy"
)
_TOLD = {
    "Germany": (
        "5 IPC while not at war with the Soviet Union. At war with it: 5 each for German control of Novgorod, "
        "Volgograd and Russia, and 5 if an Axis power controls Caucasus. At war with the western Allies: 5 for a "
        "German land unit in London or Egypt under Axis control, once for both. 5 if Germany holds Denmark and Norway"
        " and Sweden is neither held by nor leaning to the Allies. 2 if Romania, Yugoslavia, Albania, Bulgaria, "
        "Greece and Crete are each held by the Axis or leaning to it. 2 each for Iraq, Persia and Northwest Persia."
    ),
    "Soviet Union": (
        "Only at war with Germany or Italy. 3 IPC if no unit of another Ally stands in originally Soviet land. From "
        "round 3 on 2 for each open lane of lend-lease: SZ 125 with a Soviet Archangel, SZ 80 with an Allied Persia, "
        "SZ 5 with a Soviet Amur; a warship or submarine of a power at war with it shuts the lane. 2 more for each "
        f"open lane if it was Japan that declared war on the Soviet Union. 3 each for Soviet control of {_EUROPE}. Nothing "
        "more for Berlin."
    ),
    "Japan": (
        "10 IPC while at peace with the United States, if it has neither attacked French Indo China nor declared war "
        "unprovoked on the United Kingdom or ANZAC. At war with the western Allies: 5 if the Axis holds Dutch New "
        "Guinea, New Guinea, New Britain and Solomon Islands; 5 if it holds Midway, Wake Island and Guam; 5 each for "
        "Hawaiian Islands, India, New South Wales, Western United States; 5 for all of Sumatra, Java, Borneo, "
        "Celebes. At war with the United States: 3 for its own Iwo Jima and Okinawa."
    ),
    "United States": (
        "Only at war. Under American control: 10 IPC for Eastern, Central and Western United States; 5 for Alaska, "
        "Aleutian Islands, Hawaiian Islands, Johnston Island and Line Islands; 5 for Mexico, Southeast Mexico, "
        "Central America and West Indies; 5 for Philippines. 5 if an American land unit stands in France. Held by any"
        " Allies: 5 for Midway, Wake Island and Guam; 5 for Marshall Islands, Caroline Islands, Palau Island and "
        "Marianas; 5 for two of Normandy/Bordeaux, Holland/Belgium and Southern France with an American land unit in "
        "one of the three; 5 for Morocco, Algeria and Tunisia with an American land unit in one of them."
    ),
    "China": (
        "3 IPC if the Burma Road is open: India, Burma, Yunnan and Szechwan all held by Allies. It also lets China "
        "buy artillery."
    ),
    "United Kingdom": (
        "UK Europe: 3 IPC if it controls all of its original territories; 3 if Allies hold two of Sicily, Sardinia, "
        "Greece and Southern Italy and an Allied land unit stands in one of the four; 3 if no submarine of a power at"
        " war with the United Kingdom is in SZ 67 to 70, 82 to 91, 101 to 111 and 116 to 124; 3 if Malta, Crete and "
        "Cyprus are each held by Allies or leaning to them. UK Pacific, at war with Japan: 3 for Kwangtung and "
        "Malaya; 3 for West India with an Allied Egypt or Union of South Africa and no such submarine in SZ 71 to 81."
    ),
    "Italy": (
        "5 IPC if no surface warship of an enemy is in zones 92 to 99. 5 if the Axis holds at least 3 of Gibraltar, "
        "Southern France, Egypt, Greece. 5 if it holds all of Morocco, Algeria, Tunisia, Libya, Tobruk, Alexandria. 3"
        " if it holds Malta, Crete and Cyprus. 2 each for Italian control of Iraq, Persia, Northwest Persia."
    ),
    "ANZAC": (
        "At war with Japan: 3 IPC if Malaya is held by Allies and ANZAC controls all its original territories; 3 if "
        "Allies other than the Dutch hold Dutch New Guinea, New Guinea, New Britain and Solomon Islands; 3 if Allies "
        "hold Solomon Islands, Gilbert Islands, Fiji and Samoa."
    ),
}
PRINTED = tuple(f"global1940.objectives-{power.lower().replace(' ', '-')}" for power in _TOLD)
"""The look-ups of the board in whose place they stand."""
LOOK_UPS = tuple(
    LookUp(
        f"bm.objectives-{power.lower().replace(' ', '-')}",
        f"National objectives: {power}",
        text,
        keywords=("NO", "bonus"),
    )
    for power, text in _TOLD.items()
)
