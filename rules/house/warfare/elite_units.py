"""Elite units: one marked unit a power, one die rerolled a battle, one replacement."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.battle import salvos, sides
from rules.core import moments
from rules.core.act import Act
from rules.core.view import View
from rules.economy import placing, pool
from rules.house.warfare.setup_phase import SETUP, SetupRule
from rules.model.board import EVERY_BOARD
from rules.model.names import article
from rules.model.orders import PASS, REROLL, Item, Order
from rules.model.parse import Lexicon, parse_item, split_colon
from rules.model.profiles import FACILITY, MARKER, UnitType
from rules.model.state import Battle, Decision, Unit
from rules.phases.mobilize import put

ELITE = "elite"
REROLLED = "rerolled"  # fact of a battle: units that have
IN_BATTLE = ("battle", "antiaircraft", "kamikaze")
EXCHANGE = ("strike", "fire")  # steps with attack and defense dice


@dataclass(frozen=True, slots=True)
class Elite(Order):
    """elite ITEM: PLACE"""

    verb: ClassVar[str] = "elite"
    item: Item
    place: str

    def rest(self) -> str:
        """The text behind the verb."""
        return f"{self.item}: {self.place}"


def read_elite(rest: str, lex: Lexicon) -> Order:
    """The order of a text such as `1 armor: Germany`."""
    item, place = split_colon(rest, 2, "elite 1 armor: Germany")
    return Elite(parse_item(item, lex), lex.place(place))


class EliteUnits(SetupRule):
    """Each power marks a starting unit as elite; it may reroll one die in each battle."""

    id = "rw.elite-units"
    title = "Elite units"
    text = (
        "Before the first turn each power may mark one of its units as elite: `elite 1 armor: Germany`. Once in each "
        "battle it may reroll one of its own attack or defense dice; the new die stands. Lost in battle it may be "
        "replaced by a unit of the same type at the normal price, bought after the loss and placed in that same turn."
    )
    source = "Rules of Warfare: New Rules, Elite Units"
    entries = ("RW-7.1", "RW-7.2", "RW-7.3", "RW-7.4")
    questions = {"reroll": "Whether an elite unit rolls its missed die again"}
    asks = {"reroll": "reroll the elite unit's die?"}
    again = {ELITE: REROLLED}
    boards = EVERY_BOARD
    verbs = {Elite.verb: read_elite}
    flags = {
        "rw.elite": "power -> {type, state}: alive, lost (in battle), open (may be replaced this turn) or gone",
    }
    priority = 5

    def tags(self, unit: UnitType, owner: str, tags: tuple[str, ...]) -> tuple[str, ...]:
        """Any unit may be written as the elite one."""
        return (*tags, ELITE) if unit.domain not in (FACILITY, MARKER) else tags

    def set_up(self, act: Act, power: str, order: Order) -> bool:
        """`elite 1 UNIT: PLACE` in the set-up, or as a replacement in mobilize."""
        if not isinstance(order, Elite):
            return False
        if order.item.count != 1:
            act.refuse("limit-on-board", "One unit of a power is elite: elite 1 armor: Germany.", "RW-7.1")
        if act.phase == SETUP:
            _choose(act, power, order)
        elif act.phase == "mobilize":
            _replace(act, power, order)
        else:
            act.refuse("wrong-phase", "Elite units are chosen in the set-up, or sent out anew in mobilize.", "RW-7.1")
        return True

    @moments.rolled
    def _offer(self, act: Act, battle: str, side: str) -> None:
        """Offer each elite unit the reroll of a die that missed, once a battle; dice of guns are none of it."""
        fight = act.battle(battle)
        if fight.kind not in ("land", "sea") or fight.volley is None or fight.volley.step not in EXCHANGE:
            return
        used = fight.fact(REROLLED, ())
        missed = dict.fromkeys(die.unit for die in fight.volley.rolled if not die.hit and die.unit not in used)
        for unit in act.get(missed):
            if ELITE in unit.marks and _in(fight, side, unit):
                act.ask("reroll", unit.owner, fight.place, battle=battle, unit=unit.id)

    def answer(self, act: Act, decision: Decision, order: Order) -> bool:
        """`reroll` or `pass`."""
        if decision.kind != "reroll":
            if order == REROLL:
                text = "Its elite unit has rerolled a die of this battle, or has missed none."
                act.refuse("already-used", text, "RW-7.2")
            return False
        if order not in (REROLL, PASS):
            act.refuse("not-your-decision", "Reroll the die of your elite unit, or pass.", "RW-7.2")
        act.answered()
        if order == REROLL:
            _reroll(act, decision.data)
        return True

    @moments.lost
    def _note_loss(self, act: Act, unit: Unit, why: str) -> None:
        """Only a loss in battle may be made good."""
        if ELITE in unit.marks:
            _set(act, unit.owner, unit.type, "lost" if why in IN_BATTLE else "gone")

    @moments.phase_begins
    def _open(self, act: Act, phase: str) -> None:
        """A replacement can be paid from the next purchase on; units placed from now on are new."""
        known = act.flag("rw.elite", {}).get(act.active)
        if phase == "purchase" and known and known["state"] == "lost":
            _set(act, act.active, known["type"], "open")
        if phase == "mobilize":
            act.set_flag("turn.first new unit", act.state.next_id)

    @moments.turn_ends
    def _close(self, act: Act) -> None:
        """The chance of a replacement passes with the turn."""
        known = act.flag("rw.elite", {}).get(act.active)
        if known and known["state"] == "open":
            _set(act, act.active, known["type"], "gone")

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """The choices of the set-up, a new one for the lost one, and the answers to the offer of a reroll."""
        if view.state.pending:
            return ("reroll",) if view.state.pending[0].kind == "reroll" else ()
        known = view.flag("rw.elite", {}).get(power)
        if view.phase == "mobilize" and power == view.active and known and known["state"] == "open":
            return tuple(f"elite 1 {known['type']}: {place}" for place in _sites(view, power, known["type"]))
        if view.phase != SETUP or known:
            return ()
        kinds = {(u.type, u.place) for u in view.state.units.values() if u.owner == power}
        return tuple(f"elite 1 {kind}: {place}" for kind, place in sorted(kinds))


def _in(battle: Battle, side: str, unit: Unit) -> bool:
    return unit.id in (battle.attackers if side == sides.ATTACKER else battle.defenders)


def _set(act: Act, power: str, kind: str, state: str) -> None:
    act.set_flag("rw.elite", {**act.flag("rw.elite", {}), power: {"type": kind, "state": state}})


def _choose(act: Act, power: str, order: Elite) -> None:
    if power in act.flag("rw.elite", {}):
        act.refuse("already-used", f"{power} has its elite unit.", "RW-7.1")
    if act.table.units[order.item.unit].domain in (FACILITY, MARKER):
        act.refuse("not-eligible", f"{article(order.item.unit)} cannot be elite.", "RW-7.1")
    units = [u for u in act.units(order.place, power) if u.type == order.item.unit]
    if not units:
        act.refuse("not-enough-units", f"{power} has no {order.item.unit} in {order.place}.", "RW-7.1")
    act.change(units[0], marks=units[0].marks | {ELITE})
    _set(act, power, order.item.unit, "alive")


def _replace(act: Act, power: str, order: Elite) -> None:
    known = act.flag("rw.elite", {}).get(power, {"type": "", "state": "none"})
    if elite_of(act, power):
        act.refuse("limit-on-board", f"The elite unit of {power} is alive.", "RW-7.4")
    if known["state"] != "open":
        act.refuse("not-eligible", "An elite unit is replaced only in the turn after it fell in battle.", "RW-7.4")
    if known["type"] != order.item.unit:
        act.refuse("not-eligible", f"The lost elite unit was {article(known['type'])}.", "RW-7.4")
    unit = _new_unit(act, power, order)
    act.change(unit, marks=unit.marks | {ELITE})
    _set(act, power, unit.type, "alive")


def _new_unit(act: Act, power: str, order: Elite) -> Unit:
    """A unit of the type placed this turn, or one out of the pool placed now."""
    first = act.flag("turn.first new unit", act.state.next_id)
    placed = [u for u in act.units(order.place, power) if u.type == order.item.unit and u.id >= first]
    if placed:
        return placed[0]
    entries = pool.matching(act.state.pool.get(power, ()), order.item.unit)
    if not entries:
        act.refuse("not-enough-units", f"Buy {article(order.item.unit)} first, at the normal price.", "RW-7.4")
    act.check(placing.refusal(act, power, entries[0], 1, order.place))
    before = act.state.next_id
    put(act, power, entries[0], 1, order.place)
    return act.state.units[before]


def _sites(view: View, power: str, kind: str) -> list[str]:
    """Where a new unit of a type stands, or may be placed."""
    first = view.flag("turn.first new unit", view.state.next_id)
    mine = [u for u in view.state.units.values() if u.owner == power and u.type == kind]
    bought = pool.matching(view.state.pool.get(power, ()), kind)
    open_ = [p for p in view.board.places if bought and placing.refusal(view, power, bought[0], 1, p) is None]
    return sorted({*open_, *(u.place for u in mine if u.id >= first)})


def _reroll(act: Act, data: Any) -> None:
    """Roll the missed die again; the new one stands."""
    battle = act.battle(data["battle"])
    rolled = list(battle.volley.rolled if battle.volley else ())
    at, die = next((i, d) for i, d in enumerate(rolled) if d.unit == data["unit"] and not d.hit)
    unit = act.state.units[die.unit]
    (face,) = act.roll(1, "reroll", battle.place, unit.owner, [die.need], [unit.type])
    rolled[at] = dataclasses.replace(die, face=face)
    salvos.book(act, battle.id, rolled)
    act.set_facts(battle.id, **{REROLLED: (*battle.fact(REROLLED, ()), unit.id)})


def elite_of(view: View, power: str) -> Unit | None:
    """The living elite unit of a power."""
    return next((u for u in view.state.units.values() if u.owner == power and ELITE in u.marks), None)


RULE = EliteUnits()
