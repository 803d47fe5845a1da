"""Neutral territories of Global 1940: leanings, armies, violation, taking over, Mongolia's pact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.boards.global1940.politics import CHINESE_AREA
from rules.core import moments
from rules.core.act import Act
from rules.core.capture import capture
from rules.core.hooks import Rule
from rules.core.view import View
from rules.mechanics.movement.leanings import STRICT, LeaningNeutrals, against
from rules.model.profiles import AIR, LAND
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, NONCOMBAT, Unit

NEUTRAL = "Neutral"
MONGOLIA = ("Olgiy", "Dzavhan", "Tsagaan-Olom", "Central Mongolia", "Ulaanbaatar", "Buyant-Uhaa")
SOVIET_BESIDE = ("Timguska", "Yenisey", "Yakut S.S.R.", "Buryatia", "Amur")
JAPANESE_BESIDE = ("Korea", "Manchuria", "Jehol", "Chahar", "Suiyuan", "Kansu")


def leaning(view: View, place: str) -> str:
    """What an uncontrolled neutral is now: "strict", "pro-axis" or "pro-allies" (G40-6.1, 6.3, 6.4)."""
    if side := view.flag("attacked neutrals", {}).get(place):
        return against(side)
    printed = view.place(place).neutral or STRICT
    if printed != STRICT:
        return printed
    return str(view.flag("mongolia lean" if place in MONGOLIA else "strict lean", STRICT))


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
        "mongolia pact void": "the Soviet Union has broken the pact",
    }
    joining = "G40-6.5"

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
        attacked = view.element(unit) == AIR and place in view.flag("attacked neutrals", {})
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
        if view.owner_at_turn_start(place) is not None or view.phase != COMBAT_MOVE:
            return may
        empty = infantry(view, place) == 0 and not view.enemy_units(place, unit.owner) and not view.facilities(place)
        return bool(view.option("blitz_neutrals")) and empty

    @moments.entered
    def _bring_over(self, act: Act, units: Sequence[Unit], origin: str, place: str, last: bool) -> None:
        """A violation turns the strict neutrals; a friendly neutral joins; a blitzed one is captured."""
        if act.phase == COMBAT_MOVE and act.neutral_land(place):
            violate(act, place)
            if not last and any(act.element(u) == LAND for u in units):
                capture(act, place, act.active)
        super()._bring_over(act, units, origin, place, last)

    @moments.landing_ordered
    def _violate(self, act: Act, units: Sequence[Unit], zone: str, place: str) -> None:
        """A landing against a neutral violates it when it is ordered."""
        if act.neutral_land(place):
            violate(act, place)

    @moments.attacks_made
    def _bring_armies(self, act: Act) -> None:
        """The armies of attacked neutrals come onto the board; Mongolia's pact is watched."""
        for battle in list(act.state.battles.values()):
            if battle.kind == "land" and act.neutral_land(battle.place):
                violate(act, battle.place)
                for _ in range(infantry(act, battle.place)):
                    act.place_unit("infantry", NEUTRAL, battle.place, "neutral army")
                _set_army(act, battle.place, 0)
        _watch_pact(act)

    @moments.battle_decided
    def _stand(self, act: Act, battle: str) -> None:
        """Survivors of a neutral army stay, and lean to the other side from now on (G40-6.4)."""
        fight = act.battle(battle)
        if fight.kind != "land" or not act.neutral_land(fight.place):
            return
        left = [u for u in act.units(fight.place) if u.owner == NEUTRAL]
        _set_army(act, fight.place, len(left))
        for unit in left:
            act.remove(unit, "neutral army stands")
        sides = {**act.flag("attacked neutrals", {}), fight.place: act.side(fight.attacker)}
        act.set_flag("attacked neutrals", sides)  # of no account once it is somebody's

    @moments.phase_ends
    def _end_pact(self, act: Act, phase: str) -> None:
        """Japan has attacked beside Mongolia: what is still free there joins the Soviet Union (G40-6.9)."""
        if phase == "conduct combat" and act.flag("turn.mongolia") and not act.flag("mongolia pact void"):
            for place in MONGOLIA:
                if act.neutral_land(place):
                    _join(act, place, "Soviet Union")

    def cooperates(self, view: View, a: str, b: str, place: str, yes: bool) -> bool:
        """Neutrals are nobody's allies."""
        return yes and NEUTRAL not in (a, b)


def violate(act: Act, place: str) -> None:
    """An attack on a strict neutral: the others lean to the other side for good (G40-6.3, 6.9)."""
    if leaning(act, place) != STRICT:
        return
    side = act.side(act.active)
    turned = against(side)
    mongolian = place in MONGOLIA
    if act.flag("strict lean") is None:
        act.set_flag("strict lean", turned)
        act.note(f"{act.active} violates {place}: the strict neutrals are now {turned}.")
    whole = side == "Axis" or (mongolian and act.active == "Soviet Union")
    if whole and act.flag("mongolia lean") is None:
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
    if act.active == "Soviet Union" and any(held.get(p) == "Japan" for p in JAPANESE_BESIDE):
        act.set_flag("mongolia pact void", True)
    if act.active == "Japan" and any(held.get(p) == "Soviet Union" for p in SOVIET_BESIDE):
        act.set_flag("turn.mongolia", True)


class ChineseArea(Rule):
    """Chinese units stay in China, Burma and Kwangtung, and never go aboard (G40-19.3)."""

    id = "global1940.china-area"
    title = "China's area"
    source = "Pacific 1940 rulebook: China"
    entries = ("G40-19.3",)

    def may_enter(self, view: View, unit: Unit, origin: str, place: str, phase: str) -> Refusal | None:
        """Only the area."""
        if unit.owner == "China" and place not in CHINESE_AREA:
            return Refusal("off-map", f"Chinese units stay in China, Burma and Kwangtung; not {place}.", "G40-19.3")
        return None

    def may_load(self, view: View, unit: Unit, ship: Unit, phase: str) -> Refusal | None:
        """Never aboard."""
        if unit.owner == "China":
            return Refusal("not-transportable", "Chinese units never board ships.", "G40-19.3")
        return None


RULES = (Neutrals(), ChineseArea())
