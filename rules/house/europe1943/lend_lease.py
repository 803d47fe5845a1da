"""Lend-Lease: American and British units become Soviet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core import moments
from rules.core.act import Act
from rules.core.purses import pay, purse_of
from rules.core.view import View
from rules.house.europe1943.document import UK, USA, USSR, Section
from rules.model.ledger import BLANK
from rules.model.names import listing, sentence
from rules.model.orders import Move, Order, Upgrade
from rules.model.profiles import AIR, UnitType
from rules.model.state import NONCOMBAT, Unit, ids
from rules.movement import moves

ID, MOST, HOLD, COUNTED = "y43.lend-lease", 10, "hold", "turn.lend-lease"
PORTS, GIVERS = ("Archangel", "Astrakhan"), (USA, UK)
FEES: Mapping[str, int] = {
    "mechanized infantry": 1, "tank": 2, "artillery": 2, "fighter": 3, "tactical bomber": 3,
}  # fmt: skip
WORDS = ("soviet", "soviet union", "ussr")


class LendLease(Section):
    """Ten units a turn, for a fee, ready at once."""

    id = ID
    title = "Lend-Lease"
    text = (
        "American and British mechanized infantry (1 IPC), tanks, artillery (2), fighters and tactical bombers (3) "
        "that stand in Archangel or Astrakhan may become Soviet in the Soviet purchase phase, ten a turn (upgrade 2 "
        "tank to soviet: Archangel). They use no capacity and may move and fight at once; until then they defend for "
        "their owner. Their owner brings them in noncombat move; with (hold) behind a unit it is not offered, nor is "
        "an aircraft that fought in the turn in which it landed there."
    )
    source = "Axis and Allies 1943: U.S.A., Lend-Lease"
    entries = ("Y43-17.30", "Y43-17.31", "Y43-17.32")
    priority = -2  # first among what is offered in purchase

    def handle(self, act: Act, order: Order) -> bool:
        """The conversion; and moves with `(hold)`."""
        if isinstance(order, Upgrade) and order.to in WORDS and act.phase == "purchase":
            _convert(act, order)
            return True
        return isinstance(order, Move) and _hold(act, order)

    def matches_qualifier(self, view: View, unit: Unit, tag: str, fits: bool) -> bool:
        """`(hold)` in a move says what becomes of a unit, not which one it is."""
        return fits or (tag == HOLD and unit.owner in GIVERS and view.active == unit.owner)

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """`(hold)` stands with units too."""
        return (*tags, HOLD) if owner in GIVERS and unit.name in FEES else tags

    @moments.moved
    def _hold(self, act: Act, units: Sequence[Unit]) -> None:
        """An aircraft that has fought is not offered; what goes away is."""
        for unit in act.get(ids(units)):
            if unit.owner not in GIVERS:
                continue
            fought = act.domain(unit) == AIR and unit.fought and act.phase == NONCOMBAT
            if fought and unit.place in PORTS:
                act.change(unit, marks=unit.marks | {HOLD})
            elif HOLD in unit.marks and unit.place not in PORTS:
                act.change(unit, marks=unit.marks - {HOLD})

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All that could be converted, by type."""
        if (view.phase, view.active, power) != ("purchase", USSR, USSR):
            return ()
        left, texts = MOST - view.flag(COUNTED, 0), []
        for place in PORTS if left > 0 else ():
            for name in FEES:
                owners = [u.owner for u in _ready(view, name, "", place)]
                for owner in dict.fromkeys(owners):
                    tag = f" ({owner})" if len(set(owners)) > 1 else ""
                    texts.append(f"upgrade {min(left, owners.count(owner))} {name}{tag} to soviet: {place}")
        return tuple(texts)


def _ready(view: View, name: str, owner: str, place: str) -> list[Unit]:
    """Units of a type that are offered in a place."""
    here = [u for u in view.units(place) if u.type == name and u.carrier is None and HOLD not in u.marks]
    return [u for u in here if u.owner in GIVERS and owner in ("", u.owner)]


def _convert(act: Act, order: Upgrade) -> None:
    name, place, count = order.item.unit, order.place, max(1, order.item.count)
    if act.active != USSR:
        act.refuse("not-eligible", "Only the Soviet Union converts Lend-Lease units.", "Y43-17.31")
    if name not in FEES:
        text = f"{act.table.units[name].many} are not converted: {listing([act.table.units[n].many for n in FEES])} are"
        act.refuse("not-eligible", sentence(text), "Y43-17.31")
    if place not in PORTS:
        act.refuse("wrong-site", f"Lend-Lease comes through {listing(PORTS)}, not {place}.", "Y43-17.30")
    if act.side(act.owner(place) or "") != act.side(USSR):
        act.refuse("wrong-site", f"{place} is in enemy hands.", "Y43-17.30")
    done = act.flag(COUNTED, 0)
    if done + count > MOST:
        text = f"At most {MOST} units a turn are converted: {done} so far, {count} more ordered."
        act.refuse("limit-per-turn", text, "Y43-17.31")
    owner = next((act.board.power_names.find(t) or t for t in order.item.tags if t not in ("damaged",)), "")
    units = _ready(act, name, owner, place)
    if not owner and len({u.owner for u in units}) > 1:
        both = f"Both the United States and the United Kingdom have {act.table.units[name].many} in {place}"
        text = f"{both}: say whose, {name} ({UK})"
        act.refuse("not-eligible", sentence(text), "Y43-17.31")
    if len(units) < count:
        text = f"Offered in {place}: {act.table.units[name].counted(len(units))}, not {count}"
        act.refuse("not-enough-units", sentence(text), "Y43-17.31")
    cost, since = count * FEES[name], len(act.events)
    pay(act, purse_of(act, USSR, place) if act.owner(place) == USSR else act.purses(USSR)[0], cost, "Lend-Lease")
    for unit in units[:count]:
        act.change(unit, owner=USSR, marks=frozenset(), turn=BLANK)
    act.set_flag(COUNTED, done + count)
    given = act.table.units[name].counted(count)
    act.note(
        f"The Soviet Union takes over {given} in {place} ({cost} IPC); {act.money(USSR)} IPC left.",
        since=since,
        place=place,
    )


def _hold(act: Act, order: Move) -> bool:
    """Carry out a move that says `(hold)`, and mark those units."""
    items = [i for i in order.items if HOLD in i.tags]
    if not items or act.active not in GIVERS:
        return False
    before = {u.id for u in act.units(order.path[-1])}
    moves.move(act, order)
    kinds = {i.unit: i.count for i in items}
    for unit in act.units(order.path[-1], act.active):
        if unit.id not in before and kinds.get(unit.type, 0) > 0:
            kinds[unit.type] -= 1
            act.change(unit, marks=unit.marks | {HOLD})
    return True


RULE = LendLease()
