"""Section 6: Chinese infantry that rises behind the enemy."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.balance.document import Section
from rules.model.names import listing
from rules.model.profiles import LAND
from rules.model.state import Battle, Unit

ID, CHINA, UNIT = "bm.guerrillas", "China", "infantry"
INLAND = (
    "Anhwe", "Chahar", "Hopei", "Hunan", "Kansu", "Kweichow", "Shensi", "Sikang", "Suiyuan", "Szechwan", "Tsinghai", "Yunnan",
)  # fmt: skip
RISEN = "turn.bm.guerrillas"


class Guerrillas(Section):
    """One infantry in each inland territory without a garrison, as China's turn begins."""

    id = ID
    title = "Chinese guerrillas"
    text = (
        "When China's turn begins one Chinese infantry appears in each of Anhwe, Chahar, Hopei, Hunan, Kansu, "
        "Kweichow, Shensi, Sikang, Suiyuan, Szechwan, Tsinghai and Yunnan that an Axis power at war with China "
        "controls without a garrison. A garrison is at least one land unit that fights, of any Axis power; aircraft "
        "and antiaircraft artillery are none. They attack what stands there in this turn's combat, at 1 and to the "
        "end: a territory with nothing that fights is taken without dice. They neither move nor retreat before "
        "China's next turn; other Chinese units may join them, and may retreat."
    )
    source = "Balance Mod 4: Chinese guerrillas"
    entries = tuple(f"BM-6.{n}" for n in range(1, 8))

    @moments.turn_begins
    def _rise(self, act: Act) -> None:
        """They have come from nowhere, and attack from where they stand."""
        places = [p for p in INLAND if _open(act, p)] if act.active == CHINA else []
        if not places:
            return
        since = len(act.events)
        for place in places:
            unit = act.place_unit(UNIT, CHINA, place, "guerrillas")
            risen = act.change(unit, role="attack", spent=act.points(unit))
            act.set_flag(RISEN, (*act.flag(RISEN, ()), risen.id))
        act.note(f"Guerrillas rise in {listing(places)}.", since=since)

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """To the end."""
        return may and unit.id not in view.flag(RISEN, ())


def _open(view: View, place: str) -> bool:
    """Whether a power of the Axis, at war with China, holds a place that nobody guards."""
    owner = view.owner(place)
    held = view.side(owner) == "Axis" and view.at_war(owner, CHINA)
    return held and not any(_guards(view, unit) for unit in view.units(place, domain=LAND))


def _guards(view: View, unit: Unit) -> bool:
    """Whether a unit is a garrison: it fights on land, for the Axis."""
    profile = view.of(unit)
    return view.side(unit.owner) == "Axis" and bool(profile.attack or profile.defense)


RULE = Guerrillas()
