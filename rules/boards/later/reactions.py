"""What all reactions of the other side have in common: who is asked, with what, about what."""

from __future__ import annotations

from rules.battle.fire import defenders_in_order
from rules.core.act import Act
from rules.core.view import View
from rules.model.orders import Item
from rules.model.state import Decision, Unit


def enemies_in_order(view: View) -> list[str]:
    """Powers at war with the active one, in order of play behind it."""
    return [p for p in defenders_in_order(view, view.active) if view.at_war(p, view.active)]


def pick(act: Act, item: Item, pool: list[Unit], rule: str) -> list[Unit]:
    """Concrete units for an item of an answer."""
    fits = [u for u in pool if u.type == item.unit]
    if len(fits) < item.count:
        text = f"Only {act.table.units[item.unit].counted(len(fits))} can do that, not {item.count}."
        act.refuse("not-enough-units", text, rule)
    return fits[: item.count]


def asked(view: View, kind: str, power: str) -> Decision | None:
    """The open question, if it is of a kind and put to a power."""
    first = view.state.pending[0] if view.state.pending else None
    return first if first and (first.kind, first.power) == (kind, power) else None
