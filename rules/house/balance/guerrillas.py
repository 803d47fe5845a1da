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
RISEN = "turn.bm.guerrillas"


class Guerrillas(Section):
    """One infantry in each inland territory without a garrison, as China's turn begins."""

    id = ID
    title = "Chinese guerrillas"
    text = (
        "When China's turn begins one Chinese infantry appears in each originally Chinese territory without a coast, "
        "Manchuria excepted, that an Axis power at war with China controls without a garrison. A garrison is at least "
        "one land unit that fights, of any Axis power; aircraft and antiaircraft artillery are none. They attack what "
        "stands there in this turn's combat, at 1 and to the end: a territory with nothing that fights is taken "
        "without dice. They neither move nor retreat before China's next turn; other Chinese units may join them, and "
        "may retreat."
    )
    source = "Balance Mod 4: Chinese guerrillas"
    entries = tuple(f"BM-6.{n}" for n in range(1, 8))

    @moments.turn_begins
    def _rise(self, act: Act) -> None:
        """They have come from nowhere, and attack from where they stand."""
        places = [p for p in inland(act) if _open(act, p)] if act.active == CHINA else []
        if not places:
            return
        since = len(act.events)
        for place in places:
            unit = act.place_unit(UNIT, CHINA, place, "guerrillas")
            risen = act.change(unit, role="attack", spent=act.points(unit))
            act.set_flag(RISEN, (*act.flag(RISEN, ()), risen.id))
        act.note(f"Guerrillas rise in {listing(places)}.", since=since)

    def present(self, view: View) -> tuple[str, ...]:
        """Where."""
        return (f"They may rise in {listing(inland(view))}.",)

    def may_retreat(self, view: View, battle: Battle, unit: Unit, may: bool) -> bool:
        """To the end."""
        return may and unit.id not in view.flag(RISEN, ())


def inland(view: View) -> tuple[str, ...]:
    """Where they may rise: originally Chinese, away from the sea, and not calm by what the board says."""
    calm = view.edition("china", {}).get("calm", ())
    lands = (p.name for p in view.board.places.values() if p.is_land and p.original == CHINA and p.name not in calm)
    return tuple(p for p in lands if not view.board.touching_seas(p))


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
