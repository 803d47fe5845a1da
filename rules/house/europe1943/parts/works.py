"""Works: units that are built where men stand, and fall with their territory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.names import listing, sentence
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Bought
from rules.model.vocabulary import Number

BUILDERS: Final[Number] = "builders"
USED, FRESH = "turn.builders used", "turn.builders fresh"


@dataclass(frozen=True, eq=False, kw_only=True)
class Works(Mechanic):
    """Types with the number "builders" are placed in mobilize without a complex, one for so many own builders that stand
    there; a builder serves once a turn, one placed this turn not at all. Types with places (`built_at`) need ground that
    has been friendly since the turn began, others own ground.

    builder: the type that builds. cites: "" (the ground), "builders".
    """

    builder: str = "infantry"

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """No complex is needed, nor used."""
        return free or (bool(unit.number(BUILDERS)) and view.place(place).is_land)

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """The ground, and the men."""
        if not unit.number(BUILDERS):
            return None
        return self._ground(view, power, unit, place) or self._men(view, power, unit, count, place)

    def _ground(self, view: View, power: str, unit: UnitType, place: str) -> Refusal | None:
        entry = self.cite("")
        if unit.built_at and place not in unit.built_at:
            return Refusal("wrong-site", sentence(f"{unit.many} stand only in {listing(unit.built_at)}"), entry)
        friendly = view.friendly_since_start(place, power)
        if friendly and (unit.built_at or view.owner(place) == power):
            return None
        whose = "friendly" if unit.built_at else f"{power}'s"
        text = f"{unit.many} are built in territories that are {whose} since the turn began; {place} is not"
        return Refusal("wrong-site", sentence(text), entry)

    def _men(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        each, free = unit.number(BUILDERS), self._free(view, power, place)
        if count * each <= free:
            return None
        men = view.table.units[self.builder].counted(count * each)
        text = f"For {unit.counted(count)} {men} of {power} must stand in {place}; {free} can still build there."
        return Refusal("not-eligible", sentence(text), self.cite("builders"))

    def _free(self, view: View, power: str, place: str) -> int:
        """Builders that have not built this turn and were not placed in it."""
        here = sum(u.type == self.builder and u.carrier is None for u in view.units(place, power))
        gone = view.flag(USED, {}).get(place, 0) + view.flag(FRESH, {}).get(place, 0)
        return max(0, here - int(gone))

    @moments.placed
    def _count(self, act: Act, power: str, bought: Bought, count: int, place: str) -> None:
        """Remember who has built, and who is new."""
        if each := act.profile(power, bought.type).number(BUILDERS):
            _add(act, USED, place, count * each)
        elif act.table.standing(bought.type) == self.builder:
            _add(act, FRESH, place, count)


def _add(act: Act, name: str, place: str, count: int) -> None:
    known = act.flag(name, {})
    act.set_flag(name, {**known, place: known.get(place, 0) + count})
