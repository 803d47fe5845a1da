"""Income: the lines of a purse, what it would collect now, and collecting it."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.hooks import IncomeLine, Rule
from rules.core.purses import lands
from rules.core.view import View
from rules.core.view_hooks import ViewHooks


def production(view: View, purse: str) -> int:
    """Value of the territories of a purse; 0 while its capital is in enemy hands (CL-12.1, G40-15.1), and for a power that
    has no income."""
    if not view.board.powers[view.board.purse_power[purse]].income or view.capital_lost(purse):
        return 0
    return sum(view.value(p) for p in lands(view, purse))


def lines(view: View, purse: str) -> tuple[IncomeLine, ...]:
    """What a purse would collect now, line by line, without anything that needs dice."""
    power = view.board.purse_power[purse]
    if view.capital_lost(purse) or view.heir(power) != power:
        return ()
    start: tuple[IncomeLine, ...] = (IncomeLine("territories", production(view, purse)),)
    found = view.table.fold(Rule.income, start, view, purse)
    return (*found, *(_inherited(view, power) if purse == view.purses(power)[0] else ()))


def _inherited(view: View, power: str) -> list[IncomeLine]:
    """What rules give to those in whose stead a power stands."""
    if not view.table.answering(ViewHooks.heir):
        return []
    gone = [p for p in view.board.powers if p != power and view.heir(p) == power]
    none: tuple[IncomeLine, ...] = ()
    return [line for p in gone for purse in view.purses(p) for line in view.table.fold(Rule.income, none, view, purse)]


def income_of(view: View, name: str, in_transit: bool = True) -> int:
    """IPC that a power, or one purse of it, would collect now without dice: territories, objectives, rules, and
    unless in_transit is False what other powers have sent."""
    purses = (name,) if name in view.board.purse_power else view.purses(name)
    counted = ([i.amount for i in lines(view, p) if in_transit or not i.in_transit] for p in purses)
    return sum(max(0, sum(amounts)) for amounts in counted)


def collect(act: Act, purse: str) -> None:
    """Pay a purse its income, dice included, and log its lines."""
    if act.capital_lost(purse):
        act.note(f"{purse} collects nothing: its capital is in enemy hands.", purse=purse, lines=[])
        return
    found = act.table.fold(Rule.income_dice, lines(act, purse), act, purse)
    total = max(0, sum(line.amount for line in found))
    act.pay(purse, -total, "income")
    text = ", ".join(f"{line.amount:+d} {line.why}" for line in found if line.amount)
    data = [[line.why, line.amount, line.rule] for line in found]
    act.note(f"{purse} collects {total} IPC ({text or 'nothing'}).", purse=purse, lines=data)
