"""Section 11, second half: full batches at one complex bring one more unit each."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import moments
from rules.core.act import Act
from rules.economy import capacity
from rules.house.expansion4.document import Section
from rules.model.state import Bought

ID, FLAG, FROM_ROUND = "x4.total-war", "turn.x4.batches", 7
BATCHES: Mapping[str, int] = {
    "fighter": 3, "tank": 5, "artillery": 4, "mechanized infantry": 6, "infantry": 10,
}  # fmt: skip
COUNTS_AS: Mapping[str, str] = {"t-34": "tank"}


class TotalWar(Section):
    """Counted by complex and type when mobilize ends; the dearest come first while there is room."""

    id = ID
    title = "Total War"
    text = (
        "From Early 1943 (round 7) every power gets one unit more, free, for each full batch of a type that it has "
        "bought and placed at one complex in a turn: 10 infantry, [mechanized infantry|6 mechanized infantry, ]5 tanks "
        "(T-34s count), 4 artillery or 3 fighters. The free unit comes to the same complex when mobilize ends and uses "
        "its capacity; without room it is forfeited. Conscripts, upgrades, free units and carrier fighters neither count "
        "nor come free."
    )
    source = "Expansion IV: 11. Total War"
    needs = ("artillery",)
    entries = tuple(f"X4-11.{n}" for n in range(30, 39))
    begins = {FROM_ROUND: "Total War"}

    @moments.placed
    def _count(self, act: Act, power: str, bought: Bought, count: int, place: str) -> None:
        """Count what has been paid for, by complex and type."""
        type_ = COUNTS_AS.get(bought.type, bought.type)
        if type_ not in BATCHES or not bought.price or act.state.turn.round < act.table.round_of(ID, FROM_ROUND):
            return
        counted = act.flag(FLAG, {})
        here = counted.get(place, {})
        act.set_flag(FLAG, {**counted, place: {**here, type_: here.get(type_, 0) + count}})

    @moments.phase_ends
    def _reward_all(self, act: Act, phase: str) -> None:
        """The free units, the dearest first."""
        if phase != "mobilize":
            return
        for place, counted in sorted(act.flag(FLAG, {}).items()):
            if place in capacity.sites(act, act.active):
                _reward(act, place, counted)


def _reward(act: Act, place: str, counted: Mapping[str, int]) -> None:
    earned = [type_ for type_, size in BATCHES.items() for _ in range(counted.get(type_, 0) // size)]
    earned.sort(key=lambda type_: -act.profile(act.active, type_).cost)
    given = earned[: capacity.room(act, act.active, (place,))]
    for type_ in dict.fromkeys(earned):
        count, lost, since = given.count(type_), earned.count(type_) - given.count(type_), len(act.events)
        for _ in range(count):
            act.place_unit(type_, act.active, place)
        if count:
            act.note(f"Total War: {act.table.units[type_].counted(count)} more in {place}, free.", since=since)
        if lost:
            act.note(f"Total War: no room in {place} for {act.table.units[type_].counted(lost)} more.")


RULE = TotalWar()
