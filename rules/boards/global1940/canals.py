"""Passage of a canal granted by a power that is not at war with the mover (G40-2.6)."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.view import View
from rules.model.board import Canal
from rules.model.names import key
from rules.model.orders import Invoke, Order
from rules.model.state import Unit

RULE, GRANTED, WORD = "G40-2.6", "canal passage", "passage"


class Passage(Rule):
    """The controller of a canal may let ships of a power through with which it is not at war."""

    id = "global1940.canal-passage"
    title = "Canals: passage granted"
    text = (
        "Ships pass a canal or strait whose territories their own side has held since the turn began. A controller "
        "that is not at war with the mover may let it through, case by case: invoke passage Panama Canal: Japan. That "
        "holds to the end of that power's turn."
    )
    source = "Global 1940 rules: canals and straits"
    entries = (RULE,)
    flags = {GRANTED: "canal -> powers that may pass it until the end of their turn, by leave of its controller"}

    def canal_open(self, view: View, unit: Unit, canal: Canal, open_: bool) -> bool:
        """Every bank is friendly, or its controller has given leave."""
        leave = unit.owner in view.flag(GRANTED, {}).get(canal.name, ())
        return open_ or (leave and all(_lets(view, place, unit.owner) for place in canal.needs))

    def handle(self, act: Act, order: Order) -> bool:
        """Leave given on the controller's own turn, for the mover's next one."""
        return _grant(act, order, act.by or act.active)

    def any_time(self, act: Act, order: Order) -> bool:
        """Leave given on the mover's turn."""
        return bool(act.by) and _grant(act, order, act.by)

    @moments.turn_ends
    def _use_up(self, act: Act) -> None:
        """The leave of the power whose turn ends is used up."""
        left = {c: tuple(p for p in powers if p != act.active) for c, powers in act.flag(GRANTED, {}).items()}
        act.set_flag(GRANTED, {c: powers for c, powers in left.items() if powers} or None)


def _lets(view: View, place: str, power: str) -> bool:
    owner = view.owner(place)
    return owner is not None and not view.at_war(owner, power)


def _grant(act: Act, order: Order, giver: str) -> bool:
    if not isinstance(order, Invoke) or not order.name.startswith(WORD):
        return False
    canal, power = _named(act, order.name.removeprefix(WORD))
    mine = [p for p in canal.needs if act.owner(p) == giver]
    if not mine or act.at_war(giver, power) or giver == power:
        text = f"Leave to pass the {canal.name} is given by its controller, to a power it is not at war with."
        act.refuse("not-eligible", text, RULE)
    now = act.flag(GRANTED, {})
    act.set_flag(GRANTED, {**now, canal.name: (*now.get(canal.name, ()), power)})
    act.note(f"{giver} lets ships of {power} pass the {canal.name}.")
    return True


def _named(act: Act, text: str) -> tuple[Canal, str]:
    """The canal and the power of `PLACE: POWER` or `PLACE for POWER`."""
    what, _, whom = text.strip(" :").replace(" for ", ":").rpartition(":")
    canal = next((c for c in act.board.canals if key(c.name) == key(what)), None)
    power = act.board.power_names.find(whom)
    if canal is None or power is None:
        names = ", ".join(c.name for c in act.board.canals)
        act.refuse("syntax", f"The form is: invoke passage Panama Canal: Japan. Canals: {names}.", RULE)
    return canal, power


RULES = (Passage(),)
