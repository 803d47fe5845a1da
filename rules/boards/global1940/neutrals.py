"""Neutral territories of Global 1940: leanings, armies, violation, taking over, Mongolia's pact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import moments
from rules.core.act import Act
from rules.core.capture import capture
from rules.core.view import View
from rules.mechanics.movement.leanings import STRICT, LeaningNeutrals, against
from rules.model.profiles import AIR, LAND
from rules.model.state import COMBAT, COMBAT_MOVE, NONCOMBAT, Unit

NEUTRAL = "Neutral"
VOID = "mongolia pact void"
DECLARED = "turn.mongolia declared"
STANDS = "neutral army stands"
"""Why the units of an army are taken off the board: it waits again."""


def _pact(view: View) -> Mapping[str, Any]:
    """The pact of Mongolia: places, friend, foe, what lies beside."""
    found: Mapping[str, Any] = view.edition("mongolia", {})
    return found


def _mongolia(view: View) -> tuple[str, ...]:
    return tuple(_pact(view).get("places", ()))


def leaning(view: View, place: str) -> str:
    """What an uncontrolled neutral is now: "strict", "pro-axis" or "pro-allies" (G40-6.1, 6.3, 6.4)."""
    if side := view.flag("attacked neutrals", {}).get(place):
        return against(side)
    printed = view.place(place).neutral or STRICT
    if printed != STRICT:
        return printed
    return str(view.flag("mongolia lean" if place in _mongolia(view) else "strict lean", STRICT))


def infantry(view: View, place: str) -> int:
    """Infantry of an uncontrolled neutral."""
    return int(view.flag("armies", {}).get(place, view.place(place).army))


def _set_army(act: Act, place: str, count: int) -> None:
    act.set_flag("armies", {**act.flag("armies", {}), place: count})


class Neutrals(LeaningNeutrals):
    """Entering, attacking and taking over neutrals."""

    id = "global1940.neutrals"
    title = "Neutral territories"
    source = "Europe and Pacific 1940 rulebooks: neutral territories"
    entries = tuple(f"G40-6.{n}" for n in range(1, 11))
    flags = {
        "strict lean": "what the strict neutrals have become: pro-axis or pro-allies",
        "mongolia lean": "the same for Mongolia",
        "armies": "neutral territory -> infantry left, where it is not the printed number",
        "attacked neutrals": "neutral territory -> side that attacked it and failed",
        VOID: "the Soviet Union has broken the pact",
    }
    joining = "G40-6.5"

    @moments.game_begins
    def _begin(self, act: Act) -> None:
        """There is no pact between powers that begin at war."""
        pact = _pact(act)
        if pact and act.at_war(pact["friend"], pact["foe"]):
            act.set_flag(VOID, True)

    def lean(self, view: View, place: str) -> str:
        """As events have made it."""
        return leaning(view, place)

    def army(self, view: View, place: str) -> Mapping[str, int]:
        """Infantry only."""
        count = infantry(view, place)
        return {"infantry": count} if count else {}

    def join(self, act: Act, place: str, power: str) -> None:
        """With its infantry."""
        _join(act, place, power)

    def neutral_open(self, view: View, unit: Unit, place: str, phase: str, last: bool, open_: bool) -> bool:
        """One that the enemy has attacked lets aircraft over, and takes them in in noncombat move (G40-6.4)."""
        attacked = self.mine(view, place) and view.element(unit) == AIR and place in view.flag("attacked neutrals", {})
        if attacked and self.friendly(view, place, unit.owner):
            return phase == NONCOMBAT or not last
        return super().neutral_open(view, unit, place, phase, last, open_)

    def landing_field(self, view: View, unit: Unit, place: str, friendly: bool) -> bool:
        """A neutral that the enemy has attacked takes in aircraft of the other side (G40-6.4)."""
        return friendly or (
            view.neutral_land(place)
            and place in view.flag("attacked neutrals", {})
            and self.friendly(view, place, unit.owner)
            and view.at_war_with_any(unit.owner)
        )

    def may_blitz(self, view: View, unit: Unit, place: str, may: bool) -> bool:
        """An empty strict or unfriendly neutral may be blitzed like empty enemy land (G40-6.8)."""
        if view.owner_at_turn_start(place) is not None:
            return may
        empty = infantry(view, place) == 0 and not view.enemy_units(place, unit.owner) and not view.facilities(place)
        return bool(view.option("blitz_neutrals")) and empty

    @moments.entered
    def _bring_over(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """A violation turns the strict neutrals; a friendly neutral joins; a blitzed one is captured."""
        if act.phase == COMBAT_MOVE and act.neutral_land(place):
            self._attacked(act, place)
            if not last and any(act.element(u) == LAND for u in units):
                capture(act, place, act.active)
        super()._bring_over(act, units, origin, place, last)

    @moments.landing_ordered
    def _violate(self, act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
        """A landing against a neutral violates it when it is ordered."""
        if act.neutral_land(place):
            self._attacked(act, place)

    def _attacked(self, act: Act, place: str) -> None:
        if self.mine(act, place):
            violate(act, place)

    @moments.units_written
    def _be_army(self, act: Act, place: str, owner: str) -> None:
        """What is written as the infantry of a free neutral is its army; in a battle it stands on the board already."""
        if owner != NEUTRAL or not act.neutral_land(place) or not self.mine(act, place):
            return
        army = [] if act.phase == COMBAT else [u for u in act.units(place, NEUTRAL) if u.type == "infantry"]
        _set_army(act, place, len(army))
        for unit in army:
            act.remove(unit, STANDS)

    @moments.attacks_made
    def _bring_armies(self, act: Act) -> None:
        """The armies of attacked neutrals come onto the board; Mongolia's pact is watched."""
        for battle in list(act.state.battles.values()):
            if battle.kind == "land" and act.neutral_land(battle.place) and self.mine(act, battle.place):
                violate(act, battle.place)
                for _ in range(infantry(act, battle.place)):
                    act.place_unit("infantry", NEUTRAL, battle.place, "neutral army")
                _set_army(act, battle.place, 0)
        _watch_pact(act)

    @moments.battle_decided
    def _stand(self, act: Act, battle: str) -> None:
        """Survivors of a neutral army stay, and lean to the other side from now on (G40-6.4)."""
        fight = act.battle(battle)
        if fight.kind != "land" or not act.neutral_land(fight.place) or not self.mine(act, fight.place):
            return
        left = [u for u in act.units(fight.place) if u.owner == NEUTRAL]
        _set_army(act, fight.place, len(left))
        for unit in left:
            act.remove(unit, STANDS)
        sides = {**act.flag("attacked neutrals", {}), fight.place: act.side(fight.attacker)}
        act.set_flag("attacked neutrals", sides)  # of no account once it is somebody's

    @moments.war_declared
    def _note_declaration(self, act: Act, power: str, target: str) -> None:
        """Where the foe's declaration of war on the friend is what brings them over."""
        pact = _pact(act)
        if pact.get("declared") and (power, target) == (pact["foe"], pact["friend"]):
            act.set_flag(DECLARED, True)

    @moments.turn_ends
    def _come_over(self, act: Act) -> None:
        """As the turn in which it was declared ends: what is still free joins the friend."""
        if act.flag(DECLARED):
            for place in _mongolia(act):
                if act.neutral_land(place):
                    _join(act, place, _pact(act)["friend"])

    @moments.phase_ends
    def _end_pact(self, act: Act, phase: str) -> None:
        """Japan has attacked beside Mongolia: what is still free there joins the Soviet Union (G40-6.9)."""
        if phase == COMBAT and act.flag("turn.mongolia") and not act.flag(VOID):
            for place in _mongolia(act):
                if act.neutral_land(place):
                    _join(act, place, _pact(act)["friend"])


