"""What a player means to do in a battle, read from what he typed."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.losses import DAMAGED
from rules.core.table import Table
from rules.odds.ask.typed import TypedError
from rules.odds.read.battle import Wishes
from rules.odds.read.engine_side import LossOrder

_FIRST = ("keep one ", "keep 1 ", "keep a ", "keep an ", "keep ")


def loss_order(table: Table, text: str) -> LossOrder:
    """An order of loss such as `infantry, battleship (damaged), tank, keep one infantry`: first lost first, the hit
    that only damages a ship, what one of is kept to the last. Raises TypedError for what is no unit."""
    names, keep = list[str](), ""
    for part in filter(None, (p.strip() for p in text.split(","))):
        kept = next((part[len(word) :] for word in _FIRST if part.lower().startswith(word)), "")
        name, bracket, _ = part.partition("(")
        if kept:
            keep = _unit(table, kept)
        else:
            names.append(_unit(table, name) + (DAMAGED if bracket else ""))
    return LossOrder(tuple(dict.fromkeys(names)), keep)


def _unit(table: Table, name: str) -> str:
    found = table.unit_names.find(name.strip())
    if found is None:
        near = table.unit_names.near(name.strip())
        hint = f" Perhaps: {', '.join(near)}." if near else ""
        raise TypedError(f"There is no unit called “{name.strip()[:60]}” here.{hint}")
    return table.standing(found)


def with_losses(table: Table, wishes: Wishes, attacker: str, defender: str) -> Wishes:
    """The same wishes with the orders of loss that were typed."""
    return replace(wishes, attacker=loss_order(table, attacker), defender=loss_order(table, defender))
