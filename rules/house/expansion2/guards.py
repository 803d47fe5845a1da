"""Fighters that guard a damaged carrier in port (X2-10.10 to 10.14), and aircraft that lose their deck in defense.

A guard is an own fighter with the mark "guard" in the carrier's zone: it takes no room on a deck, defends, and belongs to
the territory with the complex beside the zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.core.act import Act
from rules.core.view import View
from rules.model.names import article, sentence
from rules.model.profiles import AIR
from rules.model.refusals import Refusal
from rules.model.state import Unit
from rules.movement import decks

GUARD: Final = "guard"
FIGHTER: Final = "fighter"
EACH = 2


def damaged(view: View, zone: str, power: str) -> list[Unit]:
    """Damaged carriers of a power in a zone."""
    return [u for u in view.units(zone, power) if u.damage and view.of(u).decks]


def ports(view: View, zone: str, power: str) -> list[str]:
    """Friendly territories with a complex beside a zone, own ones first."""
    found = [p for p in view.board.near(zone) if view.friendly_land(p, power) and view.complexes(p)]
    return sorted(found, key=lambda p: (view.owner(p) != power, -view.value(p), p))


def guards(view: View, zone: str, power: str) -> list[Unit]:
    """A power's guards in a zone."""
    return [u for u in view.units(zone, power) if GUARD in u.marks]


def refusal(view: View, unit: Unit, zone: str) -> Refusal | None:
    """Why an aircraft may not end its noncombat move over a damaged carrier; None where it has a deck or guards."""
    hurt = damaged(view, zone, unit.owner)
    if not hurt or _deck_free(view, unit, zone):
        return None
    homes = ports(view, zone, unit.owner)
    if not homes:
        text = f"The {hurt[0].type} in {zone} is damaged: nothing lands on it until it is repaired."
        return Refusal("damaged", text, "X2-10.6")
    if unit.type == FIGHTER and unit.place in homes and not unit.route and not unit.fought:
        return None
    text = f"A damaged carrier in {zone} is guarded by own fighters that stand unmoved in {' or '.join(homes)}."
    return Refusal("not-eligible", text, "X2-10.11")


def _deck_free(view: View, unit: Unit, zone: str) -> bool:
    """Whether there is or may come a deck for one more aircraft."""
    room = sum(d.room for d in decks.all_decks(view, unit.owner, frozenset({zone})))
    there = [u for u in view.units(zone, unit.owner, AIR) if u.id != unit.id]
    return room > sum(view.deck_room(u) for u in there)


def arrive(act: Act, units: Sequence[Unit]) -> None:
    """Aircraft of an order have landed: those beyond the decks of their zone are guards; guards ashore are none."""
    for unit in units:
        if GUARD in unit.marks and act.place(unit.place).is_land:
            act.change(unit, marks=unit.marks - {GUARD})
    flown = [u for u in units if act.domain(u) == AIR and act.place(u.place).is_sea and u.type == FIGHTER]
    for zone in sorted({u.place for u in flown}):
        _take_post(act, zone, [u for u in flown if u.place == zone and len(u.route) == 2])


def _take_post(act: Act, zone: str, new: Sequence[Unit]) -> None:
    power = act.active
    room = sum(d.room for d in decks.all_decks(act, power, frozenset({zone})))
    aboard = sum(act.deck_room(u) for u in act.units(zone, power, AIR))
    homes, hurt = ports(act, zone, power), damaged(act, zone, power)
    able = [u for u in new if u.start in homes and GUARD not in u.marks]
    posted = able[: max(0, aboard - room)] if hurt else []
    have = len(guards(act, zone, power))
    if have + len(posted) > EACH * len(hurt):
        text = f"Up to {EACH} fighters guard each damaged carrier: {zone} has {len(hurt)} and {have} guards."
        act.refuse("limit-here", text, "X2-10.11")
    for unit in posted:
        act.change(unit, marks=unit.marks | {GUARD})


def offers(view: View, power: str) -> tuple[str, ...]:
    """Orders that post guards at damaged carriers in port."""
    found = []
    for zone in sorted({u.place for u in view.state.units.values() if u.owner == power and u.damage}):
        room = EACH * len(damaged(view, zone, power)) - len(guards(view, zone, power))
        for home in ports(view, zone, power) if room > 0 else ():
            able = [u for u in view.units(home, power) if u.type == FIGHTER and not u.route and not u.fought]
            if able:
                found.append(f"move {min(room, len(able))} {FIGHTER}: {home} > {zone}")
    return tuple(found)


def board(act: Act, zone: str, power: str) -> None:
    """A carrier is whole again: guards for whom there is no damaged one are ordinary aircraft aboard."""
    for unit in _spare(act, zone, power):
        act.change(unit, marks=unit.marks - {GUARD})


def _spare(view: View, zone: str, power: str) -> list[Unit]:
    return guards(view, zone, power)[EACH * len(damaged(view, zone, power)) :]


def dismiss(act: Act, zone: str, power: str) -> None:
    """Guards without a damaged carrier go back to the port, or are lost."""
    homes = ports(act, zone, power) or [p for p in act.board.near(zone) if act.friendly_land(p, power)]
    for unit in _spare(act, zone, power):
        _land(act, unit, homes)


def dismiss_all(act: Act, owners: Iterable[str], zone: str = "") -> None:
    """Guards of some powers (in a zone) that have no damaged carrier any more go back."""
    found = {(u.place, u.owner) for u in act.state.units.values() if GUARD in u.marks and zone in ("", u.place)}
    for place, owner in sorted(found):
        if owner in owners:
            dismiss(act, place, owner)


def _land(act: Act, unit: Unit, homes: Sequence[str]) -> None:
    if homes:
        act.change(unit, place=homes[0], marks=unit.marks - {GUARD}, role="", route=())
        act.note(sentence(f"{article(unit.type)} of {unit.owner} lands in {homes[0]}"), place=homes[0])
    else:
        act.remove(unit, "no landing")
