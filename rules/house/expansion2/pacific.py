"""Section 1: the enlarged Pacific: new values, garrisons, no complexes, Japan's least income."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import IncomeLine
from rules.core.purses import lands
from rules.core.view import View
from rules.house.expansion2.document import Section
from rules.model.board import Option, Place
from rules.model.profiles import UnitType
from rules.model.refusals import Refusal

ID, LEAST, HOMELAND = "x2.pacific", 8, "Japan"
VALUES: Mapping[str, int] = {
    "Alaska": 4, "Midway": 2, "Hawaiian Islands": 3, "Mexico": 4, "Okinawa": 2, "Wake Island": 2, "Philippines": 4,
    "Java": 3, "New Guinea": 2, "Solomon Islands": 2, "Caroline Islands": 2,
}  # fmt: skip
GARRISONS: Mapping[str, Mapping[str, int]] = {
    "Alaska": {"infantry": 2}, "Midway": {"infantry": 1}, "Hawaiian Islands": {"fighter": 1, "infantry": 1},
    "Mexico": {"infantry": 2}, "Okinawa": {"infantry": 1}, "Philippines": {"fighter": 1, "infantry": 1},
    "New Guinea": {"infantry": 1}, "Solomon Islands": {"infantry": 2}, "Caroline Islands": {"infantry": 1},
}  # fmt: skip
NEVER_LOWER = Option("x2.never_lower", False, "No place is worth less than printed (Java keeps its 4)")


class Pacific(Section):
    """Eleven places of the Pacific are worth more, and better garrisoned."""

    id = ID
    title = "The enlarged Pacific"
    text = (
        "New values: Alaska 4, Midway 2, Hawaiian Islands 3, Mexico 4, Okinawa 2, Wake Island 2, Philippines 4, Java "
        "3, New Guinea 2, Solomon Islands 2, Caroline Islands 2. They change nobody's income at the start: they count "
        "from the first conquest on, for the loser and the winner. More garrisons at the start, for whoever holds the "
        "place: 2 infantry in Alaska, in Mexico and on the Solomon Islands, 1 on Midway, Okinawa, New Guinea and the "
        "Caroline Islands, 1 infantry and 1 fighter on the Hawaiian Islands and the Philippines. No industrial "
        "complex is built in the eleven places. While Japan holds its homeland its territories count for 8 IPC at "
        "least."
    )
    source = "Expansion II: 1. The Enlarged Pacific Ocean"
    needs = ("Japan", "Alaska")
    entries = tuple(f"X2-1.{n}" for n in range(1, 9))
    options = (NEVER_LOWER,)
    _values = VALUES
    _garrisons = GARRISONS

    def place_value(self, view: View, place: Place, value: int) -> int:
        """The new values."""
        return self._new(view, place) if place.name in self._values else value

    @moments.game_begins
    def _garrison(self, act: Act) -> None:
        """The garrisons join what stands there."""
        for place, units in self._garrisons.items():
            if owner := act.owner(place):
                for type_, count in units.items():
                    for _ in range(count):
                        act.place_unit(type_, owner, place, "garrison")

    def may_place(self, view: View, power: str, unit: UnitType, count: int, place: str) -> Refusal | None:
        """No complexes there."""
        if not unit.has("complex") or place not in self._values:
            return None
        text = f"No industrial complex is built in {place}, however much it is worth now."
        return Refusal("wrong-site", text, "X2-1.4")

    def income(self, view: View, purse: str, lines: tuple[IncomeLine, ...]) -> tuple[IncomeLine, ...]:
        """The level of a power: what the printed owners gained at the start is taken off; Japan's floor."""
        land = sum(view.value(p) for p in lands(view, purse))
        level = max(0, land - self._head_start(view, view.board.purse_power[purse]))
        found = lines
        if level != land:
            found = (*found, IncomeLine("value of the Pacific at the start", level - land, "X2-1.5"))
        if view.board.purse_power[purse] == HOMELAND and level < LEAST and view.owner(HOMELAND) == HOMELAND:
            found = (*found, IncomeLine(f"never below {LEAST}", LEAST - level, "X2-1.7"))
        return found

    def _head_start(self, view: View, power: str) -> int:
        """What a power's printed places are worth more than printed: no income of it."""
        places = [view.place(p) for p in self._values]
        return sum(self._new(view, p) - p.value for p in places if p.owner == power)

    def _new(self, view: View, place: Place) -> int:
        new = self._values[place.name]
        return max(place.value, new) if view.option(NEVER_LOWER) else new


RULE = Pacific()
