"""Strategic rail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.house.europe1943.document import Section
from rules.house.europe1943.parts import rail as mechanic
from rules.mechanics.fire.laying import Laying
from rules.model.profiles import MARKER, UnitType

ID, ICON = "y43.rail", "railroad"
MARK = UnitType(
    ICON,
    MARKER,
    aliases=("railroad icon", "rail icon"),
    cost=1,
    rule=ID,
    numbers={"max_turn": 2},
    use="brings its owner's trains where they do not run",
)


def lines_of(view: View, power: str) -> Mapping[str, Any]:
    """A power's railway, as the board has it."""
    found: Mapping[str, Any] = view.edition("rail", {}).get(power, {})
    return found


def most(view: View, power: str) -> int:
    """Units a turn."""
    return int(lines_of(view, power).get("capacity", 0))


def serves(view: View, power: str, place: str) -> bool:
    """Whether a territory belongs to those that a power's lines cross by print."""
    own, original = lines_of(view, power), view.place(place).original
    if original is None or not own:
        return False
    if "power" in own:
        return bool(original == own["power"])
    return view.side(original) == own["side"] and (own["africa"] or place not in view.edition("africa", ()))


class Icons(Laying):
    """Railroad icons: where the power's lines do not run, with one of its units there."""

    def unfit(self, view: View, power: str, place: str) -> str:
        """Neither served already, nor without a unit."""
        if serves(view, power, place):
            return f"the trains of {power} run there without"
        return "" if view.units(place, power) else f"no unit of {power} stands there"


class Rail(Section):
    """In noncombat move, any distance."""

    id = ID
    title = "Strategic rail"
    text = (
        "In noncombat move land units that have neither moved nor fought go any distance over neighbouring "
        "territories that have been friendly since the turn began and lie on the power's lines (move 2 infantry (by "
        "rail): Iraq > Egypt). Units a turn: Finland 2, Germany 7, Romania 2 in original Axis territories without "
        "Africa; Italy 3, Vichy France 2 with Africa; United States 8, United Kingdom 4 in all original Allied "
        "territories, over the Suez Canal too; Soviet Union 5 in its own original ones. The P. 1500 does not ride. "
        "Railroad icons (1 IPC, two a turn) are laid in mobilize in territories where the power's lines do not run, "
        "friendly since the turn began and with a unit of its own there (lay 1 railroad: Moscow): its own trains run "
        "there too, until an enemy takes the place."
    )
    source = "Axis and Allies 1943: strategic rail"
    entries = (*(f"Y43-12.{n}" for n in range(1, 13)), "Y43-21.19", "Y43-4.5")
    units = (MARK,)
    parts = (
        mechanic.Rail(
            id=ID, most=most, serves=serves, marker=ICON,
            cites={"": "Y43-21.19", "region": "Y43-12.1", "unit": "Y43-12.1", "capacity": "Y43-12.1"},
        ),
        Icons(id=ID, type=ICON, on="place", ground="friendly", most=1, cites={"": "Y43-12.10", "site": "Y43-12.9"}),
    )  # fmt: skip

    @moments.captured
    def _tear_up(self, act: Act, place: str, before: str | None, after: str | None) -> None:
        """Icons die with the territory."""
        found = act.state.borders.get(place, ())
        left = [m for m in found if m.type != ICON or act.allied(m.owner, after)]
        if len(left) < len(found):
            act.set_markers(place, left, "captured")


RULE = Rail()
