"""Which treasury pays or earns for what (most powers have one; the United Kingdom of Global 1940 has two)."""

from __future__ import annotations

from rules.core.act import Act
from rules.core.view import View


def purse_of(view: View, power: str, place: str) -> str:
    """The purse of a power that a territory belongs to: by its print, else by its half of the board."""
    purses = view.purses(power)
    printed = view.place(place)
    if len(purses) <= 1 or printed.purse in purses:
        return printed.purse if printed.purse in purses else (purses[0] if purses else "")
    half: str = view.edition("purse_by_half", {}).get(printed.half, "")
    return half if half in purses else purses[0]


def pay(act: Act, purse: str, cost: int, what: str, hint: str = "", many: bool = False) -> None:
    """Pay from a purse, or refuse with what is there. many: `what` is several things, as the sentence needs it."""
    have = act.state.money.get(purse, 0)
    if cost > have:
        text = f"{what} cost{'' if many else 's'} {cost} IPC; {purse} has {have}."
        if act.capital_lost(purse):
            text += " Its capital is in enemy hands: it collects nothing until that is freed."
        if hint:
            text += f" {hint}"
        act.refuse("not-enough-money", text, act.cite("buying"))
    act.pay(purse, cost, "purchase")


def capital_of(view: View, purse: str) -> str | None:
    """The capital whose fall loots a purse, or None."""
    power = view.board.powers[view.board.purse_power[purse]]
    return next(p.capital for p in power.purses if p.name == purse)


def purse_with_capital(view: View, place: str) -> str | None:
    """The purse whose capital a place is, or None."""
    return next((p for p in view.board.purse_power if capital_of(view, p) == place), None)


def lands(view: View, purse: str) -> list[str]:
    """Territories whose income a purse collects."""
    power = view.board.purse_power[purse]
    own = [p for p, owner in view.state.owners.items() if owner == power]
    return own if len(view.purses(power)) == 1 else [p for p in own if purse_of(view, power, p) == purse]
