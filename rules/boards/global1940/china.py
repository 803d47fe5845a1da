"""China: its purchases and placement (G40-19.1, 19.2, 19.4), the area that it keeps to (19.3)."""

from __future__ import annotations

from rules.boards.later.china import ChineseArea, china
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.orders import Order, Repair, Research
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal
from rules.model.state import Facility


def road(view: View) -> tuple[str, ...]:
    """The Burma Road."""
    return tuple(view.edition("china", {}).get("road", ()))


def _closed(view: View) -> list[str]:
    """What of the road is not in friendly hands."""
    return [p for p in road(view) if view.side(view.owner(p)) != view.side(china(view))]


class ChinaBuys(Rule):
    """Infantry only, artillery while the Burma Road is open; placed in any Chinese territory."""

    id = "global1940.china-purchases"
    title = "China's purchases"
    text = (
        "China buys infantry, and artillery while India, Burma, Yunnan and Szechwan are all Allied. Its units come "
        "into any originally Chinese territories it controls, also just recaptured ones, without a complex or "
        "limit. It never researches or repairs, and its fighter is not replaced."
    )
    source = "Global 1940 rules: China"
    entries = ("G40-19.1", "G40-19.2", "G40-19.4", "G40-3.1")
    fact = "china"

    def may_buy(self, view: View, power: str, unit: UnitType, count: int, site: str) -> Refusal | None:
        """Refuse everything but infantry and, with the road open, artillery."""
        if power != china(view) or unit.name == "infantry":
            return None
        if unit.name == "artillery":
            closed = _closed(view)
            if not closed:
                return None
            text = f"The Burma Road is closed ({', '.join(closed)}): China buys only infantry."
            return Refusal("not-for-sale", text, "G40-19.1")
        text = f"China buys infantry, and artillery while the Burma Road is open; no {unit.many}."
        return Refusal("not-for-sale", text, "G40-19.4" if unit.name == "fighter" else "G40-19.1")

    def placement_free(self, view: View, power: str, unit: UnitType, place: str, free: bool) -> bool:
        """China needs no complex."""
        return free or (power == china(view) and view.place(place).is_land)

    def captured_facilities(
        self, view: View, place: str, by: str | None, facilities: tuple[Facility, ...]
    ) -> tuple[Facility, ...]:
        """Its own soil loses its complexes when China takes it (G40-12.4, 19.6)."""
        if by == china(view) == view.place(place).original:
            return tuple(f for f in facilities if not view.table.units[f.type].has("complex"))
        return facilities

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """Only in originally Chinese territory under Chinese control."""
        if power != china(view) or (view.owner(place) == power == view.place(place).original):
            return None
        text = f"China places units in its own original territories; {place} is none it controls."
        return Refusal("wrong-site", text, "G40-19.2")

    def handle(self, act: Act, order: Order) -> bool:
        """Research and repairs are refused."""
        if act.active == china(act) and isinstance(order, Research):
            act.refuse("not-eligible", "China never researches.", "G40-3.1")
        if act.active == china(act) and isinstance(order, Repair):
            act.refuse("not-eligible", "China cannot repair facilities: it uses none.", "G40-4.2")
        return False


class GlobalArea(ChineseArea):
    """Chinese units stay in China, Burma and Kwangtung, and never go aboard (G40-19.3)."""

    id = "global1940.china-area"
    source = "Pacific 1940 rulebook: China"
    entries = ("G40-19.3",)


RULES = (ChinaBuys(), GlobalArea())
