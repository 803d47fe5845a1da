"""German Czech hedgehogs on the coasts of the Channel."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import GERMANY, Section
from rules.house.europe1943.parts import hedgehogs as mechanic
from rules.mechanics.fire.laying import Laying
from rules.model.orders import Demolish, Order
from rules.model.profiles import MARKER, UnitType
from rules.model.state import Marker

ID, NAME = "y43.hedgehogs", "hedgehog"
COASTS = ("Brittany", "Normandy", "Nordrhein Westfalen", "Low-Countries")
MARK = UnitType(
    NAME,
    MARKER,
    aliases=("czech hedgehog",),
    cost=1,
    powers=(GERMANY,),
    built_at=COASTS,
    rule=ID,
    use="keeps landing troops aboard",
    numbers={"max_turn": 10},
)


class Hedgehogs(Section):
    """They keep troops aboard."""

    id = ID
    title = "Czech hedgehogs"
    text = (
        "Germany may buy 10 hedgehogs a turn for 1 IPC each and lay them in mobilize on sea borders of Brittany, "
        "Normandy, Nordrhein Westfalen and Low-Countries, if friendly since its turn began (lay 6 hedgehog: Normandy "
        "| SZ 7). When enemies land over such a border from transports, each rolls a die before anything else of the "
        "land battle, no more dice than units that land so: on 3 or less one unit, of the attacker's choice, stays "
        "aboard. Landing craft, swimming tanks and noncombat moves are not touched. They are never losses; an enemy "
        "who holds the territory since an earlier turn removes all of them free in purchase (demolish hedgehog: "
        "Normandy)."
    )
    source = "Axis and Allies 1943: Germany, Czech hedgehogs"
    entries = ("Y43-18.24", "Y43-18.25", "Y43-18.26")
    units = (MARK,)
    parts = (
        Laying(id=ID, type=NAME, on="coast", ground="friendly", sites=COASTS, cites={"": "Y43-18.24"}),
        mechanic.Hedgehogs(id=ID, type=NAME, need=3),
    )

    def handle(self, act: Act, order: Order) -> bool:
        """`demolish hedgehog: PLACE`."""
        if not isinstance(order, Demolish) or act.table.unit_names.find(order.facility) != NAME:
            return False
        place = order.place
        if act.phase != "purchase":
            act.refuse("wrong-phase", "Hedgehogs are removed in purchase.", "Y43-18.26")
        if not act.held_since_start(place, act.active):
            text = f"Who has held {place} since its turn began removes them; {act.active} has not."
            act.refuse("wrong-site", text, "Y43-18.26")
        found = _standing(act, place)
        if not found:
            act.refuse("no-target", f"No hedgehogs stand before {place}.", "Y43-18.26")
        for key in found:
            act.set_markers(key, [m for m in act.state.borders[key] if m.type != NAME], "removed")
        act.note(f"{act.active} removes the hedgehogs of {place}.", place=place)
        return True

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """Where an enemy's stand on own coasts."""
        if view.phase != "purchase" or power != view.active or power == GERMANY:
            return ()
        own = [p for p in COASTS if view.held_since_start(p, power)]
        return tuple(f"demolish {NAME}: {p}" for p in own if _standing(view, p))


def _standing(view: View, place: str) -> dict[str, tuple[Marker, ...]]:
    """Borders of a place that have hedgehogs."""
    mine = {k: m for k, m in view.state.borders.items() if k.split(" | ")[0] == place}
    return {k: tuple(m) for k, m in mine.items() if any(x.type == NAME for x in m)}


RULE = Hedgehogs()
