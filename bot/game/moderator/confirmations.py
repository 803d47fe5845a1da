"""Ordering with open eyes: what is lost by ending a phase, and what fires at once at who moves, is said first, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.legal import fire_at_once, warnings
from rules.model.orders import DONE, Buy, Order
from rules.model.parse import ANYWAY, MEANT, meant
from rules.model.refusals import Refusal
from rules.play.game import Entry, Game

CONFIRM = "confirm"


def careless(game: Game, order: Order, text: str) -> Refusal | None:
    """Why a phase is not ended yet: aircraft or cargo would be lost by it, and the order does not say `anyway`."""
    if order != DONE or meant(text):
        return None
    grave = [danger for danger in warnings(game) if danger.grave]
    if not grave:
        return None
    told = "; ".join(danger.text for danger in grave)
    ways = [way for danger in grave for way in danger.ways]
    loss = " with a loss" if any(danger.kind == "aircraft" for danger in grave) else ""
    told = f"This ends the phase{loss}: {told}. If you mean it: `{ANYWAY}`."
    return Refusal(CONFIRM, told, choices=(ANYWAY, *ways))


def reckless(game: Game, order: Order, text: str) -> Refusal | None:
    """Why an order is not given yet: it would be fired at on its way as soon as it is given, and does not say `anyway`."""
    if order == DONE or meant(text):
        return None
    told = fire_at_once(game, order, game.to_act)
    if not told:
        return None
    sure = f"{text}{MEANT}"
    told_ = f"{' '.join(told)} The dice fall at once, and the order cannot be taken back. If you mean it: `{sure}`."
    return Refusal(CONFIRM, told_, choices=(sure,))


def one_payer(game: Game, order: Order, text: str) -> Refusal | None:
    """Why a list is not bought yet: it names a treasury behind its last item alone, as if that were to pay for all of it."""
    own = game.view.purses(game.to_act)
    if not isinstance(order, Buy) or len(order.items) < 2 or meant(text):
        return None
    *others, last = order.items
    purse = next((tag for tag in last.tags if tag in own), "")
    if not purse or any(item.tags for item in others):
        return None
    whole = Buy((*(replace(item, tags=(purse,)) for item in others), last), order.site)
    sure = f"{text}{MEANT}"
    told = f"{purse} would pay for the last of these alone, {own[0]} for the others. For all of them: `{whole}`."
    return Refusal(CONFIRM, f"{told} If you mean it as it stands: `{sure}`.", choices=(str(whole), sure))


def left_over(game: Game, order: Order, text: str, grave: bool) -> list[str]:
    """What a phase that ends unasked leaves unused, for the record. grave: say also what is lost by it."""
    if order != DONE or meant(text):
        return []
    found = [danger.after or danger.text for danger in warnings(game) if grave or not danger.grave]
    return [f"-# {game.to_act} ended the phase with {'; '.join(found)}"] if found else []


def idle_end(game: Game, entries: Sequence[Entry], order: Order, text: str, power: str) -> Refusal | None:
    """Why one of many orders does not end a phase of the next power: one `done` too many would walk past its turn.

    entries: what the orders before it did. power: whose turn it was before all of them."""
    turn = game.state.turn
    if order != DONE or meant(text) or turn.power == power or any(entry.turn == turn for entry in entries):
        return None
    told = f"The turn of {power} is over: this would end {turn.power}'s {turn.phase} before anything is ordered in it. "
    return Refusal(CONFIRM, f"{told}Leave the line out, or if you mean it: `{ANYWAY}`.", choices=(ANYWAY,))