def violate(act: Act, place: str) -> None:
    """An attack on a strict neutral: the others lean to the other side for good (G40-6.3, 6.9)."""
    if leaning(act, place) != STRICT or not act.edition("neutrals", {}).get("turn"):
        return
    side = act.side(act.active)
    turned = against(side)
    mongolian = place in _mongolia(act)
    if act.flag("strict lean") is None:
        act.set_flag("strict lean", turned)
        act.note(f"{act.active} violates {place}: the strict neutrals are now {turned}.")
    whole = side == "Axis" or (mongolian and act.active == _pact(act)["friend"])
    if whole:
        act.set_flag("mongolia lean", turned)


def _join(act: Act, place: str, power: str) -> None:
    act.set_owner(place, power, "taken over")
    for _ in range(infantry(act, place)):
        act.place_unit("infantry", power, place, "joins", moved=NONCOMBAT, fought=True)
    _set_army(act, place, 0)
    act.note(f"{place} joins {power}.")


def _watch_pact(act: Act) -> None:
    """Attacks around Mongolia count whether they succeed or not; blitzed land was held when the turn began."""
    attacked = {b.place for b in act.state.battles.values() if b.kind == "land"} | set(act.flag("captured", {}))
    held = {p: act.owner_at_turn_start(p) for p in attacked}
    pact = _pact(act)
    friend, foe = pact.get("friend", ""), pact.get("foe", "")
    if act.active == friend and any(held.get(p) == foe for p in pact["beside_foe"]):
        act.set_flag(VOID, True)
    if act.active == foe and any(held.get(p) == friend for p in pact["beside_friend"]):
        act.set_flag("turn.mongolia", True)


RULES = (Neutrals(),)
