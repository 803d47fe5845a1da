"""Losses by standing order: the vocabulary of clubs, and orders of loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.game.standing import words
from rules.battle import casualties, fire, losses, sides
from rules.core.view import View
from rules.model.profiles import AIR, LAND
from rules.model.state import Battle, Decision, Unit

Chosen = dict[int, int]


def answer(view: View, decision: Decision, wish: words.Wish) -> str | None:
    """The losses as an order; None: the person is asked."""
    battle, side, hits = view.state.battles[decision.data["battle"]], decision.data["side"], decision.data["hits"]
    order = order_of(view, battle, side, wish)
    chosen = losses.default(view, battle, side, hits, order)
    if wish.word == words.FIRST_HITS and not all(_free(view, battle, i, n) for i, n in chosen.items()):
        return None
    if wish.word in (words.TAKE, words.HOLD) and battle.kind == "land":
        chosen = _leave_one(view, battle, side, hits, chosen)
    return casualties.text_of(view, battle, chosen)


def order_of(view: View, battle: Battle, side: str, wish: words.Wish) -> tuple[str, ...]:
    """Names of units, first lost first."""
    units = sides.units(view, battle, side)
    types = list(dict.fromkeys(u.type for u in sorted(units, key=lambda u: losses.order_of_loss(view, battle, u))))
    example = {u.type: u for u in units}
    if wish.word == words.SAVE_AIR:
        types.sort(key=lambda t: view.domain(example[t]) == AIR)
    elif wish.word == words.KILL:
        strength = fire.numbers(view, battle, side)
        types.sort(key=lambda t: max(strength.get(u.id, 0) for u in units if u.type == t))
    else:
        return wish.losses
    return tuple(types)


def _free(view: View, battle: Battle, unit: int, hits: int) -> bool:
    """Whether hits only damage a unit."""
    return hits < sides.left(view, battle, view.state.units[unit])


def _leave_one(view: View, battle: Battle, side: str, hits: Mapping[str, int], chosen: Chosen) -> Chosen:
    """The last land unit stays where an aircraft can be lost instead."""
    units = sides.units(view, battle, side)
    left = [u for u in units if sides.left(view, battle, u) > chosen.get(u.id, 0)]
    if any(view.domain(u) == LAND for u in left):
        return chosen
    lost = [u for u in units if view.domain(u) == LAND and u.id in chosen]
    for saved in reversed(_cheapest(view, battle, lost)):
        for other in _cheapest(view, battle, [u for u in left if view.domain(u) == AIR]):
            trial = {i: n for i, n in chosen.items() if i != saved.id}
            trial[other.id] = trial.get(other.id, 0) + chosen[saved.id]
            if not losses.legal(view, battle, side, hits, trial):
                return trial
    return chosen


def _cheapest(view: View, battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: losses.order_of_loss(view, battle, u))
