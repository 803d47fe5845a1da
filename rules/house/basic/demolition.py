"""Destroying one's own factories: underground ones, the Soviet Union's (BX-8.5 to 8.12)."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.view import View
from rules.mechanics.economy.facilities import UNDERGROUND, complex_of, replace
from rules.model.names import article
from rules.model.orders import Demolish
from rules.model.state import Facility

SOVIET = "Soviet Union"
SINCE, ON_LOSS = "bx.underground since", "bx.demolish on loss"
LATER = "on loss"
BURIED = "underground factory"


def demolish(act: Act, power: str, order: Demolish) -> None:
    """`demolish FACILITY: PLACE`."""
    text, tags = _read(order.facility)
    name = BURIED if text.lower() == BURIED else act.table.unit_names.find(text) or text
    complex_ = name in act.table.units and act.table.units[name].has("complex")
    if not (complex_ or name == BURIED) or tags - {UNDERGROUND, LATER}:
        act.refuse(
            "not-eligible", f"{article(order.facility)} cannot be demolished: factories and bases can.", "BX-8.5"
        )
    underground = name == BURIED or UNDERGROUND in tags
    found = _factory(act, power, order.place, BURIED if underground else name)
    if power != SOVIET:
        _check_own_time(act, power, order.place, found)
    if LATER in tags:
        _on_loss(act, power, order.place)
    else:
        destroy(act, order.place, found, f"{power} destroys its {found.type} in {order.place}.")


def _read(text: str) -> tuple[str, set[str]]:
    """A facility's name and the tags behind it."""
    name, _, tags = text.partition("(")
    return name.strip(), {t.strip() for t in tags.rstrip(") ").split(",") if t.strip()}


def destroy(act: Act, place: str, facility: Facility, text: str) -> None:
    """A facility is removed by its owner; an upgrade paid for it is off."""
    replace(act, place, facility, None, "demolished")
    owner = act.owner(place) or ""
    for entry in act.state.pool.get(owner, ()):
        if entry.site == place and "upgrade" in entry.marks:
            act.set_pool(owner, [b for b in act.state.pool[owner] if b != entry])
            act.pay(entry.purse, -entry.price, "refund")
    act.note(text, place=place)


def _factory(act: Act, power: str, place: str, name: str) -> Facility:
    if act.owner(place) != power:
        was = act.owner_at_turn_start(place) == power
        act.refuse(
            "too-late" if was else "wrong-site",
            f"{place} has fallen: it is too late." if was else f"{place} is not in the hands of {power}.",
            "BX-8.12" if power == SOVIET else "BX-8.8",
        )
    found = complex_of(act, place)
    if found is None or (name == BURIED and UNDERGROUND not in found.marks):
        act.refuse("no-target", f"There is no {name} in {place}.", "BX-8.5")
    return found


def _check_own_time(act: Act, power: str, place: str, facility: Facility) -> None:
    """Everybody but the Soviet Union: underground factories only, in collect income, not in the turn they went
    underground, held since the turn's start."""
    if UNDERGROUND not in facility.marks:
        text = f"The {facility.type} in {place} is not underground: it must be transformed a round before."
        act.refuse("not-eligible", text, "BX-8.5")
    if act.phase != "collect income":
        act.refuse("wrong-phase", f"Underground factories are destroyed in collect income, not {act.phase}.", "BX-8.5")
    if not act.held_since_start(place, power):
        act.refuse("wrong-site", f"{place} has not been {power}'s since the start of the turn.", "BX-8.8")
    if act.flag(SINCE, {}).get(place, 0) >= act.state.turn.round:
        text = f"The factory in {place} went underground this round: it can be destroyed from {power}'s next turn on."
        act.refuse("too-early", text, "BX-8.7")


def _on_loss(act: Act, power: str, place: str) -> None:
    """The Soviet Union orders beforehand what is destroyed when a place falls."""
    if power != SOVIET:
        act.refuse("not-eligible", "Only the Soviet Union destroys factories when they fall.", "BX-8.12")
    if place in act.flag(ON_LOSS, ()):
        act.refuse("already-used", f"The factory in {place} is to be blown up already.", "BX-8.12")
    act.set_flag(ON_LOSS, (*act.flag(ON_LOSS, ()), place))
    act.note(f"{power} mines its factory in {place}: it blows up when {place} falls.", place=place)


# --- for menus --------------------------------------------------------------------------------------------------


def offers(view: View, power: str) -> tuple[str, ...]:
    """Factories that a power can destroy now: its underground ones in collect income, the Soviet Union's own in
    territories where a battle is on."""
    if power == SOVIET:
        places = [b.place for b in view.state.battles.values() if b.status != "over" and view.owner(b.place) == SOVIET]
    elif power == view.active and view.phase == "collect income":
        places = [p for p, owner in view.state.owners.items() if owner == power]
    else:
        places = []
    found = [(p, f) for p in sorted(set(places)) if (f := complex_of(view, p))]
    return tuple(f"demolish {f.type}: {p}" for p, f in found if power == SOVIET or UNDERGROUND in f.marks)
