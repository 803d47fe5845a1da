"""Classic's neutrals: a fee opens them, then they belong to whoever paid (CL-2.5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.purses import purse_of
from rules.core.view import View
from rules.model.profiles import AIR, LAND
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Unit


class Neutrals(Rule):
    """The first power to enter or fly over a neutral pays and takes control of it."""

    id = "classic.neutrals"
    title = "Neutral territories"
    text = (
        "Whoever first moves land units into a neutral territory, or flies over one, in combat move pays 3 IPC "
        "to the bank at once and puts his marker there. Land units stop; nobody fights. From then on it is an "
        "ordinary territory of value 0. In noncombat move neutrals are closed, also to aircraft."
    )
    source = "Classic rulebook: neutral territories"
    entries = ("CL-2.5",)

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """Open in combat move, unless an option closes neutrals for good."""
        return phase == COMBAT_MOVE and not view.option("no_neutrals")

    def may_enter(self, view: View, unit: Unit, place: str, phase: str) -> Refusal | None:
        """The fee has to be at hand."""
        if phase != COMBAT_MOVE or not view.neutral_land(place) or view.option("no_neutrals"):
            return None
        fee, purse = view.option("neutral_entry_fee"), purse_of(view, unit.owner, place)
        money = view.state.money.get(purse, 0) if purse else 0
        if money >= fee:
            return None
        return Refusal("not-enough-money", f"Entering {place} costs {fee} IPC; {unit.owner} has {money}.", "CL-2.5")

    def step_effects(
        self, view: View, unit: Unit, origin: str, place: str, last: bool, effects: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A way over a neutral is another way than one around it."""
        return (*effects, f"violates {place}") if view.neutral_land(place) else effects

    @moments.entered
    def _violate(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """Pay and put up the marker."""
        if act.neutral_land(place) and any(act.domain(u) in (LAND, AIR) for u in units):
            violate(act, units[0].owner, place)

    @moments.landing_ordered
    def _violate_by_sea(self, act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
        """A landing in a neutral is paid for when it is ordered."""
        if act.neutral_land(place):
            violate(act, units[0].owner, place)


def violate(act: Act, power: str, place: str) -> None:
    """The fee goes to the bank, the marker on the territory."""
    fee = act.option("neutral_entry_fee")
    purse = purse_of(act, power, place)
    money = act.state.money.get(purse, 0) if purse else 0
    if not purse or money < fee:
        act.refuse("not-enough-money", f"Entering {place} costs {fee} IPC; {power} has {money}.", "CL-2.5")
    act.pay(purse, fee, "neutral")
    act.set_owner(place, power, "violated")
    act.note(f"{power} pays {fee} IPC for entering neutral {place}.", place=place, by=power)


RULES = (Neutrals(),)
