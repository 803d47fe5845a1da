"""How a territory changes hands by force: captor, facilities, captured units, loot, liberation."""

from __future__ import annotations

from rules.core import moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.purses import capital_of, purse_of, purse_with_capital
from rules.core.view import View
from rules.model.events import OwnerChanged
from rules.model.names import sentence


def capture(act: Act, place: str, by: str) -> None:
    """`by` has taken a territory: control, facilities, captured units, loot and what a freed capital brings
    (CL-9, G40-12)."""
    before, after = act.owner(place), new_owner(act, place, by)
    liberated = after != by or act.place(place).original == by
    act.set_owner(place, after, "liberated" if liberated else "captured")
    text = f"{by} takes {place}" + (f" for {after}" if after != by else "")
    act.note(sentence(text), place=place, by=by, owner=after)
    _facilities(act, place, after)
    _captured_units(act, place, by, after)
    _loot(act, place, by, before, after)
    act.tell(moments.captured, place, before, after)
    if after and after != before:
        _free(act, place, after)


def new_owner(view: View, place: str, by: str) -> str | None:
    """Who controls a territory taken by `by`: the ally whose emblem it bears, unless that ally's capital is
    in enemy hands (CL-9.2, G40-12.2); its capital itself always goes back."""
    original = view.place(place).original
    owner: str | None = by
    if original and original != by and view.allied(original, by) and view.board.powers[original].plays:
        purse = purse_of(view, original, place)
        if capital_of(view, purse) == place or not view.capital_lost(purse):
            owner = view.heir(original)
    return view.table.fold(Rule.captor, owner, view, place, by)


def cede(act: Act, place: str, to: str | None, why: str) -> None:
    """A territory goes to another power, or to nobody, without a capture: facilities stay as they are, and it counts as held
    since the turn began."""
    captured = {p: owner for p, owner in act.flag("captured", {}).items() if p != place}
    act.emit(OwnerChanged(place, act.owner(place), to, why))
    act.set_flag("captured", captured or None)


def _facilities(act: Act, place: str, after: str | None) -> None:
    now = tuple(act.state.facilities.get(place, ()))
    kept = act.table.fold(Rule.captured_facilities, now, act, place, after)
    act.set_facilities(place, kept, "captured")


def _captured_units(act: Act, place: str, by: str, after: str | None) -> None:
    """Units that are captured and not destroyed go to the new owner; they may not move this turn. What only stands by
    is lost."""
    for unit in act.units(place):
        if act.has(unit, "stands by") and act.fights(unit.owner, by):
            act.remove(unit, "captured")
            continue
        if after and act.has(unit, "captured") and act.fights(unit.owner, by):
            act.change(unit, owner=after, moved=act.phase, spent=act.points(unit))


def _loot(act: Act, place: str, by: str, before: str | None, after: str | None) -> None:
    """The treasury of a fallen capital goes to its captor (CL-9.3, G40-12.6)."""
    purse = purse_with_capital(act, place)
    loser = act.board.purse_power[purse] if purse else None
    money = act.state.money.get(purse, 0) if purse else 0
    if not purse or before != loser or act.allied(after, loser):
        return
    if act.table.first_to_handle(Rule.plunder, act, purse, place, by):
        return
    winner = purse_of(act, by, place)
    act.pay(purse, money, "loot")
    if winner:
        act.pay(winner, -money, "loot")
    act.note(f"The capital of {purse} has fallen: {by} takes its {money} IPC.", purse=purse, by=by, amount=money)


def _free(act: Act, place: str, power: str) -> None:
    """A capital is free again: its power gets back its own lands that its side holds (CL-9.2, G40-12.7)."""
    purse = purse_with_capital(act, place)
    if not purse or act.board.purse_power[purse] != power:
        return
    act.note(f"The capital of {purse} is free again.", purse=purse)
    for land, owner in sorted(act.state.owners.items()):
        mine = act.place(land).original == power and purse_of(act, power, land) == purse
        if mine and owner != power and act.allied(owner, power):
            act.set_owner(land, power, "returned")
            act.tell(moments.captured, land, owner, power)
