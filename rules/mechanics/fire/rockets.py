"""Rockets: units that are fired once, by air, at what stands in a territory, before anything else happens there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rules.battle import salvos
from rules.battle.sides import ATTACKER
from rules.core import distance, moments
from rules.core.act import Act
from rules.core.hooks import Rule
from rules.core.steps import Step
from rules.core.view import View
from rules.mechanics.mechanic import Mechanic
from rules.model.ledger import Role
from rules.model.names import article, sentence, several
from rules.model.orders import Launch, Order
from rules.model.salvo import Salvo, Shot, Side
from rules.model.state import COMBAT_MOVE, Battle, Unit
from rules.movement import selection

AIMED: Final[Role] = "fire afar"
STEP: Final = "rockets"


@dataclass(frozen=True, eq=False, kw_only=True)
class Rockets(Mechanic):
    """`launch 4 rocket: Germany > Norway` in combat move; fired by the battle there, or alone by `fight Norway`.

    type: the unit; how far it flies and what it hits on are its numbers "range" and "range_at". base: spaces that an
    operative air base where it starts adds. cites: "when", "range", "target", "count".
    """

    type: str
    base: int = 0

    def handle(self, act: Act, order: Order) -> bool:
        """The launch."""
        if not isinstance(order, Launch) or any(item.unit != self.type for item in order.items):
            return False
        start, goal = order.path[0], order.path[-1]
        self._check(act, start, goal)
        count = sum(item.count for item in order.items)
        chosen: list[Unit] = []
        for item in order.items:
            chosen += [u for u in selection.mine(act, start, item, chosen) if not (u.role or u.moved)][: item.count]
        if len(chosen) < count:
            text = f"{act.table.units[self.type].counted(len(chosen))} in {start} can be fired, not {count}."
            act.refuse("not-enough-units", text, self.cite("count"))
        for unit in chosen:
            act.check(act.table.veto(Rule.may_fire_at, act, goal, None, unit))
            act.change(unit, role=AIMED, target=goal)
        act.note(f"{act.active} aims {act.table.units[self.type].counted(count)} at {goal}.", place=goal)
        return True

    def _check(self, act: Act, start: str, goal: str) -> None:
        if act.phase != COMBAT_MOVE:
            act.refuse("wrong-phase", sentence(f"{self.type}s are aimed in combat move"), self.cite("when"))
        owner = act.owner(goal)
        foreign = owner is not None and not act.allied(owner, act.active) and not act.at_war(owner, act.active)
        if act.place(goal).is_sea or (not foreign and not _targets(act, goal)):
            act.refuse("no-target", f"There is nothing in {goal} to fire at.", self.cite("target"))
        if not act.at_war(owner, act.active):
            act.refuse("at-peace", f"{act.active} is not at war with whom {goal} belongs to.", self.cite("target"))
        reach, away = self._reach(act, start), distance.spaces(act.board, start, goal, self._crossed(act))
        if away > reach:
            far = f"{several(away, 'space')} away" if away < 99 else "out of reach"
            act.refuse(
                "too-far", f"{goal} is {far} from {start}; {article(self.type)} flies {reach}.", self.cite("range")
            )

    def _reach(self, view: View, start: str) -> int:
        base = view.base(start, "air base", view.active)
        return view.table.units[self.type].number("range") + (self.base if base else 0)

    def _crossed(self, view: View) -> Callable[[str], bool]:
        return lambda place: view.place(place).is_sea or view.owner(place) is not None

    def offers(self, view: View, power: str) -> tuple[str, ...]:
        """All of a place at everything in reach, the largest armies first."""
        if view.phase != COMBAT_MOVE or power != view.active:
            return ()
        return tuple(self._launches(view, power))

    def _launches(self, view: View, power: str) -> Iterator[str]:
        ready = [u for u in view.forces(power) if u.type == self.type and not (u.carrier or u.role or u.moved)]
        stock = {(u.place, selection.called(view, u)): u for u in ready}
        for (start, name), count in sorted(Counter((u.place, selection.called(view, u)) for u in ready).items()):
            near = distance.within(view.board, start, self._reach(view, start), self._crossed(view))
            armies = {goal: len(_targets(view, goal)) for goal in near if view.at_war(view.owner(goal), power)}
            open_ = [g for g in armies if not view.table.veto(Rule.may_fire_at, view, g, None, stock[start, name])]
            for goal in sorted((g for g in open_ if armies[g]), key=lambda g: -armies[g]):
                yield f"launch {count} {name}: {start} > {goal}"

    # --- the battle ------------------------------------------------------------------------------------

    @moments.attacks_made
    def _make_battles(self, act: Act) -> None:
        """Rockets alone are a battle too."""
        for place in sorted({u.target for u in act.state.units.values() if u.role == AIMED and u.type == self.type}):
            if place not in act.state.battles:
                act.set_battle(Battle(place, "land", place, act.active))

    def fired_upon(self, view: View, battle: Battle, fired: bool) -> bool:
        """With nobody there to attack."""
        return fired or bool(aimed(view, battle))

    @moments.fight_ordered
    def _fire_first(self, act: Act, battle: str) -> None:
        """Before the sea battles of a landing."""
        found = act.battle(battle)
        at_sea = any(act.state.battles[z].status == "due" for z in found.zones if z in act.state.battles)
        if at_sea and (salvo := _fire(act, found, ATTACKER)) and salvo.shots:
            salvos.outside(act, found.place, salvo, _targets(act, found.place))
            _used_up(act, battle, salvo)

    def battle_steps(self, view: View, battle: Battle, each_round: bool, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Before everything else; who has nobody left then has lost."""
        return (STEP, "end", *steps) if not each_round and STEP not in steps and aimed(view, battle) else steps


def _fire(view: View, battle: Battle, side: Side) -> Salvo | None:
    if side != ATTACKER:
        return None
    shots = tuple(Shot(u.id, view.of(u).number("range_at"), u.type) for u in aimed(view, battle))
    return Salvo(STEP, ATTACKER, shots, "none", "rockets", "rockets")


def _used_up(act: Act, id_: str, salvo: Salvo) -> None:
    for unit in aimed(act, act.battle(id_)):
        act.remove(unit, "fired")


Rockets.own_steps = {STEP: Step(salvo=_fire, after=_used_up)}


def aimed(view: View, battle: Battle) -> list[Unit]:
    """Rockets aimed at the place of a battle on land."""
    if battle.kind != "land":
        return []
    kinds = {rockets.type for rockets in view.table.parts(Rockets)}
    return [u for u in view.state.units.values() if u.role == AIMED and u.target == battle.place and u.type in kinds]


def _targets(view: View, place: str) -> list[Unit]:
    return list(view.enemy_units(place, view.active))
