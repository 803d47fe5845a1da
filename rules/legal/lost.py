"""Losses kind by kind, for a form: of each kind of unit that may be lost how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.battle import casualties, losses, sides
from rules.core.view import View
from rules.model.state import Decision, Unit
from rules.play.game import Game

CASUALTIES = "casualties"


@dataclass(frozen=True, slots=True)
class LossKind:
    """Alike units of which some may be lost. name: their type; owner: "" where all units at stake have one; items: what can
    be said of them in an order, least first (`1 infantry`, `2 infantry`); usual: what the recommended answer says."""

    name: str
    owner: str
    count: int
    items: tuple[str, ...]
    usual: str = ""


def loss_kinds(game: Game) -> tuple[LossKind, ...]:
    """The kinds of units among which the first open question lets one choose the losses; empty for any other. The answer is
    `casualties` and one item of each kind, as far as some are lost."""
    decision = game.state.pending[0] if game.state.pending else None
    if decision is None:
        return ()
    if decision.kind == CASUALTIES:
        return _in_battle(game.view, decision)
    return _so_many(game.view, decision) if {"ids", "count"} <= set(decision.data) else ()


def _in_battle(view: View, decision: Decision) -> tuple[LossKind, ...]:
    data = decision.data
    battle, side, hits = view.state.battles[data["battle"]], data["side"], data["hits"]
    pool = losses.candidates(view, battle, side, hits)
    several = len({unit.owner for unit in pool}) > 1
    usual = losses.default(view, battle, side, hits)

    def said(chosen: Mapping[int, int]) -> str:
        return casualties.items_of(view, battle, chosen, several)

    return _kinds(pool, lambda unit: sides.left(view, battle, unit), usual, said)


def _so_many(view: View, decision: Decision) -> tuple[LossKind, ...]:
    units = sorted(view.get(decision.data["ids"]), key=lambda u: (view.of(u).cost, u.type, u.id))
    usual = {unit.id: 1 for unit in units[: int(decision.data["count"])]}

    def said(chosen: Mapping[int, int]) -> str:
        return f"{len(chosen)} {view.state.units[next(iter(chosen))].type}"

    return _kinds(units, lambda unit: 1, usual, said)


def _kinds(
    pool: Sequence[Unit],
    left: Callable[[Unit], int],
    usual: Mapping[int, int],
    said: Callable[[Mapping[int, int]], str],
) -> tuple[LossKind, ...]:
    """Alike units together: of one type and owner, who take as many hits still. left: hits that a unit still takes."""
    several, alike = len({unit.owner for unit in pool}) > 1, dict[tuple[str, str, int], list[Unit]]()
    for unit in pool:
        alike.setdefault((unit.type, unit.owner if several else "", left(unit)), []).append(unit)
    found = list[LossKind]()
    for (name, owner, room), units in alike.items():
        hurt = [{unit.id: hits for unit in units[:n]} for hits in range(1, room + 1) for n in range(1, len(units) + 1)]
        recommended = {unit.id: usual[unit.id] for unit in units if unit.id in usual}
        best = said(recommended) if recommended else ""
        items = dict.fromkeys((*(said(chosen) for chosen in hurt), *([best] if best else [])))
        found.append(LossKind(name, owner, len(units), tuple(items), best))
    return tuple(found)
