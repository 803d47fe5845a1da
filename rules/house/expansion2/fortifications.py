"""Section 9: Japanese fortifications on islands, each with an infantry in it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.sides import DEFENDER
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.model.names import listing
from rules.model.profiles import LAND, UnitType
from rules.model.ranks import Ranks
from rules.model.refusals import Refusal
from rules.model.state import Battle, Unit

ID, NAME, JAPAN, INFANTRY = "x2.fortifications", "fortification", "Japan", "infantry"
INSIDE, SHOWN = 3, 5
SHELTER = 1.5  # IPC: half an infantry more, where a landing is near
FORT = UnitType(
    NAME, LAND, aliases=("fort",), cost=1, powers=(JAPAN,), rule=ID,
    use="one Japanese infantry in it defends at 3: no more of them than infantry on the island, none on Japan itself",
    traits=frozenset({"never a loss", "cannot hold", "cannot capture", "needs no complex"}),
)  # fmt: skip


class Fortifications(Section):
    """An infantry in a fortification defends at 3."""

    id = ID
    title = "Japanese fortifications"
    text = (
        "Japan buys fortifications for 1 IPC each and places them in mobilize on any island it has held since its "
        "turn began, Japan itself excepted, no more than it has infantry there (`place 2 fortification: Solomon "
        "Islands`); they use no complex. In each of them one Japanese infantry defends at 3, the others at 2; no "
        "other unit uses them. Hits fall on infantry outside first, and those outside leave first; a fortification is "
        "gone as soon as fewer infantry are left. It is no casualty, cannot be bombed, moved or captured."
    )
    source = "Expansion II: 9. Defensive fortifications"
    needs = ("Japan",)
    entries = tuple(f"X2-9.{n}" for n in range(1, 9))
    units = (FORT,)

    # --- building ----------------------------------------------------------------------------------

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Own islands held since the turn began, with an infantry for each."""
        if unit.name != NAME:
            return None
        if why := _ground(view, place):
            return Refusal("wrong-site", f"{why} {_elsewhere(view)}", "X2-9.1")
        here, men = forts(view, place), garrison(view, place)
        if here + count <= men:
            return None
        text = f"{place} has {men} Japanese infantry and {unit.counted(here)}: room for {max(0, men - here)} more."
        return Refusal("limit-here", f"{text} {_elsewhere(view)}", "X2-9.4")

    # --- battle --------------------------------------------------------------------------------------

    def joins(self, view: View, battle: Battle, unit: Unit, joins: bool) -> bool:
        """It is no fighter and no casualty."""
        return joins and unit.type != NAME

    def battle_numbers(self, view: View, battle: Battle, side: str, ranks: Ranks) -> Ranks:
        """As many infantry as there are fortifications defend at 3."""
        if side == DEFENDER and (count := forts(view, battle.place)):
            ranks.improve([r for r in ranks if _shelters(r.unit)], count, lambda number: max(number, INSIDE))
        return ranks

    def worth(self, view: View, power: str, worth: float) -> float:
        """On islands that enemy transports can reach in a turn."""
        islands = {u.place for u in view.forces(power) if u.type == NAME} if power == JAPAN else ()
        return worth + sum(SHELTER * forts(view, p) for p in islands if _landing_near(view, p))

    # --- as many as infantry -----------------------------------------------------------------------

    @moments.lost
    def _shrink(self, act: Act, unit: Unit, why: str) -> None:
        """Their infantry has fallen."""
        if _shelters(unit) and act.place(unit.place).is_land:
            fit(act, unit.place)

    @moments.moved
    def _leave(self, act: Act, units: Sequence[Unit]) -> None:
        """Their infantry has left."""
        for place in sorted({u.start for u in units if _shelters(u)}):
            fit(act, place)

    @moments.captured
    def _destroy(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Nobody takes them over."""
        if after != JAPAN:
            for unit in [u for u in act.units(place) if u.type == NAME]:
                act.remove(unit, "captured")


def forts(view: View, place: str) -> int:
    """Fortifications in a place."""
    return sum(u.type == NAME for u in view.units(place))


def garrison(view: View, place: str) -> int:
    """Japanese infantry in a place, those aboard ships not counted."""
    return sum(_shelters(u) and u.carrier is None for u in view.units(place, JAPAN))


def _landing_near(view: View, place: str) -> bool:
    """Whether enemy transports lie within two zones of an island."""
    zones = set(view.board.touching_seas(place))
    zones |= {n for z in zones for n in view.board.near(z) if view.place(n).is_sea}
    return any(view.of(u).capacity for z in zones for u in view.enemy_units(z, JAPAN))


def fit(act: Act, place: str) -> None:
    """Fortifications without an infantry are gone."""
    spare = forts(act, place) - garrison(act, place)
    for unit in [u for u in act.units(place) if u.type == NAME][: max(0, spare)]:
        act.remove(unit, "deserted")


def _shelters(unit: Unit) -> bool:
    return unit.owner == JAPAN and unit.type == INFANTRY


def _ground(view: View, place: str) -> str:
    """Why a place cannot be fortified, whoever stands there; "" if it can."""
    where = view.place(place)
    island = where.no_complex or all(view.place(p).is_sea for p in where.near)
    if not island or place == JAPAN:
        return f"Fortifications stand on islands, Japan excepted; {place} is none to fortify."
    if not view.held_since_start(place, JAPAN):
        return f"Japan has not held {place} since its turn began: it may be fortified from the next turn."
    return ""


def _elsewhere(view: View) -> str:
    """Where there is room, the most first."""
    return view.memoized((ID, "room"), lambda: _room(view))


def _room(view: View) -> str:
    islands = sorted({u.place for u in view.forces(JAPAN) if _shelters(u) and u.carrier is None})
    room = {p: garrison(view, p) - forts(view, p) for p in islands if not _ground(view, p)}
    found = sorted((p for p, n in room.items() if n > 0), key=lambda p: -room[p])[:SHOWN]
    return f"Room now: {listing([f'{p} ({room[p]})' for p in found])}." if found else "No island has room now."


RULE = Fortifications()
