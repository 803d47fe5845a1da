"""Declarations of war: who may declare on whom, and what else becomes of it."""

from __future__ import annotations

import dataclasses

from rules.boards.global1940.situation import Alarm, Waits, situation, war_round
from rules.boards.later.china import area
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.model.refusals import Refusal
from rules.model.state import COMBAT_MOVE, Facility

ENTERED = "us entered"
OUTRAGED = "outrage paid"


def may_declare(view: View, power: str, target: str) -> Refusal | None:
    """Why a power may not declare war on another now (G40-5.2, 5.9 to 5.20)."""
    if target not in view.board.order and target not in situation(view).targets:
        return Refusal("no-target", f"{target} is no power that one declares war on.", "G40-5.2")
    if power == target or view.side(power) == view.side(target):
        return Refusal("no-target", f"{power} and {target} are on one side.", "G40-5.2")
    if view.at_war(power, target):
        return Refusal("already-used", f"{power} and {target} are at war already.", "G40-5.2")
    if refusal := _moment(view, power):
        return refusal
    waiting = (w for w in situation(view).waits if w.power == power and (not w.on or target in w.on))
    return next((refusal for w in waiting if (refusal := _too_early(view, w, target))), None)


def opens_income(view: View, power: str) -> bool:
    """Whether a power's collect income waits for its declarations: in the turn that its entry names (G40-5.13)."""
    return any(w.income == war_round(view) for w in _income(view, power)) and not view.at_war_with_any(power)


def _income(view: View, power: str) -> list[Waits]:
    return [w for w in situation(view).waits if w.power == power and w.income]


def _moment(view: View, power: str) -> Refusal | None:
    if power != view.active:
        return Refusal("not-your-turn", "War is declared on one's own turn.", "G40-5.2")
    if view.phase == "collect income" and any(w.income == war_round(view) for w in _income(view, power)):
        return None
    if view.phase != COMBAT_MOVE:
        return Refusal("wrong-phase", "War is declared at the start of combat move.", "G40-5.2")
    if any(u.owner == power and u.moved for u in view.state.units.values()):
        return Refusal("too-late", "War is declared before the first unit moves.", "G40-5.2")
    return None


def _too_early(view: View, waits: Waits, target: str) -> Refusal | None:
    power = waits.power
    if waits.area:
        if any(u.owner == target and u.place in area(view) for u in view.state.units.values()):
            return None
        text = f"{power} declares war on {target} only when its units are in {power}."
        return Refusal("not-eligible", text, waits.entry)
    if war_round(view) >= waits.turn or view.phase == "collect income":
        return None
    if any(view.at_war(power, p) for p in (waits.on or view.board.powers)) or _provoked(view, waits):
        return None
    ahead = situation(view).ahead
    named = target if waits.on else "others"
    when = (
        f"in collect income of turn {waits.income - ahead}" if waits.income else f"from its turn {waits.turn - ahead}"
    )
    return Refusal("too-early", f"{power} may declare war on {named} {when}, or when provoked.", waits.entry)


def provoked(view: View, power: str) -> bool:
    """Whether a power that waits has been given a reason to go to war at once (G40-5.13)."""
    return any(_provoked(view, w) for w in situation(view).waits if w.power == power)


def _provoked(view: View, waits: Waits) -> bool:
    alarms = (a for a in situation(view).alarms if a.flag in waits.provoked)
    return any(_raised(view, a) for a in alarms) or any(
        f in waits.provoked and unprovoked(view, f) for f in _begun(view)
    )


def _raised(view: View, alarm: Alarm) -> bool:
    """Whether an alarm is remembered, or its reason stands now."""
    return bool(view.flag(alarm.flag)) or any(rings(view, alarm, view.owner(p)) for p in alarm.places)


def rings(view: View, alarm: Alarm, holder: str | None) -> bool:
    """Whether an alarm is about who holds one of its places now."""
    return holder is not None and (holder == alarm.by or (bool(alarm.side) and view.side(holder) == alarm.side))


def _begun(view: View) -> list[str]:
    return [link.begun for link in situation(view).linked if link.begun]


def unprovoked(view: View, flag: str) -> bool:
    """Whether the enemies began the war that a flag tells of (G40-5.17)."""
    return str(view.flag(flag, "none")).lower() not in ("allies", "none")


def declare(act: Act, power: str, target: str) -> None:
    """War between two powers, and what is linked to it."""
    since = len(act.events)
    act.set_relation(power, target, "war", "declared")
    act.note(f"{power} declares war on {target}.", since=since)
    draw_in(act)
    for link in situation(act).linked:
        ours = {power, target} & set(link.war)
        if link.begun and ours and {power, target} & set(link.enemies) and act.flag(link.begun) in (None, "none"):
            act.set_flag(link.begun, power.lower() if power in link.enemies else "allies")
    _outrage(act, power, target)
    enter(act)
    act.tell(moments.war_declared, power, target)


def draw_in(act: Act) -> None:
    """War with one is war with those linked to it (G40-5.1, 5.16)."""
    for link in situation(act).linked:
        for enemy in link.enemies:
            if any(act.at_war(enemy, p) for p in link.war):
                for other in link.draws:
                    act.set_relation(enemy, other, "war", "drawn in")


def _outrage(act: Act, power: str, target: str) -> None:
    """What an unprovoked declaration pays another power, once."""
    for rage in situation(act).outrage:
        due = power == rage.by and target in rage.on and war_round(act) <= rage.until
        if due and not act.flag(OUTRAGED):
            act.set_flag(OUTRAGED, True)
            purse = act.purses(rage.pays)[0]
            act.pay(purse, -rage.ipc, "war economy")
            act.note(f"{rage.pays} get {rage.ipc} IPC: {power} has declared war on {target} unprovoked.")


def enter(act: Act) -> None:
    """At war for the first time, a power's minor complexes become major (G40-5.15)."""
    for power, places in situation(act).economy:
        if act.flag(ENTERED) or not act.at_war_with_any(power):
            continue
        act.set_flag(ENTERED, True)
        for place in places:
            if act.owner(place) == power:
                act.set_facilities(place, [_major(f) for f in act.facilities(place)], "war economy")
                act.tell(moments.complex_grown, place)


def _major(facility: Facility) -> Facility:
    minor = facility.type == "minor industrial complex"
    return dataclasses.replace(facility, type="major industrial complex") if minor else facility
